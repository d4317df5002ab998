//! Notices go to the browsers of whoever they are for. Where there is none, the feed is the delivery.

use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use parlour_domain::integration::Integration;
use parlour_domain::ist::Timestamp;
use parlour_domain::notice::Channel;
use parlour_store::notices::{self, Outgoing};
use parlour_store::push_subscriptions::{self, Subscribed};
use parlour_store::{DbError, integrations};
use serde_json::json;

use super::{LEASE_MS, next_try};
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

/// Of those that were written since.
pub(super) async fn send_some(backstage: &Backstage, since: Timestamp) -> Result<usize, DbError> {
    let (db, now) = (&backstage.app.db, backstage.app.clock.now());
    if !db.read(move |conn| notices::is_any_pending(conn, now)).await? {
        return Ok(0);
    }
    let Some(push) = &backstage.outside.push else {
        if backstage.outside.leaves_rest {
            return Ok(0);
        }
        let marked = db.write(move |tx| notices::mark_some_sent(tx, now, MARKED_AT_ONCE)).await?;
        tracing::info!(marked, "notices are in the feed; nobody is set up to push them");
        return Ok(usize::try_from(marked).unwrap_or(usize::MAX));
    };
    let until = now.plus_millis(LEASE_MS);
    let claimed = db.write(move |tx| notices::claim(tx, since, now, until, CLAIMED_AT_ONCE)).await?;
    let count = claimed.len();
    let sending = stream::iter(claimed).map(|notice| send(backstage, push, notice)).buffer_unordered(AT_ONCE);
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
    owed_to: Vec<String>,
    asked_wait: Duration,
    refused: Option<String>,
}

async fn send(backstage: &Backstage, push: &PushSender, notice: Outgoing) -> Result<(), DbError> {
    let db = &backstage.app.db;
    // What is told by letter buzzes nowhere.
    let pushed = if notice.channel == Channel::Push {
        let user = notice.user_id.clone();
        let targets = db.read(move |conn| push_subscriptions::active_of(conn, &user)).await?;
        to_all(push, &notice, targets).await
    } else {
        Pushed::default()
    };
    let now = backstage.app.clock.now();
    db.write(move |tx| {
        for endpoint in &pushed.gone {
            push_subscriptions::switch_off(tx, &notice.user_id, endpoint, now)?;
        }
        if pushed.arrived {
            integrations::note_success(tx, Integration::Push, now)?;
        }
        let error = pushed.later.as_ref().or(pushed.refused.as_ref());
        if let Some(error) = error {
            integrations::note_error(tx, Integration::Push, error, now)?;
        }
        let has_arrived = pushed.arrived || notice.owed_to.is_some();
        match next_try(notice.attempts, now) {
            Some(try_at) if pushed.later.is_some() => {
                let asked = i64::try_from(pushed.asked_wait.as_millis()).unwrap_or(i64::MAX);
                // Nobody buzzes twice because another browser was out of reach.
                let owed_to = has_arrived.then(|| pushed.owed_to.join(" "));
                let try_at = try_at.max(now.plus_millis(asked));
                notices::put_off(tx, &notice.id, try_at, owed_to.as_deref())
            }
            _ if has_arrived || error.is_none() => notices::mark_sent(tx, &notice.id, now),
            _ => notices::mark_failed(tx, &notice.id),
        }
    })
    .await
}

/// To all who lack it at once: one after the other, a few that do not answer would outlast the claim.
async fn to_all(push: &PushSender, notice: &Outgoing, mut targets: Vec<Subscribed>) -> Pushed {
    if let Some(owed_to) = &notice.owed_to {
        targets.retain(|target| owed_to.split(' ').any(|id| id == target.id));
    }
    let (message, topic) = (message(notice), web_push::topic(notice.id.as_str()));
    let pushing = targets.iter().map(|browser| {
        let (message, topic) = (message.as_bytes(), &topic);
        let Subscribed { endpoint, p256dh, auth, .. } = browser.clone();
        async move { push.send(&PushTarget { endpoint, p256dh, auth }, message, topic, KEPT).await }
    });
    let mut pushed = Pushed::default();
    for (outcome, target) in join_all(pushing).await.into_iter().zip(&targets) {
        match outcome {
            Ok(()) => pushed.arrived = true,
            Err(failure) if failure.ends_subscription() => pushed.gone.push(target.endpoint.clone()),
            Err(failure @ PushFailure::Later { after, .. }) => {
                pushed.asked_wait = pushed.asked_wait.max(after.unwrap_or_default());
                pushed.later = Some(failure.to_string());
                pushed.owed_to.push(target.id.clone());
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
