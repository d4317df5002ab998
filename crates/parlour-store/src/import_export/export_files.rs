//! Files with every record, for an owner to fetch.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::import::ExportStatus;
use parlour_domain::ist::Timestamp;

#[derive(Debug, Clone)]
pub struct ExportFile {
    pub id: String,
    pub status: ExportStatus,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    pub file_deleted_at: Option<Timestamp>,
}
row! { ExportFile { id, status, created_at, finished_at, file_deleted_at } }

/// A file that is being written from now on.
pub fn insert(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "export_files", { id, created_at: now } }
}

/// Others were given up.
pub fn end_given_up(tx: &mut Tx<'_>, working_on: &str) -> Result<(), DbError> {
    tx.run("update export_files set status = 'failed' where status = 'running' and id <> $1", params![working_on])
}

pub fn find(conn: &mut Conn<'_>, id: &str) -> Result<Option<ExportFile>, DbError> {
    conn.one(sql!(select!(ExportFile, ""), " from export_files where id = $1"), params![id])
}

/// Newest first: later ids sort later.
pub fn list_newest(conn: &mut Conn<'_>, limit: i64) -> Result<Vec<ExportFile>, DbError> {
    conn.all(sql!(select!(ExportFile, ""), " from export_files order by id desc limit $1"), params![limit])
}

/// False if it is finished, or was given up.
pub fn finish(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<bool, DbError> {
    tx.changes_row(
        "update export_files set status = 'done', finished_at = $2 where id = $1 and status = 'running'",
        params![id, now],
    )
}

pub fn mark_file_deleted(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<(), DbError> {
    tx.run("update export_files set file_deleted_at = $2 where id = $1 and file_deleted_at is null", params![id, now])
}
