//! Invitations: users who have been given a role and have not signed in yet.

use parlour_db::{Conn, DbError, Tx, params};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;

/// Makes a new user an invited one.
pub fn open(tx: &mut Tx<'_>, user: &UserId, expires_at: Timestamp, now: Timestamp) -> Result<(), DbError> {
    tx.run("update users set invited_at = $3, invitation_expires_at = $2 where id = $1", params![user, expires_at, now])
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

/// Whether the user can be booked.
pub fn has_active_staff_profile(conn: &mut Conn<'_>, user: &UserId) -> Result<bool, DbError> {
    conn.exists("select 1 from staff where user_id = $1 and is_active", params![user])
}

/// Ends an invitation, but keeps the user: staff who can be booked and cannot sign in.
pub fn detach(tx: &mut Tx<'_>, user: &UserId, now: Timestamp) -> Result<(), DbError> {
    tx.execute("delete from emails where user_id = $1 and kind = 'invitation'", params![user])?;
    tx.run(
        "update users set email = null, email_folded = null, email_verified = false, role = 'staff',
             invited_at = null, invitation_expires_at = null, updated_at = $2
         where id = $1",
        params![user, now],
    )
}
