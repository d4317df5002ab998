//! A day whose money is closed, as the pages of visits tell of it.

use chrono::NaiveDate;
use parlour_app::day_close::may_reopen;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{BranchId, UserId};
use parlour_store::billing::day_closes;
use parlour_store::{Conn, DbError};

/// Nothing of it can be checked out until it is opened again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClosedDay {
    /// Whether the person who asks may open it; else a manager.
    pub(crate) may_reopen: bool,
}

impl ClosedDay {
    /// `None` while the day is open.
    pub(crate) fn find(
        conn: &mut Conn<'_>,
        (branch, date): (&BranchId, NaiveDate),
        person: (&UserId, Role),
        today: NaiveDate,
    ) -> Result<Option<Self>, DbError> {
        let close = day_closes::find_of_day(conn, branch, date)?;
        Ok(close.map(|close| Self { may_reopen: may_reopen(&close, person, today) }))
    }
}
