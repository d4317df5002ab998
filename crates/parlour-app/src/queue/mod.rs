//! Does the work that is due: claims it, brings it to the job routes, and keeps what came of it.

mod delivery;
mod places;
mod slots;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use parlour_domain::integration::Integration;
use parlour_domain::ist::{MINUTE_MS, SECOND_MS, Timestamp};
use parlour_store::queue::{self, Claim, Claimed, Wanted};
use parlour_store::{Conn, DbError, Tx, integrations};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::backstage::Backstage;
pub use delivery::{Delivery, OwnDelivery};
use places::{OF_A_KIND, Places, Room};
use slots::Slots;

/// A claim lasts this long and is renewed in time, so that the work of whoever dies is soon another's.
const LEASE_MS: i64 = 30 * SECOND_MS;
const RENEWED_EVERY: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(500);
const LONG_PAUSE: Duration = Duration::from_secs(5);
/// How often the list of integrations hears that all is well.
const NOTED_EVERY_MS: i64 = MINUTE_MS;

/// One process's part in doing the work.
#[derive(Debug)]
pub struct Queue {
    backstage: Backstage,
    delivery: Delivery,
    /// Whose claims these are.
    name: String,
    slots: Slots,
    tally: Arc<Tally>,
    noted_at: AtomicI64,
    renewed_every: Duration,
}

/// What this process has done since it started.
#[derive(Debug, Default)]
pub struct Tally {
    pub delivered: AtomicU64,
    pub failed: AtomicU64,
    pub parked: AtomicU64,
}

impl Queue {
    pub fn new(backstage: Backstage, delivery: Delivery) -> Self {
        let name = backstage.app.chance.short_code::<16>();
        let (slots, tally, noted_at) = (Slots::default(), Arc::default(), AtomicI64::new(i64::MIN));
        Self { backstage, delivery, name, slots, tally, noted_at, renewed_every: RENEWED_EVERY }
    }

    /// Says that it still works on something after another time than usual.
    #[must_use]
    pub fn renewing_every(self, renewed_every: Duration) -> Self {
        Self { renewed_every, ..self }
    }

    pub fn tally(&self) -> Arc<Tally> {
        Arc::clone(&self.tally)
    }

    /// Does all that is due now, one after the other's claim; how much that was.
    pub async fn drain(&self) -> Result<usize, DbError> {
        let mut done = 0;
        loop {
            self.slots.begin_due(&self.backstage, self.delivery.keeps_schedules()).await?;
            let claimed = self.claim(Room { most: OF_A_KIND, except: Default::default() }).await?;
            if claimed.is_empty() {
                return Ok(done);
            }
            done += claimed.len();
            futures_util::future::join_all(claimed.into_iter().map(|work| self.attend(work))).await;
        }
    }

    /// Until somebody says stop; what is under way then is finished, unless that takes long.
    pub async fn run(self: Arc<Self>, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        let mut places = Places::default();
        // Goes on however busy the places are, for those kinds whose turn would come after all that is due of another.
        let mut look = interval_at(Instant::now() + PAUSE, PAUSE);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if let Err(error) = self.begin_some(&mut places).await {
                tracing::warn!(%error, "the work that is due cannot be read");
                look.reset_after(LONG_PAUSE);
            }
            tokio::select! {
                biased;
                () = &mut stop => break,
                _ = look.tick() => {}
                () = places.become_free(), if !places.are_empty() => {}
            }
        }
        places.all_become_free().await;
    }

    async fn begin_some(self: &Arc<Self>, places: &mut Places) -> Result<(), DbError> {
        self.slots.begin_due(&self.backstage, self.delivery.keeps_schedules()).await?;
        let Some(room) = places.room() else { return Ok(()) };
        for work in self.claim(room).await? {
            let queue = Arc::clone(self);
            places.take(work.kind.clone(), async move { queue.attend(work).await });
        }
        Ok(())
    }

    async fn claim(&self, room: Room) -> Result<Vec<Claimed>, DbError> {
        let db = &self.backstage.app.db;
        let now = self.backstage.app.clock.now();
        let due_by = now.plus_millis(self.delivery.takes_ahead_millis());
        let Room { most, except } = room;
        let left_out = except.clone();
        let is_any_due = move |conn: &mut Conn<'_>| {
            queue::is_any_due(conn, &Wanted { now, due_by, except: except.each_ref().map(String::as_str) })
        };
        if !db.read(is_any_due).await? {
            return Ok(Vec::new());
        }
        let (by, until) = (self.name.clone(), now.plus_millis(LEASE_MS));
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let claim = move |tx: &mut Tx<'_>| {
            let wanted = Wanted { now, due_by, except: left_out.each_ref().map(String::as_str) };
            queue::claim(tx, Claim { by: &by, until, most }, &wanted)
        };
        db.write(claim).await
    }

    /// Brings one piece of work to where it is done. The claim is renewed as long as that takes.
    async fn attend(&self, work: Claimed) {
        let brought = {
            let mut bringing = std::pin::pin!(self.delivery.bring(&self.backstage, &work));
            let mut renewal = tokio::time::interval(self.renewed_every);
            renewal.tick().await;
            loop {
                tokio::select! {
                    brought = &mut bringing => break brought,
                    _ = renewal.tick() => self.renew(&work).await,
                }
            }
        };
        if let Err(error) = self.keep(&work, brought).await {
            // The claim runs out, and somebody does it again: every job may run twice.
            tracing::warn!(%error, job = %work.kind, "what came of a job cannot be kept");
        }
    }

    async fn renew(&self, work: &Claimed) {
        let (id, by) = (work.id.clone(), self.name.clone());
        let until = self.backstage.app.clock.now().plus_millis(LEASE_MS);
        let renewed = self.backstage.app.db.write(move |tx| queue::renew(tx, &id, &by, until)).await;
        if let Err(error) = renewed {
            tracing::warn!(%error, job = %work.kind, "a claim cannot be renewed");
        }
    }

    async fn keep(&self, work: &Claimed, brought: Result<(), String>) -> Result<(), DbError> {
        let (id, by, now) = (work.id.clone(), self.name.clone(), self.backstage.app.clock.now());
        let db = &self.backstage.app.db;
        let Err(error) = brought else {
            self.tally.delivered.fetch_add(1, Ordering::Relaxed);
            let is_news = self.is_worth_noting(now);
            let kept = db.write(move |tx| {
                if is_news {
                    integrations::note_success(tx, Integration::Queue, now)?;
                }
                queue::finish(tx, &id, now)
            });
            return kept.await;
        };
        self.tally.failed.fetch_add(1, Ordering::Relaxed);
        let wait = self.delivery.wait_after(work.attempts);
        tracing::warn!(job = %work.kind, attempts = work.attempts + 1, parked = wait.is_none(), error, "a job failed");
        if wait.is_none() {
            self.tally.parked.fetch_add(1, Ordering::Relaxed);
        }
        let kept = db.write(move |tx| {
            integrations::note_error(tx, Integration::Queue, &error, now)?;
            match wait {
                Some(millis) => queue::put_off(tx, &id, &by, now.plus_millis(millis), &error),
                None => queue::park(tx, &id, &by, now, &error),
            }
        });
        kept.await
    }

    fn is_worth_noting(&self, now: Timestamp) -> bool {
        let noted = self.noted_at.load(Ordering::Relaxed);
        let is_old = now.millis().saturating_sub(noted) >= NOTED_EVERY_MS;
        is_old
            && self
                .noted_at
                .compare_exchange(noted, now.millis(), Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }
}
