//! Imported files: how far each was read, and which of its rows became which record.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::import::ImportKind;
use parlour_domain::ist::Timestamp;
use parlour_domain::phone::Phone;

use crate::memberships::membership_records::Membership;
use crate::memberships::tiers::Tier;

/// A file that is being imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    pub id: String,
    pub total_rows: i64,
    pub rows_read: i64,
    pub rows_imported: i64,
    pub rows_skipped: i64,
    pub rows_failed: i64,
}
row! { Import { id, total_rows, rows_read, rows_imported, rows_skipped, rows_failed } }

impl Import {
    /// Of a file of which no row has been read.
    pub fn not_started(total_rows: i64) -> Self {
        Self { id: String::new(), total_rows, rows_read: 0, rows_imported: 0, rows_skipped: 0, rows_failed: 0 }
    }

    pub fn is_done(&self) -> bool {
        self.rows_read == self.total_rows
    }
}

/// A file that is imported for the first time.
#[derive(Debug)]
pub struct NewImport<'a> {
    pub id: &'a str,
    pub kind: ImportKind,
    pub file_name: &'a str,
    pub file_hash: &'a str,
    pub total_rows: i64,
}

/// Starts the import of a file. An interrupted import keeps its progress. A completed one starts again: refused rows
/// may be valid now, and imported rows are recognised.
pub fn start_or_restart(tx: &mut Tx<'_>, new: &NewImport<'_>, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "imports", new {
        id, kind, file_name, file_hash, total_rows, started_at: now,
    }, "on conflict (kind, file_hash) do update set status = 'running', rows_read = 0, rows_imported = 0,
         rows_skipped = 0, rows_failed = 0, started_at = excluded.started_at, finished_at = null
         where imports.status = 'done'" }
}

pub fn find_by_file(conn: &mut Conn<'_>, kind: ImportKind, file_hash: &str) -> Result<Option<Import>, DbError> {
    conn.one(sql!(select!(Import, ""), " from imports where kind = $1 and file_hash = $2"), params![kind, file_hash])
}

/// Saves how far the import has come. False if another process has come further meanwhile.
pub fn save_progress(tx: &mut Tx<'_>, before: &Import, after: &Import, now: Timestamp) -> Result<bool, DbError> {
    let is_done = after.is_done();
    tx.changes_row(
        "update imports set rows_read = $3, rows_imported = $4, rows_skipped = $5, rows_failed = $6, status = $7,
             finished_at = $8
         where id = $1 and rows_read = $2 and status = 'running'",
        params![
            before.id,
            before.rows_read,
            after.rows_read,
            after.rows_imported,
            after.rows_skipped,
            after.rows_failed,
            if is_done { "done" } else { "running" },
            is_done.then_some(now),
        ],
    )
}

/// Records which record a row of a file became. False if the row was recorded meanwhile.
pub fn record_imported_row(
    tx: &mut Tx<'_>,
    kind: ImportKind,
    source_key: &str,
    record_id: &str,
    import: &str,
) -> Result<bool, DbError> {
    insert! { tx.changes_row, "imported_records", {
        kind, source_key, record_id, import_id: import,
    }, "on conflict (kind, source_key) do nothing" }
}

/// The record that a row became earlier, from this file or another.
pub fn find_imported_record(
    conn: &mut Conn<'_>,
    kind: ImportKind,
    source_key: &str,
) -> Result<Option<String>, DbError> {
    conn.one_value(
        "select record_id from imported_records where kind = $1 and source_key = $2",
        params![kind, source_key],
    )
}

/// The branch with this code; the primary branch if there is no code.
pub fn find_branch(conn: &mut Conn<'_>, code: Option<&str>) -> Result<Option<(BranchId, String)>, DbError> {
    match code {
        Some(code) => conn.one("select id, code from branches where code = $1", params![code]),
        None => conn.one("select id, code from branches where is_primary", params![]),
    }
}

/// All staff of a branch, active or not, with their names.
pub fn list_staff_names(conn: &mut Conn<'_>, branch: &BranchId) -> Result<Vec<(StaffId, String)>, DbError> {
    conn.all(
        "select id, display_name from staff where branch_id = $1 order by is_active desc, display_name, id",
        params![branch],
    )
}

/// Who has this phone, with their names: families share one.
pub fn list_customers_by_phone(conn: &mut Conn<'_>, phone: &Phone) -> Result<Vec<(UserId, String)>, DbError> {
    conn.all(
        "select u.id, u.name from profiles p join users u on u.id = p.user_id
         where p.phone = $1 and p.in_directory order by u.created_at, u.id",
        params![phone],
    )
}

/// All tiers, on sale or not, those on sale first.
pub fn list_tiers(conn: &mut Conn<'_>) -> Result<Vec<Tier>, DbError> {
    conn.all(sql!(select!(Tier, ""), " from membership_tiers order by is_active desc, display_order, id"), params![])
}

/// The owner who has been known longest.
pub fn find_first_owner(conn: &mut Conn<'_>) -> Result<Option<UserId>, DbError> {
    conn.one_value(
        "select id from users where role = 'owner' and anonymised_at is null and invitation_expires_at is null
         order by created_at, id limit 1",
        params![],
    )
}

pub fn is_membership_number_taken(conn: &mut Conn<'_>, number: &str) -> Result<bool, DbError> {
    conn.exists("select 1 from memberships where membership_number = $1", params![number])
}

/// A membership of another system, which may be over. False if the customer has an active one.
pub fn insert_membership(
    tx: &mut Tx<'_>,
    membership: &Membership,
    ended_at: Option<Timestamp>,
) -> Result<bool, DbError> {
    insert! { tx.changes_row, "memberships", membership {
        id, membership_number, customer_id, tier_id, tier_name_snapshot, total_hours_minutes, used_hours_minutes,
        price_paid_paise, starts_at, expires_at, status, ended_at: ended_at, created_by, invoice_id, notes, created_at,
        updated_at,
    }, "on conflict do nothing" }
}
