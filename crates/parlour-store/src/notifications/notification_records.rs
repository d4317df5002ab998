//! Notifications. Each is a row, written in the transaction of the change it reports; it is sent later.

use parlour_db::{
    AsSqlValue, Column, Columns, Conn, DbError, FromRow, Row, SqlValue, Tx, columns, insert, params, row, select, sql,
};
use parlour_domain::customer::Language;
use parlour_domain::ids::{BookingId, NotificationId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::message_json::{from_json, to_json};
use parlour_domain::notification::{NotificationChannel, NotificationStatus, NotificationType};
use parlour_domain::page_update::PageUpdate;

use super::{Claim, IS_DUE};

/// A notification for one user. A second one of the same type, subject and period is not written.
#[derive(Debug, Clone, Copy)]
pub struct UserNotification<'a> {
    pub id: &'a NotificationId,
    pub user_id: &'a UserId,
    pub booking_id: Option<&'a BookingId>,
    pub message: &'a NotificationMessage,
    /// What it is about: the id of a booking, a membership, …; empty where the person is the subject.
    pub subject: &'a str,
    /// The IST date or year where it recurs, else empty.
    pub period: &'a str,
}

/// Writes the notification unless it exists; true if it is new. One on the e-mail channel is sent with the e-mail of the
/// same id, and never by itself.
pub fn insert_for_user(
    tx: &mut Tx<'_>,
    notice: &UserNotification<'_>,
    channel: NotificationChannel,
    now: Timestamp,
) -> Result<bool, DbError> {
    let first_try = match channel {
        NotificationChannel::Push => Timestamp::from_millis(0),
        NotificationChannel::Email => Timestamp::FAR_FUTURE,
    };
    insert! { tx.changes_row, "notifications", notice {
        id, user_id, booking_id, type: notice.message.notification_type(), message: to_json(notice.message),
        title: "", body: "", channel: channel,
        status: NotificationStatus::Pending, subject, period, created_at: now, try_at: first_try,
    }, "on conflict (user_id, type, subject, period) do nothing" }
}

/// A notification for everyone at the desk, or for all managers.
#[derive(Debug, Clone, Copy)]
pub struct DeskNotification<'a> {
    /// A fresh id; each row's own is this and the user's.
    pub id_prefix: &'a str,
    pub booking_id: Option<&'a BookingId>,
    pub message: &'a NotificationMessage,
    pub subject: &'a str,
    pub period: &'a str,
}

const INSERT_FOR_RECEPTIONISTS: &str =
    "insert into notifications (id, user_id, booking_id, type, message, title, body, channel, status, subject, period,
         created_at)
     select cast($1 as text) || '.' || u.id, u.id, $2, $3, $4, '', '', $5, $6, $7, $8, $9
     from users u where u.role = 'receptionist' and u.anonymised_at is null and u.invitation_expires_at is null
     on conflict (user_id, type, subject, period) do nothing
     returning id, user_id";
/// Where there is no receptionist. A statement of its own, because most salons have one.
const INSERT_WITHOUT_RECEPTIONIST: &str =
    "insert into notifications (id, user_id, booking_id, type, message, title, body, channel, status, subject, period,
         created_at)
     select cast($1 as text) || '.' || u.id, u.id, $2, $3, $4, '', '', $5, $6, $7, $8, $9
     from users u where u.role in ('manager', 'owner', 'developer') and u.anonymised_at is null
         and u.invitation_expires_at is null
         and not exists (select 1 from users r where r.role = 'receptionist' and r.anonymised_at is null
             and r.invitation_expires_at is null)
     on conflict (user_id, type, subject, period) do nothing
     returning id, user_id";
const INSERT_FOR_MANAGERS: &str =
    "insert into notifications (id, user_id, booking_id, type, message, title, body, channel, status, subject, period,
         created_at)
     select cast($1 as text) || '.' || u.id, u.id, $2, $3, $4, '', '', $5, $6, $7, $8, $9
     from users u where u.anonymised_at is null and u.invitation_expires_at is null
         and u.role in ('manager', 'owner', 'developer')
     on conflict (user_id, type, subject, period) do nothing
     returning id, user_id";

impl DeskNotification<'_> {
    fn params<'a>(&'a self, message: &'a str, now: Timestamp) -> [SqlValue<'a>; 9] {
        [
            self.id_prefix.as_sql_value(),
            self.booking_id.map_or(SqlValue::Null, AsSqlValue::as_sql_value),
            SqlValue::Text(self.message.notification_type().as_str()),
            message.as_sql_value(),
            SqlValue::Text(NotificationChannel::Push.as_str()),
            SqlValue::Text(NotificationStatus::Pending.as_str()),
            self.subject.as_sql_value(),
            self.period.as_sql_value(),
            SqlValue::Timestamp(now),
        ]
    }
}

/// Notifies every receptionist or, if there is none, every manager and above; returns the new rows with their users.
pub fn insert_for_desk(
    tx: &mut Tx<'_>,
    notice: &DeskNotification<'_>,
    now: Timestamp,
) -> Result<Vec<(NotificationId, UserId)>, DbError> {
    let message = to_json(notice.message);
    let params = notice.params(&message, now);
    let told = tx.all(INSERT_FOR_RECEPTIONISTS, &params)?;
    if told.is_empty() { tx.all(INSERT_WITHOUT_RECEPTIONIST, &params) } else { Ok(told) }
}

/// Notifies every manager and above; returns the new rows with their users.
pub fn insert_for_managers(
    tx: &mut Tx<'_>,
    notice: &DeskNotification<'_>,
    now: Timestamp,
) -> Result<Vec<(NotificationId, UserId)>, DbError> {
    let message = to_json(notice.message);
    tx.all(INSERT_FOR_MANAGERS, &notice.params(&message, now))
}

/// The same without waiting for the rows: the pages of those who get one are told of a change once this commits.
pub fn insert_for_desk_and_note_page_updates(
    tx: &mut Tx<'_>,
    notice: &DeskNotification<'_>,
    now: Timestamp,
) -> Result<(), DbError> {
    let message = to_json(notice.message);
    let params = notice.params(&message, now);
    let update_of = |(_, user): (NotificationId, UserId)| PageUpdate::Customer(user);
    let told = tx.run_and_note_page_updates(INSERT_FOR_RECEPTIONISTS, &params, update_of)?;
    if told.is_none_or(|told| told == 0) {
        tx.run_and_note_page_updates(INSERT_WITHOUT_RECEPTIONIST, &params, update_of)?;
    }
    Ok(())
}

/// What a notification says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotificationContent {
    Message(NotificationMessage),
    /// The finished text, as earlier versions of Parlour stored it.
    WrittenText {
        title: String,
        body: String,
    },
    /// A message that a newer version of Parlour has written.
    Unknown,
}

impl Row for NotificationContent {
    const COLUMNS: &'static [Column] = &[Column::Named("message"), Column::Named("title"), Column::Named("body")];
}

impl FromRow for NotificationContent {
    fn from_row(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        let message: Option<String> = columns.take()?;
        let (title, body) = (columns.take()?, columns.take()?);
        Ok(match message {
            Some(message) => from_json(&message).map_or(Self::Unknown, Self::Message),
            None => Self::WrittenText { title, body },
        })
    }
}

/// The language that the recipient has chosen, else that of their profile.
const RECIPIENT_LANGUAGE: &str = "(select coalesce(u.language, p.language)
     from users u left join profiles p on p.user_id = u.id where u.id = notifications.user_id)";

#[derive(Debug, Clone)]
pub struct StoredNotification {
    pub id: NotificationId,
    pub user_id: UserId,
    pub booking_id: Option<BookingId>,
    pub kind: NotificationType,
    pub content: NotificationContent,
    /// The language of the recipient; none if they have neither chosen one nor have a profile.
    pub language: Option<Language>,
    pub channel: NotificationChannel,
    pub status: NotificationStatus,
    pub sent_at: Option<Timestamp>,
    /// Null while unread.
    pub read_at: Option<Timestamp>,
    pub created_at: Timestamp,
}
row! { StoredNotification {
    id, user_id, booking_id, kind: "type", content: [NotificationContent], language: (RECIPIENT_LANGUAGE), channel, status,
    sent_at, read_at, created_at,
} }

/// A user's feed, the newest first.
pub fn list_by_user(
    conn: &mut Conn<'_>,
    user: &UserId,
    limit: i64,
    offset: i64,
) -> Result<Vec<StoredNotification>, DbError> {
    conn.all(
        sql!(
            select!(StoredNotification, ""),
            " from notifications where user_id = $1 order by created_at desc, id desc limit $2 offset $3"
        ),
        params![user, limit, offset],
    )
}

/// A notification, if it is this user's.
pub fn find_own(
    conn: &mut Conn<'_>,
    id: &NotificationId,
    user: &UserId,
) -> Result<Option<StoredNotification>, DbError> {
    conn.one(
        sql!(select!(StoredNotification, ""), " from notifications where id = $1 and user_id = $2"),
        params![id, user],
    )
}

pub fn count_unread(conn: &mut Conn<'_>, user: &UserId) -> Result<i64, DbError> {
    conn.number("select count(*) from notifications where user_id = $1 and read_at is null", params![user])
}

/// How many notifications one statement marks.
const IDS_PER_STATEMENT: usize = 20;

/// Marks these notifications as read and counts them. Those read before keep their time; those of other users are left
/// alone.
pub fn mark_read(tx: &mut Tx<'_>, user: &UserId, notices: &[NotificationId], now: Timestamp) -> Result<u64, DbError> {
    let mut marked = 0;
    for some in notices.chunks(IDS_PER_STATEMENT) {
        let mut values = vec![user.as_sql_value(), now.as_sql_value()];
        values.extend(some.iter().map(AsSqlValue::as_sql_value));
        // No id is empty.
        values.resize(2 + IDS_PER_STATEMENT, SqlValue::Text(""));
        marked += tx.execute(
            "update notifications set read_at = $2
             where user_id = $1 and read_at is null
               and id in ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)",
            &values,
        )?;
    }
    Ok(marked)
}

/// Marks all of a user's notifications as read and counts those that were not.
pub fn mark_all_read(tx: &mut Tx<'_>, user: &UserId, now: Timestamp) -> Result<u64, DbError> {
    tx.execute("update notifications set read_at = $2 where user_id = $1 and read_at is null", params![user, now])
}

/// A notification that is being sent.
#[derive(Debug, Clone)]
pub struct OutgoingNotification {
    pub id: NotificationId,
    pub user_id: UserId,
    pub booking_id: Option<BookingId>,
    pub kind: NotificationType,
    pub content: NotificationContent,
    /// The language of the recipient; none if they have neither chosen one nor have a profile.
    pub language: Option<Language>,
    pub channel: NotificationChannel,
    /// How often it could not be sent.
    pub attempts: i64,
    /// The ids of the subscriptions that still have to get it, separated by spaces, if others have got it.
    pub owed_to: Option<String>,
}
row! { OutgoingNotification {
    id, user_id, booking_id, kind: "type", content: [NotificationContent], language: (RECIPIENT_LANGUAGE), channel,
    attempts, owed_to,
} }

pub fn is_any_pending(conn: &mut Conn<'_>, now: Timestamp) -> Result<bool, DbError> {
    conn.exists(sql!("select id from notifications where ", IS_DUE, " order by try_at, id limit 1"), params![now])
}

/// Claims notifications that are due and were written since.
pub fn claim_pending(tx: &mut Tx<'_>, since: Timestamp, claim: Claim) -> Result<Vec<OutgoingNotification>, DbError> {
    tx.all(
        sql!(
            "update notifications set try_at = $2 where id in
             (select id from notifications where ",
            IS_DUE,
            " and created_at >= $4
                  order by try_at, id limit $3 for update skip locked)
             returning ",
            columns!(OutgoingNotification, "")
        ),
        params![claim.now, claim.until, claim.limit, since],
    )
}

pub fn mark_sent(tx: &mut Tx<'_>, id: &NotificationId, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update notifications set status = 'sent', sent_at = $2 where id = $1 and status = 'pending'",
        params![id, now],
    )
}

pub fn mark_failed(tx: &mut Tx<'_>, id: &NotificationId) -> Result<(), DbError> {
    tx.run(
        "update notifications set status = 'failed', attempts = attempts + 1 where id = $1 and status = 'pending'",
        params![id],
    )
}

pub fn postpone(tx: &mut Tx<'_>, id: &NotificationId, try_at: Timestamp, owed_to: Option<&str>) -> Result<(), DbError> {
    tx.run(
        "update notifications set attempts = attempts + 1, try_at = $2, owed_to = $3
         where id = $1 and status = 'pending'",
        params![id, try_at, owed_to],
    )
}

/// Marks pending notifications as sent, where push is not configured: the feed is the delivery. Returns their number.
pub fn mark_batch_sent(tx: &mut Tx<'_>, now: Timestamp, most: i64) -> Result<u64, DbError> {
    tx.execute(
        sql!(
            "update notifications set status = 'sent', sent_at = $1 where status = 'pending' and id in
             (select id from notifications where ",
            IS_DUE,
            " order by try_at, id limit $2)"
        ),
        params![now, most],
    )
}

/// Whatever was to be sent has been, when it was written.
pub fn mark_all_pending_sent(tx: &mut Tx<'_>) -> Result<(), DbError> {
    tx.run("update notifications set status = 'sent', sent_at = created_at where status = 'pending'", params![])
}
