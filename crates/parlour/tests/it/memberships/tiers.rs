//! Managers keep the packages of hours that the desk sells.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::memberships::TIERS_PATH;
use parlour_testkit::actions::people::manager;
use parlour_testkit::checks::audit_log::{actions_on_record, admin_changes_of_record, assert_changes_are_serial};
use parlour_testkit::checks::concurrency::{patch_concurrently, post_concurrently};
use parlour_testkit::checks::json::{expect_only_field, invalid_values, sorted_keys, text_field, with_field};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::{Value, json};

const TIER_FIELDS: [&str; 14] = [
    "createdAt",
    "defaultHoursMinutes",
    "defaultPricePaise",
    "defaultValidityDays",
    "description",
    "descriptionHi",
    "displayOrder",
    "id",
    "isActive",
    "name",
    "nameHi",
    "sacCode",
    "slug",
    "updatedAt",
];

fn gold_tier() -> Value {
    json!({
        "name": "Gold 10", "defaultHoursMinutes": 600, "defaultPricePaise": 1_500_000, "defaultValidityDays": 365,
    })
}

async fn create_tier(manager: &Person, body: &Value) -> Value {
    expect_only_field(&manager.post(TIERS_PATH, body).await.expect_created(), "tier")
}

async fn patched_tier(manager: &Person, id: &str, patch: &Value) -> Value {
    expect_only_field(&manager.patch(&format!("{TIERS_PATH}/{id}"), patch).await.expect_ok(), "tier")
}

async fn tiers_on_sale(person: &Person) -> Vec<Value> {
    person.get(TIERS_PATH).await.expect_ok().as_array().expect("a bare list").clone()
}

#[test_on_both_engines]
async fn a_tier_is_sold_while_it_is_active() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let desk = salon.member("Ravi", Role::Receptionist).await;
    let tier = create_tier(&meera, &gold_tier()).await;
    let now = salon.now().to_string();
    assert_eq!(
        tier,
        json!({
            "id": tier["id"], "name": "Gold 10", "slug": "gold-10", "description": "", "nameHi": null,
            "descriptionHi": null, "defaultHoursMinutes": 600,
            "defaultPricePaise": 1_500_000, "defaultValidityDays": 365, "sacCode": "999721", "isActive": true,
            "displayOrder": 0, "createdAt": now, "updatedAt": now,
        })
    );
    assert_eq!(sorted_keys(&tier), TIER_FIELDS);
    assert_eq!(tiers_on_sale(&desk).await, std::slice::from_ref(&tier));
    let sale = json!({
        "customerId": asha.id().as_str(), "tierId": tier["id"], "hoursMinutes": 600, "pricePaise": 1_500_000,
        "startDate": "2027-03-01", "validityDays": 365, "paymentMethod": "upi",
    });
    patched_tier(&meera, text_field(&tier, "id"), &json!({ "isActive": false })).await;
    assert_eq!(tiers_on_sale(&desk).await, Vec::<Value>::new());
    assert_eq!(desk.post("/api/memberships", &sale).await.expect_invalid_fields(), ["tierId"]);
    patched_tier(&meera, text_field(&tier, "id"), &json!({ "isActive": true })).await;
    let sold = desk.post("/api/memberships", &sale).await.expect_created()["membership"].clone();
    let renamed = json!({ "name": "Platinum", "defaultHoursMinutes": 1, "isActive": false });
    let renamed = patched_tier(&meera, text_field(&tier, "id"), &renamed).await;
    assert_eq!((&renamed["name"], &renamed["slug"]), (&json!("Platinum"), &json!("gold-10")));
    let membership = asha.get("/api/membership").await.expect_ok()["active"].clone();
    assert_eq!(membership["id"], sold["id"]);
    assert_eq!(membership["tierNameSnapshot"], "Gold 10");
    assert_eq!(membership["totalHoursMinutes"], 600, "what was sold stays as it was sold");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn tiers_are_listed_in_their_order() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    for (name, order) in [("C", 3), ("A", 1), ("B", 2)] {
        create_tier(&meera, &with_field(with_field(gold_tier(), "name", name), "displayOrder", order)).await;
    }
    let names: Vec<String> =
        tiers_on_sale(&meera).await.iter().map(|tier| text_field(tier, "name").to_owned()).collect();
    assert_eq!(names, ["A", "B", "C"]);
}

#[test_on_both_engines]
async fn all_invalid_fields_of_a_tier_are_reported_together() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let required = ["defaultHoursMinutes", "defaultPricePaise", "defaultValidityDays", "name"];
    assert_eq!(meera.post(TIERS_PATH, &json!({})).await.expect_invalid_fields(), required);
    let wrong = json!({
        "name": "x".repeat(121), "defaultHoursMinutes": 0, "defaultPricePaise": 10_000_000_001_i64,
        "defaultValidityDays": 36_501, "description": 1, "isActive": "yes", "displayOrder": -1, "sacCode": "123456",
        "nameHi": "ह".repeat(121), "descriptionHi": "ह".repeat(1_001),
    });
    let fields = [
        "defaultHoursMinutes",
        "defaultPricePaise",
        "defaultValidityDays",
        "description",
        "descriptionHi",
        "displayOrder",
        "isActive",
        "name",
        "nameHi",
        "sacCode",
    ];
    assert_eq!(meera.post(TIERS_PATH, &wrong).await.expect_invalid_fields(), fields);
    let id = text_field(&create_tier(&meera, &gold_tier()).await, "id").to_owned();
    let path = format!("{TIERS_PATH}/{id}");
    assert_eq!(meera.patch(&path, &wrong).await.expect_invalid_fields(), fields);
    for field in fields {
        for value in invalid_values() {
            let reply = meera.patch(&path, &json!({ field: value })).await;
            assert!(reply.status == 200 || reply.expect_invalid_fields() == [field], "{field} {value}");
        }
    }
    meera.patch(&format!("{TIERS_PATH}/nope"), &json!({ "name": "x" })).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn a_patch_keeps_the_fields_it_does_not_name() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let mut expected = create_tier(&meera, &gold_tier()).await;
    let id = text_field(&expected, "id").to_owned();
    for (field, patch) in [
        ("name", json!("Silver")),
        ("description", json!("Five hours.")),
        ("nameHi", json!("सिल्वर")),
        ("nameHi", Value::Null),
        ("descriptionHi", json!("पाँच घंटे।")),
        ("descriptionHi", Value::Null),
        ("defaultHoursMinutes", json!(300)),
        ("defaultPricePaise", json!(0)),
        ("defaultValidityDays", json!(36_500)),
        ("displayOrder", json!(4)),
        ("sacCode", json!("999729")),
    ] {
        salon.advance_seconds(1);
        expected[field] = patch.clone();
        expected["updatedAt"] = json!(salon.now().to_string());
        assert_eq!(patched_tier(&meera, &id, &json!({ field: patch })).await, expected, "{field}");
    }
    let nothing: Value = TIER_FIELDS.iter().map(|field| ((*field).to_owned(), Value::Null)).collect();
    for said in [json!({}), nothing, json!({ "slug": "mine" })] {
        assert_eq!(patched_tier(&meera, &id, &said).await, expected);
    }
    assert_eq!(tiers_on_sale(&meera).await, [expected]);
}

#[test_on_both_engines]
async fn concurrent_creations_and_changes_are_applied_one_after_another() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let mut slugs: Vec<String> = post_concurrently(&salon, Role::Manager, TIERS_PATH, vec![gold_tier(); 8])
        .await
        .iter()
        .map(|reply| text_field(&reply.expect_created()["tier"], "slug").to_owned())
        .collect();
    slugs.sort();
    slugs.dedup();
    assert_eq!(slugs.len(), 8);
    let first = create_tier(&meera, &gold_tier()).await;
    let id = text_field(&first, "id");
    let wishes = (1..=16).map(|number| match number % 2 {
        0 => json!({ "name": format!("Name {number}") }),
        _ => json!({ "defaultHoursMinutes": number }),
    });
    for reply in patch_concurrently(&salon, Role::Manager, &format!("{TIERS_PATH}/{id}"), wishes.collect()).await {
        reply.expect_ok();
    }
    let last = patched_tier(&meera, id, &json!({})).await;
    assert!(last["defaultHoursMinutes"] != 600 && last["name"] != "Gold 10", "{last}");
    let log = admin_changes_of_record(&salon, id, "tier.change").await;
    assert_eq!(log.len(), 17);
    assert_eq!(log.iter().filter(|(_, before, _)| *before == first).count(), 1);
    let others: Vec<_> = log.into_iter().filter(|(_, before, after)| before != after).collect();
    assert_changes_are_serial(&others, &first, &last);
    assert_eq!(actions_on_record(&salon, id).await.len(), 18);
}

#[test_on_both_engines]
async fn managers_see_what_is_no_longer_sold() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let mut tiers = Vec::new();
    for (name, order, is_active) in [("Silver", 1, true), ("Old", 2, false), ("Gold", 3, true)] {
        let body = with_field(with_field(gold_tier(), "name", name), "displayOrder", order);
        tiers.push(create_tier(&meera, &with_field(body, "isActive", is_active)).await);
    }
    let all = meera.get(&format!("{TIERS_PATH}?all=1")).await.expect_ok();
    assert_eq!(all, json!(tiers), "in the order of the list");
    let sold = [tiers[0].clone(), tiers[2].clone()];
    for role in [Role::Receptionist, Role::Manager, Role::Owner] {
        let person = salon.member(&format!("one-{role}"), role).await;
        assert_eq!(tiers_on_sale(&person).await, sold);
        assert_eq!(person.get(&format!("{TIERS_PATH}?all=0")).await.expect_ok(), json!(sold));
        let asked = person.get(&format!("{TIERS_PATH}?all=1")).await;
        if role < Role::Manager {
            asked.expect_error(403, "FORBIDDEN");
        } else {
            assert_eq!(asked.expect_ok(), all);
        }
        for wrong in ["2", "yes", ""] {
            let refused = person.get(&format!("{TIERS_PATH}?all={wrong}")).await;
            assert_eq!(refused.expect_invalid_fields(), ["all"], "{wrong}");
        }
    }
    let staff = salon.member("Kiran", Role::Staff).await;
    for query in ["", "?all=1", "?all=2"] {
        staff.get(&format!("{TIERS_PATH}{query}")).await.expect_error(403, "FORBIDDEN");
    }
}
