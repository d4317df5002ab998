//! What a notification or an e-mail is about.

use crate::ids::{BookingId, InvoiceId, LeadId, LeaveId, MembershipId};

/// What a notification is about. A user gets one notification per type, subject and period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationSubject<'a> {
    Booking(&'a BookingId),
    Invoice(&'a InvoiceId),
    Lead(&'a LeadId),
    Leave(&'a LeaveId),
    Membership(&'a MembershipId),
    /// The person who is notified.
    Recipient,
}

impl<'a> NotificationSubject<'a> {
    /// The text that is stored: the id of the subject, empty for the recipient.
    pub fn as_str(self) -> &'a str {
        match self {
            Self::Booking(id) => id.as_str(),
            Self::Invoice(id) => id.as_str(),
            Self::Lead(id) => id.as_str(),
            Self::Leave(id) => id.as_str(),
            Self::Membership(id) => id.as_str(),
            Self::Recipient => "",
        }
    }
}
