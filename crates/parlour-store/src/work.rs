//! Work to do later: a row written with the change that causes it.

use parlour_domain::ist::Timestamp;

use crate::db::{Conn, DbError};
use crate::params;

/// When the work that has waited longest was due, if any is due.
pub fn oldest_due(conn: &mut Conn<'_>, now: Timestamp) -> Result<Option<Timestamp>, DbError> {
    let due = conn.one::<(Timestamp,)>(
        "select due_at from work
         where done_at is null and parked_at is null and due_at <= $1 order by due_at, id limit 1",
        params![now],
    )?;
    Ok(due.map(|(at,)| at))
}
