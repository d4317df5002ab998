//! How long `SQLite` waits.

use std::time::Duration;

/// After so long without a write the writer gives its page cache back: it is of use while writes follow one another.
pub(super) const IDLE_BEFORE_SHRINKING: Duration = Duration::from_millis(500);
/// How long a statement waits for a lock of another process.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
