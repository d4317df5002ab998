//! The language of a page.

use http::header::{ACCEPT_LANGUAGE, HeaderMap};
use parlour_domain::customer::Language;
use parlour_http::cookies;

use parlour_texts::Texts;

/// The cookie with the language that was chosen on this device.
pub const LANGUAGE_COOKIE: &str = "lang";

/// As was chosen on this device, else by the person who is signed in, else what the browser prefers, else English.
pub fn texts_for(headers: &HeaderMap, of_person: Option<Language>) -> Texts {
    let on_device = cookies::read(headers, LANGUAGE_COOKIE).and_then(Texts::for_tag);
    on_device
        .or_else(|| Texts::for_tag(of_person?.as_str()))
        .or_else(|| preferred_by_browser(headers))
        .unwrap_or(Texts::ENGLISH)
}

/// Of the languages that there are, the one with the greatest weight; of several with the same weight the first.
fn preferred_by_browser(headers: &HeaderMap) -> Option<Texts> {
    let lines = headers.get_all(ACCEPT_LANGUAGE).iter().filter_map(|line| line.to_str().ok());
    let known = lines.flat_map(|line| line.split(',')).filter_map(|entry| {
        let (tag, parameters) = entry.split_once(';').unwrap_or((entry, ""));
        Some((Texts::for_tag(tag)?, weight(parameters)?))
    });
    let first_of_the_greatest = known.reduce(|best, next| if next.1 > best.1 { next } else { best });
    first_of_the_greatest.map(|(texts, _)| texts)
}

/// `q=0.8` as a number. None for a language that is not wanted, and for a weight that nobody can read.
fn weight(parameters: &str) -> Option<f32> {
    let Some((name, value)) = parameters.split_once('=') else { return Some(1.0) };
    let weight: f32 = value.trim().parse().ok()?;
    (name.trim().eq_ignore_ascii_case("q") && weight > 0.0 && weight <= 1.0).then_some(weight)
}

/// Whether headings are in the salon's own face, which has Latin letters: see `:root:not(:lang(en))` in `base.css`.
pub fn has_display_face(texts: Texts) -> bool {
    texts == Texts::ENGLISH
}

/// Whether the page is shown in the test language, whose texts are longer than those of any other.
///
/// It exists to see what long texts do to a page: every text is written a second time after itself.
pub fn is_test_language(headers: &HeaderMap) -> bool {
    cfg!(debug_assertions) && cookies::read(headers, LANGUAGE_COOKIE) == Some("qps")
}

/// Makes every text of a page about 40 % longer.
pub fn lengthen_texts(html: &str) -> String {
    let mut out = String::with_capacity(html.len() * 3 / 2);
    let (mut rest, mut keeps) = (html, false);
    while let Some(start) = rest.find('<') {
        let (text, tag_on) = rest.split_at(start);
        push_text(&mut out, text, keeps);
        let end = tag_on.find('>').map_or(tag_on.len(), |end| end + 1);
        let (tag, after) = tag_on.split_at(end);
        keeps =
            ["<script", "<style", "<title", "<svg", "<option", "<textarea"].iter().any(|name| tag.starts_with(name))
                || (keeps && !tag.starts_with("</"));
        out.push_str(tag);
        rest = after;
    }
    push_text(&mut out, rest, keeps);
    out
}

fn push_text(out: &mut String, text: &str, keeps: bool) {
    out.push_str(text);
    let visible = text.trim();
    if keeps || visible.chars().filter(|letter| letter.is_alphabetic()).count() < 3 || visible.contains('&') {
        return;
    }
    out.extend(std::iter::once('·').chain(visible.chars().take(visible.chars().count() * 2 / 5)));
}

#[cfg(test)]
mod tests {
    use http::header::{COOKIE, HeaderName, HeaderValue};

    use super::*;

    fn tag_of(of_person: Option<Language>, lines: &[(HeaderName, &'static str)]) -> &'static str {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, HeaderValue::from_static(value));
        }
        texts_for(&headers, of_person).tag()
    }

    #[test]
    fn the_device_comes_before_the_person_and_the_person_before_the_browser() {
        let hindi = (ACCEPT_LANGUAGE, "hi");
        assert_eq!(tag_of(None, &[]), "en-IN");
        assert_eq!(tag_of(None, std::slice::from_ref(&hindi)), "hi-IN");
        assert_eq!(tag_of(Some(Language::English), std::slice::from_ref(&hindi)), "en-IN");
        assert_eq!(tag_of(Some(Language::Hindi), &[(ACCEPT_LANGUAGE, "en")]), "hi-IN");
        assert_eq!(tag_of(Some(Language::Hindi), &[(COOKIE, "lang=en"), hindi.clone()]), "en-IN");
        assert_eq!(tag_of(Some(Language::English), &[(COOKIE, "lang=hi")]), "hi-IN");
        for unknown in ["lang=", "lang=fr", "lang=qps", "language=en"] {
            assert_eq!(tag_of(None, &[(COOKIE, unknown), hindi.clone()]), "hi-IN", "{unknown}");
        }
    }

    #[test]
    fn of_the_browser_s_languages_the_weights_decide() {
        for (accepted, tag) in [
            ("hi-IN,hi;q=0.9,en;q=0.8", "hi-IN"),
            ("HI", "hi-IN"),
            ("en-IN,hi;q=0.9", "en-IN"),
            ("en;q=0.5, hi;q=0.7", "hi-IN"),
            ("en ; q=0.5 ,\thi ; Q=0.51", "hi-IN"),
            ("ta, hi;q=0.3", "hi-IN"),
            ("hi;q=0.5, en;q=0.5", "hi-IN"),
            ("hi;q=0, en;q=0.1", "en-IN"),
            ("hi;q=0", "en-IN"),
            ("hi;q=2", "en-IN"),
            ("hi;q=NaN", "en-IN"),
            ("hi;q=much", "en-IN"),
            ("fr-FR, *;q=0.5", "en-IN"),
            ("hindi, his", "en-IN"),
            ("", "en-IN"),
        ] {
            assert_eq!(tag_of(None, &[(ACCEPT_LANGUAGE, accepted)]), tag, "{accepted}");
        }
        let lines = [(ACCEPT_LANGUAGE, "en;q=0.4"), (ACCEPT_LANGUAGE, "hi;q=0.6")];
        assert_eq!(tag_of(None, &lines), "hi-IN");
    }

    #[test]
    fn texts_grow_and_tags_stay() {
        let html = "<p class=\"a\">Choose a time</p><script>let a = 1</script><b>₹10</b>";
        let long = lengthen_texts(html);
        assert!(long.starts_with("<p class=\"a\">Choose a time·Choos</p>"), "{long}");
        assert!(long.ends_with("<script>let a = 1</script><b>₹10</b>"), "{long}");
    }
}
