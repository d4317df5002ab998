//! Managers say who can be booked, where, and for what.

use parlour_domain::role::Role;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::back_office::{
    assert_queued, change_at_once, keys, logged, make_at_once, nonsense, only, pages, text, with,
};
use crate::desk_bookings::approves;
use crate::small_salon::{GOA, PUNE, asks, booking, books, count, done_to, haircut, massage, small_salon};

const STAFF: &str = "/api/staff";
const STYLIST: &str = "staff-stylist-branch-pune";
const THERAPIST: &str = "staff-therapist-branch-pune";
const FIELDS: [&str; 9] = [
    "branchId",
    "createdAt",
    "displayName",
    "gender",
    "id",
    "isActive",
    "serviceTypes",
    "updatedAt",
    "userId",
];

async fn manager(salon: &TestSalon) -> Person {
    salon.member("Meera", Role::Manager).await
}

fn profile_of(person: &Person) -> Value {
    json!({
        "userId": person.id().as_str(), "branchId": PUNE, "displayName": "Kiran", "serviceTypes": ["salon"],
    })
}

async fn added(manager: &Person, body: &Value) -> Value {
    only(&manager.post(STAFF, body).await.expect_created(), "staff")
}

async fn changes(manager: &Person, id: &str, wish: &Value) -> Reply {
    manager.patch(&format!("{STAFF}/{id}"), wish).await
}

async fn changed(manager: &Person, id: &str, wish: &Value) -> Value {
    only(&changes(manager, id, wish).await.expect_ok(), "staff")
}

async fn listed(manager: &Person) -> Vec<Value> {
    let data = manager.get("/api/staff?pageSize=100").await.expect_ok();
    only(&data, "staff").as_array().unwrap().clone()
}

/// The ids of those whom the desk can give a visit to.
async fn at_the_desk(manager: &Person) -> Vec<String> {
    let data = manager.get("/api/desk/staff").await.expect_ok();
    data["staff"].as_array().unwrap().iter().map(|one| text(one, "id").to_owned()).collect()
}

#[test_on_both_engines]
async fn somebody_of_the_team_can_be_booked_once_they_have_a_profile() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let kiran = salon.member("Kiran", Role::Staff).await;
    let profile = added(&meera, &profile_of(&kiran)).await;
    let now = salon.now().to_string();
    assert_eq!(
        profile,
        json!({
            "id": profile["id"], "userId": kiran.id().as_str(), "branchId": PUNE, "displayName": "Kiran",
            "gender": "undisclosed", "serviceTypes": ["salon"], "isActive": true, "createdAt": now, "updatedAt": now,
        })
    );
    assert_eq!(keys(&profile), FIELDS);
    let id = text(&profile, "id");
    assert!(at_the_desk(&meera).await.contains(&id.to_owned()));
    let visit = books(&asha, &haircut()).await;
    approves(&meera, &visit, id).await.expect_ok();
    assert_eq!(booking(&asha, &visit).await["services"][0]["staffId"], id);
    let who = Some(meera.id().to_string());
    assert_eq!(logged(&salon, id, "staff.add").await, [(who, Value::Null, profile)]);
}

#[test_on_both_engines]
async fn what_is_wrong_with_a_profile_is_said_at_once() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let kiran = salon.member("Kiran", Role::Staff).await;
    let required = ["branchId", "displayName", "serviceTypes", "userId"];
    assert_eq!(meera.post(STAFF, &json!({})).await.expect_invalid(), required);
    let wrong = json!({
        "userId": asha.id().as_str(), "branchId": "nope", "displayName": " ", "gender": "f",
        "serviceTypes": ["spa", "nails", 5], "isActive": "yes",
    });
    let fields =
        ["branchId", "displayName", "gender", "isActive", "serviceTypes.1", "serviceTypes.2", "userId"];
    assert_eq!(meera.post(STAFF, &wrong).await.expect_invalid(), fields);
    assert_eq!(changes(&meera, STYLIST, &wrong).await.expect_invalid(), fields);
    for (field, value) in [
        ("userId", json!("nope")),
        ("userId", json!(asha.id().as_str())),
        ("branchId", json!("nope")),
        ("serviceTypes", json!([])),
        ("serviceTypes", json!("salon")),
        ("displayName", json!("x".repeat(121))),
    ] {
        let body = with(profile_of(&kiran), field, value.clone());
        assert_eq!(meera.post(STAFF, &body).await.expect_invalid(), [field], "{value}");
        assert_eq!(changes(&meera, STYLIST, &json!({ field: value })).await.expect_invalid(), [field]);
    }
    for field in ["userId", "branchId", "displayName", "gender", "serviceTypes", "isActive"] {
        for value in nonsense() {
            let reply = changes(&meera, STYLIST, &json!({ field: value })).await;
            assert!(reply.expect_invalid()[0].starts_with(field), "{field} {value}");
        }
    }
    changes(&meera, "nope", &json!({ "branchId": "nope" })).await.expect_error(404, "NOT_FOUND");
    assert_eq!(done_to(&salon, STYLIST).await, Vec::<String>::new());
    assert_eq!(listed(&meera).await.len(), 8);
}

#[test_on_both_engines]
async fn a_person_has_one_active_profile() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let kiran = salon.member("Kiran", Role::Receptionist).await;
    let first = added(&meera, &profile_of(&kiran)).await;
    meera.post(STAFF, &profile_of(&kiran)).await.expect_error(409, "CONFLICT");
    let second = added(&meera, &with(profile_of(&kiran), "isActive", false)).await;
    let again = json!({ "isActive": true });
    changes(&meera, text(&second, "id"), &again).await.expect_error(409, "CONFLICT");
    changed(&meera, text(&first, "id"), &json!({ "isActive": false })).await;
    changed(&meera, text(&second, "id"), &again).await;
    changes(&meera, text(&first, "id"), &again).await.expect_error(409, "CONFLICT");
    let theirs = json!({ "userId": kiran.id().as_str() });
    changes(&meera, STYLIST, &theirs).await.expect_error(409, "CONFLICT");
    let lata = salon.member("Lata", Role::Staff).await;
    let replies = make_at_once(&salon, Role::Manager, STAFF, vec![profile_of(&lata); 8]).await;
    let made = replies.iter().filter(|reply| reply.status == 201).count();
    assert_eq!(made, 1);
    for reply in replies.iter().filter(|reply| reply.status != 201) {
        reply.expect_error(409, "CONFLICT");
    }
}

#[test_on_both_engines]
async fn profiles_that_are_taken_up_again_at_once_leave_one_active() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let kiran = salon.member("Kiran", Role::Staff).await;
    let mut ids = Vec::new();
    for _ in 0..6 {
        let asleep = added(&meera, &with(profile_of(&kiran), "isActive", false)).await;
        ids.push(text(&asleep, "id").to_owned());
    }
    let mut waking = tokio::task::JoinSet::new();
    for (number, id) in ids.into_iter().enumerate() {
        let someone = salon.member(&format!("manager{number}"), Role::Manager).await;
        waking.spawn(async move { changes(&someone, &id, &json!({ "isActive": true })).await });
    }
    let replies = waking.join_all().await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        reply.expect_error(409, "CONFLICT");
    }
    let active = "select count(*) from staff where user_id = $1 and is_active";
    assert_eq!(count(&salon, kiran.id().as_str(), active).await, 1);
}

#[test_on_both_engines]
async fn whoever_leaves_keeps_their_visits_until_the_desk_gives_them_away() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let visit = books(&asha, &haircut()).await;
    approves(&meera, &visit, STYLIST).await.expect_ok();
    let waiting = books(&asha, &massage()).await;
    changed(&meera, STYLIST, &json!({ "isActive": false })).await;
    changed(&meera, THERAPIST, &json!({ "isActive": false })).await;
    assert_eq!(
        at_the_desk(&meera).await,
        [
            "staff-stylist-branch-goa",
            "staff-stylist-branch-shut",
            "staff-therapist-branch-shut",
            "staff-stylist-branch-soon",
            "staff-therapist-branch-soon"
        ]
    );
    assert_eq!(booking(&asha, &visit).await["services"][0]["staffId"], STYLIST);
    let board = meera.get(&format!("/api/desk/board?date=2027-03-05&branchId={PUNE}")).await.expect_ok();
    assert_eq!(board["board"][0]["staff"]["id"], STYLIST, "the desk sees whose visits are to be given away");
    assert_eq!(board["board"][0]["bookings"][0]["id"], visit.as_str());
    assert_eq!(asks(&asha, &haircut()).await.expect_invalid(), ["serviceType"]);
    assert_eq!(asks(&asha, &massage()).await.expect_invalid(), ["serviceType"]);
    assert_eq!(approves(&meera, &waiting, THERAPIST).await.expect_invalid(), ["staffId"]);
    changed(&meera, THERAPIST, &json!({ "isActive": true })).await;
    books(&asha, &massage()).await;
    approves(&meera, &waiting, THERAPIST).await.expect_ok();
}

#[test_on_both_engines]
async fn what_they_do_and_where_decides_what_can_be_booked() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let in_goa = with(massage(), "branchId", GOA);
    assert_eq!(asks(&asha, &in_goa).await.expect_invalid(), ["serviceType"]);
    let both = json!({ "serviceTypes": ["spa", "salon", "spa"] });
    let stylist = changed(&meera, "staff-stylist-branch-goa", &both).await;
    assert_eq!(stylist["serviceTypes"], json!(["salon", "spa"]));
    books(&asha, &in_goa).await;
    changed(&meera, "staff-stylist-branch-goa", &json!({ "branchId": PUNE })).await;
    assert_eq!(asks(&asha, &in_goa).await.expect_invalid(), ["serviceType"]);
}

#[test_on_both_engines]
async fn whoever_lost_their_role_can_only_be_let_go() {
    let salon = small_salon().await;
    let (meera, olga) = (manager(&salon).await, salon.member("Olga", Role::Owner).await);
    let kiran = salon.member("Kiran", Role::Staff).await;
    let id = text(&added(&meera, &profile_of(&kiran)).await, "id").to_owned();
    let path = format!("/api/users/{}", kiran.id());
    olga.patch(&path, &json!({ "role": "customer" })).await.expect_ok();
    changed(&meera, &id, &json!({ "displayName": "Kiran R.", "isActive": true })).await;
    changed(&meera, &id, &json!({ "isActive": false })).await;
    assert_eq!(changes(&meera, &id, &json!({ "isActive": true })).await.expect_invalid(), ["userId"]);
    olga.patch(&path, &json!({ "role": "staff" })).await.expect_ok();
    changed(&meera, &id, &json!({ "isActive": true })).await;
}

#[test_on_both_engines]
async fn a_change_keeps_what_it_does_not_name() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let (kiran, lata) = (salon.member("Kiran", Role::Staff).await, salon.member("Lata", Role::Owner).await);
    let mut expected = added(&meera, &with(profile_of(&kiran), "gender", "male")).await;
    let id = text(&expected, "id").to_owned();
    for (field, wish) in [
        ("displayName", json!("Kiran R.")),
        ("gender", json!("other")),
        ("branchId", json!("branch-soon")),
        ("serviceTypes", json!(["spa"])),
        ("userId", json!(lata.id().as_str())),
        ("isActive", json!(false)),
    ] {
        salon.advance_seconds(1);
        expected[field] = wish.clone();
        expected["updatedAt"] = json!(salon.now().to_string());
        assert_eq!(changed(&meera, &id, &json!({ field: wish })).await, expected, "{field}");
    }
    let nothing: Value = FIELDS.iter().map(|field| ((*field).to_owned(), Value::Null)).collect();
    for said in [json!({}), nothing, json!({ "id": "mine", "createdAt": "never" })] {
        assert_eq!(changed(&meera, &id, &said).await, expected);
    }
    assert!(listed(&meera).await.contains(&expected));
    let halves = "select count(*) from audit_log where record_id = $1 and action = 'staff.change'
         and (before_json is null) <> (after_json is null)";
    assert_eq!(count(&salon, &id, halves).await, 2, "each person's log has their own half");
}

#[test_on_both_engines]
async fn those_who_can_be_booked_are_listed_first() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let first = meera.get("/api/staff?pageSize=7").await;
    assert_eq!(pages(&first), (1, 2, 8));
    let active = only(&first.expect_ok(), "staff");
    assert!(active.as_array().unwrap().iter().all(|one| one["isActive"] == true && keys(one) == FIELDS));
    let second = meera.get("/api/staff?pageSize=7&page=2").await;
    assert_eq!(only(&second.expect_ok(), "staff")[0]["id"], "staff-therapist-branch-goa");
    assert_eq!(meera.get("/api/staff?pageSize=0&page=0").await.expect_invalid(), ["page", "pageSize"]);
    let ravi = salon.member("Ravi", Role::Receptionist).await;
    ravi.get("/api/staff?page=0").await.expect_error(403, "FORBIDDEN");
}

#[test_on_both_engines]
async fn changes_at_once_end_as_if_queued() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let kiran = salon.member("Kiran", Role::Staff).await;
    let first = added(&meera, &profile_of(&kiran)).await;
    let id = text(&first, "id");
    let wishes = (0..12).map(|number| match number % 3 {
        0 => json!({ "displayName": format!("Name {number}") }),
        1 => json!({ "gender": "female", "displayName": format!("Called {number}") }),
        _ => json!({ "serviceTypes": ["salon", "spa"], "displayName": format!("Named {number}") }),
    });
    for reply in change_at_once(&salon, Role::Manager, &format!("{STAFF}/{id}"), wishes.collect()).await {
        reply.expect_ok();
    }
    let last = listed(&meera).await.into_iter().find(|one| one["id"] == id).unwrap();
    assert_eq!((&last["gender"], &last["serviceTypes"]), (&json!("female"), &json!(["salon", "spa"])));
    let log = logged(&salon, id, "staff.change").await;
    assert_eq!(log.len(), 12);
    assert_queued(&log, &first, &last);
}

#[test_on_both_engines]
async fn nobody_is_made_staff_while_they_are_erased() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    for round in 0..5 {
        let name = format!("kiran{round}");
        let kiran = salon.person(&name, Role::Staff, parlour_domain::app_side::AppSide::Customer).await;
        let (body, confirm) = (profile_of(&kiran), json!({ "confirm": format!("{name}@test.invalid") }));
        let (made, erased) =
            tokio::join!(meera.post(STAFF, &body), kiran.post("/api/profile/erase", &confirm));
        erased.expect_ok();
        if made.status != 201 {
            assert_eq!(made.expect_invalid(), ["userId"]);
        }
        let left = "select count(*) from staff where user_id = $1 and (is_active or display_name = 'Kiran')";
        assert_eq!(count(&salon, kiran.id().as_str(), left).await, 0);
    }
}
