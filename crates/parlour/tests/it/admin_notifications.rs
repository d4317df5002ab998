//! What everyone who works here is told, on the admin app.

use axum::http::Method;
use parlour_app::outside::realtime::RealtimeKey;
use parlour_domain::app_side::AppSide;
use parlour_domain::role::Role;
use parlour_testkit::{SalonOptions, TestSalon, test_on_both_engines};
use serde_json::json;

use crate::desk_bookings::receptionist;
use crate::small_salon::{books, count, haircut, small_salon};

const FEED: &str = "/api/notifications";
const SUBSCRIBE: &str = "/api/push/subscribe";
const ENDPOINT: &str = "https://fcm.googleapis.com/fcm/send/dXyz:APA91b";

#[test_on_both_engines]
async fn the_desk_reads_and_marks_its_own_feed() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let other = salon.member("Tara", Role::Receptionist).await;
    let id = books(&asha, &haircut()).await;
    let reply = desk.get(FEED).await;
    let feed = reply.expect_ok();
    assert_eq!((&feed["unreadCount"], &feed["notifications"][0]["bookingId"]), (&json!(1), &json!(id)));
    assert_eq!(feed["notifications"][0]["type"], "booking_created");
    assert_eq!(reply.json()["meta"], json!({ "page": 1, "totalPages": 1 }));
    let full = desk.get(&format!("{FEED}?pageSize=1&page=nonsense")).await;
    assert_eq!(full.json()["meta"], json!({ "page": 1, "totalPages": 2 }));
    assert_eq!(desk.patch(FEED, &json!({ "ids": [""] })).await.expect_invalid(), ["ids.0"]);
    let ids = json!({ "ids": [feed["notifications"][0]["id"]] });
    assert_eq!(other.patch(FEED, &ids).await.expect_ok(), json!({ "ok": true }));
    assert_eq!(desk.get(FEED).await.expect_ok()["unreadCount"], 1);
    desk.patch(FEED, &ids).await.expect_ok();
    assert_eq!(desk.get(FEED).await.expect_ok()["unreadCount"], 0);
    assert_eq!(other.get(FEED).await.expect_ok()["unreadCount"], 1);
    other.send(Method::PATCH, FEED, "").await.expect_ok();
    assert_eq!(other.get(FEED).await.expect_ok()["unreadCount"], 0);
    // The same person reads the same feed on the other app.
    let at_home = salon.person("Tara", Role::Receptionist, AppSide::Customer).await;
    assert_eq!(at_home.get(FEED).await.expect_ok()["notifications"].as_array().unwrap().len(), 1);
}

#[test_on_both_engines]
async fn these_routes_are_for_those_who_work_here() {
    let salon = TestSalon::open().await;
    let asha = salon.person("Asha", Role::Customer, AppSide::Admin).await;
    for (method, path) in [
        (Method::GET, FEED),
        (Method::PATCH, FEED),
        (Method::POST, SUBSCRIBE),
        (Method::DELETE, SUBSCRIBE),
        (Method::GET, "/api/push/key"),
        (Method::POST, "/api/ably/token"),
        (Method::GET, "/api/me/calendar"),
    ] {
        asha.send(method.clone(), path, "").await.expect_error(403, "FORBIDDEN");
        let stranger = salon.stranger_at_the_desk();
        stranger.send(method, path, "").await.expect_error(401, "UNAUTHENTICATED");
    }
}

#[test_on_both_engines]
async fn browsers_at_the_desk_are_told_until_they_are_not() {
    let key = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    let salon =
        TestSalon::with(SalonOptions { push_key: Some(key.to_owned()), ..SalonOptions::default() }).await;
    let ravi = salon.member("Ravi", Role::Staff).await;
    assert_eq!(ravi.get("/api/push/key").await.expect_ok(), json!({ "publicKey": key }));
    let body = json!({ "endpoint": ENDPOINT, "keys": { "p256dh": "p", "auth": "a" } });
    assert_eq!(ravi.post(SUBSCRIBE, &body).await.expect_created(), json!({ "ok": true }));
    let active = "select count(*) from push_subscriptions where user_id = $1 and is_active";
    assert_eq!(count(&salon, ravi.id().as_str(), active).await, 1);
    let wrong = ravi.post(SUBSCRIBE, &json!({ "endpoint": "ftp://x" })).await.expect_invalid();
    assert_eq!(wrong, ["endpoint", "keys", "keys.auth", "keys.p256dh"]);
    let body = json!({ "endpoint": ENDPOINT }).to_string();
    assert_eq!(ravi.send(Method::DELETE, SUBSCRIBE, body).await.expect_ok(), json!({ "ok": true }));
    assert_eq!(count(&salon, ravi.id().as_str(), active).await, 0);
    let without = TestSalon::open().await;
    let ravi = without.member("Ravi", Role::Staff).await;
    assert_eq!(ravi.get("/api/push/key").await.expect_error(503, "SERVICE_UNAVAILABLE")["retryable"], false);
    ravi.press("/api/ably/token").await.expect_error(503, "SERVICE_UNAVAILABLE");
}

#[test_on_both_engines]
async fn the_desk_hears_the_salon_and_others_hear_what_is_theirs() {
    let key = RealtimeKey::new("appid.keyid".to_owned(), "secretvalue");
    let salon = TestSalon::with(SalonOptions { realtime: Some(key), ..SalonOptions::default() }).await;
    for role in [Role::Staff, Role::Receptionist, Role::Developer] {
        let person = salon.member(role.as_str(), role).await;
        let request = person.press("/api/ably/token").await.expect_ok();
        let own = format!(r#""customer:{}:*":["subscribe"]"#, person.id());
        let expected = match role {
            Role::Staff => format!("{{{own}}}"),
            _ => format!(r#"{{"admin:*":["subscribe"],{own}}}"#),
        };
        assert_eq!(request["capability"], expected, "{role}");
        assert_eq!(request["clientId"], person.id().as_str());
    }
}
