//! What earlier tests of this process found on equal pages: a page need not be checked again on another engine, or in the
//! next story.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The faults of one check, by the page.
#[derive(Debug)]
pub(super) struct KnownFaults(LazyLock<Mutex<HashMap<u64, Vec<String>>>>);

impl KnownFaults {
    pub(super) const fn new() -> Self {
        Self(LazyLock::new(Mutex::default))
    }

    /// The faults of an equal page, or what `check` finds; nothing is kept if it finds out nothing.
    pub(super) async fn of(&self, page: &str, check: impl AsyncFnOnce() -> Option<Vec<String>>) -> Option<Vec<String>> {
        let key = hash(&with_numbered_ids(page));
        let known = self.lock().get(&key).cloned();
        if known.is_some() {
            return known;
        }
        let found = check().await?;
        self.lock().insert(key, found.clone());
        Some(found)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Vec<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn hash(text: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(text)
}

const UUID_LENGTH: usize = 36;
/// 256 bits in base64.
const TOKEN_LENGTH: usize = 43;

/// The text with a number for each id, token and port, which differ from salon to salon. Equal ones get equal numbers, so
/// that a page with an id twice stays another page than one with two ids.
fn with_numbered_ids(text: &str) -> String {
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

/// The id, token, or address with its port at the start of a text; `before` is what comes before it.
fn random_part(text: &str, before: char) -> Option<&str> {
    const ADDRESS: &str = "127.0.0.1:";
    if let Some(after) = text.strip_prefix(ADDRESS) {
        let port = after.bytes().take_while(u8::is_ascii_digit).count();
        return (port > 0).then(|| &text[..ADDRESS.len() + port]);
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

/// Whether a text starts with a token: as long as one, and with all kinds of characters, which no word has.
fn is_token(text: &str) -> bool {
    let has = |is_kind: fn(&u8) -> bool| text.as_bytes()[..TOKEN_LENGTH].iter().any(is_kind);
    text.chars().take_while(|letter| is_token_character(*letter)).take(TOKEN_LENGTH + 1).count() == TOKEN_LENGTH
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

    #[tokio::test]
    async fn a_page_is_checked_once() {
        let known = KnownFaults::new();
        let unknown = known.of("page", async || None).await;
        let faults = known.of("page", async || Some(vec!["no title".to_owned()])).await;
        let again = known.of("page", async || panic!("checked again")).await;
        assert_eq!((unknown, faults.as_deref()), (None, Some(&["no title".to_owned()][..])));
        assert_eq!(again, faults);
    }
}
