//! A value fetched from elsewhere and kept for a while.
//!
//! Callers who come together share one fetch and its outcome, also when it fails: a provider that hangs costs each of
//! them one timeout, not one after the other. Readers of a fresh value wait for nobody.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

/// A flood of tokens with invented keys must not become a flood of requests to the provider.
const BETWEEN_RENEWALS: Duration = Duration::from_secs(10);

pub(super) struct Shared<T, E> {
    kept: RwLock<Option<Kept<T>>>,
    finished_fetches: AtomicU64,
    turn: Mutex<Turn<T, E>>,
}

struct Kept<T> {
    value: Arc<T>,
    until: Instant,
}

struct Turn<T, E> {
    last_outcome: Option<Result<Arc<T>, E>>,
    last_renewal: Option<Instant>,
}

impl<T, E: Clone> Shared<T, E> {
    pub(super) fn new() -> Self {
        Self {
            kept: RwLock::new(None),
            finished_fetches: AtomicU64::new(0),
            turn: Mutex::new(Turn { last_outcome: None, last_renewal: None }),
        }
    }

    /// The kept value while it is fresh, else the outcome of `fetch`, which says how long its value may be kept.
    pub(super) async fn get(
        &self,
        now: Instant,
        fetch: impl Future<Output = Result<(T, Duration), E>>,
    ) -> Result<Arc<T>, E> {
        // Counted before looking, so that a fetch that ends in between is seen one way or the other.
        let finished_before = self.finished_fetches.load(Ordering::Acquire);
        if let Some(value) = self.fresh(now) {
            return Ok(value);
        }
        let mut turn = self.turn.lock().await;
        if let Some(outcome) = self.finished_since(finished_before, &turn) {
            return outcome;
        }
        self.run(now, fetch, &mut turn).await
    }

    /// A value newer than the kept one, or `None` when a renewal was asked for a moment ago.
    pub(super) async fn renew(
        &self,
        now: Instant,
        fetch: impl Future<Output = Result<(T, Duration), E>>,
    ) -> Result<Option<Arc<T>>, E> {
        let finished_before = self.finished_fetches.load(Ordering::Acquire);
        let mut turn = self.turn.lock().await;
        if let Some(outcome) = self.finished_since(finished_before, &turn) {
            return outcome.map(Some);
        }
        if turn.last_renewal.is_some_and(|last| now < last + BETWEEN_RENEWALS) {
            return Ok(None);
        }
        turn.last_renewal = Some(now);
        self.run(now, fetch, &mut turn).await.map(Some)
    }

    fn fresh(&self, now: Instant) -> Option<Arc<T>> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().filter(|kept| now < kept.until).map(|kept| kept.value.clone())
    }

    fn finished_since(&self, before: u64, turn: &Turn<T, E>) -> Option<Result<Arc<T>, E>> {
        if self.finished_fetches.load(Ordering::Acquire) == before {
            return None;
        }
        turn.last_outcome.clone()
    }

    async fn run(
        &self,
        now: Instant,
        fetch: impl Future<Output = Result<(T, Duration), E>>,
        turn: &mut Turn<T, E>,
    ) -> Result<Arc<T>, E> {
        let outcome = fetch.await.map(|(value, keep_for)| {
            let value = Arc::new(value);
            let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
            *kept = Some(Kept { value: value.clone(), until: now + keep_for });
            value
        });
        turn.last_outcome = Some(outcome.clone());
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

    fn provider(down: bool) -> (Shared<usize, &'static str>, Provider) {
        (Shared::new(), Provider { asked: AtomicUsize::new(0), down })
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
        let later = now + BETWEEN_RENEWALS;
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
        let left = tokio::time::timeout(Duration::from_millis(1), shared.get(now, provider.answer())).await;
        assert!(left.is_err());
        assert_eq!(*shared.get(now, provider.answer()).await.unwrap(), 2);
    }
}
