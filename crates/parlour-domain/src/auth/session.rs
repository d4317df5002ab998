//! How long a sign-in lasts.

use crate::ist::{DAY_MS, MINUTE_MS, Timestamp};

const SESSION_LIFETIME_MS: i64 = 7 * DAY_MS;
/// However much a session is used.
const MAX_SESSION_AGE_MS: i64 = 90 * DAY_MS;
const EXTEND_AFTER_MS: i64 = DAY_MS;
const LAST_USED_PRECISION_MS: i64 = 5 * MINUTE_MS;
const RECENT_SIGN_IN_MS: i64 = 10 * MINUTE_MS;

/// When a session ends that is used now and no more.
pub fn session_expires_at(started_at: Timestamp, now: Timestamp) -> Timestamp {
    now.plus_millis(SESSION_LIFETIME_MS).min(latest_session_end(started_at))
}

/// When a session ends in any case.
pub fn latest_session_end(started_at: Timestamp) -> Timestamp {
    started_at.plus_millis(MAX_SESSION_AGE_MS)
}

/// Sessions that started at this time or before are over.
pub fn oldest_session_start(now: Timestamp) -> Timestamp {
    now.plus_millis(-MAX_SESSION_AGE_MS)
}

/// Whether a used session should be extended. It is extended at most once a day, to save writes.
pub fn is_due_for_extension(extended_at: Timestamp, now: Timestamp) -> bool {
    now.millis_since(extended_at) >= EXTEND_AFTER_MS
}

/// Whether the use of a session should be noted: at most every 5 minutes, to save writes.
pub fn is_due_for_last_used(last_used_at: Timestamp, now: Timestamp) -> bool {
    now.millis_since(last_used_at) >= LAST_USED_PRECISION_MS
}

/// Whether the sign-in is recent enough for an action that cannot be undone.
pub fn is_recent_sign_in(signed_in_at: Timestamp, now: Timestamp) -> bool {
    now.millis_since(signed_in_at) <= RECENT_SIGN_IN_MS
}
