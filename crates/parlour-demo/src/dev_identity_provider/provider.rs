//! The state of the provider: its users, its key, and the codes and tokens that it has issued.

use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock};

use aws_lc_rs::digest::{SHA256, digest};
use axum::Json;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::issued_secrets::IssuedSecrets;
use super::signing_key::SigningKey;

/// The id of the only client, which has no secret.
pub const CLIENT_ID: &str = "parlour-dev";

pub(super) const CODE_LIFETIME_SECONDS: i64 = 60;
pub(super) const TOKEN_LIFETIME_SECONDS: i64 = 10 * 60;

/// A user that the sign-in page lists.
#[derive(Debug, Clone)]
pub struct DevUser {
    pub name: String,
    pub email: String,
    pub role: String,
}

/// Returns the users that the sign-in page lists; called for every page. The page shows roles in the order of their
/// first user.
pub type DevUserSource = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Vec<DevUser>> + Send>> + Send + Sync>;

pub(super) type FillRandom = Box<dyn Fn(&mut [u8]) + Send + Sync>;

pub(super) struct Provider {
    pub(super) issuer: String,
    /// The only address that codes are sent to.
    pub(super) redirect_uri: String,
    pub(super) users: DevUserSource,
    pub(super) fill_random: FillRandom,
    pub(super) now: Box<dyn Fn() -> i64 + Send + Sync>,
    /// Created when it is first used: the library collects entropy for about 60 ms, which would delay the start.
    pub(super) key: OnceLock<Option<SigningKey>>,
    pub(super) codes: Mutex<IssuedSecrets<Grant>>,
    pub(super) access_tokens: Mutex<IssuedSecrets<Grant>>,
}

impl Provider {
    /// A new code or access token: 256 random bits.
    pub(super) fn new_secret(&self) -> String {
        let mut bytes = [0; 32];
        (self.fill_random)(&mut bytes);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Returns `None` only if the machine has no entropy for a key.
    pub(super) fn key(&self) -> Option<&SigningKey> {
        let generate = || {
            let mut kid = [0; 12];
            (self.fill_random)(&mut kid);
            SigningKey::generate(URL_SAFE_NO_PAD.encode(kid)).ok()
        };
        self.key.get_or_init(generate).as_ref()
    }

    /// Real time in Unix seconds, because clients check the times in tokens.
    pub(super) fn now(&self) -> i64 {
        (self.now)()
    }
}

/// The user who signed in, as the tokens describe them.
#[derive(Debug, Clone)]
pub(super) struct SignedInUser {
    pub(super) email: String,
    pub(super) email_verified: bool,
    pub(super) name: String,
}

impl SignedInUser {
    /// The subject is the same for the same e-mail address, on every machine and after every restart. An unverified
    /// address has another subject, otherwise everybody could sign in as its owner.
    pub(super) fn subject(&self) -> String {
        let email = self.email.to_lowercase();
        let hashed = if self.email_verified { email } else { format!("{email} unverified") };
        digest(&SHA256, hashed.as_bytes()).as_ref()[..16]
            .iter()
            .fold("dev-".to_owned(), |subject, byte| format!("{subject}{byte:02x}"))
    }
}

/// A valid request to `/authorize`.
pub(super) struct AuthorizationRequest<'a> {
    pub(super) scope: &'a str,
    pub(super) state: Option<&'a str>,
    pub(super) nonce: Option<&'a str>,
    pub(super) code_challenge: &'a str,
}

/// What a code or an access token gives access to.
#[derive(Debug, Clone)]
pub(super) struct Grant {
    pub(super) user: SignedInUser,
    pub(super) scope: String,
    pub(super) nonce: Option<String>,
    pub(super) code_challenge: String,
    pub(super) authenticated_at: i64,
}

/// A JSON response that must not be cached: the key changes with every restart.
pub(super) fn uncached_json(body: serde_json::Value) -> Response {
    ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(body)).into_response()
}
