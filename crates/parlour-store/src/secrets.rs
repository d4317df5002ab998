//! Keys that this installation has generated, by name, as `parlour_app::secrets` stores them. All processes share them.

use parlour_db::{Conn, DbError, Tx, insert, params};
use parlour_domain::ist::Timestamp;

pub fn get(conn: &mut Conn<'_>, name: &str) -> Result<Option<String>, DbError> {
    conn.one_value("select value from secrets where name = $1", params![name])
}

/// All of them, each with its name.
pub fn list(conn: &mut Conn<'_>) -> Result<Vec<(String, String)>, DbError> {
    conn.all("select name, value from secrets order by name", params![])
}

/// The value of this name. If there is none, `new_value` is stored. Two concurrent calls both get the value that was
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

/// Stores the value in another form, unless another process has done so meanwhile.
pub fn replace(tx: &mut Tx<'_>, name: &str, old_value: &str, new_value: &str) -> Result<(), DbError> {
    tx.run("update secrets set value = $3 where name = $1 and value = $2", params![name, old_value, new_value])
}
