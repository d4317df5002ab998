//! What listening browsers are told of a change: that there was one, and to which record.

use parlour_domain::ids::{NotificationId, UserId};
use parlour_store::notifications::realtime_messages::{self, QueuedRealtimeMessage};
use parlour_store::{DbError, Tx};

use crate::audit::AuditedChange;
use crate::request_context::RequestContext;

/// Where the desk listens.
const DESK_CHANNEL: &str = "admin:events";

/// Every change leaves a line in the log; those that somebody watches for are announced with it.
pub(crate) fn publish_change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    change: &AuditedChange<'_>,
) -> Result<(), DbError> {
    let (record, verb) = change.action.split_once('.').unwrap_or((change.action, ""));
    let name = match (record, verb) {
        ("booking", "request" | "book" | "import") => "booking.created",
        ("booking", _) => "booking.updated",
        ("lead", "capture") => "lead.created",
        _ => return Ok(()),
    };
    enqueue_message(tx, context, DESK_CHANNEL.to_owned(), name, change.record_id)?;
    match change.concerns.filter(|_| name == "booking.updated") {
        Some(customer) => enqueue_message(tx, context, user_channel(customer), name, change.record_id),
        None => Ok(()),
    }
}

/// Whoever listens hears of their notice under its own id, whatever becomes of it elsewhere.
pub(crate) fn publish_notification(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    reader: &UserId,
    id: &NotificationId,
) -> Result<(), DbError> {
    if !context.publishes_realtime {
        return Ok(());
    }
    let message = QueuedRealtimeMessage {
        id: id.as_str().to_owned(),
        channel: user_channel(reader),
        name: "notification.created".to_owned(),
        record_id: id.as_str().to_owned(),
        attempts: 0,
    };
    realtime_messages::insert(tx, &message, context.now)
}

/// Where one person listens.
fn user_channel(user: &UserId) -> String {
    format!("customer:{user}:events")
}

fn enqueue_message(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    channel: String,
    name: &str,
    record_id: &str,
) -> Result<(), DbError> {
    let message = QueuedRealtimeMessage {
        id: context.new_id(),
        channel,
        name: name.to_owned(),
        record_id: record_id.to_owned(),
        attempts: 0,
    };
    realtime_messages::insert(tx, &message, context.now)
}
