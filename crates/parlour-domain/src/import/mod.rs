//! Files from another system, and how dates, times and phones are written in them.

mod date;
mod phone;
mod time;

use crate::string_enum::string_enum;

pub use date::{DateCellError, DateOrder, parse_date_cell};
pub use phone::{PhoneCellError, parse_phone_cell};
pub use time::parse_time_cell;

string_enum! {
    /// What a file holds.
    ImportKind {
        Customers = "customers",
        Services = "services",
        Staff = "staff",
        Bookings = "bookings",
        Memberships = "memberships",
        Gems = "gems",
    }
}

string_enum! {
    /// How far a file has come that a browser has sent.
    ImportStatus {
        /// Nothing of it is imported yet.
        Checked = "checked",
        Running = "running",
        Done = "done",
        Failed = "failed",
    }
}

string_enum! {
    /// How far a file has come that a browser will fetch.
    ExportStatus {
        Running = "running",
        Done = "done",
        Failed = "failed",
    }
}
