//! `/authorize`: shows the sign-in page and answers the choice with a code.

use std::sync::{Arc, PoisonError};

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_http::body::{MAX_JSON_BYTES, body_too_large};
use url::form_urlencoded;

use super::page;
use super::parameters::Parameters;
use super::provider::{AuthorizationRequest, CLIENT_ID, Grant, Provider, SignedInUser};

const MAX_EMAIL_BYTES: usize = 254;
const MAX_NAME_CHARS: usize = 100;
/// Limits the memory that an issued code needs.
const MAX_SCOPE_OR_NONCE_BYTES: usize = 512;

enum AuthorizationRefusal {
    /// The browser cannot be redirected, because client or redirect URI are unknown.
    ErrorPage(&'static str),
    /// The browser is redirected with an error (RFC 6749, 4.1.2.1).
    Redirected { error: &'static str, description: &'static str, state: Option<String> },
}

pub(super) async fn show_choice(State(provider): State<Arc<Provider>>, RawQuery(query): RawQuery) -> Response {
    let Some(parameters) = Parameters::parse(query.unwrap_or_default().as_bytes()) else {
        return page::error_page(REPEATED_PARAMETER_MESSAGE);
    };
    let request = match check(&provider, &parameters) {
        Ok(request) => request,
        Err(refusal) => return refuse(&provider, &refusal),
    };
    if parameters.get("prompt") == Some("none") {
        let description = "a user has to be chosen";
        return refuse(&provider, &redirect_refusal("login_required", description, request.state));
    }
    let users = (provider.users)().await;
    page::choice_page(StatusCode::OK, &provider, &request, &users, None)
}

pub(super) async fn submit_choice(
    State(provider): State<Arc<Provider>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let Ok(body) = body else { return body_too_large(MAX_JSON_BYTES).into_response() };
    let Some(parameters) = Parameters::parse_form(&headers, &body) else {
        return page::error_page(REPEATED_PARAMETER_MESSAGE);
    };
    let request = match check(&provider, &parameters) {
        Ok(request) => request,
        Err(refusal) => return refuse(&provider, &refusal),
    };
    if parameters.get("cancel").is_some() {
        return refuse(&provider, &redirect_refusal("access_denied", "the user has cancelled", request.state));
    }
    let users = (provider.users)().await;
    let chosen = match parameters.get("person") {
        Some(email) => users
            .iter()
            .find(|user| user.email == email)
            .map(|user| SignedInUser { email: user.email.clone(), email_verified: true, name: user.name.clone() })
            .ok_or("That user is no longer in the list."),
        None => parse_new_user(&parameters),
    };
    match chosen {
        Ok(user) => grant_code(&provider, &request, user),
        Err(problem) => page::choice_page(StatusCode::BAD_REQUEST, &provider, &request, &users, Some(problem)),
    }
}

const REPEATED_PARAMETER_MESSAGE: &str = "The request is not a plain form, or a parameter appears twice.";

fn redirect_refusal(error: &'static str, description: &'static str, state: Option<&str>) -> AuthorizationRefusal {
    AuthorizationRefusal::Redirected { error, description, state: state.map(str::to_owned) }
}

fn parse_new_user(parameters: &Parameters) -> Result<SignedInUser, &'static str> {
    let email = parameters.get("email").unwrap_or_default().trim();
    let is_plausible_email = email.len() <= MAX_EMAIL_BYTES
        && !email.chars().any(|c| c.is_whitespace() || c.is_control())
        && email
            .split_once('@')
            .is_some_and(|(user, host)| !user.is_empty() && !host.is_empty() && !host.contains('@'));
    if !is_plausible_email {
        return Err("That is not an e-mail address.");
    }
    let name = parameters.get("name").unwrap_or_default().trim();
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARS || name.chars().any(char::is_control) {
        return Err("A name has 1 to 100 characters.");
    }
    Ok(SignedInUser {
        email: email.to_owned(),
        email_verified: parameters.get("email_verified").is_some(),
        name: name.to_owned(),
    })
}

fn check<'a>(
    provider: &Provider,
    parameters: &'a Parameters,
) -> Result<AuthorizationRequest<'a>, AuthorizationRefusal> {
    if parameters.get("client_id") != Some(CLIENT_ID) {
        return Err(AuthorizationRefusal::ErrorPage("This client is unknown."));
    }
    if parameters.get("redirect_uri") != Some(provider.redirect_uri.as_str()) {
        return Err(AuthorizationRefusal::ErrorPage("This redirect URI is not registered for the client."));
    }
    let state = parameters.get("state");
    if parameters.get("request").is_some() {
        return Err(redirect_refusal("request_not_supported", "request objects are not supported", state));
    }
    if parameters.get("request_uri").is_some() {
        return Err(redirect_refusal("request_uri_not_supported", "request objects are not supported", state));
    }
    if parameters.get("response_type") != Some("code") {
        return Err(redirect_refusal("unsupported_response_type", "response_type must be code", state));
    }
    if parameters.get("response_mode").is_some_and(|mode| mode != "query") {
        return Err(redirect_refusal("invalid_request", "response_mode must be query", state));
    }
    let scope = parameters.get("scope").unwrap_or_default();
    if !scope.split(' ').any(|part| part == "openid") {
        return Err(redirect_refusal("invalid_scope", "scope must contain openid", state));
    }
    let challenge = parameters.get("code_challenge").filter(|challenge| {
        URL_SAFE_NO_PAD.decode(challenge).is_ok_and(|hash| hash.len() == 32)
            && parameters.get("code_challenge_method") == Some("S256")
    });
    let Some(code_challenge) = challenge else {
        return Err(redirect_refusal("invalid_request", "PKCE with S256 is required", state));
    };
    let nonce = parameters.get("nonce");
    if scope.len() > MAX_SCOPE_OR_NONCE_BYTES || nonce.is_some_and(|nonce| nonce.len() > MAX_SCOPE_OR_NONCE_BYTES) {
        return Err(redirect_refusal("invalid_request", "scope or nonce is too long", state));
    }
    Ok(AuthorizationRequest { scope, state, nonce, code_challenge })
}

fn grant_code(provider: &Provider, request: &AuthorizationRequest<'_>, user: SignedInUser) -> Response {
    let now = provider.now();
    let code = provider.new_secret();
    let grant = Grant {
        user,
        scope: request.scope.to_owned(),
        nonce: request.nonce.map(str::to_owned),
        code_challenge: request.code_challenge.to_owned(),
        authenticated_at: now,
    };
    provider.codes.lock().unwrap_or_else(PoisonError::into_inner).add(code.clone(), grant, now);
    redirect_back(provider, &[("code", &code)], request.state)
}

fn refuse(provider: &Provider, refusal: &AuthorizationRefusal) -> Response {
    match refusal {
        AuthorizationRefusal::ErrorPage(message) => page::error_page(message),
        AuthorizationRefusal::Redirected { error, description, state } => {
            let parameters = [("error", *error), ("error_description", *description)];
            redirect_back(provider, &parameters, state.as_deref())
        }
    }
}

fn redirect_back(provider: &Provider, parameters: &[(&str, &str)], state: Option<&str>) -> Response {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(parameters);
    if let Some(state) = state {
        query.append_pair("state", state);
    }
    query.append_pair("iss", &provider.issuer);
    let separator = if provider.redirect_uri.contains('?') { '&' } else { '?' };
    let location = format!("{}{separator}{}", provider.redirect_uri, query.finish());
    let mut response = Redirect::to(&location).into_response();
    page::forbid_caching(response.headers_mut());
    response
}
