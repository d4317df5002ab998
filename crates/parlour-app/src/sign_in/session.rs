//! Sessions: one per sign-in and app, known by a token that only the browser holds.

use parlour_domain::app_side::AppSide;
use parlour_domain::ids::{SessionId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::session::expires_at;
use parlour_domain::text::hex;
use parlour_store::sessions::{self, NewSession, Session};
use parlour_store::{Conn, DbError, Tx};
use sha2::{Digest, Sha256};

use crate::audit::{self, Change};
use crate::occasion::Occasion;

/// A session just begun; the token is shown this once.
#[derive(Clone)]
pub struct Started {
    pub token: String,
    pub expires_at: Timestamp,
}

impl std::fmt::Debug for Started {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Started").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}

pub fn start(tx: &mut Tx<'_>, occasion: &Occasion, user: &UserId, app: AppSide) -> Result<Started, DbError> {
    let token = occasion.chance.token();
    let id = SessionId::new(occasion.new_id());
    let ends = expires_at(occasion.now);
    let session = NewSession { id: &id, token_hash: &hash(&token), user_id: user, app };
    sessions::insert(tx, &session, occasion.now, ends)?;
    let change =
        Change { action: "session.start", record_id: id.as_str(), concerns: Some(user), ..Change::default() };
    audit::record(tx, occasion, change)?;
    Ok(Started { token, expires_at: ends })
}

/// The live session that a cookie's token names on this app.
pub fn find(
    conn: &mut Conn<'_>,
    token: &str,
    app: AppSide,
    now: Timestamp,
) -> Result<Option<Session>, DbError> {
    sessions::alive(conn, &hash(token), app, now)
}

/// Moves the end forward; the new end, unless another request was first.
pub fn extend(tx: &mut Tx<'_>, session: &Session, now: Timestamp) -> Result<Option<Timestamp>, DbError> {
    let ends = expires_at(now);
    Ok(sessions::extend(tx, session, now, ends)?.then_some(ends))
}

pub fn end(tx: &mut Tx<'_>, occasion: &Occasion, session: &Session) -> Result<(), DbError> {
    sessions::end(tx, &session.id)?;
    let change = Change {
        action: "session.end",
        record_id: session.id.as_str(),
        concerns: Some(&session.user_id),
        ..Change::default()
    };
    audit::record(tx, occasion, change)
}

/// Ends every session of the person, on both apps.
pub fn end_everywhere(tx: &mut Tx<'_>, occasion: &Occasion, user: &UserId) -> Result<(), DbError> {
    sessions::end_all_of(tx, user)?;
    let change = Change {
        action: "user.sign_out_everywhere",
        record_id: user.as_str(),
        concerns: Some(user),
        ..Change::default()
    };
    audit::record(tx, occasion, change)
}

/// The token has 256 random bits, so a plain hash is as good as a slow one.
fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}
