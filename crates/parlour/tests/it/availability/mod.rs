pub(crate) mod double_booking_race;
pub(crate) mod live_booking_races;
pub(crate) mod live_bookings;
pub(crate) mod live_model;
pub(crate) mod live_slots;
pub(crate) mod occupancy;
