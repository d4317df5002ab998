mod blocks;
mod double_booking_race;
mod free_times;
mod live_booking_races;
mod live_bookings;
mod live_model;
mod live_slots;
mod occupancy;
