//! Who works when.

mod board;
mod own;
mod set_week;

pub use board::{DayBoard, DayBoardRow, board};
pub use own::{DatedShift, OwnSchedule, own};
pub use set_week::{SetWeekRefusal, set_week};
