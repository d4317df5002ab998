//! Visits on people's own calendars.

mod feed;
mod share;

use parlour_domain::text::to_hex;
use sha2::{Digest, Sha256};

pub use feed::{render_booking_calendar, render_calendar_message, render_feed};
pub use share::{SharedFeed, revoke_feed, share_feed};

/// The secret has 256 random bits, so a plain hash is as good as a slow one.
fn hash_secret(secret: &str) -> String {
    to_hex(&Sha256::digest(secret.as_bytes()))
}
