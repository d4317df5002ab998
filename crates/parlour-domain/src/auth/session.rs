//! How long a sign-in lasts.

use crate::ist::{DAY_MS, MINUTE_MS, Timestamp};

pub const SESSION_LIFETIME_MS: i64 = 7 * DAY_MS;
const EXTEND_AFTER_MS: i64 = DAY_MS;
const RECENT_SIGN_IN_MS: i64 = 10 * MINUTE_MS;

pub fn session_expires_at(from: Timestamp) -> Timestamp {
    from.plus_millis(SESSION_LIFETIME_MS)
}

/// A session slides forward while it is used, but is written at most once a day.
pub fn is_due_for_extension(extended_at: Timestamp, now: Timestamp) -> bool {
    now.millis_since(extended_at) >= EXTEND_AFTER_MS
}

/// Whether the person proved who they are recently enough for what cannot be undone.
pub fn is_recent_sign_in(signed_in_at: Timestamp, now: Timestamp) -> bool {
    now.millis_since(signed_in_at) <= RECENT_SIGN_IN_MS
}
