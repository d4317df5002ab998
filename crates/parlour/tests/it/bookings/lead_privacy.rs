//! What a customer says of the lead that a visit came of is not who they are.

use parlour_testkit::actions::bookings::{create_booking, haircut_request, haircut_request_with};
use parlour_testkit::actions::notifications::notified_users;
use parlour_testkit::checks::database::find_text;
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::json;

async fn create_lead(salon: &TestSalon) -> String {
    let lead = json!({ "name": "Meera Menon", "phone": "9812345678", "email": "meera@test.invalid" });
    let left = salon.visitor().post("/api/leads", &lead).await.expect_created();
    left["leadId"].as_str().unwrap().to_owned()
}

async fn own_export(person: &Person) -> String {
    person.get("/api/profile/export").await.expect_ok().to_string()
}

#[test_on_both_engines]
async fn naming_another_person_s_lead_neither_exports_nor_erases_it() {
    let salon = small_salon().await;
    let lead = create_lead(&salon).await;
    let asha = salon.customer("Asha").await;
    create_booking(&asha, &haircut_request_with("leadId", lead.as_str())).await;
    let export = own_export(&asha).await;
    assert!(!export.contains("Meera") && !export.contains("9812345678"), "{export}");
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    let kept = find_text(&salon, &["Meera Menon", "meera@test.invalid"]).await;
    assert_eq!(kept.len(), 3, "{kept:?}");
}

#[test_on_both_engines]
async fn the_desk_is_notified_of_bookings_cancelled_by_an_erasure() {
    let salon = small_salon().await;
    let ravi = salon.member("Ravi", parlour_domain::auth::role::Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    assert_eq!(notified_users(&salon, &id, "booking_created").await, Vec::<String>::new());
    assert_eq!(notified_users(&salon, &id, "booking_cancelled").await, [ravi.id().as_str()]);
}
