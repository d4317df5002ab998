//! Managers say who can be booked, where, and for what.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    approve_booking, create_booking, haircut_request, massage_request, post_booking, shown_booking,
};
use parlour_testkit::actions::people::manager;
use parlour_testkit::checks::audit_log::{actions_on_record, admin_changes_of_record, assert_changes_are_serial};
use parlour_testkit::checks::concurrency::{patch_concurrently, post_concurrently};
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::checks::json::{
    expect_only_field, invalid_values, page_numbers, sorted_keys, text_field, with_field,
};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, THERAPIST, small_salon};
use parlour_testkit::{Person, Reply, test_on_both_engines};
use serde_json::{Value, json};

const STAFF_PATH: &str = "/api/staff";
const STAFF_FIELDS: [&str; 10] = [
    "branchId",
    "createdAt",
    "displayName",
    "gender",
    "id",
    "imageUrl",
    "isActive",
    "serviceTypes",
    "updatedAt",
    "userId",
];

fn new_staff_profile(person: &Person) -> Value {
    json!({
        "userId": person.id().as_str(), "branchId": PUNE, "displayName": "Kiran", "serviceTypes": ["salon"],
    })
}

async fn create_profile(manager: &Person, body: &Value) -> Value {
    expect_only_field(&manager.post(STAFF_PATH, body).await.expect_created(), "staff")
}

async fn patch_profile(manager: &Person, id: &str, patch: &Value) -> Reply {
    manager.patch(&format!("{STAFF_PATH}/{id}"), patch).await
}

async fn patched_profile(manager: &Person, id: &str, patch: &Value) -> Value {
    expect_only_field(&patch_profile(manager, id, patch).await.expect_ok(), "staff")
}

async fn list_profiles(manager: &Person) -> Vec<Value> {
    let data = manager.get("/api/staff?pageSize=100").await.expect_ok();
    expect_only_field(&data, "staff").as_array().unwrap().clone()
}

/// The ids of those whom the desk can give a visit to.
async fn staff_names_shown_at_the_desk(manager: &Person) -> Vec<String> {
    let data = manager.get("/api/desk/staff").await.expect_ok();
    data["staff"].as_array().unwrap().iter().map(|one| text_field(one, "id").to_owned()).collect()
}

#[test_on_both_engines]
async fn a_team_member_can_be_booked_once_they_have_a_profile() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let kiran = salon.member("Kiran", Role::Staff).await;
    let profile = create_profile(&meera, &new_staff_profile(&kiran)).await;
    let now = salon.now().to_string();
    assert_eq!(
        profile,
        json!({
            "id": profile["id"], "userId": kiran.id().as_str(), "branchId": PUNE, "displayName": "Kiran",
            "gender": "undisclosed", "serviceTypes": ["salon"], "isActive": true, "imageUrl": null, "createdAt": now, "updatedAt": now,
        })
    );
    assert_eq!(sorted_keys(&profile), STAFF_FIELDS);
    let id = text_field(&profile, "id");
    assert!(staff_names_shown_at_the_desk(&meera).await.contains(&id.to_owned()));
    let visit = create_booking(&asha, &haircut_request()).await;
    approve_booking(&meera, &visit, id).await.expect_ok();
    assert_eq!(shown_booking(&asha, &visit).await["services"][0]["staffId"], id);
    let who = Some(meera.id().to_string());
    assert_eq!(admin_changes_of_record(&salon, id, "staff.add").await, [(who, Value::Null, profile)]);
}

#[test_on_both_engines]
async fn all_invalid_fields_of_a_profile_are_reported_together() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let kiran = salon.member("Kiran", Role::Staff).await;
    let required = ["branchId", "displayName", "serviceTypes", "userId"];
    assert_eq!(meera.post(STAFF_PATH, &json!({})).await.expect_invalid_fields(), required);
    let wrong = json!({
        "userId": asha.id().as_str(), "branchId": "nope", "displayName": " ", "gender": "f",
        "serviceTypes": ["spa", "nails", 5], "isActive": "yes",
    });
    let fields = ["branchId", "displayName", "gender", "isActive", "serviceTypes.1", "serviceTypes.2", "userId"];
    assert_eq!(meera.post(STAFF_PATH, &wrong).await.expect_invalid_fields(), fields);
    assert_eq!(patch_profile(&meera, STYLIST, &wrong).await.expect_invalid_fields(), fields);
    for (field, value) in [
        ("userId", json!("nope")),
        ("userId", json!(asha.id().as_str())),
        ("branchId", json!("nope")),
        ("serviceTypes", json!([])),
        ("serviceTypes", json!("salon")),
        ("displayName", json!("x".repeat(121))),
    ] {
        let body = with_field(new_staff_profile(&kiran), field, value.clone());
        assert_eq!(meera.post(STAFF_PATH, &body).await.expect_invalid_fields(), [field], "{value}");
        assert_eq!(patch_profile(&meera, STYLIST, &json!({ field: value })).await.expect_invalid_fields(), [field]);
    }
    for field in ["userId", "branchId", "displayName", "gender", "serviceTypes", "isActive"] {
        for value in invalid_values() {
            let reply = patch_profile(&meera, STYLIST, &json!({ field: value })).await;
            assert!(reply.expect_invalid_fields()[0].starts_with(field), "{field} {value}");
        }
    }
    patch_profile(&meera, "nope", &json!({ "branchId": "nope" })).await.expect_error(404, "NOT_FOUND");
    assert_eq!(actions_on_record(&salon, STYLIST).await, Vec::<String>::new());
    assert_eq!(list_profiles(&meera).await.len(), 8);
}

#[test_on_both_engines]
async fn a_person_has_one_active_profile() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let kiran = salon.member("Kiran", Role::Receptionist).await;
    let first = create_profile(&meera, &new_staff_profile(&kiran)).await;
    meera.post(STAFF_PATH, &new_staff_profile(&kiran)).await.expect_error(409, "CONFLICT");
    let second = create_profile(&meera, &with_field(new_staff_profile(&kiran), "isActive", false)).await;
    let again = json!({ "isActive": true });
    patch_profile(&meera, text_field(&second, "id"), &again).await.expect_error(409, "CONFLICT");
    patched_profile(&meera, text_field(&first, "id"), &json!({ "isActive": false })).await;
    patched_profile(&meera, text_field(&second, "id"), &again).await;
    patch_profile(&meera, text_field(&first, "id"), &again).await.expect_error(409, "CONFLICT");
    let theirs = json!({ "userId": kiran.id().as_str() });
    patch_profile(&meera, STYLIST, &theirs).await.expect_error(409, "CONFLICT");
    let lata = salon.member("Lata", Role::Staff).await;
    let replies = post_concurrently(&salon, Role::Manager, STAFF_PATH, vec![new_staff_profile(&lata); 8]).await;
    let made = replies.iter().filter(|reply| reply.status == 201).count();
    assert_eq!(made, 1);
    for reply in replies.iter().filter(|reply| reply.status != 201) {
        reply.expect_error(409, "CONFLICT");
    }
}

#[test_on_both_engines]
async fn profiles_reactivated_concurrently_leave_one_active() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let kiran = salon.member("Kiran", Role::Staff).await;
    let mut ids = Vec::new();
    for _ in 0..6 {
        let asleep = create_profile(&meera, &with_field(new_staff_profile(&kiran), "isActive", false)).await;
        ids.push(text_field(&asleep, "id").to_owned());
    }
    let mut waking = tokio::task::JoinSet::new();
    for (number, id) in ids.into_iter().enumerate() {
        let someone = salon.member(&format!("manager{number}"), Role::Manager).await;
        waking.spawn(async move { patch_profile(&someone, &id, &json!({ "isActive": true })).await });
    }
    let replies = waking.join_all().await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        reply.expect_error(409, "CONFLICT");
    }
    let active = "select count(*) from staff where user_id = $1 and is_active";
    assert_eq!(count_rows(&salon, kiran.id().as_str(), active).await, 1);
}

#[test_on_both_engines]
async fn staff_who_leave_keep_their_bookings_until_the_desk_reassigns_them() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let visit = create_booking(&asha, &haircut_request()).await;
    approve_booking(&meera, &visit, STYLIST).await.expect_ok();
    let waiting = create_booking(&asha, &massage_request()).await;
    patched_profile(&meera, STYLIST, &json!({ "isActive": false })).await;
    patched_profile(&meera, THERAPIST, &json!({ "isActive": false })).await;
    assert_eq!(
        staff_names_shown_at_the_desk(&meera).await,
        [
            "staff-stylist-branch-goa",
            "staff-stylist-branch-shut",
            "staff-therapist-branch-shut",
            "staff-stylist-branch-soon",
            "staff-therapist-branch-soon"
        ]
    );
    assert_eq!(shown_booking(&asha, &visit).await["services"][0]["staffId"], STYLIST);
    let board = meera.get(&format!("/api/desk/board?date=2027-03-05&branchId={PUNE}")).await.expect_ok();
    assert_eq!(board["board"][0]["staff"]["id"], STYLIST, "the desk sees whose visits are to be given away");
    assert_eq!(board["board"][0]["bookings"][0]["id"], visit.as_str());
    assert_eq!(post_booking(&asha, &haircut_request()).await.expect_invalid_fields(), ["serviceType"]);
    assert_eq!(post_booking(&asha, &massage_request()).await.expect_invalid_fields(), ["serviceType"]);
    assert_eq!(approve_booking(&meera, &waiting, THERAPIST).await.expect_invalid_fields(), ["staffId"]);
    patched_profile(&meera, THERAPIST, &json!({ "isActive": true })).await;
    create_booking(&asha, &massage_request()).await;
    approve_booking(&meera, &waiting, THERAPIST).await.expect_ok();
}

#[test_on_both_engines]
async fn service_types_and_branch_decide_what_can_be_booked() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let in_goa = with_field(massage_request(), "branchId", GOA);
    assert_eq!(post_booking(&asha, &in_goa).await.expect_invalid_fields(), ["serviceType"]);
    let both = json!({ "serviceTypes": ["spa", "salon", "spa"] });
    let stylist = patched_profile(&meera, "staff-stylist-branch-goa", &both).await;
    assert_eq!(stylist["serviceTypes"], json!(["salon", "spa"]));
    create_booking(&asha, &in_goa).await;
    patched_profile(&meera, "staff-stylist-branch-goa", &json!({ "branchId": PUNE })).await;
    assert_eq!(post_booking(&asha, &in_goa).await.expect_invalid_fields(), ["serviceType"]);
}

#[test_on_both_engines]
async fn staff_without_their_role_cannot_be_reactivated() {
    let salon = small_salon().await;
    let (meera, olga) = (manager(&salon).await, salon.member("Olga", Role::Owner).await);
    let kiran = salon.member("Kiran", Role::Staff).await;
    let id = text_field(&create_profile(&meera, &new_staff_profile(&kiran)).await, "id").to_owned();
    let path = format!("/api/users/{}", kiran.id());
    olga.patch(&path, &json!({ "role": "customer" })).await.expect_ok();
    patched_profile(&meera, &id, &json!({ "displayName": "Kiran R.", "isActive": true })).await;
    patched_profile(&meera, &id, &json!({ "isActive": false })).await;
    assert_eq!(patch_profile(&meera, &id, &json!({ "isActive": true })).await.expect_invalid_fields(), ["userId"]);
    olga.patch(&path, &json!({ "role": "staff" })).await.expect_ok();
    patched_profile(&meera, &id, &json!({ "isActive": true })).await;
}

#[test_on_both_engines]
async fn a_patch_keeps_the_fields_it_does_not_name() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let (kiran, lata) = (salon.member("Kiran", Role::Staff).await, salon.member("Lata", Role::Owner).await);
    let mut expected = create_profile(&meera, &with_field(new_staff_profile(&kiran), "gender", "male")).await;
    let id = text_field(&expected, "id").to_owned();
    for (field, patch) in [
        ("displayName", json!("Kiran R.")),
        ("gender", json!("other")),
        ("branchId", json!("branch-soon")),
        ("serviceTypes", json!(["spa"])),
        ("userId", json!(lata.id().as_str())),
        ("isActive", json!(false)),
    ] {
        salon.advance_seconds(1);
        expected[field] = patch.clone();
        expected["updatedAt"] = json!(salon.now().to_string());
        assert_eq!(patched_profile(&meera, &id, &json!({ field: patch })).await, expected, "{field}");
    }
    let nothing: Value = STAFF_FIELDS.iter().map(|field| ((*field).to_owned(), Value::Null)).collect();
    for said in [json!({}), nothing, json!({ "id": "mine", "createdAt": "never" })] {
        assert_eq!(patched_profile(&meera, &id, &said).await, expected);
    }
    assert!(list_profiles(&meera).await.contains(&expected));
    let halves = "select count(*) from audit_log where record_id = $1 and action = 'staff.change'
         and (before_json is null) <> (after_json is null)";
    assert_eq!(count_rows(&salon, &id, halves).await, 2, "each person's log has their own half");
}

#[test_on_both_engines]
async fn bookable_staff_are_listed_first() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let first = meera.get("/api/staff?pageSize=7").await;
    assert_eq!(page_numbers(&first), (1, 2, 8));
    let active = expect_only_field(&first.expect_ok(), "staff");
    assert!(active.as_array().unwrap().iter().all(|one| one["isActive"] == true && sorted_keys(one) == STAFF_FIELDS));
    let second = meera.get("/api/staff?pageSize=7&page=2").await;
    assert_eq!(expect_only_field(&second.expect_ok(), "staff")[0]["id"], "staff-therapist-branch-goa");
    assert_eq!(meera.get("/api/staff?pageSize=0&page=0").await.expect_invalid_fields(), ["page", "pageSize"]);
    let ravi = salon.member("Ravi", Role::Receptionist).await;
    ravi.get("/api/staff?page=0").await.expect_error(403, "FORBIDDEN");
}

#[test_on_both_engines]
async fn concurrent_changes_are_applied_one_after_another() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let kiran = salon.member("Kiran", Role::Staff).await;
    let first = create_profile(&meera, &new_staff_profile(&kiran)).await;
    let id = text_field(&first, "id");
    let wishes = (0..12).map(|number| match number % 3 {
        0 => json!({ "displayName": format!("Name {number}") }),
        1 => json!({ "gender": "female", "displayName": format!("Called {number}") }),
        _ => json!({ "serviceTypes": ["salon", "spa"], "displayName": format!("Named {number}") }),
    });
    for reply in patch_concurrently(&salon, Role::Manager, &format!("{STAFF_PATH}/{id}"), wishes.collect()).await {
        reply.expect_ok();
    }
    let last = list_profiles(&meera).await.into_iter().find(|one| one["id"] == id).unwrap();
    assert_eq!((&last["gender"], &last["serviceTypes"]), (&json!("female"), &json!(["salon", "spa"])));
    let log = admin_changes_of_record(&salon, id, "staff.change").await;
    assert_eq!(log.len(), 12);
    assert_changes_are_serial(&log, &first, &last);
}

#[test_on_both_engines]
async fn nobody_becomes_staff_while_being_erased() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    for round in 0..5 {
        let name = format!("kiran{round}");
        let kiran = salon.person(&name, Role::Staff, parlour_domain::auth::app_kind::AppKind::Customer).await;
        let (body, confirm) = (new_staff_profile(&kiran), json!({ "confirm": format!("{name}@test.invalid") }));
        let (made, erased) = tokio::join!(meera.post(STAFF_PATH, &body), kiran.post("/api/profile/erase", &confirm));
        erased.expect_ok();
        if made.status != 201 {
            assert_eq!(made.expect_invalid_fields(), ["userId"]);
        }
        let left = "select count(*) from staff where user_id = $1 and (is_active or display_name = 'Kiran')";
        assert_eq!(count_rows(&salon, kiran.id().as_str(), left).await, 0);
    }
}
