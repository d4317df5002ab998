//! Leads: people who answered an advertisement and have not booked yet.

use crate::email_address::EmailAddress;
use crate::ids::ServiceId;
use crate::ist::{DAY_MS, Timestamp};
use crate::phone::Phone;
use crate::string_enum::string_enum;

string_enum! {
    LeadStatus {
        New = "new",
        Contacted = "contacted",
        FollowUp = "follow_up",
        Booked = "booked",
        Won = "won",
        Lost = "lost",
    }
}

impl LeadStatus {
    /// Whether a lead may change to this status. The same status is not allowed; a won or lost lead is final.
    pub fn can_become(self, next: Self) -> bool {
        match self {
            Self::New => matches!(next, Self::Contacted | Self::Booked | Self::Lost),
            Self::Contacted => matches!(next, Self::FollowUp | Self::Booked | Self::Lost),
            Self::FollowUp => matches!(next, Self::Booked | Self::Lost),
            Self::Booked => matches!(next, Self::Won | Self::Lost),
            Self::Won | Self::Lost => false,
        }
    }

    /// The number of days after which a lead in this status is stale. `None` if it never is.
    pub fn max_waiting_days(self) -> Option<i64> {
        match self {
            Self::New => Some(1),
            Self::FollowUp => Some(2),
            Self::Contacted => Some(3),
            Self::Booked => Some(7),
            Self::Won | Self::Lost => None,
        }
    }
}

/// Whether a lead has waited too long since it was captured or last contacted, whichever came later.
pub fn is_stale(
    status: LeadStatus,
    captured_at: Timestamp,
    last_contacted_at: Option<Timestamp>,
    now: Timestamp,
) -> bool {
    let since = last_contacted_at.map_or(captured_at, |contacted_at| contacted_at.max(captured_at));
    status.max_waiting_days().is_some_and(|days| now >= since.plus_days(days))
}

/// Whole days of 24 hours.
pub fn days_since_capture(captured_at: Timestamp, now: Timestamp) -> i64 {
    (now.millis_since(captured_at) / DAY_MS).max(0)
}

/// The UTM parameters of the campaign link through which a visitor came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Utm {
    pub source: Option<String>,
    pub medium: Option<String>,
    pub campaign: Option<String>,
    pub content: Option<String>,
    pub term: Option<String>,
}

/// A lead as it is captured, every field checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLead {
    pub name: String,
    pub phone: Phone,
    pub email: Option<EmailAddress>,
    pub service_interested_id: Option<ServiceId>,
    pub source: String,
    pub utm: Utm,
}

#[cfg(test)]
mod tests {
    use super::LeadStatus::{Booked, Contacted, FollowUp, Lost, New, Won};
    use super::*;

    const CAPTURED: Timestamp = Timestamp::from_millis(1_800_000_000_123);

    #[test]
    fn lead_moves_forward_or_is_lost() {
        let allowed = [
            (New, Contacted),
            (New, Booked),
            (New, Lost),
            (Contacted, FollowUp),
            (Contacted, Booked),
            (Contacted, Lost),
            (FollowUp, Booked),
            (FollowUp, Lost),
            (Booked, Won),
            (Booked, Lost),
        ];
        for &from in LeadStatus::ALL {
            for &to in LeadStatus::ALL {
                assert_eq!(from.can_become(to), allowed.contains(&(from, to)), "{from} to {to}");
            }
        }
    }

    #[test]
    fn lead_is_stale_from_the_last_millisecond_of_its_days() {
        for (status, days) in [(New, 1), (Contacted, 3), (FollowUp, 2), (Booked, 7)] {
            let end = CAPTURED.plus_days(days);
            assert!(!is_stale(status, CAPTURED, None, end.plus_millis(-1)), "{status}");
            assert!(is_stale(status, CAPTURED, None, end), "{status}");
        }
        for status in [Won, Lost] {
            assert!(!is_stale(status, CAPTURED, None, Timestamp::FAR_FUTURE), "{status}");
        }
    }

    #[test]
    fn waiting_restarts_with_each_contact() {
        let contacted = CAPTURED.plus_days(2);
        let end = contacted.plus_days(3);
        assert!(!is_stale(Contacted, CAPTURED, Some(contacted), end.plus_millis(-1)));
        assert!(is_stale(Contacted, CAPTURED, Some(contacted), end));
        let before = CAPTURED.plus_days(-2);
        assert!(!is_stale(New, CAPTURED, Some(before), CAPTURED.plus_days(1).plus_millis(-1)));
        assert!(is_stale(New, CAPTURED, Some(before), CAPTURED.plus_days(1)));
    }

    #[test]
    fn only_whole_days_are_counted() {
        let days = |millis| days_since_capture(CAPTURED, CAPTURED.plus_millis(millis));
        assert_eq!([days(-DAY_MS), days(0), days(DAY_MS - 1), days(DAY_MS), days(2 * DAY_MS - 1)], [0, 0, 0, 1, 1]);
    }
}
