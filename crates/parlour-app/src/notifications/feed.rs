//! A person's own notifications: read the feed, mark as read.

use parlour_domain::ids::{BookingId, NotificationId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::{NotificationChannel, NotificationStatus, NotificationType};
use parlour_store::notifications::notification_records::{self, StoredNotification};
use parlour_store::{Conn, DbError, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use super::wording::{NotificationText, texts_in, word_content};
use crate::hindi_names::translate_for;
use crate::page_updates;
use crate::request_context::RequestContext;

/// The contract's notification.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    pub id: NotificationId,
    pub user_id: UserId,
    pub booking_id: Option<BookingId>,
    #[serde(rename = "type")]
    pub kind: NotificationType,
    pub title: String,
    pub body: String,
    pub channel: NotificationChannel,
    pub status: NotificationStatus,
    pub sent_at: Option<Timestamp>,
    /// Null while unread.
    pub read_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

impl Notification {
    /// With its text in the language of the recipient.
    fn of(stored: StoredNotification) -> Self {
        let NotificationText { title, body } = word_content(&stored.content, texts_in(stored.language));
        Self {
            id: stored.id,
            user_id: stored.user_id,
            booking_id: stored.booking_id,
            kind: stored.kind,
            title,
            body,
            channel: stored.channel,
            status: stored.status,
            sent_at: stored.sent_at,
            read_at: stored.read_at,
            created_at: stored.created_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationFeed {
    /// The newest first.
    pub notifications: Vec<Notification>,
    /// Of all pages.
    pub unread_count: i64,
}

pub fn read_feed(conn: &mut Conn<'_>, user: &UserId, limit: i64, offset: i64) -> Result<NotificationFeed, DbError> {
    conn.in_snapshot(|conn| {
        Ok(NotificationFeed {
            notifications: list_worded(conn, user, limit, offset)?,
            unread_count: notification_records::count_unread(conn, user)?,
        })
    })
}

/// The newest first.
pub(crate) fn list_worded(
    conn: &mut Conn<'_>,
    user: &UserId,
    limit: i64,
    offset: i64,
) -> Result<Vec<Notification>, DbError> {
    let mut stored = notification_records::list_by_user(conn, user, limit, offset)?;
    // All have the same recipient.
    let language = stored.first().and_then(|newest| newest.language);
    translate_for(conn, texts_in(language), &mut stored)?;
    Ok(stored.into_iter().map(Notification::of).collect())
}

/// Which of one's notifications.
#[derive(Debug, Clone)]
pub enum NotificationSelection {
    All,
    /// Ids of other people's notifications are ignored.
    Ids(Vec<NotificationId>),
}

pub fn mark_read(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    selection: &NotificationSelection,
) -> Result<(), DbError> {
    let marked = match selection {
        NotificationSelection::All => notification_records::mark_all_read(tx, user, context.now)?,
        NotificationSelection::Ids(ids) => notification_records::mark_read(tx, user, ids, context.now)?,
    };
    if marked > 0 {
        page_updates::note_customer_change(tx, user);
    }
    Ok(())
}
