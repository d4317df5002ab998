//! The working hours of staff.

mod day_board;
pub mod desk_day_board;
mod own_schedule;
mod set_week;

pub use day_board::{DayBoard, DayBoardRow, day_board};
pub use own_schedule::{DatedShift, OwnSchedule, own_schedule};
pub use set_week::{SetWeekRefusal, set_week};
