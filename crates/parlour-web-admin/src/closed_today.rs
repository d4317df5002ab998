//! That the money of today is closed, as the pages of visits tell of it.

use chrono::NaiveDate;
use parlour_app::day_close::may_reopen;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{BranchId, UserId};
use parlour_store::billing::day_closes;
use parlour_store::{Conn, DbError};

/// Nothing can be checked out until today is opened again, not even a visit of another day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClosedToday {
    /// Whether the person who asks may open it; else a manager.
    pub(crate) may_reopen: bool,
}

impl ClosedToday {
    /// `None` while today is open at the branch.
    pub(crate) fn find(
        conn: &mut Conn<'_>,
        branch: &BranchId,
        person: (&UserId, Role),
        today: NaiveDate,
    ) -> Result<Option<Self>, DbError> {
        let close = day_closes::find_of_day(conn, branch, today)?;
        Ok(close.map(|close| Self { may_reopen: may_reopen(&close, person, today) }))
    }
}
