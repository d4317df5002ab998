//! Notifications with their English texts, and browsers that subscribe to them.

use parlour_app::notifications::wording::{NotificationText, word_content};
use parlour_db::{Columns, DbError, FromRow, params};
use parlour_domain::ist::Timestamp;
use parlour_store::notifications::notification_records::NotificationContent;
use parlour_texts::Texts;
use serde_json::json;

use crate::fixtures::integrations::{BROWSER_AUTH_SECRET, BROWSER_PUBLIC_KEY};
use crate::{Person, TestSalon};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationRow {
    pub user_id: String,
    pub booking_id: Option<String>,
    pub title: String,
    pub body: String,
    pub channel: String,
    pub status: String,
    pub subject: String,
    pub period: String,
    pub read_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

impl FromRow for NotificationRow {
    fn from_row(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        let NotificationText { title, body } = read_text(columns)?;
        Ok(Self {
            title,
            body,
            user_id: columns.take()?,
            booking_id: columns.take()?,
            channel: columns.take()?,
            status: columns.take()?,
            subject: columns.take()?,
            period: columns.take()?,
            read_at: columns.take()?,
            created_at: columns.take()?,
        })
    }
}

/// The text of a row that begins with `message, title, body`.
pub(super) fn read_text(columns: &mut Columns<'_>) -> Result<NotificationText, DbError> {
    Ok(word_content(&NotificationContent::from_row(columns)?, Texts::ENGLISH))
}

/// The notifications of a type, ordered by user.
pub async fn notifications_of_type(salon: &TestSalon, kind: &'static str) -> Vec<NotificationRow> {
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all(
            "select message, title, body, user_id, booking_id, channel, status, subject, period, read_at,
                 created_at
             from notifications where type = $1 order by user_id, subject, period",
            params![kind],
        )
    });
    read.await.unwrap()
}

/// Subscribes a browser with this endpoint to push messages.
pub async fn subscribe_browser(person: &Person, endpoint: &str) {
    let keys = json!({ "p256dh": BROWSER_PUBLIC_KEY, "auth": BROWSER_AUTH_SECRET });
    person.post("/api/push/subscribe", &json!({ "endpoint": endpoint, "keys": keys })).await.expect_created();
}

/// The notifications of a type about a booking, ordered by user.
pub async fn booking_notifications(salon: &TestSalon, id: &str, kind: &'static str) -> Vec<NotificationRow> {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all(
            "select message, title, body, user_id, booking_id, channel, status, subject, period, read_at, created_at
             from notifications where booking_id = $1 and type = $2 order by user_id, created_at",
            params![id, kind],
        )
    });
    read.await.expect("notices can be read")
}

/// The ids of the notified users, in order. Every notification must be pending and unread.
pub async fn notified_users(salon: &TestSalon, id: &str, kind: &'static str) -> Vec<String> {
    let notices = booking_notifications(salon, id, kind).await;
    for notification in &notices {
        assert_eq!(
            (notification.channel.as_str(), notification.status.as_str()),
            ("push", "pending"),
            "{notification:?}"
        );
        assert!(
            !notification.title.is_empty() && !notification.body.is_empty() && notification.read_at.is_none(),
            "{notification:?}"
        );
    }
    notices.into_iter().map(|notification| notification.user_id).collect()
}
