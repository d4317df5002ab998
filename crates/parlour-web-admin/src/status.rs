//! How the status of a booking is shown: word, icon and shape.

use std::hash::{DefaultHasher, Hash, Hasher};

use parlour_domain::booking::BookingStatus;
use parlour_store::bookings::desk_bookings::DeskBooking;

use parlour_texts::DeskStatusTexts;

/// The status of a booking as the desk sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeskStatus {
    Pending,
    /// Another time was offered to the customer.
    Offered,
    Confirmed,
    Arrived,
    InProgress,
    /// In progress, and its staff have finished.
    ReadyToPay,
    Done,
    NoShow,
    Cancelled,
    Rejected,
}

impl DeskStatus {
    pub fn of(found: &DeskBooking) -> Self {
        let has_offer = found.booking.offered_time.is_some();
        match found.booking.status {
            BookingStatus::Pending if has_offer => Self::Offered,
            BookingStatus::Confirmed if found.arrived_at.is_some() => Self::Arrived,
            BookingStatus::InProgress if found.finished_at.is_some() => Self::ReadyToPay,
            status => Self::of_status(status),
        }
    }

    pub fn of_status(status: BookingStatus) -> Self {
        match status {
            BookingStatus::Pending => Self::Pending,
            BookingStatus::Confirmed => Self::Confirmed,
            BookingStatus::InProgress => Self::InProgress,
            BookingStatus::Completed => Self::Done,
            BookingStatus::Cancelled => Self::Cancelled,
            BookingStatus::Rejected => Self::Rejected,
            BookingStatus::NoShow => Self::NoShow,
        }
    }

    /// Whether the customer is being served, or has been and is to pay.
    pub fn is_in_progress(self) -> bool {
        matches!(self, Self::InProgress | Self::ReadyToPay)
    }

    /// The classes of its badge and of its block on the board. The first says what can be done with it.
    pub fn class(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Offered => "offered",
            Self::Confirmed => "confirmed",
            Self::Arrived => "arrived",
            Self::InProgress => "progress",
            Self::ReadyToPay => "progress ready",
            Self::Done => "done",
            Self::NoShow => "noshow",
            Self::Cancelled | Self::Rejected => "refused",
        }
    }

    pub fn word(self, text: DeskStatusTexts) -> &'static str {
        match self {
            Self::Pending => text.pending(),
            Self::Offered => text.offered(),
            Self::Confirmed => text.confirmed(),
            Self::Arrived => text.arrived(),
            Self::InProgress => text.in_progress(),
            Self::ReadyToPay => text.ready_to_pay(),
            Self::Done => text.done(),
            Self::NoShow => text.no_show(),
            Self::Cancelled => text.cancelled(),
            Self::Rejected => text.rejected(),
        }
    }
}

/// The class of the colour behind somebody's initials: the same for the same name.
pub fn avatar_class(name: &str) -> &'static str {
    const CLASSES: [&str; 6] = ["a1", "a2", "a3", "a4", "a5", "a6"];
    let sum = name.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
    CLASSES[sum % CLASSES.len()]
}

/// A short text that differs when what is shown differs.
pub fn version(shown: impl Hash) -> String {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghijkmnpqrstuvwx";
    let mut hasher = DefaultHasher::new();
    shown.hash(&mut hasher);
    let bytes = hasher.finish().to_le_bytes();
    bytes.iter().take(4).map(|byte| char::from(DIGITS[usize::from(byte % 32)])).collect()
}
