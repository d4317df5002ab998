//! Realtime messages to listening browsers, kept until they are sent.

use parlour_db::{Conn, DbError, Tx, columns, insert, params, row, sql};
use parlour_domain::ist::Timestamp;

use super::Claim;

#[derive(Debug, Clone)]
pub struct QueuedRealtimeMessage {
    pub id: String,
    pub channel: String,
    pub name: String,
    pub record_id: String,
    pub attempts: i64,
}
row! { QueuedRealtimeMessage { id, channel, name, record_id, attempts } }

pub fn insert(tx: &mut Tx<'_>, message: &QueuedRealtimeMessage, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "realtime_messages", message { id, channel, name, record_id, try_at: now } }
}

pub fn is_any_due(conn: &mut Conn<'_>, now: Timestamp) -> Result<bool, DbError> {
    conn.exists("select id from realtime_messages where try_at <= $1 order by try_at, id limit 1", params![now])
}

pub fn claim_due(tx: &mut Tx<'_>, claim: Claim) -> Result<Vec<QueuedRealtimeMessage>, DbError> {
    tx.all(
        sql!(
            "update realtime_messages set try_at = $2 where id in
                 (select id from realtime_messages where try_at <= $1 order by try_at, id limit $3
                  for update skip locked)
             returning ",
            columns!(QueuedRealtimeMessage, "")
        ),
        params![claim.now, claim.until, claim.limit],
    )
}

pub fn delete(tx: &mut Tx<'_>, id: &str) -> Result<(), DbError> {
    tx.run("delete from realtime_messages where id = $1", params![id])
}

pub fn postpone(tx: &mut Tx<'_>, id: &str, try_at: Timestamp) -> Result<(), DbError> {
    tx.run("update realtime_messages set attempts = attempts + 1, try_at = $2 where id = $1", params![id, try_at])
}
