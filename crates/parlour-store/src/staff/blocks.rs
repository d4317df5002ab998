//! Blocks: time of a member of staff that cannot be booked.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, Tx, columns, insert, params, row, select, sql};
use parlour_domain::ids::{BlockId, BranchId, StaffId, UserId};
use parlour_domain::ist::{Timestamp, serialize_hh_mm};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockRow {
    pub id: BlockId,
    pub staff_id: StaffId,
    pub date: NaiveDate,
    #[serde(serialize_with = "serialize_hh_mm")]
    #[schema(value_type = String, example = "13:00")]
    pub start_time: NaiveTime,
    #[serde(serialize_with = "serialize_hh_mm")]
    #[schema(value_type = String, example = "14:30")]
    pub end_time: NaiveTime,
    pub reason: Option<String>,
    pub created_by: UserId,
    pub created_at: Timestamp,
}
row! { BlockRow { id, staff_id, date: "block_date", start_time, end_time, reason, created_by, created_at } }

pub fn insert(tx: &mut Tx<'_>, block: &BlockRow) -> Result<(), DbError> {
    insert! { tx.run, "staff_blocks", block {
        id, staff_id, block_date: block.date, start_time, end_time, reason, created_by, created_at,
    } }
}

/// The blocks of a branch's staff on a day, by time.
pub fn list_for_day(conn: &mut Conn<'_>, branch: &BranchId, date: NaiveDate) -> Result<Vec<BlockRow>, DbError> {
    conn.all(
        sql!(
            select!(BlockRow, "k"),
            " from staff_blocks k join staff s on s.id = k.staff_id
             where s.branch_id = $1 and k.block_date = $2 order by k.start_time, k.id"
        ),
        params![branch, date],
    )
}

/// The blocks of the active staff of a branch, or of all, on these days, by time.
pub fn list_between(
    conn: &mut Conn<'_>,
    branch: Option<&BranchId>,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<BlockRow>, DbError> {
    conn.all(
        sql!(
            select!(BlockRow, "k"),
            " from staff_blocks k join staff s on s.id = k.staff_id
             where k.block_date between $2 and $3 and s.is_active and ($1 = '' or s.branch_id = $1)
             order by k.block_date, k.start_time, k.id"
        ),
        params![branch.map_or("", BranchId::as_str), from, to],
    )
}

/// The blocks of a user's own active profile on these days, by time.
pub fn list_own_between(
    conn: &mut Conn<'_>,
    user: &UserId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<BlockRow>, DbError> {
    conn.all(
        sql!(
            select!(BlockRow, "k"),
            " from staff s join staff_blocks k on k.staff_id = s.id
             where s.user_id = $1 and s.is_active and k.block_date between $2 and $3
             order by k.block_date, k.start_time, k.id"
        ),
        params![user, from, to],
    )
}

/// Deletes a block and returns what it was. The time that it occupied is released before.
pub fn delete(tx: &mut Tx<'_>, id: &BlockId) -> Result<Option<BlockRow>, DbError> {
    tx.one(sql!("delete from staff_blocks where id = $1 returning ", columns!(BlockRow, "")), params![id])
}
