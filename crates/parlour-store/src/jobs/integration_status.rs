//! The last success and error of each integration, and the jobs that were given up.

use parlour_db::{Conn, DbError, Tx, columns, insert, params, row, select, sql};
use parlour_domain::audit::AuditAction;
use parlour_domain::integration::Integration;
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::jobs::queue;

#[derive(Debug, Clone)]
pub struct IntegrationStatus {
    pub name: String,
    pub last_success_at: Option<Timestamp>,
    pub last_error_at: Option<Timestamp>,
    pub last_error: Option<String>,
}
row! { IntegrationStatus { name, last_success_at, last_error_at, last_error } }

/// What was noted of each integration by those who used it.
pub fn list_statuses(conn: &mut Conn<'_>) -> Result<Vec<IntegrationStatus>, DbError> {
    conn.all(sql!(select!(IntegrationStatus, ""), " from integration_status"), params![])
}

pub fn record_success(tx: &mut Tx<'_>, integration: Integration, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "integration_status", {
        name: integration, last_success_at: now,
    }, "on conflict (name) do update set last_success_at = excluded.last_success_at" }
}

pub fn record_error(tx: &mut Tx<'_>, integration: Integration, error: &str, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "integration_status", {
        name: integration, last_error_at: now, last_error: error,
    }, "on conflict (name) do update set last_error_at = excluded.last_error_at, last_error = excluded.last_error" }
}

/// When somebody last signed in at an app, where only the identity provider says who they are. A session of a command is
/// no sign-in.
pub fn find_last_sign_in(conn: &mut Conn<'_>) -> Result<Option<Timestamp>, DbError> {
    conn.one_value(
        "select created_at from audit_log where action = $1 and origin in ('customer', 'admin')
         order by created_at desc, id desc limit 1",
        params![AuditAction::SessionStart.as_str()],
    )
}

/// When a file of an import or of an export was last written to the storage. A check of an import ends after that.
pub fn find_last_stored_file(conn: &mut Conn<'_>) -> Result<Option<Timestamp>, DbError> {
    let found: Option<Option<Timestamp>> = conn.one_value(
        "select max(stored_at) from (select max(checked_at) as stored_at from import_files
             union all select max(finished_at) from export_files) files",
        params![],
    )?;
    Ok(found.flatten())
}

/// A parked job: it failed too often and is not tried again by itself.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueuedJobRow {
    pub id: String,
    /// The job that does it.
    #[schema(example = "invoice-pdf")]
    pub kind: String,
    /// The record it is about.
    #[schema(example = "booking:0196…")]
    pub subject: Option<String>,
    pub due_at: Timestamp,
    pub attempts: i64,
    pub parked_at: Option<Timestamp>,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
}
row! { QueuedJobRow { id, kind, subject, due_at, attempts, parked_at, last_error, created_at } }

/// Parked jobs, the latest first, and how many there are in all.
pub fn list_parked_jobs(conn: &mut Conn<'_>, limit: i64) -> Result<(Vec<QueuedJobRow>, i64), DbError> {
    let rows = conn.all(
        sql!(
            select!(QueuedJobRow, ""),
            " from queued_jobs
             where parked_at is not null order by parked_at desc, id desc limit $1"
        ),
        params![limit],
    )?;
    Ok((rows, queue::count_parked(conn)?))
}

pub fn find_job(conn: &mut Conn<'_>, id: &str) -> Result<Option<QueuedJobRow>, DbError> {
    conn.one(sql!(select!(QueuedJobRow, ""), " from queued_jobs where id = $1"), params![id])
}

/// Makes a parked job due, as if it had never been tried. Fails with [`DbError::Unique`] if an equal job is open. None if
/// the job is not parked.
pub fn retry_parked_job(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<Option<QueuedJobRow>, DbError> {
    tx.one(
        sql!(
            "update queued_jobs set parked_at = null, attempts = 0, due_at = $2, try_at = $2, claimed_by = null, claimed_until = null
             where id = $1 and parked_at is not null
             returning ", columns!(QueuedJobRow, "")
        ),
        params![id, now],
    )
}
