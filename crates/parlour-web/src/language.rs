//! The language of a page.

use http::header::{ACCEPT_LANGUAGE, HeaderMap};
use parlour_http::cookies;

use parlour_texts::Texts;

/// The cookie with the language that a visitor chose.
pub const LANGUAGE_COOKIE: &str = "lang";

/// From the cookie, else from what the browser prefers, else English.
pub fn texts_for(headers: &HeaderMap) -> Texts {
    let chosen = cookies::read(headers, LANGUAGE_COOKIE);
    let preferred = headers.get(ACCEPT_LANGUAGE).and_then(|languages| languages.to_str().ok());
    chosen
        .and_then(Texts::for_tag)
        .or_else(|| preferred?.split(',').find_map(|entry| Texts::for_tag(entry.split(';').next().unwrap_or(entry))))
        .unwrap_or(Texts::ENGLISH)
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
    use http::header::{COOKIE, HeaderValue};

    use super::*;

    #[test]
    fn the_cookie_wins_over_the_browser_s_languages() {
        let mut headers = HeaderMap::new();
        assert_eq!(texts_for(&headers).tag(), "en-IN");
        headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static("fr-FR, en;q=0.5"));
        assert_eq!(texts_for(&headers).tag(), "en-IN");
        headers.insert(COOKIE, HeaderValue::from_static("lang=en"));
        assert_eq!(texts_for(&headers).tag(), "en-IN");
    }

    #[test]
    fn texts_grow_and_tags_stay() {
        let html = "<p class=\"a\">Choose a time</p><script>let a = 1</script><b>₹10</b>";
        let long = lengthen_texts(html);
        assert!(long.starts_with("<p class=\"a\">Choose a time·Choos</p>"), "{long}");
        assert!(long.ends_with("<script>let a = 1</script><b>₹10</b>"), "{long}");
    }
}
