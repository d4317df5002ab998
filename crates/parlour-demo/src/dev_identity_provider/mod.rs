//! A real identity provider for development: discovery, keys, codes, tokens, and a page instead of passwords.
//!
//! Mounted at `/dev/oidc` of each app while no issuer is configured. It trusts whoever sits at the keyboard, so it
//! must never run in production; settings see to that.

mod authorize;
mod issued_secrets;
mod page;
mod parameters;
mod signing_key;
mod token;
mod user_source;

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock};

use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_http::body::MAX_BODY_BYTES;
use serde_json::json;
use sha2::{Digest, Sha256};
use url::Url;

use issued_secrets::IssuedSecrets;
use signing_key::SigningKey;
pub use user_source::dev_user_source;

/// The one client, which has no secret.
pub const CLIENT_ID: &str = "parlour-dev";

const CODE_LIFETIME_SECONDS: i64 = 60;
const TOKEN_LIFETIME_SECONDS: i64 = 10 * 60;

/// Somebody the page offers.
#[derive(Debug, Clone)]
pub struct DevUser {
    pub name: String,
    pub email: String,
    pub role: String,
}

/// Asked at every showing of the page. It limits the customers itself; roles appear in the order of their first person.
pub type DevUserSource = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Vec<DevUser>> + Send>> + Send + Sync>;

pub struct DevIdentityProvider {
    provider: Arc<Provider>,
}

type FillRandom = Box<dyn Fn(&mut [u8]) + Send + Sync>;

struct Provider {
    issuer: String,
    redirect_uri: String,
    users: DevUserSource,
    random: FillRandom,
    /// Real time in unix seconds: tokens are judged by others.
    now: Box<dyn Fn() -> i64 + Send + Sync>,
    /// Made when first asked for: the library gathers entropy for some 60 ms then, which a start need not wait for.
    key: OnceLock<Option<SigningKey>>,
    codes: Mutex<IssuedSecrets<token::Grant>>,
    access_tokens: Mutex<IssuedSecrets<token::Grant>>,
}

/// Who signed in, as the tokens tell it.
#[derive(Debug, Clone)]
struct SignedInUser {
    email: String,
    email_verified: bool,
    name: String,
}

impl DevIdentityProvider {
    /// `issuer` is `{app_url}/dev/oidc`, `redirect_uri` the only address codes are sent to; `random` fills a slice
    /// and `now` is real time in unix seconds.
    pub fn new(
        issuer: &Url,
        redirect_uri: String,
        users: DevUserSource,
        random: impl Fn(&mut [u8]) + Send + Sync + 'static,
        now: impl Fn() -> i64 + Send + Sync + 'static,
    ) -> Self {
        let provider = Provider {
            issuer: issuer.as_str().trim_end_matches('/').to_owned(),
            redirect_uri,
            users,
            random: Box::new(random),
            now: Box::new(now),
            key: OnceLock::new(),
            codes: Mutex::new(IssuedSecrets::with_lifetime(CODE_LIFETIME_SECONDS)),
            access_tokens: Mutex::new(IssuedSecrets::with_lifetime(TOKEN_LIFETIME_SECONDS)),
        };
        Self { provider: Arc::new(provider) }
    }

    /// The provider's routes, to be nested below the issuer's path.
    pub fn router(self) -> Router {
        Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/jwks", get(jwks))
            .route("/authorize", get(authorize::show_choice).post(authorize::submit_choice))
            .route("/token", post(token::exchange_code))
            .route("/userinfo", get(token::userinfo).post(token::userinfo))
            .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
            .with_state(self.provider)
    }
}

impl fmt::Debug for DevIdentityProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DevProvider").field("issuer", &self.provider.issuer).finish_non_exhaustive()
    }
}

impl Provider {
    /// 256 random bits, as a code or an access token.
    fn secret(&self) -> String {
        let mut bytes = [0; 32];
        (self.random)(&mut bytes);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// `None` only where the machine has no entropy to make a key of.
    fn key(&self) -> Option<&SigningKey> {
        let make = || {
            let mut kid = [0; 12];
            (self.random)(&mut kid);
            SigningKey::generate(URL_SAFE_NO_PAD.encode(kid)).ok()
        };
        self.key.get_or_init(make).as_ref()
    }

    fn now(&self) -> i64 {
        (self.now)()
    }
}

impl SignedInUser {
    /// The same person for the same e-mail, on every machine and after every restart; but somebody
    /// else while the e-mail is only claimed, or a claim would sign in as its owner.
    fn subject(&self) -> String {
        let email = self.email.to_lowercase();
        let hash = Sha256::digest(if self.email_verified { email } else { format!("{email} unverified") });
        hash[..16].iter().fold("dev-".to_owned(), |subject, byte| format!("{subject}{byte:02x}"))
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

/// JSON that nobody keeps: after a restart the keys are others.
fn uncached_json(body: serde_json::Value) -> Response {
    ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(body)).into_response()
}

#[cfg(test)]
mod tests;
