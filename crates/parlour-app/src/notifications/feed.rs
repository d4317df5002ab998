//! A person's own notifications: read the feed, mark as read.

use parlour_domain::ids::{NotificationId, UserId};
use parlour_store::notifications::notification_records::{self, Notification};
use parlour_store::{Conn, DbError, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use crate::page_updates;
use crate::request_context::RequestContext;

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
            notifications: notification_records::list_by_user(conn, user, limit, offset)?,
            unread_count: notification_records::count_unread(conn, user)?,
        })
    })
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
