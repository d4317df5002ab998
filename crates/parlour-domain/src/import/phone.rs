//! Phones as spreadsheets mangle them.

use crate::phone::Phone;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PhoneCellError {
    #[error("must be a 10-digit Indian mobile number")]
    NotAPhone,
    #[error("is a landline number; a mobile number is needed")]
    Landline,
    #[error("was rounded by a spreadsheet; format the column as text and export it again")]
    Rounded,
}

/// A mobile number with `+91`, `0091`, `91` or `0` in front or not, with any separators, or as the number that a
/// spreadsheet makes of it: `9876543212.0`, `9.876543212E+09`.
pub fn parse_phone_cell(cell: &str) -> Result<Phone, PhoneCellError> {
    let cell = cell.trim();
    let whole_number = whole_number(cell)?;
    let text = whole_number.as_deref().unwrap_or(cell);
    let is_separator = |letter: char| letter.is_whitespace() || matches!(letter, '-' | '(' | ')' | '.' | '/');
    let dense: String = text.chars().filter(|&letter| !is_separator(letter)).collect();
    let digits = dense.strip_prefix('+').unwrap_or(&dense);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(PhoneCellError::NotAPhone);
    }
    let is_foreign = dense.starts_with('+') && !digits.starts_with("91");
    let national = national_number(digits);
    if is_foreign {
        Err(PhoneCellError::NotAPhone)
    } else if is_landline(national) {
        Err(PhoneCellError::Landline)
    } else {
        Phone::parse(national).map_err(|_| PhoneCellError::NotAPhone)
    }
}

/// The digits of a cell that a spreadsheet took for a number, if it did.
fn whole_number(cell: &str) -> Result<Option<String>, PhoneCellError> {
    if let Some((mantissa, exponent)) = cell.split_once(['e', 'E']) {
        let exponent = exponent.trim_start_matches('+').parse::<usize>().map_err(|_| PhoneCellError::NotAPhone)?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        // All digits must be there: the missing ones are lost, not 0.
        return if fraction.len() == exponent {
            Ok(Some(format!("{whole}{fraction}")))
        } else {
            Err(PhoneCellError::Rounded)
        };
    }
    let number = cell.split_once('.').filter(|(whole, fraction)| {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number(whole) && is_number(fraction) && fraction.bytes().all(|byte| byte == b'0')
    });
    Ok(number.map(|(whole, _)| whole.to_owned()))
}

/// Without the code of the country and the `0` of a long-distance call.
fn national_number(digits: &str) -> &str {
    let without_country = digits.strip_prefix("0091").or_else(|| digits.strip_prefix("91"));
    let national = without_country.filter(|_| digits.len() >= 12).unwrap_or(digits);
    if national.len() == 11 { national.strip_prefix('0').unwrap_or(national) } else { national }
}

/// Whether the desk would refuse the number because it begins with an area code. Numbers of 6 to 8 digits lack theirs. An
/// area code that begins like a mobile number, such as `080`, is no reason: the desk takes those numbers, too.
fn is_landline(national: &str) -> bool {
    (6..=8).contains(&national.len()) || (national.len() == 10 && matches!(national.as_bytes()[0], b'1'..=b'5'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mangled_mobile_numbers_are_read() {
        for cell in [
            "9876543212",
            "9876543212.0",
            "9876543212.00",
            "9.876543212E+09",
            "9.876543212e9",
            "+91 98765 43212",
            "00919876543212",
            "0091 98765-43212",
            "919876543212",
            "919876543212.0",
            "09876543212",
            "(+91) 98765-43212",
            "98765.43212",
            "+91-098765 43212",
            " 98765\u{a0}43212 ",
        ] {
            assert_eq!(parse_phone_cell(cell).as_ref().map(Phone::as_str), Ok("+919876543212"), "{cell}");
        }
    }

    /// A file and the desk are of one mind about a number.
    #[test]
    fn what_the_desk_takes_is_imported_as_the_desk_stores_it() {
        for typed in [
            "080 2345 6789",
            "08023456789",
            "+91 80 2345 6789",
            "0712-2345678",
            "0821 2345678",
            "98765 43212",
            "079-26543210",
        ] {
            assert_eq!(parse_phone_cell(typed).ok(), Phone::parse(typed).ok(), "{typed}");
            assert!(parse_phone_cell(typed).is_ok(), "{typed}");
        }
        for refused in ["022-23456789", "+91 22 2345 6789", "12345", ""] {
            assert!(parse_phone_cell(refused).is_err() && Phone::parse(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn what_is_no_mobile_number_is_refused_with_its_reason() {
        use PhoneCellError::{Landline, NotAPhone, Rounded};
        for (cell, reason) in [
            ("022-23456789", Landline),
            ("2223456789", Landline),
            ("0120-2345678", Landline),
            ("2345 6789", Landline),
            ("234567", Landline),
            ("9.87654E+09", Rounded),
            ("9.8E9", Rounded),
            ("", NotAPhone),
            ("none", NotAPhone),
            ("12345", NotAPhone),
            ("+1 9876543212", NotAPhone),
            ("98765432121", NotAPhone),
            ("9876543212 / 9876543213", NotAPhone),
            ("9876543212.5", NotAPhone),
            ("९८७६५४३२१२", NotAPhone),
        ] {
            assert_eq!(parse_phone_cell(cell), Err(reason), "{cell}");
        }
    }
}
