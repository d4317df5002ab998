//! Pictures of services, staff and branches: which files there are, and which of them are shown.

use parlour_db::{Conn, DbError, Tx, params, sql};
use parlour_domain::ist::Timestamp;

/// Whether a service, a staff member or a branch shows the address `$1`.
const IS_SHOWN: &str = "exists (select 1 from services where image_url = $1)
    or exists (select 1 from staff where image_url = $1)
    or exists (select 1 from branches where logo_url = $1)";

/// Notes an upload before a row shows the picture, so that the file is not deleted in between.
pub fn record_upload(tx: &mut Tx<'_>, name: &str, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "insert into pictures (name, uploaded_at) values ($1, $2)
         on conflict (name) do update set uploaded_at = $2",
        params![name, now],
    )
}

/// Whether anything shows the picture at this address.
pub fn is_shown(conn: &mut Conn<'_>, url: &str) -> Result<bool, DbError> {
    conn.exists(sql!("select 1 where ", IS_SHOWN), params![url])
}

/// Pictures that were uploaded before a time, from after a name on.
pub fn list_uploaded_before(
    conn: &mut Conn<'_>,
    before: Timestamp,
    after: &str,
    limit: i64,
) -> Result<Vec<String>, DbError> {
    conn.all_values(
        "select name from pictures where uploaded_at < $1 and name > $2 order by name limit $3",
        params![before, after, limit],
    )
}

/// Forgets a picture, unless it was uploaded again.
pub fn delete_uploaded_before(tx: &mut Tx<'_>, name: &str, before: Timestamp) -> Result<bool, DbError> {
    tx.changes_row("delete from pictures where name = $1 and uploaded_at < $2", params![name, before])
}
