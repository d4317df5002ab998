//! The owner keeps the branches: one is always the primary one, and codes that numbers carry stay.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, create_booking, haircut_request, haircut_request_at, haircut_request_with,
    post_booking, reschedule_booking, shown_booking,
};
use parlour_testkit::checks::audit_log::{actions_on_record, admin_changes_of_record, assert_changes_are_serial};
use parlour_testkit::checks::concurrency::{patch_concurrently, post_concurrently};
use parlour_testkit::checks::json::{
    expect_only_field, invalid_values, page_numbers, sorted_keys, text_field, with_field,
};
use parlour_testkit::fixtures::live_salon::insert_daily_shifts;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, small_salon};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const BRANCHES_PATH: &str = "/api/branches";
const BRANCH_FIELDS: [&str; 27] = [
    "address",
    "availabilityMode",
    "brandColour",
    "cancelWindowMinutes",
    "closesAt",
    "code",
    "createdAt",
    "deskDiscountPercent",
    "deskMembershipTerms",
    "gstRegistered",
    "gstin",
    "holdMinutes",
    "hours",
    "id",
    "isPrimary",
    "logo",
    "logoUrl",
    "maxPendingPerCustomer",
    "name",
    "number",
    "opensAt",
    "phone",
    "roundInvoices",
    "status",
    "updatedAt",
    "upiId",
    "upiName",
];

async fn owner(salon: &TestSalon) -> Person {
    salon.member("Olga", Role::Owner).await
}

fn delhi_branch() -> Value {
    json!({ "code": "DEL", "name": "Parlour Delhi", "address": "Connaught Place, New Delhi" })
}

async fn create_branch(owner: &Person, body: &Value) -> Value {
    expect_only_field(&owner.post(BRANCHES_PATH, body).await.expect_created(), "branch")
}

async fn patch_branch(owner: &Person, id: &str, patch: &Value) -> Reply {
    owner.patch(&format!("{BRANCHES_PATH}/{id}"), patch).await
}

async fn patched_branch(owner: &Person, id: &str, patch: &Value) -> Value {
    expect_only_field(&patch_branch(owner, id, patch).await.expect_ok(), "branch")
}

async fn list_branches(owner: &Person) -> Vec<Value> {
    expect_only_field(&owner.get(BRANCHES_PATH).await.expect_ok(), "branches").as_array().unwrap().clone()
}

async fn shown_branch(owner: &Person, id: &str) -> Value {
    list_branches(owner).await.into_iter().find(|branch| branch["id"] == id).expect("it is on the list")
}

async fn primary_branch_ids(owner: &Person) -> Vec<String> {
    let all = list_branches(owner).await;
    all.iter().filter(|one| one["isPrimary"] == true).map(|one| text_field(one, "id").to_owned()).collect()
}

/// The names on the public list, and its tag.
async fn public_branches(salon: &TestSalon) -> (Vec<String>, String) {
    let reply = salon.visitor().get(BRANCHES_PATH).await;
    let data = reply.expect_ok();
    let names = data["branches"].as_array().unwrap().iter().map(|one| text_field(one, "name").to_owned());
    (names.collect(), reply.header("etag").unwrap().to_owned())
}

#[test_on_both_engines]
async fn the_first_branch_is_the_primary_one() {
    let salon = TestSalon::open().await;
    let olga = owner(&salon).await;
    assert_eq!(page_numbers(&olga.get(BRANCHES_PATH).await), (1, 1, 0));
    let (_, tag) = public_branches(&salon).await;
    let shut = with_field(delhi_branch(), "status", "closed");
    olga.post(BRANCHES_PATH, &shut).await.expect_error(409, "CONFLICT");
    let branch = create_branch(&olga, &with_field(delhi_branch(), "isPrimary", false)).await;
    let now = salon.now().to_string();
    assert_eq!(
        branch,
        json!({
            "id": branch["id"], "code": "DEL", "number": 1, "name": "Parlour Delhi",
            "address": "Connaught Place, New Delhi", "phone": null, "gstin": null, "gstRegistered": true,
            "status": "operational", "isPrimary": true, "opensAt": "10:00", "closesAt": "21:00",
            "availabilityMode": "open", "cancelWindowMinutes": null, "holdMinutes": 30, "createdAt": now,
            "hours": null, "maxPendingPerCustomer": null, "deskDiscountPercent": 0, "roundInvoices": "none", "upiId": null, "upiName": null,
            "deskMembershipTerms": "any",
            "updatedAt": now, "brandColour": null, "logo": null, "logoUrl": null,
        })
    );
    let (names, new_tag) = public_branches(&salon).await;
    assert_eq!(names, ["Parlour Delhi"]);
    assert_ne!(tag, new_tag);
    let said = json!({
        "code": "B2", "number": 7, "name": " Two ", "address": " Road 2 ", "phone": "080 4123 4567",
        "gstin": "27aapfu0939f1zv", "gstRegistered": true, "status": "coming_soon", "isPrimary": false,
        "opensAt": "08:30", "closesAt": "22:15", "availabilityMode": "live", "cancelWindowMinutes": 0,
        "deskDiscountPercent": 15, "deskMembershipTerms": "tier", "roundInvoices": "rupee", "upiId": "two.salon@okbank", "upiName": "Two",
        "hours": [
            { "opensAt": "09:00", "closesAt": "20:00" }, null, null, null, null, null,
            { "opensAt": "11:00", "closesAt": "18:30" },
        ],
        "maxPendingPerCustomer": 2, "holdMinutes": 0, "id": "mine", "createdAt": "never", "brandColour": "#7A3B69", "logo": null,
    });
    let second = create_branch(&olga, &said).await;
    assert_eq!(sorted_keys(&second), BRANCH_FIELDS);
    for field in BRANCH_FIELDS {
        let expected = match field {
            "id" => second["id"].clone(),
            "name" => json!("Two"),
            "address" => json!("Road 2"),
            "phone" => json!("+918041234567"),
            "gstin" => json!("27AAPFU0939F1ZV"),
            "createdAt" | "updatedAt" => json!(now),
            field => said[field].clone(),
        };
        assert_eq!(second[field], expected, "{field}");
    }
    assert_eq!(create_branch(&olga, &with_field(delhi_branch(), "code", "B3")).await["number"], 8, "the next number");
    let who = Some(olga.id().to_string());
    let log = admin_changes_of_record(&salon, text_field(&second, "id"), "branch.open").await;
    assert_eq!(log, [(who, Value::Null, second)]);
}

#[test_on_both_engines]
async fn all_invalid_fields_of_a_branch_are_reported_together() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    assert_eq!(olga.post(BRANCHES_PATH, &json!({})).await.expect_invalid_fields(), ["address", "code", "name"]);
    let wrong = json!({
        "code": "del", "number": 0, "name": "", "address": 5, "phone": "12345", "gstin": "27AAPFU0939F1ZW",
        "gstRegistered": "yes", "status": "open", "isPrimary": 1, "opensAt": "9:00", "closesAt": "08:00",
        "availabilityMode": "closed", "cancelWindowMinutes": -1, "holdMinutes": 1_441, "deskDiscountPercent": 101, "deskMembershipTerms": "manager",
        "roundInvoices": "paisa", "upiId": "salon", "upiName": "x".repeat(81), "maxPendingPerCustomer": 0,
        "hours": [
            null, { "opensAt": "10:00", "closesAt": "10:00" }, { "opensAt": "9", "closesAt": 5 }, {}, "closed",
            { "opensAt": "10:00", "closesAt": "09:59" }, { "opensAt": "10:00", "closesAt": "10:01" },
        ],
    });
    let fields = [
        "address",
        "availabilityMode",
        "cancelWindowMinutes",
        "closesAt",
        "code",
        "deskDiscountPercent",
        "deskMembershipTerms",
        "gstRegistered",
        "gstin",
        "holdMinutes",
        "hours.1.closesAt",
        "hours.2.closesAt",
        "hours.2.opensAt",
        "hours.3.closesAt",
        "hours.3.opensAt",
        "hours.4",
        "hours.5.closesAt",
        "isPrimary",
        "maxPendingPerCustomer",
        "name",
        "number",
        "opensAt",
        "phone",
        "roundInvoices",
        "status",
        "upiId",
        "upiName",
    ];
    assert_eq!(olga.post(BRANCHES_PATH, &wrong).await.expect_invalid_fields(), fields);
    assert_eq!(patch_branch(&olga, PUNE, &wrong).await.expect_invalid_fields(), fields);
    for (field, value) in [
        ("code", "A"),
        ("code", "ABCDE"),
        ("code", "A-B"),
        ("gstin", "27AAPFU0939F1Z"),
        ("gstin", "00AAPFU0939F1ZV"),
        ("gstin", "27AAPFU0938F1ZV"),
        ("opensAt", "24:00"),
        ("closesAt", "10:00"),
        ("closesAt", "21:00:00"),
    ] {
        let reply = olga.post(BRANCHES_PATH, &with_field(delhi_branch(), field, value)).await;
        assert_eq!(reply.expect_invalid_fields(), [field], "{value}");
        assert_eq!(
            patch_branch(&olga, PUNE, &json!({ field: value })).await.expect_invalid_fields(),
            [field],
            "{value}"
        );
    }
    let all_day = json!({ "opensAt": "21:00" });
    assert_eq!(patch_branch(&olga, PUNE, &all_day).await.expect_invalid_fields(), ["closesAt"], "it closes at 21:00");
    for field in BRANCH_FIELDS.into_iter().filter(|field| !["id", "createdAt", "updatedAt", "logoUrl"].contains(field))
    {
        for value in invalid_values() {
            let reply = patch_branch(&olga, PUNE, &json!({ field: value })).await;
            assert_eq!(reply.expect_invalid_fields(), [field], "{value}");
        }
    }
    patch_branch(&olga, "nope", &json!({ "closesAt": "01:00" })).await.expect_error(404, "NOT_FOUND");
    assert_eq!(actions_on_record(&salon, PUNE).await, Vec::<String>::new());
}

#[test_on_both_engines]
async fn a_patch_keeps_the_fields_it_does_not_name() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    let mut expected = shown_branch(&olga, GOA).await;
    for (field, patch, kept) in [
        ("code", json!("G0A"), json!("G0A")),
        ("number", json!(42), json!(42)),
        ("name", json!("Parlour Goa"), json!("Parlour Goa")),
        ("address", json!("Beach Road"), json!("Beach Road")),
        ("phone", json!("98765 43210"), json!("+919876543210")),
        ("phone", Value::Null, Value::Null),
        ("gstin", json!("29AAGCB7383J1Z4"), json!("29AAGCB7383J1Z4")),
        ("gstin", json!(""), Value::Null),
        ("gstRegistered", json!(false), json!(false)),
        ("opensAt", json!("07:05"), json!("07:05")),
        ("closesAt", json!("23:59"), json!("23:59")),
        ("cancelWindowMinutes", json!(120), json!(120)),
        ("cancelWindowMinutes", json!(0), json!(0)),
        ("cancelWindowMinutes", Value::Null, Value::Null),
        ("holdMinutes", json!(5), json!(5)),
        ("deskDiscountPercent", json!(100), json!(100)),
        ("deskDiscountPercent", json!(0), json!(0)),
        ("deskMembershipTerms", json!("tier"), json!("tier")),
        ("deskMembershipTerms", json!("any"), json!("any")),
        ("roundInvoices", json!("rupee"), json!("rupee")),
        ("roundInvoices", json!("none"), json!("none")),
        ("upiId", json!(" goa@okbank "), json!("goa@okbank")),
        ("upiName", json!("Parlour Goa"), json!("Parlour Goa")),
        ("upiName", json!(""), Value::Null),
        ("upiId", Value::Null, Value::Null),
        ("brandColour", json!("#00ff0a"), json!("#00FF0A")),
        ("brandColour", Value::Null, Value::Null),
        ("status", json!("coming_soon"), json!("coming_soon")),
        ("status", json!("closed"), json!("closed")),
        ("isPrimary", json!(false), json!(false)),
    ] {
        salon.advance_seconds(1);
        expected[field] = kept;
        expected["updatedAt"] = json!(salon.now().to_string());
        assert_eq!(patched_branch(&olga, GOA, &json!({ field: patch })).await, expected, "{field}");
        assert_eq!(shown_branch(&olga, GOA).await, expected, "{field}");
    }
    let nothing: Value = BRANCH_FIELDS.iter().map(|field| ((*field).to_owned(), Value::Null)).collect();
    for said in [json!({}), nothing, json!({ "id": "mine", "createdAt": "never" })] {
        assert_eq!(patched_branch(&olga, GOA, &said).await, expected);
    }
}

#[test_on_both_engines]
async fn no_two_branches_share_a_code_or_a_number() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    for (field, value) in [("code", json!("GOA")), ("number", json!(2))] {
        olga.post(BRANCHES_PATH, &with_field(delhi_branch(), field, value.clone())).await.expect_error(409, "CONFLICT");
        patch_branch(&olga, PUNE, &json!({ field: value })).await.expect_error(409, "CONFLICT");
        patch_branch(&olga, GOA, &json!({ field: value })).await.expect_ok();
    }
    let replies = post_concurrently(&salon, Role::Owner, BRANCHES_PATH, vec![delhi_branch(); 8]).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 201) {
        reply.expect_error(409, "CONFLICT");
    }
    let bodies = (0..8).map(|number| with_field(delhi_branch(), "code", format!("N{number}")));
    let mut numbers = Vec::new();
    for reply in post_concurrently(&salon, Role::Owner, BRANCHES_PATH, bodies.collect()).await {
        numbers.push(reply.expect_created()["branch"]["number"].as_i64().unwrap());
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (6..14).collect::<Vec<_>>());
}

#[test_on_both_engines]
async fn a_branch_code_used_in_numbers_cannot_change() {
    let salon = small_salon().await;
    let (olga, asha) = (owner(&salon).await, salon.customer("Asha").await);
    assert_eq!(patched_branch(&olga, PUNE, &json!({ "code": "PNQ" })).await["code"], "PNQ");
    let id = create_booking(&asha, &haircut_request()).await;
    assert!(text_field(&shown_booking(&asha, &id).await, "bookingNumber").starts_with("BK-PNQ-"));
    patch_branch(&olga, PUNE, &json!({ "code": "PUN" })).await.expect_error(409, "CONFLICT");
    cancel_booking(&asha, &id).await.expect_ok();
    patch_branch(&olga, PUNE, &json!({ "code": "PUN" })).await.expect_error(409, "CONFLICT");
    patched_branch(&olga, PUNE, &json!({ "code": "PNQ", "name": "Parlour Pune" })).await;
    patched_branch(&olga, GOA, &json!({ "code": "PUN" })).await;
}

#[test_on_both_engines]
async fn a_code_change_racing_with_the_first_number_is_used_in_it_or_refused() {
    let salon = small_salon().await;
    let (olga, asha) = (owner(&salon).await, salon.customer("Asha").await);
    for round in 0..8 {
        let branch = create_branch(&olga, &with_field(delhi_branch(), "code", format!("A{round}"))).await;
        let stylist = salon.member(&format!("stylist{round}"), Role::Staff).await;
        let profile = json!({
            "userId": stylist.id().as_str(), "branchId": branch["id"], "displayName": "S", "serviceTypes": ["salon"],
        });
        olga.post("/api/staff", &profile).await.expect_created();
        let (visit, patch) =
            (haircut_request_with("branchId", branch["id"].clone()), json!({ "code": format!("B{round}") }));
        let (asked, wished) =
            tokio::join!(post_booking(&asha, &visit), patch_branch(&olga, text_field(&branch, "id"), &patch));
        let number = asked.expect_created()["bookingNumber"].clone();
        let code = if wished.status == 200 { 'B' } else { 'A' };
        if wished.status != 200 {
            wished.expect_error(409, "CONFLICT");
        }
        assert_eq!(text_field(&shown_branch(&olga, text_field(&branch, "id")).await, "code"), format!("{code}{round}"));
        assert!(number.as_str().unwrap().starts_with(&format!("BK-{code}{round}-")), "{number}");
    }
}

#[test_on_both_engines]
async fn switching_a_branch_to_live_prevents_double_bookings() {
    let salon = small_salon().await;
    let (olga, asha) = (owner(&salon).await, salon.customer("Asha").await);
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&olga, &id, STYLIST).await.expect_ok();
    let mut twice = haircut_request_at("2027-03-05", "11:15");
    twice["customerId"] = asha.id().as_str().into();
    twice["staffId"] = STYLIST.into();
    let is_free = async |time: &str| {
        let path = format!("/api/availability?date=2027-03-05&branchId={PUNE}");
        let data = salon.visitor().get(&path).await.expect_ok();
        let slots = data["slots"].as_array().unwrap().clone();
        slots.into_iter().find(|slot| slot["startTime"] == time).unwrap()["available"].clone()
    };
    assert_eq!(is_free("11:00").await, true);
    assert_eq!(patched_branch(&olga, PUNE, &json!({ "availabilityMode": "live" })).await["availabilityMode"], "live");
    assert_eq!((is_free("11:00").await, is_free("15:00").await), (json!(false), json!(true)));
    olga.post("/api/bookings", &twice).await.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
    patched_branch(&olga, PUNE, &json!({ "availabilityMode": "open" })).await;
    assert_eq!(is_free("11:00").await, true);
    olga.post("/api/bookings", &twice).await.expect_created();
}

#[test_on_both_engines]
async fn exactly_one_branch_is_primary() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    assert_eq!(primary_branch_ids(&olga).await, [PUNE]);
    patch_branch(&olga, PUNE, &json!({ "isPrimary": false })).await.expect_error(409, "CONFLICT");
    patch_branch(&olga, PUNE, &json!({ "status": "closed" })).await.expect_error(409, "CONFLICT");
    patch_branch(&olga, "branch-shut", &json!({ "isPrimary": true })).await.expect_error(409, "CONFLICT");
    let both = json!({ "isPrimary": true, "status": "closed" });
    patch_branch(&olga, GOA, &both).await.expect_error(409, "CONFLICT");
    assert_eq!(primary_branch_ids(&olga).await, [PUNE]);
    let before = shown_branch(&olga, PUNE).await;
    salon.advance_seconds(1);
    assert_eq!(patched_branch(&olga, GOA, &json!({ "isPrimary": true })).await["isPrimary"], true);
    assert_eq!(primary_branch_ids(&olga).await, [GOA]);
    assert_eq!(text_field(&list_branches(&olga).await[0], "id"), GOA, "it comes first");
    assert_eq!(public_branches(&salon).await.0, ["GOA", "PUN"]);
    let after = shown_branch(&olga, PUNE).await;
    let who = Some(olga.id().to_string());
    assert_eq!(admin_changes_of_record(&salon, PUNE, "branch.change").await, [(who, before, after)]);
    patched_branch(&olga, PUNE, &json!({ "status": "closed" })).await;
    let newest = create_branch(&olga, &with_field(delhi_branch(), "isPrimary", true)).await;
    assert_eq!(primary_branch_ids(&olga).await, [text_field(&newest, "id")]);
    patched_branch(&olga, text_field(&newest, "id"), &json!({ "isPrimary": true, "status": "coming_soon" })).await;
    patch_branch(&olga, "branch-shut", &json!({ "isPrimary": true, "status": "operational" })).await.expect_ok();
    assert_eq!(primary_branch_ids(&olga).await, ["branch-shut"]);
}

#[test_on_both_engines]
async fn of_branches_made_primary_concurrently_one_is() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    let mut crowning = tokio::task::JoinSet::new();
    for number in 0..9 {
        let someone = salon.member(&format!("owner{number}"), Role::Owner).await;
        let branch = [PUNE, GOA, "branch-soon"][number % 3];
        crowning.spawn(async move { patch_branch(&someone, branch, &json!({ "isPrimary": true })).await });
    }
    for reply in crowning.join_all().await {
        assert_eq!(reply.expect_ok()["branch"]["isPrimary"], true);
    }
    assert_eq!(primary_branch_ids(&olga).await.len(), 1);
}

#[test_on_both_engines]
async fn a_closed_branch_takes_no_new_bookings_and_keeps_confirmed_ones() {
    let salon = small_salon().await;
    let (olga, asha) = (owner(&salon).await, salon.customer("Asha").await);
    let in_goa = haircut_request_with("branchId", GOA);
    let id = create_booking(&asha, &in_goa).await;
    let (names, tag) = public_branches(&salon).await;
    assert_eq!(names, ["PUN", "GOA"]);
    patched_branch(&olga, GOA, &json!({ "status": "closed" })).await;
    let (names, new_tag) = public_branches(&salon).await;
    assert_eq!(names, ["PUN"]);
    assert_ne!(tag, new_tag);
    assert_eq!(post_booking(&asha, &in_goa).await.expect_invalid_fields(), ["branchId"]);
    assert_eq!(shown_booking(&asha, &id).await["status"], "pending");
    assert_eq!(reschedule_booking(&asha, &id, "2027-03-06", "11:00").await.status, 400);
    cancel_booking(&asha, &id).await.expect_ok();
    patched_branch(&olga, GOA, &json!({ "status": "operational" })).await;
    create_booking(&asha, &in_goa).await;
}

#[test_on_both_engines]
async fn opening_hours_and_cancel_window_take_effect_immediately() {
    let salon = small_salon().await;
    let (olga, asha) = (owner(&salon).await, salon.customer("Asha").await);
    let early = haircut_request_at("2027-03-05", "08:00");
    assert_eq!(post_booking(&asha, &early).await.expect_invalid_fields(), ["startTime"]);
    patched_branch(&olga, PUNE, &json!({ "opensAt": "07:30", "closesAt": "12:00" })).await;
    let shown = salon.visitor().get(BRANCHES_PATH).await.expect_ok()["branches"][0].clone();
    assert_eq!((&shown["opensAt"], &shown["closesAt"]), (&json!("07:30"), &json!("12:00")));
    let id = create_booking(&asha, &early).await;
    assert_eq!(
        post_booking(&asha, &haircut_request_at("2027-03-05", "13:00")).await.expect_invalid_fields(),
        ["startTime"]
    );
    patched_branch(&olga, PUNE, &json!({ "cancelWindowMinutes": 7 * 24 * 60 })).await;
    cancel_booking(&asha, &id).await.expect_error(409, "BOOKING_CANCEL_WINDOW_PASSED");
    patched_branch(&olga, PUNE, &json!({ "cancelWindowMinutes": null })).await;
    cancel_booking(&asha, &id).await.expect_ok();
}

#[test_on_both_engines]
async fn concurrent_changes_are_applied_one_after_another() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    let first = shown_branch(&olga, GOA).await;
    let wishes = (1..=16).map(|number| match number % 4 {
        0 => json!({ "name": format!("Name {number}") }),
        1 => json!({ "address": format!("Road {number}") }),
        2 => json!({ "holdMinutes": 30 + number }),
        _ => json!({ "cancelWindowMinutes": number }),
    });
    for reply in patch_concurrently(&salon, Role::Owner, &format!("{BRANCHES_PATH}/{GOA}"), wishes.collect()).await {
        reply.expect_ok();
    }
    let last = shown_branch(&olga, GOA).await;
    assert!(text_field(&last, "name").starts_with("Name ") && text_field(&last, "address").starts_with("Road "));
    assert!(last["holdMinutes"] != 30 && last["cancelWindowMinutes"].is_i64(), "{last}");
    let log = admin_changes_of_record(&salon, GOA, "branch.change").await;
    assert_eq!(log.len(), 16);
    assert_changes_are_serial(&log, &first, &last);
}

#[test_on_both_engines]
async fn branches_are_paged_and_for_owners_only() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    let page = olga.get("/api/branches?pageSize=3&page=2").await;
    assert_eq!(page_numbers(&page), (2, 2, 4));
    assert_eq!(expect_only_field(&page.expect_ok(), "branches")[0]["id"], "branch-shut");
    assert_eq!(olga.get("/api/branches?page=0").await.expect_invalid_fields(), ["page"]);
    let meera = salon.member("Meera", Role::Manager).await;
    meera.get("/api/branches?page=0").await.expect_error(403, "FORBIDDEN");
    meera.post(BRANCHES_PATH, &delhi_branch()).await.expect_error(403, "FORBIDDEN");
    patch_branch(&meera, PUNE, &json!({ "name": "Mine" })).await.expect_error(403, "FORBIDDEN");
}
