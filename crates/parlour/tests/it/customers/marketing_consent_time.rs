//! `marketingConsentAt` is null while there is no consent.

use parlour_db::params;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const MORNING: &str = "2027-03-01T04:30:00.000Z";
const A_MINUTE_LATER: &str = "2027-03-01T04:31:00.000Z";

async fn onboard(person: &Person, consent: bool) -> Value {
    let body = json!({
        "phone": "98765 43210", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": consent,
    });
    person.post("/api/onboarding/complete", &body).await.expect_ok()["profile"].clone()
}

async fn change(person: &Person, patch: Value) -> Value {
    person.patch("/api/profile", &patch).await.expect_ok()["profile"].clone()
}

async fn answers(salon: &TestSalon, person: &Person) -> Vec<bool> {
    let user = person.id().clone();
    let read = salon.app.db.read(move |conn| parlour_store::customers::consents::list_by_user(conn, &user));
    read.await.unwrap().into_iter().map(|answer| answer.given).collect()
}

#[test_on_both_engines]
async fn a_refusal_has_no_consent_time_and_is_recorded_once() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    assert_eq!(onboard(&asha, false).await["marketingConsentAt"], Value::Null);
    assert_eq!(onboard(&asha, false).await["marketingConsentAt"], Value::Null);
    assert_eq!(answers(&salon, &asha).await, [false]);

    salon.advance_seconds(60);
    assert_eq!(change(&asha, json!({ "marketingConsent": true })).await["marketingConsentAt"], A_MINUTE_LATER);
    salon.advance_seconds(60);
    let profile = change(&asha, json!({ "marketingConsent": false })).await;
    assert_eq!(profile["marketingConsentAt"], Value::Null);
    assert_eq!(answers(&salon, &asha).await, [false, true, false]);
}

#[test_on_both_engines]
async fn a_consent_that_a_date_of_birth_takes_away_has_no_time() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    assert_eq!(onboard(&asha, true).await["marketingConsentAt"], MORNING);
    let profile = change(&asha, json!({ "dateOfBirth": "2015-01-01" })).await;
    assert_eq!(profile["marketingConsent"], false);
    assert_eq!(profile["marketingConsentAt"], Value::Null);
}

#[test_on_both_engines]
async fn a_stored_time_without_consent_reads_as_null() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    onboard(&asha, false).await;
    let (user, at) = (asha.id().clone(), salon.app.clock.now());
    let store_time = salon.app.db.write(move |tx| {
        tx.execute("update profiles set marketing_consent_at = $2 where user_id = $1", params![user, at])
    });
    assert_eq!(store_time.await.unwrap(), 1);
    let profile = &asha.get("/api/profile").await.expect_ok()["profile"];
    assert_eq!(profile["marketingConsentAt"], Value::Null);
}
