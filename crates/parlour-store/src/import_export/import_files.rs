//! Files that browsers have sent to be imported.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::import::{DateOrder, ImportKind, ImportStatus};
use parlour_domain::ist::Timestamp;

/// A file that has been checked.
#[derive(Debug, Clone)]
pub struct ImportFile {
    pub id: String,
    pub kind: ImportKind,
    pub date_order: Option<DateOrder>,
    /// The columns of the file by their fields, as JSON.
    pub mapping_json: String,
    pub status: ImportStatus,
    pub row_count: i64,
    pub accepted_rows: i64,
    pub duplicate_rows: i64,
    pub refused_json: String,
    pub done_rows: i64,
    pub run_refused_json: String,
    pub applied_by: Option<UserId>,
    pub applied_by_role: Option<Role>,
    pub created_at: Timestamp,
    pub file_deleted_at: Option<Timestamp>,
}
row! { ImportFile {
    id, kind, date_order, mapping_json, status, row_count, accepted_rows, duplicate_rows, refused_json, done_rows,
    run_refused_json, applied_by, applied_by_role, created_at, file_deleted_at,
} }

/// What a check has found, or an import done.
#[derive(Debug, Clone)]
pub struct RowCounts<'a> {
    pub accepted_rows: i64,
    pub duplicate_rows: i64,
    pub refused_json: &'a str,
}

/// A file whose check begins.
pub fn insert(
    tx: &mut Tx<'_>,
    id: &str,
    kind: ImportKind,
    date_order: Option<DateOrder>,
    now: Timestamp,
) -> Result<(), DbError> {
    insert! { tx.run, "import_files", { id, kind, date_order, created_at: now } }
}

/// Forgets other files whose check was given up, and imports that were.
pub fn end_given_up(tx: &mut Tx<'_>, working_on: &str) -> Result<(), DbError> {
    tx.run("delete from import_files where checked_at is null and id <> $1", params![working_on])?;
    tx.run("update import_files set status = 'failed' where status = 'running' and id <> $1", params![working_on])
}

/// False if the file was given up meanwhile.
pub fn finish_check(
    tx: &mut Tx<'_>,
    id: &str,
    mapping_json: &str,
    row_count: i64,
    found: &RowCounts<'_>,
    now: Timestamp,
) -> Result<bool, DbError> {
    tx.changes_row(
        "update import_files set mapping_json = $2, row_count = $3, accepted_rows = $4, duplicate_rows = $5,
             refused_json = $6, checked_at = $7
         where id = $1 and checked_at is null",
        params![id, mapping_json, row_count, found.accepted_rows, found.duplicate_rows, found.refused_json, now],
    )
}

/// Forgets a file that could not be checked.
pub fn delete_unchecked(tx: &mut Tx<'_>, id: &str) -> Result<(), DbError> {
    tx.run("delete from import_files where id = $1 and checked_at is null", params![id])
}

pub fn find(conn: &mut Conn<'_>, id: &str) -> Result<Option<ImportFile>, DbError> {
    conn.one(sql!(select!(ImportFile, ""), " from import_files where id = $1 and checked_at is not null"), params![id])
}

/// Newest first: later ids sort later.
pub fn list_newest(conn: &mut Conn<'_>, limit: i64) -> Result<Vec<ImportFile>, DbError> {
    conn.all(
        sql!(select!(ImportFile, ""), " from import_files where checked_at is not null order by id desc limit $1"),
        params![limit],
    )
}

/// The import begins, or goes on after a failure. False if it is over, or the file is deleted.
pub fn start(tx: &mut Tx<'_>, id: &str, by: Option<&(UserId, Role)>) -> Result<bool, DbError> {
    let (user, role) = (by.map(|(user, _)| user), by.map(|(_, role)| *role));
    tx.changes_row(
        "update import_files set status = 'running', applied_by = $2, applied_by_role = $3
         where id = $1 and checked_at is not null and status <> 'done' and file_deleted_at is null",
        params![id, user, role],
    )
}

/// Notes how far the import has come, and what it has refused.
pub fn save_progress(tx: &mut Tx<'_>, id: &str, done_rows: i64, run_refused_json: &str) -> Result<(), DbError> {
    tx.run(
        "update import_files set done_rows = $2, run_refused_json = $3 where id = $1",
        params![id, done_rows, run_refused_json],
    )
}

/// What the import has done replaces what the check had found.
pub fn finish_import(tx: &mut Tx<'_>, id: &str, done: &RowCounts<'_>) -> Result<(), DbError> {
    tx.run(
        "update import_files set status = 'done', done_rows = row_count, accepted_rows = $2, duplicate_rows = $3,
             refused_json = $4
         where id = $1",
        params![id, done.accepted_rows, done.duplicate_rows, done.refused_json],
    )
}

pub fn fail_import(tx: &mut Tx<'_>, id: &str) -> Result<(), DbError> {
    tx.run("update import_files set status = 'failed' where id = $1 and status = 'running'", params![id])
}

/// The texts of the file that its refused rows quote go with it.
pub fn mark_file_deleted(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update import_files set file_deleted_at = $2, refused_json = '[]', run_refused_json = '[]'
         where id = $1 and file_deleted_at is null",
        params![id, now],
    )
}
