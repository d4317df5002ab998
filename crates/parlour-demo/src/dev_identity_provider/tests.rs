use std::sync::atomic::{AtomicI64, Ordering};

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use axum::body::{Body, to_bytes};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderValue, Request, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use tower::ServiceExt;
use url::form_urlencoded;

use super::*;

const ISSUER: &str = "http://127.0.0.1:3000/dev/oidc";
const CALLBACK: &str = "http://127.0.0.1:3000/api/auth/callback";
const VERIFIER: &str = "a-verifier-of-forty-three-characters-or-more";
const START: i64 = 1_800_000_000;

struct TestProvider {
    router: Router,
    clock: Arc<AtomicI64>,
}

struct TestResponse {
    status: StatusCode,
    location: Option<Url>,
    policy: Option<String>,
    body: String,
}

impl TestResponse {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    fn query_parameter(&self, name: &str) -> Option<String> {
        let location = self.location.as_ref().unwrap();
        location.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    }
}

impl TestProvider {
    fn start() -> Self {
        let users: DevUserSource = Arc::new(|| {
            let user = |name: &str, role: &str| DevUser {
                name: name.into(),
                email: format!("{}@salon.invalid", name.to_lowercase()),
                role: role.into(),
            };
            Box::pin(async move { vec![user("Asha", "owner"), user("Ravi", "receptionist")] })
        });
        let clock = Arc::new(AtomicI64::new(START));
        let provider_clock = clock.clone();
        let random = |bytes: &mut [u8]| aws_lc_rs::rand::fill(bytes).unwrap();
        let issuer = Url::parse(ISSUER).unwrap();
        let provider = DevIdentityProvider::new(&issuer, CALLBACK.into(), users, random, move || {
            provider_clock.load(Ordering::SeqCst)
        });
        Self { router: provider.router(), clock }
    }

    async fn send(&self, request: Request<Body>) -> TestResponse {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let text = |name| response.headers().get(name).map(|value: &HeaderValue| value.to_str().unwrap().to_owned());
        let (location, policy) = (text(LOCATION), text(CONTENT_SECURITY_POLICY));
        assert_eq!(text(CACHE_CONTROL).as_deref(), Some("no-store"));
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        TestResponse {
            status,
            location: location.map(|location| Url::parse(&location).unwrap()),
            policy,
            body: String::from_utf8(body.to_vec()).unwrap(),
        }
    }

    async fn get(&self, path: &str) -> TestResponse {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    async fn post(&self, path: &str, form: &[(&str, &str)]) -> TestResponse {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let request = Request::post(path).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(body)).unwrap()).await
    }

    async fn authorize(&self, form: &[(&str, &str)]) -> TestResponse {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        self.get(&format!("/authorize?{query}")).await
    }

    async fn choose(&self, choice: &[(&str, &str)]) -> TestResponse {
        let challenge = challenge();
        let mut form = request(&challenge).to_vec();
        form.extend_from_slice(choice);
        self.post("/authorize", &form).await
    }

    async fn code_for(&self, choice: &[(&str, &str)]) -> String {
        let answer = self.choose(choice).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
        answer.query_parameter("code").unwrap()
    }

    async fn exchange(&self, code: &str, changes: &[(&str, &str)]) -> TestResponse {
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("client_id", CLIENT_ID),
            ("code", code),
            ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER),
        ];
        for change in changes {
            form.retain(|field| field.0 != change.0);
            form.push(*change);
        }
        self.post("/token", &form).await
    }

    async fn userinfo(&self, access_token: &str) -> TestResponse {
        let request = Request::get("/userinfo").header(AUTHORIZATION, format!("Bearer {access_token}"));
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// Returns the claims of a token after checking its signature with the published key.
    async fn verified_claims(&self, token: &str) -> Value {
        let jwks = self.get("/jwks").await.json();
        let key = &jwks["keys"][0];
        let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
        let mut point = vec![4];
        point.extend(decoded(key["x"].as_str().unwrap()));
        point.extend(decoded(key["y"].as_str().unwrap()));
        let (message, signature) = token.rsplit_once('.').unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point)
            .verify(message.as_bytes(), &decoded(signature))
            .unwrap();
        let (header, claims) = message.split_once('.').unwrap();
        let header: Value = serde_json::from_slice(&decoded(header)).unwrap();
        assert_eq!((&header["alg"], &header["kid"]), (&json!("ES256"), &key["kid"]));
        serde_json::from_slice(&decoded(claims)).unwrap()
    }
}

fn challenge() -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, VERIFIER.as_bytes()))
}

fn request(challenge: &str) -> [(&'static str, &str); 8] {
    [
        ("client_id", CLIENT_ID),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid email profile"),
        ("state", "st&te"),
        ("nonce", "n-1"),
        ("code_challenge", challenge),
        ("code_challenge_method", "S256"),
    ]
}

#[tokio::test]
async fn the_discovery_document_names_the_endpoints() {
    let document = TestProvider::start().get("/.well-known/openid-configuration").await.json();
    assert_eq!(document["issuer"], ISSUER);
    assert_eq!(document["token_endpoint"], format!("{ISSUER}/token"));
    assert_eq!(document["code_challenge_methods_supported"], json!(["S256"]));
}

#[tokio::test]
async fn the_page_lists_all_users_and_contains_no_script() {
    let challenge = challenge();
    let page = TestProvider::start().authorize(&request(&challenge)).await;
    assert_eq!(page.status, StatusCode::OK);
    for text in ["Asha", "ravi@salon.invalid", "Owner", "Receptionist", "New user", "value=\"st&amp;te\""] {
        assert!(page.body.contains(text), "{text}");
    }
    assert!(!page.body.contains("<script") && !page.body.contains("src=") && !page.body.contains("href="));
    let policy = page.policy.unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self' http://127.0.0.1:3000;"));
}

#[tokio::test]
async fn a_chosen_user_is_signed_in() {
    let dev = TestProvider::start();
    let answer = dev.choose(&[("person", "asha@salon.invalid")]).await;
    assert!(answer.location.as_ref().unwrap().as_str().starts_with(&format!("{CALLBACK}?code=")));
    assert_eq!(answer.query_parameter("state").as_deref(), Some("st&te"));
    assert_eq!(answer.query_parameter("iss").as_deref(), Some(ISSUER));

    let tokens = dev.exchange(&answer.query_parameter("code").unwrap(), &[]).await.json();
    assert_eq!(tokens["token_type"], "Bearer");
    let claims = dev.verified_claims(tokens["id_token"].as_str().unwrap()).await;
    let access_token = tokens["access_token"].as_str().unwrap();
    assert_eq!(
        claims,
        json!({
            "iss": ISSUER, "aud": CLIENT_ID, "sub": "dev-4f451f914100e1a836bc6410363fc64f", "nonce": "n-1",
            "iat": START, "exp": START + 600, "auth_time": START,
            "at_hash": URL_SAFE_NO_PAD.encode(&digest(&SHA256, access_token.as_bytes()).as_ref()[..16]),
            "email": "asha@salon.invalid", "email_verified": true, "name": "Asha",
        })
    );
    let userinfo = dev.userinfo(access_token).await.json();
    assert_eq!(userinfo["sub"], claims["sub"]);
    assert_eq!(userinfo["email"], "asha@salon.invalid");
}

#[tokio::test]
async fn an_unverified_email_address_has_another_subject() {
    let dev = TestProvider::start();
    let mut subjects = Vec::new();
    for (email, verified) in [("Meera@Example.in", false), ("meera@example.in", true), ("meera@example.in", false)] {
        let mut choice = vec![("email", email), ("name", " Meera Iyer ")];
        if verified {
            choice.push(("email_verified", "true"));
        }
        let tokens = dev.exchange(&dev.code_for(&choice).await, &[]).await.json();
        let claims = dev.verified_claims(tokens["id_token"].as_str().unwrap()).await;
        assert_eq!(claims["name"], "Meera Iyer");
        assert_eq!(claims["email"], email);
        assert_eq!(claims["email_verified"], verified);
        subjects.push(claims["sub"].as_str().unwrap().to_owned());
    }
    assert_ne!(subjects[0], subjects[1]);
    assert_eq!(subjects[0], subjects[2]);
    // The subject must never change: it identifies users who signed in before.
    assert_eq!(subjects[1], "dev-1c27ea87f03ff80a5425e6a9edb72af1");
}

#[tokio::test]
async fn an_invalid_choice_shows_the_page_again() {
    let dev = TestProvider::start();
    for choice in [
        [("email", "not an address"), ("name", "Meera")],
        [("email", "a@b@c"), ("name", "Meera")],
        [("email", "meera@example.in"), ("name", " ")],
        [("person", "gone@salon.invalid"), ("name", "Gone")],
    ] {
        let answer = dev.choose(&choice).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{choice:?}");
        assert!(answer.body.contains("role=alert") && answer.body.contains("Asha"));
    }
}

#[tokio::test]
async fn an_unknown_client_or_redirect_uri_is_not_redirected() {
    let (dev, challenge) = (TestProvider::start(), challenge());
    for (name, value) in [
        ("client_id", "other"),
        ("client_id", ""),
        ("redirect_uri", "https://evil.example/api/auth/callback"),
        ("redirect_uri", "http://127.0.0.1:3000/api/auth/callback/"),
        ("redirect_uri", "http://127.0.0.1:3000/api/auth/callback?x=1"),
    ] {
        let mut form = request(&challenge);
        form.iter_mut().find(|field| field.0 == name).unwrap().1 = value;
        for answer in [dev.authorize(&form).await, dev.post("/authorize", &form).await] {
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{name}={value}");
            assert!(answer.location.is_none() && answer.body.contains("cannot continue"));
        }
    }
    let repeated = dev.get(&format!("/authorize?client_id={CLIENT_ID}&client_id={CLIENT_ID}")).await;
    assert_eq!((repeated.status, repeated.location), (StatusCode::BAD_REQUEST, None));
}

#[tokio::test]
async fn other_errors_are_redirected_to_the_client() {
    let (dev, challenge) = (TestProvider::start(), challenge());
    let long = "n".repeat(513);
    for (name, value, error) in [
        ("response_type", "token", "unsupported_response_type"),
        ("scope", "email", "invalid_scope"),
        ("code_challenge", "", "invalid_request"),
        ("code_challenge", "short", "invalid_request"),
        ("code_challenge_method", "plain", "invalid_request"),
        ("nonce", &long, "invalid_request"),
    ] {
        let mut form = request(&challenge);
        form.iter_mut().find(|field| field.0 == name).unwrap().1 = value;
        let answer = dev.authorize(&form).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{name}={value}");
        assert_eq!(answer.query_parameter("error").as_deref(), Some(error), "{name}={value}");
        assert_eq!(answer.query_parameter("state").as_deref(), Some("st&te"));
        assert_eq!(answer.query_parameter("code"), None);
    }
    for (field, error) in [
        (("prompt", "none"), "login_required"),
        (("response_mode", "fragment"), "invalid_request"),
        (("request", "e30.e30."), "request_not_supported"),
    ] {
        let mut form = request(&challenge).to_vec();
        form.push(field);
        assert_eq!(dev.authorize(&form).await.query_parameter("error").as_deref(), Some(error));
    }
    assert_eq!(dev.choose(&[("cancel", "yes")]).await.query_parameter("error").as_deref(), Some("access_denied"));
}

#[tokio::test]
async fn a_code_is_valid_once_for_one_minute_and_for_its_verifier() {
    let dev = TestProvider::start();
    let asha = [("person", "asha@salon.invalid")];
    let code = dev.code_for(&asha).await;
    assert_eq!(dev.exchange(&code, &[]).await.status, StatusCode::OK);
    assert_eq!(dev.exchange(&code, &[]).await.json()["error"], "invalid_grant");

    for change in [
        ("code_verifier", "another-verifier-of-forty-three-characters-x"),
        ("code_verifier", ""),
        ("redirect_uri", "http://127.0.0.1:3000/"),
    ] {
        let code = dev.code_for(&asha).await;
        let answer = dev.exchange(&code, &[change]).await;
        assert_eq!((answer.status, answer.json()), (StatusCode::BAD_REQUEST, json!({ "error": "invalid_grant" })));
        assert_eq!(dev.exchange(&code, &[]).await.json()["error"], "invalid_grant");
    }

    let code = dev.code_for(&asha).await;
    dev.clock.fetch_add(60, Ordering::SeqCst);
    assert_eq!(dev.exchange(&code, &[]).await.json()["error"], "invalid_grant");
}

#[tokio::test]
async fn only_the_known_client_can_exchange_codes() {
    let dev = TestProvider::start();
    let answer = dev.exchange("x", &[("client_id", "other")]).await;
    assert_eq!((answer.status, answer.json()), (StatusCode::UNAUTHORIZED, json!({ "error": "invalid_client" })));
    let answer = dev.exchange("x", &[("grant_type", "password")]).await;
    assert_eq!(answer.json()["error"], "unsupported_grant_type");
    let json_body = Request::post("/token").header(CONTENT_TYPE, "application/json").body(Body::from("{}"));
    assert_eq!(dev.send(json_body.unwrap()).await.json()["error"], "invalid_request");
}

#[tokio::test]
async fn an_access_token_is_valid_for_ten_minutes_and_limited_to_its_scope() {
    let (dev, challenge) = (TestProvider::start(), challenge());
    let mut form = request(&challenge).to_vec();
    form.iter_mut().find(|field| field.0 == "scope").unwrap().1 = "openid";
    form.push(("person", "ravi@salon.invalid"));
    let code = dev.post("/authorize", &form).await.query_parameter("code").unwrap();
    let tokens = dev.exchange(&code, &[]).await.json();
    assert_eq!(dev.verified_claims(tokens["id_token"].as_str().unwrap()).await["email"], Value::Null);
    let access_token = tokens["access_token"].as_str().unwrap();
    let known = dev.userinfo(access_token).await.json();
    assert_eq!(known.as_object().unwrap().keys().collect::<Vec<_>>(), ["sub"]);
    assert_eq!(dev.userinfo("invented").await.status, StatusCode::UNAUTHORIZED);
    dev.clock.fetch_add(600, Ordering::SeqCst);
    assert_eq!(dev.userinfo(access_token).await.status, StatusCode::UNAUTHORIZED);
}
