//! What an open page can watch: it is told that this has changed, and reads it again.

mod noted;

use std::fmt;

use chrono::NaiveDate;

use crate::auth::app_kind::AppKind;
use crate::auth::role::Role;
use crate::ids::{BranchId, StaffId, UserId};
use crate::ist::parse_date;

pub use noted::{MAX_UPDATES, NotedPageUpdates};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PageUpdate {
    /// The bookings and notifications of one person.
    Customer(UserId),
    /// The bookings that one of the staff does. It is told to them under the name of their own updates.
    Staff(StaffId),
    /// A day of a branch, as the desk sees it.
    Board {
        branch_id: BranchId,
        date: NaiveDate,
    },
    /// Bookings that wait for an answer.
    Requests,
    Leads,
}

impl PageUpdate {
    /// An update by its name, `board:{branchId}:{date}`.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "requests" => return Some(Self::Requests),
            "leads" => return Some(Self::Leads),
            _ => {}
        }
        match name.split_once(':')? {
            ("customer", id) if is_id(id) => Some(Self::Customer(UserId::new(id))),
            ("staff", id) if is_id(id) => Some(Self::Staff(StaffId::new(id))),
            ("board", board) => {
                let (branch, date) = board.split_once(':').filter(|(branch, _)| is_id(branch))?;
                Some(Self::Board { branch_id: BranchId::new(branch), date: parse_date(date)? })
            }
            _ => None,
        }
    }

    pub fn is_board(&self) -> bool {
        matches!(self, Self::Board { .. })
    }

    /// Whether somebody may watch it: everyone what is their own, the desk the rest.
    pub fn may_be_watched_by(&self, user: &UserId, role: Role, app_kind: AppKind) -> bool {
        match self {
            Self::Customer(customer) => customer == user,
            // Whose profile it is, only the server knows.
            Self::Staff(_) => false,
            Self::Board { .. } | Self::Requests | Self::Leads => {
                app_kind == AppKind::Admin && role >= Role::Receptionist
            }
        }
    }
}

impl fmt::Display for PageUpdate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Customer(customer) => write!(out, "customer:{customer}"),
            Self::Staff(staff) => write!(out, "staff:{staff}"),
            Self::Board { branch_id, date } => write!(out, "board:{branch_id}:{date}"),
            Self::Requests => out.write_str("requests"),
            Self::Leads => out.write_str("leads"),
        }
    }
}

/// Ids have no character that separates names or lines.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_is_read_as_it_is_written() {
        for name in ["customer:0f-a", "staff:kavya", "board:branch-pune:2027-03-05", "requests", "leads"] {
            assert_eq!(PageUpdate::parse(name).map(|update| update.to_string()).as_deref(), Some(name));
        }
        for name in [
            "",
            "customer",
            "customer:",
            "customer:a:b",
            "staff:",
            "customer:a b",
            "customer:a\nb",
            "customer:*",
            "board:pune",
            "board:pune:",
            "board::2027-03-05",
            "board:pune:2027-02-30",
            "board:pune:2027-3-5",
            "board:pune:2027-03-05:1",
            "requests:",
            "Requests",
            " leads",
            "users",
        ] {
            assert_eq!(PageUpdate::parse(name), None, "{name:?}");
        }
    }

    #[test]
    fn everyone_watches_their_own_and_the_desk_the_rest() {
        let (asha, ravi) = (UserId::new("asha"), UserId::new("ravi"));
        let own = PageUpdate::Customer(asha.clone());
        let of_the_desk = ["board:pune:2027-03-05", "requests", "leads"].map(|name| PageUpdate::parse(name).unwrap());
        for &role in Role::ALL {
            for app_kind in [AppKind::Customer, AppKind::Admin] {
                assert!(own.may_be_watched_by(&asha, role, app_kind));
                assert!(!own.may_be_watched_by(&ravi, role, app_kind));
                assert!(!PageUpdate::Staff(StaffId::new("asha")).may_be_watched_by(&asha, role, app_kind));
                let is_desk = app_kind == AppKind::Admin && role >= Role::Receptionist;
                for update in &of_the_desk {
                    assert_eq!(update.may_be_watched_by(&asha, role, app_kind), is_desk, "{role} {update}");
                }
            }
        }
    }
}
