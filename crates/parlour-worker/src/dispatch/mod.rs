//! Sends queued notifications, e-mails and realtime messages.
//!
//! A row is claimed by moving its next attempt into the future. If the process dies, the row is due again at that time.

mod attempts;
pub mod emails;
mod push_notifications;
mod realtime_messages;

use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use parlour_domain::ist::Timestamp;
use parlour_store::{DbError, Tx};

use crate::worker_context::WorkerContext;

/// The pause after a look that found nothing to send.
const IDLE_PAUSE: Duration = Duration::from_secs(1);
/// The pause after an error of the database.
const DATABASE_ERROR_PAUSE: Duration = Duration::from_secs(5);

/// Sends one batch of each kind and returns how many rows that was.
pub async fn send_due_batch(worker: &WorkerContext) -> Result<usize, DbError> {
    let (notifications, emails, messages) = tokio::join!(
        push_notifications::send_due_notifications(worker, Timestamp::FAR_PAST),
        emails::send_due_emails(worker, Timestamp::FAR_PAST),
        realtime_messages::publish_due_messages(worker)
    );
    Ok(notifications? + emails? + messages?)
}

/// Sends until nothing is due.
pub async fn send_all_due(worker: &WorkerContext) -> Result<usize, DbError> {
    let mut sent = 0;
    loop {
        match send_due_batch(worker).await? {
            0 => return Ok(sent),
            count => sent += count,
        }
    }
}

/// Sends notifications and e-mails that were queued since then, until none is due. Realtime messages are left to the
/// server process.
pub async fn send_all_due_since(worker: &WorkerContext, since: Timestamp) -> Result<(), DbError> {
    loop {
        let (notifications, emails) = tokio::join!(
            push_notifications::send_due_notifications(worker, since),
            emails::send_due_emails(worker, since)
        );
        if notifications? + emails? == 0 {
            return Ok(());
        }
    }
}

/// Sends until `stop` ends, and finishes the running batches. The three kinds run independently: a mail server that does
/// not answer does not delay push messages.
pub async fn run(worker: WorkerContext, stop: impl Future<Output = ()>) {
    let (worker, stop) = (&worker, stop.shared());
    tokio::join!(
        repeat_until_stopped(stop.clone(), || push_notifications::send_due_notifications(worker, Timestamp::FAR_PAST)
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
                tracing::warn!(%error, "cannot read what is to be sent");
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

/// Marks everything as sent, for data that was generated or imported.
pub fn mark_all_as_sent(tx: &mut Tx<'_>) -> Result<(), DbError> {
    parlour_store::notifications::notification_records::mark_all_pending_sent(tx)?;
    parlour_store::notifications::emails::mark_all_pending_sent(tx)
}
