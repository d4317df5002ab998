//! The secret in the address of a calendar feed.

use parlour_domain::text::to_hex;
use sha2::{Digest, Sha256};

/// The secret has 256 random bits, so a fast hash is as safe as a slow one.
pub(super) fn hash_secret(secret: &str) -> String {
    to_hex(&Sha256::digest(secret.as_bytes()))
}
