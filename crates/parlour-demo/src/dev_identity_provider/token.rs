//! `/token` exchanges a code for tokens; `/userinfo` returns the user of an access token.

use std::sync::{Arc, PoisonError};

use aws_lc_rs::digest::{SHA256, digest};
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_http::body::{MAX_JSON_BYTES, body_too_large};
use serde_json::{Map, Value, json};

use super::parameters::Parameters;
use super::provider::{CLIENT_ID, Grant, Provider, TOKEN_LIFETIME_SECONDS, uncached_json};

/// The claims about the user that the scope allows.
fn profile_claims(grant: &Grant) -> Map<String, Value> {
    let mut profile = Map::new();
    profile.insert("sub".to_owned(), grant.user.subject().into());
    for scope in grant.scope.split(' ') {
        match scope {
            "email" => {
                profile.insert("email".to_owned(), grant.user.email.as_str().into());
                profile.insert("email_verified".to_owned(), grant.user.email_verified.into());
            }
            "profile" => {
                profile.insert("name".to_owned(), grant.user.name.as_str().into());
            }
            _ => {}
        }
    }
    profile
}

pub(super) async fn exchange_code(
    State(provider): State<Arc<Provider>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let Ok(body) = body else { return body_too_large(MAX_JSON_BYTES).into_response() };
    let Some(parameters) = Parameters::parse_form(&headers, &body) else {
        return error_response(StatusCode::BAD_REQUEST, "invalid_request");
    };
    if parameters.get("client_id") != Some(CLIENT_ID) {
        return error_response(StatusCode::UNAUTHORIZED, "invalid_client");
    }
    if parameters.get("grant_type") != Some("authorization_code") {
        return error_response(StatusCode::BAD_REQUEST, "unsupported_grant_type");
    }
    let now = provider.now();
    // Every attempt uses the code up, so that the verifier cannot be guessed.
    let code = parameters.get("code").unwrap_or_default();
    let grant = provider.codes.lock().unwrap_or_else(PoisonError::into_inner).take(code, now).filter(|grant| {
        let verifier = parameters.get("code_verifier").unwrap_or_default();
        parameters.get("redirect_uri") == Some(provider.redirect_uri.as_str())
            && (43..=128).contains(&verifier.len())
            && URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes())) == grant.code_challenge
    });
    let Some(grant) = grant else {
        return error_response(StatusCode::BAD_REQUEST, "invalid_grant");
    };
    let access_token = provider.new_secret();
    let claims = id_token_claims(&provider, &grant, &access_token, now);
    let Some(id_token) = provider.key().and_then(|key| key.sign(&claims).ok()) else {
        return error_response(StatusCode::INTERNAL_SERVER_ERROR, "server_error");
    };
    let scope = grant.scope.clone();
    provider.access_tokens.lock().unwrap_or_else(PoisonError::into_inner).add(access_token.clone(), grant, now);
    uncached_json(json!({
        "access_token": access_token,
        "token_type": "Bearer",
        "expires_in": TOKEN_LIFETIME_SECONDS,
        "scope": scope,
        "id_token": id_token,
    }))
}

pub(super) async fn userinfo(State(provider): State<Arc<Provider>>, headers: HeaderMap) -> Response {
    let access_token = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map_or("", |(_, token)| token.trim());
    let tokens = provider.access_tokens.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(grant) = tokens.get(access_token, provider.now()) else {
        let challenge = HeaderValue::from_static("Bearer error=\"invalid_token\"");
        return ([(WWW_AUTHENTICATE, challenge)], error_response(StatusCode::UNAUTHORIZED, "invalid_token"))
            .into_response();
    };
    uncached_json(Value::Object(profile_claims(grant)))
}

fn id_token_claims(provider: &Provider, grant: &Grant, access_token: &str, now: i64) -> Value {
    let mut claims = profile_claims(grant);
    let access_token_hash = digest(&SHA256, access_token.as_bytes());
    claims.insert("iss".to_owned(), provider.issuer.as_str().into());
    claims.insert("aud".to_owned(), CLIENT_ID.into());
    claims.insert("iat".to_owned(), now.into());
    claims.insert("exp".to_owned(), (now + TOKEN_LIFETIME_SECONDS).into());
    claims.insert("auth_time".to_owned(), grant.authenticated_at.into());
    claims.insert("at_hash".to_owned(), URL_SAFE_NO_PAD.encode(&access_token_hash.as_ref()[..16]).into());
    if let Some(nonce) = &grant.nonce {
        claims.insert("nonce".to_owned(), nonce.as_str().into());
    }
    Value::Object(claims)
}

fn error_response(status: StatusCode, error: &'static str) -> Response {
    (status, uncached_json(json!({ "error": error }))).into_response()
}
