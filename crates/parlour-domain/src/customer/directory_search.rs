//! Normalises search texts of the customer directory: parts of names, phones and e-mail addresses.

use crate::text::{collapse_spaces, fold_case};

/// A search with fewer digits than this is not treated as a part of a phone number.
const MIN_PHONE_DIGITS: usize = 4;

/// The text in which the directory searches for a customer: name, phone and e-mail, one per line. If the name has
/// spaces, the name without them follows.
pub fn search_text(name: &str, phone: Option<&str>, email: Option<&str>) -> String {
    let name = collapse_spaces(name);
    let mut text = format!("{name}\n{}\n{}", phone.unwrap_or_default(), email.unwrap_or_default());
    if name.contains(' ') {
        text.push('\n');
        text.extend(name.chars().filter(|&letter| letter != ' '));
    }
    fold_case(&text)
}

/// The part to search for in `search_text`. What separates the digits of a phone number, and `0` or `00` in front of
/// it, are removed. Only names have spaces: a part of one is looked for without them, because every text has the name so.
pub fn search_term(typed: &str) -> String {
    phone_part(typed).unwrap_or_else(|| {
        let term = fold_case(&collapse_spaces(typed));
        // Digits without their spaces would be found in phones.
        if term.contains(char::is_alphabetic) { term.replace(' ', "") } else { term }
    })
}

/// The typed part of a phone number in the format of stored phones. `None` if the text is not one.
fn phone_part(typed: &str) -> Option<String> {
    let is_separator = |letter: char| letter.is_whitespace() || matches!(letter, '-' | '.' | '/' | '(' | ')');
    let dense: String = typed.chars().filter(|&letter| !is_separator(letter)).collect();
    let digits = dense.strip_prefix('+').unwrap_or(&dense);
    let is_phone = digits.len() >= MIN_PHONE_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
    // A mobile number begins with 6 to 9, so `098` is the beginning of one. Other digits after 0 may be any part, if
    // they are no more than four.
    let without_zero = dense.strip_prefix("00").or_else(|| dense.strip_prefix('0'));
    let is_beginning = |rest: &&str| rest.len() >= MIN_PHONE_DIGITS || rest.starts_with(['6', '7', '8', '9']);
    let without_zero = without_zero.filter(is_beginning);
    is_phone.then(|| without_zero.unwrap_or(&dense).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_is_found_however_it_is_typed() {
        let text = search_text("Asha Rao", Some("+919845012345"), None);
        for typed in [
            "98450 12345",
            "+91 98450-12345",
            "+919845012345",
            "09845012345",
            "098450 12345",
            "098 450",
            "91 98450",
            "0984",
            "4501",
            "0123",
            "5-0 1 2",
            "+9198",
            "0091 98450 12345",
            "(98450) 12345",
            "98450.12345",
        ] {
            assert!(text.contains(&search_term(typed)), "{typed}: {}", search_term(typed));
        }
        for typed in ["98450 12346", "+92 98450", "0945012345"] {
            assert!(!text.contains(&search_term(typed)), "{typed}");
        }
    }

    #[test]
    fn a_name_is_found_whatever_its_spaces() {
        for name in ["Asha Rao", "Asha  Rao", " Asha \t Rao "] {
            let text = search_text(name, None, Some("Asha@Example.in"));
            for typed in ["asha rao", "ASHA   RAO", " Rao ", "sha r", "asharao", "asha@example.IN"] {
                assert!(text.contains(&search_term(typed)), "{typed} in {name}");
            }
        }
        assert_eq!(search_term("   "), "");
        assert_eq!(search_term("12 3"), "12 3");
        assert_eq!(search_term("Ward 1234"), "ward1234");
        for (name, typed) in [
            ("Lakshmi Priya Zqx", "lakshmipriya zqx"),
            ("Lakshmipriya Zqx", "Lakshmi Priya ZQX"),
            ("Meenazqx", "meena zqx"),
            ("प्रिया शर्मा", "प्रियाश र्मा"),
        ] {
            assert!(search_text(name, None, None).contains(&search_term(typed)), "{typed} in {name}");
        }
    }

    #[test]
    fn a_name_in_devanagari_is_found_with_or_without_its_signs() {
        for (name, typed) in [
            ("ज\u{93C}ारा", "जारा"),
            ("जारा", "ज\u{93C}ारा"),
            ("\u{95B}ारा", "ज\u{93C}ारा"),
            ("चाँदनी", "चांद"),
            ("लड\u{93C}ा राव", "ल\u{95C}ाराव"),
        ] {
            assert!(search_text(name, None, None).contains(&search_term(typed)), "{typed} in {name}");
        }
        assert!(!search_text("ज\u{93C}ारा", None, None).contains(&search_term("जरा")));
    }
}
