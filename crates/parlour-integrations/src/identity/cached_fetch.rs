//! A value fetched from elsewhere and cached for a while.
//!
//! Concurrent callers share one fetch and its outcome, also a failure: if the provider hangs, all of them wait for one
//! timeout. Readers of a fresh value do not wait.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

/// Many tokens with unknown keys must not cause many requests to the provider.
const MIN_RENEWAL_INTERVAL: Duration = Duration::from_secs(10);

pub(super) struct CachedFetch<T, E> {
    cached: RwLock<Option<CachedValue<T>>>,
    finished_fetches: AtomicU64,
    state: Mutex<FetchState<T, E>>,
}

struct CachedValue<T> {
    value: Arc<T>,
    until: Instant,
}

struct FetchState<T, E> {
    last_outcome: Option<Result<Arc<T>, E>>,
    last_renewal: Option<Instant>,
}

impl<T, E: Clone> CachedFetch<T, E> {
    pub(super) fn new() -> Self {
        Self {
            cached: RwLock::new(None),
            finished_fetches: AtomicU64::new(0),
            state: Mutex::new(FetchState { last_outcome: None, last_renewal: None }),
        }
    }

    /// The cached value while it is fresh, else the outcome of `fetch`, which says how long its value may be cached.
    pub(super) async fn get(
        &self,
        now: Instant,
        fetch: impl Future<Output = Result<(T, Duration), E>>,
    ) -> Result<Arc<T>, E> {
        // Read before the check, so that a fetch that ends in between is noticed.
        let finished_before = self.finished_fetches.load(Ordering::Acquire);
        if let Some(value) = self.fresh_value(now) {
            return Ok(value);
        }
        let mut state = self.state.lock().await;
        if let Some(outcome) = self.finished_since(finished_before, &state) {
            return outcome;
        }
        self.run(now, fetch, &mut state).await
    }

    /// A value newer than the cached one, or `None` if it was renewed a moment ago.
    pub(super) async fn renew(
        &self,
        now: Instant,
        fetch: impl Future<Output = Result<(T, Duration), E>>,
    ) -> Result<Option<Arc<T>>, E> {
        let finished_before = self.finished_fetches.load(Ordering::Acquire);
        let mut state = self.state.lock().await;
        if let Some(outcome) = self.finished_since(finished_before, &state) {
            return outcome.map(Some);
        }
        if state.last_renewal.is_some_and(|last| now < last + MIN_RENEWAL_INTERVAL) {
            return Ok(None);
        }
        state.last_renewal = Some(now);
        self.run(now, fetch, &mut state).await.map(Some)
    }

    fn fresh_value(&self, now: Instant) -> Option<Arc<T>> {
        let cached = self.cached.read().unwrap_or_else(PoisonError::into_inner);
        cached.as_ref().filter(|cached| now < cached.until).map(|cached| cached.value.clone())
    }

    fn finished_since(&self, before: u64, state: &FetchState<T, E>) -> Option<Result<Arc<T>, E>> {
        if self.finished_fetches.load(Ordering::Acquire) == before {
            return None;
        }
        state.last_outcome.clone()
    }

    async fn run(
        &self,
        now: Instant,
        fetch: impl Future<Output = Result<(T, Duration), E>>,
        state: &mut FetchState<T, E>,
    ) -> Result<Arc<T>, E> {
        let outcome = fetch.await.map(|(value, cache_time)| {
            let value = Arc::new(value);
            let mut cached = self.cached.write().unwrap_or_else(PoisonError::into_inner);
            *cached = Some(CachedValue { value: value.clone(), until: now + cache_time });
            value
        });
        state.last_outcome = Some(outcome.clone());
        self.finished_fetches.fetch_add(1, Ordering::Release);
        outcome
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    const HOUR: Duration = Duration::from_hours(1);
    const SECOND: Duration = Duration::from_secs(1);

    struct Provider {
        asked: AtomicUsize,
        down: bool,
    }

    impl Provider {
        async fn answer(&self) -> Result<(usize, Duration), &'static str> {
            let asked = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
            tokio::time::sleep(Duration::from_millis(20)).await;
            if self.down { Err("down") } else { Ok((asked, HOUR)) }
        }
    }

    fn provider(down: bool) -> (CachedFetch<usize, &'static str>, Provider) {
        (CachedFetch::new(), Provider { asked: AtomicUsize::new(0), down })
    }

    #[tokio::test]
    async fn a_value_is_kept_until_its_time_is_over() {
        let (shared, provider) = provider(false);
        let now = Instant::now();
        assert_eq!(*shared.get(now, provider.answer()).await.unwrap(), 1);
        assert_eq!(*shared.get(now + 3599 * SECOND, provider.answer()).await.unwrap(), 1);
        assert_eq!(*shared.get(now + HOUR, provider.answer()).await.unwrap(), 2);
    }

    #[tokio::test]
    async fn those_who_come_together_share_one_fetch_and_its_failure() {
        for down in [false, true] {
            let (shared, provider) = provider(down);
            let now = Instant::now();
            let ask = || shared.get(now, provider.answer());
            let outcomes = tokio::join!(ask(), ask(), ask());
            assert_eq!(outcomes.0.is_err(), down);
            assert_eq!(outcomes.2.is_err(), down);
            assert_eq!(provider.asked.load(Ordering::SeqCst), 1);
        }
    }

    #[tokio::test]
    async fn a_failure_is_not_kept() {
        let (shared, mut provider) = provider(true);
        let now = Instant::now();
        assert!(shared.get(now, provider.answer()).await.is_err());
        provider.down = false;
        assert_eq!(*shared.get(now, provider.answer()).await.unwrap(), 2);
    }

    #[tokio::test]
    async fn renewals_are_ten_seconds_apart() {
        let (shared, provider) = provider(false);
        let now = Instant::now();
        shared.get(now, provider.answer()).await.unwrap();
        assert_eq!(shared.renew(now, provider.answer()).await.unwrap().as_deref(), Some(&2));
        assert_eq!(shared.renew(now + 9 * SECOND, provider.answer()).await.unwrap(), None);
        let later = now + MIN_RENEWAL_INTERVAL;
        assert_eq!(shared.renew(later, provider.answer()).await.unwrap().as_deref(), Some(&3));
    }

    #[tokio::test]
    async fn those_who_renew_together_share_one_renewal() {
        let (shared, provider) = provider(false);
        let now = Instant::now();
        shared.get(now, provider.answer()).await.unwrap();
        let renew = || shared.renew(now, provider.answer());
        let (one, another) = tokio::join!(renew(), renew());
        assert_eq!((one.unwrap().as_deref(), another.unwrap().as_deref()), (Some(&2), Some(&2)));
    }

    #[tokio::test]
    async fn a_renewal_that_fails_leaves_the_kept_value() {
        let (shared, mut provider) = provider(false);
        let now = Instant::now();
        shared.get(now, provider.answer()).await.unwrap();
        provider.down = true;
        assert!(shared.renew(now, provider.answer()).await.is_err());
        assert_eq!(*shared.get(now, provider.answer()).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn a_caller_who_leaves_lets_the_next_one_fetch() {
        let (shared, provider) = provider(false);
        let now = Instant::now();
        let left = tokio::time::timeout(Duration::ZERO, shared.get(now, provider.answer())).await;
        assert!(left.is_err());
        assert_eq!(*shared.get(now, provider.answer()).await.unwrap(), 2);
    }
}
