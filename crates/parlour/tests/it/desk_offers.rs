//! Managers keep the offers, and the public sees them at once.

use std::collections::BTreeSet;

use parlour_domain::role::Role;
use parlour_store::{DbError, params};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::small_salon::{count, done_to, small_salon};

const OFFERS: &str = "/api/offers";
const FIELDS: [&str; 16] = [
    "comboPricePaise",
    "createdAt",
    "description",
    "discountAmountPaise",
    "discountPercentage",
    "displayOrder",
    "endDate",
    "id",
    "imageUrl",
    "isActive",
    "name",
    "offerType",
    "slug",
    "startDate",
    "terms",
    "updatedAt",
];
const FIGURES: [(&str, &str); 3] = [
    ("percentage", "discountPercentage"),
    ("flat", "discountAmountPaise"),
    ("combo_price", "comboPricePaise"),
];

/// A fifth less on cuts in March; the clock shows the first.
fn march() -> Value {
    json!({
        "name": "March Madness", "offerType": "percentage", "discountPercentage": 20, "startDate": "2027-03-01",
        "endDate": "2027-03-31", "serviceIds": ["service-cut"],
    })
}

fn march_with(field: &str, value: impl Into<Value>) -> Value {
    let mut body = march();
    body[field] = value.into();
    body
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

fn with_services() -> Vec<&'static str> {
    let mut fields = [&FIELDS[..], &["serviceIds", "serviceNames", "services"]].concat();
    fields.sort_unstable();
    fields
}

async fn manager(salon: &TestSalon) -> Person {
    salon.member("Meera", Role::Manager).await
}

async fn makes(manager: &Person, body: &Value) -> Reply {
    manager.post(OFFERS, body).await
}

async fn made(manager: &Person, body: &Value) -> Value {
    makes(manager, body).await.expect_created()["offer"].clone()
}

async fn made_id(manager: &Person, body: &Value) -> String {
    made(manager, body).await["id"].as_str().expect("an id").to_owned()
}

async fn changes(manager: &Person, id: &str, body: Value) -> Reply {
    manager.patch(&format!("{OFFERS}/{id}"), &body).await
}

async fn shown(manager: &Person, id: &str) -> Value {
    manager.get(&format!("{OFFERS}/{id}")).await.expect_ok()["offer"].clone()
}

async fn listed(person: &Person) -> Vec<Value> {
    let data = person.get(OFFERS).await.expect_ok();
    assert_eq!(keys(&data), ["offers"]);
    data["offers"].as_array().expect("a list").clone()
}

/// What the public sees, by name.
async fn public(salon: &TestSalon) -> Vec<String> {
    let offers = listed(&salon.visitor()).await;
    offers.iter().map(|offer| offer["name"].as_str().expect("a name").to_owned()).collect()
}

#[test_on_both_engines]
async fn an_offer_is_made_and_the_public_sees_it_at_once() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    assert_eq!(public(&salon).await, Vec::<String>::new());
    let mut body = march();
    body["name"] = json!("  March Madness: 20% off! ");
    body["description"] = json!("All cuts.");
    body["terms"] = json!("");
    body["isActive"] = json!(false);
    body["displayOrder"] = json!(7);
    body["slug"] = json!("my-own");
    body["serviceIds"] = json!(["service-wash", "service-cut", "service-wash"]);
    let offer = made(&meera, &body).await;
    assert_eq!(keys(&offer), FIELDS);
    let id = offer["id"].as_str().unwrap();
    let slug = offer["slug"].as_str().unwrap();
    let suffix = slug.strip_prefix("march-madness-20-off-").expect("the name's words");
    assert!(
        suffix.len() >= 4 && suffix.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    );
    let now = salon.now().to_string();
    let expected = json!({
        "id": id, "name": "March Madness: 20% off!", "slug": slug, "description": "All cuts.",
        "offerType": "percentage", "discountPercentage": 20, "discountAmountPaise": null, "comboPricePaise": null,
        "startDate": "2027-03-01T00:00:00.000Z", "endDate": "2027-03-31T00:00:00.000Z", "isActive": true,
        "terms": null, "imageUrl": null, "displayOrder": 0, "createdAt": now, "updatedAt": now,
    });
    assert_eq!(offer, expected);
    let mut whole = expected;
    whole["services"] =
        json!([{ "id": "service-wash", "name": "wash" }, { "id": "service-cut", "name": "cut" }]);
    whole["serviceIds"] = json!(["service-wash", "service-cut"]);
    whole["serviceNames"] = json!(["wash", "cut"]);
    assert_eq!(shown(&meera, id).await, whole);
    assert_eq!(listed(&meera).await, [whole.clone()]);
    assert_eq!(listed(&salon.visitor()).await, [whole]);
}

#[test_on_both_engines]
async fn an_offer_keeps_the_figure_of_its_type_alone() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    for (kind, own) in FIGURES {
        let mut body = march_with("offerType", kind);
        for (_, figure) in FIGURES {
            body[figure] = json!(50);
        }
        let offer = made(&meera, &body).await;
        for (_, figure) in FIGURES {
            let kept = if figure == own { json!(50) } else { Value::Null };
            assert_eq!(offer[figure], kept, "{kind}");
        }
        body[own] = Value::Null;
        assert_eq!(makes(&meera, &body).await.expect_invalid(), [own]);
        body.as_object_mut().unwrap().remove(own);
        assert_eq!(makes(&meera, &body).await.expect_invalid(), [own]);
    }
}

#[test_on_both_engines]
async fn figures_are_whole_and_within_their_bounds() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let most = [100_i64, 10_000_000_000, 10_000_000_000];
    let offer = made_id(&meera, &march()).await;
    for ((kind, figure), most) in FIGURES.into_iter().zip(most) {
        let mut body = march_with("offerType", kind);
        for value in [1, 2, most - 1, most] {
            body[figure] = json!(value);
            assert_eq!(made(&meera, &body).await[figure], value, "{kind}");
            let changed = changes(&meera, &offer, json!({ figure: value })).await.expect_ok();
            assert_eq!(changed["offer"][figure], value, "whatever its type is");
        }
        let wrong = [
            json!(0),
            json!(-1),
            json!(most + 1),
            json!(1.0),
            json!(1.5),
            json!("1"),
            json!(true),
            json!([1]),
        ];
        for value in wrong {
            body[figure] = value.clone();
            assert_eq!(makes(&meera, &body).await.expect_invalid(), [figure], "{value}");
            let reply = changes(&meera, &offer, json!({ figure: value })).await;
            assert_eq!(reply.expect_invalid(), [figure], "{value}");
        }
        // A figure that is not needed must still be one.
        let other = FIGURES.iter().find(|(_, other)| *other != figure).unwrap().1;
        body[figure] = json!(1);
        body[other] = json!(0);
        assert_eq!(makes(&meera, &body).await.expect_invalid(), [other]);
    }
}

#[test_on_both_engines]
async fn texts_are_taken_up_to_their_bounds() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let offer = made_id(&meera, &march()).await;
    for (field, most) in [("name", 120), ("description", 1_000), ("terms", 1_000)] {
        for letter in ["a", "ष"] {
            for length in [1, most - 1, most] {
                let text = letter.repeat(length);
                assert_eq!(made(&meera, &march_with(field, text.clone())).await[field], text);
                let changed = changes(&meera, &offer, json!({ field: text })).await.expect_ok();
                assert_eq!(changed["offer"][field], text);
            }
            let text = letter.repeat(most + 1);
            assert_eq!(makes(&meera, &march_with(field, text.clone())).await.expect_invalid(), [field]);
            assert_eq!(changes(&meera, &offer, json!({ field: text })).await.expect_invalid(), [field]);
        }
        for wrong in [json!(5), json!(["a"]), json!("a\u{0}b")] {
            assert_eq!(makes(&meera, &march_with(field, wrong.clone())).await.expect_invalid(), [field]);
            assert_eq!(changes(&meera, &offer, json!({ field: wrong })).await.expect_invalid(), [field]);
        }
    }
    for blank in ["", "  ", "\u{a0}"] {
        assert_eq!(makes(&meera, &march_with("name", blank)).await.expect_invalid(), ["name"]);
        assert_eq!(changes(&meera, &offer, json!({ "name": blank })).await.expect_invalid(), ["name"]);
    }
}

#[test_on_both_engines]
async fn an_offer_ends_on_the_day_it_starts_or_later() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    made(&meera, &march_with("endDate", "2027-03-01")).await;
    made(&meera, &march_with("startDate", "2027-03-31")).await;
    assert_eq!(makes(&meera, &march_with("endDate", "2027-02-28")).await.expect_invalid(), ["endDate"]);
    assert_eq!(makes(&meera, &march_with("startDate", "2027-04-01")).await.expect_invalid(), ["endDate"]);
    for field in ["startDate", "endDate"] {
        for wrong in
            [json!("2027-02-30"), json!("01-03-2027"), json!("2027-03-01T00:00:00Z"), json!(""), json!(1)]
        {
            assert_eq!(makes(&meera, &march_with(field, wrong)).await.expect_invalid(), [field]);
        }
        assert_eq!(makes(&meera, &march_with(field, Value::Null)).await.expect_invalid(), [field]);
    }
    for wrong in [json!("Percentage"), json!("free"), json!(""), json!(1), Value::Null] {
        assert_eq!(makes(&meera, &march_with("offerType", wrong)).await.expect_invalid(), ["offerType"]);
    }
}

#[test_on_both_engines]
async fn an_offer_is_for_services_that_exist() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = made_id(&meera, &march()).await;
    let before = shown(&meera, &id).await;
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
    for (ids, complaints) in cases {
        assert_eq!(makes(&meera, &march_with("serviceIds", ids.clone())).await.expect_invalid(), complaints);
        let wish = json!({ "name": "Other", "serviceIds": ids });
        assert_eq!(changes(&meera, &id, wish).await.expect_invalid(), complaints);
    }
    assert_eq!(makes(&meera, &march_with("serviceIds", Value::Null)).await.expect_invalid(), ["serviceIds"]);
    assert_eq!(listed(&meera).await, [before], "nothing was made and nothing changed");
    assert_eq!(done_to(&salon, &id).await, ["offer.create"]);
    // A service that is not on show, or of the spa, is one of ours all the same.
    made(&meera, &march_with("serviceIds", json!(["service-perm", "service-massage", "service-henna"])))
        .await;
}

#[test_on_both_engines]
async fn everything_that_is_wrong_is_said_at_once() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    assert_eq!(
        makes(&meera, &json!({})).await.expect_invalid(),
        ["endDate", "name", "offerType", "serviceIds", "startDate"]
    );
    let body = json!({
        "name": "", "offerType": "flat", "startDate": "2027-03-02", "endDate": "2027-03-01",
        "serviceIds": ["service-cut", "nope"], "discountPercentage": 101, "comboPricePaise": 0,
        "description": "x".repeat(1_001), "terms": 5,
    });
    assert_eq!(
        makes(&meera, &body).await.expect_invalid(),
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
    let id = made_id(&meera, &march()).await;
    let mut wish = body;
    wish["isActive"] = json!("no");
    assert_eq!(
        changes(&meera, &id, wish).await.expect_invalid(),
        ["comboPricePaise", "description", "discountPercentage", "isActive", "name", "serviceIds.1", "terms"],
        "what a change does not ask for again is not complained of"
    );
}

#[test_on_both_engines]
async fn offers_of_one_name_have_slugs_of_their_own() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let mut slugs = BTreeSet::new();
    for name in ["Glow", "Glow", "% ★ %", "% ★ %"] {
        let slug = made(&meera, &march_with("name", name)).await["slug"].as_str().unwrap().to_owned();
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
        let mut body = march_with("name", start);
        body["startDate"] = json!(start);
        body["endDate"] = json!(end);
        newest_first.insert(0, made_id(&meera, &body).await);
    }
    salon.advance_seconds(1);
    changes(&meera, &newest_first[1], json!({ "isActive": false })).await.expect_ok();
    let all = listed(&meera).await;
    assert_eq!(all.iter().map(|offer| offer["id"].as_str().unwrap()).collect::<Vec<_>>(), newest_first);
    for offer in &all {
        assert_eq!(keys(offer), with_services());
        assert_eq!(offer["serviceNames"], json!(["cut"]));
    }
    assert_eq!(public(&salon).await, Vec::<String>::new());
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
    assert_eq!(meera.get("/api/offers?limit=0&cursor=x").await.expect_invalid(), ["cursor", "limit"]);
    meera.get("/api/offers/nothing").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn a_change_keeps_what_it_does_not_name() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let mut body = march_with("description", "All cuts.");
    body["terms"] = json!("Once a day.");
    let id = made_id(&meera, &body).await;
    let mut expected = shown(&meera, &id).await;
    let wishes = [
        ("name", json!("  Spring  "), json!("Spring")),
        ("description", json!("Some cuts."), json!("Some cuts.")),
        ("description", json!(""), Value::Null),
        ("terms", json!("Twice."), json!("Twice.")),
        ("terms", json!(""), Value::Null),
        ("discountPercentage", json!(30), json!(30)),
        ("startDate", json!("2027-02-01"), json!("2027-02-01T00:00:00.000Z")),
        ("endDate", json!("2027-05-31"), json!("2027-05-31T00:00:00.000Z")),
        ("isActive", json!(false), json!(false)),
        ("isActive", json!(true), json!(true)),
    ];
    for (field, wish, kept) in wishes {
        salon.advance_seconds(1);
        let data = changes(&meera, &id, json!({ field: wish })).await.expect_ok();
        assert_eq!((keys(&data), keys(&data["offer"])), (vec!["offer"], FIELDS.to_vec()));
        assert_eq!(data["offer"][field], kept, "{field}");
        expected[field] = kept;
        expected["updatedAt"] = json!(salon.now().to_string());
        assert_eq!(shown(&meera, &id).await, expected, "{field}");
    }
    let nothing: Value = FIELDS.iter().map(|field| ((*field).to_owned(), Value::Null)).collect();
    for said in [json!({}), nothing, json!({ "slug": "mine", "displayOrder": 3, "id": "x" })] {
        changes(&meera, &id, said).await.expect_ok();
        assert_eq!(shown(&meera, &id).await, expected);
    }
    changes(&meera, "nothing", json!({ "isActive": false })).await.expect_error(404, "NOT_FOUND");
    changes(&meera, "nothing", json!({ "serviceIds": ["nope"] })).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn a_change_may_leave_an_offer_that_makes_no_sense() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = made_id(&meera, &march()).await;
    let offer = changes(&meera, &id, json!({ "offerType": "flat" })).await.expect_ok()["offer"].clone();
    assert_eq!((&offer["offerType"], &offer["discountAmountPaise"]), (&json!("flat"), &Value::Null));
    assert_eq!(offer["discountPercentage"], 20, "what is not named stays");
    let offer = changes(&meera, &id, json!({ "endDate": "2027-02-01" })).await.expect_ok()["offer"].clone();
    assert_eq!(offer["endDate"], "2027-02-01T00:00:00.000Z");
}

#[test_on_both_engines]
async fn services_are_replaced_as_a_whole() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = made_id(&meera, &march_with("serviceIds", json!(["service-cut", "service-wash"]))).await;
    for (named, kept) in [
        (json!(["service-colour", "service-cut"]), json!(["service-colour", "service-cut"])),
        (json!(["service-wash", "service-cut", "service-wash"]), json!(["service-wash", "service-cut"])),
        (Value::Null, json!(["service-wash", "service-cut"])),
        (json!(["service-steam"]), json!(["service-steam"])),
    ] {
        changes(&meera, &id, json!({ "serviceIds": named })).await.expect_ok();
        assert_eq!(shown(&meera, &id).await["serviceIds"], kept);
        assert_eq!(listed(&salon.visitor()).await[0]["serviceIds"], kept, "the public sees it at once");
    }
}

#[test_on_both_engines]
async fn the_public_sees_a_change_at_once() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = made_id(&meera, &march()).await;
    assert_eq!(public(&salon).await, ["March Madness"]);
    changes(&meera, &id, json!({ "name": "Spring" })).await.expect_ok();
    assert_eq!(public(&salon).await, ["Spring"]);
    for (wish, seen) in [
        (json!({ "isActive": false }), false),
        (json!({ "isActive": true }), true),
        (json!({ "startDate": "2027-03-02" }), false),
        (json!({ "startDate": "2027-03-01" }), true),
        (json!({ "endDate": "2027-02-28" }), false),
        (json!({ "endDate": "2027-03-01" }), true),
    ] {
        changes(&meera, &id, wish.clone()).await.expect_ok();
        assert_eq!(!public(&salon).await.is_empty(), seen, "{wish}");
    }
}

#[test_on_both_engines]
async fn offers_are_the_managers() {
    let salon = small_salon().await;
    let id = made_id(&manager(&salon).await, &march()).await;
    let ask_for_all = async |person: &Person| {
        vec![
            person.get(OFFERS).await,
            person.get("/api/offers?limit=0").await,
            makes(person, &json!({})).await,
            person.get(&format!("{OFFERS}/{id}")).await,
            changes(person, &id, json!({ "isActive": false })).await,
        ]
    };
    for reply in ask_for_all(&salon.stranger_at_the_desk()).await {
        reply.expect_error(401, "UNAUTHENTICATED");
    }
    for role in [Role::Customer, Role::Staff, Role::Receptionist] {
        for reply in ask_for_all(&salon.member(role.as_str(), role).await).await {
            reply.expect_error(403, "FORBIDDEN");
        }
    }
    assert_eq!(done_to(&salon, &id).await, ["offer.create"]);
    for &role in Role::ALL.iter().filter(|role| **role >= Role::Manager) {
        assert_eq!(listed(&salon.member(role.as_str(), role).await).await.len(), 1, "{role}");
    }
}

/// What the log says of changes to an offer: who, before and after.
async fn logged(salon: &TestSalon, id: &str, action: &'static str) -> Vec<(Option<String>, Value, Value)> {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(Option<String>, Option<String>, Option<String>)>(
            "select actor_id, before_json, after_json from audit_log
             where record_id = $1 and action = $2 and record_type = 'offer' and origin = 'admin'",
            params![id, action],
        )
    });
    let parsed =
        |text: Option<String>| text.map_or(Value::Null, |text| serde_json::from_str(&text).expect("JSON"));
    let rows = read.await.expect("the log can be read").into_iter();
    rows.map(|(who, before, after)| (who, parsed(before), parsed(after))).collect()
}

#[test_on_both_engines]
async fn the_log_tells_what_an_offer_was_and_what_it_became() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = made_id(&meera, &march()).await;
    let first = shown(&meera, &id).await;
    let who = Some(meera.id().to_string());
    assert_eq!(logged(&salon, &id, "offer.create").await, [(who.clone(), Value::Null, first.clone())]);
    changes(&meera, &id, json!({ "serviceIds": ["service-wash"], "name": "Wash" })).await.expect_ok();
    let second = shown(&meera, &id).await;
    assert_ne!(first["serviceIds"], second["serviceIds"]);
    assert_eq!(logged(&salon, &id, "offer.change").await, [(who, first, second)]);
}

#[test_on_both_engines]
async fn twenty_four_changes_at_once_end_as_if_queued() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let id = made_id(&meera, &march()).await;
    let first = shown(&meera, &id).await;
    // Somebody else each time: whoever acts is held until their act is done, so one person alone never races.
    let mut managers = Vec::new();
    for number in 0..24 {
        managers.push(salon.member(&format!("manager{number}"), Role::Manager).await);
    }
    let mut changing = JoinSet::new();
    for (number, manager) in managers.into_iter().enumerate() {
        let wish = match number % 4 {
            0 => json!({ "name": format!("Name {number}") }),
            1 => json!({ "description": format!("Description {number}") }),
            2 => json!({ "discountPercentage": 21 + number }),
            _ => json!({ "terms": format!("Terms {number}"), "serviceIds": ["service-wash", "service-cut"] }),
        };
        let id = id.clone();
        changing.spawn(async move { changes(&manager, &id, wish).await });
    }
    for reply in changing.join_all().await {
        reply.expect_ok();
    }
    let last = shown(&meera, &id).await;
    assert!(last["name"].as_str().unwrap().starts_with("Name "), "{last}");
    assert!(last["description"].is_string() && last["terms"].is_string(), "{last}");
    assert_ne!(last["discountPercentage"], 20);
    assert_eq!(last["serviceIds"], json!(["service-wash", "service-cut"]));
    // Each change begins where another has ended.
    let log = logged(&salon, &id, "offer.change").await;
    let states = |states: Vec<&Value>| states.into_iter().map(Value::to_string).collect::<BTreeSet<_>>();
    let mut begun = states(log.iter().map(|(_, before, _)| before).collect());
    let mut ended = states(log.iter().map(|(.., after)| after).collect());
    assert_eq!((log.len(), begun.len(), ended.len()), (24, 24, 24));
    begun.insert(last.to_string());
    ended.insert(first.to_string());
    assert_eq!(begun, ended);
    assert_eq!(listed(&salon.visitor()).await, [last]);
    assert_eq!(count(&salon, &id, "select count(*) from offer_services where offer_id = $1").await, 2);
}
