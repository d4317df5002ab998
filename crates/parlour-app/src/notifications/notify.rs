//! Notifies one person of one event, once: a line in their feed and, where wanted, an e-mail.

use parlour_domain::ids::{BookingId, NotificationId, UserId};
use parlour_domain::notification::NotificationChannel;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::notifications::emails::{self, EmailDestination, NewEmail};
use parlour_store::notifications::notification_records::{self, UserNotification};
use parlour_store::{DbError, Tx};

use crate::realtime_events;
use crate::request_context::RequestContext;

#[derive(Debug, Clone, Copy)]
pub struct NewNotification<'a> {
    pub user_id: &'a UserId,
    pub booking_id: Option<&'a BookingId>,
    pub message: &'a NotificationMessage,
    pub subject: NotificationSubject<'a>,
    /// What tells this notification from the next one of its type and subject, such as an IST date or year. Empty for
    /// what happens once.
    pub period: &'a str,
    pub delivery: NotificationDelivery,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationDelivery {
    Push,
    PushAndEmail(EmailKind),
    Email(EmailKind),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotifyOutcome {
    /// False when the person was notified of this before.
    pub is_new: bool,
    /// The e-mail that was queued, if it was not queued before.
    pub email_id: Option<String>,
}

pub fn notify(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    notification: &NewNotification<'_>,
) -> Result<NotifyOutcome, DbError> {
    let id = NotificationId::new(context.new_id());
    let (channel, email_id) = match notification.delivery {
        NotificationDelivery::Push => (NotificationChannel::Push, None),
        NotificationDelivery::PushAndEmail(kind) => {
            let email_id = enqueue_email(tx, context, notification, kind, context.new_id())?;
            (NotificationChannel::Push, email_id)
        }
        // The e-mail is all that is sent. With the notification's id, its delivery sets the status of both.
        NotificationDelivery::Email(kind) => {
            let email_id = enqueue_email(tx, context, notification, kind, id.as_str().to_owned())?;
            (NotificationChannel::Email, email_id)
        }
    };
    let record = UserNotification {
        id: &id,
        user_id: notification.user_id,
        booking_id: notification.booking_id,
        message: notification.message,
        subject: notification.subject.as_str(),
        period: notification.period,
    };
    let is_new = notification_records::insert_for_user(tx, &record, channel, context.now)?;
    if is_new {
        realtime_events::publish_notification(tx, context, notification.user_id, &id)?;
    }
    if channel == NotificationChannel::Email && email_id.is_none() {
        // The e-mail went out before, and its notification was deleted since.
        notification_records::mark_sent(tx, &id, context.now)?;
    }
    Ok(NotifyOutcome { is_new, email_id })
}

/// The id of the e-mail, unless it was queued before.
fn enqueue_email(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    notification: &NewNotification<'_>,
    kind: EmailKind,
    id: String,
) -> Result<Option<String>, DbError> {
    let email = NewEmail {
        id: &id,
        kind,
        to: EmailDestination::User(notification.user_id),
        subject: notification.subject.as_str(),
        period: notification.period,
    };
    let is_new = emails::enqueue_email(tx, &email, context.now)?;
    Ok(is_new.then_some(id))
}
