//! Branches: what numbers call them, where they can be called, how they take bookings.

use crate::words::words;

/// More than the booking horizon of anyone's diary: 30 days.
pub const LONGEST_CANCEL_WINDOW_MINUTES: i64 = 30 * 24 * 60;
/// A request that nobody has answered is rejected after a day.
pub const LONGEST_HOLD_MINUTES: i64 = 24 * 60;
pub const USUAL_HOLD_MINUTES: i64 = 30;

words! {
    BranchStatus {
        Operational = "operational",
        ComingSoon = "coming_soon",
        Closed = "closed",
    }
}

words! {
    /// Whether every request is taken, or only what somebody has time for.
    AvailabilityMode {
        Open = "open",
        Live = "live",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 2 to 4 of the letters A to Z and the digits 0 to 9")]
pub struct NotACode;

/// The part of booking and invoice numbers that names the branch.
pub fn code(typed: &str) -> Result<String, NotACode> {
    let fits = (2..=4).contains(&typed.len())
        && typed.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    if fits { Ok(typed.to_owned()) } else { Err(NotACode) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an Indian telephone number of 10 digits, optionally with +91 or 0 in front")]
pub struct NotATelephone;

/// A house has a mobile or a line in the wall, area code included; both have ten digits. Stored like a mobile.
pub fn telephone(typed: &str) -> Result<String, NotATelephone> {
    let dense: String = typed.trim().chars().filter(|&c| c != ' ' && c != '-').collect();
    let digits = dense.strip_prefix("+91").or_else(|| dense.strip_prefix('0')).unwrap_or(dense.as_str());
    let fits = digits.len() == 10
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(digits.as_bytes().first(), Some(b'1'..=b'9'));
    if fits { Ok(format!("+91{digits}")) } else { Err(NotATelephone) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_2_to_4_capitals_and_digits() {
        for typed in ["BLR", "H1", "2026", "AB"] {
            assert_eq!(code(typed).as_deref(), Ok(typed));
        }
        for typed in ["", "A", "ABCDE", "blr", "B R", "B/R", "ÄB", "A\0", " BLR"] {
            assert_eq!(code(typed), Err(NotACode), "{typed:?}");
        }
    }

    #[test]
    fn mobiles_and_lines_are_stored_alike() {
        for typed in ["080 4123 4567", "+91 80 4123 4567", "8041234567", "+918041234567"] {
            assert_eq!(telephone(typed).as_deref(), Ok("+918041234567"), "{typed}");
        }
        for typed in
            ["", "12345", "0804123456", "91 80 4123 4567", "+1 8041234567", "80412345678", "८०४१२३४५६७"]
        {
            assert_eq!(telephone(typed), Err(NotATelephone), "{typed}");
        }
    }
}
