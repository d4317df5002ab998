//! Tags: made by managers, put on customers by the desk.

use axum::http::Method;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::customers::{DirectoryCustomer, insert_directory_customers};
use parlour_testkit::actions::people::sign_in_24;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

const TAGS_PATH: &str = "/api/tags";

async fn post_tag(person: &Person, name: &str) -> Reply {
    person.post(TAGS_PATH, &json!({ "name": name, "color": "#b45309" })).await
}

#[track_caller]
fn created_tag_id(reply: &Reply) -> String {
    reply.expect_created()["tag"]["id"].as_str().unwrap().to_owned()
}

async fn listed_tag_names(person: &Person) -> Vec<Value> {
    let data = person.get(TAGS_PATH).await.expect_ok();
    data["tags"].as_array().unwrap().iter().map(|tag| tag["name"].clone()).collect()
}

#[test_on_both_engines]
async fn a_tag_shows_exactly_the_contract_s_fields() {
    let salon = TestSalon::open().await;
    let mira = salon.member("Mira", Role::Manager).await;
    assert_eq!(mira.get(TAGS_PATH).await.expect_ok(), json!({ "tags": [] }));
    let body = json!({ "name": "  Prefers  Mira ", "color": " #b45309 ", "description": " Books by phone " });
    let tag = mira.post(TAGS_PATH, &body).await.expect_created()["tag"].clone();
    let expected = json!({
        "id": tag["id"], "name": "Prefers  Mira", "slug": "prefers-mira", "color": "#b45309",
        "description": "Books by phone", "createdAt": "2027-03-01T04:30:00.000Z",
    });
    assert_eq!(tag, expected);
    assert_eq!(mira.get(TAGS_PATH).await.expect_ok(), json!({ "tags": [expected] }));
    assert_eq!(actions_on_record(&salon, tag["id"].as_str().unwrap()).await, ["tag.make"]);
    let plain = post_tag(&mira, "VIP").await.expect_created()["tag"].clone();
    assert_eq!((&plain["slug"], &plain["description"]), (&json!("vip"), &Value::Null));
}

#[test_on_both_engines]
async fn slugs_are_unique() {
    let salon = TestSalon::open().await;
    let mira = salon.member("Mira", Role::Manager).await;
    post_tag(&mira, "Very Good").await.expect_created();
    for name in ["Very Good", "very  good", "VERY GOOD", "very-good"] {
        post_tag(&mira, name).await.expect_error(409, "CONFLICT");
    }
    assert_eq!(listed_tag_names(&mira).await, ["Very Good"]);
    let mut making = JoinSet::new();
    for manager in sign_in_24(&salon, Role::Manager).await {
        making.spawn(async move { post_tag(&manager, "New").await.status.as_u16() });
    }
    let mut statuses = making.join_all().await;
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (201, &[409; 23][..]));
}

#[test_on_both_engines]
async fn tags_are_listed_alphabetically_ignoring_case() {
    let salon = TestSalon::open().await;
    let mira = salon.member("Mira", Role::Manager).await;
    for name in ["beta", "Alpha", "Gamma", "alpha two", "ÉCLAT", "éclair"] {
        post_tag(&mira, name).await.expect_created();
    }
    assert_eq!(listed_tag_names(&mira).await, ["Alpha", "alpha two", "beta", "Gamma", "éclair", "ÉCLAT"]);
}

#[test_on_both_engines]
async fn name_and_colour_are_validated() {
    let salon = TestSalon::open().await;
    let mira = salon.member("Mira", Role::Manager).await;
    let long = |letters: usize| "é".repeat(letters);
    for (body, fields) in [
        (json!({}), vec!["color", "name"]),
        (json!({ "name": " ", "color": "" }), vec!["color", "name"]),
        (json!({ "name": 1, "color": null }), vec!["color", "name"]),
        (json!({ "name": long(41), "color": long(33) }), vec!["color", "name"]),
        (json!({ "name": "a", "color": "b", "description": long(501) }), vec!["description"]),
    ] {
        assert_eq!(mira.post(TAGS_PATH, &body).await.expect_invalid_fields(), fields, "{body}");
    }
    mira.post(TAGS_PATH, &json!({ "name": long(40), "color": long(32), "description": "" })).await.expect_created();
}

async fn patch_tag(person: &Person, id: &str, patch: &Value) -> Reply {
    person.patch(&format!("{TAGS_PATH}/{id}"), patch).await
}

#[test_on_both_engines]
async fn a_tag_is_renamed_where_it_is_used() {
    let salon = TestSalon::open().await;
    let (mira, desk) = (salon.member("Mira", Role::Manager).await, salon.member("Ravi", Role::Receptionist).await);
    insert_directory_customers(
        &salon,
        &[DirectoryCustomer { id: "asha", name: "Asha", ..DirectoryCustomer::default() }],
    )
    .await;
    let id = created_tag_id(&post_tag(&mira, "VIP").await);
    post_tag(&mira, "Very Good").await.expect_created();
    desk.post("/api/customers/asha/tags", &json!({ "tagId": id })).await.expect_created();
    let before = mira.get(TAGS_PATH).await.expect_ok()["tags"][1].clone();
    assert_eq!(before["name"], "VIP");
    assert_eq!(patch_tag(&mira, &id, &json!({})).await.expect_ok(), json!({ "tag": before }), "nothing is named");

    let renamed = patch_tag(&mira, &id, &json!({ "name": " Comes  often " })).await.expect_ok()["tag"].clone();
    let mut expected = before.clone();
    expected["name"] = "Comes  often".into();
    expected["slug"] = "comes-often".into();
    assert_eq!(renamed, expected, "the colour stays");
    let coloured = patch_tag(&mira, &id, &json!({ "name": null, "color": "teal" })).await.expect_ok()["tag"].clone();
    expected["color"] = "teal".into();
    assert_eq!(coloured, expected, "the name stays");
    let shown = desk.get("/api/customers/asha").await.expect_ok()["customer"]["tags"].clone();
    assert_eq!(shown, json!([{ "slug": "comes-often", "name": "Comes  often", "color": "teal" }]));
    assert_eq!(listed_tag_names(&desk).await, ["Comes  often", "Very Good"], "by the new name");
    let change = "select count(*) from audit_log where record_id = $1 and action = 'tag.change'
                      and before_json like '%VIP%' and after_json like '%comes-often%'";
    assert_eq!(count_rows(&salon, &id, change).await, 1);

    // The old name is free, the other one is not, and one's own may be written in another way.
    post_tag(&mira, "vip").await.expect_created();
    for taken in ["very good", "VIP", "Very  Good"] {
        patch_tag(&mira, &id, &json!({ "name": taken })).await.expect_error(409, "CONFLICT");
    }
    patch_tag(&mira, &id, &json!({ "name": "COMES OFTEN" })).await.expect_ok();
    for (body, fields) in [
        (json!({ "name": " ", "color": "" }), vec!["color", "name"]),
        (json!({ "name": "x".repeat(41), "color": "x".repeat(33) }), vec!["color", "name"]),
        (json!({ "name": 1 }), vec!["name"]),
    ] {
        assert_eq!(patch_tag(&mira, &id, &body).await.expect_invalid_fields(), fields, "{body}");
    }
    patch_tag(&mira, "nothing", &json!({ "name": "New" })).await.expect_error(404, "NOT_FOUND");
    patch_tag(&desk, &id, &json!({ "name": "New" })).await.expect_error(403, "FORBIDDEN");
}

#[test_on_both_engines]
async fn of_concurrent_renames_to_one_name_one_succeeds() {
    let salon = TestSalon::open().await;
    let mira = salon.member("Mira", Role::Manager).await;
    let managers = sign_in_24(&salon, Role::Manager).await;
    let mut renaming = JoinSet::new();
    for (number, manager) in managers.into_iter().enumerate() {
        let id = created_tag_id(&post_tag(&mira, &format!("Tag {number}")).await);
        renaming.spawn(async move { patch_tag(&manager, &id, &json!({ "name": "The one" })).await.status.as_u16() });
    }
    let mut statuses = renaming.join_all().await;
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (200, &[409; 23][..]));
}

#[test_on_both_engines]
async fn a_tag_is_assigned_once_and_removed() {
    let salon = TestSalon::open().await;
    let mira = salon.member("Mira", Role::Manager).await;
    let desk = salon.member("Ravi", Role::Receptionist).await;
    insert_directory_customers(
        &salon,
        &[DirectoryCustomer { id: "asha", name: "Asha", ..DirectoryCustomer::default() }],
    )
    .await;
    let vip = created_tag_id(&post_tag(&mira, "VIP").await);
    let path = "/api/customers/asha/tags";
    let body = json!({ "tagId": vip });
    for _ in 0..2 {
        assert_eq!(desk.post(path, &body).await.expect_created(), json!({ "ok": true }));
    }
    let by = "select count(*) from customer_tags where customer_id = 'asha' and assigned_by = $1";
    assert_eq!(count_rows(&salon, desk.id().as_str(), by).await, 1);
    assert_eq!(actions_on_record(&salon, "asha").await, ["customer.tag"], "the second time changed nothing");
    let seen = desk.get("/api/customers/asha").await.expect_ok();
    let label = json!([{ "slug": "vip", "name": "VIP", "color": "#b45309" }]);
    assert_eq!(seen["customer"]["tags"], label);
    let tag_path = format!("{path}/{vip}");
    for path in [&tag_path, &tag_path, "/api/customers/nobody/tags/none"] {
        let removed = desk.send(Method::DELETE, path, "").await;
        assert_eq!(removed.expect_ok(), json!({ "ok": true }));
    }
    let seen = desk.get("/api/customers/asha").await.expect_ok();
    assert_eq!(seen["customer"]["tags"], json!([]));
    assert_eq!(actions_on_record(&salon, "asha").await, ["customer.tag", "customer.untag"]);
}

#[test_on_both_engines]
async fn an_unknown_tag_or_customer_is_refused() {
    let salon = TestSalon::open().await;
    let mira = salon.member("Mira", Role::Manager).await;
    insert_directory_customers(
        &salon,
        &[DirectoryCustomer { id: "asha", name: "Asha", ..DirectoryCustomer::default() }],
    )
    .await;
    let vip = created_tag_id(&post_tag(&mira, "VIP").await);
    for (customer, body, field) in [
        ("asha", json!({}), "tagId"),
        ("asha", json!({ "tagId": "" }), "tagId"),
        ("asha", json!({ "tagId": 5 }), "tagId"),
        ("asha", json!({ "tagId": "vip" }), "tagId"),
        ("nobody", json!({ "tagId": vip }), "id"),
    ] {
        let reply = mira.post(&format!("/api/customers/{customer}/tags"), &body).await;
        assert_eq!(reply.expect_invalid_fields(), [field], "{customer} {body}");
    }
}

#[test_on_both_engines]
async fn the_desk_uses_tags_and_managers_make_them() {
    let salon = TestSalon::open().await;
    insert_directory_customers(
        &salon,
        &[DirectoryCustomer { id: "asha", name: "Asha", ..DirectoryCustomer::default() }],
    )
    .await;
    let mira = salon.member("Mira", Role::Manager).await;
    let body = json!({ "tagId": created_tag_id(&post_tag(&mira, "VIP").await) });
    let desk = salon.member("Ravi", Role::Receptionist).await;
    desk.get(TAGS_PATH).await.expect_ok();
    post_tag(&desk, "New").await.expect_error(403, "FORBIDDEN");
    let stylist = salon.member("Sunil", Role::Staff).await;
    let nobody = salon.admin_visitor();
    for (person, status, code) in [(&stylist, 403, "FORBIDDEN"), (&nobody, 401, "UNAUTHENTICATED")] {
        person.get(TAGS_PATH).await.expect_error(status, code);
        post_tag(person, "New").await.expect_error(status, code);
        person.post("/api/customers/asha/tags", &body).await.expect_error(status, code);
        person.send(Method::DELETE, "/api/customers/asha/tags/x", "").await.expect_error(status, code);
    }
}
