//! The day board as the desk sees it.

use chrono::NaiveDate;
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;
use parlour_store::{Conn, DbError};

use crate::schedule::{self, DayBoard};

/// Like the managers' day board, but without the reasons for leave.
pub fn desk_day_board(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    date: NaiveDate,
    now: Timestamp,
) -> Result<DayBoard, DbError> {
    let mut day = schedule::day_board(conn, branch, date, now)?;
    for leave in day.board.iter_mut().flat_map(|row| &mut row.leave) {
        leave.reason = None;
    }
    Ok(day)
}
