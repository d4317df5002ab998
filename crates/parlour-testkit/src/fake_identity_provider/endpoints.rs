//! The endpoints of the provider, each with its faults.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::signature::KeyPair;
use axum::Json;
use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use reqwest::Url;
use serde_json::{Value, json};

use super::id_token::signing_key;
use super::state::{CLIENT_ID, CLIENT_SECRET, Grant, ProviderFault, ProviderServer};

const SLOW_ANSWER: Duration = Duration::from_secs(30);
const HUGE_BODY_BYTES: usize = 2 * 1024 * 1024;

pub(super) async fn count_requests(State(idp): State<Arc<ProviderServer>>, request: Request, next: Next) -> Response {
    *idp.state().requested.entry(request.uri().path().to_owned()).or_default() += 1;
    next.run(request).await
}

pub(super) async fn discovery(State(idp): State<Arc<ProviderServer>>) -> Response {
    match idp.fault() {
        ProviderFault::SlowDiscovery => {
            tokio::time::sleep(SLOW_ANSWER).await;
            Json(idp.discovery_document()).into_response()
        }
        ProviderFault::RedirectingDiscovery => Redirect::temporary("/elsewhere").into_response(),
        ProviderFault::HugeDiscovery => " ".repeat(HUGE_BODY_BYTES).into_response(),
        _ => Json(idp.discovery_document()).into_response(),
    }
}

pub(super) async fn jwks(State(idp): State<Arc<ProviderServer>>) -> Response {
    if idp.fault() == ProviderFault::FailingKeys {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let modulus = signing_key(idp.state().rotations).public_key().modulus().big_endian_without_leading_zero().to_vec();
    let jwk = json!({
        "kty": "RSA", "use": "sig", "alg": "RS256", "kid": idp.kid(),
        "n": URL_SAFE_NO_PAD.encode(modulus), "e": "AQAB",
    });
    let cache = [(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"))];
    (cache, Json(json!({ "keys": [jwk] }))).into_response()
}

/// Nobody is requested: the person who is next signs in at once.
pub(super) async fn authorize(State(idp): State<Arc<ProviderServer>>, RawQuery(query): RawQuery) -> Response {
    let mut requested = form(query.unwrap_or_default().as_bytes());
    let scope = requested.remove("scope").unwrap_or_default();
    let right = requested.get("client_id").is_some_and(|id| id == CLIENT_ID)
        && requested.get("response_type").is_some_and(|kind| kind == "code")
        && requested.get("code_challenge_method").is_some_and(|method| method == "S256")
        && scope.split(' ').any(|part| part == "openid");
    let (Some(redirect_uri), Some(code_challenge), true) =
        (requested.remove("redirect_uri"), requested.remove("code_challenge"), right)
    else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let mut back = Url::parse(&redirect_uri).expect("an address to return to");
    let fault = idp.fault();
    if fault == ProviderFault::AccessDenied {
        back.query_pairs_mut().append_pair("error", "access_denied");
    } else {
        let code = idp.secret("code");
        let mut state = idp.state();
        let grant =
            Grant { person: state.person.clone(), nonce: requested.remove("nonce"), redirect_uri, code_challenge };
        state.codes.insert(code.clone(), grant);
        back.query_pairs_mut().append_pair("code", &code);
    }
    if let Some(state) = requested.get("state") {
        back.query_pairs_mut().append_pair("state", state);
    }
    match fault {
        ProviderFault::NoIssuerOnCallback => {}
        ProviderFault::OtherIssuerOnCallback => {
            back.query_pairs_mut().append_pair("iss", "https://evil.example");
        }
        _ => {
            back.query_pairs_mut().append_pair("iss", &idp.issuer);
        }
    }
    Redirect::to(back.as_str()).into_response()
}

pub(super) async fn token(
    State(idp): State<Arc<ProviderServer>>,
    headers: HeaderMap,
    body: axum::body::Bytes,
) -> Response {
    let form = form(&body);
    let fault = idp.fault();
    match fault {
        ProviderFault::SlowToken => tokio::time::sleep(SLOW_ANSWER).await,
        ProviderFault::FailingToken => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        ProviderFault::RedirectingToken if !idp.state().requested.contains_key("/token-elsewhere") => {
            return Redirect::temporary("/token-elsewhere").into_response();
        }
        ProviderFault::HugeToken => return "x".repeat(HUGE_BODY_BYTES).into_response(),
        ProviderFault::NoJsonFromToken => return "<html>Welcome to the hotel Wi-Fi</html>".into_response(),
        ProviderFault::RefusingToken => return oauth_error(StatusCode::BAD_REQUEST, "invalid_grant"),
        _ => {}
    }
    if !is_client_authenticated(fault, &headers, &form) {
        return oauth_error(StatusCode::UNAUTHORIZED, "invalid_client");
    }
    let text = |name: &str| form.get(name).map_or("", String::as_str);
    let grant = idp.state().codes.remove(text("code")).filter(|grant| {
        let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, text("code_verifier").as_bytes()));
        text("grant_type") == "authorization_code"
            && text("redirect_uri") == grant.redirect_uri
            && challenge == grant.code_challenge
    });
    let Some(grant) = grant else { return oauth_error(StatusCode::BAD_REQUEST, "invalid_grant") };
    let access_token = idp.secret("access");
    let id_token = idp.id_token(&grant, &access_token);
    idp.state().access_tokens.insert(access_token.clone(), grant);
    let mut answer = json!({ "access_token": access_token, "token_type": "Bearer", "expires_in": 600 });
    if fault != ProviderFault::NoIdToken {
        answer["id_token"] = id_token.into();
    }
    Json(answer).into_response()
}

pub(super) async fn userinfo(State(idp): State<Arc<ProviderServer>>, headers: HeaderMap) -> Response {
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let grant = token.and_then(|token| idp.state().access_tokens.get(token).cloned());
    let Some(Grant { person, .. }) = grant else { return StatusCode::UNAUTHORIZED.into_response() };
    let subject =
        if idp.fault() == ProviderFault::SomebodyElseInUserinfo { "somebody-else" } else { person.subject.as_str() };
    Json(json!({ "sub": subject, "email": person.email, "email_verified": true, "name": person.name })).into_response()
}

impl ProviderServer {
    pub(super) fn discovery_document(&self) -> Value {
        let issuer = &self.issuer;
        let fault = self.fault();
        json!({
            "issuer": if fault == ProviderFault::DiscoveryOfAnother { "https://evil.example" } else { issuer },
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "userinfo_endpoint": format!("{issuer}/userinfo"),
            "jwks_uri": format!("{issuer}/jwks"),
            "token_endpoint_auth_methods_supported": match fault {
                ProviderFault::SecretInForm => ["client_secret_post"],
                ProviderFault::PublicClient => ["none"],
                _ => ["client_secret_basic"],
            },
            "authorization_response_iss_parameter_supported": true,
        })
    }
}

fn is_client_authenticated(fault: ProviderFault, headers: &HeaderMap, form: &HashMap<String, String>) -> bool {
    let in_header = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let in_form = form.get("client_secret").map(String::as_str);
    let client_id = form.get("client_id").map(String::as_str);
    match fault {
        ProviderFault::SecretInForm => {
            in_header.is_none() && client_id == Some(CLIENT_ID) && in_form == Some(CLIENT_SECRET)
        }
        ProviderFault::PublicClient => in_header.is_none() && in_form.is_none() && client_id == Some(CLIENT_ID),
        _ => {
            let expected = format!("{CLIENT_ID}:a+secret%3A+with%2Fodd%2Bsigns%25");
            in_form.is_none() && in_header == Some(&format!("Basic {}", STANDARD.encode(expected)))
        }
    }
}

fn oauth_error(status: StatusCode, error: &str) -> Response {
    (status, Json(json!({ "error": error, "error_description": "never to be shown" }))).into_response()
}

fn form(encoded: &[u8]) -> HashMap<String, String> {
    let mut url = Url::parse("http://form").expect("an address");
    url.set_query(std::str::from_utf8(encoded).ok());
    url.query_pairs().into_owned().collect()
}
