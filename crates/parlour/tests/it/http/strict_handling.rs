//! `Prefer: handling=strict`: unknown body fields are refused.

use axum::http::Method;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{create_booking, haircut_request_with};
use parlour_testkit::actions::customers::CUSTOMERS_PATH;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::json::with_field;
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::{TestSalon, test_on_both_engines};
use serde_json::json;

#[test_on_both_engines]
async fn unknown_fields_are_refused_only_on_request() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let body = json!({ "name": "Bina", "phone": "9876543210", "nickname": "B", "notes": null });
    desk.post(CUSTOMERS_PATH, &body).await.expect_created();
    for lenient in ["handling=lenient", "respond-async", "handling=lenient, handling=strict"] {
        let desk = desk.clone().with_header("prefer", lenient);
        desk.post(CUSTOMERS_PATH, &body).await.expect_created();
    }
    for strict in ["handling=strict", "Handling=\"Strict\"", "wait=5, handling=strict; foo=bar"] {
        let desk = desk.clone().with_header("prefer", strict);
        let refused = desk.post(CUSTOMERS_PATH, &body).await;
        assert_eq!(refused.expect_invalid_fields(), ["nickname", "notes"], "{strict}");
        let both = json!({ "name": "", "phone": "9876543210", "nickname": "B" });
        assert_eq!(desk.post(CUSTOMERS_PATH, &both).await.expect_invalid_fields(), ["name", "nickname"]);
        let known = json!({ "name": "Bina", "phone": "9876543210", "email": null });
        desk.post(CUSTOMERS_PATH, &known).await.expect_created();
    }
}

#[test_on_both_engines]
async fn fields_inside_objects_and_lists_are_checked_too() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await.with_header("prefer", "handling=strict");
    let body = json!({
        "endpoint": "https://push.example.com/x", "keys": { "p256dh": "x", "auth": "y", "extra": 1 }, "expirationTime": null,
    });
    let fields = asha.post("/api/push/subscribe", &body).await.expect_invalid_fields();
    for field in ["expirationTime", "keys.extra"] {
        assert!(fields.iter().any(|name| name == field), "{field} is not in {fields:?}");
    }
    let profile = asha.patch("/api/profile", &json!({ "language": "hi", "lang": "hi" })).await;
    assert_eq!(profile.expect_invalid_fields(), ["lang"]);
    assert_eq!(asha.get("/api/profile").await.expect_ok()["profile"]["language"], "en");
    let changed = asha.patch("/api/profile", &json!({ "language": "hi" })).await.expect_ok();
    assert_eq!(changed["profile"]["language"], "hi");
}

/// A body that nobody expects, sent all the same.
#[test_on_both_engines]
async fn a_request_without_a_body_names_the_fields_of_one_only_on_request() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let (owner, meera) = (salon.member("Olga", Role::Owner).await, salon.member("Meera", Role::Manager).await);
    let kiran = salon.member("Kiran", Role::Staff).await;
    let unknown = json!({ "reason": "Late", "note": null }).to_string();
    for (person, method, path) in [
        (&asha, Method::POST, "/api/auth/sign-out"),
        (&asha, Method::POST, "/api/auth/sign-out-everywhere"),
        (&asha, Method::DELETE, "/api/auth/sessions/nope"),
        (&asha, Method::POST, "/api/ably/token"),
        (&asha, Method::DELETE, "/api/profile/calendar"),
        (&asha, Method::GET, "/api/profile"),
        (&asha, Method::GET, "/api/services"),
        (&kiran, Method::DELETE, "/api/me/calendar"),
        (&kiran, Method::DELETE, "/api/me/leave/nope"),
        (&desk, Method::DELETE, "/api/desk/blocks/nope"),
        (&desk, Method::DELETE, "/api/customers/nope/tags/nope"),
        (&desk, Method::GET, "/api/bookings"),
        (&meera, Method::DELETE, "/api/schedule/holidays/nope"),
        (&meera, Method::DELETE, "/api/services/nope/image"),
        (&meera, Method::DELETE, "/api/staff/nope/image"),
        (&owner, Method::DELETE, "/api/branches/nope/logo"),
        (&owner, Method::DELETE, "/api/users/nope"),
    ] {
        let strict = person.clone().with_header("prefer", "handling=strict");
        let refused = strict.send(method.clone(), path, unknown.clone()).await;
        assert_eq!(refused.expect_invalid_fields(), ["note", "reason"], "{method} {path}");
        for body in ["{bad", "[]", "1"] {
            let refused = strict.send(method.clone(), path, body).await;
            assert_eq!(refused.expect_invalid_fields(), ["body"], "{method} {path} {body}");
        }
    }
    // Nobody was signed out; and without the header nobody looks at it.
    let strict = asha.clone().with_header("prefer", "handling=strict");
    strict.send(Method::GET, "/api/profile", "{}").await.expect_ok();
    asha.send(Method::GET, "/api/profile", unknown.clone()).await.expect_ok();
    kiran.send(Method::DELETE, "/api/me/leave/nope", "{bad").await.expect_error(404, "NOT_FOUND");
    asha.send(Method::POST, "/api/auth/sign-out", unknown).await.expect_ok();
}

/// Also of a request that has no fields the body is read, and a refused one changes nothing.
#[test_on_both_engines]
async fn a_request_without_fields_reads_its_body() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let (owner, developer) = (salon.member("Olga", Role::Owner).await, salon.member("Dev", Role::Developer).await);
    let kiran = salon.member("Kiran", Role::Staff).await;
    let visit = with_field(haircut_request_with("customerId", asha.id().as_str()), "staffId", STYLIST);
    let id = create_booking(&desk, &visit).await;
    let of_booking = |act: &str| format!("/api/bookings/{id}/{act}");
    for (person, path) in [
        (&desk, of_booking("arrive")),
        (&desk, of_booking("undo")),
        (&desk, of_booking("start")),
        (&desk, of_booking("noshow")),
        (&asha, of_booking("accept-time")),
        (&asha, of_booking("decline-time")),
        (&desk, "/api/billing/invoices/nope/send".to_owned()),
        (&owner, format!("/api/users/{}/sign-out", asha.id())),
        (&developer, "/api/integrations/email/test".to_owned()),
        (&developer, "/api/integrations/queue/nope/retry".to_owned()),
        (&asha, "/api/profile/calendar".to_owned()),
        (&kiran, "/api/me/calendar".to_owned()),
    ] {
        for body in ["{bad", "[]", "1"] {
            assert_eq!(person.send(Method::POST, &path, body).await.expect_invalid_fields(), ["body"], "{path} {body}");
        }
        let strict = person.clone().with_header("prefer", "handling=strict");
        let unknown = json!({ "reason": "Late", "note": null });
        assert_eq!(strict.post(&path, &unknown).await.expect_invalid_fields(), ["note", "reason"], "{path}");
    }
    assert_eq!(asha.get("/api/profile/calendar").await.expect_ok(), json!({ "calendar": null }));
    let row = desk.get(&format!("/api/bookings/{id}")).await.expect_ok();
    assert_eq!((&row["booking"]["status"], &row["booking"]["arrivedAt"]), (&json!("confirmed"), &json!(null)));
    let strict = desk.clone().with_header("prefer", "handling=strict");
    for (person, act, body) in
        [(&strict, "arrive", "{}"), (&strict, "undo", ""), (&desk, "arrive", "{\"note\": 1}"), (&desk, "start", "null")]
    {
        person.send(Method::POST, &of_booking(act), body).await.expect_ok();
    }
}
