//! Sign-in sessions. The cookie holds the token, the database only its hash.

use parlour_db::{Conn, DbError, SentQuestion, Tx, insert, params, row, select, sql};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::auth::session::oldest_session_start;
use parlour_domain::ids::{SessionId, UserId};
use parlour_domain::ist::Timestamp;

/// A session with the role its user has now.
#[derive(Debug, Clone)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    pub role: Role,
    pub created_at: Timestamp,
    /// When the person last proved who they are.
    pub signed_in_at: Timestamp,
    pub extended_at: Timestamp,
    pub last_used_at: Timestamp,
    pub expires_at: Timestamp,
}
row! { Session {
    id, user_id, role: "u.role", created_at, signed_in_at: "coalesce(s.authenticated_at, s.created_at)", extended_at, last_used_at: "coalesce(s.last_used_at, s.extended_at)", expires_at,
} }

#[derive(Debug)]
pub struct NewSession<'a> {
    pub id: &'a SessionId,
    pub token_hash: &'a str,
    pub user_id: &'a UserId,
    pub app: AppKind,
    pub user_agent: Option<&'a str>,
    pub authenticated_at: Timestamp,
}

pub fn insert(tx: &mut Tx<'_>, session: &NewSession<'_>, now: Timestamp, expires_at: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "sessions", session {
        token_hash, id, user_id, app, user_agent, authenticated_at, created_at: now, extended_at: now, last_used_at: now,
        expires_at: expires_at,
    } }
}

/// The session of a token, which may have expired.
pub fn find_session(conn: &mut Conn<'_>, token_hash: &str, app: AppKind) -> Result<Option<Session>, DbError> {
    conn.one(
        sql!(
            select!(Session, "s"),
            " from sessions s join users u on u.id = s.user_id
             where s.token_hash = $1 and s.app = $2 and u.anonymised_at is null"
        ),
        params![token_hash, app],
    )
}

/// Asks whether the session exists and its user is not erased. Locks the user's row until the
/// transaction ends, so that the user is not erased during the request.
pub fn lock_session_user(tx: &mut Tx<'_>, session: &SessionId, user: &UserId) -> Result<SentQuestion, DbError> {
    tx.ask(
        "with locked as (select 1 from users u join sessions s on s.user_id = u.id
             where u.id = $1 and u.anonymised_at is null and s.id = $2 for no key update)
         select 1 / count(*) from locked",
        params![user, session],
    )
}

/// Moves the end of a session, unless someone else has just done so.
pub fn extend(tx: &mut Tx<'_>, session: &Session, now: Timestamp, expires_at: Timestamp) -> Result<bool, DbError> {
    tx.changes_row(
        "update sessions set extended_at = $2, last_used_at = $2, expires_at = $3 where id = $1 and extended_at = $4",
        params![session.id, now, expires_at, session.extended_at],
    )
}

/// Notes that the session is in use.
pub fn set_last_used(tx: &mut Tx<'_>, session: &SessionId, now: Timestamp) -> Result<(), DbError> {
    tx.run("update sessions set last_used_at = $2 where id = $1", params![session, now])
}

/// A session as its user sees it.
#[derive(Debug, Clone)]
pub struct OwnSession {
    pub id: SessionId,
    pub app: AppKind,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
    pub user_agent: Option<String>,
}
row! { OwnSession { id, app, created_at, last_used_at: "coalesce(s.last_used_at, s.extended_at)", user_agent } }

/// The active sessions of a user on both apps, the last used first.
pub fn list_own_sessions(conn: &mut Conn<'_>, user: &UserId, now: Timestamp) -> Result<Vec<OwnSession>, DbError> {
    conn.all(
        sql!(
            select!(OwnSession, "s"),
            " from sessions s where s.user_id = $1 and s.expires_at > $2 and s.created_at > $3
             order by coalesce(s.last_used_at, s.extended_at) desc, s.id"
        ),
        params![user, now, oldest_session_start(now)],
    )
}

/// Ends an active session of this user. False if they have no such session.
pub fn end_own_session(tx: &mut Tx<'_>, user: &UserId, session: &SessionId, now: Timestamp) -> Result<bool, DbError> {
    tx.changes_row(
        "delete from sessions where id = $1 and user_id = $2 and expires_at > $3 and created_at > $4",
        params![session, user, now, oldest_session_start(now)],
    )
}

pub fn end_session(tx: &mut Tx<'_>, session: &SessionId) -> Result<(), DbError> {
    tx.run("delete from sessions where id = $1", params![session])
}

pub fn end_all_of_user(tx: &mut Tx<'_>, user: &UserId) -> Result<u64, DbError> {
    tx.execute("delete from sessions where user_id = $1", params![user])
}
