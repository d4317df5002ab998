//! Identifiers: opaque strings in JSON and in the database, a type of its own for each record in Rust.

use serde::Serialize;
use utoipa::ToSchema;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            pub fn new(id: impl Into<String>) -> Self {
                Self(id.into())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(&self.0)
            }
        }
    )*};
}

ids! {
    /// A person who can have a session, or a customer made at the desk.
    UserId
    SessionId
    BranchId
    CategoryId
    ServiceId
    StaffId
    BookingId
    LeadId
    OfferId
    TagId
    TierId
    MembershipId
    InvoiceId
    NotificationId
    LeaveId
    HolidayId
    BlockId
    DayCloseId
    CashMovementId
}
