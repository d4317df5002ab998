//! How long jobs and outgoing messages wait after each failure.

/// As the external queue waits: about 12 seconds, two and a half minutes, half an hour.
const RETRY_WAITS_MS: [i64; 3] = [12_000, 148_000, 1_808_000];

/// The wait after a failure, given how often it failed before; `None` after the last retry.
pub(crate) fn retry_wait_millis(attempts: i64) -> Option<i64> {
    RETRY_WAITS_MS.get(usize::try_from(attempts).ok()?).copied()
}
