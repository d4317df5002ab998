//! The secret in the address of a calendar feed.

use aws_lc_rs::digest::{SHA256, digest};
use parlour_domain::text::to_hex;

/// The secret has 256 random bits, so a fast hash is as safe as a slow one.
pub(super) fn hash_secret(secret: &str) -> String {
    to_hex(digest(&SHA256, secret.as_bytes()).as_ref())
}
