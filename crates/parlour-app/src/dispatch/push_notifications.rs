//! Notices go to the browsers of whoever they are for. Where there is none, the feed is the delivery.

use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use parlour_domain::integration::Integration;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::NotificationChannel;
use parlour_integrations::web_push::{self, PushFailure, PushSender, PushTarget};
use parlour_store::DbError;
use parlour_store::jobs::integration_status;
use parlour_store::notifications::notification_records::{self, OutgoingNotification};
use parlour_store::notifications::push_subscriptions::{self, ActiveSubscription};
use serde_json::json;

use super::{LEASE_MS, next_attempt_at};
use crate::worker_context::WorkerContext;

const MAX_CONCURRENT_SENDS: usize = 16;
const CLAIM_LIMIT: i64 = 64;
/// Where nothing leaves the house, a batch is one statement.
const MARK_SENT_LIMIT: i64 = 500;
/// A notification of yesterday is not worth a buzz.
const PUSH_TTL: Duration = Duration::from_hours(24);
/// What fits into a push message beside the rest of it, in characters of up to four bytes.
const MAX_BODY_CHARS: usize = 700;

/// Of those that were written since.
pub(super) async fn send_due_notifications(
    worker: &WorkerContext,
    since: Timestamp,
) -> Result<usize, DbError> {
    let (db, now) = (&worker.app.db, worker.app.clock.now());
    if !db.read(move |conn| notification_records::is_any_pending(conn, now)).await? {
        return Ok(0);
    }
    let Some(push) = &worker.integrations.push else {
        if worker.integrations.leaves_unconfigured_pending {
            return Ok(0);
        }
        let marked =
            db.write(move |tx| notification_records::mark_batch_sent(tx, now, MARK_SENT_LIMIT)).await?;
        tracing::info!(marked, "notices are in the feed; nobody is set up to push them");
        return Ok(usize::try_from(marked).unwrap_or(usize::MAX));
    };
    let until = now.plus_millis(LEASE_MS);
    let claimed =
        db.write(move |tx| notification_records::claim_pending(tx, since, now, until, CLAIM_LIMIT)).await?;
    let count = claimed.len();
    let sending = stream::iter(claimed)
        .map(|notification| send_and_record(worker, push, notification))
        .buffer_unordered(MAX_CONCURRENT_SENDS);
    let outcomes: Vec<_> = sending.collect().await;
    // The others' claims run out, and they are tried again.
    outcomes.into_iter().find_map(Result::err).map_or(Ok(count), Err)
}

/// What became of one notification at all of somebody's browsers.
#[derive(Debug, Default)]
struct PushOutcome {
    /// Browsers that are no more.
    expired_endpoints: Vec<String>,
    delivered: bool,
    /// Some may still hear of it, those who ask for more time after that.
    retry_error: Option<String>,
    owed_to: Vec<String>,
    requested_wait: Duration,
    refusal_error: Option<String>,
}

async fn send_and_record(
    worker: &WorkerContext,
    push: &PushSender,
    notification: OutgoingNotification,
) -> Result<(), DbError> {
    let db = &worker.app.db;
    // What is told by letter buzzes nowhere.
    let push_outcome = if notification.channel == NotificationChannel::Push {
        let user = notification.user_id.clone();
        let targets = db.read(move |conn| push_subscriptions::list_active(conn, &user)).await?;
        push_to_browsers(push, &notification, targets).await
    } else {
        PushOutcome::default()
    };
    let now = worker.app.clock.now();
    db.write(move |tx| {
        for endpoint in &push_outcome.expired_endpoints {
            push_subscriptions::deactivate(tx, &notification.user_id, endpoint, now)?;
        }
        if push_outcome.delivered {
            integration_status::record_success(tx, Integration::Push, now)?;
        }
        let error = push_outcome.retry_error.as_ref().or(push_outcome.refusal_error.as_ref());
        if let Some(error) = error {
            integration_status::record_error(tx, Integration::Push, error, now)?;
        }
        let is_delivered = push_outcome.delivered || notification.owed_to.is_some();
        match next_attempt_at(notification.attempts, now) {
            Some(try_at) if push_outcome.retry_error.is_some() => {
                let asked = i64::try_from(push_outcome.requested_wait.as_millis()).unwrap_or(i64::MAX);
                // Nobody buzzes twice because another browser was out of reach.
                let owed_to = is_delivered.then(|| push_outcome.owed_to.join(" "));
                let try_at = try_at.max(now.plus_millis(asked));
                notification_records::postpone(tx, &notification.id, try_at, owed_to.as_deref())
            }
            _ if is_delivered || error.is_none() => {
                notification_records::mark_sent(tx, &notification.id, now)
            }
            _ => notification_records::mark_failed(tx, &notification.id),
        }
    })
    .await
}

/// To all who lack it at once: one after the other, a few that do not answer would outlast the claim.
async fn push_to_browsers(
    push: &PushSender,
    notification: &OutgoingNotification,
    mut targets: Vec<ActiveSubscription>,
) -> PushOutcome {
    if let Some(owed_to) = &notification.owed_to {
        targets.retain(|target| owed_to.split(' ').any(|id| id == target.id));
    }
    let (message, topic) =
        (push_payload(notification), web_push::notification_topic(notification.id.as_str()));
    let pushing = targets.iter().map(|browser| {
        let (message, topic) = (message.as_bytes(), &topic);
        let ActiveSubscription { endpoint, p256dh, auth, .. } = browser.clone();
        async move { push.send(&PushTarget { endpoint, p256dh, auth }, message, topic, PUSH_TTL).await }
    });
    let mut push_outcome = PushOutcome::default();
    for (outcome, target) in join_all(pushing).await.into_iter().zip(&targets) {
        match outcome {
            Ok(()) => push_outcome.delivered = true,
            Err(failure) if failure.ends_subscription() => {
                push_outcome.expired_endpoints.push(target.endpoint.clone())
            }
            Err(failure @ PushFailure::Retryable { after, .. }) => {
                push_outcome.requested_wait = push_outcome.requested_wait.max(after.unwrap_or_default());
                push_outcome.retry_error = Some(failure.to_string());
                push_outcome.owed_to.push(target.id.clone());
            }
            Err(failure) => push_outcome.refusal_error = Some(failure.to_string()),
        }
    }
    push_outcome
}

/// What the page's worker shows.
fn push_payload(notification: &OutgoingNotification) -> String {
    let body: String = notification.body.chars().take(MAX_BODY_CHARS).collect();
    json!({
        "id": notification.id,
        "type": notification.kind,
        "title": notification.title,
        "body": body,
        "bookingId": notification.booking_id,
    })
    .to_string()
}
