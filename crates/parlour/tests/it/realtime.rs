//! Listening to what happens, with a token of the realtime provider.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::Method;
use parlour_app::outside::realtime::RealtimeKey;
use parlour_domain::app_side::AppSide;
use parlour_domain::role::Role;
use parlour_testkit::process::Installation;
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::installed::BINARY;

const TOKEN: &str = "/api/ably/token";
const NAME: &str = "appid.keyid";
const SECRET: &str = "xyzzy-PLUGH_secret+value/=";

async fn salon() -> TestSalon {
    let key = RealtimeKey::new(NAME.to_owned(), SECRET);
    TestSalon::with(SalonOptions { realtime: Some(key), ..SalonOptions::default() }).await
}

/// The same request as the provider's own library makes it.
fn as_the_provider_makes_it(request: &Value) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../parlour-testkit/oidc-provider");
    let mut node = Command::new("node")
        .arg("token-request.mjs")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node is installed");
    let given = json!({ "key": format!("{NAME}:{SECRET}"), "request": request });
    node.stdin.take().unwrap().write_all(given.to_string().as_bytes()).unwrap();
    let made = node.wait_with_output().unwrap();
    assert!(made.status.success(), "`make setup` installs the library");
    String::from_utf8(made.stdout).unwrap()
}

async fn token(person: &Person) -> Value {
    person.press(TOKEN).await.expect_ok()
}

#[test_on_both_engines]
async fn a_token_request_is_the_providers_own_to_the_byte() {
    let salon = salon().await;
    for role in [Role::Customer, Role::Receptionist] {
        let person = salon.person(role.as_str(), role, AppSide::Customer).await;
        let reply = person.press(TOKEN).await;
        let (request, made) = (reply.expect_ok(), as_the_provider_makes_it(&reply.expect_ok()));
        assert_eq!(reply.text(), format!(r#"{{"success":true,"data":{made}}}"#));
        assert_eq!(request["keyName"], NAME);
        assert_eq!(request["clientId"], person.id().as_str());
        assert_eq!(request["ttl"], 3_600_000);
        assert!(!reply.text().contains("PLUGH"));
    }
}

#[test_on_both_engines]
async fn each_hears_their_own_and_the_desk_the_salon() {
    let salon = salon().await;
    for role in Role::ALL {
        let person = salon.person(role.as_str(), *role, AppSide::Customer).await;
        let capability = token(&person).await["capability"].as_str().unwrap().to_owned();
        let own = format!(r#""customer:{}:*":["subscribe"]"#, person.id());
        let expected = match role {
            Role::Customer | Role::Staff => format!("{{{own}}}"),
            _ => format!(r#"{{"admin:*":["subscribe"],{own}}}"#),
        };
        assert_eq!(capability, expected, "{role}");
    }
}

/// The salon's clock stands still in 2027; the provider takes two minutes of difference at most, and a nonce once.
#[test_on_both_engines]
async fn a_request_is_of_now_and_of_no_other_time() {
    let salon = salon().await;
    let asha = salon.customer("Asha").await;
    let mut nonces = std::collections::HashSet::new();
    for _ in 0..8 {
        let request = token(&asha).await;
        #[expect(clippy::disallowed_methods, reason = "the provider's clock is the world's")]
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
        let made = u128::from(request["timestamp"].as_u64().unwrap());
        assert!((now - 10_000..=now).contains(&made), "{made} at {now}");
        let nonce = request["nonce"].as_str().unwrap().to_owned();
        assert!(nonce.len() >= 16, "{nonce}");
        nonces.insert(nonce);
    }
    assert_eq!(nonces.len(), 8);
}

#[test_on_both_engines]
async fn a_lost_role_is_lost_at_once() {
    let salon = salon().await;
    let ravi = salon.person("Ravi", Role::Receptionist, AppSide::Customer).await;
    assert!(token(&ravi).await["capability"].as_str().unwrap().contains("admin:*"));
    let demoted = salon.app.db.write(|tx: &mut parlour_store::Tx<'_>| {
        tx.execute("update users set role = 'staff' where role = 'receptionist'", parlour_store::params![])
    });
    assert_eq!(demoted.await.unwrap(), 1);
    assert!(!token(&ravi).await["capability"].as_str().unwrap().contains("admin:*"));
}

#[test_on_both_engines]
async fn no_body_is_needed_and_none_is_minded() {
    let salon = salon().await;
    let asha = salon.customer("Asha").await;
    for body in ["", "{}", r#"{"clientId": "someone else"}"#, "not even JSON"] {
        let request = asha.send(Method::POST, TOKEN, body).await.expect_ok();
        assert_eq!(request["clientId"], asha.id().as_str(), "{body:?}");
    }
}

#[test_on_both_engines]
async fn listening_needs_a_session_and_a_provider() {
    let without = TestSalon::open().await;
    let asha = without.customer("Asha").await;
    let refused = asha.press(TOKEN).await;
    let error = refused.expect_error(503, "SERVICE_UNAVAILABLE");
    assert_eq!(error["retryable"], false);
    // Nobody is to ask again in two seconds for what will not be there.
    assert_eq!(refused.header("retry-after"), None);
    for salon in [&without, &salon().await] {
        salon.visitor().press(TOKEN).await.expect_error(401, "UNAUTHENTICATED");
    }
}

#[tokio::test]
async fn the_secret_signs_and_is_never_seen() {
    let salon = Installation::new(BINARY).with("PARLOUR_REALTIME_KEY", &format!("{NAME}:{SECRET}"));
    let mut process = salon.with("PARLOUR_LOG", "trace").serve(&[]);
    let cookie = process.session("desk@test.invalid", "receptionist");
    let asked =
        process.ask(AppSide::Customer, Method::POST, TOKEN, |request| request.header("cookie", &cookie));
    let reply = asked.await.unwrap();
    let made = as_the_provider_makes_it(&reply.expect_ok());
    assert_eq!(reply.text(), format!(r#"{{"success":true,"data":{made}}}"#));
    process.terminate();
    assert!(process.wait().success());
    let said = process.log_lines().join("\n") + &process.stdout();
    assert!(said.contains(TOKEN), "the request was to be logged");
    assert!(!said.contains("PLUGH"));
}
