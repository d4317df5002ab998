//! The signed-in user's own sessions, on both apps.

use parlour_app::sign_in;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::ids::SessionId;
use parlour_domain::ist::Timestamp;
use parlour_store::users::sessions::{self, OwnSession};

use super::auth::{Done, signed_out_response};
use crate::prelude::*;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SessionEntry {
    id: SessionId,
    /// `customer` or `admin`.
    app: AppKind,
    created_at: Timestamp,
    /// Exact to 5 minutes.
    last_used_at: Timestamp,
    /// The name that the browser gave itself at the sign-in.
    user_agent: Option<String>,
    /// Whether this request uses it.
    current: bool,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SessionList {
    sessions: Vec<SessionEntry>,
}

/// My sessions
///
/// On both apps, the last used first.
#[utoipa::path(
    get, path = "/api/auth/sessions", tag = "Sign-in", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<SessionList>)),
)]
pub(crate) async fn list(caller: Customer) -> HttpResult {
    let (user, now) = (caller.user().clone(), caller.state.now());
    let own = caller.state.read(move |conn| Ok(sessions::list_own_sessions(conn, &user, now)?)).await?;
    let entry = |session: OwnSession| SessionEntry {
        current: session.id == caller.session.id,
        id: session.id,
        app: session.app,
        created_at: session.created_at,
        last_used_at: session.last_used_at,
        user_agent: session.user_agent,
    };
    ok(SessionList { sessions: own.into_iter().map(entry).collect() })
}

/// End one of my sessions
///
/// Of either app; ending the one that this request uses signs out.
#[utoipa::path(
    delete, path = "/api/auth/sessions/{id}", tag = "Sign-in", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn end(caller: Customer, PathId(id): PathId<SessionId>, _: NoBody) -> HttpResult {
    let is_current = id == caller.session.id;
    let (user, now) = (caller.user().clone(), caller.state.now());
    caller.write_by_any_clock(move |tx, context| sign_in::end_own_session(tx, context, &user, &id, now)).await?;
    if is_current { signed_out_response(&caller.state) } else { ok(Done { ok: true }) }
}
