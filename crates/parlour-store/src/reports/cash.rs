//! Closed days, and cash that moved apart from sales.

use parlour_db::{Conn, DbError, params, select, sql};

use super::ReportScope;
use crate::billing::cash_movements::CashMovement;
use crate::billing::day_closes::DayClose;

/// The days that are closed now, by day.
pub fn list_day_closes(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<Vec<DayClose>, DbError> {
    conn.all(
        sql!(
            select!(DayClose, ""),
            " from day_closes
             where close_date between $1 and $2 and ($3 = '' or branch_id = $3) and reopened_at is null
             order by close_date, branch_id"
        ),
        params![scope.period.from, scope.period.to, scope.branch()],
    )
}

/// The oldest first.
pub fn list_cash_movements(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<Vec<CashMovement>, DbError> {
    conn.all(
        sql!(
            select!(CashMovement, ""),
            " from cash_movements
             where movement_date between $1 and $2 and ($3 = '' or branch_id = $3)
             order by created_at, id"
        ),
        params![scope.period.from, scope.period.to, scope.branch()],
    )
}
