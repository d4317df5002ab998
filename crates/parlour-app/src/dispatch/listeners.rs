//! Listening browsers are told that something changed.

use futures_util::{StreamExt, stream};
use parlour_domain::integration::Integration;
use parlour_store::realtime_messages::{self, Message};
use parlour_store::{DbError, integrations};
use serde_json::json;

use super::{LEASE_MS, next_try};
use crate::backstage::Backstage;
use crate::outside::realtime::{RealtimeMessage, RealtimePublisher};

const AT_ONCE: usize = 8;
const CLAIMED_AT_ONCE: i64 = 64;

pub(super) async fn tell_some(backstage: &Backstage) -> Result<usize, DbError> {
    let Some(publisher) = &backstage.outside.realtime else { return Ok(0) };
    let (db, now) = (&backstage.app.db, backstage.app.clock.now());
    if !db.read(move |conn| realtime_messages::is_any_due(conn, now)).await? {
        return Ok(0);
    }
    let until = now.plus_millis(LEASE_MS);
    let claimed = db.write(move |tx| realtime_messages::claim(tx, now, until, CLAIMED_AT_ONCE)).await?;
    let count = claimed.len();
    let telling =
        stream::iter(claimed).map(|message| tell(backstage, publisher, message)).buffer_unordered(AT_ONCE);
    let outcomes: Vec<_> = telling.collect().await;
    outcomes.into_iter().find_map(Result::err).map_or(Ok(count), Err)
}

async fn tell(backstage: &Backstage, publisher: &RealtimePublisher, message: Message) -> Result<(), DbError> {
    let published = publisher
        .publish(&RealtimeMessage {
            id: message.id.clone(),
            channel: message.channel.clone(),
            name: message.name.clone(),
            data: json!({ "id": message.record_id }),
        })
        .await;
    let now = backstage.app.clock.now();
    let noted = backstage.app.db.write(move |tx| match &published {
        Ok(()) => {
            integrations::note_success(tx, Integration::Realtime, now)?;
            realtime_messages::remove(tx, &message.id)
        }
        Err(error) => {
            integrations::note_error(tx, Integration::Realtime, &error.to_string(), now)?;
            match next_try(message.attempts, now) {
                Some(try_at) => realtime_messages::put_off(tx, &message.id, try_at),
                // A browser that comes back reads everything anew.
                None => realtime_messages::remove(tx, &message.id),
            }
        }
    });
    noted.await
}
