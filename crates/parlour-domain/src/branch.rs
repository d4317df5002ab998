//! Branches: their code in booking and invoice numbers, their phone, and how they accept bookings.

use crate::string_enum::string_enum;

/// The longest cancel window of a branch: 30 days before the start.
pub const MAX_CANCEL_WINDOW_MINUTES: i64 = 30 * 24 * 60;
/// One day: a request without an answer is rejected after that time, so a longer hold has no use.
pub const MAX_HOLD_MINUTES: i64 = 24 * 60;
pub const DEFAULT_HOLD_MINUTES: i64 = 30;
/// The largest limit of open requests per customer that a branch can set.
pub const MAX_PENDING_LIMIT: i64 = 1_000;

/// What a branch gets that becomes live without a limit: requests take the staff's time there, so nobody may hoard it.
pub const LIVE_PENDING_LIMIT: i64 = 3;

string_enum! {
    BranchStatus {
        Operational = "operational",
        ComingSoon = "coming_soon",
        Closed = "closed",
    }
}

string_enum! {
    /// Whether a branch accepts every request (open), or only requests for which a staff member is free (live).
    AvailabilityMode {
        Open = "open",
        Live = "live",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 2 to 4 of the letters A to Z and the digits 0 to 9")]
pub struct NotABranchCode;

/// The part of booking and invoice numbers that names the branch.
pub fn parse_branch_code(typed: &str) -> Result<String, NotABranchCode> {
    let fits =
        (2..=4).contains(&typed.len()) && typed.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    if fits { Ok(typed.to_owned()) } else { Err(NotABranchCode) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an Indian telephone number of 10 digits, optionally with +91 or 0 in front")]
pub struct NotABranchPhone;

/// A branch has a mobile or a landline with its area code; both have ten digits. Stored like a mobile.
pub fn parse_branch_phone(typed: &str) -> Result<String, NotABranchPhone> {
    let dense: String = typed.trim().chars().filter(|&c| c != ' ' && c != '-').collect();
    let digits = dense.strip_prefix("+91").or_else(|| dense.strip_prefix('0')).unwrap_or(dense.as_str());
    let fits = digits.len() == 10
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(digits.as_bytes().first(), Some(b'1'..=b'9'));
    if fits { Ok(format!("+91{digits}")) } else { Err(NotABranchPhone) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_2_to_4_capitals_and_digits() {
        for typed in ["BLR", "H1", "2026", "AB"] {
            assert_eq!(parse_branch_code(typed).as_deref(), Ok(typed));
        }
        for typed in ["", "A", "ABCDE", "blr", "B R", "B/R", "ÄB", "A\0", " BLR"] {
            assert_eq!(parse_branch_code(typed), Err(NotABranchCode), "{typed:?}");
        }
    }

    #[test]
    fn mobile_and_landline_numbers_are_normalized() {
        for typed in ["080 4123 4567", "+91 80 4123 4567", "8041234567", "+918041234567"] {
            assert_eq!(parse_branch_phone(typed).as_deref(), Ok("+918041234567"), "{typed}");
        }
        for typed in ["", "12345", "0804123456", "91 80 4123 4567", "+1 8041234567", "80412345678", "८०४१२३४५६७"]
        {
            assert_eq!(parse_branch_phone(typed), Err(NotABranchPhone), "{typed}");
        }
    }
}
