//! `/authorize`: the question who signs in, and its answer as a code.

use std::sync::{Arc, PoisonError};

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::form_urlencoded;

use super::parameters::Parameters;
use super::token::Granted;
use super::{CLIENT_ID, Person, Provider, page};
use crate::body::too_large;

const LONGEST_EMAIL: usize = 254;
const LONGEST_NAME: usize = 100;
/// What is remembered with a code stays small.
const LONGEST_SCOPE_OR_NONCE: usize = 512;

/// A request that may be answered with a code.
pub(super) struct Request<'a> {
    pub(super) scope: &'a str,
    pub(super) state: Option<&'a str>,
    pub(super) nonce: Option<&'a str>,
    pub(super) code_challenge: &'a str,
}

enum Refused {
    /// Nobody is known to whom the browser could be sent back.
    Here(&'static str),
    /// RFC 6749, 4.1.2.1.
    There { error: &'static str, description: &'static str, state: Option<String> },
}

pub(super) async fn show(State(provider): State<Arc<Provider>>, RawQuery(query): RawQuery) -> Response {
    let Some(parameters) = Parameters::parse(query.unwrap_or_default().as_bytes()) else {
        return page::sorry(REPEATED);
    };
    let request = match provider.check(&parameters) {
        Ok(request) => request,
        Err(refused) => return provider.refuse(&refused),
    };
    if parameters.get("prompt") == Some("none") {
        let description = "somebody has to choose";
        return provider.refuse(&there("login_required", description, request.state));
    }
    let people = (provider.people)().await;
    page::choose(StatusCode::OK, &provider, &request, &people, None)
}

pub(super) async fn choose(
    State(provider): State<Arc<Provider>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let Ok(body) = body else { return too_large().into_response() };
    let Some(parameters) = Parameters::of_form(&headers, &body) else {
        return page::sorry(REPEATED);
    };
    let request = match provider.check(&parameters) {
        Ok(request) => request,
        Err(refused) => return provider.refuse(&refused),
    };
    if parameters.get("cancel").is_some() {
        return provider.refuse(&there("access_denied", "the person said no", request.state));
    }
    let people = (provider.people)().await;
    let chosen = match parameters.get("person") {
        Some(email) => people
            .iter()
            .find(|person| person.email == email)
            .map(|person| Person {
                email: person.email.clone(),
                email_verified: true,
                name: person.name.clone(),
            })
            .ok_or("That person is no longer in the list."),
        None => somebody_new(&parameters),
    };
    match chosen {
        Ok(person) => provider.grant(&request, person),
        Err(problem) => page::choose(StatusCode::BAD_REQUEST, &provider, &request, &people, Some(problem)),
    }
}

const REPEATED: &str = "The request is not a plain form, or a parameter appears twice.";

fn there(error: &'static str, description: &'static str, state: Option<&str>) -> Refused {
    Refused::There { error, description, state: state.map(str::to_owned) }
}

fn somebody_new(parameters: &Parameters) -> Result<Person, &'static str> {
    let email = parameters.get("email").unwrap_or_default().trim();
    let looks_right = email.len() <= LONGEST_EMAIL
        && !email.chars().any(|letter| letter.is_whitespace() || letter.is_control())
        && email
            .split_once('@')
            .is_some_and(|(user, host)| !user.is_empty() && !host.is_empty() && !host.contains('@'));
    if !looks_right {
        return Err("That is not an e-mail address.");
    }
    let name = parameters.get("name").unwrap_or_default().trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err("A name has 1 to 100 characters.");
    }
    Ok(Person {
        email: email.to_owned(),
        email_verified: parameters.get("email_verified").is_some(),
        name: name.to_owned(),
    })
}

impl Provider {
    fn check<'a>(&self, parameters: &'a Parameters) -> Result<Request<'a>, Refused> {
        if parameters.get("client_id") != Some(CLIENT_ID) {
            return Err(Refused::Here("This client is not known here."));
        }
        if parameters.get("redirect_uri") != Some(self.redirect_uri.as_str()) {
            return Err(Refused::Here("This address to return to is not registered for the client."));
        }
        let state = parameters.get("state");
        if parameters.get("request").is_some() {
            return Err(there("request_not_supported", "request objects are not supported", state));
        }
        if parameters.get("request_uri").is_some() {
            return Err(there("request_uri_not_supported", "request objects are not supported", state));
        }
        if parameters.get("response_type") != Some("code") {
            return Err(there("unsupported_response_type", "response_type must be code", state));
        }
        if parameters.get("response_mode").is_some_and(|mode| mode != "query") {
            return Err(there("invalid_request", "response_mode must be query", state));
        }
        let scope = parameters.get("scope").unwrap_or_default();
        if !scope.split(' ').any(|part| part == "openid") {
            return Err(there("invalid_scope", "scope must contain openid", state));
        }
        let challenge = parameters.get("code_challenge").filter(|challenge| {
            URL_SAFE_NO_PAD.decode(challenge).is_ok_and(|hash| hash.len() == 32)
                && parameters.get("code_challenge_method") == Some("S256")
        });
        let Some(code_challenge) = challenge else {
            return Err(there("invalid_request", "PKCE with S256 is required", state));
        };
        let nonce = parameters.get("nonce");
        if scope.len() > LONGEST_SCOPE_OR_NONCE
            || nonce.is_some_and(|nonce| nonce.len() > LONGEST_SCOPE_OR_NONCE)
        {
            return Err(there("invalid_request", "scope or nonce is too long", state));
        }
        Ok(Request { scope, state, nonce, code_challenge })
    }

    fn grant(&self, request: &Request<'_>, person: Person) -> Response {
        let now = self.now();
        let code = self.secret();
        let granted = Granted {
            person,
            scope: request.scope.to_owned(),
            nonce: request.nonce.map(str::to_owned),
            code_challenge: request.code_challenge.to_owned(),
            chosen_at: now,
        };
        self.codes.lock().unwrap_or_else(PoisonError::into_inner).add(code.clone(), granted, now);
        self.send_back(&[("code", &code)], request.state)
    }

    fn refuse(&self, refused: &Refused) -> Response {
        match refused {
            Refused::Here(why) => page::sorry(why),
            Refused::There { error, description, state } => {
                self.send_back(&[("error", error), ("error_description", description)], state.as_deref())
            }
        }
    }

    fn send_back(&self, answer: &[(&str, &str)], state: Option<&str>) -> Response {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(answer);
        if let Some(state) = state {
            query.append_pair("state", state);
        }
        query.append_pair("iss", &self.issuer);
        let separator = if self.redirect_uri.contains('?') { '&' } else { '?' };
        let location = format!("{}{separator}{}", self.redirect_uri, query.finish());
        let mut response = Redirect::to(&location).into_response();
        page::keep_private(response.headers_mut());
        response
    }
}
