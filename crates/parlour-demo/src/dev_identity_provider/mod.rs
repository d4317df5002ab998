//! An OpenID provider for development, with a page that lists users instead of asking for a password.
//!
//! It is mounted at `/dev/oidc` of each app if no issuer is configured. Everybody can sign in as any user, so it must
//! never run in production; the settings enforce this.

mod authorize;
mod issued_secrets;
mod page;
mod parameters;
mod provider;
mod signing_key;
mod token;
mod user_source;

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::Response;
use axum::routing::{get, post};
use parlour_http::body::MAX_JSON_BYTES;
use serde_json::json;
use url::Url;

use issued_secrets::IssuedSecrets;
use provider::{CODE_LIFETIME_SECONDS, Provider, TOKEN_LIFETIME_SECONDS, uncached_json};
use signing_key::SigningKey;

pub use provider::{CLIENT_ID, DevUser, DevUserSource};
pub use user_source::dev_user_source;

pub struct DevIdentityProvider {
    provider: Arc<Provider>,
}

impl DevIdentityProvider {
    /// `issuer` is `{app_url}/dev/oidc`, `redirect_uri` the only address that codes are sent to. `fill_random` fills a
    /// slice with random bytes, and `now` returns real time in Unix seconds.
    pub fn new(
        issuer: &Url,
        redirect_uri: String,
        users: DevUserSource,
        fill_random: impl Fn(&mut [u8]) + Send + Sync + 'static,
        now: impl Fn() -> i64 + Send + Sync + 'static,
    ) -> Self {
        let provider = Provider {
            issuer: issuer.as_str().trim_end_matches('/').to_owned(),
            redirect_uri,
            users,
            fill_random: Box::new(fill_random),
            now: Box::new(now),
            key: OnceLock::new(),
            codes: Mutex::new(IssuedSecrets::with_lifetime(CODE_LIFETIME_SECONDS)),
            access_tokens: Mutex::new(IssuedSecrets::with_lifetime(TOKEN_LIFETIME_SECONDS)),
        };
        Self { provider: Arc::new(provider) }
    }

    /// The routes of the provider, to be nested below the path of the issuer.
    pub fn router(self) -> Router {
        Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/jwks", get(jwks))
            .route("/authorize", get(authorize::show_choice).post(authorize::submit_choice))
            .route("/token", post(token::exchange_code))
            .route("/userinfo", get(token::userinfo).post(token::userinfo))
            .layer(DefaultBodyLimit::max(MAX_JSON_BYTES))
            .with_state(self.provider)
    }
}

impl fmt::Debug for DevIdentityProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DevIdentityProvider").field("issuer", &self.provider.issuer).finish_non_exhaustive()
    }
}

async fn discovery(State(provider): State<Arc<Provider>>) -> Response {
    let issuer = &provider.issuer;
    uncached_json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/jwks"),
        "scopes_supported": ["openid", "email", "profile"],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "claims_supported": ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "email", "email_verified", "name"],
        "authorization_response_iss_parameter_supported": true,
        "request_uri_parameter_supported": false,
    }))
}

async fn jwks(State(provider): State<Arc<Provider>>) -> Response {
    uncached_json(json!({ "keys": provider.key().map(SigningKey::public_jwk).as_slice() }))
}

#[cfg(test)]
mod tests;
