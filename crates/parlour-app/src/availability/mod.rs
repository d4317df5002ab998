//! The staff time of live branches: which is free, and which a booking occupies.

mod branch_day;
mod find_free_slots;
mod occupy;
mod offered_time;
mod switch_mode;

pub use find_free_slots::{AvailabilityQuery, find_free_slots};
pub use switch_mode::{occupy_time_of_existing_bookings, release_time_of_branch};

pub(crate) use occupy::{
    SlotAllocation, SlotRefusal, StaffChoice, booking_length, occupy_staff_time, resize_occupied_time, sole_staff,
};
pub(crate) use offered_time::{hold_offered_time, release_offered_time};
