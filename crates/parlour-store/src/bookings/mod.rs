pub mod assigned_booking_details;
pub mod assigned_bookings;
pub mod booking_acts;
pub mod booking_records;
pub mod calendar_feeds;
pub mod checkout;
mod conflicts;
pub(crate) mod customer_fields;
pub mod customer_list;
pub mod customer_pages;
pub mod desk_bookings;
pub mod desk_changes;
pub mod desk_coming;
pub mod desk_counts;
pub mod desk_list;
pub mod desk_pages;
pub mod desk_requests;
pub mod last_booking;
pub mod live_conflicts;
pub mod membership_sessions;
pub mod no_shows;
pub mod occupancy;
pub mod offered_times;
pub mod reopening;
pub mod staff_lines;
pub mod upcoming;

/// The statuses of bookings that are not over.
pub(crate) const ACTIVE_STATUSES: &str = "('pending', 'confirmed', 'in_progress')";

/// The statuses of bookings that were called off. They take no staff time.
pub(crate) const CALLED_OFF_STATUSES: &str = "('cancelled', 'rejected')";
