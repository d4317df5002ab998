//! Bookings in people's own calendars.

mod feed;
mod secret;
mod share;

pub use feed::{render_booking_calendar, render_calendar_message, render_feed};
pub use share::{SharedFeed, revoke_feed, share_feed};
