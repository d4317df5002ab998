//! Outgoing e-mails. A row says which e-mail; its contents are made when it is sent.

use parlour_db::{Conn, DbError, Tx, columns, insert, params, row, sql};
use parlour_domain::ids::{NotificationId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::NotificationStatus;
use parlour_domain::notification::email_kind::EmailKind;

use super::{Claim, IS_DUE};
use crate::notifications::notification_records;

/// An e-mail to one recipient. A second one of the same kind, subject and period is not written. The notification with
/// the same id gets the same status.
#[derive(Debug, Clone, Copy)]
pub struct NewEmail<'a> {
    pub id: &'a str,
    pub kind: EmailKind,
    pub to: EmailDestination<'a>,
    /// The record that it is about; of a report that somebody asked for, when they did.
    pub subject: &'a str,
    /// The IST date, month or year where it recurs, else empty.
    pub period: &'a str,
}

#[derive(Debug, Clone, Copy)]
pub enum EmailDestination<'a> {
    /// Their address is read when it is sent.
    User(&'a UserId),
    /// An address, or [`CHAT_RECIPIENT`].
    Address(&'a str),
}

/// The recipient that is no person: the salon's chat.
pub const CHAT_RECIPIENT: &str = "chat";

/// True if it is new.
pub fn enqueue_email(tx: &mut Tx<'_>, email: &NewEmail<'_>, now: Timestamp) -> Result<bool, DbError> {
    let (user, recipient) = match email.to {
        EmailDestination::User(user) => (Some(user), user.as_str()),
        EmailDestination::Address(address) => (None, address),
    };
    insert! { tx.changes_row, "emails", email {
        id, message_id: email.id, kind, user_id: user, recipient: recipient, subject, period, created_at: now,
    }, "on conflict (recipient, kind, subject, period) do nothing" }
}

#[derive(Debug, Clone)]
pub struct OutgoingEmail {
    pub id: String,
    pub kind: EmailKind,
    pub user_id: Option<UserId>,
    /// A user's id, an address, or [`CHAT_RECIPIENT`].
    pub recipient: String,
    pub subject: String,
    pub period: String,
    pub attempts: i64,
    pub created_at: Timestamp,
}
row! { OutgoingEmail { id, kind, user_id, recipient, subject, period, attempts, created_at } }

pub fn is_any_due(conn: &mut Conn<'_>, now: Timestamp) -> Result<bool, DbError> {
    conn.exists(sql!("select id from emails where ", IS_DUE, " order by try_at, id limit 1"), params![now])
}

/// Which e-mails a process sends.
#[derive(Debug, Clone, Copy)]
pub struct EmailClaimFilter {
    /// Those written before are others'.
    pub since: Timestamp,
    pub by_mail: bool,
    pub to_chat: bool,
}

pub fn claim_due(tx: &mut Tx<'_>, filter: EmailClaimFilter, claim: Claim) -> Result<Vec<OutgoingEmail>, DbError> {
    tx.all(
        sql!(
            "update emails set try_at = $2 where id in
             (select id from emails where ",
            IS_DUE,
            " and created_at >= $4
                  and ((recipient <> 'chat' and $5) or (recipient = 'chat' and $6)) order by try_at, id limit $3
                  for update skip locked)
             returning ",
            columns!(OutgoingEmail, "")
        ),
        params![claim.now, claim.until, claim.limit, filter.since, filter.by_mail, filter.to_chat],
    )
}

/// Claims one e-mail, unless it is claimed or sent.
pub fn claim_one(
    tx: &mut Tx<'_>,
    id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<OutgoingEmail>, DbError> {
    tx.one(
        sql!(
            "update emails set try_at = $3 where id = $1 and status = 'pending' and try_at <= $2
             returning ",
            columns!(OutgoingEmail, "")
        ),
        params![id, now, until],
    )
}

/// Whether it is sent, and how often it could not be.
pub fn find_status_and_attempts(conn: &mut Conn<'_>, id: &str) -> Result<Option<(NotificationStatus, i64)>, DbError> {
    conn.one("select status, attempts from emails where id = $1", params![id])
}

pub fn mark_sent(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<(), DbError> {
    // First, in the order in which merging and erasing lock the rows.
    notification_records::mark_sent(tx, &NotificationId::new(id), now)?;
    tx.run(
        "update emails set status = 'sent', sent_at = $2, last_error = null where id = $1 and status = 'pending'",
        params![id, now],
    )
}

pub fn mark_failed(tx: &mut Tx<'_>, id: &str, error: &str) -> Result<(), DbError> {
    notification_records::mark_failed(tx, &NotificationId::new(id))?;
    tx.run(
        "update emails set status = 'failed', attempts = attempts + 1, last_error = $2
         where id = $1 and status = 'pending'",
        params![id, error],
    )
}

pub fn postpone(tx: &mut Tx<'_>, id: &str, try_at: Timestamp, error: &str) -> Result<(), DbError> {
    tx.run(
        "update emails set attempts = attempts + 1, try_at = $2, last_error = $3
         where id = $1 and status = 'pending'",
        params![id, try_at, error],
    )
}

/// Whatever was to be sent has been, when it was written.
pub fn mark_all_pending_sent(tx: &mut Tx<'_>) -> Result<(), DbError> {
    tx.run("update emails set status = 'sent', sent_at = created_at where status = 'pending'", params![])
}
