//! A tab of a customer's page: its address, the link to it, and what it shows.

use parlour_domain::ids::UserId;

use super::bookings::CustomerBookings;
use super::links::customer_path;
use super::tabs::{Gems, Hit, Invoices, MembershipView, Notes};
use parlour_texts::CustomersTexts;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tab {
    Bookings,
    Notes,
    Invoices,
    Gems,
    Membership,
    Duplicates,
}

impl Tab {
    pub(super) const ALL: [Self; 6] =
        [Self::Bookings, Self::Notes, Self::Invoices, Self::Gems, Self::Membership, Self::Duplicates];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Bookings => "visits",
            Self::Notes => "notes",
            Self::Invoices => "invoices",
            Self::Gems => "gems",
            Self::Membership => "membership",
            Self::Duplicates => "duplicates",
        }
    }

    /// Bookings, if the address names no other.
    pub(super) fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|tab| tab.as_str() == text).unwrap_or(Self::Bookings)
    }

    pub(super) fn word(self, text: CustomersTexts) -> &'static str {
        match self {
            Self::Bookings => text.one().tab_visits(),
            Self::Notes => text.one().tab_notes(),
            Self::Invoices => text.one().tab_invoices(),
            Self::Gems => text.one().tab_gems(),
            Self::Membership => text.one().tab_membership(),
            Self::Duplicates => text.one().tab_duplicates(),
        }
    }

    pub(super) fn path(self, customer: &UserId) -> String {
        format!("{}?tab={}", customer_path(customer), self.as_str())
    }
}

/// A link to a tab.
pub(super) struct TabLink {
    pub(super) path: String,
    pub(super) text: String,
    pub(super) is_current: bool,
}

pub(super) enum TabBody {
    Bookings(CustomerBookings),
    Notes(Notes),
    Invoices(Invoices),
    Gems(Gems),
    Membership { current: Option<MembershipView>, past: Vec<MembershipView> },
    Duplicates { q: String, same_phone: Vec<Hit>, found: Vec<Hit> },
}
