//! Signing in, told by browsers: through the development provider, a certified one, and one that misbehaves.

use std::sync::mpsc;
use std::time::Duration;

use parlour_app::sign_in::{FindOrCreateUserRefusal, find_or_create_user};
use parlour_db::{DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_integrations::clock::Clock;
use parlour_store::users::user_records::{self, NewUser, User};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::certified_identity_provider::{CertifiedIdentityProvider, complete_login_forms};
use parlour_testkit::checks::database::find_text;
use parlour_testkit::fake_identity_provider::{self, FakeIdentityProvider, FakeUser, ProviderFault};
use parlour_testkit::process::http_client;
use parlour_testkit::{SalonOptions, TestSalon, test_on_both_engines};
use reqwest::Url;
use reqwest::header::SET_COOKIE;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(super) const BOTH_APPS: [AppKind; 2] = [AppKind::Customer, AppKind::Admin];

pub(super) async fn salon_with_development_provider() -> TestSalon {
    TestSalon::with(SalonOptions { listens: true, ..SalonOptions::default() }).await
}

pub(super) async fn salon_with_provider(idp: &FakeIdentityProvider) -> TestSalon {
    salon_owned_by(idp, None).await
}

async fn salon_owned_by(idp: &FakeIdentityProvider, owner: Option<&str>) -> TestSalon {
    let client = (fake_identity_provider::CLIENT_ID.to_owned(), Some(fake_identity_provider::CLIENT_SECRET.to_owned()));
    TestSalon::with(SalonOptions {
        listens: true,
        identity: Some((idp.issuer().clone(), client.0, client.1)),
        owner_email: owner.map(|email| EmailAddress::parse(email).expect("an e-mail")),
        ..SalonOptions::default()
    })
    .await
}

pub(super) async fn start_fake_provider() -> FakeIdentityProvider {
    FakeIdentityProvider::start(Clock::real_unix_seconds).await
}

pub(super) fn fake_person(subject: &str, email: &str) -> FakeUser {
    FakeUser { subject: subject.to_owned(), email: email.to_owned(), name: "Meera Iyer".to_owned() }
}

pub(super) fn app_url(salon: &TestSalon, app_kind: AppKind, path: &str) -> Url {
    Url::parse(&format!("{}{path}", salon.url(app_kind))).expect("an address")
}

pub(super) fn sign_in_url(salon: &TestSalon, app_kind: AppKind, return_to: Option<&str>) -> Url {
    let mut url = app_url(salon, app_kind, "/api/auth/sign-in");
    if let Some(path) = return_to {
        url.query_pairs_mut().append_pair("returnTo", path);
    }
    url
}

fn is_callback(url: &Url) -> bool {
    url.path() == "/api/auth/callback"
}

/// Starts signing in and stops at the first page that wants something.
pub(super) async fn begin_sign_in(
    browser: &mut Browser,
    salon: &TestSalon,
    app_kind: AppKind,
    return_to: Option<&str>,
) -> Page {
    let page = browser.get(&sign_in_url(salon, app_kind, return_to)).await;
    browser.follow(page, is_callback).await
}

/// The callback's answer, for someone whom the development provider lists.
pub(super) async fn sign_in_as_known(
    browser: &mut Browser,
    salon: &TestSalon,
    app_kind: AppKind,
    email: &str,
    to: &str,
) -> Page {
    let page = begin_sign_in(browser, salon, app_kind, Some(to)).await;
    let back = browser.submit(&page.form_with("person").with("person", email)).await;
    browser.get(&back.redirect_target().expect("a redirect to the callback")).await
}

/// The callback's answer, for someone whom the development provider does not know yet.
pub(super) async fn sign_in_as_new(
    browser: &mut Browser,
    salon: &TestSalon,
    app_kind: AppKind,
    email: &str,
    to: &str,
) -> Page {
    let page = begin_sign_in(browser, salon, app_kind, Some(to)).await;
    let form = page.form_with("email").with("name", "Meera Iyer").with("email", email);
    let back = browser.submit(&form).await;
    browser.get(&back.redirect_target().expect("a redirect to the callback")).await
}

/// The callback's answer, for whoever is next at a provider that asks nothing.
pub(super) async fn sign_in_with_fake(browser: &mut Browser, salon: &TestSalon, app_kind: AppKind) -> Page {
    let page = begin_sign_in(browser, salon, app_kind, Some("/wanted")).await;
    match page.redirect_target() {
        Some(callback) => browser.get(&callback).await,
        None => page,
    }
}

#[track_caller]
pub(super) fn assert_landed_on(page: &Page, path: &str) {
    assert_eq!(page.status, 303, "{}", page.body);
    assert_eq!(page.headers["location"], path);
}

pub(super) async fn session_of(browser: &mut Browser, salon: &TestSalon, app_kind: AppKind) -> Option<Value> {
    let page = browser.get(&app_url(salon, app_kind, "/api/auth/session")).await;
    let json: Value = serde_json::from_str(&page.body).expect("JSON");
    match page.status.as_u16() {
        200 => Some(json["data"].clone()),
        status => {
            assert_eq!((status, &json["error"]["code"]), (401, &Value::from("UNAUTHENTICATED")));
            None
        }
    }
}

pub(super) async fn signed_in_user(browser: &mut Browser, salon: &TestSalon, app_kind: AppKind) -> Value {
    session_of(browser, salon, app_kind).await.expect("is signed in")["user"].clone()
}

async fn count_all(salon: &TestSalon, sql: &'static str) -> i64 {
    let counted = salon.app.db.read(move |conn| conn.one::<(i64,)>(sql, params![]));
    counted.await.expect("a count").map_or(0, |(count,)| count)
}

pub(super) async fn session_count(salon: &TestSalon) -> i64 {
    count_all(salon, "select count(*) from sessions").await
}

pub(super) async fn user_records(salon: &TestSalon) -> i64 {
    count_all(salon, "select count(*) from users").await
}

/// The only `Set-Cookie` of that name: its value and its attributes, in order of the alphabet.
#[track_caller]
pub(super) fn set_cookie_of(page: &Page, name: &str) -> (String, Vec<String>) {
    let mut found = page.headers.get_all(SET_COOKIE).iter().filter_map(|header| {
        let mut parts = header.to_str().expect("text").split(';').map(str::trim);
        let value = parts.next()?.strip_prefix(name)?.strip_prefix('=')?.to_owned();
        let mut attributes: Vec<_> = parts.map(str::to_ascii_lowercase).collect();
        attributes.sort();
        Some((value, attributes))
    });
    let cookie = found.next().unwrap_or_else(|| panic!("no cookie {name} is set"));
    assert!(found.next().is_none(), "{name} is set twice");
    cookie
}

#[test_on_both_engines]
async fn every_demo_role_signs_in_on_both_apps_and_returns_to_its_page() {
    let salon = TestSalon::with(SalonOptions { listens: true, has_demo_data: true, ..SalonOptions::default() }).await;
    for app_kind in BOTH_APPS {
        for &role in Role::ALL {
            let (mut browser, email) = (Browser::new(), format!("{role}@demo.invalid"));
            let page = sign_in_as_known(&mut browser, &salon, app_kind, &email, "/bookings?day=1#top").await;
            assert_landed_on(&page, "/bookings?day=1#top");
            let user = signed_in_user(&mut browser, &salon, app_kind).await;
            assert_eq!((&user["email"], &user["role"]), (&Value::from(email), &Value::from(role.as_str())));
            assert_eq!(user["onboarded"], true);
        }
    }
}

#[test_on_both_engines]
async fn a_new_person_is_sent_to_onboarding_once() {
    let salon = salon_with_development_provider().await;
    let mut browser = Browser::new();
    let meera = "meera@example.in";
    let page = sign_in_as_new(&mut browser, &salon, AppKind::Customer, meera, "/wanted").await;
    assert_landed_on(&page, "/onboarding");
    assert_eq!(browser.follow(page, |_| false).await.status, 200, "there is a page");
    let first = signed_in_user(&mut browser, &salon, AppKind::Customer).await;
    assert_eq!((&first["name"], &first["role"]), (&Value::from("Meera Iyer"), &Value::from("customer")));
    assert_eq!((&first["email"], &first["onboarded"]), (&Value::from(meera), &Value::from(false)));

    let page = sign_in_as_known(&mut browser, &salon, AppKind::Customer, meera, "/wanted").await;
    assert_landed_on(&page, "/wanted");
    let page = sign_in_as_known(&mut browser, &salon, AppKind::Admin, meera, "/wanted").await;
    assert_landed_on(&page, "/wanted");
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Admin).await["id"], first["id"]);
    assert_eq!(user_records(&salon).await, 1);
}

#[test_on_both_engines]
async fn the_return_url_stays_on_the_same_app() {
    let salon = salon_with_development_provider().await;
    let mut browser = Browser::new();
    sign_in_as_new(&mut browser, &salon, AppKind::Customer, "meera@example.in", "/").await;
    let ours = salon.url(AppKind::Customer).to_owned();
    for (wanted, landed) in [
        (Some("/a//b?c=%2F%2Fd"), "/a//b?c=%2F%2Fd"),
        (Some("//evil.example"), "/"),
        (Some("//evil.example/%2e%2e"), "/"),
        (Some("/\\evil.example"), "/"),
        (Some("/\t/evil.example"), "/"),
        (Some("/x\r\nSet-Cookie: a=b"), "/"),
        (Some("https://evil.example/"), "/"),
        (Some(ours.as_str()), "/"),
        (Some("javascript:alert(1)"), "/"),
        (Some("bookings"), "/"),
        (Some(""), "/"),
        (None, "/"),
    ] {
        let page = begin_sign_in(&mut browser, &salon, AppKind::Customer, wanted).await;
        let form = page.form_with("person").with("person", "meera@example.in");
        let back = browser.submit(&form).await;
        let page = browser.get(&back.redirect_target().expect("a redirect")).await;
        assert_eq!(page.status, 303, "{wanted:?}");
        assert_eq!(page.headers["location"], landed, "{wanted:?}");
    }
}

#[test_on_both_engines]
async fn the_session_cookie_is_limited_to_its_host() {
    let salon = salon_with_development_provider().await;
    for (app_kind, name) in [(AppKind::Customer, "__Host-parlour"), (AppKind::Admin, "__Host-parlour-admin")] {
        let mut browser = Browser::new();
        let page = sign_in_as_new(&mut browser, &salon, app_kind, "meera@example.in", "/").await;
        let (token, attributes) = set_cookie_of(&page, name);
        assert_eq!(attributes, ["httponly", "max-age=604800", "path=/", "samesite=lax", "secure"]);
        assert_eq!(token.len(), 43, "256 bits in base64url");
        assert_eq!(browser.cookie(&app_url(&salon, app_kind, "/"), name), Some(token.as_str()));
    }
}

#[test_on_both_engines]
async fn the_pending_sign_in_cookie_is_short_lived_and_removed() {
    let salon = salon_with_development_provider().await;
    for app_kind in BOTH_APPS {
        let mut browser = Browser::new();
        let page = browser.get(&sign_in_url(&salon, app_kind, Some("/wanted"))).await;
        let name = pending_cookie(&page);
        let (_, attributes) = set_cookie_of(&page, &name);
        assert_eq!(attributes, ["httponly", "max-age=600", "path=/", "samesite=lax", "secure"]);
        let asked = page.redirect_target().expect("to the provider");
        let asked: std::collections::HashMap<_, _> = asked.query_pairs().into_owned().collect();
        assert_eq!((asked["response_type"].as_str(), asked["code_challenge_method"].as_str()), ("code", "S256"));
        assert!(asked["state"].len() >= 43 && asked["nonce"].len() >= 43 && asked["state"] != asked["nonce"]);
        assert!(asked["scope"].split(' ').any(|scope| scope == "openid"));

        let page = sign_in_as_new(&mut browser, &salon, app_kind, "meera@example.in", "/").await;
        let (value, attributes) = set_cookie_of(&page, &name);
        assert_eq!((value.as_str(), attributes.contains(&"max-age=0".to_owned())), ("", true));
        assert_eq!(browser.cookie(&app_url(&salon, app_kind, "/"), &name), None);
    }
}

pub(super) fn pending_cookie(page: &Page) -> String {
    let header = page.headers[SET_COOKIE].to_str().expect("text");
    header.split_once('=').expect("a cookie").0.to_owned()
}

/// A GET with one cookie, by something that is not a browser and forgets nothing.
async fn replay_callback(url: &Url, cookie: &str) -> reqwest::Response {
    http_client().get(url.clone()).header("cookie", cookie).send().await.expect("an answer")
}

#[track_caller]
pub(super) fn assert_refused(page: &Page, status: u16, why: &str) {
    assert_eq!(page.status, status, "{why}: {}", page.body);
    let json: Value = serde_json::from_str(&page.body).expect("the envelope");
    assert_eq!(json["success"], false, "{why}");
    let set: Vec<_> = page.headers.get_all(SET_COOKIE).iter().collect();
    assert!(set.iter().all(|cookie| cookie.to_str().is_ok_and(|text| text.contains("Max-Age=0"))), "{why}: {set:?}");
}

#[test_on_both_engines]
async fn an_unrequested_callback_signs_nobody_in() {
    let salon = salon_with_development_provider().await;
    for app_kind in BOTH_APPS {
        let mut victim = Browser::new();
        let uninvited = app_url(&salon, app_kind, "/api/auth/callback?code=x&state=y");
        assert_refused(&victim.get(&uninvited).await, 400, "nothing was started");

        // The attacker's own way back, followed by the victim, who has started one too.
        let mut attacker = Browser::new();
        let page = begin_sign_in(&mut attacker, &salon, app_kind, None).await;
        let form = page.form_with("email").with("name", "Mallory").with("email", "mallory@example.in");
        let back = attacker.submit(&form).await.redirect_target().expect("a redirect");
        assert_refused(&victim.get(&back).await, 400, "no cookie");
        begin_sign_in(&mut victim, &salon, app_kind, None).await;
        assert_refused(&victim.get(&back).await, 400, "another state");
        assert!(session_of(&mut victim, &salon, app_kind).await.is_none());
    }
    assert_eq!((session_count(&salon).await, user_records(&salon).await), (0, 0));
}

#[test_on_both_engines]
async fn a_callback_works_once() {
    let salon = salon_with_development_provider().await;
    let mut browser = Browser::new();
    let start = browser.get(&sign_in_url(&salon, AppKind::Customer, None)).await;
    let name = pending_cookie(&start);
    let (kept, _) = set_cookie_of(&start, &name);
    let page = browser.follow(start, |_| false).await;
    let form = page.form_with("email").with("name", "Meera").with("email", "meera@example.in");
    let back = browser.submit(&form).await.redirect_target().expect("a redirect");
    assert_landed_on(&browser.get(&back).await, "/onboarding");
    assert_eq!(session_count(&salon).await, 1);

    assert_refused(&browser.get(&back).await, 400, "the browser has dropped its cookie");
    let again = replay_callback(&back, &format!("{name}={kept}")).await;
    assert_eq!(again.status(), 401, "and the provider its code");
    assert_eq!(session_count(&salon).await, 1);
    assert!(session_of(&mut browser, &salon, AppKind::Customer).await.is_some(), "the session lives on");
}

#[test_on_both_engines]
async fn erasing_needs_a_fresh_sign_in_at_the_provider_too() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    let mut browser = Browser::new();
    let asked = async |browser: &mut Browser, path: &str| {
        let start = browser.get(&app_url(&salon, AppKind::Customer, path)).await;
        let provider = start.redirect_target().expect("to the provider");
        provider.query_pairs().into_owned().collect::<std::collections::HashMap<_, _>>()
    };
    let usual = asked(&mut browser, "/api/auth/sign-in").await;
    assert!(!usual.contains_key("prompt") && !usual.contains_key("max_age"), "{usual:?}");
    let fresh = asked(&mut browser, "/api/auth/sign-in?fresh=1").await;
    assert_eq!((fresh["prompt"].as_str(), fresh["max_age"].as_str()), ("login", "0"));

    // A provider that does not ask again says so.
    idp.inject_fault(ProviderFault::SignedInAnHourAgo);
    let erase = async |browser: &mut Browser| {
        let page = browser.open(app_url(&salon, AppKind::Customer, "/me/erase").as_str()).await;
        page.forms().into_iter().find(|form| form.has("confirm"))
    };
    sign_in_with_fake(&mut browser, &salon, AppKind::Customer).await;
    assert!(erase(&mut browser).await.is_none(), "an hour is too long ago");
    let sessions = browser.get(&app_url(&salon, AppKind::Customer, "/api/auth/sessions")).await;
    let sessions: Value = serde_json::from_str(&sessions.body).expect("JSON");
    assert_eq!(sessions["data"]["sessions"][0]["createdAt"], "2027-03-01T04:30:00.000Z", "the session began now");

    idp.inject_fault(ProviderFault::None);
    sign_in_with_fake(&mut browser, &salon, AppKind::Customer).await;
    let form = erase(&mut browser).await.expect("a provider that does not say is believed");
    assert_landed_on(&browser.submit(&form.with("confirm", "asha@example.in")).await, "/");
    assert!(session_of(&mut browser, &salon, AppKind::Customer).await.is_none());
}

#[test_on_both_engines]
async fn a_refusal_at_the_provider_signs_nobody_in() {
    let salon = salon_with_development_provider().await;
    let mut browser = Browser::new();
    let page = begin_sign_in(&mut browser, &salon, AppKind::Customer, None).await;
    let back = browser.submit(&page.form_with("cancel").with("cancel", "yes")).await;
    assert_refused(&browser.get(&back.redirect_target().expect("a redirect")).await, 401, "cancelled");
    assert_eq!(session_count(&salon).await, 0);

    let mut page = begin_sign_in(&mut browser, &salon, AppKind::Customer, None).await;
    let form = page.form_with("email").with("name", "Meera").with("email", "meera@example.in");
    let mut back = browser.submit(&form).await.redirect_target().expect("a redirect");
    let pairs: Vec<_> = back.query_pairs().into_owned().filter(|(name, _)| name != "iss").collect();
    back.query_pairs_mut().clear().extend_pairs(pairs).append_pair("iss", "https://evil.example");
    page = browser.get(&back).await;
    assert_refused(&page, 401, "another issuer's answer");

    let page = begin_sign_in(&mut browser, &salon, AppKind::Customer, None).await;
    let state = page.form_with("email").value("state").expect("a state").to_owned();
    let mut without_code = app_url(&salon, AppKind::Customer, "/api/auth/callback");
    without_code.query_pairs_mut().append_pair("state", &state);
    assert_refused(&browser.get(&without_code).await, 400, "no code");
    assert_eq!((session_count(&salon).await, user_records(&salon).await), (0, 0));
}

#[test_on_both_engines]
async fn signing_in_always_makes_a_new_session() {
    let salon = salon_with_development_provider().await;
    let (app_kind, meera) = (AppKind::Customer, "meera@example.in");
    let mut browser = Browser::new();
    sign_in_as_new(&mut browser, &salon, app_kind, meera, "/").await;
    let home = app_url(&salon, app_kind, "/");
    let first = browser.cookie(&home, app_kind.session_cookie()).expect("a session").to_owned();
    sign_in_as_known(&mut browser, &salon, app_kind, meera, "/").await;
    let second = browser.cookie(&home, app_kind.session_cookie()).expect("a session").to_owned();
    assert_ne!(first, second);
    assert_eq!(session_count(&salon).await, 1, "the first session is over");
    let (url, cookie) =
        (app_url(&salon, app_kind, "/api/auth/session"), format!("{}={first}", app_kind.session_cookie()));
    assert_eq!(replay_callback(&url, &cookie).await.status(), 401);
}

#[test_on_both_engines]
async fn the_database_stores_only_the_hash_of_a_token() {
    let salon = salon_with_development_provider().await;
    let mut browser = Browser::new();
    let page = sign_in_as_new(&mut browser, &salon, AppKind::Customer, "meera@example.in", "/").await;
    let (token, _) = set_cookie_of(&page, AppKind::Customer.session_cookie());
    let hashes = salon.app.db.read(|conn| conn.all::<(String,)>("select token_hash from sessions", params![]));
    let hashes: Vec<(String,)> = hashes.await.expect("the sessions");
    assert_eq!(hashes.len(), 1);
    assert_eq!(hashes[0].0.len(), 64, "256 bits in hex");
    assert_ne!(hashes[0].0, token);
    assert_eq!(find_text(&salon, &[&token]).await, Vec::<String>::new(), "the token is nowhere");
}

#[test_on_both_engines]
async fn a_verified_email_of_a_certified_provider_claims_the_desk_s_record() {
    let idp = CertifiedIdentityProvider::start(&[]);
    let client = (fake_identity_provider::CLIENT_ID.to_owned(), Some(fake_identity_provider::CLIENT_SECRET.to_owned()));
    let salon = TestSalon::with(SalonOptions {
        listens: true,
        identity: Some((idp.issuer().clone(), client.0, client.1)),
        ..SalonOptions::default()
    })
    .await;
    idp.allow_redirects_to(&BOTH_APPS.map(|app_kind| format!("{}/api/auth/callback", salon.url(app_kind)))).await;
    let made_at_desk = |email: &str| {
        let (context, email) = (salon.context(), EmailAddress::parse(email).expect("an e-mail"));
        let made = salon.app.db.write(move |tx| -> Result<_, DbError> {
            parlour_app::sign_in::find_or_create_user(tx, &context, &email, Some("From the desk"), None)
                .map_err(|refusal| DbError::Statement(refusal.to_string()))
        });
        async { made.await.expect("made").id }
    };
    let prepared = made_at_desk("Carol@Example.in").await;
    let not_theirs = made_at_desk("unverified-bob@example.in").await;

    assert_landed_on(
        &sign_in_with_certified(&salon, &mut Browser::new(), AppKind::Customer, "alice").await,
        "/onboarding",
    );
    let mut alice = Browser::new();
    assert_landed_on(&sign_in_with_certified(&salon, &mut alice, AppKind::Admin, "alice").await, "/wanted");
    let known = signed_in_user(&mut alice, &salon, AppKind::Admin).await;
    assert_eq!((&known["name"], &known["image"]), (&"Alice Rao".into(), &"https://example.in/a.png".into()));

    let mut carol = Browser::new();
    assert_landed_on(&sign_in_with_certified(&salon, &mut carol, AppKind::Customer, "carol").await, "/onboarding");
    let known = signed_in_user(&mut carol, &salon, AppKind::Customer).await;
    assert_eq!(known["id"], prepared.as_str(), "claimed, whatever the case of the letters");
    assert_eq!(known["name"], "From the desk");

    let mut bob = Browser::new();
    assert_landed_on(
        &sign_in_with_certified(&salon, &mut bob, AppKind::Customer, "unverified-bob").await,
        "/onboarding",
    );
    let known = signed_in_user(&mut bob, &salon, AppKind::Customer).await;
    assert_ne!(known["id"], not_theirs.as_str(), "an unproven address claims nothing");
    assert_landed_on(
        &sign_in_with_certified(&salon, &mut Browser::new(), AppKind::Customer, "unverified-bob").await,
        "/wanted",
    );

    idp.rotate_signing_key().await;
    assert_landed_on(&sign_in_with_certified(&salon, &mut Browser::new(), AppKind::Customer, "carol").await, "/wanted");
    assert_eq!(user_records(&salon).await, 4, "alice, carol, bob, and whom the desk made for bob's address");
}

pub(super) async fn sign_in_with_certified(
    salon: &TestSalon,
    browser: &mut Browser,
    app_kind: AppKind,
    login: &str,
) -> Page {
    let page = begin_sign_in(browser, salon, app_kind, Some("/wanted")).await;
    let callback = format!("{}/api/auth/callback", salon.url(app_kind));
    let back = complete_login_forms(browser, page, login, &callback).await;
    browser.get(&back.redirect_target().expect("a redirect to the callback")).await
}

#[test_on_both_engines]
async fn an_unverified_email_neither_claims_nor_blocks_a_user() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    let owner_of_address = salon.customer("meera").await;

    idp.inject_fault(ProviderFault::UnverifiedEmail);
    idp.set_next_user(fake_person("mallory", "meera@test.invalid"));
    let mut mallory = Browser::new();
    assert_landed_on(&sign_in_with_fake(&mut mallory, &salon, AppKind::Customer).await, "/onboarding");
    let stranger = signed_in_user(&mut mallory, &salon, AppKind::Customer).await;
    assert_ne!(stranger["id"], owner_of_address.id().as_str());

    idp.set_next_user(fake_person("early", "late@example.in"));
    let mut early = Browser::new();
    sign_in_with_fake(&mut early, &salon, AppKind::Customer).await;
    let squatter = signed_in_user(&mut early, &salon, AppKind::Customer).await;
    idp.inject_fault(ProviderFault::None);
    idp.set_next_user(fake_person("late", "late@example.in"));
    let mut late = Browser::new();
    assert_landed_on(&sign_in_with_fake(&mut late, &salon, AppKind::Customer).await, "/onboarding");
    let rightful = signed_in_user(&mut late, &salon, AppKind::Customer).await;
    assert_ne!(rightful["id"], squatter["id"], "who came first without proof gets nothing of it");
    assert_eq!(rightful["email"], "late@example.in");
}

#[test_on_both_engines]
async fn an_email_verified_later_identifies_from_then_on() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    idp.inject_fault(ProviderFault::UnverifiedEmail);
    idp.set_next_user(fake_person("7", "meera@example.in"));
    let mut browser = Browser::new();
    sign_in_with_fake(&mut browser, &salon, AppKind::Customer).await;
    let email = EmailAddress::parse("meera@example.in").expect("an e-mail");
    let identified = async || {
        let email = email.clone();
        salon.app.db.read(move |conn| parlour_store::users::user_records::by_email(conn, &email)).await.expect("a read")
    };
    assert!(identified().await.is_none());

    idp.inject_fault(ProviderFault::None);
    sign_in_with_fake(&mut browser, &salon, AppKind::Customer).await;
    let user = signed_in_user(&mut browser, &salon, AppKind::Customer).await;
    assert_eq!(user["id"], identified().await.expect("someone").id.as_str());
}

#[test_on_both_engines]
async fn a_user_is_identified_by_the_provider_s_subject() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    idp.set_next_user(fake_person("7", "old@example.in"));
    let mut browser = Browser::new();
    sign_in_with_fake(&mut browser, &salon, AppKind::Customer).await;
    let before = signed_in_user(&mut browser, &salon, AppKind::Customer).await;
    idp.set_next_user(fake_person("7", "new@example.in"));
    assert_landed_on(&sign_in_with_fake(&mut browser, &salon, AppKind::Customer).await, "/wanted");
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Customer).await["id"], before["id"]);
    idp.set_next_user(fake_person("8", "other@example.in"));
    sign_in_with_fake(&mut browser, &salon, AppKind::Customer).await;
    assert_ne!(signed_in_user(&mut browser, &salon, AppKind::Customer).await["id"], before["id"]);
}

#[test_on_both_engines]
async fn a_bad_token_is_refused_and_leaves_nothing() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    for fault in [
        ProviderFault::WrongAudience,
        ProviderFault::TwoAudiences,
        ProviderFault::WrongNonce,
        ProviderFault::NoNonce,
        ProviderFault::Expired,
        ProviderFault::IssuedTwoHoursAgo,
        ProviderFault::IssuedInAnHour,
        ProviderFault::ValidInAnHour,
        ProviderFault::WrongIssuer,
        ProviderFault::NoSubject,
        ProviderFault::LongSubject,
        ProviderFault::WrongAccessTokenHash,
        ProviderFault::AlgorithmNone,
        ProviderFault::PublicKeyAsSecret,
        ProviderFault::UnknownKey,
        ProviderFault::Forged,
        ProviderFault::NoIdToken,
        ProviderFault::SomebodyElseInUserinfo,
        ProviderFault::RefusingToken,
        ProviderFault::OtherIssuerOnCallback,
        ProviderFault::NoIssuerOnCallback,
        ProviderFault::AccessDenied,
    ] {
        idp.inject_fault(fault);
        let mut browser = Browser::new();
        assert_refused(&sign_in_with_fake(&mut browser, &salon, AppKind::Customer).await, 401, &format!("{fault:?}"));
        assert!(session_of(&mut browser, &salon, AppKind::Customer).await.is_none(), "{fault:?}");
    }
    assert_eq!((session_count(&salon).await, user_records(&salon).await), (0, 0));
    idp.inject_fault(ProviderFault::None);
    assert_landed_on(&sign_in_with_fake(&mut Browser::new(), &salon, AppKind::Customer).await, "/onboarding");
}

#[test_on_both_engines]
async fn a_rotated_key_is_fetched() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    assert_landed_on(&sign_in_with_fake(&mut Browser::new(), &salon, AppKind::Customer).await, "/onboarding");
    idp.rotate_signing_key();
    assert_landed_on(&sign_in_with_fake(&mut Browser::new(), &salon, AppKind::Customer).await, "/wanted");
}

#[test_on_both_engines]
async fn a_provider_that_is_down_is_an_upstream_error() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    for fault in [
        ProviderFault::RedirectingDiscovery,
        ProviderFault::FailingKeys,
        ProviderFault::FailingToken,
        ProviderFault::NoJsonFromToken,
    ] {
        idp.inject_fault(fault);
        let page = sign_in_with_fake(&mut Browser::new(), &salon, AppKind::Customer).await;
        assert_refused(&page, 502, &format!("{fault:?}"));
        let json: Value = serde_json::from_str(&page.body).expect("JSON");
        assert_eq!((&json["error"]["code"], &json["error"]["retryable"]), (&"UPSTREAM_ERROR".into(), &true.into()));
    }
    idp.inject_fault(ProviderFault::None);
    assert_landed_on(&sign_in_with_fake(&mut Browser::new(), &salon, AppKind::Customer).await, "/onboarding");

    let gone = salon_with_provider(&start_fake_provider().await).await;
    assert_refused(&sign_in_with_fake(&mut Browser::new(), &gone, AppKind::Admin).await, 502, "nobody listens");
}

#[test_on_both_engines]
async fn a_failed_sign_in_shows_an_html_page() {
    let salon = salon_with_development_provider().await;
    let asked = salon.visitor().with_header("accept", "text/html,application/xhtml+xml,*/*;q=0.8");
    let page = asked.get("/api/auth/callback?code=x&state=y").await;
    assert_eq!(page.status, 400);
    assert!(page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")));
    assert!(page.text().contains("/api/auth/sign-in"), "there is a way on");
    assert!(page.text().contains("not started here"), "and a reason: {}", page.text());
}

#[test_on_both_engines]
async fn the_configured_owner_email_becomes_owner_while_there_is_none() {
    let idp = start_fake_provider().await;
    let salon = salon_owned_by(&idp, Some("Boss@Example.in")).await;
    let mut browser = Browser::new();

    idp.set_next_user(fake_person("other", "other@example.in"));
    sign_in_with_fake(&mut browser, &salon, AppKind::Admin).await;
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Admin).await["role"], "customer");

    idp.set_next_user(fake_person("mallory", "boss@example.in"));
    idp.inject_fault(ProviderFault::UnverifiedEmail);
    sign_in_with_fake(&mut browser, &salon, AppKind::Admin).await;
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Admin).await["role"], "customer", "not without proof");
    idp.inject_fault(ProviderFault::None);

    idp.set_next_user(fake_person("boss", "bOSS@example.IN"));
    sign_in_with_fake(&mut browser, &salon, AppKind::Customer).await;
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Customer).await["role"], "owner");
    sign_in_with_fake(&mut browser, &salon, AppKind::Admin).await;
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Admin).await["role"], "owner");
}

#[test_on_both_engines]
async fn the_configured_owner_email_becomes_owner_at_a_later_sign_in() {
    let idp = start_fake_provider().await;
    let salon = salon_owned_by(&idp, Some("boss@example.in")).await;
    salon.member("vasundhara", Role::Owner).await;
    idp.set_next_user(fake_person("boss", "boss@example.in"));
    let mut browser = Browser::new();
    sign_in_with_fake(&mut browser, &salon, AppKind::Admin).await;
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Admin).await["role"], "customer", "there is an owner");

    let gone = salon.app.db.write(|tx| tx.execute("update users set role = 'manager' where role = 'owner'", params![]));
    assert_eq!(gone.await.expect("written"), 1);
    sign_in_with_fake(&mut browser, &salon, AppKind::Admin).await;
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Admin).await["role"], "owner", "now there was none");
}

#[test_on_both_engines]
async fn concurrent_first_sign_ins_make_one_user() {
    for fault in [ProviderFault::None, ProviderFault::UnverifiedEmail] {
        let idp = start_fake_provider().await;
        idp.inject_fault(fault);
        let salon = salon_with_provider(&idp).await;
        let mut arrivals = Vec::new();
        for _ in 0..6 {
            let mut browser = Browser::new();
            let page = begin_sign_in(&mut browser, &salon, AppKind::Customer, Some("/wanted")).await;
            arrivals.push((browser, page.redirect_target().expect("a redirect")));
        }
        let together: Vec<_> = arrivals
            .into_iter()
            .map(|(mut browser, callback)| tokio::spawn(async move { (browser.get(&callback).await, browser) }))
            .collect();
        let mut ids = Vec::new();
        let mut welcomed = 0;
        for one in together {
            let (page, mut browser) = one.await.expect("no panic");
            assert_eq!(page.status, 303, "{fault:?}: {}", page.body);
            welcomed += usize::from(page.headers["location"] == "/onboarding");
            ids.push(signed_in_user(&mut browser, &salon, AppKind::Customer).await["id"].clone());
        }
        assert!(ids.iter().all(|id| *id == ids[0]), "{fault:?}: {ids:?}");
        assert_eq!((welcomed, user_records(&salon).await, session_count(&salon).await), (1, 1, 6), "{fault:?}");
    }
}

#[test_on_both_engines]
async fn a_user_created_concurrently_is_found() {
    let salon = TestSalon::open().await;
    for (number, asked) in [(1, None), (2, Some(Role::Staff)), (3, Some(Role::Owner))] {
        let email = EmailAddress::parse(&format!("meera{number}@example.in")).unwrap();
        let (context, (holds, held)) = (salon.context(), mpsc::channel());
        let made = NewUser {
            id: UserId::new(context.new_id()),
            name: "Made elsewhere".to_owned(),
            email: Some(email.clone()),
            email_identifies: true,
            email_verified: true,
            image: None,
            role: Role::Staff,
        };
        let elsewhere = salon.app.db.write(move |tx| -> Result<(), DbError> {
            user_records::insert(tx, &made, context.now)?;
            let _ = holds.send(());
            // Long enough for the other to look, see nobody, and wait at the same row.
            std::thread::sleep(Duration::from_millis(500));
            Ok(())
        });
        let context = salon.context();
        let here = async {
            tokio::task::spawn_blocking(move || held.recv()).await.unwrap().unwrap();
            salon.app.db.write(move |tx| find_or_create_user(tx, &context, &email, Some("Made here"), asked)).await
        };
        let (elsewhere, here): (_, Result<User, FindOrCreateUserRefusal>) = tokio::join!(elsewhere, here);
        elsewhere.unwrap();
        match asked {
            Some(Role::Owner) => {
                assert!(matches!(here, Err(FindOrCreateUserRefusal::RoleDiffers { .. })), "{here:?}");
            }
            _ => assert_eq!(here.unwrap().name, "Made elsewhere"),
        }
    }
    assert_eq!(count_all(&salon, "select count(*) from audit_log where action = 'user.make'").await, 0);
}

#[test_on_both_engines]
async fn forms_of_the_development_provider_have_the_usual_body_limit() {
    let salon = salon_with_development_provider().await;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let form = |size: usize| format!("padding={}", "x".repeat(size - "padding=".len()));
    for path in ["/dev/oidc/token", "/dev/oidc/authorize"] {
        let post = |body: reqwest::Body| {
            let kind = "application/x-www-form-urlencoded";
            let request = http.post(app_url(&salon, AppKind::Customer, path)).header("content-type", kind);
            request.body(body).send()
        };
        for size in [100 * 1024, 256 * 1024] {
            let status = post(form(size).into()).await.unwrap().status();
            assert!([400, 401].contains(&status.as_u16()), "{path} with {size} bytes: {status}");
        }
        let announced = post(form(300 * 1024).into()).await.unwrap();
        assert_eq!(announced.status(), 413, "{path}");
        assert!(announced.text().await.unwrap().contains("PAYLOAD_TOO_LARGE"), "{path}");
        let in_pieces = post_chunked(&app_url(&salon, AppKind::Customer, path), &form(300 * 1024)).await;
        assert!(in_pieces.starts_with("HTTP/1.1 413 ") && in_pieces.contains("PAYLOAD_TOO_LARGE"), "{path}");
    }
}

/// The answer to a form whose length nobody announced.
async fn post_chunked(url: &Url, form: &str) -> String {
    let address = url.socket_addrs(|| None).unwrap()[0];
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST {} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n\r\n{:x}\r\n{form}\r\n0\r\n\r\n",
        url.path(),
        form.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // What was sent after the refusal may make the end of the connection a rude one.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8(answer).unwrap()
}
