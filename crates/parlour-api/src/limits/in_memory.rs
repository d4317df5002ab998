//! One limit's windows in this process.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use parlour_domain::limits::Quota;

use super::client_address::ClientKey;
use super::clients::Clients;
use super::window::{Outcome, Window};

/// So that requests on different cores rarely wait for each other.
const SHARDS: usize = 16;

/// Bounds what a quota of thousands could make the windows of all clients hold: 80 MB.
const MOST_STAMPS: usize = 10_000_000;

/// Each request clears away at most this many clients whose window has passed. One comes, two go: the passed
/// ones run out, and no request pays for a whole flood.
const LET_GO_AT_ONCE: usize = 2;

/// Requests on several cores may arrive out of order by a little. More than this, and the clock was set back.
const OUT_OF_ORDER_MS: i64 = 1000;

#[derive(Debug)]
pub(super) struct MemoryWindows {
    quota: Quota,
    most_clients_per_shard: usize,
    hasher: RandomState,
    shards: [Mutex<Shard>; SHARDS],
    /// Shared by all who came when every place was taken.
    newcomers: Mutex<Window>,
}

#[derive(Debug)]
struct Shard {
    clients: Clients,
    latest_ms: i64,
}

impl MemoryWindows {
    pub(super) fn new(quota: Quota, most_clients: usize) -> Self {
        let most_clients = most_clients.min(MOST_STAMPS / (quota.count as usize).max(1));
        Self {
            quota,
            most_clients_per_shard: (most_clients / SHARDS).max(1),
            hasher: RandomState::new(),
            shards: Default::default(),
            newcomers: Mutex::default(),
        }
    }

    pub(super) fn ask(&self, client: ClientKey, now_ms: i64) -> Outcome {
        // The hash is keyed by chance, so nobody can choose addresses that fill one shard.
        let [chance, ..] = self.hasher.hash_one(client).to_le_bytes();
        let shard = &self.shards[usize::from(chance) % SHARDS];
        if let Some(outcome) = locked(shard).ask(self, client, now_ms) {
            return outcome;
        }
        locked(&self.newcomers).ask(self.quota, now_ms)
    }

    #[cfg(test)]
    pub(super) fn clients(&self) -> usize {
        self.shards.iter().map(|shard| locked(shard).clients.len()).sum()
    }
}

impl Shard {
    /// `None` when the client is new and every place is taken.
    fn ask(&mut self, windows: &MemoryWindows, client: ClientKey, now_ms: i64) -> Option<Outcome> {
        let quota = windows.quota;
        self.notice_the_time(now_ms);
        for _ in 0..LET_GO_AT_ONCE {
            if !self.clients.let_one_go(quota, now_ms) {
                break;
            }
        }
        self.clients.ask(client, quota, now_ms).or_else(|| {
            (self.clients.len() < windows.most_clients_per_shard)
                .then(|| self.clients.admit(client, quota, now_ms))
        })
    }

    fn notice_the_time(&mut self, now_ms: i64) {
        if now_ms < self.latest_ms.saturating_sub(OUT_OF_ORDER_MS) {
            self.clients.set_back(now_ms);
            self.latest_ms = now_ms;
        }
        self.latest_ms = self.latest_ms.max(now_ms);
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self { clients: Clients::default(), latest_ms: i64::MIN }
    }
}

/// A panic elsewhere leaves stamps behind that are still true.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
