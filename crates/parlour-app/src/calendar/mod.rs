//! Visits on people's own calendars.

mod feed;
mod share;

pub use feed::{feed, of_booking, to_send};
pub use share::{Shared, revoke, share};

use parlour_domain::text::hex;
use sha2::{Digest, Sha256};

/// The secret has 256 random bits, so a plain hash is as good as a slow one.
fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}
