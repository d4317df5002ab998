//! What the desk looks at all day.

use chrono::NaiveDate;
use parlour_domain::ids::BranchId;
use parlour_store::{Conn, DbError};

use crate::schedule::{self, DayBoard};

/// The day as managers plan it, but for why somebody is away: that is between the two of them.
pub fn desk_day_board(conn: &mut Conn<'_>, branch: &BranchId, date: NaiveDate) -> Result<DayBoard, DbError> {
    let mut day = schedule::day_board(conn, branch, date)?;
    for leave in day.board.iter_mut().flat_map(|row| &mut row.leave) {
        leave.reason = None;
    }
    Ok(day)
}
