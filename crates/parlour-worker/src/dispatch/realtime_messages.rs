//! Publishes realtime messages, which tell browsers that a record has changed.

use futures_util::{StreamExt, stream};
use parlour_domain::integration::Integration;
use parlour_integrations::realtime::{RealtimeMessage, RealtimePublisher};
use parlour_store::DbError;
use parlour_store::jobs::integration_status;
use parlour_store::notifications::Claim;
use parlour_store::notifications::realtime_messages::{self, QueuedRealtimeMessage};
use serde_json::json;

use super::attempts::{LEASE_MS, next_attempt_at};
use crate::worker_context::WorkerContext;

const MAX_CONCURRENT_SENDS: usize = 8;
const CLAIM_LIMIT: i64 = 64;

pub(super) async fn publish_due_messages(worker: &WorkerContext) -> Result<usize, DbError> {
    let Some(publisher) = &worker.integrations.realtime else { return Ok(0) };
    let (db, now) = (&worker.app.db, worker.app.clock.now());
    if !db.read(move |conn| realtime_messages::is_any_due(conn, now)).await? {
        return Ok(0);
    }
    let claim = Claim { now, until: now.plus_millis(LEASE_MS), limit: CLAIM_LIMIT };
    let claimed = db.write(move |tx| realtime_messages::claim_due(tx, claim)).await?;
    let count = claimed.len();
    let publishing = stream::iter(claimed)
        .map(|message| publish_and_record(worker, publisher, message))
        .buffer_unordered(MAX_CONCURRENT_SENDS);
    let outcomes: Vec<_> = publishing.collect().await;
    outcomes.into_iter().find_map(Result::err).map_or(Ok(count), Err)
}

async fn publish_and_record(
    worker: &WorkerContext,
    publisher: &RealtimePublisher,
    message: QueuedRealtimeMessage,
) -> Result<(), DbError> {
    let published = publisher
        .publish(&RealtimeMessage {
            id: message.id.clone(),
            channel: message.channel.clone(),
            name: message.name.clone(),
            data: json!({ "id": message.record_id }),
        })
        .await;
    let now = worker.app.clock.now();
    let recorded = worker.app.db.write(move |tx| match &published {
        Ok(()) => {
            integration_status::record_success(tx, Integration::Realtime, now)?;
            realtime_messages::delete(tx, &message.id)
        }
        Err(error) => {
            integration_status::record_error(tx, Integration::Realtime, &error.to_string(), now)?;
            match next_attempt_at(message.attempts, now) {
                Some(try_at) => realtime_messages::postpone(tx, &message.id, try_at),
                // Browsers that reconnect read everything again.
                None => realtime_messages::delete(tx, &message.id),
            }
        }
    });
    recorded.await
}
