//! The desk corrects a customer's contact details.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::customers::CUSTOMERS_PATH;
use parlour_testkit::actions::people::{manager_mira, receptionist, sign_in_through_provider};
use parlour_testkit::checks::audit_log::{actions_on_record, change_of_record};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

async fn add_bina(desk: &Person) -> String {
    let bina = json!({ "name": "Bina Rao", "phone": "9876543210", "email": "bina@test.invalid", "gender": "female" });
    let added = desk.post(CUSTOMERS_PATH, &bina).await.expect_created();
    added["customer"]["id"].as_str().unwrap().to_owned()
}

async fn change_contact(person: &Person, id: &str, patch: &Value) -> Reply {
    person.patch(&format!("{CUSTOMERS_PATH}/{id}/contact"), patch).await
}

async fn read_customer(person: &Person, id: &str) -> Value {
    person.get(&format!("{CUSTOMERS_PATH}/{id}")).await.expect_ok()["customer"].clone()
}

#[test_on_both_engines]
async fn the_desk_changes_every_contact_field() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let id = add_bina(&desk).await;
    let patch = json!({
        "name": " Bina  Devi Rao ", "phone": "+91 98450-12345", "email": "Bina.Rao@test.invalid", "gender": "other",
        "dateOfBirth": "1990-05-17", "gstin": " 27aapfu0939f1zv ", "legalName": "Rao Textiles LLP",
        "billingAddress": "12 MG Road\nPune 411001", "pinnedNote": "Allergic to ammonia",
    });
    let data = change_contact(&desk, &id, &patch).await.expect_ok();
    let expected = [
        ("name", "Bina  Devi Rao"),
        ("phone", "+919845012345"),
        ("email", "Bina.Rao@test.invalid"),
        ("gender", "other"),
        ("dateOfBirth", "1990-05-17"),
        ("gstin", "27AAPFU0939F1ZV"),
        ("legalName", "Rao Textiles LLP"),
        ("billingAddress", "12 MG Road\nPune 411001"),
        ("pinnedNote", "Allergic to ammonia"),
    ];
    for (field, value) in expected {
        assert_eq!(data["customer"][field], value, "{field}");
    }
    assert_eq!(read_customer(&desk, &id).await, data["customer"]);
    let (before, after) = change_of_record(&salon, &id, "customer.contact").await;
    assert_eq!((&before["name"], &after["pinnedNote"]), (&json!("Bina Rao"), &json!("Allergic to ammonia")));

    // The directory finds the new name, phone and e-mail, and no longer the old ones.
    for (search, found) in [("binadevirao", 1), ("98450 12345", 1), ("bina.rao@", 1), ("9876543210", 0)] {
        let listed = desk.get(&format!("{CUSTOMERS_PATH}?q={}", search.replace(' ', "%20"))).await;
        assert_eq!(listed.json()["meta"]["totalCount"], found, "{search}");
    }
}

#[test_on_both_engines]
async fn absent_and_null_fields_stay_and_empty_text_clears() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let id = add_bina(&desk).await;
    let full = json!({
        "dateOfBirth": "1990-05-17", "gstin": "27AAPFU0939F1ZV", "legalName": "Rao LLP", "billingAddress": "Pune",
        "pinnedNote": "Sits by the window",
    });
    let full = change_contact(&desk, &id, &full).await.expect_ok()["customer"].clone();
    let optional = ["phone", "email", "gender", "dateOfBirth", "gstin", "legalName", "billingAddress", "pinnedNote"];
    for nothing in [json!({}), json!({ "name": null, "phone": null, "gstin": null, "pinnedNote": null, "email": null })]
    {
        assert_eq!(change_contact(&desk, &id, &nothing).await.expect_ok()["customer"], full, "{nothing}");
    }
    for field in optional {
        assert!(!full[field].is_null(), "{field} was given");
        for empty in ["", "  "] {
            let cleared = change_contact(&desk, &id, &json!({ field: empty })).await.expect_ok();
            assert_eq!(cleared["customer"][field], Value::Null, "{field}");
        }
    }
    assert_eq!(change_contact(&desk, &id, &json!({ "name": " " })).await.expect_invalid_fields(), ["name"]);
}

#[test_on_both_engines]
async fn every_invalid_field_is_reported_and_nothing_changes() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let id = add_bina(&desk).await;
    let before = read_customer(&desk, &id).await;
    let wrong = json!({
        "name": "x".repeat(121), "phone": "12345", "email": "nobody", "gender": "robot", "dateOfBirth": "2090-01-01",
        "gstin": "27AAPFU0939F1ZX", "legalName": "x".repeat(121), "billingAddress": "x".repeat(501),
        "pinnedNote": "x".repeat(501),
    });
    assert_eq!(
        change_contact(&desk, &id, &wrong).await.expect_invalid_fields(),
        ["billingAddress", "dateOfBirth", "email", "gender", "gstin", "legalName", "name", "phone", "pinnedNote"]
    );
    for field in ["phone", "email", "gender", "dateOfBirth", "gstin", "legalName", "billingAddress", "pinnedNote"] {
        for value in [json!(7), json!(true), json!([]), json!("a\u{0}b")] {
            let refused = change_contact(&desk, &id, &json!({ field: value, "name": "Other" })).await;
            assert_eq!(refused.expect_invalid_fields(), [field], "{value}");
        }
    }
    for gstin in ["29ABCDE1234F1Z", "99999999999999Z", "45AAPFU0939F1ZV", "27AAPFU0939F1ZA"] {
        assert_eq!(change_contact(&desk, &id, &json!({ "gstin": gstin })).await.expect_invalid_fields(), ["gstin"]);
    }
    assert_eq!(read_customer(&desk, &id).await, before);
    assert_eq!(actions_on_record(&salon, &id).await, ["customer.add"]);
}

#[test_on_both_engines]
async fn only_the_desk_changes_contacts_and_only_of_customers() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let id = add_bina(&desk).await;
    let patch = json!({ "name": "Other" });
    salon
        .admin_visitor()
        .patch(&format!("{CUSTOMERS_PATH}/{id}/contact"), &patch)
        .await
        .expect_error(401, "UNAUTHENTICATED");
    for role in [Role::Customer, Role::Staff] {
        let person = salon.member(role.as_str(), role).await;
        change_contact(&person, &id, &patch).await.expect_error(403, "FORBIDDEN");
    }
    change_contact(&desk, "nobody", &patch).await.expect_error(404, "NOT_FOUND");
    let stylist = salon.person("Stylist", Role::Staff, parlour_domain::auth::app_kind::AppKind::Customer).await;
    stylist.get("/api/profile").await.expect_ok();
    change_contact(&desk, stylist.id().as_str(), &patch).await.expect_error(404, "NOT_FOUND");
    for body in [json!({ "email": "bina@test.invalid" }), json!({})] {
        change_contact(&desk, stylist.id().as_str(), &body).await.expect_error(404, "NOT_FOUND");
    }
    let mira = manager_mira(&salon).await;
    change_contact(&mira, &id, &patch).await.expect_ok();
}

#[test_on_both_engines]
async fn an_email_is_one_person_s_and_of_those_who_signed_in_their_own() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let id = add_bina(&desk).await;
    salon.customer("Asha").await;
    let taken = json!({ "email": "ASHA@test.invalid", "name": "Other" });
    change_contact(&desk, &id, &taken).await.expect_error(409, "CONFLICT");
    assert_eq!(read_customer(&desk, &id).await["name"], "Bina Rao", "refused whole");
    // One's own address in other letters is not taken.
    let respelled = change_contact(&desk, &id, &json!({ "email": "BINA@test.invalid" })).await.expect_ok();
    assert_eq!(respelled["customer"]["email"], "BINA@test.invalid");

    // Whoever signs in with the address claims the record; after that only the provider changes it.
    let claimed = sign_in_through_provider(&salon, "bina-subject", "bina@test.invalid", true).await;
    assert_eq!(claimed.as_str(), id);
    for email in ["other@test.invalid", ""] {
        change_contact(&desk, &id, &json!({ "email": email })).await.expect_error(409, "CONFLICT");
    }
    let same = change_contact(&desk, &id, &json!({ "email": "bina@TEST.invalid", "phone": "9845012345" })).await;
    assert_eq!(same.expect_ok()["customer"]["email"], "BINA@test.invalid");
    assert_eq!(read_customer(&desk, &id).await["phone"], "+919845012345");
}

#[test_on_both_engines]
async fn a_new_email_is_the_one_that_claims_the_record() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let id = add_bina(&desk).await;
    change_contact(&desk, &id, &json!({ "email": "new@test.invalid" })).await.expect_ok();
    let (before, after) = change_of_record(&salon, &id, "customer.contact").await;
    assert_eq!((&before["email"], &after["email"]), (&json!("bina@test.invalid"), &json!("new@test.invalid")));
    let stranger = sign_in_through_provider(&salon, "old", "bina@test.invalid", true).await;
    assert_ne!(stranger.as_str(), id);
    let claimed = sign_in_through_provider(&salon, "new", "new@test.invalid", true).await;
    assert_eq!(claimed.as_str(), id);
}

#[test_on_both_engines]
async fn of_two_customers_given_one_email_at_once_one_gets_it() {
    let salon = TestSalon::open().await;
    let (desk, other_desk) = (receptionist(&salon).await, manager_mira(&salon).await);
    for round in 0..4 {
        let mut ids = Vec::new();
        for name in ["Bina", "Chitra"] {
            let added = desk.post(CUSTOMERS_PATH, &json!({ "name": name, "phone": "9876543210" })).await;
            ids.push(added.expect_created()["customer"]["id"].as_str().unwrap().to_owned());
        }
        let email = json!({ "email": format!("shared{round}@test.invalid") });
        let (one, other) =
            tokio::join!(change_contact(&desk, &ids[0], &email), change_contact(&other_desk, &ids[1], &email));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", one.text(), other.text());
    }
}

#[test_on_both_engines]
async fn a_date_of_birth_under_18_ends_marketing_consent() {
    let salon = TestSalon::open().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let consent = json!({ "marketingConsent": true, "dateOfBirth": "1990-03-01" });
    asha.patch("/api/profile", &consent).await.expect_ok();
    change_contact(&desk, asha.id().as_str(), &json!({ "dateOfBirth": "2015-03-01" })).await.expect_ok();
    let profile = asha.get("/api/profile").await.expect_ok()["profile"].clone();
    assert_eq!((&profile["marketingConsent"], &profile["marketingConsentAt"]), (&json!(false), &Value::Null));
}
