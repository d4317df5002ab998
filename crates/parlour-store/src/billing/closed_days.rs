//! The closed days of a branch, for the desk.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::ids::BranchId;

use crate::billing::day_closes::DayClose;

/// A closed day and who closed it.
#[derive(Debug, Clone)]
pub struct ClosedDay {
    pub close: DayClose,
    pub closed_by_name: String,
}
row! { ClosedDay { close: [DayClose], closed_by_name: "u.name" } }

/// At most `limit` days before this one that are closed now, the newest first.
pub fn list_before(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    before: NaiveDate,
    limit: i64,
) -> Result<Vec<ClosedDay>, DbError> {
    conn.all(
        sql!(
            select!(ClosedDay, "c"),
            " from day_closes c join users u on u.id = c.closed_by
             where c.branch_id = $1 and c.close_date < $2 and c.reopened_at is null
             order by c.close_date desc limit $3"
        ),
        params![branch, before, limit],
    )
}
