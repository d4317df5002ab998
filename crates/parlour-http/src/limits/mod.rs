//! How often one client may call the limited routes: an exact sliding window per limit and
//! client, in memory or shared by several processes through Redis.
//!
//! The pipeline calls [`Limits::check`] before anything else, and [`LimitDecision::write_to`] writes the headers of the
//! response.

mod client_address;
mod client_windows;
mod decision;
mod in_memory;
mod in_redis;
mod limited_routes;
mod quotas;
#[cfg(test)]
mod tests;
mod window;

use std::sync::Arc;
use std::time::Duration;

use http::HeaderValue;
use parlour_domain::rate_limit::Quota;

use self::in_memory::MemoryWindows;
use self::in_redis::{CountRequest, RedisWindows};
use self::window::WindowOutcome;

pub use self::quotas::Quotas;

pub(crate) use self::client_address::ClientAddress;
pub use self::client_address::ClientKey;
pub(crate) use self::decision::LimitDecision;
pub(crate) use self::limited_routes::{is_limited_form, is_sign_in_path, limit_for_route};
pub(crate) use self::quotas::LimitName;

/// How many clients of one limit have their own window. Further clients share one window, so a flood of addresses
/// cannot use up the memory.
const MAX_CLIENTS: usize = 50_000;

/// How long Redis may take to connect or to answer before a request is counted in memory instead.
const REDIS_TIMEOUT: Duration = Duration::from_millis(250);

/// In the extensions of a form that its client sent too often. The handler changes nothing and shows the form again
/// with what was typed.
#[derive(Debug, Clone, Copy)]
pub struct OverLimit;

/// The limits with their counted requests.
#[derive(Debug)]
pub struct Limits {
    by_name: [Option<Limit>; LimitName::ALL.len()],
    redis: Option<Arc<RedisWindows>>,
    max_clients: usize,
}

#[derive(Debug)]
struct Limit {
    name: LimitName,
    quota: Quota,
    policy: HeaderValue,
    memory: MemoryWindows,
}

impl Limits {
    /// Counts in this process alone.
    pub fn in_memory(quotas: &Quotas) -> Self {
        Self::new(quotas, None, MAX_CLIENTS)
    }

    /// Counts together with every other process on the same Redis, and in memory whenever Redis does not
    /// answer in time. An unreachable Redis does not stop the start.
    pub async fn shared(quotas: &Quotas, redis: redis::Client) -> Self {
        Self::new(quotas, Some(RedisWindows::open(redis, REDIS_TIMEOUT).await), MAX_CLIENTS)
    }

    fn new(quotas: &Quotas, redis: Option<Arc<RedisWindows>>, max_clients: usize) -> Self {
        let by_name = LimitName::ALL.map(|name| {
            let quota = quotas.quota(name)?;
            let policy = decision::policy(name, quota);
            Some(Limit { name, quota, policy, memory: MemoryWindows::new(quota, max_clients) })
        });
        Self { by_name, redis, max_clients }
    }

    /// Counts one request of this client, unless the quota is used up; `None` when the limit is off.
    pub(crate) async fn check(&self, name: LimitName, client: ClientKey, now_ms: i64) -> Option<LimitDecision> {
        let limit = self.by_name[name as usize].as_ref()?;
        let shared = match &self.redis {
            // Boxed, so that the future stays small when counts are kept in memory.
            Some(redis) => Box::pin(redis.count_request(self.count_request(limit, client, now_ms))).await,
            None => None,
        };
        Some(limit.decision(shared.unwrap_or_else(|| limit.memory.count_request(client, now_ms))))
    }

    fn count_request(&self, limit: &Limit, client: ClientKey, now_ms: i64) -> CountRequest {
        CountRequest { limit: limit.name.as_str(), quota: limit.quota, max_clients: self.max_clients, client, now_ms }
    }
}

impl Limit {
    fn decision(&self, outcome: WindowOutcome) -> LimitDecision {
        LimitDecision {
            allowed: outcome.allowed,
            remaining: outcome.remaining,
            reset_seconds: outcome.wait_ms.max(1).unsigned_abs().div_ceil(1000),
            name: self.name,
            policy: self.policy.clone(),
        }
    }
}
