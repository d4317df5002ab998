//! The desk looks for customers.

use std::collections::BTreeSet;

use parlour_app::sign_in::find_or_create_user;
use parlour_db::{DbError, Engine, Tx, params};
use parlour_domain::auth::role::Role;
use parlour_domain::customer::DirectorySort;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{TagId, UserId};
use parlour_store::customers::customer_records::{self, Tag};
use parlour_store::customers::directory;
use parlour_store::users::user_records::{self};
use parlour_testkit::actions::customers::{CUSTOMERS_PATH, DirectoryCustomer, insert_directory_customers};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// A tag `tag-SLUG` on these people.
async fn insert_tag_on(salon: &TestSalon, by: &Person, slug: &'static str, people: &[&'static str]) {
    let (by, people, now) = (by.id().clone(), people.to_vec(), salon.now());
    write_transaction(&salon.app, move |tx| {
        let tag = Tag {
            id: TagId::new(format!("tag-{slug}")),
            name: slug.to_uppercase(),
            slug: slug.into(),
            color: "#123456".into(),
            description: None,
            created_at: now,
        };
        customer_records::insert_tag(tx, &tag)?;
        for person in &people {
            customer_records::assign_tag(tx, &UserId::new(*person), &tag.id, &by, now)?;
        }
        Ok(())
    })
    .await;
}

async fn get_directory(desk: &Person, query: &str) -> Reply {
    desk.get(&format!("{CUSTOMERS_PATH}?{query}")).await
}

#[track_caller]
fn listed_ids(reply: &Reply) -> Vec<String> {
    let data = reply.expect_ok();
    let customers = data["customers"].as_array().unwrap();
    customers.iter().map(|customer| customer["id"].as_str().unwrap().to_owned()).collect()
}

#[track_caller]
fn list_meta(reply: &Reply) -> Value {
    reply.expect_ok();
    reply.json()["meta"].clone()
}

#[test_on_both_engines]
async fn an_entry_shows_exactly_the_contract_s_fields() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let nobody = desk.get(CUSTOMERS_PATH).await;
    assert_eq!(nobody.expect_ok(), json!({ "customers": [] }));
    assert_eq!(list_meta(&nobody), json!({ "page": 1, "totalPages": 1, "totalCount": 0 }));
    let asha = DirectoryCustomer {
        id: "asha",
        name: "Asha",
        email: Some("Asha@test.invalid"),
        phone: Some("9876543210"),
        visits: 3,
        spent: 450_000,
        noshows: 1,
        last_visit: Some("2027-02-01T06:30:00Z"),
        gems: Some(45),
    };
    insert_directory_customers(
        &salon,
        &[asha, DirectoryCustomer { id: "bina", name: "Bina", ..DirectoryCustomer::default() }],
    )
    .await;
    insert_tag_on(&salon, &desk, "vip", &["asha"]).await;
    insert_tag_on(&salon, &desk, "regular", &["asha"]).await;
    let reply = desk.get(CUSTOMERS_PATH).await;
    let expected = json!({
        "success": true,
        "data": { "customers": [
            {
                "id": "asha", "name": "Asha", "email": "Asha@test.invalid", "phone": "+919876543210",
                "totalVisits": 3, "totalSpentPaise": 450_000, "noshowCount": 1,
                "firstVisitAt": "2027-02-01T06:30:00.000Z", "lastVisitAt": "2027-02-01T06:30:00.000Z",
                "gemsBalance": 45, "createdAt": "2027-03-01T04:30:00.000Z",
                "tags": [
                    { "slug": "regular", "name": "REGULAR", "color": "#123456" },
                    { "slug": "vip", "name": "VIP", "color": "#123456" },
                ],
            },
            {
                "id": "bina", "name": "Bina", "email": null, "phone": null, "totalVisits": 0, "totalSpentPaise": 0,
                "noshowCount": 0, "firstVisitAt": null, "lastVisitAt": null, "gemsBalance": null,
                "createdAt": "2027-03-01T04:30:00.000Z", "tags": [],
            },
        ] },
        "meta": { "page": 1, "totalPages": 1, "totalCount": 2 },
    });
    reply.expect_ok();
    assert_eq!(reply.json(), expected);
}

#[test_on_both_engines]
async fn every_sort_is_descending_with_nulls_last_and_ties_by_id() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let of = |id, name, visits, spent, noshows, last_visit, gems| DirectoryCustomer {
        id,
        name,
        visits,
        spent,
        noshows,
        last_visit,
        gems,
        ..DirectoryCustomer::default()
    };
    let (early, late) = (Some("2027-01-01T00:00:00Z"), Some("2027-02-01T00:00:00Z"));
    let people = [
        of("a", "Zoya", 2, 100, 0, None, Some(0)),
        of("b", "asha", 9, 100, 3, early, None),
        of("c", "Asha", 2, 900, 0, late, Some(7)),
        of("d", "émilie", 0, 0, 3, None, None),
        of("e", "Bina", 9, 500, 1, late, Some(7)),
        of("f", "Éva", 0, 0, 0, early, Some(0)),
    ];
    insert_directory_customers(&salon, &people).await;
    insert_tag_on(&salon, &desk, "all", &["a", "b", "c", "d", "e", "f"]).await;
    for (sort, expected) in [
        ("ltv", "c e a b d f"),
        ("visits", "b e a c d f"),
        ("noshows", "b d e a c f"),
        ("last_visit", "c e b f a d"),
        ("gems", "c e a f b d"),
        // As the folded letters are encoded: accented ones after z.
        ("name", "b c e a d f"),
    ] {
        assert_eq!(listed_ids(&get_directory(&desk, &format!("sort={sort}")).await).join(" "), expected, "{sort}");
        let by_tag = get_directory(&desk, &format!("sort={sort}&tag=all")).await;
        assert_eq!(listed_ids(&by_tag).join(" "), expected, "{sort} by tag");
        let mut walked = Vec::new();
        for page in 1..=3 {
            walked.extend(listed_ids(&get_directory(&desk, &format!("sort={sort}&pageSize=2&page={page}")).await));
        }
        assert_eq!(walked.join(" "), expected, "{sort} in pages");
    }
    assert_eq!(listed_ids(&desk.get(CUSTOMERS_PATH).await).join(" "), "c e a b d f", "by what they have spent");
}

#[test_on_both_engines]
async fn a_search_is_literal_and_case_insensitive() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let named = |id, name| DirectoryCustomer { id, name, ..DirectoryCustomer::default() };
    let people = [
        named("a", "Asha 100% Sharma"),
        named("b", "Asha 100 Sharma"),
        named("c", "under_score"),
        named("d", "underXscore"),
        named("e", "back\\slash"),
        named("f", "bang! & 'quote'"),
        named("g", "ÉMILIE Ñandú"),
        named("h", "आशा शर्मा"),
        DirectoryCustomer { phone: Some("9876543210"), email: Some("Tara.Devi@Example.in"), ..named("i", "Tara") },
    ];
    insert_directory_customers(&salon, &people).await;
    for (typed, expected) in [
        ("asha", "a b"),
        ("  ASHA  ", "a b"),
        ("100%25", "a"),
        ("%25", "a"),
        ("_", "c"),
        ("r_s", "c"),
        ("%5C", "e"),
        ("k%5Cs", "e"),
        ("!", "f"),
        ("g! %26 'q", "f"),
        ("émilie", "g"),
        ("ÉMILIE", "g"),
        ("ñANDÚ", "g"),
        ("emilie", ""),
        ("आशा", "h"),
        ("%2B9198765", "i"),
        ("43210", "i"),
        ("98765 43210", "i"),
        ("devi@EXAMPLE", "i"),
        ("e", "c d f g i"),
        ("", "a b c d e f g h i"),
        ("%20%20", "a b c d e f g h i"),
    ] {
        let q: String = url_encoded(typed);
        let reply = get_directory(&desk, &format!("sort=ltv&q={q}")).await;
        assert_eq!(listed_ids(&reply).join(" "), expected, "{typed:?}");
        let count = expected.split_whitespace().count();
        assert_eq!(list_meta(&reply)["totalCount"], count, "{typed:?}");
    }
}

/// Spaces and what is not ASCII; the rest is written as it is to be sent.
fn url_encoded(typed: &str) -> String {
    let encode = |byte: u8| {
        if byte.is_ascii() && byte != b' ' { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    typed.bytes().map(encode).collect()
}

#[test_on_both_engines]
async fn a_changed_name_phone_or_email_is_found_immediately() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    assert_eq!(listed_ids(&get_directory(&desk, "q=asha").await), Vec::<String>::new(), "no profile, no entry");
    asha.patch("/api/profile", &json!({ "phone": "9876543210" })).await.expect_ok();
    assert_eq!(listed_ids(&get_directory(&desk, "q=98765").await), [asha.id().to_string()]);
    asha.patch("/api/profile", &json!({ "name": "Renée", "phone": "9123456789" })).await.expect_ok();
    assert_eq!(
        listed_ids(&get_directory(&desk, &format!("q={}", url_encoded("RENÉE"))).await),
        [asha.id().to_string()]
    );
    assert_eq!(listed_ids(&get_directory(&desk, "q=98765").await), Vec::<String>::new());
    assert_eq!(listed_ids(&get_directory(&desk, "q=asha@test").await), [asha.id().to_string()]);
}

#[test_on_both_engines]
async fn a_tag_filters_the_list() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let named = |id, name| DirectoryCustomer { id, name, ..DirectoryCustomer::default() };
    insert_directory_customers(
        &salon,
        &[named("a", "Asha"), named("b", "Bina"), named("c", "Chhaya"), named("d", "Asha Devi")],
    )
    .await;
    insert_tag_on(&salon, &desk, "vip", &["d", "a", "b"]).await;
    insert_tag_on(&salon, &desk, "new", &["c"]).await;
    for (query, expected) in [
        ("tag=vip", "a b d"),
        ("tag=vip&q=asha", "a d"),
        ("tag=new&q=asha", ""),
        ("tag=VIP", ""),
        ("tag=unknown", ""),
        ("tag=tag-vip", ""),
        ("tag=%25", ""),
        ("tag=", "a b c d"),
    ] {
        let reply = get_directory(&desk, query).await;
        assert_eq!(listed_ids(&reply).join(" "), expected, "{query}");
        assert_eq!(list_meta(&reply)["totalCount"], expected.split_whitespace().count(), "{query}");
        assert_eq!(list_meta(&reply)["totalPages"], 1, "{query}");
    }
    let second = get_directory(&desk, "tag=vip&pageSize=2&page=2").await;
    assert_eq!(listed_ids(&second), ["d"]);
    assert_eq!(list_meta(&second), json!({ "page": 2, "totalPages": 2, "totalCount": 3 }));
}

#[test_on_both_engines]
async fn pages_show_every_customer_once() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let now = salon.now();
    write_transaction(&salon.app, move |tx| {
        (0..45).try_for_each(|nth| {
            let id: &'static str = Box::leak(format!("c{nth:02}").into_boxed_str());
            DirectoryCustomer { id, name: id, spent: nth / 3, ..DirectoryCustomer::default() }.insert(tx, now)
        })
    })
    .await;
    for (query, shown, page, pages) in [
        ("", 20, 1, 3),
        ("page=2", 20, 2, 3),
        ("page=3", 5, 3, 3),
        ("page=4", 0, 4, 3),
        ("pageSize=45", 45, 1, 1),
        ("pageSize=44", 44, 1, 2),
        ("pageSize=100", 45, 1, 1),
        ("pageSize=1&page=45", 1, 45, 45),
        ("pageSize=15&page=3", 15, 3, 3),
    ] {
        let reply = get_directory(&desk, query).await;
        assert_eq!(listed_ids(&reply).len(), shown, "{query}");
        assert_eq!(list_meta(&reply), json!({ "page": page, "totalPages": pages, "totalCount": 45 }), "{query}");
    }
    let far = get_directory(&desk, "page=99999999999999999999").await;
    assert_eq!((listed_ids(&far).len(), &list_meta(&far)["totalPages"]), (0, &json!(3)));
    let mut seen = BTreeSet::new();
    for page in 1..=7 {
        for id in listed_ids(&get_directory(&desk, &format!("pageSize=7&page={page}")).await) {
            assert!(seen.insert(id.clone()), "{id} is on two pages");
        }
    }
    assert_eq!(seen.len(), 45);
}

#[test_on_both_engines]
async fn invalid_parameters_are_refused() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    for (query, fields) in [
        ("page=0", vec!["page"]),
        ("page=-1", vec!["page"]),
        ("page=1.5", vec!["page"]),
        ("page=", vec!["page"]),
        ("pageSize=0", vec!["pageSize"]),
        ("pageSize=101", vec!["pageSize"]),
        ("pageSize=x", vec!["pageSize"]),
        ("sort=age", vec!["sort"]),
        ("sort=", vec!["sort"]),
        ("sort=LTV", vec!["sort"]),
        ("q=a%00b", vec!["q"]),
        ("tag=a%00b", vec!["tag"]),
        ("page=0&pageSize=0&sort=no&q=%00", vec!["page", "pageSize", "q", "sort"]),
    ] {
        assert_eq!(get_directory(&desk, query).await.expect_invalid_fields(), fields, "{query}");
    }
    let long = url_encoded(&"é".repeat(120));
    get_directory(&desk, &format!("q=%20{long}%20")).await.expect_ok();
    assert_eq!(get_directory(&desk, &format!("q={long}x")).await.expect_invalid_fields(), ["q"]);
}

#[test_on_both_engines]
async fn only_customers_with_a_profile_are_listed() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let tara = salon.customer("Tara").await;
    salon.customer("Nobody").await;
    for person in [&asha, &tara] {
        person.get("/api/profile").await.expect_ok();
    }
    let stylist = salon.person("Mira", Role::Staff, parlour_domain::auth::app_kind::AppKind::Customer).await;
    stylist.get("/api/profile").await.expect_ok();
    let mut both = [asha.id().to_string(), tara.id().to_string()];
    both.sort();
    assert_eq!(listed_ids(&desk.get(CUSTOMERS_PATH).await), both);
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    assert_eq!(listed_ids(&desk.get(CUSTOMERS_PATH).await), [tara.id().to_string()]);
    assert_eq!(listed_ids(&get_directory(&desk, "q=asha").await), Vec::<String>::new());
    let (context, email) = (salon.context(), EmailAddress::parse("tara@test.invalid").unwrap());
    write_transaction(&salon.app, move |tx| {
        let user = find_or_create_user(tx, &context, &email, Some("Somebody"), None).unwrap();
        user_records::set_role(tx, &user.id, Role::Staff, context.now)
    })
    .await;
    assert_eq!(list_meta(&desk.get(CUSTOMERS_PATH).await)["totalCount"], 0);
}

#[test_on_both_engines]
async fn the_directory_is_for_the_desk() {
    let salon = TestSalon::open().await;
    for path in [CUSTOMERS_PATH, "/api/customers?page=0"] {
        salon.admin_visitor().get(path).await.expect_error(401, "UNAUTHENTICATED");
        for role in [Role::Customer, Role::Staff] {
            let person = salon.member(role.as_str(), role).await;
            person.get(path).await.expect_error(403, "FORBIDDEN");
        }
    }
    for role in [Role::Receptionist, Role::Manager, Role::Owner, Role::Developer] {
        salon.member(role.as_str(), role).await.get(CUSTOMERS_PATH).await.expect_ok();
    }
}

/// A page costs what it shows and not what there is: each order is read off an index.
#[test_on_both_engines]
async fn every_sort_has_its_index() {
    let salon = TestSalon::open().await;
    for &sort in DirectorySort::ALL {
        let read = salon.app.db.write(move |tx: &mut Tx<'_>| -> Result<String, DbError> {
            let asked = params![20_i64, 0_i64];
            let sql = directory::all_customers_statement(sort);
            if tx.engine() == Engine::Sqlite {
                let plan: &'static str = format!("explain query plan {sql}").leak();
                let steps = tx.all_with(plan, asked, |columns| {
                    columns.skip(3);
                    columns.take::<String>()
                })?;
                return Ok(steps.join("\n"));
            }
            // A table of no rows is not worth an index; what matters is that the order needs no sorting.
            tx.execute("set local enable_sort = off", params![])?;
            tx.execute("set local enable_seqscan = off", params![])?;
            tx.execute("set local enable_bitmapscan = off", params![])?;
            let plan: &'static str = format!("explain {sql}").leak();
            let steps = tx.all::<(String,)>(plan, asked)?;
            Ok(steps.into_iter().map(|(step,)| step + "\n").collect())
        });
        let plan = read.await.unwrap();
        assert!(plan.contains(&format!("directory_by_{sort}")), "{sort}: {plan}");
        assert!(!plan.to_lowercase().contains("sort") && !plan.contains("TEMP B-TREE"), "{sort}: {plan}");
    }
}
