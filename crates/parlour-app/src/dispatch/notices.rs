//! Notices go to the browsers of whoever they are for. Where there is none, the feed is the delivery.

use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use parlour_domain::integration::Integration;
use parlour_domain::notice::Channel;
use parlour_store::notices::{self, Outgoing};
use parlour_store::push_subscriptions::{self, Subscribed};
use parlour_store::realtime_messages::{self, Message};
use parlour_store::{DbError, integrations};
use serde_json::json;

use super::{LEASE_MS, next_try};
use crate::announce::channel_of;
use crate::backstage::Backstage;
use crate::outside::web_push::{self, PushFailure, PushSender, PushTarget};

const AT_ONCE: usize = 16;
const CLAIMED_AT_ONCE: i64 = 64;
/// Where nothing leaves the house, a batch is one statement.
const MARKED_AT_ONCE: i64 = 500;
/// A notice of yesterday is not worth a buzz.
const KEPT: Duration = Duration::from_hours(24);
/// What fits into a push message beside the rest of it, in characters of up to four bytes.
const LONGEST_BODY: usize = 700;

pub(super) async fn send_some(backstage: &Backstage) -> Result<usize, DbError> {
    let (db, now) = (&backstage.app.db, backstage.app.clock.now());
    if !db.read(move |conn| notices::is_any_pending(conn, now)).await? {
        return Ok(0);
    }
    let outside = &backstage.outside;
    if outside.push.is_none() && outside.realtime.is_none() {
        let marked = db.write(move |tx| notices::mark_some_sent(tx, now, MARKED_AT_ONCE)).await?;
        tracing::debug!(marked, "notices are in the feed; nobody is set up to push them");
        return Ok(usize::try_from(marked).unwrap_or(usize::MAX));
    }
    let until = now.plus_millis(LEASE_MS);
    let claimed = db.write(move |tx| notices::claim(tx, now, until, CLAIMED_AT_ONCE)).await?;
    let count = claimed.len();
    let sending = stream::iter(claimed).map(|notice| send(backstage, notice)).buffer_unordered(AT_ONCE);
    let outcomes: Vec<_> = sending.collect().await;
    // The others' claims run out, and they are tried again.
    outcomes.into_iter().find_map(Result::err).map_or(Ok(count), Err)
}

/// What became of one notice at all of somebody's browsers.
#[derive(Debug, Default)]
struct Pushed {
    /// Browsers that are no more.
    gone: Vec<String>,
    arrived: bool,
    /// Some may still hear of it, those who ask for more time after that.
    later: Option<String>,
    asked_wait: Duration,
    refused: Option<String>,
}

async fn send(backstage: &Backstage, notice: Outgoing) -> Result<(), DbError> {
    let db = &backstage.app.db;
    let pushed = match &backstage.outside.push {
        // What is told by letter buzzes nowhere.
        Some(push) if notice.channel == Channel::Push => {
            let user = notice.user_id.clone();
            let targets = db.read(move |conn| push_subscriptions::active_of(conn, &user)).await?;
            to_all(push, &notice, targets).await
        }
        _ => Pushed::default(),
    };
    let (now, is_heard) = (backstage.app.clock.now(), backstage.outside.realtime.is_some());
    db.write(move |tx| {
        for endpoint in &pushed.gone {
            push_subscriptions::switch_off(tx, &notice.user_id, endpoint, now)?;
        }
        if pushed.arrived {
            integrations::note_success(tx, Integration::Push, now)?;
        }
        if let Some(error) = pushed.later.as_ref().or(pushed.refused.as_ref()) {
            integrations::note_error(tx, Integration::Push, error, now)?;
        }
        match (&pushed.later, next_try(notice.attempts, now)) {
            (Some(_), Some(try_at)) => {
                let asked = i64::try_from(pushed.asked_wait.as_millis()).unwrap_or(i64::MAX);
                return notices::put_off(tx, &notice.id, try_at.max(now.plus_millis(asked)));
            }
            (Some(_), None) if !pushed.arrived => return notices::mark_failed(tx, &notice.id),
            _ => {}
        }
        let is_news = notices::mark_sent(tx, &notice.id, now)?;
        if is_heard && is_news {
            let message = Message {
                id: notice.id.as_str().to_owned(),
                channel: channel_of(&notice.user_id),
                name: "notification.created".to_owned(),
                record_id: notice.id.as_str().to_owned(),
                attempts: 0,
            };
            realtime_messages::write(tx, &message, now)?;
        }
        Ok(())
    })
    .await
}

/// To all at once: one after the other, a few that do not answer would outlast the claim.
async fn to_all(push: &PushSender, notice: &Outgoing, targets: Vec<Subscribed>) -> Pushed {
    let (message, topic) = (message(notice), web_push::topic(notice.id.as_str()));
    let targets: Vec<PushTarget> = targets
        .into_iter()
        .map(|Subscribed { endpoint, p256dh, auth }| PushTarget { endpoint, p256dh, auth })
        .collect();
    let pushing = targets.iter().map(|target| push.send(target, message.as_bytes(), &topic, KEPT));
    let mut pushed = Pushed::default();
    for (outcome, target) in join_all(pushing).await.into_iter().zip(&targets) {
        match outcome {
            Ok(()) => pushed.arrived = true,
            Err(failure) if failure.ends_subscription() => pushed.gone.push(target.endpoint.clone()),
            Err(failure @ PushFailure::Later { after, .. }) => {
                pushed.asked_wait = pushed.asked_wait.max(after.unwrap_or_default());
                pushed.later = Some(failure.to_string());
            }
            Err(failure) => pushed.refused = Some(failure.to_string()),
        }
    }
    pushed
}

/// What the page's worker shows.
fn message(notice: &Outgoing) -> String {
    let body: String = notice.body.chars().take(LONGEST_BODY).collect();
    json!({
        "id": notice.id,
        "type": notice.kind,
        "title": notice.title,
        "body": body,
        "bookingId": notice.booking_id,
    })
    .to_string()
}
