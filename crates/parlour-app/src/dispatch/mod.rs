//! Sends what was written to be sent: notices to browsers, letters, and what listening browsers are published.
//!
//! A row is claimed by moving the time at which it is tried next; whoever dies with it loses it when that time comes.

pub mod emails;
mod push_notifications;
mod realtime_messages;

use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::{DbError, Tx};

use crate::retry_waits::retry_wait_millis;
use crate::worker_context::WorkerContext;

/// Whoever claims a row has sent it by then, or died: longer than the most patient sender.
const LEASE_MS: i64 = 2 * MINUTE_MS;
/// How often to look when there was nothing to do.
const IDLE_PAUSE: Duration = Duration::from_secs(1);
/// How long to leave a database alone that did not answer.
const DATABASE_ERROR_PAUSE: Duration = Duration::from_secs(5);

/// Sends some of everything that is due; how much that was.
pub async fn send_due_batch(worker: &WorkerContext) -> Result<usize, DbError> {
    let (notices, letters, published) = tokio::join!(
        push_notifications::send_due_notifications(worker, Timestamp::FAR_PAST),
        emails::send_due_emails(worker, Timestamp::FAR_PAST),
        realtime_messages::publish_due_messages(worker)
    );
    Ok(notices? + letters? + published?)
}

/// Until nothing is due.
pub async fn send_all_due(worker: &WorkerContext) -> Result<usize, DbError> {
    let mut sent = 0;
    loop {
        match send_due_batch(worker).await? {
            0 => return Ok(sent),
            some => sent += some,
        }
    }
}

/// What was written since, and no older row of anybody's, until nothing of it is due. Those who listen are published by
/// whoever serves them.
pub async fn send_all_due_since(worker: &WorkerContext, since: Timestamp) -> Result<(), DbError> {
    loop {
        let (notices, letters) = tokio::join!(
            push_notifications::send_due_notifications(worker, since),
            emails::send_due_emails(worker, since)
        );
        if notices? + letters? == 0 {
            return Ok(());
        }
    }
}

/// Until somebody says stop. What was begun is finished. Each goes at its own pace: a mail server that does not answer
/// keeps no browser waiting.
pub async fn run(worker: WorkerContext, stop: impl Future<Output = ()>) {
    let (worker, stop) = (&worker, stop.shared());
    tokio::join!(
        repeat_until_stopped(stop.clone(), || push_notifications::send_due_notifications(
            worker,
            Timestamp::FAR_PAST
        )
        .boxed()),
        repeat_until_stopped(stop.clone(), || emails::send_due_emails(worker, Timestamp::FAR_PAST).boxed()),
        repeat_until_stopped(stop.clone(), || realtime_messages::publish_due_messages(worker).boxed()),
    );
}

async fn repeat_until_stopped<'a>(
    mut stop: impl Future<Output = ()> + Unpin,
    step: impl Fn() -> BoxFuture<'a, Result<usize, DbError>>,
) {
    loop {
        let pause = match step().await {
            Ok(0) => IDLE_PAUSE,
            Ok(_) => Duration::ZERO,
            Err(error) => {
                tracing::warn!(%error, "what is to be sent cannot be read");
                DATABASE_ERROR_PAUSE
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
pub fn mark_all_as_sent(tx: &mut Tx<'_>) -> Result<(), DbError> {
    parlour_store::notifications::notification_records::mark_all_pending_sent(tx)?;
    parlour_store::notifications::emails::mark_all_pending_sent(tx)
}

/// When something that has failed this often is tried again, if it is.
fn next_attempt_at(attempts: i64, now: Timestamp) -> Option<Timestamp> {
    retry_wait_millis(attempts).map(|wait| now.plus_millis(wait))
}
