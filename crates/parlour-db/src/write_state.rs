//! Whether the database can be written, as the last writes have shown.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use parlour_domain::ist::Timestamp;

use super::clock_check::ClockCheck;
use super::conn::Conn;
use super::error::DbError;

/// A write that succeeds so long after the last failure shows that there is room again.
const RECOVERED_AFTER: Duration = Duration::from_secs(15);

#[derive(Debug, Default)]
pub(super) struct WriteState {
    /// When a write last failed because the disk is full, or may only be read. A small write may succeed meanwhile.
    failed_at: Mutex<Option<Instant>>,
    clock: OnceLock<ClockCheck>,
}

impl WriteState {
    /// From now on changes are refused while the clock is wrong.
    pub(super) fn check_clock(&self, now: impl Fn() -> Timestamp + Send + Sync + 'static) {
        // A second call changes nothing.
        let _ = self.clock.set(ClockCheck::new(now));
    }

    pub(super) fn ensure_clock_is_right(&self, conn: &mut Conn<'_>) -> Result<(), DbError> {
        self.clock.get().map_or(Ok(()), |clock| clock.check(conn))
    }

    pub(super) fn note_written(&self) {
        let mut failed_at = self.failed_at.lock().unwrap_or_else(PoisonError::into_inner);
        if failed_at.is_some_and(|at| at.elapsed() >= RECOVERED_AFTER) {
            *failed_at = None;
            tracing::info!("the database can be written again");
        }
    }

    pub(super) fn note_failure(&self, error: &DbError) {
        let DbError::NotWritable(why) = error else { return };
        let mut failed_at = self.failed_at.lock().unwrap_or_else(PoisonError::into_inner);
        if failed_at.replace(Instant::now()).is_none() {
            tracing::error!(reason = why, "the database cannot be written");
        }
    }

    /// Whether a write failed a short while ago, or none has succeeded since.
    pub(super) fn has_failed(&self) -> bool {
        self.failed_at.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}
