//! Sends what was written to be sent: notices to browsers, letters, and what listening browsers are told.
//!
//! A row is claimed by moving the time at which it is tried next; whoever dies with it loses it when that time comes.

pub mod letters;
mod listeners;
mod notices;

use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::{DbError, Tx};

use crate::backstage::Backstage;

/// Whoever claims a row has sent it by then, or died: longer than the most patient sender.
const LEASE_MS: i64 = 2 * MINUTE_MS;
/// How long to wait after each failure; then it has failed.
const WAITS_MS: [i64; 3] = [12_000, 148_000, 1_808_000];
/// How often to look when there was nothing to do.
const PAUSE: Duration = Duration::from_secs(1);
/// How long to leave a database alone that did not answer.
const LONG_PAUSE: Duration = Duration::from_secs(5);

/// Sends some of everything that is due; how much that was.
pub async fn step(backstage: &Backstage) -> Result<usize, DbError> {
    let (notices, letters, told) = tokio::join!(
        notices::send_some(backstage, Timestamp::FAR_PAST),
        letters::send_some(backstage, Timestamp::FAR_PAST),
        listeners::tell_some(backstage)
    );
    Ok(notices? + letters? + told?)
}

/// Until nothing is due.
pub async fn drain(backstage: &Backstage) -> Result<usize, DbError> {
    let mut sent = 0;
    loop {
        match step(backstage).await? {
            0 => return Ok(sent),
            some => sent += some,
        }
    }
}

/// What was written since, and no older row of anybody's, until nothing of it is due. Those who listen are told by
/// whoever serves them.
pub async fn drain_since(backstage: &Backstage, since: Timestamp) -> Result<(), DbError> {
    loop {
        let (notices, letters) =
            tokio::join!(notices::send_some(backstage, since), letters::send_some(backstage, since));
        if notices? + letters? == 0 {
            return Ok(());
        }
    }
}

/// Until somebody says stop. What was begun is finished. Each goes at its own pace: a mail server that does not answer
/// keeps no browser waiting.
pub async fn run(backstage: Backstage, stop: impl Future<Output = ()>) {
    let (backstage, stop) = (&backstage, stop.shared());
    tokio::join!(
        keep_on(stop.clone(), || notices::send_some(backstage, Timestamp::FAR_PAST).boxed()),
        keep_on(stop.clone(), || letters::send_some(backstage, Timestamp::FAR_PAST).boxed()),
        keep_on(stop.clone(), || listeners::tell_some(backstage).boxed()),
    );
}

async fn keep_on<'a>(
    mut stop: impl Future<Output = ()> + Unpin,
    step: impl Fn() -> BoxFuture<'a, Result<usize, DbError>>,
) {
    loop {
        let pause = match step().await {
            Ok(0) => PAUSE,
            Ok(_) => Duration::ZERO,
            Err(error) => {
                tracing::warn!(%error, "what is to be sent cannot be read");
                LONG_PAUSE
            }
        };
        tokio::select! {
            biased;
            () = &mut stop => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Whatever was to be sent has been, when it was written.
pub(crate) fn settle(tx: &mut Tx<'_>) -> Result<(), DbError> {
    parlour_store::notices::settle(tx)?;
    parlour_store::letters::settle(tx)
}

/// When something that has failed this often is tried again, if it is.
fn next_try(attempts: i64, now: Timestamp) -> Option<Timestamp> {
    let wait = WAITS_MS.get(usize::try_from(attempts).ok()?)?;
    Some(now.plus_millis(*wait))
}
