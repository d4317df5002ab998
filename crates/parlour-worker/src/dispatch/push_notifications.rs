//! Sends notifications to the subscribed browsers of a user. Without a browser, the feed is the delivery.

use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use parlour_app::hindi_names::translate_for;
use parlour_app::notifications::wording::{NotificationText, texts_in, word_content};
use parlour_domain::integration::Integration;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::NotificationChannel;
use parlour_domain::text::letters_within;
use parlour_integrations::web_push::{self, PushFailure, PushSender, PushTarget};
use parlour_store::bookings::customer_pages;
use parlour_store::jobs::integration_status;
use parlour_store::notifications::Claim;
use parlour_store::notifications::notification_records::{self, OutgoingNotification};
use parlour_store::notifications::push_subscriptions::{self, ActiveSubscription};
use parlour_store::{Conn, DbError};
use serde_json::json;

use super::attempts::{LEASE_MS, next_attempt_at};
use crate::worker_context::WorkerContext;

const MAX_CONCURRENT_SENDS: usize = 16;
const CLAIM_LIMIT: i64 = 64;
/// How many notifications are marked as sent at once where push is not configured.
const MARK_SENT_LIMIT: i64 = 500;
/// Push services drop a message that they could not deliver for this long.
const PUSH_TTL: Duration = Duration::from_hours(24);
/// The longest body that fits into a push message, in characters of up to four bytes.
const MAX_BODY_CHARS: usize = 700;

/// Sends a batch of the notifications that were queued since then.
pub(super) async fn send_due_notifications(worker: &WorkerContext, since: Timestamp) -> Result<usize, DbError> {
    let (db, now) = (&worker.app.db, worker.app.clock.now());
    if !db.read(move |conn| notification_records::is_any_pending(conn, now)).await? {
        return Ok(0);
    }
    let Some(push) = &worker.integrations.push else {
        if worker.integrations.leaves_unconfigured_pending {
            return Ok(0);
        }
        let marked = db.write(move |tx| notification_records::mark_batch_sent(tx, now, MARK_SENT_LIMIT)).await?;
        tracing::info!(marked, "push is not configured; notifications are in the feed only");
        return Ok(usize::try_from(marked).unwrap_or(usize::MAX));
    };
    let claim = Claim { now, until: now.plus_millis(LEASE_MS), limit: CLAIM_LIMIT };
    let claimed = db.write(move |tx| notification_records::claim_pending(tx, since, claim)).await?;
    let count = claimed.len();
    let sending = stream::iter(claimed)
        .map(|notification| send_and_record(worker, push, notification))
        .buffer_unordered(MAX_CONCURRENT_SENDS);
    let outcomes: Vec<_> = sending.collect().await;
    // If recording one fails, its claim runs out and it is tried again.
    outcomes.into_iter().find_map(Result::err).map_or(Ok(count), Err)
}

/// What became of one notification in all browsers of its user.
#[derive(Debug, Default)]
struct PushOutcome {
    /// Subscriptions that have ended.
    expired_endpoints: Vec<String>,
    delivered: bool,
    /// Set if another attempt may help for some browsers.
    retry_error: Option<String>,
    /// The subscriptions to try again.
    owed_to: Vec<String>,
    /// The longest wait that a push service asked for.
    requested_wait: Duration,
    refusal_error: Option<String>,
}

async fn send_and_record(
    worker: &WorkerContext,
    push: &PushSender,
    mut notification: OutgoingNotification,
) -> Result<(), DbError> {
    let db = &worker.app.db;
    // Notifications with an e-mail only are not pushed.
    let push_outcome = if notification.channel == NotificationChannel::Push {
        let (user, booking) = (notification.user_id.clone(), notification.booking_id.clone());
        let (stored, texts) = (notification.content.clone(), texts_in(notification.language));
        let read = move |conn: &mut Conn<'_>| {
            let is_of_own_booking = match &booking {
                Some(booking) => customer_pages::is_own_booking(conn, booking, &user)?,
                None => true,
            };
            let mut content = stored.clone();
            translate_for(conn, texts, &mut content)?;
            Ok::<_, DbError>((push_subscriptions::list_active(conn, &user)?, is_of_own_booking, content))
        };
        let (targets, is_of_own_booking, content) = db.read(read).await?;
        notification.content = content;
        let payload = push_payload(&notification, is_of_own_booking);
        push_to_browsers(push, &notification, &payload, targets).await
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
                let requested_wait = i64::try_from(push_outcome.requested_wait.as_millis()).unwrap_or(i64::MAX);
                // Browsers that have it do not get it again.
                let owed_to = is_delivered.then(|| push_outcome.owed_to.join(" "));
                let try_at = try_at.max(now.plus_millis(requested_wait));
                notification_records::postpone(tx, &notification.id, try_at, owed_to.as_deref())
            }
            _ if is_delivered || error.is_none() => notification_records::mark_sent(tx, &notification.id, now),
            _ => notification_records::mark_failed(tx, &notification.id),
        }
    })
    .await
}

/// Sends to all browsers at the same time: one after the other, a few timeouts would outlast the claim.
async fn push_to_browsers(
    push: &PushSender,
    notification: &OutgoingNotification,
    message: &str,
    mut targets: Vec<ActiveSubscription>,
) -> PushOutcome {
    if let Some(owed_to) = &notification.owed_to {
        targets.retain(|target| owed_to.split(' ').any(|id| id == target.id));
    }
    let topic = web_push::notification_topic(notification.id.as_str());
    let pushing = targets.iter().map(|subscription| {
        let (message, topic) = (message.as_bytes(), &topic);
        let ActiveSubscription { endpoint, p256dh, auth, .. } = subscription.clone();
        async move { push.send(&PushTarget { endpoint, p256dh, auth }, message, topic, PUSH_TTL).await }
    });
    let mut push_outcome = PushOutcome::default();
    for (outcome, target) in join_all(pushing).await.into_iter().zip(&targets) {
        match outcome {
            Ok(()) => push_outcome.delivered = true,
            Err(failure) if failure.ends_subscription() => {
                push_outcome.expired_endpoints.push(target.endpoint.clone());
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

/// The payload that the service worker of the page shows, in the language of the recipient. The desk's browsers open pages
/// of the admin app, which has its own; there is no other way to tell the two, because a person of the team can also be a
/// customer.
fn push_payload(notification: &OutgoingNotification, is_of_own_booking: bool) -> String {
    let booking = notification.booking_id.as_ref();
    let is_for_desk = !is_of_own_booking || notification.kind.is_for_team();
    let url = if is_for_desk { notification.kind.desk_page(booking) } else { notification.kind.customer_page(booking) };
    let NotificationText { title, body } = word_content(&notification.content, texts_in(notification.language));
    let body = letters_within(&body, MAX_BODY_CHARS);
    json!({
        "id": notification.id,
        "type": notification.kind,
        "title": title,
        "body": body,
        "bookingId": notification.booking_id,
        "url": url,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use parlour_domain::customer::Language;
    use parlour_domain::ids::{BookingId, NotificationId, UserId};
    use parlour_domain::notification::NotificationType;
    use parlour_domain::notification::message::NotificationMessage;
    use parlour_store::notifications::notification_records::NotificationContent;
    use serde_json::Value;

    use super::*;

    fn notification(kind: NotificationType, booking: Option<&str>) -> OutgoingNotification {
        OutgoingNotification {
            id: NotificationId::new("n1"),
            user_id: UserId::new("u1"),
            booking_id: booking.map(BookingId::new),
            kind,
            content: NotificationContent::Message(NotificationMessage::GemsExpired { gems: 1 }),
            language: None,
            channel: NotificationChannel::Push,
            attempts: 0,
            owed_to: None,
        }
    }

    fn payload_of(notification: &OutgoingNotification) -> Value {
        serde_json::from_str(&push_payload(notification, true)).unwrap()
    }

    #[test]
    fn a_push_is_in_the_language_of_its_reader() {
        let english = notification(NotificationType::GemsExpiry7d, None);
        let hindi = OutgoingNotification { language: Some(Language::Hindi), ..english.clone() };
        assert_eq!(payload_of(&english)["title"], "Some of your gems have expired");
        assert_eq!(payload_of(&hindi)["title"], "आपके कुछ जेम खत्म हो गए");
        assert!(!payload_of(&hindi)["body"].as_str().unwrap().contains(|letter: char| letter.is_ascii_alphabetic()));
    }

    #[test]
    fn a_long_body_is_not_cut_inside_a_letter() {
        // The limit is in the middle of one.
        let body = format!("{}क्षि", "a".repeat(MAX_BODY_CHARS - 2));
        let content = NotificationContent::WrittenText { title: "Hello".to_owned(), body };
        let long = OutgoingNotification { content, ..notification(NotificationType::GemsExpiry7d, None) };
        assert_eq!(payload_of(&long)["body"], "a".repeat(MAX_BODY_CHARS - 2));
    }

    #[test]
    fn a_push_opens_the_page_that_it_is_about() {
        for (kind, booking, is_of_own_booking, url) in [
            (NotificationType::BookingConfirmed, Some("b1"), true, "/visits/b1"),
            (NotificationType::BookingCancelled, Some("b1"), false, "/bookings/b1"),
            (NotificationType::GemsExpiry7d, None, true, "/rewards"),
            (NotificationType::InvoiceReady, Some("b1"), true, "/invoices"),
            (NotificationType::LeadFollowup, None, true, "/leads"),
            (NotificationType::LeaveRequested, None, true, "/schedule#leave"),
        ] {
            let payload = push_payload(&notification(kind, booking), is_of_own_booking);
            let payload: Value = serde_json::from_str(&payload).unwrap();
            assert_eq!(payload["url"], url, "{kind}");
            assert_eq!(payload["title"], "Some of your gems have expired");
            assert_eq!(payload["body"], "1 gem has expired after 365 days");
            assert_eq!((&payload["bookingId"], &payload["id"]), (&json!(booking), &json!("n1")));
        }
    }
}
