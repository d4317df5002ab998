//! Reads what somebody typed as a booking number, or as its end.

/// The digits at the end of a number by which the database finds it.
const KEY_DIGITS: usize = 3;
/// A text of more digits than this is a phone.
const MAX_DIGITS: usize = 9;
const MAX_LENGTH: usize = 40;
/// The number of a membership session ends with it.
const SESSION_MARK: &str = "-M";

/// A booking number or its end, in upper case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingNumberSearch {
    /// The last three digits.
    pub key: String,
    /// What the number ends with, with the mark of membership sessions where it was typed.
    pub end: String,
    /// What the number of a membership session ends with.
    pub session_end: String,
}

impl BookingNumberSearch {
    /// `bk-blr-2703-h-00007`, `h-00007`, `007`. `None` if no booking number can end like that.
    pub fn read(typed: &str) -> Option<Self> {
        let end = typed.trim().to_ascii_uppercase();
        let body = end.strip_suffix(SESSION_MARK).unwrap_or(&end);
        let is_part = body.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'-'));
        let digits = body.bytes().rev().take_while(u8::is_ascii_digit).count();
        let fits = is_part && body.len() <= MAX_LENGTH && (KEY_DIGITS..=MAX_DIGITS).contains(&digits);
        let key = body.get(body.len().checked_sub(KEY_DIGITS)?..)?;
        fits.then(|| Self { key: key.to_owned(), session_end: format!("{body}{SESSION_MARK}"), end: end.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_text_is_a_number_or_its_end() {
        for (typed, key, end, session_end) in [
            ("BK-BLR-2703-H-00007", "007", "BK-BLR-2703-H-00007", "BK-BLR-2703-H-00007-M"),
            (" bk-blr-2703-s-00012-m ", "012", "BK-BLR-2703-S-00012-M", "BK-BLR-2703-S-00012-M"),
            ("h-00007", "007", "H-00007", "H-00007-M"),
            ("007", "007", "007", "007-M"),
        ] {
            let (key, end, session_end) = (key.to_owned(), end.to_owned(), session_end.to_owned());
            assert_eq!(
                BookingNumberSearch::read(typed),
                Some(BookingNumberSearch { key, end, session_end }),
                "{typed}"
            );
        }
        for typed in ["", "-M", "07", "H-07", "Asha", "Asha 007", "9845012345", "+919845012345", "é007", "50%007"] {
            assert_eq!(BookingNumberSearch::read(typed), None, "{typed}");
        }
    }
}
