//! Memberships: spa hours paid in advance.

use crate::words::words;

words! {
    /// As stored: one that is overdue reads `active` until somebody has written that it is over.
    MembershipStatus {
        Active = "active",
        Expired = "expired",
        Cancelled = "cancelled",
    }
}
