//! How long the writer has waited for a lock that another program holds.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Other processes of Parlour write for a few milliseconds each.
const IS_LOCKED_AFTER: Duration = Duration::from_millis(300);

#[derive(Debug, Default)]
pub(super) struct LockWait(Mutex<Option<Instant>>);

impl LockWait {
    /// Runs what waits for the lock.
    pub(super) fn during<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.set(Some(Instant::now()));
        let result = wait();
        self.set(None);
        result
    }

    pub(super) fn is_long(&self) -> bool {
        let since = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        since.is_some_and(|since| since.elapsed() >= IS_LOCKED_AFTER)
    }

    fn set(&self, since: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }
}
