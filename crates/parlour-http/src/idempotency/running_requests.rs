//! Requests with an `Idempotency-Key` that have not been answered yet.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Requests of this process with an `Idempotency-Key` that have not been answered yet.
#[derive(Debug, Clone, Default)]
pub struct RunningRequests(Arc<Mutex<HashSet<String>>>);

impl RunningRequests {
    /// `None` while another request with the same scope and key runs.
    pub(super) fn start(&self, name: String) -> Option<RunningRequest> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.insert(name.clone()).then(|| RunningRequest { all: self.clone(), name })
    }
}

/// Removes its name when the request ends.
#[derive(Debug)]
pub(super) struct RunningRequest {
    all: RunningRequests,
    name: String,
}

impl Drop for RunningRequest {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.name);
    }
}
