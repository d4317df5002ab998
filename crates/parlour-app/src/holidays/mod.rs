//! Days on which a branch stays closed.

mod add;
mod remove;

pub use add::{AddedHoliday, HolidayRefusal, NewHoliday, add};
pub use remove::remove;
