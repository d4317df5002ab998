//! What everyone who works here is told, on the admin app.

use axum::http::Method;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_integrations::realtime::RealtimeKey;
use parlour_testkit::actions::bookings::{create_booking, haircut_request};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{SalonOptions, TestSalon, test_on_both_engines};
use serde_json::json;

const NOTIFICATIONS_PATH: &str = "/api/notifications";
const SUBSCRIBE_PATH: &str = "/api/push/subscribe";
const ENDPOINT: &str = "https://fcm.googleapis.com/fcm/send/dXyz:APA91b";

#[test_on_both_engines]
async fn receptionists_read_and_mark_their_own_notifications() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let other = salon.member("Tara", Role::Receptionist).await;
    let id = create_booking(&asha, &haircut_request()).await;
    let reply = desk.get(NOTIFICATIONS_PATH).await;
    let feed = reply.expect_ok();
    assert_eq!((&feed["unreadCount"], &feed["notifications"][0]["bookingId"]), (&json!(1), &json!(id)));
    assert_eq!(feed["notifications"][0]["type"], "booking_created");
    assert_eq!(reply.json()["meta"], json!({ "page": 1, "totalPages": 1 }));
    let full = desk.get(&format!("{NOTIFICATIONS_PATH}?pageSize=1&page=nonsense")).await;
    assert_eq!(full.json()["meta"], json!({ "page": 1, "totalPages": 2 }));
    assert_eq!(desk.patch(NOTIFICATIONS_PATH, &json!({ "ids": [""] })).await.expect_invalid_fields(), ["ids.0"]);
    let ids = json!({ "ids": [feed["notifications"][0]["id"]] });
    assert_eq!(other.patch(NOTIFICATIONS_PATH, &ids).await.expect_ok(), json!({ "ok": true }));
    assert_eq!(desk.get(NOTIFICATIONS_PATH).await.expect_ok()["unreadCount"], 1);
    desk.patch(NOTIFICATIONS_PATH, &ids).await.expect_ok();
    assert_eq!(desk.get(NOTIFICATIONS_PATH).await.expect_ok()["unreadCount"], 0);
    assert_eq!(other.get(NOTIFICATIONS_PATH).await.expect_ok()["unreadCount"], 1);
    other.send(Method::PATCH, NOTIFICATIONS_PATH, "").await.expect_ok();
    assert_eq!(other.get(NOTIFICATIONS_PATH).await.expect_ok()["unreadCount"], 0);
    // The same person reads the same feed on the other app.
    let at_home = salon.person("Tara", Role::Receptionist, AppKind::Customer).await;
    assert_eq!(at_home.get(NOTIFICATIONS_PATH).await.expect_ok()["notifications"].as_array().unwrap().len(), 1);
}

#[test_on_both_engines]
async fn notification_routes_of_the_admin_app_are_for_staff_only() {
    let salon = TestSalon::open().await;
    let asha = salon.person("Asha", Role::Customer, AppKind::Admin).await;
    for (method, path) in [
        (Method::GET, NOTIFICATIONS_PATH),
        (Method::PATCH, NOTIFICATIONS_PATH),
        (Method::POST, SUBSCRIBE_PATH),
        (Method::DELETE, SUBSCRIBE_PATH),
        (Method::GET, "/api/push/key"),
        (Method::POST, "/api/ably/token"),
        (Method::GET, "/api/me/calendar"),
    ] {
        asha.send(method.clone(), path, "").await.expect_error(403, "FORBIDDEN");
        let stranger = salon.admin_visitor();
        stranger.send(method, path, "").await.expect_error(401, "UNAUTHENTICATED");
    }
}

#[test_on_both_engines]
async fn desk_browsers_are_pushed_to_until_they_unsubscribe() {
    let key = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    let salon = TestSalon::with(SalonOptions { push_key: Some(key.to_owned()), ..SalonOptions::default() }).await;
    let ravi = salon.member("Ravi", Role::Staff).await;
    assert_eq!(ravi.get("/api/push/key").await.expect_ok(), json!({ "publicKey": key }));
    let body = json!({ "endpoint": ENDPOINT, "keys": { "p256dh": "p", "auth": "a" } });
    assert_eq!(ravi.post(SUBSCRIBE_PATH, &body).await.expect_created(), json!({ "ok": true }));
    let active = "select count(*) from push_subscriptions where user_id = $1 and is_active";
    assert_eq!(count_rows(&salon, ravi.id().as_str(), active).await, 1);
    let wrong = ravi.post(SUBSCRIBE_PATH, &json!({ "endpoint": "ftp://x" })).await.expect_invalid_fields();
    assert_eq!(wrong, ["endpoint", "keys", "keys.auth", "keys.p256dh"]);
    let body = json!({ "endpoint": ENDPOINT }).to_string();
    assert_eq!(ravi.send(Method::DELETE, SUBSCRIBE_PATH, body).await.expect_ok(), json!({ "ok": true }));
    assert_eq!(count_rows(&salon, ravi.id().as_str(), active).await, 0);
    let without = TestSalon::open().await;
    let ravi = without.member("Ravi", Role::Staff).await;
    assert_eq!(ravi.get("/api/push/key").await.expect_error(503, "SERVICE_UNAVAILABLE")["retryable"], false);
    ravi.post_empty("/api/ably/token").await.expect_error(503, "SERVICE_UNAVAILABLE");
}

#[test_on_both_engines]
async fn the_desk_may_listen_to_the_salon_channel_and_others_to_their_own() {
    let key = RealtimeKey::new("appid.keyid".to_owned(), "secretvalue");
    let salon = TestSalon::with(SalonOptions { realtime: Some(key), ..SalonOptions::default() }).await;
    for role in [Role::Staff, Role::Receptionist, Role::Developer] {
        let person = salon.member(role.as_str(), role).await;
        let request = person.post_empty("/api/ably/token").await.expect_ok();
        let own = format!(r#""customer:{}:*":["subscribe"]"#, person.id());
        let expected = match role {
            Role::Staff => format!("{{{own}}}"),
            _ => format!(r#"{{"admin:*":["subscribe"],{own}}}"#),
        };
        assert_eq!(request["capability"], expected, "{role}");
        assert_eq!(request["clientId"], person.id().as_str());
    }
}
