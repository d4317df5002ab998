//! What one connection is being asked, and whether its client takes the answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A client must take something within this time.
pub(super) const STALLED_AFTER: Duration = Duration::from_secs(20);
/// An HTTP/2 connection without a request is closed after this time. HTTP/1 has its own limit for the next request.
const IDLE_AFTER: Duration = Duration::from_mins(1);

/// The requests of one connection that are being answered.
#[derive(Debug)]
pub(super) struct OpenRequests {
    started: Instant,
    is_http2: AtomicBool,
    count: AtomicUsize,
    /// Parts of answers that were given out and are not sent yet.
    unsent_parts: AtomicUsize,
    last_progress_ms: AtomicU64,
}

impl OpenRequests {
    pub(super) fn new() -> Self {
        Self {
            started: Instant::now(),
            is_http2: AtomicBool::new(false),
            count: AtomicUsize::new(0),
            unsent_parts: AtomicUsize::new(0),
            last_progress_ms: AtomicU64::new(0),
        }
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    #[cfg(test)]
    pub(super) fn unsent_part_count(&self) -> usize {
        self.unsent_parts.load(Ordering::Relaxed)
    }

    fn note_progress(&self) {
        let elapsed = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last_progress_ms.store(elapsed, Ordering::Relaxed);
    }

    pub(super) fn is_http2(&self) -> bool {
        self.is_http2.load(Ordering::Relaxed)
    }

    /// Whether the connection is to be ended.
    pub(super) fn is_stalled_or_idle(&self) -> bool {
        let last_progress = Duration::from_millis(self.last_progress_ms.load(Ordering::Relaxed));
        let without_progress = self.started.elapsed().saturating_sub(last_progress);
        let is_idle = self.count.load(Ordering::Relaxed) == 0;
        let is_blocked = self.unsent_parts.load(Ordering::Relaxed) > 0;
        (is_blocked && without_progress >= STALLED_AFTER) || (is_idle && without_progress >= IDLE_AFTER)
    }
}

/// A request of an HTTP/2 connection from its arrival to the end of the response's body.
#[derive(Debug)]
pub(super) struct OpenRequest {
    requests: Arc<OpenRequests>,
}

impl OpenRequest {
    pub(super) fn new(requests: &Arc<OpenRequests>) -> Self {
        requests.is_http2.store(true, Ordering::Relaxed);
        requests.count.fetch_add(1, Ordering::Relaxed);
        requests.note_progress();
        Self { requests: Arc::clone(requests) }
    }

    pub(super) fn connection(&self) -> &Arc<OpenRequests> {
        &self.requests
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.requests.count.fetch_sub(1, Ordering::Relaxed);
        self.requests.note_progress();
    }
}

/// A part of an answer, from when it was given out until it is sent.
#[derive(Debug)]
pub(super) struct UnsentPart(Arc<OpenRequests>);

impl UnsentPart {
    pub(super) fn of(requests: &Arc<OpenRequests>) -> Self {
        if requests.unsent_parts.fetch_add(1, Ordering::Relaxed) == 0 {
            requests.note_progress();
        }
        Self(Arc::clone(requests))
    }
}

impl Drop for UnsentPart {
    fn drop(&mut self) {
        self.0.unsent_parts.fetch_sub(1, Ordering::Relaxed);
        self.0.note_progress();
    }
}
