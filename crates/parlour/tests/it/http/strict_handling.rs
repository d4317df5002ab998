//! `Prefer: handling=strict`: unknown body fields are refused.

use parlour_testkit::actions::customers::CUSTOMERS_PATH;
use parlour_testkit::actions::people::receptionist;
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
