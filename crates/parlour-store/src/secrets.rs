//! Secrets that this installation made for itself, by name. Every process reads the same ones.

use parlour_domain::ist::Timestamp;

use crate::db::{Conn, DbError, Tx};
use crate::params;

pub fn get(conn: &mut Conn<'_>, name: &str) -> Result<Option<String>, DbError> {
    let found = conn.one::<(String,)>("select value from secrets where name = $1", params![name])?;
    Ok(found.map(|(value,)| value))
}

/// The secret of that name; `new_value` becomes it where there is none. Of two who make it at once, both get the one that
/// was kept.
pub fn get_or_create(tx: &mut Tx<'_>, name: &str, new_value: &str, now: Timestamp) -> Result<String, DbError> {
    if let Some(existing) = get(tx, name)? {
        return Ok(existing);
    }
    tx.execute(
        "insert into secrets (name, value, created_at) values ($1, $2, $3) on conflict (name) do nothing",
        params![name, new_value, now],
    )?;
    get(tx, name)?.ok_or_else(|| DbError::Statement("a secret that was just made is missing".into()))
}
