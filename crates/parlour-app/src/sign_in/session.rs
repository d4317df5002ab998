//! Sessions: one per sign-in and app. Only the browser has the token, the database its hash.

use aws_lc_rs::digest::{SHA256, digest};
use parlour_domain::audit::AuditAction;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::session::{latest_session_end, session_expires_at};
use parlour_domain::ids::{SessionId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::text::to_hex;
use parlour_store::users::sessions::{self, NewSession, Session};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError, Tx};

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// A new session. Its token is shown only now.
#[derive(Clone)]
pub struct StartedSession {
    pub token: String,
    pub expires_at: Timestamp,
}

impl std::fmt::Debug for StartedSession {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("StartedSession").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}

/// Where a session is used: an app, and in a browser the name that the browser gives itself.
#[derive(Clone)]
pub struct SessionClient {
    pub app: AppKind,
    pub user_agent: Option<String>,
    /// The token of the session that the browser had before.
    pub replaced_token: Option<String>,
}

/// Does not print the token.
impl std::fmt::Debug for SessionClient {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("SessionClient").field("app", &self.app).finish_non_exhaustive()
    }
}

impl SessionClient {
    /// A client without a browser.
    pub fn of_app(app: AppKind) -> Self {
        Self { app, user_agent: None, replaced_token: None }
    }
}

pub fn start_session(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    client: &SessionClient,
) -> Result<StartedSession, DbError> {
    start_session_of(tx, context, user, client, context.now)
}

/// Starts a session of somebody who proved at this time who they are.
pub(super) fn start_session_of(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    client: &SessionClient,
    authenticated_at: Timestamp,
) -> Result<StartedSession, DbError> {
    let token = context.rng.token();
    let id = SessionId::new(context.new_id());
    let ends = session_expires_at(context.now, context.now);
    let SessionClient { app, user_agent, .. } = client;
    let token_hash = hash_token(&token);
    let session = NewSession {
        id: &id,
        token_hash: &token_hash,
        user_id: user,
        app: *app,
        user_agent: user_agent.as_deref(),
        authenticated_at,
    };
    sessions::insert(tx, &session, context.now, ends)?;
    user_records::set_last_sign_in(tx, user, context.now)?;
    let change = AuditedChange { concerns: Some(user), ..AuditedChange::new(AuditAction::SessionStart, id.as_str()) };
    audit::record(tx, context, change)?;
    Ok(StartedSession { token, expires_at: ends })
}

/// What is known of a cookie's token.
#[derive(Debug)]
pub enum FoundSession {
    Active(Session),
    /// Stored and over. A token that nobody has stored is `Unknown`.
    Expired(Session),
    Unknown,
}

/// The session that a cookie's token names on this app.
pub fn find_session(conn: &mut Conn<'_>, token: &str, app: AppKind, now: Timestamp) -> Result<FoundSession, DbError> {
    let Some(mut session) = sessions::find_session(conn, &hash_token(token), app)? else {
        return Ok(FoundSession::Unknown);
    };
    // A session that was extended before there was a latest end ends with it, too.
    session.expires_at = session.expires_at.min(latest_session_end(session.created_at));
    Ok(if now < session.expires_at { FoundSession::Active(session) } else { FoundSession::Expired(session) })
}

/// Extends the session and returns its new end, unless another request did so first.
pub fn extend_session(tx: &mut Tx<'_>, session: &Session, now: Timestamp) -> Result<Option<Timestamp>, DbError> {
    let ends = session_expires_at(session.created_at, now);
    Ok(sessions::extend(tx, session, now, ends)?.then_some(ends))
}

/// Ends the session of a browser that signs in anew, whosever it was.
pub(super) fn end_replaced_session(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    token: &str,
    app: AppKind,
) -> Result<(), DbError> {
    match find_session(tx, token, app, context.now)? {
        FoundSession::Active(session) | FoundSession::Expired(session) => end_session(tx, context, &session),
        FoundSession::Unknown => Ok(()),
    }
}

pub fn end_session(tx: &mut Tx<'_>, context: &RequestContext, session: &Session) -> Result<(), DbError> {
    sessions::end_session(tx, &session.id)?;
    let change = AuditedChange {
        concerns: Some(&session.user_id),
        ..AuditedChange::new(AuditAction::SessionEnd, session.id.as_str())
    };
    audit::record(tx, context, change)
}

#[derive(Debug, thiserror::Error)]
pub enum EndOwnSessionRefusal {
    #[error("there is no such session")]
    Unknown,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Ends another session of the same user, on either app. It must be active `now`; the context has another time while the
/// clock is wrong.
pub fn end_own_session(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    session: &SessionId,
    now: Timestamp,
) -> Result<(), EndOwnSessionRefusal> {
    if !sessions::end_own_session(tx, user, session, now)? {
        return Err(EndOwnSessionRefusal::Unknown);
    }
    let change =
        AuditedChange { concerns: Some(user), ..AuditedChange::new(AuditAction::SessionEnd, session.as_str()) };
    Ok(audit::record(tx, context, change)?)
}

/// Ends every session of a user, on both apps.
pub fn end_all_sessions(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId) -> Result<(), DbError> {
    sessions::end_all_of_user(tx, user)?;
    let change =
        AuditedChange { concerns: Some(user), ..AuditedChange::new(AuditAction::UserSignOutEverywhere, user.as_str()) };
    audit::record(tx, context, change)
}

/// The token has 256 random bits, so a fast hash is as safe as a slow one.
fn hash_token(token: &str) -> String {
    to_hex(digest(&SHA256, token.as_bytes()).as_ref())
}
