//! Messages to browsers that something has changed. They name the record, and never contain its data.

use parlour_domain::audit::RealtimeEvent;
use parlour_domain::ids::{NotificationId, UserId};
use parlour_store::notifications::realtime_messages::{self, QueuedRealtimeMessage};
use parlour_store::{DbError, Tx};

use crate::page_updates;
use crate::request_context::RequestContext;

/// The channel of the desk.
const DESK_CHANNEL: &str = "admin:events";

/// Tells the desk of a change, and the customer of an update to their own booking.
pub(crate) fn publish_change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    event: RealtimeEvent,
    record_id: &str,
    customer: Option<&UserId>,
) -> Result<(), DbError> {
    if !context.publishes_realtime {
        return Ok(());
    }
    let message = |channel: String| QueuedRealtimeMessage {
        id: context.new_id(),
        channel,
        name: event.as_str().to_owned(),
        record_id: record_id.to_owned(),
        attempts: 0,
    };
    realtime_messages::insert(tx, &message(DESK_CHANNEL.to_owned()), context.now)?;
    if event == RealtimeEvent::BookingUpdated
        && let Some(customer) = customer
    {
        realtime_messages::insert(tx, &message(user_channel(customer)), context.now)?;
    }
    Ok(())
}

/// Tells a person of a new notification. The message has the notification's id, so that it is queued once.
pub(crate) fn publish_notification(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    recipient: &UserId,
    id: &NotificationId,
) -> Result<(), DbError> {
    page_updates::note_customer_change(tx, recipient);
    if !context.publishes_realtime {
        return Ok(());
    }
    let message = QueuedRealtimeMessage {
        id: id.as_str().to_owned(),
        channel: user_channel(recipient),
        name: RealtimeEvent::NotificationCreated.as_str().to_owned(),
        record_id: id.as_str().to_owned(),
        attempts: 0,
    };
    realtime_messages::insert(tx, &message, context.now)
}

/// The channel of one person.
fn user_channel(user: &UserId) -> String {
    format!("customer:{user}:events")
}
