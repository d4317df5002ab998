//! Days that a branch has closed: their money does not change any more.

use chrono::NaiveDate;
use parlour_domain::ids::BranchId;

use crate::db::{Conn, DbError, Tx};
use crate::params;

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

/// Waits until nobody changes the money of the branch, and keeps it so until the transaction ends.
pub fn lock_for_closing(tx: &mut Tx<'_>, branch: &BranchId) -> Result<bool, DbError> {
    tx.exists("select 1 from branches where id = $1 for no key update", params![branch])
}
