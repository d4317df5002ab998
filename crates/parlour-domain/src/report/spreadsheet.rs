//! Texts on their way into a spreadsheet and back. A program that opens a CSV file takes a cell that begins with one of
//! a few characters for a formula, and runs it.

use std::borrow::Cow;

/// Puts an apostrophe before a text that looks like a formula, so that a spreadsheet shows it as text. Numbers such
/// as `+919876543210` or `-5.50` are harmless and stay unchanged.
pub fn escape_formula(text: &str) -> Cow<'_, str> {
    if is_formula(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Removes the apostrophe that [`escape_formula`] has added.
pub fn unescape_formula(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| is_formula(text)).unwrap_or(cell)
}

fn is_formula(text: &str) -> bool {
    // Programs with a Chinese, Japanese or Korean keyboard take the wide forms for the narrow ones.
    let rest = match text.strip_prefix(['=', '@', '\t', '\r', '\n', '＝', '＠', '＋', '－']) {
        Some(_) => return true,
        None => text.strip_prefix(['+', '-']),
    };
    rest.is_some_and(|rest| !is_number(rest))
}

/// Digits in groups, as people write amounts and phones.
fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, ' ' | '.' | ','))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_shown_and_a_phone_is_left_alone() {
        for formula in
            ["=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3", "\t=1", "\r=1", "+91-98765", "-", "+1e5", "＝1+1", "－1"]
        {
            assert_eq!(escape_formula(formula), format!("'{formula}"));
            assert_eq!(unescape_formula(&escape_formula(formula)), formula);
        }
        for harmless in ["+919876543210", "+91 98765 43210", "-5.50", "Asha", "", "a=b", "'quoted", "O'Neil", "5"] {
            assert_eq!(escape_formula(harmless), harmless);
            assert_eq!(unescape_formula(harmless), harmless);
        }
    }
}
