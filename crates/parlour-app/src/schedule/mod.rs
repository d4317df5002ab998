//! The working hours of staff.

mod copy_week;
mod day_board;
pub mod desk_day_board;
mod own_schedule;
mod set_week;
mod week;

pub use copy_week::{CopyFieldError, CopyWeekRefusal, copy_week, validate_copy};
pub use day_board::{DayBoard, DayBoardRow, day_board};
pub use own_schedule::{DatedShift, OwnSchedule, own_schedule};
pub use set_week::{SetWeekRefusal, set_week, weekly_shift};
pub use week::{DayOfStaff, ScheduleWeek, WeekOfStaff, week};
