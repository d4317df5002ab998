//! How long an invitation can be accepted.

use crate::ist::{DAY_MS, Timestamp};

const INVITATION_LIFETIME_MS: i64 = 14 * DAY_MS;

/// At this moment the invitation has lapsed.
pub fn invitation_expires_at(invited_at: Timestamp) -> Timestamp {
    invited_at.plus_millis(INVITATION_LIFETIME_MS)
}
