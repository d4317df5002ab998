//! Browsers that want to be told at once.

use axum::http::Method;
use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::process::Installation;
use parlour_testkit::{Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::parlour_binary::PARLOUR_BINARY;

const SUBSCRIBE_PATH: &str = "/api/push/subscribe";
const PUBLIC_KEY_PATH: &str = "/api/push/key";
const ENDPOINT: &str = "https://fcm.googleapis.com/fcm/send/dXyz:APA91b";

fn subscription(endpoint: &str) -> Value {
    json!({
        "endpoint": endpoint, "expirationTime": null,
        "keys": { "p256dh": "p256dh-secret", "auth": "auth-secret" },
    })
}

async fn subscribe(person: &Person, endpoint: &str) {
    let reply = person.post(SUBSCRIBE_PATH, &subscription(endpoint)).await;
    assert_eq!(reply.expect_created(), json!({ "ok": true }));
}

async fn post_unsubscribe(person: &Person, body: &Value) -> Reply {
    person.send(Method::DELETE, SUBSCRIBE_PATH, body.to_string()).await
}

async fn unsubscribe_ok(person: &Person, endpoint: &str) {
    let reply = post_unsubscribe(person, &json!({ "endpoint": endpoint })).await;
    assert_eq!(reply.expect_ok(), json!({ "ok": true }));
}

/// Endpoint, whose it is, and whether it is on; by endpoint.
async fn stored_subscriptions(salon: &TestSalon) -> Vec<(String, String, bool)> {
    let rows = salon.app.db.read(|conn| {
        conn.all::<(String, String, bool)>(
            "select endpoint, user_id, is_active from push_subscriptions order by endpoint",
            params![],
        )
    });
    rows.await.unwrap()
}

fn subscription_row(endpoint: &str, person: &Person, is_active: bool) -> (String, String, bool) {
    (endpoint.to_owned(), person.id().as_str().to_owned(), is_active)
}

/// What the log says of subscriptions: what, by whom, and all else that it keeps of them.
async fn audit_entries(salon: &TestSalon) -> Vec<(String, String, String)> {
    let rows = salon.app.db.read(|conn| {
        conn.all::<(String, String, String)>(
            "select action, actor_id, coalesce(before_json, '') || coalesce(after_json, '') from audit_log
             where record_type = 'push_subscription' and concerns_user_id = actor_id order by created_at, id",
            params![],
        )
    });
    rows.await.unwrap()
}

#[test_on_both_engines]
async fn a_browser_subscribes_unsubscribes_and_subscribes_again() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    subscribe(&asha, ENDPOINT).await;
    assert_eq!(stored_subscriptions(&salon).await, [subscription_row(ENDPOINT, &asha, true)]);
    // Browsers repeat themselves, in any spelling.
    subscribe(&asha, ENDPOINT).await;
    subscribe(&asha, "HTTPS://FCM.googleapis.com:443/fcm/send/dXyz:APA91b").await;
    unsubscribe_ok(&asha, "https://fcm.googleapis.com/other").await;
    assert_eq!(stored_subscriptions(&salon).await, [subscription_row(ENDPOINT, &asha, true)]);
    salon.advance_seconds(1);
    unsubscribe_ok(&asha, ENDPOINT).await;
    unsubscribe_ok(&asha, ENDPOINT).await;
    assert_eq!(stored_subscriptions(&salon).await, [subscription_row(ENDPOINT, &asha, false)]);
    salon.advance_seconds(1);
    subscribe(&asha, ENDPOINT).await;
    assert_eq!(stored_subscriptions(&salon).await, [subscription_row(ENDPOINT, &asha, true)]);
    let said: Vec<_> = audit_entries(&salon).await.into_iter().map(|(action, _, kept)| (action, kept)).collect();
    let nothing_kept = |action: &str| (format!("push_subscription.{action}"), String::new());
    assert_eq!(said, ["begin", "end", "begin"].map(nothing_kept));
}

#[test_on_both_engines]
async fn new_keys_of_a_browser_replace_the_old_ones() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    subscribe(&asha, ENDPOINT).await;
    let mut renewed = subscription(ENDPOINT);
    renewed["keys"] = json!({ "p256dh": "p2", "auth": "a2" });
    asha.post(SUBSCRIBE_PATH, &renewed).await.expect_created();
    let keys = salon
        .app
        .db
        .read(|conn| conn.all::<(String, String)>("select p256dh, auth from push_subscriptions", params![]));
    assert_eq!(keys.await.unwrap(), [("p2".to_owned(), "a2".to_owned())]);
    assert_eq!(audit_entries(&salon).await.len(), 2);
}

#[test_on_both_engines]
async fn a_shared_browser_belongs_to_its_last_user() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    subscribe(&asha, ENDPOINT).await;
    unsubscribe_ok(&ravi, ENDPOINT).await;
    assert_eq!(stored_subscriptions(&salon).await, [subscription_row(ENDPOINT, &asha, true)]);
    subscribe(&ravi, ENDPOINT).await;
    assert_eq!(stored_subscriptions(&salon).await, [subscription_row(ENDPOINT, &ravi, true)]);
    unsubscribe_ok(&asha, ENDPOINT).await;
    assert_eq!(stored_subscriptions(&salon).await, [subscription_row(ENDPOINT, &ravi, true)]);
    let export = |person: Person| async move { person.get("/api/profile/export").await.expect_ok() };
    assert_eq!(export(asha).await["pushSubscriptions"], json!([]));
    assert_eq!(export(ravi).await["pushSubscriptions"][0]["endpoint"], ENDPOINT);
}

#[test_on_both_engines]
async fn concurrent_subscriptions_of_one_browser_leave_one() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    let racing: Vec<_> = (0..16)
        .map(|round| {
            let person = if round % 2 == 0 { asha.clone() } else { ravi.clone() };
            tokio::spawn(async move { person.post(SUBSCRIBE_PATH, &subscription(ENDPOINT)).await.status.as_u16() })
        })
        .collect();
    for subscribed in racing {
        assert_eq!(subscribed.await.unwrap(), 201);
    }
    let left = stored_subscriptions(&salon).await;
    assert!(
        left == [subscription_row(ENDPOINT, &asha, true)] || left == [subscription_row(ENDPOINT, &ravi, true)],
        "{left:?}"
    );
    // The log tells of takeovers alone: whoever has it last took it once more often than the other took it back.
    let taken = |person: &Person, log: &[(String, String, String)]| {
        log.iter().filter(|(_, who, _)| who == person.id().as_str()).count()
    };
    let log = audit_entries(&salon).await;
    let (by_asha, by_ravi) = (taken(&asha, &log), taken(&ravi, &log));
    assert!(by_asha.abs_diff(by_ravi) <= 1, "{by_asha} and {by_ravi}");
}

#[test_on_both_engines]
async fn the_oldest_subscriptions_of_a_user_are_removed_beyond_the_limit() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    subscribe(&ravi, "https://push.example.com/ravi").await;
    let endpoint = |number: usize| format!("https://push.example.com/{number:02}");
    for number in 0..20 {
        subscribe(&asha, &endpoint(number)).await;
        salon.advance_seconds(1);
    }
    assert!(stored_subscriptions(&salon).await.iter().all(|(_, _, is_active)| *is_active));
    let active =
        |rows: Vec<(String, String, bool)>| rows.into_iter().filter(|row| row.2).map(|row| row.0).collect::<Vec<_>>();
    // The oldest says again what it says at every visit, and so is not the one that was quiet longest.
    salon.advance_seconds(1);
    subscribe(&asha, &endpoint(0)).await;
    salon.advance_seconds(1);
    subscribe(&asha, &endpoint(20)).await;
    let mut expected: Vec<_> = (0..=20).filter(|number| *number != 1).map(endpoint).collect();
    expected.push("https://push.example.com/ravi".to_owned());
    assert_eq!(active(stored_subscriptions(&salon).await), expected);
    // One that comes back is a new one.
    salon.advance_seconds(1);
    subscribe(&asha, &endpoint(1)).await;
    expected[1] = endpoint(1);
    assert_eq!(active(stored_subscriptions(&salon).await), expected);
    let ended = audit_entries(&salon).await.iter().filter(|(action, ..)| action == "push_subscription.end").count();
    assert_eq!(ended, 2);
}

#[test_on_both_engines]
async fn every_field_is_validated() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let with = |path: &str, value: Value| {
        let mut body = subscription(ENDPOINT);
        *body.pointer_mut(path).unwrap() = value;
        body
    };
    let long = |length: usize| format!("https://push.example.com/{}", "a".repeat(length - 25));
    for (body, invalid_fields) in [
        (json!({}), vec!["endpoint", "keys", "keys.auth", "keys.p256dh"]),
        (json!({ "endpoint": ENDPOINT, "keys": {} }), vec!["keys.auth", "keys.p256dh"]),
        (json!({ "endpoint": "", "keys": { "p256dh": "", "auth": "" } }), vec!["endpoint", "keys.auth", "keys.p256dh"]),
        (with("/endpoint", json!(null)), vec!["endpoint"]),
        (with("/endpoint", json!(5)), vec!["endpoint"]),
        (with("/endpoint", json!("not a url")), vec!["endpoint"]),
        (with("/endpoint", json!("/fcm/send")), vec!["endpoint"]),
        (with("/endpoint", json!("mailto:asha@test.invalid")), vec!["endpoint"]),
        (with("/endpoint", json!("javascript:alert(1)")), vec!["endpoint"]),
        (with("/endpoint", json!("https://asha:secret@push.example.com/")), vec!["endpoint"]),
        (with("/endpoint", json!("https://push.example.com/a\u{0}")), vec!["endpoint"]),
        (with("/endpoint", json!(long(2_001))), vec!["endpoint"]),
        (with("/endpoint", json!(format!("https://push.example.com/{}", "आ".repeat(1_900)))), vec!["endpoint"]),
        (with("/keys", json!(null)), vec!["keys", "keys.auth", "keys.p256dh"]),
        (with("/keys", json!("p256dh")), vec!["keys"]),
        (with("/keys", json!(["p256dh", "auth"])), vec!["keys"]),
        (with("/keys/p256dh", json!(null)), vec!["keys.p256dh"]),
        (with("/keys/p256dh", json!("")), vec!["keys.p256dh"]),
        (with("/keys/p256dh", json!("a".repeat(513))), vec!["keys.p256dh"]),
        (with("/keys/auth", json!("")), vec!["keys.auth"]),
        (with("/keys/auth", json!(7)), vec!["keys.auth"]),
        (with("/keys/auth", json!("a\u{0}b")), vec!["keys.auth"]),
        (with("/keys/auth", json!("a".repeat(513))), vec!["keys.auth"]),
        (json!([]), vec!["body"]),
    ] {
        assert_eq!(asha.post(SUBSCRIBE_PATH, &body).await.expect_invalid_fields(), invalid_fields, "{body}");
    }
    assert_eq!(
        asha.post_empty(SUBSCRIBE_PATH).await.expect_invalid_fields(),
        ["endpoint", "keys", "keys.auth", "keys.p256dh"]
    );
    for body in [json!({}), json!({ "endpoint": "" }), json!({ "endpoint": null }), json!({ "endpoint": 1 })] {
        assert_eq!(post_unsubscribe(&asha, &body).await.expect_invalid_fields(), ["endpoint"], "{body}");
    }
    assert_eq!(asha.send(Method::DELETE, SUBSCRIBE_PATH, "").await.expect_invalid_fields(), ["endpoint"]);
    assert_eq!(stored_subscriptions(&salon).await, []);
    // At the bounds.
    for (number, body) in [
        with("/endpoint", json!(long(2_000))),
        with("/endpoint", json!(long(1_999))),
        with("/keys/p256dh", json!("k")),
        with("/keys/p256dh", json!("a".repeat(512))),
        with("/keys/auth", json!("a".repeat(512))),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(asha.post(SUBSCRIBE_PATH, &body).await.expect_created(), json!({ "ok": true }), "{number}");
    }
    // No address, but something: there is nothing to end.
    for endpoint in [" ", "no address", "https://10.0.0.1/", &"x".repeat(100_000)] {
        unsubscribe_ok(&asha, endpoint).await;
    }
}

#[test_on_both_engines]
async fn in_production_private_addresses_are_refused_as_endpoints() {
    let options = SalonOptions { is_production: true, ..SalonOptions::default() };
    let salon = TestSalon::with(options).await;
    let asha = salon.customer("Asha").await;
    for hostile in [
        "http://fcm.googleapis.com/fcm/send/a",
        "https://localhost/",
        "https://LocalHost./",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[fe80::1]/",
        "https://[fd12::1]/",
        "https://10.0.0.1/",
        "https://172.16.0.1/",
        "https://192.168.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://100.100.100.200/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "https://metadata.google.internal/",
        "https://redis/",
        "https://printer.local/",
        "https://router.home.arpa/",
        "https://ⓛocalhost/",
        "https://fcm.googleapis.com:6379/",
        "https://a@fcm.googleapis.com/",
        "https://127.0.0.1\\@fcm.googleapis.com/",
        "ftp://fcm.googleapis.com/",
        "gopher://fcm.googleapis.com/",
        "file:///etc/passwd",
    ] {
        let refused = asha.post(SUBSCRIBE_PATH, &subscription(hostile)).await;
        assert_eq!(refused.expect_invalid_fields(), ["endpoint"], "{hostile}");
    }
    assert_eq!(stored_subscriptions(&salon).await, []);
    for endpoint in [ENDPOINT, "https://updates.push.services.mozilla.com/wpush/v2/a", "https://web.push.apple.com/a"] {
        subscribe(&asha, endpoint).await;
    }
    let open = TestSalon::open().await;
    let asha = open.customer("Asha").await;
    for endpoint in ["http://127.0.0.1:4000/push", "https://localhost/", "http://redis:6379/"] {
        subscribe(&asha, endpoint).await;
    }
}

#[test_on_both_engines]
async fn subscribing_needs_a_session() {
    let salon = TestSalon::open().await;
    let visitor = salon.visitor();
    visitor.post(SUBSCRIBE_PATH, &subscription(ENDPOINT)).await.expect_error(401, "UNAUTHENTICATED");
    visitor.post(SUBSCRIBE_PATH, &json!({})).await.expect_error(401, "UNAUTHENTICATED");
    post_unsubscribe(&visitor, &json!({ "endpoint": ENDPOINT })).await.expect_error(401, "UNAUTHENTICATED");
    visitor.get(PUBLIC_KEY_PATH).await.expect_error(401, "UNAUTHENTICATED");
    assert_eq!(stored_subscriptions(&salon).await, []);
}

#[test_on_both_engines]
async fn an_erasure_deletes_subscriptions() {
    let salon = TestSalon::open().await;
    for round in 0..4 {
        let asha = salon.customer(&format!("asha{round}")).await;
        let endpoint = format!("https://push.example.com/{round}");
        subscribe(&asha, &endpoint).await;
        let subscribing: Vec<_> = (0..8)
            .map(|number| {
                let (asha, body) = (asha.clone(), subscription(&format!("{endpoint}/{number}")));
                tokio::spawn(async move { asha.post(SUBSCRIBE_PATH, &body).await.status.as_u16() })
            })
            .collect();
        let confirm = json!({ "confirm": format!("asha{round}@test.invalid") });
        asha.post("/api/profile/erase", &confirm).await.expect_ok();
        for subscribed in subscribing {
            let status = subscribed.await.unwrap();
            assert!(status == 201 || status == 401, "{status}");
        }
        assert_eq!(stored_subscriptions(&salon).await, []);
    }
}

#[test_on_both_engines]
async fn the_public_key_is_returned_if_configured() {
    let public = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    let options = SalonOptions { push_key: Some(public.to_owned()), ..SalonOptions::default() };
    let salon = TestSalon::with(options).await;
    let asha = salon.customer("Asha").await;
    assert_eq!(asha.get(PUBLIC_KEY_PATH).await.expect_ok(), json!({ "publicKey": public }));
    let without = TestSalon::open().await;
    let asha = without.customer("Asha").await;
    let error = asha.get(PUBLIC_KEY_PATH).await.expect_error(503, "SERVICE_UNAVAILABLE");
    assert_eq!(error["retryable"], false);
}

/// RFC 8291's own pair, all the way from the setting to the browser; and what is no key.
#[tokio::test]
async fn the_public_key_is_derived_from_the_private_key_setting() {
    let with_key = |key: &str| {
        let salon = Installation::new(PARLOUR_BINARY).with("PARLOUR_VAPID_SUBJECT", "mailto:desk@test.invalid");
        salon.with("PARLOUR_VAPID_PRIVATE_KEY", key)
    };
    let process = with_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").serve(&[]);
    let cookie = process.session("asha@test.invalid", "customer");
    let shown = process.get_as(&cookie, AppKind::Customer, PUBLIC_KEY_PATH).await.expect_ok();
    let public = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    assert_eq!(shown, json!({ "publicKey": public }));
    for command in ["serve", "doctor"] {
        let refused = with_key(&"A".repeat(43)).run(&[command]);
        assert!(!refused.status.success(), "{command}");
        assert!(format!("{refused:?}").contains("PARLOUR_VAPID_PRIVATE_KEY"), "{refused:?}");
    }
}
