//! What anyone may read, and the memory it is served from.

use std::io::Read;
use std::time::{Duration, Instant};

use parlour_app::App;
use parlour_db::{DbError, params};
use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::branch::AvailabilityMode;
use parlour_domain::ids::{BranchId, OfferId, ServiceId};
use parlour_domain::ist::{parse_date, time_at_minute};
use parlour_domain::membership::DeskMembershipTerms;
use parlour_domain::offer::OfferType;
use parlour_domain::service::ServiceType;
use parlour_store::branches::branch_records::{self, Branch};
use parlour_store::catalogue::catalogue_records::{self, Category, Service};
use parlour_store::offers::offer_records::{self, Offer};
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::fixtures::catalogue::{SAC, insert_category_with_services, new_category, new_service};
use parlour_testkit::{Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

fn new_offer(name: &str, dates: (&str, &str), display_order: i64) -> Offer {
    let at = parlour_domain::ist::Timestamp::from_millis(1_700_000_000_123);
    Offer {
        id: OfferId::new(format!("offer-{name}")),
        name: name.to_owned(),
        slug: name.to_owned(),
        description: None,
        name_hi: None,
        description_hi: None,
        offer_type: OfferType::Percentage,
        discount_percentage: Some(10),
        discount_amount_paise: None,
        combo_price_paise: None,
        start_date: parse_date(dates.0).unwrap(),
        end_date: parse_date(dates.1).unwrap(),
        is_active: true,
        terms: None,
        image_url: None,
        display_order,
        created_at: at,
        updated_at: at,
    }
}

fn new_branch(number: i64, status: &str) -> Branch {
    let at = parlour_domain::ist::Timestamp::from_millis(1_700_000_000_123);
    Branch {
        id: BranchId::new(format!("branch-{number}")),
        code: format!("B{number}"),
        number,
        name: format!("Parlour {number}"),
        address: "12 MG Road, Pune".to_owned(),
        phone: None,
        gstin: None,
        gst_registered: true,
        status: status.to_owned(),
        is_primary: number == 2,
        opens_at: time_at_minute(10 * 60),
        closes_at: time_at_minute(21 * 60),
        hours: None,
        max_pending_per_customer: None,
        availability_mode: AvailabilityMode::Open,
        cancel_window_minutes: None,
        hold_minutes: 30,
        desk_discount_percent: 0,
        desk_membership_terms: DeskMembershipTerms::Any,
        round_invoices: RoundInvoices::None,
        upi_id: None,
        upi_name: None,
        logo_url: None,
        created_at: at,
        updated_at: at,
    }
}

async fn insert_offer_on(app: &App, offer: Offer, services: &[&str]) {
    let services: Vec<ServiceId> = services.iter().map(|name| ServiceId::new(format!("service-{name}"))).collect();
    write_transaction(app, move |tx| offer_records::insert(tx, &offer, &services)).await;
}

async fn insert_branch(app: &App, branch: Branch) {
    write_transaction(app, move |tx| branch_records::insert(tx, &branch)).await;
}

#[track_caller]
fn listed_names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|one| one["name"].as_str().expect("a name")).collect()
}

async fn public_offer_names(salon: &TestSalon) -> Vec<String> {
    let data = salon.visitor().get("/api/offers").await.expect_ok();
    listed_names(&data["offers"]).into_iter().map(str::to_owned).collect()
}

/// Exactly these fields, no more and none missing.
#[track_caller]
fn assert_fields(resource: &Value, fields: &[&str]) {
    let mut given: Vec<&str> = resource.as_object().expect("an object").keys().map(String::as_str).collect();
    let mut wanted = fields.to_vec();
    given.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(given, wanted);
}

const CATEGORY_FIELDS: [&str; 12] = [
    "id",
    "name",
    "slug",
    "description",
    "nameHi",
    "descriptionHi",
    "serviceType",
    "displayOrder",
    "isActive",
    "createdAt",
    "updatedAt",
    "services",
];

const SERVICE_FIELDS: [&str; 18] = [
    "id",
    "categoryId",
    "name",
    "slug",
    "description",
    "nameHi",
    "descriptionHi",
    "durationMinutes",
    "bufferMinutes",
    "pricePaise",
    "isActive",
    "imageUrl",
    "displayOrder",
    "gemsRedeemable",
    "gemsRequired",
    "gemsCatalogueOrder",
    "createdAt",
    "updatedAt",
];

const OFFER_FIELDS: [&str; 21] = [
    "id",
    "name",
    "slug",
    "description",
    "nameHi",
    "descriptionHi",
    "offerType",
    "discountPercentage",
    "discountAmountPaise",
    "comboPricePaise",
    "startDate",
    "endDate",
    "isActive",
    "terms",
    "imageUrl",
    "displayOrder",
    "createdAt",
    "updatedAt",
    "services",
    "serviceIds",
    "serviceNames",
];

/// Everything that is served from memory or by slug, with what a tag needs to change.
const READS_WITH_ETAG: [&str; 5] = [
    "/api/services",
    "/api/services/haircut",
    "/api/availability?date=2027-03-01&branchId=any",
    "/api/offers",
    "/api/branches",
];

/// A salon with a little of everything that anyone may read.
async fn salon_with_catalogue() -> TestSalon {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let hair = new_category("hair", 1);
    let services = vec![new_service(&hair, "haircut", 1), new_service(&hair, "colour", 2)];
    insert_category_with_services(&salon.app, &hair, services).await;
    insert_offer_on(&salon.app, new_offer("spring", ("2027-02-01", "2027-04-30"), 1), &["haircut"]).await;
    insert_branch(&salon.app, new_branch(1, "operational")).await;
    salon
}

#[test_on_both_engines]
async fn the_catalogue_lists_active_categories_with_their_active_services() {
    let salon = TestSalon::demo().await;
    let data = salon.visitor().get("/api/services").await.expect_ok();
    let categories = data["categories"].as_array().unwrap();
    assert!(categories.len() >= 7);
    let orders: Vec<i64> = categories.iter().map(|category| category["displayOrder"].as_i64().unwrap()).collect();
    assert!(orders.is_sorted());
    for category in categories {
        assert_eq!(category["isActive"], true);
        for service in category["services"].as_array().unwrap() {
            assert_eq!(service["isActive"], true);
            assert_eq!(service["categoryId"], category["id"]);
        }
    }
}

#[test_on_both_engines]
async fn an_empty_salon_has_empty_lists() {
    let salon = TestSalon::open().await;
    for (path, data) in [
        ("/api/services", json!({ "categories": [] })),
        ("/api/offers", json!({ "offers": [] })),
        ("/api/branches", json!({ "branches": [] })),
    ] {
        let reply = salon.visitor().get(path).await;
        assert_eq!(reply.json(), json!({ "success": true, "data": data }), "{path}");
    }
}

#[test_on_both_engines]
async fn the_catalogue_is_in_its_display_order() {
    let salon = TestSalon::open().await;
    let (late, early) = (new_category("a-late", 20), new_category("z-early", 3));
    let of_late = vec![new_service(&late, "a", 2), new_service(&late, "b", 1), new_service(&late, "c", 10)];
    insert_category_with_services(&salon.app, &late, of_late).await;
    insert_category_with_services(&salon.app, &early, vec![new_service(&early, "d", 5)]).await;
    let data = salon.visitor().get("/api/services").await.expect_ok();
    assert_eq!(listed_names(&data["categories"]), ["z-early", "a-late"]);
    assert_eq!(listed_names(&data["categories"][1]["services"]), ["b", "a", "c"]);
}

#[test_on_both_engines]
async fn inactive_services_and_categories_are_not_in_the_catalogue() {
    let salon = TestSalon::open().await;
    let shown = new_category("shown", 1);
    let closed = Category { is_active: false, ..new_category("closed", 2) };
    let empty = new_category("empty", 3);
    let withdrawn = Service { is_active: false, ..new_service(&shown, "withdrawn", 2) };
    insert_category_with_services(&salon.app, &shown, vec![new_service(&shown, "offered", 1), withdrawn]).await;
    insert_category_with_services(&salon.app, &closed, vec![new_service(&closed, "unseen", 1)]).await;
    insert_category_with_services(&salon.app, &empty, vec![]).await;
    let data = salon.visitor().get("/api/services").await.expect_ok();
    assert_eq!(listed_names(&data["categories"]), ["shown", "empty"]);
    assert_eq!(listed_names(&data["categories"][0]["services"]), ["offered"]);
    assert_eq!(data["categories"][1]["services"], json!([]));
}

#[test_on_both_engines]
async fn a_category_and_a_service_show_every_field() {
    let salon = TestSalon::open().await;
    let spa =
        Category {
            service_type: ServiceType::Spa, description: "मालिश & more".to_owned(), ..new_category("spa", 1)
        };
    let full = Service {
        description: "Ninety quiet minutes".to_owned(),
        name_hi: Some("मालिश".to_owned()),
        image_url: Some("https://images.example/massage.jpg".to_owned()),
        gems_redeemable: true,
        gems_required: Some(50),
        gems_catalogue_order: Some(4),
        ..new_service(&spa, "massage", 1)
    };
    insert_category_with_services(&salon.app, &spa, vec![full, new_service(&spa, "steam", 2)]).await;
    let data = salon.visitor().get("/api/services").await.expect_ok();
    assert_fields(&data, &["categories"]);
    let shown = &data["categories"][0];
    assert_fields(shown, &CATEGORY_FIELDS);
    assert_eq!(shown["serviceType"], "spa");
    assert_eq!(shown["description"], "मालिश & more");
    assert_eq!(shown["createdAt"], "2023-11-14T22:13:20.123Z");
    let (full, plain) = (&shown["services"][0], &shown["services"][1]);
    assert_fields(full, &SERVICE_FIELDS);
    assert_fields(plain, &SERVICE_FIELDS);
    assert_eq!(
        *full,
        json!({
            "id": "service-massage", "categoryId": "category-spa", "name": "massage", "slug": "massage",
            "description": "Ninety quiet minutes", "nameHi": "मालिश", "descriptionHi": null, "durationMinutes": 45, "bufferMinutes": 15,
            "pricePaise": 120_000, "isActive": true, "imageUrl": "https://images.example/massage.jpg",
            "displayOrder": 1, "gemsRedeemable": true, "gemsRequired": 50, "gemsCatalogueOrder": 4,
            "createdAt": "2023-11-14T22:13:20.123Z", "updatedAt": "2023-11-14T22:13:20.123Z",
        })
    );
    for absent in ["nameHi", "descriptionHi", "imageUrl", "gemsRequired", "gemsCatalogueOrder"] {
        assert_eq!(plain[absent], Value::Null, "{absent}");
    }
}

#[test_on_both_engines]
async fn a_service_is_found_by_slug_even_if_inactive() {
    let salon = TestSalon::open().await;
    let hair = new_category("hair", 1);
    let old = Service { is_active: false, ..new_service(&hair, "perm", 2) };
    insert_category_with_services(&salon.app, &hair, vec![new_service(&hair, "haircut", 1), old]).await;
    let closed = Category { is_active: false, ..new_category("closed", 2) };
    insert_category_with_services(&salon.app, &closed, vec![new_service(&closed, "केश-सज्जा", 1)]).await;
    for (path, is_active) in [
        ("/api/services/haircut", true),
        ("/api/services/perm", false),
        ("/api/services/%E0%A4%95%E0%A5%87%E0%A4%B6-%E0%A4%B8%E0%A4%9C%E0%A5%8D%E0%A4%9C%E0%A4%BE", true),
    ] {
        let data = salon.visitor().get(path).await.expect_ok();
        assert_fields(&data, &["service"]);
        assert_fields(&data["service"], &SERVICE_FIELDS);
        assert_eq!(data["service"]["isActive"], is_active, "{path}");
    }
}

#[test_on_both_engines]
async fn a_slug_that_names_no_service_is_not_found() {
    let salon = salon_with_catalogue().await;
    let long = "a".repeat(60_000);
    let odd = [
        "nothing",
        "HAIRCUT",
        "haircut%20",
        "%FF%FE",
        "%00",
        "hair%00cut",
        "%",
        "%zz",
        "a%2Fb",
        "..%2F..",
        "'",
        "%27%20or%201=1--",
        "%25",
        "%F0%9F%92%87",
        &long,
    ];
    for slug in odd {
        salon.visitor().get(&format!("/api/services/{slug}")).await.expect_error(404, "NOT_FOUND");
    }
    for path in ["/api/services/", "/api/services/haircut/", "/api/services/haircut/more"] {
        salon.visitor().get(path).await.expect_error(404, "NOT_FOUND");
    }
}

#[test_on_both_engines]
async fn a_day_in_open_mode_has_22_available_half_hours() {
    let salon = salon_with_catalogue().await;
    let data = salon.visitor().get("/api/availability?date=2027-03-01&branchId=branch-1").await.expect_ok();
    assert_fields(&data, &["slots"]);
    let slots = data["slots"].as_array().unwrap();
    assert_eq!(slots.len(), 22);
    assert_eq!(slots[0], json!({ "startTime": "10:00", "endTime": "10:30", "available": true }));
    assert_eq!(slots[21], json!({ "startTime": "20:30", "endTime": "21:00", "available": true }));
    assert!(slots.windows(2).all(|pair| pair[0]["endTime"] == pair[1]["startTime"]));
    assert!(slots.iter().all(|slot| slot["available"] == true));
}

#[test_on_both_engines]
async fn an_unknown_branch_answers_like_one_in_open_mode() {
    let salon = salon_with_catalogue().await;
    let of = async |branch: &str| {
        salon.visitor().get(&format!("/api/availability?date=2027-03-01&branchId={branch}")).await.expect_ok()
    };
    let known = of("branch-1").await;
    for unknown in ["nowhere", "%20", "%F0%9F%92%87", "%27"] {
        assert_eq!(of(unknown).await, known, "{unknown}");
    }
}

#[test_on_both_engines]
async fn opening_hours_do_not_change_slots_in_open_mode() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let short = Branch { closes_at: time_at_minute(12 * 60), ..new_branch(1, "operational") };
    insert_branch(&salon.app, short).await;
    let data = salon.visitor().get("/api/availability?date=2027-03-01&branchId=branch-1").await.expect_ok();
    assert_eq!(data["slots"].as_array().unwrap().len(), 22);
}

#[test_on_both_engines]
async fn availability_can_be_read_for_today_but_not_yesterday() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let ask = async |date: &str| salon.visitor().get(&format!("/api/availability?date={date}&branchId=b")).await;
    for date in ["2027-03-01", "2027-03-02", "2028-02-29", "9999-12-31"] {
        ask(date).await.expect_ok();
    }
    for date in ["2027-02-28", "2026-03-01", "1970-01-01", "0001-01-01"] {
        assert_eq!(ask(date).await.expect_invalid_fields(), ["date"], "{date}");
    }
}

#[test_on_both_engines]
async fn the_day_changes_at_midnight_in_india() {
    // 18:29 UTC of the first of March; at 18:30 it is the second in India.
    let salon = TestSalon::open_at("2027-03-01 23:59").await;
    let ask = async |date: &str| salon.visitor().get(&format!("/api/availability?date={date}&branchId=b")).await;
    salon.app.clock.advance_millis(59_999);
    assert_eq!(salon.now().to_string(), "2027-03-01T18:29:59.999Z");
    ask("2027-03-01").await.expect_ok();
    assert_eq!(ask("2027-02-28").await.expect_invalid_fields(), ["date"]);
    salon.app.clock.advance_millis(1);
    assert_eq!(ask("2027-03-01").await.expect_invalid_fields(), ["date"]);
    ask("2027-03-02").await.expect_ok();
}

#[test_on_both_engines]
async fn what_is_not_a_date_is_refused() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    for date in [
        "",
        "tomorrow",
        "2027-3-1",
        "2027-03-1",
        "27-03-01",
        "01-03-2027",
        "2027/03/01",
        "20270301",
        "2027-02-29",
        "2027-13-01",
        "2027-00-10",
        "2027-04-31",
        "2027-03-00",
        "2027-03-01T00:00:00Z",
        "2027-03-01%20",
        "%202027-03-01",
        "%2B027-03-01",
        "-2027-03-01",
        "12027-03-01",
        "2027-03-01%00",
        "%FF",
        "%D9%A2%D9%A0%D9%A2%D9%A7-03-01",
    ] {
        let reply = salon.visitor().get(&format!("/api/availability?date={date}&branchId=b")).await;
        assert_eq!(reply.expect_invalid_fields(), ["date"], "{date}");
    }
}

#[test_on_both_engines]
async fn all_missing_availability_parameters_are_reported() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    for (query, wrong) in [
        ("", &["branchId", "date"][..]),
        ("?", &["branchId", "date"]),
        ("?date=&branchId=", &["branchId", "date"]),
        ("?date=soon", &["branchId", "date"]),
        ("?Date=2027-03-01&branchid=b", &["branchId", "date"]),
        ("?date=2027-03-01", &["branchId"]),
        ("?date=2027-03-01&branchId=", &["branchId"]),
        ("?date=2027-03-01&branchId", &["branchId"]),
        ("?date=2027-03-01&branchId=a%00b", &["branchId"]),
        ("?branchId=b", &["date"]),
        ("?date&branchId=b", &["date"]),
    ] {
        let reply = salon.visitor().get(&format!("/api/availability{query}")).await;
        assert_eq!(reply.expect_invalid_fields(), wrong, "{query}");
    }
}

#[test_on_both_engines]
async fn unknown_parameters_are_ignored() {
    let salon = salon_with_catalogue().await;
    let long = "x".repeat(50_000);
    for query in ["?colour=red", "?%FF=%FE&&==&a", "?date=%00", &format!("?q={long}")] {
        for path in ["/api/services", "/api/services/haircut", "/api/offers", "/api/branches", "/api/health"] {
            salon.visitor().get(&format!("{path}{query}")).await.expect_ok();
        }
    }
    let odd = format!("/api/availability?date=2027-03-01&branchId={long}&%FF=%FE");
    salon.visitor().get(&odd).await.expect_ok();
}

#[test_on_both_engines]
async fn an_offer_runs_from_its_first_day_to_its_last_both_included() {
    let salon = TestSalon::open_at("2027-03-01 23:59").await;
    insert_offer_on(&salon.app, new_offer("two-days", ("2027-03-02", "2027-03-03"), 1), &[]).await;
    let mut seen = Vec::new();
    salon.app.clock.advance_millis(59_999);
    seen.push(public_offer_names(&salon).await);
    // The first and the last instant of both days, then the first after them.
    for step in [1, 86_399_999, 1, 86_399_999, 1] {
        salon.app.clock.advance_millis(step);
        seen.push(public_offer_names(&salon).await);
    }
    assert_eq!(seen.iter().map(Vec::len).collect::<Vec<_>>(), [0, 1, 1, 1, 1, 0]);
}

#[test_on_both_engines]
async fn cached_offers_change_at_midnight_in_india() {
    let salon = TestSalon::open_at("2027-03-01 23:59").await;
    insert_offer_on(&salon.app, new_offer("today", ("2027-03-01", "2027-03-01"), 1), &[]).await;
    insert_offer_on(&salon.app, new_offer("tomorrow", ("2027-03-02", "2027-03-02"), 1), &[]).await;
    let before = salon.visitor().get("/api/offers").await;
    salon.app.clock.advance_millis(59_999);
    assert_eq!(public_offer_names(&salon).await, ["today"]);
    salon.app.clock.advance_millis(1);
    assert_eq!(public_offer_names(&salon).await, ["tomorrow"]);
    let after = salon.visitor().get("/api/offers").await;
    assert_ne!(before.header("etag"), after.header("etag"));
}

#[test_on_both_engines]
async fn active_offers_are_listed_in_order() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let all_year = ("2027-01-01", "2027-12-31");
    insert_offer_on(&salon.app, new_offer("a-last", all_year, 30), &[]).await;
    insert_offer_on(&salon.app, new_offer("z-first", all_year, 2), &[]).await;
    insert_offer_on(&salon.app, new_offer("between", all_year, 10), &[]).await;
    insert_offer_on(&salon.app, Offer { is_active: false, ..new_offer("off", all_year, 1) }, &[]).await;
    insert_offer_on(&salon.app, new_offer("past", ("2026-01-01", "2027-02-28"), 1), &[]).await;
    insert_offer_on(&salon.app, new_offer("future", ("2027-03-02", "2027-04-01"), 1), &[]).await;
    assert_eq!(public_offer_names(&salon).await, ["z-first", "between", "a-last"]);
}

#[test_on_both_engines]
async fn an_offer_shows_every_field_and_its_services() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let hair = new_category("hair", 1);
    let withdrawn = Service { is_active: false, ..new_service(&hair, "perm", 3) };
    let services = vec![new_service(&hair, "haircut", 1), new_service(&hair, "colour", 2), withdrawn];
    insert_category_with_services(&salon.app, &hair, services).await;
    let combo = Offer {
        offer_type: OfferType::ComboPrice,
        discount_percentage: None,
        combo_price_paise: Some(99_900),
        description: Some("Both for less".to_owned()),
        terms: Some("Weekdays".to_owned()),
        image_url: Some("https://images.example/combo.jpg".to_owned()),
        ..new_offer("combo", ("2027-03-01", "2027-03-31"), 1)
    };
    insert_offer_on(&salon.app, combo, &["haircut", "colour"]).await;
    insert_offer_on(&salon.app, new_offer("plain", ("2027-03-01", "2027-03-01"), 2), &[]).await;
    let data = salon.visitor().get("/api/offers").await.expect_ok();
    assert_fields(&data, &["offers"]);
    let (combo, plain) = (&data["offers"][0], &data["offers"][1]);
    assert_fields(combo, &OFFER_FIELDS);
    assert_fields(plain, &OFFER_FIELDS);
    assert_eq!(
        *combo,
        json!({
            "id": "offer-combo", "name": "combo", "slug": "combo", "description": "Both for less",
            "nameHi": null, "descriptionHi": null,
            "offerType": "combo_price", "discountPercentage": null, "discountAmountPaise": null,
            "comboPricePaise": 99_900, "startDate": "2027-03-01T00:00:00.000Z",
            "endDate": "2027-03-31T00:00:00.000Z", "isActive": true, "terms": "Weekdays",
            "imageUrl": "https://images.example/combo.jpg", "displayOrder": 1,
            "createdAt": "2023-11-14T22:13:20.123Z", "updatedAt": "2023-11-14T22:13:20.123Z",
            "services": [{ "id": "service-haircut", "name": "haircut" }, { "id": "service-colour", "name": "colour" }],
            "serviceIds": ["service-haircut", "service-colour"], "serviceNames": ["haircut", "colour"],
        })
    );
    for absent in ["description", "terms", "imageUrl", "discountAmountPaise", "comboPricePaise"] {
        assert_eq!(plain[absent], Value::Null, "{absent}");
    }
    assert_eq!(plain["discountPercentage"], 10);
    for empty in ["services", "serviceIds", "serviceNames"] {
        assert_eq!(plain[empty], json!([]), "{empty}");
    }
}

#[test_on_both_engines]
async fn only_operational_branches_are_listed() {
    let salon = TestSalon::open().await;
    for (number, status) in [(1, "operational"), (2, "operational"), (3, "coming_soon"), (4, "closed")] {
        insert_branch(&salon.app, new_branch(number, status)).await;
    }
    let data = salon.visitor().get("/api/branches").await.expect_ok();
    assert_fields(&data, &["branches"]);
    let shown = data["branches"].as_array().unwrap();
    let mut ids: Vec<&str> = shown.iter().map(|branch| branch["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["branch-1", "branch-2"]);
    for branch in shown {
        for field in ["id", "name", "address", "phone"] {
            assert!(branch.get(field).is_some(), "{field} of {branch}");
        }
        assert!(branch.to_string().contains("10:00") && branch.to_string().contains("21:00"), "{branch}");
        assert!(branch.get("gstin").is_none(), "{branch}");
    }
}

#[test_on_both_engines]
async fn both_apps_have_a_health_route() {
    let salon = TestSalon::open().await;
    for person in [salon.visitor(), salon.admin_visitor()] {
        let reply = person.get("/api/health").await;
        let data = reply.expect_ok();
        assert_fields(&data, &["status", "version", "uptimeSeconds", "checks"]);
        assert_eq!(data["status"], "ok");
        assert!(data["version"].is_string());
        assert!(data["uptimeSeconds"].is_u64());
        assert_fields(&data["checks"], &["database", "queue"]);
        assert_fields(&data["checks"]["database"], &["status", "latencyMs"]);
        assert_eq!(data["checks"]["database"]["status"], "ok");
        assert!(data["checks"]["database"]["latencyMs"].is_number());
        assert_eq!(data["checks"]["queue"], json!({ "status": "ok", "oldestDueSeconds": 0 }));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
    }
}

#[test_on_both_engines]
async fn overdue_jobs_are_shown_by_the_health_route() {
    let salon = TestSalon::open().await;
    let now = salon.now();
    write_transaction(&salon.app, move |tx| {
        let add = "insert into queued_jobs (id, kind, due_at, try_at, created_at) values ($1, 'report', $2, $2, $2)";
        tx.execute(add, params!["late", now]).map(drop)
    })
    .await;
    salon.advance_seconds(3_600);
    for person in [salon.visitor(), salon.admin_visitor()] {
        let data = person.get("/api/health").await.expect_ok();
        assert_eq!(data["status"], "degraded");
        assert_eq!(data["checks"]["queue"], json!({ "status": "degraded", "oldestDueSeconds": 3_600 }));
        assert_eq!(data["checks"]["database"]["status"], "ok");
    }
    salon.leaves_due_jobs("the story is about a queue that nobody works on");
}

#[test_on_both_engines]
async fn a_write_is_visible_on_the_next_read() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.visitor();
    let hair = new_category("hair", 1);
    for path in ["/api/services", "/api/offers", "/api/branches"] {
        asha.get(path).await.expect_ok();
    }
    insert_category_with_services(&salon.app, &hair, vec![new_service(&hair, "haircut", 1)]).await;
    let data = asha.get("/api/services").await.expect_ok();
    assert_eq!(listed_names(&data["categories"][0]["services"]), ["haircut"]);
    let colour = new_service(&hair, "colour", 2);
    write_transaction(&salon.app, move |tx| catalogue_records::insert_service(tx, &colour, SAC)).await;
    let data = asha.get("/api/services").await.expect_ok();
    assert_eq!(listed_names(&data["categories"][0]["services"]), ["haircut", "colour"]);
    asha.get("/api/services/colour").await.expect_ok();

    insert_offer_on(&salon.app, new_offer("spring", ("2027-03-01", "2027-03-31"), 1), &["haircut"]).await;
    assert_eq!(public_offer_names(&salon).await, ["spring"]);
    insert_branch(&salon.app, new_branch(1, "operational")).await;
    let data = asha.get("/api/branches").await.expect_ok();
    assert_eq!(listed_names(&data["branches"]), ["Parlour 1"]);
}

#[test_on_both_engines]
async fn a_rolled_back_write_is_never_visible() {
    let salon = TestSalon::open().await;
    let asha = salon.visitor();
    let before = asha.get("/api/services").await;
    let hair = new_category("hair", 1);
    let undone = salon.app.db.write(move |tx| -> Result<(), DbError> {
        catalogue_records::insert_category(tx, &hair)?;
        Err(DbError::Statement("changed my mind".to_owned()))
    });
    undone.await.expect_err("it fails on purpose");
    let after = asha.get("/api/services").await;
    assert_eq!(after.json(), before.json());
    assert_eq!(after.header("etag"), before.header("etag"));
}

/// Reads until the answer is right; another process's write needs a moment to get around.
async fn wait_until_read(salon: &TestSalon, path: &str, is_right: impl Fn(&Value) -> bool) {
    // A second is promised; a machine that also builds may take longer to get round to it.
    let patience = Duration::from_secs(10);
    let started = Instant::now();
    while !is_right(&salon.visitor().get(path).await.expect_ok()) {
        assert!(started.elapsed() < patience, "{path} is still old after {patience:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test_on_both_engines]
async fn a_write_of_another_process_is_visible_within_a_second() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    for path in ["/api/services", "/api/offers", "/api/branches"] {
        salon.visitor().get(path).await.expect_ok();
    }
    let command = salon.open_in_second_process().await;
    let hair = new_category("hair", 1);
    insert_category_with_services(&command, &hair, vec![new_service(&hair, "haircut", 1)]).await;
    wait_until_read(&salon, "/api/services", |data| listed_names(&data["categories"]) == ["hair"]).await;
    insert_offer_on(&command, new_offer("spring", ("2027-03-01", "2027-03-31"), 1), &["haircut"]).await;
    wait_until_read(&salon, "/api/offers", |data| listed_names(&data["offers"]) == ["spring"]).await;
    insert_branch(&command, new_branch(1, "operational")).await;
    wait_until_read(&salon, "/api/branches", |data| listed_names(&data["branches"]) == ["Parlour 1"]).await;
    // And once more: the second look is as good as the first.
    let nails = new_category("nails", 2);
    insert_category_with_services(&command, &nails, vec![]).await;
    wait_until_read(&salon, "/api/services", |data| listed_names(&data["categories"]) == ["hair", "nails"]).await;
}

#[test_on_both_engines]
async fn public_reads_have_an_etag_and_must_be_revalidated() {
    let salon = salon_with_catalogue().await;
    for path in READS_WITH_ETAG {
        let reply = salon.visitor().get(path).await;
        reply.expect_ok();
        let tag = reply.header("etag").unwrap_or_else(|| panic!("{path} has no tag"));
        assert!(tag.trim_start_matches("W/").starts_with('"') && tag.ends_with('"'), "{tag}");
        assert_eq!(reply.header("cache-control"), Some("no-cache"), "{path}");
        assert_eq!(reply.header("content-type"), Some("application/json"), "{path}");
        let vary = reply.header("vary").unwrap_or_default().to_ascii_lowercase();
        assert!(vary.contains("accept-encoding"), "{path} varies by {vary:?}");
        assert_eq!(salon.visitor().get(path).await.header("etag"), Some(tag), "{path}");
    }
}

#[test_on_both_engines]
async fn a_matching_etag_answers_not_modified() {
    let salon = salon_with_catalogue().await;
    for path in READS_WITH_ETAG {
        let tag = salon.visitor().get(path).await.header("etag").unwrap().to_owned();
        let bare = tag.trim_start_matches("W/");
        for known in [&tag, bare, &format!("W/{bare}"), &format!("\"old\", {tag},\"x\""), "*"] {
            let reply = salon.visitor().with_header("if-none-match", known).get(path).await;
            assert_eq!(reply.status.as_u16(), 304, "{path} {known}");
            assert!(reply.bytes.is_empty(), "{path}");
            assert_eq!(reply.header("etag"), Some(tag.as_str()));
            assert_eq!(reply.header("cache-control"), Some("no-cache"));
            assert!(reply.header("vary").is_some_and(|vary| vary.contains("accept-encoding")));
            assert!(reply.header("x-request-id").is_some());
        }
        for other in ["\"old\"", "W/\"old\"", "", "rubbish", bare.trim_matches('"')] {
            salon.visitor().with_header("if-none-match", other).get(path).await.expect_ok();
        }
    }
}

#[test_on_both_engines]
async fn an_etag_changes_with_the_content() {
    let salon = salon_with_catalogue().await;
    let tag = salon.visitor().get("/api/services").await.header("etag").unwrap().to_owned();
    let nails = new_category("nails", 2);
    insert_category_with_services(&salon.app, &nails, vec![]).await;
    let reply = salon.visitor().with_header("if-none-match", &tag).get("/api/services").await;
    assert_eq!(listed_names(&reply.expect_ok()["categories"]), ["hair", "nails"]);
    assert_ne!(reply.header("etag"), Some(tag.as_str()));
}

/// The JSON inside, whatever it came packed in.
fn decompressed_json(reply: &Reply) -> Value {
    let mut json = Vec::new();
    match reply.header("content-encoding") {
        Some("br") => brotli::Decompressor::new(&reply.bytes[..], 4096).read_to_end(&mut json),
        Some("gzip") => flate2::read::GzDecoder::new(&reply.bytes[..]).read_to_end(&mut json),
        None => return reply.json(),
        Some(other) => panic!("nobody asked for {other}"),
    }
    .expect("what came can be unpacked");
    serde_json::from_slice(&json).expect("JSON")
}

#[test_on_both_engines]
async fn a_compressed_response_has_the_same_content() {
    let salon = TestSalon::demo().await;
    let slug = salon.visitor().get("/api/services").await.expect_ok();
    let slug = format!("/api/services/{}", slug["categories"][0]["services"][0]["slug"].as_str().unwrap());
    for path in ["/api/services", &slug, "/api/availability?date=2027-03-01&branchId=b", "/api/offers"] {
        let plain = salon.visitor().get(path).await;
        assert_eq!(plain.header("content-encoding"), None);
        for (accepted, packing) in [
            ("gzip", Some("gzip")),
            ("br", Some("br")),
            ("gzip;q=0.5, br;q=0", Some("gzip")),
            ("identity", None),
            ("gzip;q=0", None),
        ] {
            let reply = salon.visitor().with_header("accept-encoding", accepted).get(path).await;
            assert_eq!(reply.status.as_u16(), 200, "{path}");
            assert_eq!(reply.header("content-encoding"), packing, "{path} {accepted}");
            assert_eq!(decompressed_json(&reply), plain.json(), "{path} {accepted}");
            assert_eq!(reply.header("etag"), plain.header("etag"), "{path} {accepted}");
        }
    }
}
