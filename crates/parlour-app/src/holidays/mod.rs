//! Days on which a branch stays closed.

mod add;
mod remove;

pub use add::{Added, HolidayRefusal, NewHoliday, add};
pub use remove::remove;
