//! Days that a branch has closed: their money does not change any more.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, Tx, columns, insert, params, row, select, sql};
use parlour_domain::ids::{BranchId, DayCloseId, UserId};
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayClose {
    pub id: DayCloseId,
    pub branch_id: BranchId,
    pub date: NaiveDate,
    /// The cash that was there in the morning.
    pub opening_float_paise: i64,
    pub counted_cash_paise: i64,
    /// Float, cash payments and cash tips, less cash refunds, and cash movements.
    pub expected_cash_paise: i64,
    /// Counted less expected.
    pub difference_paise: i64,
    pub note: Option<String>,
    pub closed_by: UserId,
    pub closed_at: Timestamp,
    /// Null while the day is closed.
    pub reopened_at: Option<Timestamp>,
    pub reopened_by: Option<UserId>,
    pub reopen_reason: Option<String>,
}
row! { DayClose {
    id, branch_id, date: "close_date", opening_float_paise, counted_cash_paise, expected_cash_paise, difference_paise,
    note, closed_by, closed_at, reopened_at, reopened_by, reopen_reason,
} }

/// Keeps the day as it is until the transaction ends, and returns whether it is open. Every change of a day's money
/// calls this first: closing the day waits for it, and it waits for a day that is being closed.
pub fn lock_open_day(tx: &mut Tx<'_>, branch: &BranchId, date: NaiveDate) -> Result<bool, DbError> {
    tx.one_value::<i64>("select 1 from branches where id = $1 for share", params![branch])?;
    is_open_day(tx, branch, date)
}

/// Whether the day is open at the moment, for reads that change nothing.
pub fn is_open_day(conn: &mut Conn<'_>, branch: &BranchId, date: NaiveDate) -> Result<bool, DbError> {
    let closed = conn.exists(
        "select 1 from day_closes where branch_id = $1 and close_date = $2 and reopened_at is null",
        params![branch, date],
    )?;
    Ok(!closed)
}

/// Waits until nobody changes the money of the branch, and keeps it so until the transaction ends. False if there is no
/// such branch.
pub fn lock_for_closing(tx: &mut Tx<'_>, branch: &BranchId) -> Result<bool, DbError> {
    tx.exists("select 1 from branches where id = $1 for no key update", params![branch])
}

/// False if the day is closed already.
pub fn insert(tx: &mut Tx<'_>, close: &DayClose) -> Result<bool, DbError> {
    insert! { tx.changes_row, "day_closes", close {
        id, branch_id, close_date: close.date, opening_float_paise, counted_cash_paise, expected_cash_paise,
        difference_paise, note, closed_by, closed_at,
    }, "on conflict (branch_id, close_date) where reopened_at is null do nothing" }
}

pub fn by_id(conn: &mut Conn<'_>, id: &DayCloseId) -> Result<Option<DayClose>, DbError> {
    conn.one(sql!(select!(DayClose, ""), " from day_closes where id = $1"), params![id])
}

/// How a day was closed. None while it is open.
pub fn find_of_day(conn: &mut Conn<'_>, branch: &BranchId, date: NaiveDate) -> Result<Option<DayClose>, DbError> {
    conn.one(
        sql!(
            select!(DayClose, ""),
            " from day_closes where branch_id = $1 and close_date = $2 and reopened_at is null"
        ),
        params![branch, date],
    )
}

/// Opens the day again, and returns the row. None if that was done before.
pub fn reopen(
    tx: &mut Tx<'_>,
    id: &DayCloseId,
    user: &UserId,
    reason: &str,
    now: Timestamp,
) -> Result<Option<DayClose>, DbError> {
    tx.one(
        sql!(
            "update day_closes set reopened_at = $2, reopened_by = $3, reopen_reason = $4
             where id = $1 and reopened_at is null returning ",
            columns!(DayClose, "")
        ),
        params![id, now, user, reason],
    )
}
