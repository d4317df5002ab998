//! A new owner begins with a list of what salons and spas usually offer.

use std::collections::BTreeSet;

use parlour_domain::auth::role::Role;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::concurrency::post_concurrently;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::checks::json::{expect_only_field, key_set, text_field};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const CATALOGUE_PATH: &str = "/api/setup/catalogue";

async fn owner(salon: &TestSalon) -> Person {
    salon.member("Olga", Role::Owner).await
}

async fn offered_categories(owner: &Person) -> Vec<Value> {
    let categories = expect_only_field(&owner.get(CATALOGUE_PATH).await.expect_ok(), "categories");
    categories.as_array().unwrap().clone()
}

fn services_of(category: &Value) -> &Vec<Value> {
    category["services"].as_array().unwrap()
}

fn chosen(key: &str, price_paise: i64, duration_minutes: i64) -> Value {
    json!({ "key": key, "pricePaise": price_paise, "durationMinutes": duration_minutes })
}

async fn service_count(salon: &TestSalon) -> i64 {
    count_rows(salon, "", "select count(*) from services where id <> $1").await
}

#[test_on_both_engines]
async fn the_whole_list_can_be_taken_as_it_is() {
    let salon = TestSalon::open().await;
    let olga = owner(&salon).await;
    let offered = offered_categories(&olga).await;
    let all: Vec<&Value> = offered.iter().flat_map(services_of).collect();
    assert!(offered.len() >= 10 && all.len() >= 60);
    assert_eq!(key_set(all[0]), BTreeSet::from(["durationMinutes", "key", "name", "pricePaise"]));
    let types: Vec<&str> = offered.iter().map(|category| text_field(category, "serviceType")).collect();
    assert!(types.contains(&"salon") && types.contains(&"spa"));

    let created = olga.post(CATALOGUE_PATH, &json!({ "services": all })).await.expect_created();
    let created = expect_only_field(&created, "categories");
    let names = |categories: &[Value]| -> Vec<(String, Vec<String>)> {
        let name = |named: &Value| text_field(named, "name").to_owned();
        categories.iter().map(|category| (name(category), services_of(category).iter().map(name).collect())).collect()
    };
    assert_eq!(names(created.as_array().unwrap()), names(&offered));
    // Customers find it in this order.
    let public = salon.visitor().get("/api/services").await.expect_ok();
    assert_eq!(names(public["categories"].as_array().unwrap()), names(&offered));
    assert!(public["categories"].as_array().unwrap().iter().all(|category| category["nameHi"].is_string()));
    let managed = olga.get("/api/services?pageSize=100").await.expect_ok();
    let managed = managed["categories"].as_array().unwrap().iter().flat_map(services_of);
    for (service, offered) in managed.zip(all) {
        for field in ["name", "pricePaise", "durationMinutes"] {
            assert_eq!(service[field], offered[field]);
        }
        assert!(service["nameHi"].is_string(), "{service}");
        assert_eq!(
            (&service["sac"], &service["bufferMinutes"], &service["isActive"]),
            (&json!("999721"), &json!(0), &json!(true))
        );
    }
}

#[test_on_both_engines]
async fn an_owner_chooses_and_sets_the_prices() {
    let salon = TestSalon::open().await;
    let olga = owner(&salon).await.with_header("idempotency-key", "first-list");
    let services =
        [chosen("abhyanga", 199_900, 75), chosen("beard-trim", 20_000, 25), chosen("haircut-men", 35_000, 35)];
    let reply = olga.post(CATALOGUE_PATH, &json!({ "services": services })).await;
    let categories = expect_only_field(&reply.expect_created(), "categories");
    let shown = categories.as_array().unwrap().iter().map(|category| {
        let services = services_of(category).iter().map(|service| {
            let number = |field: &str| service[field].as_i64().unwrap();
            (text_field(service, "slug"), number("pricePaise"), number("durationMinutes"))
        });
        (text_field(category, "name"), services.collect::<Vec<_>>())
    });
    let shown: Vec<_> = shown.collect();
    assert_eq!(
        shown,
        [
            ("Men", vec![("haircut-for-men", 35_000, 35), ("beard-trim-and-shape", 20_000, 25)]),
            ("Ayurveda", vec![("abhyanga", 199_900, 75)]),
        ]
    );
    let service = text_field(&services_of(&categories[0])[0], "id").to_owned();
    assert_eq!(actions_on_record(&salon, &service).await, ["service.add"]);
    assert_eq!(actions_on_record(&salon, text_field(&categories[0], "id")).await, ["category.add"]);

    let repeated = olga.post(CATALOGUE_PATH, &json!({ "services": services })).await;
    assert_eq!(repeated.expect_created(), reply.expect_created(), "the stored answer");
    let again = owner(&salon).await.post(CATALOGUE_PATH, &json!({ "services": services })).await;
    again.expect_error(409, "CONFLICT");
    assert_eq!(service_count(&salon).await, 3);
}

#[test_on_both_engines]
async fn a_category_that_is_there_already_is_filled() {
    let salon = TestSalon::open().await;
    let olga = owner(&salon).await;
    let men = json!({ "name": "Men", "serviceType": "salon" });
    let men = olga.post("/api/services/categories", &men).await.expect_created()["category"]["id"].clone();
    let categories = olga.post(CATALOGUE_PATH, &json!({ "services": [chosen("beard-trim", 20_000, 25)] })).await;
    let categories = expect_only_field(&categories.expect_created(), "categories");
    assert_eq!((categories.as_array().unwrap().len(), &categories[0]["id"]), (1, &men));
}

#[test_on_both_engines]
async fn a_wrong_choice_is_refused_whole() {
    let salon = TestSalon::open().await;
    let olga = owner(&salon).await;
    let good = chosen("beard-trim", 20_000, 25);
    for (services, fields) in [
        (json!([]), vec!["services"]),
        (json!([chosen("", 100, 5)]), vec!["services"]),
        (json!([good, chosen("nothing", 100, 5)]), vec!["services"]),
        (json!([good, good]), vec!["services"]),
        (json!([good, {}]), vec!["services.1.durationMinutes", "services.1.key", "services.1.pricePaise"]),
        (json!([chosen("beard-trim", -1, 0)]), vec!["services.0.durationMinutes", "services.0.pricePaise"]),
        (json!([chosen("nothing", -1, 5)]), vec!["services", "services.0.pricePaise"]),
        (json!("all"), vec!["services"]),
        (Value::Null, vec!["services"]),
    ] {
        let refused = olga.post(CATALOGUE_PATH, &json!({ "services": services })).await;
        assert_eq!(refused.expect_invalid_fields(), fields, "{services}");
    }
    assert_eq!(service_count(&salon).await, 0);
}

#[test_on_both_engines]
async fn a_catalogue_with_any_service_is_left_alone() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    let before = service_count(&salon).await;
    let refused = olga.post(CATALOGUE_PATH, &json!({ "services": [chosen("beard-trim", 20_000, 25)] })).await;
    refused.expect_error(409, "CONFLICT");
    assert_eq!(service_count(&salon).await, before);
}

#[test_on_both_engines]
async fn of_two_owners_one_fills_the_catalogue() {
    let salon = TestSalon::open().await;
    let body = json!({ "services": [chosen("beard-trim", 20_000, 25), chosen("abhyanga", 200_000, 60)] });
    let replies = post_concurrently(&salon, Role::Owner, CATALOGUE_PATH, vec![body; 5]).await;
    let created = replies.iter().filter(|reply| reply.status == 201).count();
    assert_eq!(created, 1);
    for refused in replies.iter().filter(|reply| reply.status != 201) {
        refused.expect_error(409, "CONFLICT");
    }
    assert_eq!(service_count(&salon).await, 2);
}
