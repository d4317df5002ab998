//! `/authorize`: the question who signs in, and its answer as a code.

use std::sync::{Arc, PoisonError};

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_http::body::body_too_large;
use url::form_urlencoded;

use super::parameters::Parameters;
use super::token::Grant;
use super::{CLIENT_ID, Provider, SignedInUser, page};

const MAX_EMAIL_BYTES: usize = 254;
const MAX_NAME_CHARS: usize = 100;
/// What is remembered with a code stays small.
const MAX_SCOPE_OR_NONCE_BYTES: usize = 512;

/// A request that may be answered with a code.
pub(super) struct AuthorizationRequest<'a> {
    pub(super) scope: &'a str,
    pub(super) state: Option<&'a str>,
    pub(super) nonce: Option<&'a str>,
    pub(super) code_challenge: &'a str,
}

enum AuthorizationRefusal {
    /// Nobody is known to whom the browser could be sent back.
    ErrorPage(&'static str),
    /// RFC 6749, 4.1.2.1.
    Redirected { error: &'static str, description: &'static str, state: Option<String> },
}

pub(super) async fn show_choice(
    State(provider): State<Arc<Provider>>,
    RawQuery(query): RawQuery,
) -> Response {
    let Some(parameters) = Parameters::parse(query.unwrap_or_default().as_bytes()) else {
        return page::error_page(REPEATED_PARAMETER_MESSAGE);
    };
    let request = match provider.check(&parameters) {
        Ok(request) => request,
        Err(refused) => return provider.refuse(&refused),
    };
    if parameters.get("prompt") == Some("none") {
        let description = "somebody has to choose";
        return provider.refuse(&redirect_refusal("login_required", description, request.state));
    }
    let users = (provider.users)().await;
    page::choice_page(StatusCode::OK, &provider, &request, &users, None)
}

pub(super) async fn submit_choice(
    State(provider): State<Arc<Provider>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let Ok(body) = body else { return body_too_large().into_response() };
    let Some(parameters) = Parameters::of_form(&headers, &body) else {
        return page::error_page(REPEATED_PARAMETER_MESSAGE);
    };
    let request = match provider.check(&parameters) {
        Ok(request) => request,
        Err(refused) => return provider.refuse(&refused),
    };
    if parameters.get("cancel").is_some() {
        return provider.refuse(&redirect_refusal("access_denied", "the person said no", request.state));
    }
    let users = (provider.users)().await;
    let chosen = match parameters.get("person") {
        Some(email) => users
            .iter()
            .find(|person| person.email == email)
            .map(|person| SignedInUser {
                email: person.email.clone(),
                email_verified: true,
                name: person.name.clone(),
            })
            .ok_or("That person is no longer in the list."),
        None => parse_new_user(&parameters),
    };
    match chosen {
        Ok(person) => provider.grant(&request, person),
        Err(problem) => {
            page::choice_page(StatusCode::BAD_REQUEST, &provider, &request, &users, Some(problem))
        }
    }
}

const REPEATED_PARAMETER_MESSAGE: &str = "The request is not a plain form, or a parameter appears twice.";

fn redirect_refusal(
    error: &'static str,
    description: &'static str,
    state: Option<&str>,
) -> AuthorizationRefusal {
    AuthorizationRefusal::Redirected { error, description, state: state.map(str::to_owned) }
}

fn parse_new_user(parameters: &Parameters) -> Result<SignedInUser, &'static str> {
    let email = parameters.get("email").unwrap_or_default().trim();
    let is_plausible_email = email.len() <= MAX_EMAIL_BYTES
        && !email.chars().any(|letter| letter.is_whitespace() || letter.is_control())
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

impl Provider {
    fn check<'a>(
        &self,
        parameters: &'a Parameters,
    ) -> Result<AuthorizationRequest<'a>, AuthorizationRefusal> {
        if parameters.get("client_id") != Some(CLIENT_ID) {
            return Err(AuthorizationRefusal::ErrorPage("This client is not known here."));
        }
        if parameters.get("redirect_uri") != Some(self.redirect_uri.as_str()) {
            return Err(AuthorizationRefusal::ErrorPage(
                "This address to return to is not registered for the client.",
            ));
        }
        let state = parameters.get("state");
        if parameters.get("request").is_some() {
            return Err(redirect_refusal(
                "request_not_supported",
                "request objects are not supported",
                state,
            ));
        }
        if parameters.get("request_uri").is_some() {
            return Err(redirect_refusal(
                "request_uri_not_supported",
                "request objects are not supported",
                state,
            ));
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
        if scope.len() > MAX_SCOPE_OR_NONCE_BYTES
            || nonce.is_some_and(|nonce| nonce.len() > MAX_SCOPE_OR_NONCE_BYTES)
        {
            return Err(redirect_refusal("invalid_request", "scope or nonce is too long", state));
        }
        Ok(AuthorizationRequest { scope, state, nonce, code_challenge })
    }

    fn grant(&self, request: &AuthorizationRequest<'_>, person: SignedInUser) -> Response {
        let now = self.now();
        let code = self.secret();
        let grant = Grant {
            person,
            scope: request.scope.to_owned(),
            nonce: request.nonce.map(str::to_owned),
            code_challenge: request.code_challenge.to_owned(),
            authenticated_at: now,
        };
        self.codes.lock().unwrap_or_else(PoisonError::into_inner).add(code.clone(), grant, now);
        self.redirect_back(&[("code", &code)], request.state)
    }

    fn refuse(&self, refused: &AuthorizationRefusal) -> Response {
        match refused {
            AuthorizationRefusal::ErrorPage(why) => page::error_page(why),
            AuthorizationRefusal::Redirected { error, description, state } => {
                self.redirect_back(&[("error", error), ("error_description", description)], state.as_deref())
            }
        }
    }

    fn redirect_back(&self, answer: &[(&str, &str)], state: Option<&str>) -> Response {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(answer);
        if let Some(state) = state {
            query.append_pair("state", state);
        }
        query.append_pair("iss", &self.issuer);
        let separator = if self.redirect_uri.contains('?') { '&' } else { '?' };
        let location = format!("{}{separator}{}", self.redirect_uri, query.finish());
        let mut response = Redirect::to(&location).into_response();
        page::forbid_caching(response.headers_mut());
        response
    }
}
