//! Files from another system.

use crate::string_enum::string_enum;

string_enum! {
    /// What a file holds.
    ImportKind {
        Customers = "customers",
        Services = "services",
        Bookings = "bookings",
    }
}
