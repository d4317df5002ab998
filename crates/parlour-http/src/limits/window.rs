//! One sliding window.

use std::collections::VecDeque;

use parlour_domain::rate_limit::Quota;

/// Up to this many timestamps are allocated at once, so that later requests do not allocate.
const PREALLOCATED_STAMPS: u32 = 32;

/// The times of the accepted requests in the window, oldest first; at most as many as the quota allows.
#[derive(Debug, Default)]
pub(super) struct Window {
    stamps_ms: VecDeque<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WindowOutcome {
    pub(super) allowed: bool,
    /// How many requests are left after this one.
    pub(super) remaining: u32,
    /// Until the oldest counted request leaves the window.
    pub(super) wait_ms: i64,
}

impl Window {
    pub(super) fn with_capacity_for(quota: Quota) -> Self {
        Self { stamps_ms: VecDeque::with_capacity(quota.count.min(PREALLOCATED_STAMPS) as usize) }
    }

    pub(super) fn count_request(&mut self, quota: Quota, now_ms: i64) -> WindowOutcome {
        self.limit_stamps_to_now(now_ms);
        let window_ms = quota.window_ms();
        while self.stamps_ms.front().is_some_and(|oldest| now_ms.saturating_sub(*oldest) >= window_ms) {
            self.stamps_ms.pop_front();
        }
        let left = (quota.count as usize).saturating_sub(self.stamps_ms.len());
        let allowed = left > 0;
        if allowed {
            self.stamps_ms.push_back(now_ms);
        }
        WindowOutcome {
            allowed,
            remaining: u32::try_from(left.saturating_sub(1)).unwrap_or(quota.count),
            wait_ms: window_ms - self.stamps_ms.front().map_or(0, |oldest| now_ms.saturating_sub(*oldest)),
        }
    }

    pub(super) fn has_expired(&self, quota: Quota, now_ms: i64) -> bool {
        self.stamps_ms.back().is_none_or(|newest| now_ms.saturating_sub(*newest) >= quota.window_ms())
    }

    /// A timestamp in the future was written before the clock was set back. It is set to now, so it blocks a client no
    /// longer than one window.
    pub(super) fn limit_stamps_to_now(&mut self, now_ms: i64) {
        for stamp in self.stamps_ms.iter_mut().rev().take_while(|stamp| **stamp > now_ms) {
            *stamp = now_ms;
        }
    }
}
