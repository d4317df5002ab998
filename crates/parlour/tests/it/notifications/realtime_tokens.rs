//! Listening to what happens, with a token of the realtime provider.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::Method;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_integrations::realtime::RealtimeKey;
use parlour_testkit::process::Installation;
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::parlour_binary::PARLOUR_BINARY;

const TOKEN_PATH: &str = "/api/ably/token";
const KEY_NAME: &str = "appid.keyid";
const KEY_SECRET: &str = "xyzzy-PLUGH_secret+value/=";

async fn salon_with_realtime() -> TestSalon {
    let key = RealtimeKey::new(KEY_NAME.to_owned(), KEY_SECRET);
    TestSalon::with(SalonOptions { realtime: Some(key), ..SalonOptions::default() }).await
}

/// The same request as the provider's own library makes it.
fn token_request_by_provider_library(request: &Value) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../parlour-testkit/oidc-provider");
    let mut node = Command::new("node")
        .arg("token-request.mjs")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node is installed");
    let given = json!({ "key": format!("{KEY_NAME}:{KEY_SECRET}"), "request": request });
    node.stdin.take().unwrap().write_all(given.to_string().as_bytes()).unwrap();
    let made = node.wait_with_output().unwrap();
    assert!(made.status.success(), "`make setup` installs the library");
    String::from_utf8(made.stdout).unwrap()
}

async fn get_token_request(person: &Person) -> Value {
    person.post_empty(TOKEN_PATH).await.expect_ok()
}

#[test_on_both_engines]
async fn a_token_request_equals_that_of_the_provider_s_library() {
    let salon = salon_with_realtime().await;
    for role in [Role::Customer, Role::Receptionist] {
        let person = salon.person(role.as_str(), role, AppKind::Customer).await;
        let reply = person.post_empty(TOKEN_PATH).await;
        let (request, made) = (reply.expect_ok(), token_request_by_provider_library(&reply.expect_ok()));
        assert_eq!(reply.text(), format!(r#"{{"success":true,"data":{made}}}"#));
        assert_eq!(request["keyName"], KEY_NAME);
        assert_eq!(request["clientId"], person.id().as_str());
        assert_eq!(request["ttl"], 3_600_000);
        assert!(!reply.text().contains("PLUGH"));
    }
}

#[test_on_both_engines]
async fn users_may_listen_to_their_own_channel_and_the_desk_to_the_salon_s() {
    let salon = salon_with_realtime().await;
    for role in Role::ALL {
        let person = salon.person(role.as_str(), *role, AppKind::Customer).await;
        let capability = get_token_request(&person).await["capability"].as_str().unwrap().to_owned();
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
async fn a_token_request_has_the_current_time_and_a_fresh_nonce() {
    let salon = salon_with_realtime().await;
    let asha = salon.customer("Asha").await;
    let mut nonces = std::collections::HashSet::new();
    for _ in 0..8 {
        let request = get_token_request(&asha).await;
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
async fn a_lost_role_takes_effect_immediately() {
    let salon = salon_with_realtime().await;
    let ravi = salon.person("Ravi", Role::Receptionist, AppKind::Customer).await;
    assert!(get_token_request(&ravi).await["capability"].as_str().unwrap().contains("admin:*"));
    let demoted = salon.app.db.write(|tx: &mut parlour_store::Tx<'_>| {
        tx.execute("update users set role = 'staff' where role = 'receptionist'", parlour_db::params![])
    });
    assert_eq!(demoted.await.unwrap(), 1);
    assert!(!get_token_request(&ravi).await["capability"].as_str().unwrap().contains("admin:*"));
}

#[test_on_both_engines]
async fn a_body_is_optional_and_ignored() {
    let salon = salon_with_realtime().await;
    let asha = salon.customer("Asha").await;
    for body in ["", "{}", r#"{"clientId": "someone else"}"#, "not even JSON"] {
        let request = asha.send(Method::POST, TOKEN_PATH, body).await.expect_ok();
        assert_eq!(request["clientId"], asha.id().as_str(), "{body:?}");
    }
}

#[test_on_both_engines]
async fn listening_needs_a_session_and_a_provider() {
    let without = TestSalon::open().await;
    let asha = without.customer("Asha").await;
    let refused = asha.post_empty(TOKEN_PATH).await;
    let error = refused.expect_error(503, "SERVICE_UNAVAILABLE");
    assert_eq!(error["retryable"], false);
    // Nobody is to send_request again in two seconds for what will not be there.
    assert_eq!(refused.header("retry-after"), None);
    for salon in [&without, &salon_with_realtime().await] {
        salon.visitor().post_empty(TOKEN_PATH).await.expect_error(401, "UNAUTHENTICATED");
    }
}

#[tokio::test]
async fn the_secret_is_never_sent_or_logged() {
    let salon = Installation::new(PARLOUR_BINARY).with("PARLOUR_REALTIME_KEY", &format!("{KEY_NAME}:{KEY_SECRET}"));
    let mut process = salon.with("PARLOUR_LOG", "trace").serve(&[]);
    let cookie = process.session("desk@test.invalid", "receptionist");
    let asked =
        process.send_request(AppKind::Customer, Method::POST, TOKEN_PATH, |request| request.header("cookie", &cookie));
    let reply = asked.await.unwrap();
    let made = token_request_by_provider_library(&reply.expect_ok());
    assert_eq!(reply.text(), format!(r#"{{"success":true,"data":{made}}}"#));
    process.terminate();
    assert!(process.wait().success());
    let said = process.log_lines().join("\n") + &process.stdout();
    assert!(said.contains(TOKEN_PATH), "the request was to be logged");
    assert!(!said.contains("PLUGH"));
}
