//! Whether the job queue keeps up.

use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::jobs::queued_jobs;
use parlour_store::{Conn, DbError};

/// A job that is due for longer than this means that no worker runs.
const QUEUE_IS_LATE_AFTER_MS: i64 = 5 * MINUTE_MS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueHealth {
    pub oldest_due_seconds: i64,
    pub is_late: bool,
}

pub fn queue_health(conn: &mut Conn<'_>, now: Timestamp) -> Result<QueueHealth, DbError> {
    let waited = queued_jobs::find_oldest_due_at(conn, now)?.map_or(0, |due| now.millis_since(due));
    Ok(QueueHealth { oldest_due_seconds: waited / 1_000, is_late: waited > QUEUE_IS_LATE_AFTER_MS })
}
