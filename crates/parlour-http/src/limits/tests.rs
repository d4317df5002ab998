//! Every story is told in memory and in Redis; what only one of them can do stands at the end.

use parlour_testkit::servers::PrivateRedis;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use http::HeaderMap;
use redis::{AsyncTypedCommands, Client};

use super::*;

const NOON: i64 = 1_803_900_000_000;
const ASHA: Ipv4Addr = Ipv4Addr::new(203, 0, 113, 7);
const RAVI: Ipv4Addr = Ipv4Addr::new(203, 0, 113, 8);

/// Where a story takes place.
struct Backend {
    redis: Option<PrivateRedis>,
    opened: Mutex<Vec<Arc<RedisWindows>>>,
}

impl Backend {
    fn in_memory() -> Self {
        Self { redis: None, opened: Mutex::default() }
    }

    fn in_redis() -> Self {
        Self { redis: Some(PrivateRedis::start()), opened: Mutex::default() }
    }

    async fn leads(&self, quota: &str) -> Limits {
        self.leads_with_max_clients(MAX_CLIENTS, quota).await
    }

    async fn leads_with_max_clients(&self, max_clients: usize, quota: &str) -> Limits {
        self.limits(&leads(quota), max_clients).await
    }

    async fn limits(&self, quotas: &Quotas, max_clients: usize) -> Limits {
        let Some(redis) = &self.redis else { return Limits::new(quotas, None, max_clients) };
        let windows = redis_with_long_timeout(redis).await;
        self.opened.lock().unwrap().push(Arc::clone(&windows));
        Limits::new(quotas, Some(windows), max_clients)
    }

    /// No answer may have come from the memory behind Redis.
    fn assert_no_outage(&self) {
        assert!(self.opened.lock().unwrap().iter().all(|windows| windows.outages() == 0));
    }
}

/// More patient than in earnest: a busy machine must not turn a story into that of an outage.
async fn redis_with_long_timeout(redis: &PrivateRedis) -> Arc<RedisWindows> {
    RedisWindows::open(Client::open(redis.url()).unwrap(), Duration::from_secs(10)).await
}

fn leads(quota: &str) -> Quotas {
    Quotas { leads: Quota::parse(quota).unwrap(), ..Quotas::OFF }
}

impl Limits {
    async fn lead(&self, from: Ipv4Addr, now_ms: i64) -> LimitDecision {
        self.check(LimitName::Leads, ClientKey::from(IpAddr::V4(from)), now_ms).await.expect("leads are limited")
    }

    async fn allows(&self, from: Ipv4Addr, now_ms: i64) -> bool {
        self.lead(from, now_ms).await.allowed
    }
}

macro_rules! in_memory_and_in_redis {
    ($($story:ident),* $(,)?) => {
        mod in_memory {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                super::$story(super::Backend::in_memory()).await;
            })*
        }

        mod in_redis {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                super::$story(super::Backend::in_redis()).await;
            })*
        }
    };
}

in_memory_and_in_redis![
    the_sixth_lead_in_a_minute_is_refused_and_told_when_to_come_back,
    a_place_is_free_exactly_one_window_later,
    refused_requests_do_not_count,
    every_client_and_every_limit_counts_alone,
    ten_thousand_random_requests_agree_with_a_naive_model,
    a_random_clock_that_also_steps_back_agrees_with_a_naive_model,
    a_clock_limit_stamps_to_now_keeps_nobody_out_for_longer_than_the_window,
    of_64_at_once_exactly_the_count_passes,
    a_flood_of_addresses_shares_one_window_and_leaves_the_others_alone,
    when_windows_have_passed_newcomers_get_their_own_again,
];

async fn the_sixth_lead_in_a_minute_is_refused_and_told_when_to_come_back(place: Backend) {
    let limits = place.leads("5/60s").await;
    for (request, expected) in (0..).zip([
        r#""leads";r=4;t=60"#,
        r#""leads";r=3;t=59"#,
        r#""leads";r=2;t=57"#,
        r#""leads";r=1;t=56"#,
        r#""leads";r=0;t=54"#,
    ]) {
        let decision = limits.lead(ASHA, NOON + request * 1500).await;
        assert!(decision.allowed);
        let mut headers = HeaderMap::new();
        decision.write_to(&mut headers);
        assert_eq!(headers["ratelimit-policy"], r#""leads";q=5;w=60"#);
        assert_eq!(headers["ratelimit"], expected);
        assert_eq!(headers.len(), 2, "no Retry-After for those who pass");
    }
    let decision = limits.lead(ASHA, NOON + 18_000).await;
    assert!(!decision.allowed);
    assert_eq!(decision.retry_after_seconds(), Some(42));
    let mut headers = HeaderMap::new();
    decision.write_to(&mut headers);
    assert_eq!(headers["ratelimit-policy"], r#""leads";q=5;w=60"#);
    assert_eq!(headers["ratelimit"], r#""leads";r=0;t=42"#);
    assert_eq!(headers["retry-after"], "42");

    let at_the_last_moment = limits.lead(ASHA, NOON + 59_999).await;
    assert_eq!(at_the_last_moment.retry_after_seconds(), Some(1));
    place.assert_no_outage();
}

async fn a_place_is_free_exactly_one_window_later(place: Backend) {
    let limits = place.leads("2/10s").await;
    assert!(limits.allows(ASHA, NOON).await);
    assert!(limits.allows(ASHA, NOON + 4000).await);
    assert!(!limits.allows(ASHA, NOON + 9_999).await);
    assert!(limits.allows(ASHA, NOON + 10_000).await, "the first has left");
    assert!(!limits.allows(ASHA, NOON + 10_000).await, "the second has not");
    assert!(!limits.allows(ASHA, NOON + 13_999).await);
    assert!(limits.allows(ASHA, NOON + 14_000).await);
    place.assert_no_outage();
}

async fn refused_requests_do_not_count(place: Backend) {
    let limits = place.leads("1/10s").await;
    assert!(limits.allows(ASHA, NOON).await);
    for hammering in 1..100 {
        assert!(!limits.allows(ASHA, NOON + hammering * 100).await);
    }
    assert!(limits.allows(ASHA, NOON + 10_000).await);
    place.assert_no_outage();
}

async fn every_client_and_every_limit_counts_alone(place: Backend) {
    let once = Quota { count: 1, window_seconds: 60 };
    let quotas = Quotas {
        bookings: Some(once),
        leads: Some(once),
        availability: Some(once),
        services: Some(once),
        health: None,
        auth: Some(once),
        free_times: None,
    };
    let limits = place.limits(&quotas, MAX_CLIENTS).await;
    let keys = ["203.0.113.7", "203.0.113.8", "2001:db8:1:2::3", "2001:db8:1:3::3"];
    for key in keys.map(|address| ClientKey::from(address.parse::<IpAddr>().unwrap())) {
        for name in &[&LimitName::ALL[..4], &[LimitName::Auth]].concat() {
            let first = limits.check(*name, key, NOON).await.unwrap();
            assert!(first.allowed);
            assert_eq!(*first.policy(), format!(r#""{}";q=1;w=60"#, name.as_str()));
            assert!(!limits.check(*name, key, NOON).await.unwrap().allowed);
        }
        assert!(limits.check(LimitName::Health, key, NOON).await.is_none(), "off says nothing");
    }
    place.assert_no_outage();
}

async fn ten_thousand_random_requests_agree_with_a_naive_model(place: Backend) {
    let limits = place.leads("4/3s").await;
    let mut accepted: HashMap<Ipv4Addr, Vec<i64>> = HashMap::new();
    let (mut rng, mut now_ms) = (TestRng(7), NOON);
    for step in 0..10_000 {
        // Mostly crowded, now and then empty again.
        let longest_ms = if rng.below(50) == 0 { 4000 } else { 250 };
        now_ms += rng.below(longest_ms);
        let from = Ipv4Addr::from_octets([10, 0, 0, u8::try_from(rng.below(5)).unwrap()]);
        let theirs = accepted.entry(from).or_default();
        let counted: Vec<i64> = theirs.iter().copied().filter(|stamp| now_ms - stamp < 3000).collect();
        assert_eq!(
            decision_values(&limits.lead(from, now_ms).await),
            expected_values(&counted, 4, 3000, now_ms),
            "step {step}"
        );
        if counted.len() < 4 {
            theirs.push(now_ms);
        }
    }
    place.assert_no_outage();
}

async fn a_random_clock_that_also_steps_back_agrees_with_a_naive_model(place: Backend) {
    let limits = place.leads("4/3s").await;
    let mut accepted: Vec<i64> = Vec::new();
    let (mut rng, mut now_ms) = (TestRng(11), NOON);
    for step in 0..2_000 {
        now_ms += match rng.below(30) {
            0 => -rng.below(5000),
            1 => -rng.below(10_000_000),
            _ => rng.below(900),
        };
        for stamp in &mut accepted {
            *stamp = now_ms.min(*stamp);
        }
        accepted.retain(|stamp| now_ms - stamp < 3000);
        assert_eq!(
            decision_values(&limits.lead(ASHA, now_ms).await),
            expected_values(&accepted, 4, 3000, now_ms),
            "step {step}"
        );
        if accepted.len() < 4 {
            accepted.push(now_ms);
        }
    }
    place.assert_no_outage();
}

async fn a_clock_limit_stamps_to_now_keeps_nobody_out_for_longer_than_the_window(place: Backend) {
    let limits = place.leads("2/10s").await;
    assert!(limits.allows(ASHA, NOON).await);
    assert!(limits.allows(ASHA, NOON).await);
    let an_hour_ago = NOON - 3_600_000;
    let refused = limits.lead(ASHA, an_hour_ago).await;
    assert_eq!(refused.retry_after_seconds(), Some(10));
    assert!(!limits.allows(ASHA, an_hour_ago + 9_999).await);
    assert!(limits.allows(ASHA, an_hour_ago + 10_000).await);
    for extreme in [i64::MIN, -1, 0, 1] {
        let _ = limits.lead(RAVI, extreme).await;
    }
    place.assert_no_outage();
}

async fn of_64_at_once_exactly_the_count_passes(place: Backend) {
    let limits = Arc::new(place.leads("20/10s").await);
    let tasks: Vec<_> = (0..64)
        .map(|_| {
            let limits = Arc::clone(&limits);
            tokio::spawn(async move {
                let mut allowed = 0;
                for request in 0..50 {
                    allowed += u32::from(limits.allows(ASHA, NOON + request).await);
                }
                allowed
            })
        })
        .collect();
    let mut allowed = 0;
    for task in tasks {
        allowed += task.await.unwrap();
    }
    assert_eq!(allowed, 20);
    place.assert_no_outage();
}

async fn a_flood_of_addresses_shares_one_window_and_leaves_the_others_alone(place: Backend) {
    let limits = place.leads_with_max_clients(160, "2/60s").await;
    assert!(limits.allows(ASHA, NOON).await);
    let mut allowed = 0;
    for address in 0..2000 {
        allowed += u32::from(limits.allows(Ipv4Addr::from_bits(0x0a00_0000 + address), NOON + 1000).await);
    }
    assert!(allowed <= 159 + 2, "{allowed} newcomers passed with 159 places and one common window of 2");
    assert!(!limits.allows(RAVI, NOON + 1000).await, "the common window is full");
    assert_eq!(limits.lead(ASHA, NOON + 2000).await.remaining, 0);
    assert!(!limits.allows(ASHA, NOON + 59_999).await);
    assert!(limits.allows(ASHA, NOON + 60_000).await);
    assert!(!limits.allows(RAVI, NOON + 60_999).await, "the common window is still full");
    assert!(limits.allows(RAVI, NOON + 61_000).await);
    place.assert_no_outage();
}

async fn when_windows_have_passed_newcomers_get_their_own_again(place: Backend) {
    let limits = place.leads_with_max_clients(16, "1/3s").await;
    for address in 0..200 {
        let _ = limits.lead(Ipv4Addr::from_bits(0x0a00_0000 + address), NOON).await;
    }
    assert!(!limits.allows(ASHA, NOON + 2999).await);
    if place.redis.is_some() {
        // Redis lets go by its own clock.
        tokio::time::sleep(Duration::from_millis(3100)).await;
    }
    assert!(limits.allows(ASHA, NOON + 3000).await);
    assert!(!limits.allows(ASHA, NOON + 3000).await);
    assert!(limits.allows(RAVI, NOON + 3000).await, "not in one window with Asha");
    place.assert_no_outage();
}

fn decision_values(decision: &LimitDecision) -> (bool, u32, u64) {
    (decision.allowed, decision.remaining, decision.reset_seconds)
}

/// What must be told when these requests still count before this one.
fn expected_values(counted: &[i64], count: usize, window_ms: i64, now_ms: i64) -> (bool, u32, u64) {
    let allowed = counted.len() < count;
    let remaining = count - counted.len() - usize::from(allowed);
    let oldest = counted.iter().copied().min().unwrap_or(now_ms);
    let wait_ms = u64::try_from(oldest + window_ms - now_ms).unwrap();
    (allowed, u32::try_from(remaining).unwrap(), wait_ms.div_ceil(1000))
}

/// A seeded random number generator (xorshift).
struct TestRng(u64);

impl TestRng {
    fn below(&mut self, bound: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.unsigned_abs()).cast_signed()
    }
}

#[test]
fn a_million_addresses_do_not_take_all_memory() {
    let windows = MemoryWindows::new(Quota { count: 5, window_seconds: 60 }, MAX_CLIENTS);
    let key = |bits| ClientKey::from(IpAddr::V4(Ipv4Addr::from_bits(bits)));
    let asha = key(ASHA.to_bits());
    for _ in 0..5 {
        assert!(windows.count_request(asha, NOON).allowed);
    }
    for address in 0..1_000_000 {
        windows.count_request(key(0x0a00_0000 + address), NOON + 1);
    }
    assert_eq!(windows.clients(), MAX_CLIENTS);
    assert!(!windows.count_request(asha, NOON + 59_999).allowed);
    assert!(windows.count_request(asha, NOON + 60_000).allowed);

    let a_minute_later = NOON + 120_001;
    for _ in 0..MAX_CLIENTS {
        windows.count_request(asha, a_minute_later);
    }
    for address in 0..1000 {
        windows.count_request(key(0x0b00_0000 + address), a_minute_later);
    }
    assert!(windows.clients() < MAX_CLIENTS - 1000, "{} are left", windows.clients());
}

#[test]
fn a_huge_quota_gets_fewer_windows_of_their_own() {
    let windows = MemoryWindows::new(Quota { count: 10_000, window_seconds: 60 }, MAX_CLIENTS);
    for address in 0..5000 {
        windows.count_request(ClientKey::from(IpAddr::V4(Ipv4Addr::from_bits(address))), NOON);
    }
    assert!(windows.clients() <= 1000);
}

#[test]
fn a_clock_limit_stamps_to_now_leaves_no_client_behind_in_memory() {
    let windows = MemoryWindows::new(Quota { count: 1, window_seconds: 1 }, 16_000);
    let key = |bits| ClientKey::from(IpAddr::V4(Ipv4Addr::from_bits(bits)));
    for address in 0..1000 {
        windows.count_request(key(address), NOON);
    }
    let yesterday = NOON - 86_400_000;
    for address in 1000..2000 {
        windows.count_request(key(address), yesterday);
    }
    for address in 2000..4000 {
        windows.count_request(key(address), yesterday + 1000);
    }
    assert_eq!(windows.clients(), 2000, "those from before and from the step have passed");
}

#[test]
fn threads_that_crowd_one_limit_get_exactly_the_count() {
    let windows = MemoryWindows::new(Quota { count: 1000, window_seconds: 10 }, MAX_CLIENTS);
    let asha = ClientKey::from(IpAddr::V4(ASHA));
    let allowed: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..64)
            .map(|_| scope.spawn(|| (0..500).filter(|late| windows.count_request(asha, NOON + late).allowed).count()))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(allowed, 1000);
}

#[tokio::test]
async fn two_processes_on_one_redis_share_the_count() {
    let place = Backend::in_redis();
    let (one, other) = (place.leads("2/10s").await, place.leads("2/10s").await);
    assert!(one.allows(ASHA, NOON).await);
    assert!(other.allows(ASHA, NOON + 1).await);
    assert!(!one.allows(ASHA, NOON + 2).await);
    assert!(!other.allows(ASHA, NOON + 2).await);

    let stricter = place.leads("1/10s").await;
    let refused = stricter.lead(ASHA, NOON + 5000).await;
    assert_eq!(decision_values(&refused), (false, 0, 6), "both must leave before its one place is free");
    place.assert_no_outage();
}

#[tokio::test]
async fn redis_keeps_nothing_for_ever() {
    let place = Backend::in_redis();
    let limits = place.leads_with_max_clients(1, "2/60s").await;
    for _ in 0..3 {
        let _ = limits.lead(ASHA, NOON).await;
        let _ = limits.lead(RAVI, NOON).await;
        let _ = limits.lead(ASHA, NOON - 5000).await;
    }
    let client = Client::open(place.redis.as_ref().unwrap().url()).unwrap();
    let mut redis = client.get_multiplexed_async_connection().await.unwrap();
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let mut keys = redis.keys("*").await.unwrap();
    keys.sort();
    assert_eq!(
        keys,
        ["parlour:limit:{leads}:203.0.113.7", "parlour:limit:{leads}:clients", "parlour:limit:{leads}:newcomers",]
    );
    for key in keys {
        let left_ms: i64 = redis::cmd("pttl").arg(&key).query_async(&mut redis).await.unwrap();
        assert!((1..=60_000).contains(&left_ms), "{key} goes in {left_ms} ms");
    }
}

#[tokio::test]
async fn while_redis_is_away_memory_counts_and_afterwards_redis_does_again() {
    let redis = PrivateRedis::start();
    let windows = redis_with_long_timeout(&redis).await;
    let limits = Limits::new(&leads("2/60s"), Some(Arc::clone(&windows)), MAX_CLIENTS);
    assert!(limits.allows(ASHA, NOON).await);
    assert!(limits.allows(ASHA, NOON).await);
    assert!(!limits.allows(ASHA, NOON).await);

    redis.stop();
    assert!(limits.allows(ASHA, NOON + 1).await, "memory has not seen Asha yet");
    assert!(limits.allows(ASHA, NOON + 1).await);
    for _ in 0..1000 {
        assert!(!limits.allows(ASHA, NOON + 1).await, "and counts like Redis");
    }
    assert_eq!(windows.outages(), 1, "one warning, not a thousand");

    redis.restart();
    wait_until(|| windows.answers()).await;
    let other_process = Limits::new(&leads("2/60s"), Some(redis_with_long_timeout(&redis).await), MAX_CLIENTS);
    assert!(limits.allows(ASHA, NOON + 2).await);
    assert!(other_process.allows(ASHA, NOON + 2).await);
    assert!(!limits.allows(ASHA, NOON + 2).await, "shared again");
}

#[tokio::test]
async fn a_redis_that_does_not_answer_at_the_start_is_found_later() {
    let redis = PrivateRedis::start();
    redis.stop();
    let windows = redis_with_long_timeout(&redis).await;
    let limits = Limits::new(&leads("1/60s"), Some(Arc::clone(&windows)), MAX_CLIENTS);
    assert!(limits.allows(ASHA, NOON).await);
    assert!(!limits.allows(ASHA, NOON).await);
    redis.restart();
    wait_until(|| windows.answers()).await;
    assert!(limits.allows(ASHA, NOON).await, "Redis has not seen Asha yet");
    assert!(!limits.allows(ASHA, NOON).await);
}

#[tokio::test]
async fn a_redis_that_is_silent_costs_one_wait_and_not_one_per_request() {
    // Connections are taken by the kernel; nobody ever reads them.
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let url = format!("redis://{}/", silent.local_addr().unwrap());
    let before = Instant::now();
    let limits = Limits::shared(&leads("5/60s"), Client::open(url).unwrap()).await;
    for _ in 0..1000 {
        let _ = limits.lead(ASHA, NOON).await;
    }
    assert!(before.elapsed() < Duration::from_secs(5));
    assert_eq!(limits.redis.as_ref().unwrap().outages(), 1);
}

async fn wait_until(condition: impl Fn() -> bool) {
    let patience = Instant::now() + Duration::from_secs(30);
    while !condition() {
        assert!(Instant::now() < patience, "it never came true");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn the_longest_name_and_numbers_fit_into_the_headers() {
    let quota = Quota { count: u32::MAX, window_seconds: u32::MAX };
    let policy = decision::policy(LimitName::Availability, quota);
    assert_eq!(policy, r#""availability";q=4294967295;w=4294967295"#);
    let name = LimitName::Availability;
    let decision = LimitDecision { allowed: true, remaining: u32::MAX, reset_seconds: u64::MAX, name, policy };
    assert_eq!(decision.ratelimit(), r#""availability";r=4294967295;t=18446744073709551615"#);
}
