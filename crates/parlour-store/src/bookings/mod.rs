pub mod assigned_bookings;
pub mod booking_records;
pub mod calendar_feeds;
pub mod checkout;
mod conflicts;
pub mod customer_list;
pub mod desk_bookings;
pub mod desk_changes;
pub mod desk_list;
pub mod membership_sessions;
pub mod no_shows;
pub mod occupancy;
pub mod upcoming;

/// A booking in one of these statuses is asked for, agreed on or going on.
pub(crate) const ACTIVE_STATUSES: &str = "('pending', 'confirmed', 'in_progress')";

/// A booking in one of these statuses keeps nobody busy.
pub(crate) const CALLED_OFF_STATUSES: &str = "('cancelled', 'rejected')";
