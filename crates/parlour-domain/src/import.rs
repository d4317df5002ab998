//! Files from another system.

use crate::words::words;

words! {
    /// What a file holds.
    ImportKind {
        Customers = "customers",
        Services = "services",
        Bookings = "bookings",
    }
}
