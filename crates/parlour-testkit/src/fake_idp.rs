//! An identity provider that can be told to misbehave: one trick at a time, on a port of its own.

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
const SLOW: Duration = Duration::from_secs(30);
const HUGE: usize = 2 * 1024 * 1024;

/// What the provider does wrong, or in an unusual way. The tokens are otherwise right in every respect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trick {
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
pub struct FakePerson {
    pub subject: String,
    pub email: String,
    pub name: String,
}

/// The provider; it stops when dropped.
#[derive(Debug)]
pub struct FakeIdp {
    issuer: Url,
    idp: Arc<Idp>,
    server: tokio::task::JoinHandle<()>,
}

struct Idp {
    issuer: String,
    now: Box<dyn Fn() -> i64 + Send + Sync>,
    state: Mutex<Book>,
}

struct Book {
    trick: Trick,
    person: FakePerson,
    /// How often the key was changed; part of the key's id.
    rotations: usize,
    codes: HashMap<String, Grant>,
    access_tokens: HashMap<String, Grant>,
    /// Requests by path.
    asked: HashMap<String, usize>,
    handed_out: usize,
}

#[derive(Clone)]
struct Grant {
    person: FakePerson,
    nonce: Option<String>,
    redirect_uri: String,
    code_challenge: String,
}

impl FakeIdp {
    /// `now` is the provider's clock, in unix seconds.
    pub async fn start(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let issuer = format!("http://{}", listener.local_addr().expect("an address"));
        let person = FakePerson {
            subject: "fake-asha".to_owned(),
            email: "asha@example.in".to_owned(),
            name: "Asha Rao".to_owned(),
        };
        let book = Book {
            trick: Trick::None,
            person,
            rotations: 0,
            codes: HashMap::new(),
            access_tokens: HashMap::new(),
            asked: HashMap::new(),
            handed_out: 0,
        };
        let idp = Arc::new(Idp { issuer: issuer.clone(), now: Box::new(now), state: Mutex::new(book) });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/elsewhere", get(|State(idp): State<Arc<Idp>>| async move { Json(idp.document()) }))
            .route("/jwks", get(jwks))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/token-elsewhere", post(token))
            .route("/userinfo", get(userinfo))
            .layer(middleware::from_fn_with_state(idp.clone(), count))
            .with_state(idp.clone());
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("a server");
        });
        Self { issuer: Url::parse(&issuer).expect("an address"), idp, server }
    }

    pub fn issuer(&self) -> &Url {
        &self.issuer
    }

    /// From now on; [`Trick::None`] ends it.
    pub fn plays(&self, trick: Trick) {
        self.idp.book().trick = trick;
    }

    pub fn next_is(&self, person: FakePerson) {
        self.idp.book().person = person;
    }

    /// A new key with a new name; the old one is forgotten.
    pub fn changes_its_key(&self) {
        self.idp.book().rotations += 1;
    }

    /// How often a path was asked for, such as `/jwks`.
    pub fn asked(&self, path: &str) -> usize {
        self.idp.book().asked.get(path).copied().unwrap_or_default()
    }
}

impl Drop for FakeIdp {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn count(State(idp): State<Arc<Idp>>, request: Request, next: Next) -> Response {
    *idp.book().asked.entry(request.uri().path().to_owned()).or_default() += 1;
    next.run(request).await
}

async fn discovery(State(idp): State<Arc<Idp>>) -> Response {
    match idp.trick() {
        Trick::SlowDiscovery => {
            tokio::time::sleep(SLOW).await;
            Json(idp.document()).into_response()
        }
        Trick::RedirectingDiscovery => Redirect::temporary("/elsewhere").into_response(),
        Trick::HugeDiscovery => " ".repeat(HUGE).into_response(),
        _ => Json(idp.document()).into_response(),
    }
}

async fn jwks(State(idp): State<Arc<Idp>>) -> Response {
    if idp.trick() == Trick::FailingKeys {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let modulus = key(idp.book().rotations).public_key().modulus().big_endian_without_leading_zero().to_vec();
    let jwk = json!({
        "kty": "RSA", "use": "sig", "alg": "RS256", "kid": idp.kid(),
        "n": URL_SAFE_NO_PAD.encode(modulus), "e": "AQAB",
    });
    let cache = [(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"))];
    (cache, Json(json!({ "keys": [jwk] }))).into_response()
}

/// Nobody is asked: the person who is next signs in at once.
async fn authorize(State(idp): State<Arc<Idp>>, RawQuery(query): RawQuery) -> Response {
    let mut asked = form(query.unwrap_or_default().as_bytes());
    let scope = asked.remove("scope").unwrap_or_default();
    let right = asked.get("client_id").is_some_and(|id| id == CLIENT_ID)
        && asked.get("response_type").is_some_and(|kind| kind == "code")
        && asked.get("code_challenge_method").is_some_and(|method| method == "S256")
        && scope.split(' ').any(|part| part == "openid");
    let (Some(redirect_uri), Some(code_challenge), true) =
        (asked.remove("redirect_uri"), asked.remove("code_challenge"), right)
    else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let mut back = Url::parse(&redirect_uri).expect("an address to return to");
    let trick = idp.trick();
    if trick == Trick::AccessDenied {
        back.query_pairs_mut().append_pair("error", "access_denied");
    } else {
        let code = idp.secret("code");
        let mut book = idp.book();
        let grant =
            Grant { person: book.person.clone(), nonce: asked.remove("nonce"), redirect_uri, code_challenge };
        book.codes.insert(code.clone(), grant);
        back.query_pairs_mut().append_pair("code", &code);
    }
    if let Some(state) = asked.get("state") {
        back.query_pairs_mut().append_pair("state", state);
    }
    match trick {
        Trick::NoIssuerOnCallback => {}
        Trick::OtherIssuerOnCallback => {
            back.query_pairs_mut().append_pair("iss", "https://evil.example");
        }
        _ => {
            back.query_pairs_mut().append_pair("iss", &idp.issuer);
        }
    }
    Redirect::to(back.as_str()).into_response()
}

async fn token(State(idp): State<Arc<Idp>>, headers: HeaderMap, body: axum::body::Bytes) -> Response {
    let form = form(&body);
    let trick = idp.trick();
    match trick {
        Trick::SlowToken => tokio::time::sleep(SLOW).await,
        Trick::FailingToken => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Trick::RedirectingToken if !idp.book().asked.contains_key("/token-elsewhere") => {
            return Redirect::temporary("/token-elsewhere").into_response();
        }
        Trick::HugeToken => return "x".repeat(HUGE).into_response(),
        Trick::NoJsonFromToken => return "<html>Welcome to the hotel Wi-Fi</html>".into_response(),
        Trick::RefusingToken => return refusal(StatusCode::BAD_REQUEST, "invalid_grant"),
        _ => {}
    }
    if !client_is_right(trick, &headers, &form) {
        return refusal(StatusCode::UNAUTHORIZED, "invalid_client");
    }
    let text = |name: &str| form.get(name).map_or("", String::as_str);
    let grant = idp.book().codes.remove(text("code")).filter(|grant| {
        let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, text("code_verifier").as_bytes()));
        text("grant_type") == "authorization_code"
            && text("redirect_uri") == grant.redirect_uri
            && challenge == grant.code_challenge
    });
    let Some(grant) = grant else { return refusal(StatusCode::BAD_REQUEST, "invalid_grant") };
    let access_token = idp.secret("access");
    let id_token = idp.id_token(&grant, &access_token);
    idp.book().access_tokens.insert(access_token.clone(), grant);
    let mut answer = json!({ "access_token": access_token, "token_type": "Bearer", "expires_in": 600 });
    if trick != Trick::NoIdToken {
        answer["id_token"] = id_token.into();
    }
    Json(answer).into_response()
}

async fn userinfo(State(idp): State<Arc<Idp>>, headers: HeaderMap) -> Response {
    let token =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let grant = token.and_then(|token| idp.book().access_tokens.get(token).cloned());
    let Some(Grant { person, .. }) = grant else { return StatusCode::UNAUTHORIZED.into_response() };
    let subject =
        if idp.trick() == Trick::SomebodyElseInUserinfo { "somebody-else" } else { person.subject.as_str() };
    Json(json!({ "sub": subject, "email": person.email, "email_verified": true, "name": person.name }))
        .into_response()
}

impl Idp {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.state.lock().expect("nobody panicked")
    }

    fn trick(&self) -> Trick {
        self.book().trick
    }

    fn kid(&self) -> String {
        format!("key-{}", self.book().rotations)
    }

    fn secret(&self, kind: &str) -> String {
        let mut book = self.book();
        book.handed_out += 1;
        format!("{kind}-{}", book.handed_out)
    }

    fn document(&self) -> Value {
        let issuer = &self.issuer;
        let trick = self.trick();
        json!({
            "issuer": if trick == Trick::DiscoveryOfAnother { "https://evil.example" } else { issuer },
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "userinfo_endpoint": format!("{issuer}/userinfo"),
            "jwks_uri": format!("{issuer}/jwks"),
            "token_endpoint_auth_methods_supported": match trick {
                Trick::SecretInForm => ["client_secret_post"],
                Trick::PublicClient => ["none"],
                _ => ["client_secret_basic"],
            },
            "authorization_response_iss_parameter_supported": true,
        })
    }

    fn id_token(&self, grant: &Grant, access_token: &str) -> String {
        let (trick, now) = (self.trick(), (self.now)());
        let mut claims = json!({
            "iss": self.issuer, "aud": CLIENT_ID, "sub": grant.person.subject, "nonce": grant.nonce,
            "iat": now, "exp": now + 3600, "email": grant.person.email, "email_verified": true,
            "name": grant.person.name, "picture": "https://example.in/a.png",
            "at_hash": URL_SAFE_NO_PAD.encode(&digest(&SHA256, access_token.as_bytes()).as_ref()[..16]),
        });
        match trick {
            Trick::WrongAudience => claims["aud"] = json!("another-client"),
            Trick::TwoAudiences => claims["aud"] = json!([CLIENT_ID, "another-client"]),
            Trick::TwoAudiencesOnePartyAuthorized => {
                claims["aud"] = json!([CLIENT_ID, "another-client"]);
                claims["azp"] = json!(CLIENT_ID);
            }
            Trick::WrongNonce => claims["nonce"] = json!("another-nonce"),
            Trick::NoNonce => claims["nonce"] = Value::Null,
            Trick::Expired => claims["exp"] = json!(now - 60),
            Trick::IssuedTwoHoursAgo => claims["iat"] = json!(now - 7200),
            Trick::IssuedInAnHour => claims["iat"] = json!(now + 3600),
            Trick::ValidInAnHour => claims["nbf"] = json!(now + 3600),
            Trick::WrongIssuer => claims["iss"] = json!("https://evil.example"),
            Trick::NoSubject => claims["sub"] = Value::Null,
            Trick::LongSubject => claims["sub"] = json!("x".repeat(256)),
            Trick::UnverifiedEmail => claims["email_verified"] = json!(false),
            Trick::EmailVerifiedInText => claims["email_verified"] = json!("true"),
            Trick::WrongAccessTokenHash => claims["at_hash"] = json!("AAAAAAAAAAAAAAAAAAAAAA"),
            Trick::EmailOnlyInUserinfo | Trick::SomebodyElseInUserinfo => {
                claims["email"] = Value::Null;
                claims["email_verified"] = Value::Null;
            }
            _ => {}
        }
        self.signed(trick, &claims)
    }

    fn signed(&self, trick: Trick, claims: &Value) -> String {
        let rotations = self.book().rotations;
        let mut header = json!({ "alg": "RS256", "typ": "JWT", "kid": self.kid() });
        match trick {
            Trick::AlgorithmNone => header["alg"] = json!("none"),
            Trick::PublicKeyAsSecret => header["alg"] = json!("HS256"),
            Trick::UnknownKey => header["kid"] = json!("never-published"),
            Trick::NoKeyNamed => header["kid"] = Value::Null,
            _ => {}
        }
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", part(&header), part(claims));
        let signature = match trick {
            Trick::AlgorithmNone => Vec::new(),
            Trick::PublicKeyAsSecret => {
                let public = hmac::Key::new(hmac::HMAC_SHA256, key(rotations).public_key().as_ref());
                hmac::sign(&public, message.as_bytes()).as_ref().to_vec()
            }
            Trick::Forged => rs256(key(rotations + 1), &message),
            _ => rs256(key(rotations), &message),
        };
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

impl std::fmt::Debug for Idp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Idp").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// Two keys serve all providers of a test run, turn about: making one takes a while.
fn key(rotations: usize) -> &'static RsaKeyPair {
    static KEYS: OnceLock<[RsaKeyPair; 2]> = OnceLock::new();
    let keys = KEYS.get_or_init(|| [(); 2].map(|()| RsaKeyPair::generate(KeySize::Rsa2048).expect("a key")));
    &keys[rotations % 2]
}

fn rs256(key: &RsaKeyPair, message: &str) -> Vec<u8> {
    let mut signature = vec![0; key.public_modulus_len()];
    key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message.as_bytes(), &mut signature)
        .expect("a signature");
    signature
}

fn client_is_right(trick: Trick, headers: &HeaderMap, form: &HashMap<String, String>) -> bool {
    let in_header = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let in_form = form.get("client_secret").map(String::as_str);
    let client_id = form.get("client_id").map(String::as_str);
    match trick {
        Trick::SecretInForm => {
            in_header.is_none() && client_id == Some(CLIENT_ID) && in_form == Some(CLIENT_SECRET)
        }
        Trick::PublicClient => in_header.is_none() && in_form.is_none() && client_id == Some(CLIENT_ID),
        _ => {
            let expected = format!("{CLIENT_ID}:a+secret%3A+with%2Fodd%2Bsigns%25");
            in_form.is_none() && in_header == Some(&format!("Basic {}", STANDARD.encode(expected)))
        }
    }
}

fn refusal(status: StatusCode, error: &str) -> Response {
    (status, Json(json!({ "error": error, "error_description": "never to be shown" }))).into_response()
}

fn form(encoded: &[u8]) -> HashMap<String, String> {
    let mut url = Url::parse("http://form").expect("an address");
    url.set_query(std::str::from_utf8(encoded).ok());
    url.query_pairs().into_owned().collect()
}
