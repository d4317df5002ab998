//! When a row is sent again.

use parlour_domain::ist::{MINUTE_MS, Timestamp};

use crate::retry_waits::retry_wait_millis;

/// How long a claim lasts: longer than the longest timeout of a sender.
pub(super) const LEASE_MS: i64 = 2 * MINUTE_MS;

/// When to try again after a failure; `None` after the last retry.
pub(super) fn next_attempt_at(attempts: i64, now: Timestamp) -> Option<Timestamp> {
    retry_wait_millis(attempts).map(|wait| now.plus_millis(wait))
}
