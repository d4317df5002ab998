//! Stored responses of requests with an `Idempotency-Key`. A repeated request gets the stored response.

use parlour_db::{Conn, DbError, Tx, params, row, select, sql};
use parlour_domain::ids::UserId;
use parlour_domain::ist::{DAY_MS, Timestamp};

/// The idempotency key of a request, with its scope and the hash of its body.
#[derive(Debug, Clone)]
pub struct IdempotentRequest {
    /// A hash of app, user, method and path, within which a key is unique; for a public lead, of its body.
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

/// The response that was stored for this key within the last day, if there is one.
pub fn find_record(
    conn: &mut Conn<'_>,
    request: &IdempotentRequest,
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

/// Claims the key in this transaction. Waits while another transaction holds it. False if
/// the other transaction has committed: then there is a stored response.
pub fn claim_key(tx: &mut Tx<'_>, request: &IdempotentRequest, now: Timestamp) -> Result<bool, DbError> {
    tx.changes_row(
        "insert into idempotency_keys (scope, key, body_hash, user_id, created_at) values ($1, $2, $3, $4, $5)
         on conflict (scope, key) do update
             set body_hash = excluded.body_hash, user_id = excluded.user_id, created_at = excluded.created_at,
                 concerns_user_id = null, response_status = null, response_body = null
             where idempotency_keys.created_at <= $6",
        params![request.scope, request.key, request.body_hash, request.user_id, now, now.plus_millis(-DAY_MS)],
    )
}

/// Stores the response. `concerns` is the user whose personal data it may contain, so that erasing finds it.
pub fn store_response(
    tx: &mut Tx<'_>,
    request: &IdempotentRequest,
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
