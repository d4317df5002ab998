//! The staff time of live branches: which is free, and which a booking occupies.

mod availability_cache;
mod branch_calendar;
mod branch_day;
mod day_for_booking;
mod find_free_days;
mod find_free_slots;
mod find_free_staff;
mod find_obstacles;
mod find_times_for_move;
mod find_wanted_hours;
mod given_times;
mod occupy;
mod offered_time;
mod switch_mode;

pub use availability_cache::{AvailabilityCache, DayState};
pub use branch_calendar::{BranchCalendar, find_branch_calendar};
pub use day_for_booking::{DayForBooking, DaysForBookings, FreeStart, PersonOfDay, read_day_for_booking};
pub use find_free_days::{FreeDay, FreeDaysQuery, FreeTimes, find_free_days, find_free_times};
pub use find_free_slots::{AvailabilityQuery, find_free_slots, read_free_slots};
pub use find_free_staff::{FreeStaffMember, FreeStaffQuery, NotFreeReason, find_free_people, find_free_staff};
pub use find_obstacles::{Obstacle, OtherBooking, find_obstacles};
pub use find_times_for_move::find_times_for_move;
pub use find_wanted_hours::{WantedHours, find_wanted_hours};
pub use occupy::find_wished_staff;
pub(crate) use switch_mode::blocked_cells;
pub use switch_mode::{occupy_time_of_existing_bookings, release_time_of_branch};

pub(crate) use occupy::{
    SlotAllocation, SlotRefusal, StaffChoice, occupy_changed_lines, occupy_staff_time, sole_staff,
};
pub(crate) use offered_time::{hold_offered_time, release_offered_time};
