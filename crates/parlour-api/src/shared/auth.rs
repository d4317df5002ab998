//! Signing in through the identity provider, and signing out.

use axum::extract::RawQuery;
use axum::response::{IntoResponse, Redirect, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::header::{HOST, HeaderMap, LOCATION, SET_COOKIE, USER_AGENT};
use parlour_app::sign_in::{
    self, PENDING_SIGN_IN_SECONDS, PendingSignIn, PendingSignInRefusal, SessionClient, SignInRefusal, StartedSession,
};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::return_to::local_path_or_root;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_http::cookies::{self, AFTER_ONBOARDING_COOKIE};
use parlour_http::error::SignInFailure;
use parlour_http::refusal_traces::{Refusal, RefusalReason};
use parlour_http::request_info::RequestInfo;
use parlour_http::sessions::session_cookie;
use parlour_integrations::clock::Clock;
use parlour_integrations::identity::{Callback, IdentityError, SignInSecrets};
use parlour_store::users::user_records;

use crate::prelude::*;

/// How long the page after onboarding is kept.
const AFTER_ONBOARDING_SECONDS: i64 = 600;
const ONBOARDING_PATH: &str = "/onboarding";
const MAX_USER_AGENT_CHARS: usize = 500;

fn pending_sign_in_cookie(app_kind: AppKind) -> &'static str {
    match app_kind {
        AppKind::Customer => "__Host-parlour-sign-in",
        AppKind::Admin => "__Host-parlour-admin-sign-in",
    }
}

fn redirect_uri(state: &HttpState) -> String {
    format!("{}/api/auth/callback", state.public_url())
}

/// Start signing in
///
/// Sends the browser to the identity provider. A first sign-in comes back to `/onboarding`.
#[utoipa::path(
    get, path = "/api/auth/sign-in", tag = "Sign-in",
    params(
        ("returnTo" = Option<String>, Query, description = "A path of this app; anything else becomes `/`"),
        ("fresh" = Option<String>, Query, description = "`1` asks the provider to sign in anew, as erasing needs"),
    ),
    responses(
        (status = 303, description = "To the identity provider"),
        (status = 502, response = ErrorResponse),
    ),
)]
pub(crate) async fn start_sign_in(
    State(state): State<HttpState>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> HttpResult {
    if let Some(address) = public_host_redirect(&state, &headers, query.as_deref()) {
        return Ok(Redirect::to(&address).into_response());
    }
    let return_to_parameter = query_parameter(query.as_deref(), "returnTo");
    let rng = &state.app().rng;
    let sign_in_secrets = SignInSecrets { state: rng.token(), nonce: rng.token(), verifier: rng.token() };
    let (provider, redirect_uri) = (&state.sign_in().provider, redirect_uri(&state));
    let address = if query_parameter(query.as_deref(), "fresh").as_deref() == Some("1") {
        provider.fresh_authorization_url(&redirect_uri, &sign_in_secrets).await?
    } else {
        provider.authorization_url(&redirect_uri, &sign_in_secrets).await?
    };
    let pending = PendingSignIn {
        state: sign_in_secrets.state,
        nonce: sign_in_secrets.nonce,
        verifier: sign_in_secrets.verifier,
        return_to: local_path_or_root(return_to_parameter.as_deref()).to_owned(),
        expires_at: Clock::real_unix_seconds() + PENDING_SIGN_IN_SECONDS,
    };
    let signer = state.pending_sign_ins().signer(state.app()).await?;
    let signed = signer.sign(state.app_kind(), &pending).map_err(|error| HttpError::internal(error.to_string()))?;
    let cookie = cookies::set(pending_sign_in_cookie(state.app_kind()), &signed, PENDING_SIGN_IN_SECONDS);
    let mut response = Redirect::to(address.as_str()).into_response();
    response.headers_mut().append(SET_COOKIE, cookie);
    Ok(response)
}

/// Cookies of `localhost` and `127.0.0.1` differ, and the provider redirects to the public URL. A sign-in on the other
/// name is therefore restarted there.
fn public_host_redirect(state: &HttpState, headers: &HeaderMap, query: Option<&str>) -> Option<String> {
    let is_loopback = |authority: &str| {
        ["localhost", "127.0.0.1", "[::1]"]
            .iter()
            .any(|name| authority.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')))
    };
    let host = headers.get(HOST)?.to_str().ok()?;
    let (_, own) = state.public_url().split_once("://")?;
    if host == own || !is_loopback(host) || !is_loopback(own) {
        return None;
    }
    Some(format!("{}/api/auth/sign-in?{}", state.public_url(), query.unwrap_or_default()))
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
        (status = 401, response = ErrorResponse),
        (status = 409, response = ErrorResponse),
        (status = 502, response = ErrorResponse),
    ),
)]
pub(crate) async fn sign_in_callback(
    State(state): State<HttpState>,
    request_info: RequestInfo,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let mut response = finish_sign_in(&state, &request_info, &headers, query.as_deref())
        .await
        .unwrap_or_else(IntoResponse::into_response);
    // The cookie is valid for one attempt.
    response.headers_mut().append(SET_COOKIE, cookies::clear(pending_sign_in_cookie(state.app_kind())));
    response
}

async fn finish_sign_in(
    state: &HttpState,
    request_info: &RequestInfo,
    headers: &HeaderMap,
    query: Option<&str>,
) -> HttpResult {
    let pending = read_pending_sign_in(state, request_info, headers).await?;
    let target = local_path_or_root(Some(&pending.return_to)).to_owned();
    // Whoever tries again shall come to the same page.
    let finished = finish_pending(state, request_info, headers, (query, pending), &target).await;
    finished.map_err(|error| error.with_sign_in_target(&target))
}

async fn finish_pending(
    state: &HttpState,
    request_info: &RequestInfo,
    headers: &HeaderMap,
    (query, pending): (Option<&str>, PendingSignIn),
    return_to: &str,
) -> HttpResult {
    if query_parameter(query, "state").as_deref() != Some(pending.state.as_str()) {
        let error = HttpError::invalid_field("state", "This is not the sign-in that was started here.");
        return Err(error.with_sign_in_failure(SignInFailure::NotTheStartedOne));
    }
    if query_parameter(query, "error").is_some() {
        let error = HttpError::new(ErrorCode::Unauthenticated, "The sign-in was cancelled.");
        return Err(error.with_sign_in_failure(SignInFailure::Cancelled));
    }
    let code = query_parameter(query, "code").ok_or_else(|| {
        let error = HttpError::invalid_field("code", "The sign-in provider sent no code.");
        error.with_sign_in_failure(SignInFailure::NoCode)
    })?;
    let iss = query_parameter(query, "iss");
    let sign_in_secrets = SignInSecrets { state: pending.state, nonce: pending.nonce, verifier: pending.verifier };
    let callback_parameters = Callback { code: &code, iss: iss.as_deref() };
    let finished = state
        .sign_in()
        .provider
        .finish(callback_parameters, &redirect_uri(state), &sign_in_secrets, Clock::real_unix_seconds())
        .await;
    if let Err(error @ (IdentityError::Refused(_) | IdentityError::BadToken(_))) = &finished {
        request_info.set_refusal(Refusal::anonymous(RefusalReason::SignInToken, error.to_string()));
    }
    let identity = finished?;

    let (client, context) = (session_client(state, headers), state.context(request_info, None));
    let owner_email = state.sign_in().owner_email.clone();
    let sign_in = move |tx: &mut parlour_store::Tx<'_>| {
        sign_in::sign_in_with_identity(tx, &context, &client, &identity, owner_email.as_ref())
    };
    let mut signed_in = state.app().db.write(sign_in.clone()).await;
    if matches!(signed_in, Err(SignInRefusal::ConcurrentSignIn)) {
        signed_in = state.app().db.write(sign_in).await;
    }
    if let Err(SignInRefusal::RecycledEmail(user)) = &signed_in {
        let detail = "the e-mail address belongs to a user with another subject at the provider";
        request_info.set_refusal(Refusal::about_user(RefusalReason::RecycledEmail, detail, user.clone()));
    }
    let signed_in = signed_in?;
    // Only customers are asked for more; the team goes to where it was.
    let asks_for_more = signed_in.is_first && state.app_kind() == AppKind::Customer;
    let target = if asks_for_more { ONBOARDING_PATH } else { return_to };
    let mut response = http::StatusCode::SEE_OTHER.into_response();
    let target = target.parse().map_err(|_| HttpError::internal("the target is no header value"))?;
    response.headers_mut().insert(LOCATION, target);
    if asks_for_more && return_to != "/" && return_to != ONBOARDING_PATH {
        let encoded = URL_SAFE_NO_PAD.encode(return_to);
        response
            .headers_mut()
            .append(SET_COOKIE, cookies::set(AFTER_ONBOARDING_COOKIE, &encoded, AFTER_ONBOARDING_SECONDS));
    }
    let StartedSession { token, expires_at } = &signed_in.session;
    response.headers_mut().append(SET_COOKIE, session_cookie(state, token, *expires_at));
    Ok(response)
}

/// The sign-in that was started in this browser.
async fn read_pending_sign_in(
    state: &HttpState,
    request_info: &RequestInfo,
    headers: &HeaderMap,
) -> Result<PendingSignIn, HttpError> {
    let not_started = || {
        let error = HttpError::invalid_field("state", "This sign-in was not started here, or took too long.");
        error.with_sign_in_failure(SignInFailure::NotStartedHere)
    };
    let cookie = cookies::read(headers, pending_sign_in_cookie(state.app_kind())).ok_or_else(not_started)?;
    let signer = state.pending_sign_ins().signer(state.app()).await?;
    signer.verify(state.app_kind(), cookie, Clock::real_unix_seconds()).map_err(|refusal| {
        if refusal == PendingSignInRefusal::Forged {
            request_info.set_refusal(Refusal::anonymous(RefusalReason::SignInCookie, refusal.to_string()));
        }
        not_started()
    })
}

/// Without control characters and not too long: the text is shown to the user again.
fn session_client(state: &HttpState, headers: &HeaderMap) -> SessionClient {
    let user_agent = headers.get(USER_AGENT).map(|name| String::from_utf8_lossy(name.as_bytes()));
    let user_agent = user_agent
        .map(|name| name.chars().filter(|letter| !letter.is_control()).take(MAX_USER_AGENT_CHARS).collect::<String>())
        .filter(|name| !name.trim().is_empty());
    let replaced_token = cookies::read(headers, state.app_kind().session_cookie()).map(str::to_owned);
    SessionClient { app: state.app_kind(), user_agent, replaced_token }
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
    email: Option<EmailAddress>,
    image: Option<String>,
    role: Role,
    onboarded: bool,
}

/// Who is signed in
#[utoipa::path(
    get, path = "/api/auth/session", tag = "Sign-in", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<SessionView>)),
)]
pub(crate) async fn session(caller: Customer) -> HttpResult {
    let id = caller.user().clone();
    let user = caller.state.read(move |conn| Ok(user_records::by_id(conn, &id)?)).await?;
    let user = user.ok_or_else(HttpError::unauthenticated)?;
    ok(SessionView {
        user: SessionUser {
            id: user.id,
            name: user.name,
            email: user.email,
            image: user.image,
            role: user.role,
            onboarded: user.onboarded,
        },
        expires_at: caller.session.expires_at,
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
pub(crate) async fn sign_out(caller: Customer, _: NoBody) -> HttpResult {
    let session = caller.session.clone();
    caller.write_by_any_clock(move |tx, context| sign_in::end_session(tx, context, &session)).await?;
    signed_out_response(&caller.state)
}

/// End all of my sessions, on both apps
#[utoipa::path(
    post, path = "/api/auth/sign-out-everywhere", tag = "Sign-in", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn sign_out_everywhere(caller: Customer, _: NoBody) -> HttpResult {
    let user = caller.user().clone();
    caller.write_by_any_clock(move |tx, context| sign_in::end_all_sessions(tx, context, &user)).await?;
    signed_out_response(&caller.state)
}

pub(crate) fn signed_out_response(state: &HttpState) -> HttpResult {
    let mut response = ok(Done { ok: true })?;
    response.headers_mut().append(SET_COOKIE, cookies::clear(state.app_kind().session_cookie()));
    Ok(response)
}

fn query_parameter(query: Option<&str>, name: &str) -> Option<String> {
    url::form_urlencoded::parse(query?.as_bytes()).find(|(given, _)| given == name).map(|(_, value)| value.into_owned())
}
