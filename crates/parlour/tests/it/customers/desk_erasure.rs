//! A manager erases a customer who never signed in.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::customers::CUSTOMERS_PATH;
use parlour_testkit::actions::people::{manager_mira, receptionist, sign_in_through_provider};
use parlour_testkit::checks::database::{count_rows, find_text};
use parlour_testkit::fixtures::customer_records::{CustomerRecords, insert_membership};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const NAME: &str = "Bina Raghunath";
const PHONE: &str = "+919812345678";

async fn add_bina(desk: &Person) -> String {
    let bina = json!({ "name": NAME, "phone": PHONE, "email": "bina@test.invalid" });
    let id = desk.post(CUSTOMERS_PATH, &bina).await.expect_created()["customer"]["id"].as_str().unwrap().to_owned();
    let contact = json!({ "legalName": NAME, "billingAddress": format!("{NAME}, Pune"), "pinnedNote": format!("{NAME} {PHONE}") });
    desk.patch(&format!("{CUSTOMERS_PATH}/{id}/contact"), &contact).await.expect_ok();
    id
}

async fn post_erasure(person: &Person, id: &str, confirm: impl Into<Value>) -> Reply {
    person.post(&format!("{CUSTOMERS_PATH}/{id}/erase"), &json!({ "confirm": confirm.into() })).await
}

#[test_on_both_engines]
async fn a_manager_erases_somebody_who_never_signed_in() {
    let salon = TestSalon::open().await;
    let (desk, mira) = (receptionist(&salon).await, manager_mira(&salon).await);
    let id = add_bina(&desk).await;
    assert!(!find_text(&salon, &[NAME, "9812345678"]).await.is_empty());
    for wrong in [json!(""), json!(NAME), json!("9812345679"), json!(true), Value::Null, json!([PHONE])] {
        assert_eq!(post_erasure(&mira, &id, wrong).await.expect_invalid_fields(), ["confirm"]);
    }
    assert_eq!(post_erasure(&mira, &id, "98123 45678").await.expect_ok(), json!({ "ok": true }));
    let left = find_text(&salon, &[NAME, "bina@test.invalid", "9812345678"]).await;
    assert!(left.is_empty(), "{left:?}");
    mira.get(&format!("{CUSTOMERS_PATH}/{id}")).await.expect_error(404, "NOT_FOUND");
    post_erasure(&mira, &id, PHONE).await.expect_error(404, "NOT_FOUND");
    assert_eq!(count_rows(&salon, "user.erase", "select count(*) from audit_log where action = $1").await, 1);
}

#[test_on_both_engines]
async fn somebody_without_a_phone_is_confirmed_by_name() {
    let salon = TestSalon::open().await;
    let mira = manager_mira(&salon).await;
    let id = add_bina(&mira).await;
    mira.patch(&format!("{CUSTOMERS_PATH}/{id}/contact"), &json!({ "phone": "" })).await.expect_ok();
    for wrong in [PHONE, "Bina", ""] {
        assert_eq!(post_erasure(&mira, &id, wrong).await.expect_invalid_fields(), ["confirm"]);
    }
    post_erasure(&mira, &id, " bina  RAGHUNATH ").await.expect_ok();
}

#[test_on_both_engines]
async fn only_a_manager_erases_and_only_customers_who_never_signed_in() {
    let salon = TestSalon::demo().await;
    let (desk, mira) = (receptionist(&salon).await, manager_mira(&salon).await);
    let id = add_bina(&desk).await;
    for role in [Role::Customer, Role::Staff, Role::Receptionist] {
        let person = salon.member(&format!("one-{role}"), role).await;
        post_erasure(&person, &id, PHONE).await.expect_error(403, "FORBIDDEN");
    }
    post_erasure(&mira, "nobody", PHONE).await.expect_error(404, "NOT_FOUND");
    let stylist = salon.person("Stylist", Role::Staff, parlour_domain::auth::app_kind::AppKind::Customer).await;
    stylist.get("/api/profile").await.expect_ok();
    post_erasure(&mira, stylist.id().as_str(), "Stylist").await.expect_error(409, "CONFLICT");

    // Nobody of the team needs a profile, and whoever signs in need not have filled one in.
    let trainee = salon.member("Trainee", Role::Staff).await;
    post_erasure(&mira, trainee.id().as_str(), "Trainee").await.expect_error(409, "CONFLICT");
    let newcomer = sign_in_through_provider(&salon, "newcomer", "newcomer@test.invalid", true).await;
    post_erasure(&mira, newcomer.as_str(), "Somebody").await.expect_error(409, "CONFLICT");
    trainee.get("/api/auth/session").await.expect_ok();

    let asha = salon.customer("Asha").await;
    asha.patch("/api/profile", &json!({ "phone": "9845012345" })).await.expect_ok();
    let records = CustomerRecords::of(&asha, "asha@test.invalid", "x");
    salon.app.db.write(move |tx| insert_membership(tx, &records, "active")).await.expect("sold");
    post_erasure(&mira, asha.id().as_str(), "9845012345").await.expect_error(409, "CONFLICT");

    let claimed = sign_in_through_provider(&salon, "bina", "bina@test.invalid", true).await;
    assert_eq!(claimed.as_str(), id);
    post_erasure(&mira, &id, PHONE).await.expect_error(409, "CONFLICT");
    mira.get(&format!("{CUSTOMERS_PATH}/{id}")).await.expect_ok();
}

#[test_on_both_engines]
async fn an_erasure_that_is_sent_again_with_its_key_gets_the_same_answer() {
    let salon = TestSalon::open().await;
    let mira = manager_mira(&salon).await;
    let id = add_bina(&mira).await;
    let once = mira.with_header("idempotency-key", "k1");
    for _ in 0..2 {
        post_erasure(&once, &id, PHONE).await.expect_ok();
    }
    post_erasure(&once, &id, NAME).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
}
