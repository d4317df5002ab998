//! Who is free, on branches that know it. Whatever becomes of a booking there, its time follows.

mod branch_day;
mod find_free_slots;
mod occupy;
mod switch_mode;

pub use find_free_slots::{AvailabilityQuery, AvailabilityResult, find_free_slots};
pub use switch_mode::{occupy_time_of_existing_bookings, release_time_of_branch};

pub(crate) use occupy::{
    SlotAllocation, SlotRefusal, StaffChoice, booking_length, occupy_staff_time, resize_occupied_time,
    sole_staff,
};
