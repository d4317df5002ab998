//! Whether the database can be written, as the last writes have shown.

use std::sync::{Mutex, OnceLock, PoisonError};

use parlour_domain::ist::Timestamp;

use super::clock_check::ClockCheck;
use super::conn::Conn;
use super::error::DbError;

#[derive(Debug, Default)]
pub(super) struct WriteState {
    /// Why the last write failed: the disk is full, or may only be read.
    problem: Mutex<Option<String>>,
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
        let mut problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        if problem.take().is_some() {
            tracing::info!("the database can be written again");
        }
    }

    pub(super) fn note_failure(&self, error: &DbError) {
        let DbError::NotWritable(why) = error else { return };
        let mut problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        if problem.is_none() {
            tracing::error!(reason = why, "the database cannot be written");
        }
        *problem = Some(why.clone());
    }

    pub(super) fn problem(&self) -> Option<String> {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
