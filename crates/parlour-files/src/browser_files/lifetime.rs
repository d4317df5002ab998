//! How long files live, and when work on them counts as given up.

use parlour_domain::ist::{DAY_MS, HOUR_MS, Timestamp};

pub(crate) const FILE_LIFETIME_MS: i64 = DAY_MS;
/// Longer than all retries of a job.
const GIVEN_UP_AFTER_MS: i64 = HOUR_MS;

/// Work that has not come further since then has ended without a word, with its process or after its last retry.
pub(crate) fn given_up_before(now: Timestamp) -> Timestamp {
    now.plus_millis(-GIVEN_UP_AFTER_MS)
}
