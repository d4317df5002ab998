//! Responses that are repeated when a request with the same key comes again.

use parlour_domain::ids::UserId;
use parlour_domain::ist::{DAY_MS, Timestamp};

use crate::db::{Conn, DbError, Tx, select, sql};
use crate::{params, row};

/// A request's name for itself, within its scope.
#[derive(Debug, Clone)]
pub struct RequestKey {
    /// A hash of what the key is unique within.
    pub scope: String,
    pub key: String,
    pub body_hash: String,
    pub user_id: Option<UserId>,
}

#[derive(Debug, Clone)]
pub struct IdempotencyRecord {
    pub body_hash: String,
    pub status: i64,
    pub body: String,
}
row! { IdempotencyRecord { body_hash, status: "response_status", body: "response_body" } }

/// The answer given within the last day, if there is one.
pub fn find_record(
    conn: &mut Conn<'_>,
    request: &RequestKey,
    now: Timestamp,
) -> Result<Option<IdempotencyRecord>, DbError> {
    conn.one(
        sql!(
            select!(IdempotencyRecord, ""),
            " from idempotency_keys
             where scope = $1 and key = $2 and created_at > $3 and response_status is not null"
        ),
        params![request.scope, request.key, now.plus_millis(-DAY_MS)],
    )
}

/// Takes the key for this transaction. Another transaction that holds it is waited for; false if
/// it then turns out to be taken.
pub fn claim_key(tx: &mut Tx<'_>, request: &RequestKey, now: Timestamp) -> Result<bool, DbError> {
    tx.changes_row(
        "insert into idempotency_keys (scope, key, body_hash, user_id, created_at) values ($1, $2, $3, $4, $5)
         on conflict (scope, key) do update
             set body_hash = excluded.body_hash, user_id = excluded.user_id, created_at = excluded.created_at,
                 concerns_user_id = null, response_status = null, response_body = null
             where idempotency_keys.created_at <= $6",
        params![request.scope, request.key, request.body_hash, request.user_id, now, now.plus_millis(-DAY_MS)],
    )
}

/// Keeps an answer; `concerns` is whose personal data it may hold, so that erasing finds it.
pub fn store_response(
    tx: &mut Tx<'_>,
    request: &RequestKey,
    status: i64,
    body: &str,
    concerns: Option<&UserId>,
) -> Result<(), DbError> {
    tx.run(
        "update idempotency_keys set response_status = $3, response_body = $4, concerns_user_id = $5
         where scope = $1 and key = $2",
        params![request.scope, request.key, status, body, concerns],
    )
}
