//! Secrets that this installation has generated, by name. All processes share them.

use parlour_domain::ist::Timestamp;

use crate::db::{Conn, DbError, Tx, insert};
use crate::params;

pub fn get(conn: &mut Conn<'_>, name: &str) -> Result<Option<String>, DbError> {
    conn.one_value("select value from secrets where name = $1", params![name])
}

/// The secret of this name. If there is none, `new_value` is stored. Two concurrent calls both get the value that was
/// stored first.
pub fn get_or_create(tx: &mut Tx<'_>, name: &str, new_value: &str, now: Timestamp) -> Result<String, DbError> {
    if let Some(existing) = get(tx, name)? {
        return Ok(existing);
    }
    insert! { tx.run, "secrets", {
        name, value: new_value, created_at: now,
    }, "on conflict (name) do nothing" }?;
    get(tx, name)?.ok_or_else(|| DbError::Statement("a secret that was just made is missing".into()))
}
