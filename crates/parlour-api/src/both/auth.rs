//! Signing in through the identity provider, and out again.

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::header::{HOST, HeaderMap, LOCATION, SET_COOKIE};
use parlour_app::clock::Clock;
use parlour_app::outside::identity::{Callback, Ceremony};
use parlour_app::sign_in::{self, SignInRefusal};
use parlour_domain::app_side::AppSide;
use parlour_domain::email::Email;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::return_to::return_to;
use parlour_domain::role::Role;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::call::Call;
use crate::cookies;
use crate::error::{ApiError, Code};
use crate::pages;
use crate::respond::{Answered, Envelope, ok};
use crate::signed_in::{Customer, session_cookie};
use crate::web::Web;

const CEREMONY_SECONDS: i64 = 600;

/// Kept in the browser between leaving for the provider and coming back.
#[derive(Serialize, Deserialize)]
struct Pending {
    state: String,
    nonce: String,
    verifier: String,
    return_to: String,
}

fn pending_cookie(side: AppSide) -> &'static str {
    match side {
        AppSide::Customer => "__Host-parlour-sign-in",
        AppSide::Admin => "__Host-parlour-admin-sign-in",
    }
}

fn redirect_uri(web: &Web) -> String {
    format!("{}/api/auth/callback", web.public_url())
}

/// Start signing in
///
/// Sends the browser to the identity provider. A first sign-in comes back to `/onboarding`.
#[utoipa::path(
    get, path = "/api/auth/sign-in", tag = "Sign-in",
    params(("returnTo" = Option<String>, Query, description = "A path of this app; anything else becomes `/`")),
    responses((status = 303, description = "To the identity provider"), (status = 502, response = crate::openapi::Failed)),
)]
pub(crate) async fn start(State(web): State<Web>, headers: HeaderMap, RawQuery(query): RawQuery) -> Answered {
    if let Some(address) = elsewhere(&web, &headers, query.as_deref()) {
        return Ok(Redirect::to(&address).into_response());
    }
    let wanted = parameter(query.as_deref(), "returnTo");
    let chance = &web.app().chance;
    let ceremony = Ceremony { state: chance.token(), nonce: chance.token(), verifier: chance.token() };
    let address = web.sign_in().provider.authorization_url(&redirect_uri(&web), &ceremony).await?;
    let pending = Pending {
        state: ceremony.state,
        nonce: ceremony.nonce,
        verifier: ceremony.verifier,
        return_to: return_to(wanted.as_deref()).to_owned(),
    };
    let kept = serde_json::to_vec(&pending).map_err(|_| ApiError::panicked())?;
    let cookie = cookies::set(pending_cookie(web.side()), &URL_SAFE_NO_PAD.encode(kept), CEREMONY_SECONDS);
    let mut response = Redirect::to(address.as_str()).into_response();
    response.headers_mut().append(SET_COOKIE, cookie);
    Ok(response)
}

/// On a laptop `localhost` and `127.0.0.1` are one place to people and two to cookies, and the
/// provider sends everyone back to the public one: so that is where to start.
fn elsewhere(web: &Web, headers: &HeaderMap, query: Option<&str>) -> Option<String> {
    let is_loopback = |authority: &str| {
        ["localhost", "127.0.0.1", "[::1]"].iter().any(|name| {
            authority.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        })
    };
    let host = headers.get(HOST)?.to_str().ok()?;
    let (_, own) = web.public_url().split_once("://")?;
    if host == own || !is_loopback(host) || !is_loopback(own) {
        return None;
    }
    Some(format!("{}/api/auth/sign-in?{}", web.public_url(), query.unwrap_or_default()))
}

/// Finish signing in
///
/// Where the identity provider sends the browser back to.
#[utoipa::path(
    get, path = "/api/auth/callback", tag = "Sign-in",
    params(
        ("code" = Option<String>, Query), ("state" = Option<String>, Query), ("iss" = Option<String>, Query),
        ("error" = Option<String>, Query),
    ),
    responses(
        (status = 303, description = "Signed in: to `returnTo`, or to `/onboarding` the first time"),
        (status = 401, response = crate::openapi::Failed),
        (status = 409, response = crate::openapi::Failed),
        (status = 502, response = crate::openapi::Failed),
    ),
)]
pub(crate) async fn callback(
    State(web): State<Web>,
    call: Call,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let mut response = finish(&web, &call, &headers, query.as_deref())
        .await
        .unwrap_or_else(|refusal| pages::sign_in_failed(&headers, refusal));
    // Good for one try, however it ends.
    response.headers_mut().append(SET_COOKIE, cookies::clear(pending_cookie(web.side())));
    response
}

async fn finish(web: &Web, call: &Call, headers: &HeaderMap, query: Option<&str>) -> Answered {
    let pending = cookies::read(headers, pending_cookie(web.side()))
        .and_then(|kept| URL_SAFE_NO_PAD.decode(kept).ok())
        .and_then(|kept| serde_json::from_slice::<Pending>(&kept).ok())
        .ok_or_else(|| {
            ApiError::invalid_field("state", "This sign-in was not started here, or took too long.")
        })?;
    if parameter(query, "state").as_deref() != Some(pending.state.as_str()) {
        return Err(ApiError::invalid_field("state", "This is not the sign-in that was started here."));
    }
    if parameter(query, "error").is_some() {
        return Err(ApiError::new(Code::Unauthenticated, "The sign-in was cancelled."));
    }
    let code = parameter(query, "code")
        .ok_or_else(|| ApiError::invalid_field("code", "The sign-in provider sent no code."))?;
    let iss = parameter(query, "iss");
    let ceremony = Ceremony { state: pending.state, nonce: pending.nonce, verifier: pending.verifier };
    let brought = Callback { code: &code, iss: iss.as_deref() };
    let identity = web
        .sign_in()
        .provider
        .finish(brought, &redirect_uri(web), &ceremony, Clock::protocol_seconds())
        .await?;

    let (side, occasion) = (web.side(), web.occasion(call, None));
    let owner_email = web.sign_in().owner_email.clone();
    let sign_in = move |tx: &mut parlour_store::Tx<'_>| {
        sign_in::with_identity(tx, &occasion, side, &identity, owner_email.as_ref())
    };
    let mut signed_in = web.app().db.write(sign_in.clone()).await;
    if matches!(signed_in, Err(SignInRefusal::Raced)) {
        signed_in = web.app().db.write(sign_in).await;
    }
    let signed_in = signed_in?;
    let target = if signed_in.is_first { "/onboarding" } else { return_to(Some(&pending.return_to)) };
    let mut response = http::StatusCode::SEE_OTHER.into_response();
    let target = target.parse().map_err(|_| ApiError::panicked())?;
    response.headers_mut().insert(LOCATION, target);
    response.headers_mut().append(SET_COOKIE, session_cookie(web, &signed_in.session.token));
    Ok(response)
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionView {
    user: SessionUser,
    expires_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct SessionUser {
    id: UserId,
    name: String,
    email: Option<Email>,
    image: Option<String>,
    role: Role,
    onboarded: bool,
}

/// Who is signed in
#[utoipa::path(
    get, path = "/api/auth/session", tag = "Sign-in", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<SessionView>)),
)]
pub(crate) async fn session(State(web): State<Web>, asker: Customer) -> Answered {
    let id = asker.user().clone();
    let user =
        web.app().db.read(move |conn| parlour_store::users::by_id(conn, &id).map_err(ApiError::from)).await?;
    let user = user.ok_or_else(ApiError::unauthenticated)?;
    ok(SessionView {
        user: SessionUser {
            id: user.id,
            name: user.name,
            email: user.email,
            image: user.image,
            role: user.role,
            onboarded: user.onboarded,
        },
        expires_at: asker.session.expires_at,
    })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Done {
    #[schema(example = true)]
    pub(crate) ok: bool,
}

/// End this session
#[utoipa::path(
    post, path = "/api/auth/sign-out", tag = "Sign-in", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn sign_out(State(web): State<Web>, asker: Customer) -> Answered {
    let session = asker.session.clone();
    asker.act(&web, move |tx, occasion| Ok(sign_in::end(tx, occasion, &session)?)).await?;
    signed_out(&web)
}

/// End all of my sessions, on both apps
#[utoipa::path(
    post, path = "/api/auth/sign-out-everywhere", tag = "Sign-in", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn sign_out_everywhere(State(web): State<Web>, asker: Customer) -> Answered {
    let user = asker.user().clone();
    asker.act(&web, move |tx, occasion| Ok(sign_in::end_everywhere(tx, occasion, &user)?)).await?;
    signed_out(&web)
}

pub(crate) fn signed_out(web: &Web) -> Answered {
    let mut response = ok(Done { ok: true })?;
    response.headers_mut().append(SET_COOKIE, cookies::clear(web.side().session_cookie()));
    Ok(response)
}

fn parameter(query: Option<&str>, name: &str) -> Option<String> {
    url::form_urlencoded::parse(query?.as_bytes())
        .find(|(given, _)| given == name)
        .map(|(_, value)| value.into_owned())
}
