//! Managers keep the price list, and everyone sees a change at once.

use std::collections::BTreeSet;

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    create_booking, haircut_request, haircut_request_with, post_booking, shown_booking,
};
use parlour_testkit::actions::people::manager;
use parlour_testkit::checks::audit_log::{actions_on_record, admin_changes_of_record, assert_changes_are_serial};
use parlour_testkit::checks::concurrency::{patch_concurrently, post_concurrently};
use parlour_testkit::checks::json::{
    expect_only_field, invalid_values, page_numbers, sorted_keys, text_field, with_field,
};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const SERVICES_PATH: &str = "/api/services";
const CATEGORIES_PATH: &str = "/api/services/categories";
const SERVICE_FIELDS: [&str; 19] = [
    "bufferMinutes",
    "categoryId",
    "createdAt",
    "description",
    "descriptionHi",
    "displayOrder",
    "durationMinutes",
    "gemsCatalogueOrder",
    "gemsRedeemable",
    "gemsRequired",
    "id",
    "imageUrl",
    "isActive",
    "name",
    "nameHi",
    "pricePaise",
    "sac",
    "slug",
    "updatedAt",
];
const CATEGORY_FIELDS: [&str; 11] = [
    "createdAt",
    "description",
    "descriptionHi",
    "displayOrder",
    "id",
    "isActive",
    "name",
    "nameHi",
    "serviceType",
    "slug",
    "updatedAt",
];

fn beard_trim_service() -> Value {
    json!({ "categoryId": "category-hair", "name": "Beard & Trim", "durationMinutes": 20, "pricePaise": 40_000 })
}

async fn create_service(manager: &Person, body: &Value) -> Value {
    expect_only_field(&manager.post(SERVICES_PATH, body).await.expect_created(), "service")
}

async fn patch_service(manager: &Person, id: &str, patch: &Value) -> Reply {
    manager.patch(&format!("{SERVICES_PATH}/{id}"), patch).await
}

async fn patched_service(manager: &Person, id: &str, patch: &Value) -> Value {
    expect_only_field(&patch_service(manager, id, patch).await.expect_ok(), "service")
}

/// Every service of the list, as managers see it.
async fn list_services(manager: &Person) -> Vec<Value> {
    let data = manager.get("/api/services?pageSize=100").await.expect_ok();
    let categories = expect_only_field(&data, "categories");
    let of = |category: &Value| category["services"].as_array().unwrap().clone();
    categories.as_array().unwrap().iter().flat_map(of).collect()
}

async fn shown_service(manager: &Person, id: &str) -> Value {
    list_services(manager).await.into_iter().find(|service| service["id"] == id).expect("it is on the list")
}

/// The names on the public list, and its tag.
async fn public_catalogue(salon: &TestSalon) -> (Vec<String>, String) {
    let reply = salon.visitor().get(SERVICES_PATH).await;
    let data = reply.expect_ok();
    let of = |category: &Value| category["services"].as_array().unwrap().clone();
    let services = data["categories"].as_array().unwrap().iter().flat_map(of);
    let names = services.map(|service| text_field(&service, "name").to_owned()).collect();
    (names, reply.header("etag").unwrap().to_owned())
}

#[test_on_both_engines]
async fn a_new_service_is_listed_everywhere_immediately() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let (before, tag) = public_catalogue(&salon).await;
    assert!(!before.contains(&"Beard & Trim".to_owned()));
    let service = create_service(&meera, &beard_trim_service()).await;
    let now = salon.now().to_string();
    assert_eq!(
        service,
        json!({
            "id": service["id"], "categoryId": "category-hair", "name": "Beard & Trim", "slug": "beard-trim",
            "description": "", "nameHi": null, "descriptionHi": null, "durationMinutes": 20, "bufferMinutes": 0, "pricePaise": 40_000, "sac": "999721",
            "isActive": true, "imageUrl": null, "displayOrder": 0, "gemsRedeemable": false, "gemsRequired": null,
            "gemsCatalogueOrder": null, "createdAt": now, "updatedAt": now,
        })
    );
    let (after, new_tag) = public_catalogue(&salon).await;
    assert!(after.contains(&"Beard & Trim".to_owned()));
    assert_ne!(tag, new_tag);
    let public = salon.visitor().get("/api/services/beard-trim").await.expect_ok()["service"].clone();
    assert!(public.get("sac").is_none(), "what tax returns call it is no customer's business");
    assert_eq!(public["id"], service["id"]);
    assert_eq!(shown_service(&meera, text_field(&service, "id")).await, service);
    let id = create_booking(&asha, &haircut_request_with("serviceIds", json!([service["id"]]))).await;
    let booked = shown_booking(&asha, &id).await;
    assert_eq!((&booked["totalAmountPaise"], &booked["endTime"]), (&json!(40_000), &json!("11:20:00")));
}

#[test_on_both_engines]
async fn every_field_of_a_service_can_be_set() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let body = json!({
        "categoryId": "category-body", "name": "  Deep tissue  ", "durationMinutes": 1_440, "pricePaise": 0,
        "description": " Slow. ", "nameHi": "डीप टिशू", "descriptionHi": "धीमा।", "bufferMinutes": 15, "sac": "999723", "isActive": false,
        "imageUrl": "https://images.example.invalid/a.jpg", "displayOrder": 3, "gemsRedeemable": true,
        "gemsRequired": 400, "gemsCatalogueOrder": 2, "slug": "mine", "id": "mine", "createdAt": "never",
    });
    let service = create_service(&meera, &body).await;
    assert_eq!(sorted_keys(&service), SERVICE_FIELDS);
    for field in SERVICE_FIELDS {
        let expected = match field {
            "name" => json!("Deep tissue"),
            "slug" => json!("deep-tissue"),
            "description" => json!("Slow."),
            "id" => service["id"].clone(),
            "createdAt" | "updatedAt" => json!(salon.now().to_string()),
            said => body[said].clone(),
        };
        assert_eq!(service[field], expected, "{field}");
    }
    assert!(!public_catalogue(&salon).await.0.contains(&"Deep tissue".to_owned()));
    let dearest = create_service(&meera, &with_field(beard_trim_service(), "pricePaise", 10_000_000_000_i64)).await;
    assert_eq!(dearest["pricePaise"], 10_000_000_000_i64);
}

#[test_on_both_engines]
async fn all_invalid_fields_of_a_service_are_reported_together() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let required = ["categoryId", "durationMinutes", "name", "pricePaise"];
    assert_eq!(meera.post(SERVICES_PATH, &json!({})).await.expect_invalid_fields(), required);
    let wrong = json!({
        "categoryId": "nope", "name": " ", "durationMinutes": 0, "pricePaise": 10_000_000_001_i64,
        "description": "x".repeat(1_001), "bufferMinutes": -1, "sac": "9997", "isActive": "no",
        "imageUrl": "javascript:alert(1)", "displayOrder": 1.5, "gemsRedeemable": true, "gemsCatalogueOrder": "1",
        "nameHi": "ह".repeat(121), "descriptionHi": "ह".repeat(1_001),
    });
    let fields = [
        "bufferMinutes",
        "categoryId",
        "description",
        "descriptionHi",
        "displayOrder",
        "durationMinutes",
        "gemsCatalogueOrder",
        "gemsRequired",
        "imageUrl",
        "isActive",
        "name",
        "nameHi",
        "pricePaise",
        "sac",
    ];
    assert_eq!(meera.post(SERVICES_PATH, &wrong).await.expect_invalid_fields(), fields);
    let id = text_field(&create_service(&meera, &beard_trim_service()).await, "id").to_owned();
    assert_eq!(patch_service(&meera, &id, &wrong).await.expect_invalid_fields(), fields);
    let too_long = format!("https://images.example.invalid/{}", "x".repeat(2_000));
    for url in [&too_long, "https://images.example.invalid/a\nb.png", "https://a@b.invalid/c.png", "data:image/png,x"] {
        let refused = patch_service(&meera, &id, &json!({ "imageUrl": url })).await;
        assert_eq!(refused.expect_invalid_fields(), ["imageUrl"], "{url:?}");
    }
    assert_eq!(
        patch_service(&meera, &id, &json!({ "categoryId": "nope" })).await.expect_invalid_fields(),
        ["categoryId"]
    );
    assert_eq!(
        meera
            .post(SERVICES_PATH, &with_field(beard_trim_service(), "categoryId", "nope"))
            .await
            .expect_invalid_fields(),
        ["categoryId"]
    );
    for field in SERVICE_FIELDS.into_iter().filter(|field| !["id", "slug", "createdAt", "updatedAt"].contains(field)) {
        for value in invalid_values() {
            // Some of them are a fine description or name.
            let reply = patch_service(&meera, &id, &json!({ field: value })).await;
            assert!(reply.status == 400 || reply.status == 200, "{field} {value}: {}", reply.text());
            if reply.status == 400 {
                let named = reply.expect_invalid_fields();
                assert!(named[0] == field || named[0] == "gemsRequired", "{field} {value}: {named:?}");
            }
        }
    }
    patch_service(&meera, "nope", &json!({ "categoryId": "nope" })).await.expect_error(404, "NOT_FOUND");
    let injected = patch_service(&meera, "%27%20or%201=1%20--", &json!({ "isActive": false })).await;
    injected.expect_error(404, "NOT_FOUND");
    assert!(list_services(&meera).await.len() > 30);
}

#[test_on_both_engines]
async fn a_redeemable_service_needs_a_price_in_gems() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let free = with_field(beard_trim_service(), "gemsRedeemable", true);
    assert_eq!(meera.post(SERVICES_PATH, &free).await.expect_invalid_fields(), ["gemsRequired"]);
    let id = text_field(&create_service(&meera, &with_field(free, "gemsRequired", 50)).await, "id").to_owned();
    assert_eq!(
        patch_service(&meera, &id, &json!({ "gemsRequired": null })).await.expect_invalid_fields(),
        ["gemsRequired"]
    );
    assert_eq!(
        patch_service(&meera, &id, &json!({ "gemsRequired": 0 })).await.expect_invalid_fields(),
        ["gemsRequired"]
    );
    let gone = patched_service(&meera, &id, &json!({ "gemsRedeemable": false, "gemsRequired": null })).await;
    assert_eq!((&gone["gemsRedeemable"], &gone["gemsRequired"]), (&json!(false), &Value::Null));
    let again = patch_service(&meera, &id, &json!({ "gemsRedeemable": true })).await;
    assert_eq!(again.expect_invalid_fields(), ["gemsRequired"]);
    let asha = salon.customer("Asha").await;
    patched_service(&meera, &id, &json!({ "gemsRedeemable": true, "gemsRequired": 70 })).await;
    let redeemable = asha.get("/api/gems").await.expect_ok()["redeemable"].clone();
    assert_eq!(redeemable[0]["gemsRequired"], 70);
}

#[test_on_both_engines]
async fn a_patch_keeps_the_fields_it_does_not_name() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let mut expected = create_service(&meera, &beard_trim_service()).await;
    let id = text_field(&expected, "id").to_owned();
    for (field, patch, kept) in [
        ("name", json!(" Beard "), json!("Beard")),
        ("description", json!("Short."), json!("Short.")),
        ("description", json!(""), json!("")),
        ("nameHi", json!(" दाढ़ी "), json!("दाढ़ी")),
        ("descriptionHi", json!("छोटी।"), json!("छोटी।")),
        ("nameHi", Value::Null, Value::Null),
        ("descriptionHi", json!("  "), Value::Null),
        ("categoryId", json!("category-body"), json!("category-body")),
        ("durationMinutes", json!(25), json!(25)),
        ("bufferMinutes", json!(10), json!(10)),
        ("pricePaise", json!(0), json!(0)),
        ("sac", json!("999722"), json!("999722")),
        ("imageUrl", json!("http://a.invalid/b.png"), json!("http://a.invalid/b.png")),
        ("imageUrl", Value::Null, Value::Null),
        ("displayOrder", json!(9), json!(9)),
        ("gemsCatalogueOrder", json!(3), json!(3)),
        ("gemsCatalogueOrder", Value::Null, Value::Null),
        ("gemsRequired", json!(3), json!(3)),
        ("gemsRequired", Value::Null, Value::Null),
        ("isActive", json!(false), json!(false)),
    ] {
        salon.advance_seconds(1);
        expected[field] = kept;
        expected["updatedAt"] = json!(salon.now().to_string());
        assert_eq!(patched_service(&meera, &id, &json!({ field: patch })).await, expected, "{field}");
        assert_eq!(shown_service(&meera, &id).await, expected, "{field}");
    }
    let nothing: Value = SERVICE_FIELDS.iter().map(|field| ((*field).to_owned(), Value::Null)).collect();
    for said in [json!({}), nothing, json!({ "slug": "mine", "id": "x", "createdAt": "never" })] {
        assert_eq!(patched_service(&meera, &id, &said).await, expected);
    }
}

#[test_on_both_engines]
async fn bookings_keep_a_service_that_becomes_inactive() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let tag = public_catalogue(&salon).await.1;
    patched_service(&meera, "service-cut", &json!({ "isActive": false, "pricePaise": 999, "durationMinutes": 5 }))
        .await;
    let (names, new_tag) = public_catalogue(&salon).await;
    assert!(!names.contains(&"cut".to_owned()) && tag != new_tag);
    assert_eq!(shown_service(&meera, "service-cut").await["isActive"], false);
    assert_eq!(salon.visitor().get("/api/services/cut").await.expect_ok()["service"]["isActive"], false);
    assert_eq!(post_booking(&asha, &haircut_request()).await.expect_invalid_fields(), ["serviceIds.0"]);
    let kept = shown_booking(&asha, &id).await;
    assert_eq!((&kept["totalAmountPaise"], &kept["endTime"]), (&json!(120_000), &json!("11:45:00")));
    patched_service(&meera, "service-cut", &json!({ "isActive": true })).await;
    assert!(public_catalogue(&salon).await.0.contains(&"cut".to_owned()));
    create_booking(&asha, &haircut_request()).await;
}

#[test_on_both_engines]
async fn offers_show_the_current_names_of_their_services() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let offer = json!({
        "name": "March", "offerType": "percentage", "discountPercentage": 20, "startDate": "2027-03-01",
        "endDate": "2027-03-31", "serviceIds": ["service-cut"],
    });
    meera.post("/api/offers", &offer).await.expect_created();
    let named = async || salon.visitor().get("/api/offers").await.expect_ok()["offers"][0]["serviceNames"][0].clone();
    assert_eq!(named().await, "cut");
    patched_service(&meera, "service-cut", &json!({ "name": "Haircut" })).await;
    assert_eq!(named().await, "Haircut");
}

#[test_on_both_engines]
async fn a_slug_is_made_from_the_first_name_and_never_changes() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let mut slugs = BTreeSet::new();
    for (name, begins) in [
        ("Head Massage", "head-massage"),
        ("Head  massage!", "head-massage-"),
        ("% ★ %", "service"),
        ("★", "service-"),
        ("शिरो धारा", ""),
        ("categories", "categories"),
    ] {
        let slug = text_field(&create_service(&meera, &with_field(beard_trim_service(), "name", name)).await, "slug")
            .to_owned();
        assert!(slug.starts_with(begins), "{name}: {slug}");
        assert!(slug.split('-').all(|word| !word.is_empty()), "{slug}");
        slugs.insert(slug);
    }
    assert_eq!(slugs.len(), 6);
    let service = create_service(&meera, &beard_trim_service()).await;
    let renamed = patched_service(&meera, text_field(&service, "id"), &json!({ "name": "Moustache" })).await;
    assert_eq!((&renamed["name"], &renamed["slug"]), (&json!("Moustache"), &service["slug"]));
    salon.visitor().get("/api/services/beard-trim").await.expect_ok();
}

#[test_on_both_engines]
async fn a_category_is_created_changed_and_deleted() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let body = json!({ "name": "Nails & Hands", "serviceType": "salon" });
    let category = expect_only_field(&meera.post(CATEGORIES_PATH, &body).await.expect_created(), "category");
    let now = salon.now().to_string();
    assert_eq!(
        category,
        json!({
            "id": category["id"], "name": "Nails & Hands", "slug": "nails-hands", "description": "",
            "nameHi": null, "descriptionHi": null, "serviceType": "salon", "displayOrder": 0, "isActive": true, "createdAt": now, "updatedAt": now,
        })
    );
    assert_eq!(sorted_keys(&category), CATEGORY_FIELDS);
    let id = text_field(&category, "id").to_owned();
    let service = create_service(&meera, &with_field(beard_trim_service(), "categoryId", id.as_str())).await;
    assert!(public_catalogue(&salon).await.0.contains(&"Beard & Trim".to_owned()));
    let path = format!("{CATEGORIES_PATH}/{id}");
    let mut expected = category;
    for (field, patch) in [
        ("name", json!("Hands")),
        ("description", json!("Both.")),
        ("nameHi", json!("हाथ")),
        ("descriptionHi", json!("दोनों।")),
        ("descriptionHi", Value::Null),
        ("serviceType", json!("spa")),
        ("displayOrder", json!(7)),
        ("isActive", json!(false)),
    ] {
        salon.advance_seconds(1);
        expected[field] = patch.clone();
        expected["updatedAt"] = json!(salon.now().to_string());
        let changed = expect_only_field(&meera.patch(&path, &json!({ field: patch })).await.expect_ok(), "category");
        assert_eq!(changed, expected, "{field}");
    }
    assert_eq!(
        expect_only_field(&meera.patch(&path, &json!({ "name": null })).await.expect_ok(), "category"),
        expected
    );
    assert!(!public_catalogue(&salon).await.0.contains(&"Beard & Trim".to_owned()), "it goes with its category");
    assert_eq!(shown_service(&meera, text_field(&service, "id")).await["isActive"], true);
    let wrong = json!({
        "name": "", "serviceType": "nails", "displayOrder": -1, "isActive": 1, "description": 5, "nameHi": 5,
        "descriptionHi": "ह".repeat(1_001),
    });
    let fields = ["description", "descriptionHi", "displayOrder", "isActive", "name", "nameHi", "serviceType"];
    assert_eq!(meera.post(CATEGORIES_PATH, &wrong).await.expect_invalid_fields(), fields);
    assert_eq!(meera.patch(&path, &wrong).await.expect_invalid_fields(), fields);
    assert_eq!(meera.post(CATEGORIES_PATH, &json!({})).await.expect_invalid_fields(), ["name", "serviceType"]);
    meera.patch(&format!("{CATEGORIES_PATH}/nope"), &json!({ "name": "x" })).await.expect_error(404, "NOT_FOUND");
    assert_eq!(actions_on_record(&salon, &id).await.len(), 10);
}

#[test_on_both_engines]
async fn the_list_is_paged_by_category() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let all = meera.get(SERVICES_PATH).await;
    assert_eq!(page_numbers(&all), (1, 1, 3));
    let categories = expect_only_field(&all.expect_ok(), "categories");
    let names = |categories: &Value| -> Vec<String> {
        categories.as_array().unwrap().iter().map(|one| text_field(one, "name").to_owned()).collect()
    };
    assert_eq!(names(&categories), ["hair", "body", "retired"], "inactive ones too");
    assert_eq!(sorted_keys(&categories[0]).len(), CATEGORY_FIELDS.len() + 1);
    let hair = categories[0]["services"].as_array().unwrap();
    assert_eq!(hair.len(), 29);
    assert!(hair.iter().any(|service| service["name"] == "perm" && service["isActive"] == false));
    assert!(hair.iter().all(|service| sorted_keys(service) == SERVICE_FIELDS));
    let second = meera.get("/api/services?page=2&pageSize=2").await;
    assert_eq!(page_numbers(&second), (2, 2, 3));
    assert_eq!(expect_only_field(&second.expect_ok(), "categories"), json!([categories[2]]));
    let beyond = meera.get("/api/services?page=9&pageSize=2").await;
    assert_eq!((page_numbers(&beyond), beyond.expect_ok()), ((9, 2, 3), json!({ "categories": [] })));
    for query in ["page=0", "page=x", "pageSize=0", "pageSize=101"] {
        let field = query.split('=').next().unwrap();
        assert_eq!(meera.get(&format!("{SERVICES_PATH}?{query}")).await.expect_invalid_fields(), [field]);
        let ravi = salon.member("Ravi", Role::Receptionist).await;
        ravi.get(&format!("{SERVICES_PATH}?{query}")).await.expect_error(403, "FORBIDDEN");
    }
}

#[test_on_both_engines]
async fn the_audit_log_has_a_service_before_and_after_a_change() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let first = create_service(&meera, &beard_trim_service()).await;
    let id = text_field(&first, "id");
    let who = Some(meera.id().to_string());
    assert_eq!(admin_changes_of_record(&salon, id, "service.add").await, [(who.clone(), Value::Null, first.clone())]);
    let second = patched_service(&meera, id, &json!({ "pricePaise": 45_000, "sac": "999722" })).await;
    assert_eq!(admin_changes_of_record(&salon, id, "service.change").await, [(who, first.clone(), second)]);
    patch_service(&meera, id, &json!({ "pricePaise": -1 })).await.expect_invalid_fields();
    assert_eq!(actions_on_record(&salon, id).await, ["service.add", "service.change"]);
}

#[test_on_both_engines]
async fn concurrent_changes_are_applied_one_after_another() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let first = create_service(&meera, &beard_trim_service()).await;
    let id = text_field(&first, "id");
    let wishes = (1..=20).map(|number| match number % 4 {
        0 => json!({ "name": format!("Name {number}") }),
        1 => json!({ "description": format!("Description {number}") }),
        2 => json!({ "pricePaise": number }),
        _ => json!({ "durationMinutes": number, "imageUrl": format!("https://a.invalid/{number}") }),
    });
    for reply in patch_concurrently(&salon, Role::Manager, &format!("{SERVICES_PATH}/{id}"), wishes.collect()).await {
        reply.expect_ok();
    }
    let last = shown_service(&meera, id).await;
    assert!(text_field(&last, "name").starts_with("Name ") && last["imageUrl"].is_string(), "{last}");
    assert!(text_field(&last, "description").starts_with("Description ") && last["pricePaise"] != 40_000, "{last}");
    let log = admin_changes_of_record(&salon, id, "service.change").await;
    assert_eq!(log.len(), 20);
    assert_changes_are_serial(&log, &first, &last);
}

#[test_on_both_engines]
async fn services_of_the_same_name_created_concurrently_get_distinct_slugs() {
    let salon = small_salon().await;
    let replies = post_concurrently(&salon, Role::Manager, SERVICES_PATH, vec![beard_trim_service(); 12]).await;
    let slugs: BTreeSet<String> =
        replies.iter().map(|reply| text_field(&reply.expect_created()["service"], "slug").to_owned()).collect();
    assert_eq!(slugs.len(), 12);
    assert!(slugs.contains("beard-trim") && slugs.iter().all(|slug| slug.starts_with("beard-trim")));
}
