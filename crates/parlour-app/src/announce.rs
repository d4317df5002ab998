//! What listening browsers are told of a change: that there was one, and to which record.

use parlour_domain::ids::{NotificationId, UserId};
use parlour_store::realtime_messages::{self, Message};
use parlour_store::{DbError, Tx};

use crate::audit::Change;
use crate::occasion::Occasion;

/// Where the desk listens.
const DESK: &str = "admin:events";

/// Every change leaves a line in the log; those that somebody watches for are announced with it.
pub(crate) fn change(tx: &mut Tx<'_>, occasion: &Occasion, change: &Change<'_>) -> Result<(), DbError> {
    let (record, verb) = change.action.split_once('.').unwrap_or((change.action, ""));
    let name = match (record, verb) {
        ("booking", "request" | "book" | "import") => "booking.created",
        ("booking", _) => "booking.updated",
        ("lead", "capture") => "lead.created",
        _ => return Ok(()),
    };
    write(tx, occasion, DESK.to_owned(), name, change.record_id)?;
    match change.concerns.filter(|_| name == "booking.updated") {
        Some(customer) => write(tx, occasion, channel_of(customer), name, change.record_id),
        None => Ok(()),
    }
}

/// Whoever listens hears of their notice under its own id, whatever becomes of it elsewhere.
pub(crate) fn notice(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    reader: &UserId,
    id: &NotificationId,
) -> Result<(), DbError> {
    if !occasion.is_heard {
        return Ok(());
    }
    let message = Message {
        id: id.as_str().to_owned(),
        channel: channel_of(reader),
        name: "notification.created".to_owned(),
        record_id: id.as_str().to_owned(),
        attempts: 0,
    };
    realtime_messages::write(tx, &message, occasion.now)
}

/// Where one person listens.
fn channel_of(user: &UserId) -> String {
    format!("customer:{user}:events")
}

fn write(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    channel: String,
    name: &str,
    record_id: &str,
) -> Result<(), DbError> {
    let message = Message {
        id: occasion.new_id(),
        channel,
        name: name.to_owned(),
        record_id: record_id.to_owned(),
        attempts: 0,
    };
    realtime_messages::write(tx, &message, occasion.now)
}
