//! Text that people typed: bounded, and without the one character databases refuse.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextRefusal {
    #[error("must not be empty")]
    Empty,
    #[error("must be at most {0} characters")]
    TooLong(usize),
    #[error("must not contain NUL characters")]
    Nul,
}

/// Trimmed text of 1 to `max` characters.
pub fn required_text(typed: &str, max: usize) -> Result<String, TextRefusal> {
    let text = limited_text(typed.trim(), max)?;
    if text.is_empty() { Err(TextRefusal::Empty) } else { Ok(text) }
}

/// Text of at most `max` characters, as typed.
pub fn limited_text(text: &str, max: usize) -> Result<String, TextRefusal> {
    if text.contains('\0') {
        return Err(TextRefusal::Nul);
    }
    if text.chars().count() > max {
        return Err(TextRefusal::TooLong(max));
    }
    Ok(text.to_owned())
}

/// How text is compared when case does not matter. Both engines fold case differently, so folded
/// columns are written by us.
pub fn fold_case(text: &str) -> String {
    text.to_lowercase()
}

/// Replaces each run of white space by one space, and trims the text.
pub fn collapse_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lower case, with every run of other characters than letters and digits a hyphen.
pub fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for word in name.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(word);
    }
    slug
}

/// Bytes as lower-case hexadecimal digits.
pub fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_count_characters_after_trimming() {
        assert_eq!(required_text(" आशा ", 3), Ok("आशा".into()));
        assert_eq!(required_text("abcd", 3), Err(TextRefusal::TooLong(3)));
        assert_eq!(required_text("   ", 3), Err(TextRefusal::Empty));
        assert_eq!(limited_text("", 3), Ok(String::new()));
        assert_eq!(limited_text("a\0b", 9), Err(TextRefusal::Nul));
    }

    #[test]
    fn hexadecimal_has_two_digits_a_byte() {
        assert_eq!(to_hex(&[0, 10, 255]), "000aff");
    }

    #[test]
    fn slugs_are_words_joined_by_hyphens() {
        assert_eq!(slug("  Hair Cut & Blow-dry  (Women)"), "hair-cut-blow-dry-women");
    }
}
