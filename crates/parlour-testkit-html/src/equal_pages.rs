//! Which pages are equal but for what differs from salon to salon.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// A number for a text, the same in every run.
pub fn hash(text: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(text)
}

const UUID_LENGTH: usize = 36;
/// 256 bits in base64.
const TOKEN_LENGTH: usize = 43;

/// The text with a number for each id, token and port, which differ from salon to salon. Equal ones get equal numbers, so
/// that a page with an id twice stays another page than one with two ids.
pub fn with_numbered_ids(text: &str) -> String {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut numbered = String::with_capacity(text.len());
    let (mut rest, mut before) = (text, ' ');
    while let Some(first) = rest.chars().next() {
        let random = random_part(rest, before);
        if let Some(random) = random {
            let next = numbers.len();
            let number = *numbers.entry(random).or_insert(next);
            // Writing into a text cannot fail.
            let _ = write!(numbered, "\u{1}{number}\u{1}");
        } else {
            numbered.push(first);
        }
        before = first;
        rest = &rest[random.map_or(first.len_utf8(), str::len)..];
    }
    numbered
}

/// What differs from salon to salon at the start of a text: an id, a token, the number of a request, an address with its
/// port, an attribute that only scripts read. `before` is what comes before it.
fn random_part(text: &str, before: char) -> Option<&str> {
    const ADDRESS: &str = "127.0.0.1:";
    const REQUEST_NUMBER: &str = "req_";
    if let Some(after) = text.strip_prefix(ADDRESS) {
        let port = after.bytes().take_while(u8::is_ascii_digit).count();
        return (port > 0).then(|| &text[..ADDRESS.len() + port]);
    }
    // Versions of what is shown, hashed from ids among other things, and the position in the stream of changes.
    for attribute in ["data-v=\"", "data-since=\""] {
        if let Some(value) = text.strip_prefix(attribute) {
            return value.find('"').map(|length| &text[..attribute.len() + length]);
        }
    }
    if let Some(number) = text.strip_prefix(REQUEST_NUMBER) {
        let length = number.bytes().take_while(u8::is_ascii_alphanumeric).count();
        return Some(&text[..REQUEST_NUMBER.len() + length]);
    }
    if !is_token_character(before) && is_token(text) {
        return Some(&text[..TOKEN_LENGTH]);
    }
    (!before.is_ascii_hexdigit() && is_uuid(text)).then(|| &text[..UUID_LENGTH])
}

fn is_uuid(text: &str) -> bool {
    let matches = |(at, byte): (usize, &u8)| match at {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.as_bytes().get(..UUID_LENGTH).is_some_and(|id| id.iter().enumerate().all(matches))
}

/// Whether a text starts with a token: as long as one, and with all kinds of characters, which no word has. The key of one
/// form among several goes on with a hyphen and a word.
fn is_token(text: &str) -> bool {
    let has = |is_kind: fn(&u8) -> bool| text.as_bytes()[..TOKEN_LENGTH].iter().any(is_kind);
    let length = text.chars().take_while(|letter| is_token_character(*letter)).take(TOKEN_LENGTH).count();
    length == TOKEN_LENGTH
        && (!text[TOKEN_LENGTH..].starts_with(is_token_character) || text[TOKEN_LENGTH..].starts_with('-'))
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
}

fn is_token_character(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-' || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "0198c7e2-6c5f-7a11-9c3e-1f2a3b4c5d6e";
    const B: &str = "0198c7e2-6c5f-7a11-9c3e-1f2a3b4c5d6f";

    const TOKEN: &str = "abbA09_-abbA09_-abbA09_-abbA09_-abbA09_-abb";

    fn is_equal(first: &str, second: &str) -> bool {
        with_numbered_ids(first) == with_numbered_ids(second)
    }

    #[test]
    fn pages_that_differ_in_ids_and_ports_are_equal() {
        assert!(is_equal(&format!("<p id=x-{A}>हिन्दी <a href=/v/{A}>"), &format!("<p id=x-{B}>हिन्दी <a href=/v/{B}>")));
        let form = |key: &str| format!("<input name=key value={key}>");
        assert!(is_equal(&form(TOKEN), &form(&TOKEN.replace('b', "c"))));
        assert!(is_equal("http://127.0.0.1:3000/visits", "http://127.0.0.1:41234/visits"));
        assert!(is_equal(
            &form(&format!("{TOKEN}-approve-{A}")),
            &form(&format!("{}-approve-{B}", TOKEN.replace('b', "c")))
        ));
        assert!(is_equal("<p data-since=\"14a9dc5f3cbcb437-17\">", "<p data-since=\"f763779e6be86f0-3\">"));
        assert!(is_equal("<p data-v=\"gg28\">", "<p data-v=\"rd/ am\">"));
        assert!(is_equal("<code>req_t2mpixfcmxib</code>", "<code>req_6zy894k99m6p</code>"));
    }

    #[test]
    fn other_pages_are_not() {
        assert!(!is_equal(&format!("<p id={A}><p id={A}>"), &format!("<p id={A}><p id={B}>")), "an id twice");
        assert!(!is_equal("<p>1</p>", "<p>2</p>"));
        assert!(!is_equal(
            "http://127.0.0.1:3000 http://127.0.0.1:3000",
            "http://127.0.0.1:3000 http://127.0.0.1:3001"
        ));
        assert!(!is_equal(&format!("{TOKEN}a"), &format!("{}a", TOKEN.replace('b', "c"))), "longer than a token");
        assert!(!is_equal(&format!("00{A}"), &format!("00{B}")), "longer than an id");
    }
}
