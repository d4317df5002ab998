//! One limit's windows in this process.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use parlour_domain::rate_limit::Quota;

use super::client_address::ClientKey;
use super::client_windows::ClientWindows;
use super::window::{Window, WindowOutcome};

/// Several locks, so that requests on different cores rarely wait for each other.
const SHARDS: usize = 16;

/// Limits the memory of all windows to 80 MB, even with a quota of thousands.
const MAX_STAMPS: usize = 10_000_000;

/// Each request removes at most this many expired clients. It is more than one, so expired clients run out, and small,
/// so no request pays for a whole flood.
const MAX_EVICTIONS_PER_REQUEST: usize = 2;

/// Requests on several cores may be slightly out of order. A greater difference means that the clock was set back.
const MAX_OUT_OF_ORDER_MS: i64 = 1000;

#[derive(Debug)]
pub(super) struct MemoryWindows {
    quota: Quota,
    max_clients_per_shard: usize,
    hasher: RandomState,
    shards: [Mutex<Shard>; SHARDS],
    /// Shared by the clients for which there was no room.
    overflow_window: Mutex<Window>,
}

#[derive(Debug)]
struct Shard {
    clients: ClientWindows,
    latest_ms: i64,
}

impl MemoryWindows {
    pub(super) fn new(quota: Quota, max_clients: usize) -> Self {
        let max_clients = max_clients.min(MAX_STAMPS / (quota.count as usize).max(1));
        Self {
            quota,
            max_clients_per_shard: (max_clients / SHARDS).max(1),
            hasher: RandomState::new(),
            shards: Default::default(),
            overflow_window: Mutex::default(),
        }
    }

    pub(super) fn count_request(&self, client: ClientKey, now_ms: i64) -> WindowOutcome {
        // The hash has a random key, so no client can choose addresses that fill one shard.
        let [random, ..] = self.hasher.hash_one(client).to_le_bytes();
        let shard = &self.shards[usize::from(random) % SHARDS];
        if let Some(outcome) = lock_ignoring_poison(shard).count_request(self, client, now_ms) {
            return outcome;
        }
        lock_ignoring_poison(&self.overflow_window).count_request(self.quota, now_ms)
    }

    #[cfg(test)]
    pub(super) fn clients(&self) -> usize {
        self.shards.iter().map(|shard| lock_ignoring_poison(shard).clients.len()).sum()
    }
}

impl Shard {
    /// `None` if the client is new and there is no room.
    fn count_request(&mut self, windows: &MemoryWindows, client: ClientKey, now_ms: i64) -> Option<WindowOutcome> {
        let quota = windows.quota;
        self.handle_clock_limit_stamps_to_now(now_ms);
        for _ in 0..MAX_EVICTIONS_PER_REQUEST {
            if !self.clients.evict_first_if_expired(quota, now_ms) {
                break;
            }
        }
        self.clients.count_request(client, quota, now_ms).or_else(|| {
            (self.clients.len() < windows.max_clients_per_shard).then(|| self.clients.insert(client, quota, now_ms))
        })
    }

    fn handle_clock_limit_stamps_to_now(&mut self, now_ms: i64) {
        if now_ms < self.latest_ms.saturating_sub(MAX_OUT_OF_ORDER_MS) {
            self.clients.limit_stamps_to_now(now_ms);
            self.latest_ms = now_ms;
        }
        self.latest_ms = self.latest_ms.max(now_ms);
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self { clients: ClientWindows::default(), latest_ms: i64::MIN }
    }
}

/// After a panic in another thread the timestamps are still valid.
fn lock_ignoring_poison<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
