//! One's feed: seen, and marked as read.

use parlour_domain::ids::{NotificationId, UserId};
use parlour_store::notices::{self, Notification};
use parlour_store::{Conn, DbError, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use crate::occasion::Occasion;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Feed {
    /// The newest first.
    pub notifications: Vec<Notification>,
    /// Of all pages.
    pub unread_count: i64,
}

pub fn feed(conn: &mut Conn<'_>, user: &UserId, shown: i64, skipped: i64) -> Result<Feed, DbError> {
    conn.in_one_state(|conn| {
        Ok(Feed {
            notifications: notices::of_user(conn, user, shown, skipped)?,
            unread_count: notices::unread_of(conn, user)?,
        })
    })
}

/// Which of one's notices.
#[derive(Debug, Clone)]
pub enum Which {
    All,
    /// What nobody sent to this person is passed over.
    These(Vec<NotificationId>),
}

pub fn mark_read(tx: &mut Tx<'_>, occasion: &Occasion, user: &UserId, which: &Which) -> Result<(), DbError> {
    match which {
        Which::All => notices::mark_all_read(tx, user, occasion.now),
        Which::These(ids) => notices::mark_read(tx, user, ids, occasion.now),
    }
}
