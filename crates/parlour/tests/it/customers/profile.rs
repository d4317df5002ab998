//! What people tell about themselves: onboarding, the profile, and all of it to take along.

use parlour_db::{DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::customer::PRIVACY_NOTICE_VERSION;
use parlour_testkit::fixtures::customer_records::{CustomerRecords, insert_customer_records};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const ONBOARDING_PATH: &str = "/api/onboarding/complete";
const PROFILE_PATH: &str = "/api/profile";

fn onboarding_body() -> Value {
    json!({ "phone": "98765 43210", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": true })
}

fn onboarding_body_with(name: &str, value: impl Into<Value>) -> Value {
    let mut told = onboarding_body();
    told[name] = value.into();
    told
}

#[track_caller]
fn profile_of_reply(reply: &Reply) -> Value {
    reply.expect_ok()["profile"].clone()
}

/// Every yes and no on file: whether it is one, the notice it answers, and its time.
async fn consents(salon: &TestSalon, person: &Person) -> Vec<(bool, String, String)> {
    let user = person.id().clone();
    let read = salon.app.db.read(move |conn| parlour_store::customers::consents::list_by_user(conn, &user));
    let consents = read.await.expect("consents").into_iter();
    consents.map(|one| (one.given, one.notice_version, one.recorded_at.to_string())).collect()
}

#[test_on_both_engines]
async fn onboarding_finishes_the_profile() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    let row = profile_of_reply(&asha.post(ONBOARDING_PATH, &onboarding_body()).await);
    assert!(row["id"].as_str().is_some_and(|id| !id.is_empty() && id != asha.id().as_str()));
    assert_eq!(
        row,
        json!({
            "id": row["id"], "userId": asha.id().as_str(), "phone": "+919876543210", "gender": "female",
            "dateOfBirth": "1990-05-17", "marketingConsent": true, "marketingConsentAt": "2027-03-01T04:30:00.000Z",
            "appointmentRemindersEnabled": true, "membershipAlertsEnabled": true, "language": "en", "acquisitionSource": null,
            "utmCampaign": null, "utmMedium": null, "utmSource": null, "firstVisitAt": null, "lastVisitAt": null,
            "totalVisits": 0, "totalSpentPaise": 0, "noshowCount": 0, "lateCancellationCount": 0,
            "consecutiveCompletedBookings": 0, "bookingRequiresApproval": false,
            "createdAt": "2027-03-01T04:30:00.000Z", "updatedAt": "2027-03-01T04:30:00.000Z",
        })
    );
    assert_eq!(profile_of_reply(&asha.get(PROFILE_PATH).await), row);
    assert_eq!(asha.get("/api/auth/session").await.expect_ok()["user"]["onboarded"], true);
}

#[test_on_both_engines]
async fn onboarding_needs_a_session() {
    let salon = TestSalon::open().await;
    salon.visitor().post(ONBOARDING_PATH, &onboarding_body()).await.expect_error(401, "UNAUTHENTICATED");
    let ravi = salon.member("Ravi", Role::Owner).await;
    ravi.post(ONBOARDING_PATH, &onboarding_body()).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn all_invalid_fields_are_reported_together() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let required = ["dateOfBirth", "gender", "marketingConsent", "phone"];
    assert_eq!(asha.post(ONBOARDING_PATH, &json!({})).await.expect_invalid_fields(), required);
    let nothing = json!({ "phone": null, "dateOfBirth": null, "gender": null, "marketingConsent": null });
    assert_eq!(asha.post(ONBOARDING_PATH, &nothing).await.expect_invalid_fields(), required);
    let long = "x".repeat(121);
    let all_wrong = json!({
        "phone": "12345", "dateOfBirth": "2027-02-30", "gender": "robot", "marketingConsent": "yes",
        "appointmentRemindersEnabled": 1, "membershipAlertsEnabled": "no", "acquisitionSource": 7, "utmSource": long,
        "utmMedium": "a\u{0}b", "utmCampaign": ["x"],
    });
    let all = [
        "acquisitionSource",
        "appointmentRemindersEnabled",
        "dateOfBirth",
        "gender",
        "marketingConsent",
        "membershipAlertsEnabled",
        "phone",
        "utmCampaign",
        "utmMedium",
        "utmSource",
    ];
    assert_eq!(asha.post(ONBOARDING_PATH, &all_wrong).await.expect_invalid_fields(), all);
    assert_eq!(asha.get("/api/auth/session").await.expect_ok()["user"]["onboarded"], false);
    assert_eq!(profile_of_reply(&asha.get(PROFILE_PATH).await)["phone"], Value::Null, "nothing was kept");
}

#[test_on_both_engines]
async fn every_field_is_validated() {
    let salon = TestSalon::open_at("2027-03-01 03:00").await;
    let asha = salon.customer("Asha").await;
    let today = "2027-03-01";
    for (field, bad) in [
        ("phone", json!("5876543210")),
        ("phone", json!("987654321")),
        ("phone", json!("919876543210")),
        ("phone", json!("+1 98765 43210")),
        ("phone", json!(9_876_543_210_i64)),
        ("dateOfBirth", json!(today)),
        ("dateOfBirth", json!("2027-03-02")),
        ("dateOfBirth", json!("17-05-1990")),
        ("dateOfBirth", json!("1990-5-17")),
        ("dateOfBirth", json!("1990-05-17T00:00:00Z")),
        ("dateOfBirth", json!("1991-02-29")),
        ("gender", json!("Female")),
        ("gender", json!("")),
        ("marketingConsent", json!(1)),
        ("appointmentRemindersEnabled", json!("true")),
    ] {
        let refused = asha.post(ONBOARDING_PATH, &onboarding_body_with(field, bad.clone())).await;
        assert_eq!(refused.expect_invalid_fields(), [field], "{bad}");
    }
    for (field, typed, kept) in [
        ("phone", "09876543210", "+919876543210"),
        ("phone", "+91 98765-43210", "+919876543210"),
        ("dateOfBirth", "2027-02-28", "2027-02-28"),
        ("dateOfBirth", "1992-02-29", "1992-02-29"),
        ("gender", "male", "male"),
        ("gender", "other", "other"),
        ("gender", "undisclosed", "undisclosed"),
        ("acquisitionSource", "friend", "friend"),
        ("utmSource", "insta", "insta"),
        ("utmMedium", "story", "story"),
        ("utmCampaign", "holi", "holi"),
    ] {
        assert_eq!(
            profile_of_reply(&asha.post(ONBOARDING_PATH, &onboarding_body_with(field, typed)).await)[field],
            kept
        );
    }
    for malformed in ["", "{", "[]", "\"text\"", "null"] {
        let reply = asha.send(axum::http::Method::POST, ONBOARDING_PATH, malformed).await;
        reply.expect_error(400, "VALIDATION_ERROR");
    }
}

#[test_on_both_engines]
async fn a_second_onboarding_updates() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    let first = profile_of_reply(
        &asha.post(ONBOARDING_PATH, &onboarding_body_with("appointmentRemindersEnabled", false)).await,
    );
    assert_eq!(first["appointmentRemindersEnabled"], false);
    salon.advance_seconds(60);
    let second = json!({
        "phone": "8876543210", "dateOfBirth": "1991-01-02", "gender": "other", "marketingConsent": false,
        "membershipAlertsEnabled": false, "unknown": "ignored",
    });
    let row = profile_of_reply(&asha.post(ONBOARDING_PATH, &second).await);
    assert_eq!((&row["id"], &row["createdAt"]), (&first["id"], &first["createdAt"]));
    assert_eq!((&row["phone"], &row["gender"]), (&"+918876543210".into(), &"other".into()));
    assert_eq!((&row["dateOfBirth"], &row["membershipAlertsEnabled"]), (&"1991-01-02".into(), &false.into()));
    assert_eq!(row["marketingConsent"], false);
    assert_eq!(row["updatedAt"], "2027-03-01T04:31:00.000Z");
}

#[test_on_both_engines]
async fn consent_stores_its_time_and_the_version_of_the_privacy_notice() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    let version = || PRIVACY_NOTICE_VERSION.to_owned();
    asha.post(ONBOARDING_PATH, &onboarding_body()).await.expect_ok();
    let yes = (true, version(), "2027-03-01T04:30:00.000Z".to_owned());
    assert_eq!(consents(&salon, &asha).await, std::slice::from_ref(&yes));

    salon.advance_seconds(60);
    let row = profile_of_reply(&asha.post(ONBOARDING_PATH, &onboarding_body()).await);
    assert_eq!(row["marketingConsentAt"], "2027-03-01T04:30:00.000Z", "the same yes is the same consent");
    assert_eq!(consents(&salon, &asha).await, std::slice::from_ref(&yes));

    let row = profile_of_reply(&asha.patch(PROFILE_PATH, &json!({ "marketingConsent": false })).await);
    assert_eq!(row["marketingConsent"], false);
    let no = (false, version(), "2027-03-01T04:31:00.000Z".to_owned());
    assert_eq!(consents(&salon, &asha).await, [yes, no]);
}

#[test_on_both_engines]
async fn marketing_consent_of_a_minor_is_not_stored() {
    let salon = TestSalon::open_at("2027-03-01 00:10").await;
    for (name, born, given) in
        [("Tara", "2009-03-02", false), ("Asha", "2009-03-01", true), ("Mina", "2026-12-31", false)]
    {
        let someone = salon.customer(name).await;
        let row = profile_of_reply(&someone.post(ONBOARDING_PATH, &onboarding_body_with("dateOfBirth", born)).await);
        assert_eq!(row["marketingConsent"], given, "{name}");
        assert_eq!(consents(&salon, &someone).await[0].0, given, "{name}");
    }
    let tara = salon.customer("Tara").await;
    let row = profile_of_reply(&tara.patch(PROFILE_PATH, &json!({ "marketingConsent": true })).await);
    assert_eq!(row["marketingConsent"], false, "nor by a later wish");
    salon.advance_seconds(24 * 60 * 60);
    let row = profile_of_reply(&tara.patch(PROFILE_PATH, &json!({ "marketingConsent": true })).await);
    assert_eq!(row["marketingConsent"], true, "until the eighteenth birthday");

    let asha = salon.customer("Asha").await;
    let row = profile_of_reply(&asha.patch(PROFILE_PATH, &json!({ "dateOfBirth": "2015-01-01" })).await);
    assert_eq!(row["marketingConsent"], false, "a corrected date of birth takes the consent away");
}

#[test_on_both_engines]
async fn several_customers_may_have_the_same_phone() {
    let salon = TestSalon::open().await;
    for name in ["Asha", "Tara"] {
        let row = profile_of_reply(&salon.customer(name).await.post(ONBOARDING_PATH, &onboarding_body()).await);
        assert_eq!(row["phone"], "+919876543210");
    }
}

#[test_on_both_engines]
async fn a_profile_can_be_seen_and_changed_before_onboarding() {
    let salon = TestSalon::open().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let row = profile_of_reply(&asha.get(PROFILE_PATH).await);
    assert_eq!(row.as_object().map(serde_json::Map::len), Some(24), "every field is there");
    assert_eq!((&row["phone"], &row["marketingConsent"]), (&Value::Null, &false.into()));
    assert_eq!((&row["appointmentRemindersEnabled"], &row["membershipAlertsEnabled"]), (&true.into(), &true.into()));
    let row = profile_of_reply(&tara.patch(PROFILE_PATH, &json!({ "phone": "9876543210" })).await);
    assert_eq!(row["phone"], "+919876543210");
    assert_eq!(tara.get("/api/auth/session").await.expect_ok()["user"]["onboarded"], false);
    salon.visitor().get(PROFILE_PATH).await.expect_error(401, "UNAUTHENTICATED");
    salon.visitor().patch(PROFILE_PATH, &json!({})).await.expect_error(401, "UNAUTHENTICATED");
}

#[test_on_both_engines]
async fn a_patch_keeps_the_fields_it_does_not_name() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    let before = profile_of_reply(&asha.post(ONBOARDING_PATH, &onboarding_body_with("utmSource", "insta")).await);
    assert_eq!(profile_of_reply(&asha.patch(PROFILE_PATH, &json!({})).await), before);
    salon.advance_seconds(60);
    for (field, value) in [
        ("phone", json!("+918876543210")),
        ("gender", json!("undisclosed")),
        ("dateOfBirth", json!("1991-01-02")),
        ("marketingConsent", json!(false)),
        ("appointmentRemindersEnabled", json!(false)),
        ("membershipAlertsEnabled", json!(false)),
    ] {
        let mut patch = json!({ "gender": null, "id": "x", "userId": "x", "totalVisits": 99, "noshowCount": 9 });
        patch[field] = value.clone();
        let row = profile_of_reply(&asha.patch(PROFILE_PATH, &patch).await);
        assert_eq!(row[field], value);
        assert_eq!((&row["id"], &row["totalVisits"]), (&before["id"], &0.into()));
    }
    let after = profile_of_reply(&asha.get(PROFILE_PATH).await);
    assert_eq!((&after["utmSource"], &after["createdAt"]), (&before["utmSource"], &before["createdAt"]));
    assert_eq!(after["updatedAt"], "2027-03-01T04:31:00.000Z");

    let wrong = json!({ "name": " ", "phone": "1", "gender": 1, "dateOfBirth": "3000-01-01", "marketingConsent": 0 });
    let names = ["dateOfBirth", "gender", "marketingConsent", "name", "phone"];
    assert_eq!(asha.patch(PROFILE_PATH, &wrong).await.expect_invalid_fields(), names);
    let long = json!({ "name": "x".repeat(121) });
    assert_eq!(asha.patch(PROFILE_PATH, &long).await.expect_invalid_fields(), ["name"]);
    assert_eq!(profile_of_reply(&asha.get(PROFILE_PATH).await), after);
}

#[test_on_both_engines]
async fn a_changed_name_is_shown_in_the_session() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    asha.patch(PROFILE_PATH, &json!({ "name": "  आशा राव " })).await.expect_ok();
    assert_eq!(asha.get("/api/auth/session").await.expect_ok()["user"]["name"], "आशा राव");
    let desk = salon.person("Asha", Role::Customer, AppKind::Admin).await;
    assert_eq!(desk.get("/api/auth/session").await.expect_ok()["user"]["name"], "आशा राव");
}

#[test_on_both_engines]
async fn the_export_has_all_own_records_and_no_others() {
    let salon = TestSalon::demo().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    // They share a phone, which proves nothing: a lead with that number may be the other's.
    for someone in [&asha, &tara] {
        someone.post(ONBOARDING_PATH, &onboarding_body_with("phone", "9812345678")).await.expect_ok();
    }
    insert_customer_records(&salon, &CustomerRecords::of(&asha, "asha@test.invalid", "Mine")).await;
    insert_customer_records(&salon, &CustomerRecords::of(&tara, "tara@test.invalid", "Theirs")).await;
    salon.visitor().get("/api/profile/export").await.expect_error(401, "UNAUTHENTICATED");

    let reply = asha.get("/api/profile/export").await;
    let data = reply.expect_ok();
    assert_eq!(data["user"]["email"], "asha@test.invalid");
    assert_eq!(data["profile"]["phone"], "+919812345678");
    assert_eq!(data["taxNumbers"][0]["gstin"], "27ABCDE1234F1Z5");
    assert_eq!(data["consents"].as_array().map(Vec::len), Some(1));
    let text = reply.text();
    for kept in CustomerRecords::EXPORTED {
        assert!(text.contains(&format!("Mine {kept}")), "{kept} is missing: {text}");
    }
    for foreign in ["Theirs", "tara", "Tara", tara.id().as_str(), tara.token()] {
        assert!(!text.contains(foreign), "{foreign} is somebody else's");
    }
    assert!(!text.contains(asha.token()), "nor is a secret in it");

    let hashes = salon
        .app
        .db
        .read(|conn| -> Result<Vec<(String,)>, DbError> { conn.all("select token_hash from sessions", params![]) });
    for (hash,) in hashes.await.expect("the sessions") {
        assert!(!text.contains(&hash));
    }
}
