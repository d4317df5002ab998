//! Managers keep the offers, and the public sees them at once.

use std::collections::BTreeSet;

use parlour_db::{DbError, params};
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::manager;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::checks::json::sorted_keys;
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

const OFFERS_PATH: &str = "/api/offers";
const OFFER_FIELDS: [&str; 18] = [
    "comboPricePaise",
    "createdAt",
    "description",
    "descriptionHi",
    "discountAmountPaise",
    "discountPercentage",
    "displayOrder",
    "endDate",
    "id",
    "imageUrl",
    "isActive",
    "name",
    "nameHi",
    "offerType",
    "slug",
    "startDate",
    "terms",
    "updatedAt",
];
const DISCOUNT_FIELDS: [(&str, &str); 3] =
    [("percentage", "discountPercentage"), ("flat", "discountAmountPaise"), ("combo_price", "comboPricePaise")];

/// A fifth less on cuts in March; the clock shows the first.
fn march_offer() -> Value {
    json!({
        "name": "March Madness", "offerType": "percentage", "discountPercentage": 20, "startDate": "2027-03-01",
        "endDate": "2027-03-31", "serviceIds": ["service-cut"],
    })
}

fn march_offer_with(field: &str, value: impl Into<Value>) -> Value {
    let mut body = march_offer();
    body[field] = value.into();
    body
}

fn offer_fields_with_services() -> Vec<&'static str> {
    let mut fields = [&OFFER_FIELDS[..], &["serviceIds", "serviceNames", "services"]].concat();
    fields.sort_unstable();
    fields
}

async fn post_offer(manager: &Person, body: &Value) -> Reply {
    manager.post(OFFERS_PATH, body).await
}

async fn create_offer(manager: &Person, body: &Value) -> Value {
    post_offer(manager, body).await.expect_created()["offer"].clone()
}

async fn create_offer_id(manager: &Person, body: &Value) -> String {
    create_offer(manager, body).await["id"].as_str().expect("an id").to_owned()
}

async fn patch_offer(manager: &Person, id: &str, body: Value) -> Reply {
    manager.patch(&format!("{OFFERS_PATH}/{id}"), &body).await
}

async fn shown_offer(manager: &Person, id: &str) -> Value {
    manager.get(&format!("{OFFERS_PATH}/{id}")).await.expect_ok()["offer"].clone()
}

async fn list_offers(person: &Person) -> Vec<Value> {
    let data = person.get(OFFERS_PATH).await.expect_ok();
    assert_eq!(sorted_keys(&data), ["offers"]);
    data["offers"].as_array().expect("a list").clone()
}

/// What the public sees, by name.
async fn public_offer_names(salon: &TestSalon) -> Vec<String> {
    let offers = list_offers(&salon.visitor()).await;
    offers.iter().map(|offer| offer["name"].as_str().expect("a name").to_owned()).collect()
}

#[test_on_both_engines]
async fn a_new_offer_is_public_immediately() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    assert_eq!(public_offer_names(&salon).await, Vec::<String>::new());
    let mut body = march_offer();
    body["name"] = json!("  March Madness: 20% off! ");
    body["description"] = json!("All cuts.");
    body["terms"] = json!("");
    body["isActive"] = json!(false);
    body["displayOrder"] = json!(7);
    body["slug"] = json!("my-own");
    body["serviceIds"] = json!(["service-wash", "service-cut", "service-wash"]);
    let offer = create_offer(&meera, &body).await;
    assert_eq!(sorted_keys(&offer), OFFER_FIELDS);
    let id = offer["id"].as_str().unwrap();
    let slug = offer["slug"].as_str().unwrap();
    let suffix = slug.strip_prefix("march-madness-20-off-").expect("the name's words");
    assert!(suffix.len() >= 4 && suffix.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
    let now = salon.now().to_string();
    let expected = json!({
        "id": id, "name": "March Madness: 20% off!", "slug": slug, "description": "All cuts.",
        "nameHi": null, "descriptionHi": null,
        "offerType": "percentage", "discountPercentage": 20, "discountAmountPaise": null, "comboPricePaise": null,
        "startDate": "2027-03-01T00:00:00.000Z", "endDate": "2027-03-31T00:00:00.000Z", "isActive": true,
        "terms": null, "imageUrl": null, "displayOrder": 0, "createdAt": now, "updatedAt": now,
    });
    assert_eq!(offer, expected);
    let mut whole = expected;
    whole["services"] = json!([{ "id": "service-wash", "name": "wash" }, { "id": "service-cut", "name": "cut" }]);
    whole["serviceIds"] = json!(["service-wash", "service-cut"]);
    whole["serviceNames"] = json!(["wash", "cut"]);
    assert_eq!(shown_offer(&meera, id).await, whole);
    assert_eq!(list_offers(&meera).await, [whole.clone()]);
    assert_eq!(list_offers(&salon.visitor()).await, [whole]);
}

#[test_on_both_engines]
async fn an_offer_stores_only_the_discount_of_its_type() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    for (kind, own) in DISCOUNT_FIELDS {
        let mut body = march_offer_with("offerType", kind);
        for (_, figure) in DISCOUNT_FIELDS {
            body[figure] = json!(50);
        }
        let offer = create_offer(&meera, &body).await;
        for (_, figure) in DISCOUNT_FIELDS {
            let kept = if figure == own { json!(50) } else { Value::Null };
            assert_eq!(offer[figure], kept, "{kind}");
        }
        body[own] = Value::Null;
        assert_eq!(post_offer(&meera, &body).await.expect_invalid_fields(), [own]);
        body.as_object_mut().unwrap().remove(own);
        assert_eq!(post_offer(&meera, &body).await.expect_invalid_fields(), [own]);
    }
}

#[test_on_both_engines]
async fn discounts_are_whole_numbers_within_their_limits() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let most = [100_i64, 10_000_000_000, 10_000_000_000];
    let offer = create_offer_id(&meera, &march_offer()).await;
    for ((kind, figure), most) in DISCOUNT_FIELDS.into_iter().zip(most) {
        let mut body = march_offer_with("offerType", kind);
        for value in [1, 2, most - 1, most] {
            body[figure] = json!(value);
            assert_eq!(create_offer(&meera, &body).await[figure], value, "{kind}");
            let changed = patch_offer(&meera, &offer, json!({ figure: value })).await.expect_ok();
            assert_eq!(changed["offer"][figure], value, "whatever its type is");
        }
        let wrong = [json!(0), json!(-1), json!(most + 1), json!(1.0), json!(1.5), json!("1"), json!(true), json!([1])];
        for value in wrong {
            body[figure] = value.clone();
            assert_eq!(post_offer(&meera, &body).await.expect_invalid_fields(), [figure], "{value}");
            let reply = patch_offer(&meera, &offer, json!({ figure: value })).await;
            assert_eq!(reply.expect_invalid_fields(), [figure], "{value}");
        }
        // A figure that is not needed must still be one.
        let other = DISCOUNT_FIELDS.iter().find(|(_, other)| *other != figure).unwrap().1;
        body[figure] = json!(1);
        body[other] = json!(0);
        assert_eq!(post_offer(&meera, &body).await.expect_invalid_fields(), [other]);
    }
}

#[test_on_both_engines]
async fn texts_are_accepted_up_to_their_limits() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let offer = create_offer_id(&meera, &march_offer()).await;
    let limits = [("name", 120), ("nameHi", 120), ("description", 1_000), ("descriptionHi", 1_000), ("terms", 1_000)];
    for (field, most) in limits {
        for letter in ["a", "ष"] {
            for length in [1, most - 1, most] {
                let text = letter.repeat(length);
                assert_eq!(create_offer(&meera, &march_offer_with(field, text.clone())).await[field], text);
                let changed = patch_offer(&meera, &offer, json!({ field: text })).await.expect_ok();
                assert_eq!(changed["offer"][field], text);
            }
            let text = letter.repeat(most + 1);
            assert_eq!(
                post_offer(&meera, &march_offer_with(field, text.clone())).await.expect_invalid_fields(),
                [field]
            );
            assert_eq!(patch_offer(&meera, &offer, json!({ field: text })).await.expect_invalid_fields(), [field]);
        }
        for wrong in [json!(5), json!(["a"]), json!("a\u{0}b")] {
            assert_eq!(
                post_offer(&meera, &march_offer_with(field, wrong.clone())).await.expect_invalid_fields(),
                [field]
            );
            assert_eq!(patch_offer(&meera, &offer, json!({ field: wrong })).await.expect_invalid_fields(), [field]);
        }
    }
    for blank in ["", "  ", "\u{a0}"] {
        assert_eq!(post_offer(&meera, &march_offer_with("name", blank)).await.expect_invalid_fields(), ["name"]);
        assert_eq!(patch_offer(&meera, &offer, json!({ "name": blank })).await.expect_invalid_fields(), ["name"]);
    }
}

#[test_on_both_engines]
async fn an_offer_ends_on_the_day_it_starts_or_later() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    create_offer(&meera, &march_offer_with("endDate", "2027-03-01")).await;
    create_offer(&meera, &march_offer_with("startDate", "2027-03-31")).await;
    assert_eq!(
        post_offer(&meera, &march_offer_with("endDate", "2027-02-28")).await.expect_invalid_fields(),
        ["endDate"]
    );
    assert_eq!(
        post_offer(&meera, &march_offer_with("startDate", "2027-04-01")).await.expect_invalid_fields(),
        ["endDate"]
    );
    for field in ["startDate", "endDate"] {
        for wrong in [json!("2027-02-30"), json!("01-03-2027"), json!("2027-03-01T00:00:00Z"), json!(""), json!(1)] {
            assert_eq!(post_offer(&meera, &march_offer_with(field, wrong)).await.expect_invalid_fields(), [field]);
        }
        assert_eq!(post_offer(&meera, &march_offer_with(field, Value::Null)).await.expect_invalid_fields(), [field]);
    }
    for wrong in [json!("Percentage"), json!("free"), json!(""), json!(1), Value::Null] {
        assert_eq!(
            post_offer(&meera, &march_offer_with("offerType", wrong)).await.expect_invalid_fields(),
            ["offerType"]
        );
    }
}

#[test_on_both_engines]
async fn an_offer_is_for_services_that_exist() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = create_offer_id(&meera, &march_offer()).await;
    let before = shown_offer(&meera, &id).await;
    let cases: [(Value, &[&str]); 8] = [
        (json!([]), &["serviceIds"]),
        (json!("service-cut"), &["serviceIds"]),
        (json!({}), &["serviceIds"]),
        (json!([""]), &["serviceIds.0"]),
        (json!(["service-cut", 5, "\u{0}"]), &["serviceIds.1", "serviceIds.2"]),
        (json!(["nope", "service-cut", "service-nope"]), &["serviceIds.0", "serviceIds.2"]),
        (json!(["service-cut", "", "nope"]), &["serviceIds.1", "serviceIds.2"]),
        (json!(vec!["service-cut"; 1_001]), &["serviceIds"]),
    ];
    for (ids, invalid_fields) in cases {
        assert_eq!(
            post_offer(&meera, &march_offer_with("serviceIds", ids.clone())).await.expect_invalid_fields(),
            invalid_fields
        );
        let patch = json!({ "name": "Other", "serviceIds": ids });
        assert_eq!(patch_offer(&meera, &id, patch).await.expect_invalid_fields(), invalid_fields);
    }
    assert_eq!(
        post_offer(&meera, &march_offer_with("serviceIds", Value::Null)).await.expect_invalid_fields(),
        ["serviceIds"]
    );
    assert_eq!(list_offers(&meera).await, [before], "nothing was made and nothing changed");
    assert_eq!(actions_on_record(&salon, &id).await, ["offer.create"]);
    // A service that is not on show, or of the spa, is one of ours all the same.
    create_offer(&meera, &march_offer_with("serviceIds", json!(["service-perm", "service-massage", "service-henna"])))
        .await;
}

#[test_on_both_engines]
async fn all_invalid_fields_are_reported_together() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    assert_eq!(
        post_offer(&meera, &json!({})).await.expect_invalid_fields(),
        ["endDate", "name", "offerType", "serviceIds", "startDate"]
    );
    let body = json!({
        "name": "", "offerType": "flat", "startDate": "2027-03-02", "endDate": "2027-03-01",
        "serviceIds": ["service-cut", "nope"], "discountPercentage": 101, "comboPricePaise": 0,
        "description": "x".repeat(1_001), "terms": 5,
    });
    assert_eq!(
        post_offer(&meera, &body).await.expect_invalid_fields(),
        [
            "comboPricePaise",
            "description",
            "discountAmountPaise",
            "discountPercentage",
            "endDate",
            "name",
            "serviceIds.1",
            "terms"
        ]
    );
    let id = create_offer_id(&meera, &march_offer()).await;
    let mut patch = body;
    patch["isActive"] = json!("no");
    assert_eq!(
        patch_offer(&meera, &id, patch).await.expect_invalid_fields(),
        ["comboPricePaise", "description", "discountPercentage", "isActive", "name", "serviceIds.1", "terms"],
        "what a change does not ask for again is not complained of"
    );
}

#[test_on_both_engines]
async fn offers_of_the_same_name_get_distinct_slugs() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let mut slugs = BTreeSet::new();
    for name in ["Glow", "Glow", "% ★ %", "% ★ %"] {
        let slug = create_offer(&meera, &march_offer_with("name", name)).await["slug"].as_str().unwrap().to_owned();
        assert!(slug.split('-').all(|word| !word.is_empty()), "{slug}");
        slugs.insert(slug);
    }
    assert_eq!(slugs.len(), 4);
}

#[test_on_both_engines]
async fn every_offer_is_listed_newest_first() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let dates = [("2027-01-01", "2027-01-31"), ("2027-03-01", "2027-03-01"), ("2027-04-01", "2027-04-30")];
    let mut newest_first = Vec::new();
    for (start, end) in dates {
        salon.advance_seconds(1);
        let mut body = march_offer_with("name", start);
        body["startDate"] = json!(start);
        body["endDate"] = json!(end);
        newest_first.insert(0, create_offer_id(&meera, &body).await);
    }
    salon.advance_seconds(1);
    patch_offer(&meera, &newest_first[1], json!({ "isActive": false })).await.expect_ok();
    let all = list_offers(&meera).await;
    assert_eq!(all.iter().map(|offer| offer["id"].as_str().unwrap()).collect::<Vec<_>>(), newest_first);
    for offer in &all {
        assert_eq!(sorted_keys(offer), offer_fields_with_services());
        assert_eq!(offer["serviceNames"], json!(["cut"]));
    }
    assert_eq!(public_offer_names(&salon).await, Vec::<String>::new());
    let mut page = Some("/api/offers?limit=2".to_owned());
    let mut read = Vec::new();
    while let Some(path) = page {
        let reply = meera.get(&path).await;
        read.extend(reply.expect_ok()["offers"].as_array().unwrap().clone());
        assert!(read.len() <= 3, "no end to it");
        let link = reply.header("link");
        page = link.map(|link| link[1..].split_once('>').expect("an address").0.to_owned());
    }
    assert_eq!(read, all);
    assert_eq!(meera.get("/api/offers?limit=0&cursor=x").await.expect_invalid_fields(), ["cursor", "limit"]);
    meera.get("/api/offers/nothing").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn a_patch_keeps_the_fields_it_does_not_name() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let mut body = march_offer_with("description", "All cuts.");
    body["terms"] = json!("Once a day.");
    let id = create_offer_id(&meera, &body).await;
    let mut expected = shown_offer(&meera, &id).await;
    let patches = [
        ("name", json!("  Spring  "), json!("Spring")),
        ("description", json!("Some cuts."), json!("Some cuts.")),
        ("description", json!(""), Value::Null),
        ("nameHi", json!(" बसंत "), json!("बसंत")),
        ("nameHi", Value::Null, Value::Null),
        ("descriptionHi", json!("कुछ कट।"), json!("कुछ कट।")),
        ("descriptionHi", json!(""), Value::Null),
        ("terms", json!("Twice."), json!("Twice.")),
        ("terms", json!(""), Value::Null),
        ("discountPercentage", json!(30), json!(30)),
        ("startDate", json!("2027-02-01"), json!("2027-02-01T00:00:00.000Z")),
        ("endDate", json!("2027-05-31"), json!("2027-05-31T00:00:00.000Z")),
        ("isActive", json!(false), json!(false)),
        ("isActive", json!(true), json!(true)),
    ];
    for (field, patch, kept) in patches {
        salon.advance_seconds(1);
        let data = patch_offer(&meera, &id, json!({ field: patch })).await.expect_ok();
        assert_eq!((sorted_keys(&data), sorted_keys(&data["offer"])), (vec!["offer"], OFFER_FIELDS.to_vec()));
        assert_eq!(data["offer"][field], kept, "{field}");
        expected[field] = kept;
        expected["updatedAt"] = json!(salon.now().to_string());
        assert_eq!(shown_offer(&meera, &id).await, expected, "{field}");
    }
    let nothing: Value = OFFER_FIELDS.iter().map(|field| ((*field).to_owned(), Value::Null)).collect();
    for said in [json!({}), nothing, json!({ "slug": "mine", "displayOrder": 3, "id": "x" })] {
        patch_offer(&meera, &id, said).await.expect_ok();
        assert_eq!(shown_offer(&meera, &id).await, expected);
    }
    patch_offer(&meera, "nothing", json!({ "isActive": false })).await.expect_error(404, "NOT_FOUND");
    patch_offer(&meera, "nothing", json!({ "serviceIds": ["nope"] })).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn a_patch_may_leave_an_inconsistent_offer() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = create_offer_id(&meera, &march_offer()).await;
    let offer = patch_offer(&meera, &id, json!({ "offerType": "flat" })).await.expect_ok()["offer"].clone();
    assert_eq!((&offer["offerType"], &offer["discountAmountPaise"]), (&json!("flat"), &Value::Null));
    assert_eq!(offer["discountPercentage"], 20, "what is not named stays");
    let offer = patch_offer(&meera, &id, json!({ "endDate": "2027-02-01" })).await.expect_ok()["offer"].clone();
    assert_eq!(offer["endDate"], "2027-02-01T00:00:00.000Z");
}

#[test_on_both_engines]
async fn services_are_replaced_as_a_whole() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = create_offer_id(&meera, &march_offer_with("serviceIds", json!(["service-cut", "service-wash"]))).await;
    for (named, kept) in [
        (json!(["service-colour", "service-cut"]), json!(["service-colour", "service-cut"])),
        (json!(["service-wash", "service-cut", "service-wash"]), json!(["service-wash", "service-cut"])),
        (Value::Null, json!(["service-wash", "service-cut"])),
        (json!(["service-steam"]), json!(["service-steam"])),
    ] {
        patch_offer(&meera, &id, json!({ "serviceIds": named })).await.expect_ok();
        assert_eq!(shown_offer(&meera, &id).await["serviceIds"], kept);
        assert_eq!(list_offers(&salon.visitor()).await[0]["serviceIds"], kept, "the public sees it at once");
    }
}

#[test_on_both_engines]
async fn a_change_is_public_immediately() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = create_offer_id(&meera, &march_offer()).await;
    assert_eq!(public_offer_names(&salon).await, ["March Madness"]);
    patch_offer(&meera, &id, json!({ "name": "Spring" })).await.expect_ok();
    assert_eq!(public_offer_names(&salon).await, ["Spring"]);
    for (patch, seen) in [
        (json!({ "isActive": false }), false),
        (json!({ "isActive": true }), true),
        (json!({ "startDate": "2027-03-02" }), false),
        (json!({ "startDate": "2027-03-01" }), true),
        (json!({ "endDate": "2027-02-28" }), false),
        (json!({ "endDate": "2027-03-01" }), true),
    ] {
        patch_offer(&meera, &id, patch.clone()).await.expect_ok();
        assert_eq!(!public_offer_names(&salon).await.is_empty(), seen, "{patch}");
    }
}

#[test_on_both_engines]
async fn offer_routes_are_for_managers_only() {
    let salon = small_salon().await;
    let id = create_offer_id(&manager(&salon).await, &march_offer()).await;
    let ask_for_all = async |person: &Person| {
        vec![
            person.get(OFFERS_PATH).await,
            person.get("/api/offers?limit=0").await,
            post_offer(person, &json!({})).await,
            person.get(&format!("{OFFERS_PATH}/{id}")).await,
            patch_offer(person, &id, json!({ "isActive": false })).await,
        ]
    };
    for reply in ask_for_all(&salon.admin_visitor()).await {
        reply.expect_error(401, "UNAUTHENTICATED");
    }
    for role in [Role::Customer, Role::Staff, Role::Receptionist] {
        for reply in ask_for_all(&salon.member(role.as_str(), role).await).await {
            reply.expect_error(403, "FORBIDDEN");
        }
    }
    assert_eq!(actions_on_record(&salon, &id).await, ["offer.create"]);
    for &role in Role::ALL.iter().filter(|role| **role >= Role::Manager) {
        assert_eq!(list_offers(&salon.member(role.as_str(), role).await).await.len(), 1, "{role}");
    }
}

/// What the log says of changes to an offer: who, before and after.
async fn offer_audit_entries(salon: &TestSalon, id: &str, action: &'static str) -> Vec<(Option<String>, Value, Value)> {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(Option<String>, Option<String>, Option<String>)>(
            "select actor_id, before_json, after_json from audit_log
             where record_id = $1 and action = $2 and record_type = 'offer' and origin = 'admin'",
            params![id, action],
        )
    });
    let parsed = |text: Option<String>| text.map_or(Value::Null, |text| serde_json::from_str(&text).expect("JSON"));
    let rows = read.await.expect("the log can be read").into_iter();
    rows.map(|(who, before, after)| (who, parsed(before), parsed(after))).collect()
}

#[test_on_both_engines]
async fn the_audit_log_has_an_offer_before_and_after_a_change() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = create_offer_id(&meera, &march_offer()).await;
    let first = shown_offer(&meera, &id).await;
    let who = Some(meera.id().to_string());
    assert_eq!(offer_audit_entries(&salon, &id, "offer.create").await, [(who.clone(), Value::Null, first.clone())]);
    patch_offer(&meera, &id, json!({ "serviceIds": ["service-wash"], "name": "Wash" })).await.expect_ok();
    let second = shown_offer(&meera, &id).await;
    assert_ne!(first["serviceIds"], second["serviceIds"]);
    assert_eq!(offer_audit_entries(&salon, &id, "offer.change").await, [(who, first, second)]);
}

#[test_on_both_engines]
async fn concurrent_changes_are_applied_one_after_another() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = create_offer_id(&meera, &march_offer()).await;
    let first = shown_offer(&meera, &id).await;
    // Somebody else each time: whoever acts is held until their act is done, so one person alone never races.
    let mut managers = Vec::new();
    for number in 0..24 {
        managers.push(salon.member(&format!("manager{number}"), Role::Manager).await);
    }
    let mut changing = JoinSet::new();
    for (number, manager) in managers.into_iter().enumerate() {
        let patch = match number % 4 {
            0 => json!({ "name": format!("Name {number}") }),
            1 => json!({ "description": format!("Description {number}") }),
            2 => json!({ "discountPercentage": 21 + number }),
            _ => json!({ "terms": format!("Terms {number}"), "serviceIds": ["service-wash", "service-cut"] }),
        };
        let id = id.clone();
        changing.spawn(async move { patch_offer(&manager, &id, patch).await });
    }
    for reply in changing.join_all().await {
        reply.expect_ok();
    }
    let last = shown_offer(&meera, &id).await;
    assert!(last["name"].as_str().unwrap().starts_with("Name "), "{last}");
    assert!(last["description"].is_string() && last["terms"].is_string(), "{last}");
    assert_ne!(last["discountPercentage"], 20);
    assert_eq!(last["serviceIds"], json!(["service-wash", "service-cut"]));
    // Each change begins where another has ended.
    let log = offer_audit_entries(&salon, &id, "offer.change").await;
    let states = |states: Vec<&Value>| states.into_iter().map(Value::to_string).collect::<BTreeSet<_>>();
    let mut begun = states(log.iter().map(|(_, before, _)| before).collect());
    let mut ended = states(log.iter().map(|(.., after)| after).collect());
    assert_eq!((log.len(), begun.len(), ended.len()), (24, 24, 24));
    begun.insert(last.to_string());
    ended.insert(first.to_string());
    assert_eq!(begun, ended);
    assert_eq!(list_offers(&salon.visitor()).await, [last]);
    assert_eq!(count_rows(&salon, &id, "select count(*) from offer_services where offer_id = $1").await, 2);
}
