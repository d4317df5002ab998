//! An identity provider that can be told to misbehave: one fault at a time, on a port of its own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Duration;

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hmac;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use reqwest::Url;
use serde_json::{Value, json};

pub const CLIENT_ID: &str = "parlour-test";
pub const CLIENT_SECRET: &str = "a secret: with/odd+signs%";
const SLOW_ANSWER: Duration = Duration::from_secs(30);
const HUGE_BODY_BYTES: usize = 2 * 1024 * 1024;

/// What the provider does wrong, or in an unusual way. The tokens are otherwise right in every respect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderFault {
    /// Nothing.
    None,
    // The token's claims.
    WrongAudience,
    TwoAudiences,
    TwoAudiencesOnePartyAuthorized,
    WrongNonce,
    NoNonce,
    Expired,
    IssuedTwoHoursAgo,
    IssuedInAnHour,
    ValidInAnHour,
    WrongIssuer,
    NoSubject,
    LongSubject,
    UnverifiedEmail,
    EmailVerifiedInText,
    WrongAccessTokenHash,
    // The token's signature.
    AlgorithmNone,
    /// Signed with HS256, the public key as the shared secret.
    PublicKeyAsSecret,
    UnknownKey,
    NoKeyNamed,
    /// Signed with another key than the one it names.
    Forged,
    NoIdToken,
    // Userinfo.
    EmailOnlyInUserinfo,
    SomebodyElseInUserinfo,
    // Endpoints.
    SlowDiscovery,
    RedirectingDiscovery,
    HugeDiscovery,
    DiscoveryOfAnother,
    FailingKeys,
    SlowToken,
    FailingToken,
    RefusingToken,
    RedirectingToken,
    HugeToken,
    NoJsonFromToken,
    // The client's secret: expected in the form, or not at all.
    SecretInForm,
    PublicClient,
    // The way back.
    OtherIssuerOnCallback,
    NoIssuerOnCallback,
    AccessDenied,
}

/// Who signs in next.
#[derive(Debug, Clone)]
pub struct FakeUser {
    pub subject: String,
    pub email: String,
    pub name: String,
}

/// The provider; it stops when dropped.
#[derive(Debug)]
pub struct FakeIdentityProvider {
    issuer: Url,
    idp: Arc<ProviderServer>,
    server: tokio::task::JoinHandle<()>,
}

struct ProviderServer {
    issuer: String,
    now: Box<dyn Fn() -> i64 + Send + Sync>,
    state: Mutex<ProviderState>,
}

struct ProviderState {
    fault: ProviderFault,
    person: FakeUser,
    /// How often the key was changed; part of the key's id.
    rotations: usize,
    codes: HashMap<String, Grant>,
    access_tokens: HashMap<String, Grant>,
    /// Requests by path.
    requested: HashMap<String, usize>,
    issued_count: usize,
}

#[derive(Clone)]
struct Grant {
    person: FakeUser,
    nonce: Option<String>,
    redirect_uri: String,
    code_challenge: String,
}

impl FakeIdentityProvider {
    /// `now` is the provider's clock, in unix seconds.
    pub async fn start(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let issuer = format!("http://{}", listener.local_addr().expect("an address"));
        let person = FakeUser {
            subject: "fake-asha".to_owned(),
            email: "asha@example.in".to_owned(),
            name: "Asha Rao".to_owned(),
        };
        let state = ProviderState {
            fault: ProviderFault::None,
            person,
            rotations: 0,
            codes: HashMap::new(),
            access_tokens: HashMap::new(),
            requested: HashMap::new(),
            issued_count: 0,
        };
        let idp = Arc::new(ProviderServer { issuer: issuer.clone(), now: Box::new(now), state: Mutex::new(state) });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route(
                "/elsewhere",
                get(|State(idp): State<Arc<ProviderServer>>| async move { Json(idp.discovery_document()) }),
            )
            .route("/jwks", get(jwks))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/token-elsewhere", post(token))
            .route("/userinfo", get(userinfo))
            .layer(middleware::from_fn_with_state(idp.clone(), count_requests))
            .with_state(idp.clone());
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("a server");
        });
        Self { issuer: Url::parse(&issuer).expect("an address"), idp, server }
    }

    pub fn issuer(&self) -> &Url {
        &self.issuer
    }

    /// From now on; [`ProviderFault::None`] ends it.
    pub fn inject_fault(&self, fault: ProviderFault) {
        self.idp.state().fault = fault;
    }

    pub fn set_next_user(&self, person: FakeUser) {
        self.idp.state().person = person;
    }

    /// A new key with a new name; the old one is forgotten.
    pub fn rotate_signing_key(&self) {
        self.idp.state().rotations += 1;
    }

    /// How often a path was requested for, such as `/jwks`.
    pub fn requested(&self, path: &str) -> usize {
        self.idp.state().requested.get(path).copied().unwrap_or_default()
    }
}

impl Drop for FakeIdentityProvider {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn count_requests(State(idp): State<Arc<ProviderServer>>, request: Request, next: Next) -> Response {
    *idp.state().requested.entry(request.uri().path().to_owned()).or_default() += 1;
    next.run(request).await
}

async fn discovery(State(idp): State<Arc<ProviderServer>>) -> Response {
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

async fn jwks(State(idp): State<Arc<ProviderServer>>) -> Response {
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
async fn authorize(State(idp): State<Arc<ProviderServer>>, RawQuery(query): RawQuery) -> Response {
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

async fn token(State(idp): State<Arc<ProviderServer>>, headers: HeaderMap, body: axum::body::Bytes) -> Response {
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

async fn userinfo(State(idp): State<Arc<ProviderServer>>, headers: HeaderMap) -> Response {
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let grant = token.and_then(|token| idp.state().access_tokens.get(token).cloned());
    let Some(Grant { person, .. }) = grant else { return StatusCode::UNAUTHORIZED.into_response() };
    let subject =
        if idp.fault() == ProviderFault::SomebodyElseInUserinfo { "somebody-else" } else { person.subject.as_str() };
    Json(json!({ "sub": subject, "email": person.email, "email_verified": true, "name": person.name })).into_response()
}

impl ProviderServer {
    fn state(&self) -> MutexGuard<'_, ProviderState> {
        self.state.lock().expect("nobody panicked")
    }

    fn fault(&self) -> ProviderFault {
        self.state().fault
    }

    fn kid(&self) -> String {
        format!("key-{}", self.state().rotations)
    }

    fn secret(&self, kind: &str) -> String {
        let mut state = self.state();
        state.issued_count += 1;
        format!("{kind}-{}", state.issued_count)
    }

    fn discovery_document(&self) -> Value {
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

    fn id_token(&self, grant: &Grant, access_token: &str) -> String {
        let (fault, now) = (self.fault(), (self.now)());
        let mut claims = json!({
            "iss": self.issuer, "aud": CLIENT_ID, "sub": grant.person.subject, "nonce": grant.nonce,
            "iat": now, "exp": now + 3600, "email": grant.person.email, "email_verified": true,
            "name": grant.person.name, "picture": "https://example.in/a.png",
            "at_hash": URL_SAFE_NO_PAD.encode(&digest(&SHA256, access_token.as_bytes()).as_ref()[..16]),
        });
        match fault {
            ProviderFault::WrongAudience => claims["aud"] = json!("another-client"),
            ProviderFault::TwoAudiences => claims["aud"] = json!([CLIENT_ID, "another-client"]),
            ProviderFault::TwoAudiencesOnePartyAuthorized => {
                claims["aud"] = json!([CLIENT_ID, "another-client"]);
                claims["azp"] = json!(CLIENT_ID);
            }
            ProviderFault::WrongNonce => claims["nonce"] = json!("another-nonce"),
            ProviderFault::NoNonce => claims["nonce"] = Value::Null,
            ProviderFault::Expired => claims["exp"] = json!(now - 60),
            ProviderFault::IssuedTwoHoursAgo => claims["iat"] = json!(now - 7200),
            ProviderFault::IssuedInAnHour => claims["iat"] = json!(now + 3600),
            ProviderFault::ValidInAnHour => claims["nbf"] = json!(now + 3600),
            ProviderFault::WrongIssuer => claims["iss"] = json!("https://evil.example"),
            ProviderFault::NoSubject => claims["sub"] = Value::Null,
            ProviderFault::LongSubject => claims["sub"] = json!("x".repeat(256)),
            ProviderFault::UnverifiedEmail => claims["email_verified"] = json!(false),
            ProviderFault::EmailVerifiedInText => claims["email_verified"] = json!("true"),
            ProviderFault::WrongAccessTokenHash => claims["at_hash"] = json!("AAAAAAAAAAAAAAAAAAAAAA"),
            ProviderFault::EmailOnlyInUserinfo | ProviderFault::SomebodyElseInUserinfo => {
                claims["email"] = Value::Null;
                claims["email_verified"] = Value::Null;
            }
            _ => {}
        }
        self.signed(fault, &claims)
    }

    fn signed(&self, fault: ProviderFault, claims: &Value) -> String {
        let rotations = self.state().rotations;
        let mut header = json!({ "alg": "RS256", "typ": "JWT", "kid": self.kid() });
        match fault {
            ProviderFault::AlgorithmNone => header["alg"] = json!("none"),
            ProviderFault::PublicKeyAsSecret => header["alg"] = json!("HS256"),
            ProviderFault::UnknownKey => header["kid"] = json!("never-published"),
            ProviderFault::NoKeyNamed => header["kid"] = Value::Null,
            _ => {}
        }
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", part(&header), part(claims));
        let signature = match fault {
            ProviderFault::AlgorithmNone => Vec::new(),
            ProviderFault::PublicKeyAsSecret => {
                let public = hmac::Key::new(hmac::HMAC_SHA256, signing_key(rotations).public_key().as_ref());
                hmac::sign(&public, message.as_bytes()).as_ref().to_vec()
            }
            ProviderFault::Forged => sign_rs256(signing_key(rotations + 1), &message),
            _ => sign_rs256(signing_key(rotations), &message),
        };
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

impl std::fmt::Debug for ProviderServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Idp").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// Two keys serve all providers of a test run, turn about: making one takes a while.
fn signing_key(rotations: usize) -> &'static RsaKeyPair {
    static KEYS: OnceLock<[RsaKeyPair; 2]> = OnceLock::new();
    let keys = KEYS.get_or_init(|| [(); 2].map(|()| RsaKeyPair::generate(KeySize::Rsa2048).expect("a key")));
    &keys[rotations % 2]
}

fn sign_rs256(key: &RsaKeyPair, message: &str) -> Vec<u8> {
    let mut signature = vec![0; key.public_modulus_len()];
    key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message.as_bytes(), &mut signature).expect("a signature");
    signature
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
