//! Whole days off, asked for and decided.

use chrono::{Days, NaiveDate};

use crate::string_enum::string_enum;

/// Twice the longest leave that the law provides for.
pub const MAX_LEAVE_DAYS: u64 = 366;
/// How many days ahead leave can be requested.
pub const MAX_DAYS_AHEAD: u64 = 730;

string_enum! {
    LeaveStatus {
        Pending = "pending",
        Approved = "approved",
        Rejected = "rejected",
    }
}

string_enum! {
    /// A manager's decision on a request for leave.
    LeaveDecision {
        Approve = "approve",
        Reject = "reject",
    }
}

impl LeaveDecision {
    pub fn resulting_status(self) -> LeaveStatus {
        match self {
            Self::Approve => LeaveStatus::Approved,
            Self::Reject => LeaveStatus::Rejected,
        }
    }
}

/// Days off, the first and the last included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeavePeriod {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LeavePeriodRefusal {
    #[error("must be today or later")]
    Past,
    #[error("must be within the next two years")]
    TooFar,
    #[error("must not be before the first day")]
    EndsBeforeStart,
    #[error("must be at most 366 days long, the first and the last included")]
    TooLong,
}

impl LeavePeriodRefusal {
    /// Whether the first day is at fault, or the last.
    pub fn is_about_start_date(self) -> bool {
        matches!(self, Self::Past | Self::TooFar)
    }
}

impl LeavePeriod {
    /// The errors of a requested period. It may start today (for sickness), but not on a past day.
    pub fn field_errors(self, today: NaiveDate) -> Vec<LeavePeriodRefusal> {
        let mut found = Vec::new();
        if self.start_date < today {
            found.push(LeavePeriodRefusal::Past);
        } else if self.start_date > today + Days::new(MAX_DAYS_AHEAD) {
            found.push(LeavePeriodRefusal::TooFar);
        }
        if self.end_date < self.start_date {
            found.push(LeavePeriodRefusal::EndsBeforeStart);
        } else if self.end_date.signed_duration_since(self.start_date).num_days().unsigned_abs() >= MAX_LEAVE_DAYS {
            found.push(LeavePeriodRefusal::TooLong);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ist::parse_date;

    #[test]
    fn leave_is_ahead_in_order_and_no_longer_than_a_year() {
        let today = parse_date("2027-03-01").unwrap();
        for (start, end, expected) in [
            ("2027-03-01", "2027-03-01", &[][..]),
            ("2027-03-01", "2028-02-29", &[]),
            ("2027-03-01", "2028-03-01", &[LeavePeriodRefusal::TooLong]),
            ("2027-02-28", "2027-03-05", &[LeavePeriodRefusal::Past]),
            ("2027-02-28", "2027-02-27", &[LeavePeriodRefusal::Past, LeavePeriodRefusal::EndsBeforeStart]),
            ("2029-02-28", "2029-03-05", &[]),
            ("2029-03-01", "2029-02-05", &[LeavePeriodRefusal::TooFar, LeavePeriodRefusal::EndsBeforeStart]),
            ("9999-12-31", "9999-12-31", &[LeavePeriodRefusal::TooFar]),
        ] {
            let days = LeavePeriod { start_date: parse_date(start).unwrap(), end_date: parse_date(end).unwrap() };
            assert_eq!(days.field_errors(today), expected, "{start} to {end}");
        }
    }
}
