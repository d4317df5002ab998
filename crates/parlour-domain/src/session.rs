//! How long a sign-in lasts.

use crate::ist::{DAY_MS, MINUTE_MS, Timestamp};

pub const LIFE_MS: i64 = 7 * DAY_MS;
const EXTEND_AFTER_MS: i64 = DAY_MS;
const FRESH_FOR_MS: i64 = 10 * MINUTE_MS;

pub fn expires_at(from: Timestamp) -> Timestamp {
    from.plus_millis(LIFE_MS)
}

/// A session slides forward while it is used, but is written at most once a day.
pub fn is_due_for_extension(extended_at: Timestamp, now: Timestamp) -> bool {
    now.millis_since(extended_at) >= EXTEND_AFTER_MS
}

/// Whether the person proved who they are recently enough for what cannot be undone.
pub fn is_fresh(signed_in_at: Timestamp, now: Timestamp) -> bool {
    now.millis_since(signed_in_at) <= FRESH_FOR_MS
}
