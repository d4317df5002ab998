//! One person is told one thing, once: a line in the feed and, where one goes too, a letter.

use parlour_domain::ids::{BookingId, NotificationId, UserId};
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::{NotificationChannel, NotificationType};
use parlour_store::notifications::emails::{self, EmailDestination, NewEmail};
use parlour_store::notifications::notification_records::{self, UserNotification};
use parlour_store::{DbError, Tx};

use crate::realtime_events;
use crate::request_context::RequestContext;

#[derive(Debug, Clone, Copy)]
pub(crate) struct NewNotification<'a> {
    pub(crate) user_id: &'a UserId,
    pub(crate) booking_id: Option<&'a BookingId>,
    pub(crate) kind: NotificationType,
    pub(crate) title: &'a str,
    pub(crate) body: &'a str,
    /// The id of what it is about; empty where the person is the subject.
    pub(crate) subject: &'a str,
    /// The IST date or year where it recurs, else empty.
    pub(crate) period: &'a str,
    pub(crate) delivery: NotificationDelivery,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotificationDelivery {
    Push,
    PushAndEmail(EmailKind),
    Email(EmailKind),
}

/// What was written: whether it was news, and the letter that goes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotifyOutcome {
    pub(crate) is_new: bool,
    pub(crate) email_id: Option<String>,
}

pub(crate) fn notify(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    notification: &NewNotification<'_>,
) -> Result<NotifyOutcome, DbError> {
    let (channel, letter) = match notification.delivery {
        NotificationDelivery::Push => (NotificationChannel::Push, None),
        NotificationDelivery::PushAndEmail(letter) => (NotificationChannel::Push, Some(letter)),
        NotificationDelivery::Email(letter) => (NotificationChannel::Email, Some(letter)),
    };
    let id = NotificationId::new(context.new_id());
    let email_id = match letter {
        // The letter is all there is to send, and says for both what became of it.
        Some(kind) if channel == NotificationChannel::Email => {
            enqueue_email(tx, context, notification, kind, id.as_str().to_owned())?
        }
        Some(kind) => enqueue_email(tx, context, notification, kind, context.new_id())?,
        None => None,
    };
    let notice = UserNotification {
        id: &id,
        user_id: notification.user_id,
        booking_id: notification.booking_id,
        kind: notification.kind,
        title: notification.title,
        body: notification.body,
        subject: notification.subject,
        period: notification.period,
    };
    let is_new = notification_records::insert_for_user(tx, &notice, channel, context.now)?;
    if is_new {
        realtime_events::publish_notification(tx, context, notification.user_id, &id)?;
    }
    if channel == NotificationChannel::Email && email_id.is_none() {
        // The letter went out before, with a line that is gone.
        notification_records::mark_sent(tx, &id, context.now)?;
    }
    Ok(NotifyOutcome { is_new, email_id })
}

/// The letter's id, where there is a new one.
fn enqueue_email(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    notification: &NewNotification<'_>,
    kind: EmailKind,
    id: String,
) -> Result<Option<String>, DbError> {
    let post = NewEmail {
        id: &id,
        kind,
        to: EmailDestination::User(notification.user_id),
        subject: notification.subject,
        period: notification.period,
    };
    let is_new = emails::enqueue_email(tx, &post, context.now)?;
    Ok(is_new.then_some(id))
}
