//! Invitations: users who have been given a role and have not signed in yet.

use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;

use crate::db::{Conn, DbError, Tx};
use crate::params;

/// Makes a new user an invited one.
pub fn open(tx: &mut Tx<'_>, user: &UserId, expires_at: Timestamp) -> Result<(), DbError> {
    tx.run("update users set invitation_expires_at = $2 where id = $1", params![user, expires_at])
}

/// The first sign-in: from now on the role counts.
pub fn close(tx: &mut Tx<'_>, user: &UserId, now: Timestamp) -> Result<(), DbError> {
    tx.run("update users set invitation_expires_at = null, updated_at = $2 where id = $1", params![user, now])
}

/// Invitations that nobody accepted in time, at most `limit`.
pub fn list_lapsed(conn: &mut Conn<'_>, now: Timestamp, limit: i64) -> Result<Vec<UserId>, DbError> {
    conn.all_values(
        "select id from users where invitation_expires_at <= $1 and anonymised_at is null
         order by invitation_expires_at, id limit $2",
        params![now, limit],
    )
}
