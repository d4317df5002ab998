//! How often one client may call the customer app's limited routes: an exact sliding window per limit and
//! client, in memory or shared by several processes through Redis.
//!
//! Which route carries which limit is the router's business. A layer asks with [`Limits::check`] before it
//! looks at anything else, and lets [`LimitDecision::write_to`] put the headers on whatever response follows.

mod client_address;
mod client_windows;
mod decision;
mod in_memory;
mod in_redis;
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

pub use self::client_address::{ClientAddress, ClientKey};
pub use self::decision::LimitDecision;

/// How many clients of one limit have windows of their own. Newer ones share one window until a place is
/// free, so a flood of addresses cannot take all memory.
const MAX_CLIENTS: usize = 50_000;

/// How long Redis may take to connect or to answer before a request is counted in memory instead.
const REDIS_TIMEOUT: Duration = Duration::from_millis(250);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitName {
    Bookings,
    Leads,
    Availability,
    Services,
    Health,
}

impl LimitName {
    pub const ALL: [Self; 5] =
        [Self::Bookings, Self::Leads, Self::Availability, Self::Services, Self::Health];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bookings => "bookings",
            Self::Leads => "leads",
            Self::Availability => "availability",
            Self::Services => "services",
            Self::Health => "health",
        }
    }
}

/// The quota of every limit; `None` is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotas {
    pub bookings: Option<Quota>,
    pub leads: Option<Quota>,
    pub availability: Option<Quota>,
    pub services: Option<Quota>,
    pub health: Option<Quota>,
}

impl Quotas {
    pub const OFF: Self =
        Self { bookings: None, leads: None, availability: None, services: None, health: None };

    fn of(&self, name: LimitName) -> Option<Quota> {
        match name {
            LimitName::Bookings => self.bookings,
            LimitName::Leads => self.leads,
            LimitName::Availability => self.availability,
            LimitName::Services => self.services,
            LimitName::Health => self.health,
        }
    }
}

impl Default for Quotas {
    /// The contract's figures.
    fn default() -> Self {
        let quota = |count, window_seconds| Some(Quota { count, window_seconds });
        Self {
            bookings: quota(5, 60),
            leads: quota(5, 60),
            availability: quota(10, 10),
            services: quota(20, 10),
            health: quota(30, 10),
        }
    }
}

/// The five limits and what they have counted.
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
            let quota = quotas.of(name)?;
            let policy = decision::policy(name, quota);
            Some(Limit { name, quota, policy, memory: MemoryWindows::new(quota, max_clients) })
        });
        Self { by_name, redis, max_clients }
    }

    /// Counts one request of this client, unless the quota is used up; `None` when the limit is off.
    pub async fn check(&self, name: LimitName, client: ClientKey, now_ms: i64) -> Option<LimitDecision> {
        let limit = self.by_name[name as usize].as_ref()?;
        let shared = match &self.redis {
            // Boxed, so that the way through memory does not carry the room for it.
            Some(redis) => Box::pin(redis.count_request(self.count_request(limit, client, now_ms))).await,
            None => None,
        };
        Some(limit.decision(shared.unwrap_or_else(|| limit.memory.count_request(client, now_ms))))
    }

    fn count_request(&self, limit: &Limit, client: ClientKey, now_ms: i64) -> CountRequest {
        CountRequest {
            limit: limit.name.as_str(),
            quota: limit.quota,
            max_clients: self.max_clients,
            client,
            now_ms,
        }
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
