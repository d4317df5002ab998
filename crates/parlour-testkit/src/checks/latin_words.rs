//! Words of Latin letters on pages in another script: what nobody has translated.

use parlour_db::params;
use parlour_testkit_html::{Document, Element, collapse_whitespace};

use super::database::text_columns;
use crate::TestSalon;

/// Words that stay as they are: rule 16 of `locales/glossary-hi.md`, with the kinds of files and devices that texts name.
const TRANSLATED_NOWHERE: [&str; 41] = [
    "API", "BLR", "CGST", "CSV", "Ctrl", "Enter", "Esc", "GST", "GSTIN", "Google", "HSN", "ID", "IGST", "IST", "JPEG",
    "JSON", "MB", "MiB", "OTP", "PDF", "PIN", "PNG", "Parlour", "QR", "Redis", "SAC", "SGST", "SMS", "UPI", "URL",
    "UTGST", "UTM", "WebP", "WhatsApp", "XLSX", "ZIP", "hi", "https", "iPad", "iPhone", "kB",
];
/// Browsers and devices, where pages list who is signed in.
const PROGRAMS: [&str; 14] = [
    "Android",
    "Browser",
    "Chrome",
    "Chromebook",
    "Edge",
    "Firefox",
    "Internet",
    "Linux",
    "Mac",
    "Opera",
    "Safari",
    "Samsung",
    "UC",
    "Windows",
];

/// What people read of an element besides its text. Those with `data-` are shown by scripts or styles.
const READ_ATTRIBUTES: [&str; 21] = [
    "alt",
    "aria-label",
    "data-both",
    "data-due",
    "data-enough",
    "data-hours",
    "data-l",
    "data-many",
    "data-minutes",
    "data-none",
    "data-one",
    "data-parts",
    "data-remove",
    "data-say",
    "data-short",
    "data-t",
    "data-time",
    "data-visit",
    "label",
    "placeholder",
    "title",
];
/// Columns with what people typed. What others hold, such as a status, is not shown as it is.
const TYPED_COLUMNS: [&str; 36] = [
    "about",
    "acquisition_source",
    "address",
    "billing_address",
    "cancellation_reason",
    "content",
    "customer_address",
    "customer_legal_name",
    "customer_name",
    "description",
    "discount_reason",
    "display_name",
    "guest_name",
    "invoice_footer",
    "legal_name",
    "name",
    "note",
    "notes",
    "offer_name_snapshot",
    "pinned_note",
    "reason",
    "rejection_reason",
    "reopen_reason",
    "seller_address",
    "seller_name",
    "service_name_snapshot",
    "terms",
    "tier_name_snapshot",
    "upi_name",
    "utm_campaign",
    "utm_content",
    "utm_medium",
    "utm_source",
    "utm_term",
    "website",
    "code",
];
/// Their names are those of programs.
const TABLES_OF_PROGRAMS: [&str; 4] = ["integration_status", "pictures", "realtime_messages", "secrets"];
/// Changes of gems that nobody typed are kept in English, and worded anew for each page.
const WORDED_ANEW: (&str, &str) = ("loyalty_transactions", "description");
/// Pages name people by a part of their names, too.
const PEOPLE: [(&str, &str); 3] = [("leads", "name"), ("staff", "display_name"), ("users", "name")];

/// What stands in a salon's records: names, addresses, notes.
#[derive(Debug, Default)]
pub struct TypedTexts {
    /// The longest first, because one may be a part of another.
    texts: Vec<String>,
}

impl TypedTexts {
    pub async fn of(salon: &TestSalon) -> Self {
        let mut texts = Vec::new();
        for (table, column) in text_columns(salon).await {
            let place = (table.as_str(), column.as_str());
            let is_typed = TYPED_COLUMNS.contains(&place.1) && !TABLES_OF_PROGRAMS.contains(&place.0);
            if !is_typed || place == WORDED_ANEW {
                continue;
            }
            let sql: &'static str = format!("select distinct {column} from {table} where {column} is not null").leak();
            let found = salon.app.db.read(move |conn| conn.all::<(String,)>(sql, params![]));
            for (text,) in found.await.expect("a column of text") {
                if PEOPLE.contains(&place) {
                    texts.extend(text.split_whitespace().map(str::to_owned));
                }
                texts.extend(text.lines().map(|line| line.trim().to_owned()));
            }
        }
        Self::new(texts)
    }

    /// With further ones, such as those of a file.
    #[must_use]
    pub fn and(self, texts: impl IntoIterator<Item = String>) -> Self {
        Self::new(self.texts.into_iter().chain(texts))
    }

    pub fn new(texts: impl IntoIterator<Item = String>) -> Self {
        let mut texts: Vec<String> = texts.into_iter().filter(|text| has_latin_letter(text)).collect();
        texts.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
        texts.dedup();
        Self { texts }
    }

    /// The text with a space for each of these that stands in it as a whole.
    fn leave_out_of(&self, text: &str) -> String {
        let mut rest = text.to_owned();
        for known in &self.texts {
            if rest.contains(known.as_str()) {
                rest = without_whole(&rest, known);
            }
        }
        rest
    }

    /// Whether one of these begins with the text, which may have been cut off.
    fn has_one_that_begins(&self, start: &str) -> bool {
        !start.is_empty() && self.texts.iter().any(|text| text.starts_with(start))
    }
}

/// Every text of a page in `language` with words of Latin letters: the element, and what it says. `typed` is what may be in
/// any language.
pub fn texts_in_latin(html: &str, language: &str, typed: &TypedTexts) -> Vec<String> {
    let document = Document::parse(html);
    let texts = document.texts().map(|(element, text)| (element, "", text));
    let attributes = document.elements().flat_map(|element| {
        let named = READ_ATTRIBUTES.into_iter().filter_map(move |name| Some((element, name, element.get(name)?)));
        named.chain(read_value(&element).map(|(name, value)| (element, name, value)))
    });
    let mut found: Vec<String> = texts
        .chain(attributes)
        .filter(|(element, _, text)| !foreign_words(text).is_empty() && is_read(element, language))
        .filter(|(element, _, text)| !is_known(element, text, typed))
        .map(|(element, attribute, text)| {
            let place = [element.name(), attribute].join(" ");
            format!("<{}> {}", place.trim_end(), collapse_whitespace(text))
        })
        .collect();
    found.dedup();
    found
}

/// Words of two Latin letters or more that are not to stay. Numbers of records, e-mail addresses, links, settings, and what
/// scripts fill in are no words.
pub fn foreign_words(text: &str) -> Vec<&str> {
    let is_word = |token: &&str| {
        !token.contains(|letter: char| letter.is_ascii_digit() || matches!(letter, '@' | '_' | '{'))
            && !token.contains("://")
            && !token.starts_with('/')
    };
    let words = text
        .split_whitespace()
        .filter(is_word)
        .flat_map(|token| token.split(|letter: char| !letter.is_ascii_alphabetic()));
    words.filter(|word| word.len() > 1 && !TRANSLATED_NOWHERE.contains(word) && !PROGRAMS.contains(word)).collect()
}

fn is_known(element: &Element<'_>, text: &str, typed: &TypedTexts) -> bool {
    let whole = text.trim();
    let is_cut = whole.ends_with('…') || element.name() == "text";
    if is_cut && typed.has_one_that_begins(whole.trim_end_matches('…').trim_end()) {
        return true;
    }
    foreign_words(&typed.leave_out_of(text)).is_empty()
}

/// Whether people read it in the language of the page: not what programs read, keys, the initials of names, and what says of
/// itself that it is in another language.
fn is_read(element: &Element<'_>, language: &str) -> bool {
    let around = || std::iter::once(*element).chain(element.ancestors());
    let is_for_programs = |element: Element<'_>| matches!(element.name(), "script" | "style" | "code" | "kbd");
    let has_initials =
        |element: Element<'_>| element.get("class").is_some_and(|names| names.split(' ').any(|name| name == "av"));
    let is_of_language = around().find_map(|element| element.get("lang")).is_none_or(|tag| tag.starts_with(language));
    is_of_language && !around().any(|element| is_for_programs(element) || has_initials(element))
}

/// What an element says that has no text: a button, or what the page tells those who link to it.
fn read_value<'doc>(element: &Element<'doc>) -> Option<(&'static str, &'doc str)> {
    let is_button = element.name() == "input" && matches!(element.get("type"), Some("submit" | "button"));
    let told = element.get("name").or_else(|| element.get("property"));
    let is_told = element.name() == "meta" && matches!(told, Some("description" | "og:description" | "og:title"));
    if is_button {
        Some(("value", element.get("value")?))
    } else if is_told {
        Some(("content", element.get("content")?))
    } else {
        None
    }
}

fn has_latin_letter(text: &str) -> bool {
    text.contains(|letter: char| letter.is_ascii_alphabetic())
}

/// Not where `known` is a part of a longer word.
fn without_whole(text: &str, known: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(known) {
        let (before, from) = rest.split_at(start);
        let after = &from[known.len()..];
        let goes_on = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphabetic());
        let last = before.chars().next_back().or_else(|| kept.chars().next_back());
        kept.push_str(before);
        kept.push_str(if goes_on(last) || goes_on(after.chars().next()) { known } else { " " });
        rest = after;
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(html: &str) -> Vec<String> {
        let typed = TypedTexts::new(["Hair Cut", "Cut", "Asha Rao"].map(str::to_owned));
        texts_in_latin(&format!("<html lang=\"hi-IN\"><body>{html}</body></html>"), "hi", &typed)
    }

    #[test]
    fn what_nobody_has_translated_is_found() {
        assert_eq!(found("<p>आपका <b>visit</b> कल</p>"), ["<b> visit"]);
        assert_eq!(found("<a title='Open' href=/board>बोर्ड</a>"), ["<a title> Open"]);
        assert_eq!(found("<input type=submit value=Save><input type=hidden value=Save>"), ["<input value> Save"]);
        assert_eq!(found("<p hidden>Later</p><template><p>Later too</p></template>").len(), 2);
        assert_eq!(found("<p>Hair Cuts</p><p>Customer</p>").len(), 2, "parts of longer words");
        assert_eq!(found("<p>10:30 am</p>"), ["<p> 10:30 am"]);
    }

    #[test]
    fn what_is_no_word_of_the_page_is_not() {
        for html in [
            "<p>Hair Cut, Cut · 45 मिनट, Asha Rao</p>",
            "<p>UPI से ₹500, GSTIN 29ABCDE1234F1ZW, a@b.in</p>",
            "<p>BK-JAY-2702-H-00012 · PARLOUR_MAIL_URL · https://a.in/b</p>",
            "<button lang=en>English</button><kbd>Ctrl K</kbd><code>req</code>",
            "<span class='av a1'>AR</span><script>let word = 1</script>",
            "<p>Hair C…</p><svg><text>Asha R</text></svg>",
            "<p>A · ₹</p>",
            "<p data-time='{part} {hour}:{minute}'></p>",
        ] {
            assert_eq!(found(html), Vec::<String>::new(), "{html}");
        }
    }
}
