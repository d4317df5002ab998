//! What the desk sees of a customer, and does about one.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_testkit::actions::bookings::{create_booking, haircut_request, haircut_request_at};
use parlour_testkit::actions::customers::{CUSTOMERS_PATH, insert_asha};
use parlour_testkit::actions::people::{manager_mira, receptionist, sign_in_24, sign_in_through_provider};
use parlour_testkit::checks::audit_log::{actions_on_record, admin_change_by_action};
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

#[test_on_both_engines]
async fn a_customer_shows_exactly_the_contract_s_fields() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let path = format!("{CUSTOMERS_PATH}/{}", asha.id());
    desk.get(&path).await.expect_error(404, "NOT_FOUND");
    let told = json!({
        "phone": "9876543210", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": false,
    });
    asha.post("/api/onboarding/complete", &told).await.expect_ok();
    let expected = json!({ "customer": {
        "id": asha.id(), "name": "Asha", "email": "asha@test.invalid", "phone": "+919876543210", "role": "customer",
        "image": null, "gender": "female", "dateOfBirth": "1990-05-17", "gstin": null, "legalName": null,
        "billingAddress": null, "pinnedNote": null, "totalVisits": 0, "totalSpentPaise": 0, "noshowCount": 0, "lateCancellationCount": 0, "bookingRequiresApproval": false, "firstVisitAt": null,
        "lastVisitAt": null, "gemsBalance": null, "createdAt": "2027-03-01T04:30:00.000Z", "tags": [],
    }, "likelyDuplicates": [] });
    assert_eq!(desk.get(&path).await.expect_ok(), expected);
    asha.get("/api/gems").await.expect_ok();
    assert_eq!(desk.get(&path).await.expect_ok()["customer"]["gemsBalance"], 0);
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    for path in [path.as_str(), "/api/customers/nobody", "/api/customers/%00"] {
        desk.get(path).await.expect_error(404, "NOT_FOUND");
    }
}

#[test_on_both_engines]
async fn a_team_member_with_a_profile_can_be_read_as_a_customer() {
    let salon = TestSalon::open().await;
    let sunil = salon.person("Sunil", Role::Staff, AppKind::Customer).await;
    sunil.get("/api/profile").await.expect_ok();
    let seen = receptionist(&salon).await.get(&format!("{CUSTOMERS_PATH}/{}", sunil.id())).await.expect_ok();
    assert_eq!(seen["customer"]["role"], "staff");
}

#[test_on_both_engines]
async fn a_manager_overrides_the_counters() {
    let salon = TestSalon::open().await;
    let mira = manager_mira(&salon).await;
    insert_asha(&salon).await;
    let path = "/api/customers/asha";
    let before = mira.patch(path, &json!({})).await.expect_ok()["customer"].clone();
    let expected = json!({
        "id": "profile-asha", "userId": "asha", "phone": "+919876543210", "gender": null, "dateOfBirth": null,
        "marketingConsent": false, "marketingConsentAt": null, "appointmentRemindersEnabled": true,
        "membershipAlertsEnabled": true, "language": "en", "acquisitionSource": null, "utmCampaign": null, "utmMedium": null,
        "utmSource": null, "firstVisitAt": null, "lastVisitAt": null, "totalVisits": 0, "totalSpentPaise": 0,
        "noshowCount": 0, "lateCancellationCount": 0, "consecutiveCompletedBookings": 0,
        "bookingRequiresApproval": false, "createdAt": "2027-03-01T04:30:00.000Z",
        "updatedAt": "2027-03-01T04:30:00.000Z",
    });
    assert_eq!(before, expected);
    salon.advance_seconds(60);
    for nothing in [json!({}), json!(null), json!({ "noshowCount": null }), json!({ "name": "Other" })] {
        assert_eq!(mira.patch(path, &nothing).await.expect_ok()["customer"], before, "{nothing}");
    }
    assert_eq!(actions_on_record(&salon, "asha").await, Vec::<String>::new(), "nothing was changed");

    let body = json!({ "noshowCount": 2, "bookingRequiresApproval": true });
    let after = mira.patch(path, &body).await.expect_ok()["customer"].clone();
    assert_eq!((&after["noshowCount"], &after["bookingRequiresApproval"]), (&json!(2), &json!(true)));
    assert_eq!(after["updatedAt"], "2027-03-01T04:31:00.000Z");
    assert_eq!(admin_change_by_action(&salon, "customer.overrule").await, (Some(UserId::new("asha")), before, after));
    let one = mira.patch(path, &json!({ "noshowCount": 0 })).await.expect_ok()["customer"].clone();
    assert_eq!((&one["noshowCount"], &one["bookingRequiresApproval"]), (&json!(0), &json!(true)));
    let other = mira.patch(path, &json!({ "bookingRequiresApproval": false })).await.expect_ok();
    assert_eq!(other["customer"]["bookingRequiresApproval"], false);
}

#[test_on_both_engines]
async fn an_invalid_override_is_refused() {
    let salon = TestSalon::open().await;
    let mira = manager_mira(&salon).await;
    insert_asha(&salon).await;
    for (body, fields) in [
        (json!({ "noshowCount": -1 }), vec!["noshowCount"]),
        (json!({ "noshowCount": 1.5 }), vec!["noshowCount"]),
        (json!({ "noshowCount": "1" }), vec!["noshowCount"]),
        (json!({ "noshowCount": 100_001 }), vec!["noshowCount"]),
        (json!({ "noshowCount": -1, "bookingRequiresApproval": 1 }), vec!["bookingRequiresApproval", "noshowCount"]),
    ] {
        assert_eq!(mira.patch("/api/customers/asha", &body).await.expect_invalid_fields(), fields, "{body}");
    }
    for body in [json!({}), json!({ "noshowCount": 1 })] {
        mira.patch("/api/customers/nobody", &body).await.expect_error(404, "NOT_FOUND");
        let desk = receptionist(&salon).await;
        desk.patch("/api/customers/asha", &body).await.expect_error(403, "FORBIDDEN");
    }
}

fn walk_in_customer() -> Value {
    json!({
        "name": " Bina Rao ", "phone": "098765 43210", "email": "Bina@test.invalid", "gender": "female",
        "dateOfBirth": "1990-05-17",
    })
}

#[test_on_both_engines]
async fn the_desk_adds_a_walk_in_customer() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let bina = desk.post(CUSTOMERS_PATH, &walk_in_customer()).await.expect_created()["customer"].clone();
    let expected = json!({
        "id": bina["id"], "name": "Bina Rao", "email": "Bina@test.invalid", "phone": "+919876543210",
        "role": "customer", "image": null, "gender": "female", "dateOfBirth": "1990-05-17", "gstin": null,
        "legalName": null, "billingAddress": null, "pinnedNote": null, "totalVisits": 0, "totalSpentPaise": 0, "noshowCount": 0, "lateCancellationCount": 0, "bookingRequiresApproval": false,
        "firstVisitAt": null, "lastVisitAt": null, "gemsBalance": null, "createdAt": "2027-03-01T04:30:00.000Z",
        "tags": [],
    });
    assert_eq!(bina, expected);
    let id = UserId::new(bina["id"].as_str().unwrap());
    assert_eq!(desk.get(&format!("{CUSTOMERS_PATH}/{id}")).await.expect_ok()["customer"], expected);
    let found = desk.get("/api/customers?q=43210").await.expect_ok();
    assert_eq!(found["customers"][0]["id"], bina["id"]);
    assert_eq!(admin_change_by_action(&salon, "customer.add").await, (Some(id), Value::Null, bina));
    for body in
        [json!({ "name": "Chhaya", "phone": "9876543210" }), json!({ "name": "D", "phone": "9876543210", "email": "" })]
    {
        let other = desk.post(CUSTOMERS_PATH, &body).await.expect_created();
        assert_eq!(other["customer"]["email"], Value::Null, "families share a phone");
    }
}

#[test_on_both_engines]
async fn the_desk_is_shown_customers_with_the_same_phone() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    insert_asha(&salon).await;
    let seen = desk.get("/api/customers/asha").await.expect_ok();
    assert_eq!(seen["likelyDuplicates"], json!([]));
    let bina = desk.post(CUSTOMERS_PATH, &walk_in_customer()).await.expect_created();
    let asha = json!({
        "id": "asha", "name": "Asha", "email": null, "phone": "+919876543210", "totalVisits": 0, "lastVisitAt": null,
    });
    assert_eq!(bina["likelyDuplicates"], json!([asha]));
    for (name, phone) in [("aadya", "9876543210"), ("Chhaya", "9876543211"), ("Zoya", "9876543210")] {
        let body = json!({ "name": name, "phone": phone });
        desk.post(CUSTOMERS_PATH, &body).await.expect_created();
    }
    let names = async |path: &str| -> Vec<Value> {
        let seen = desk.get(path).await.expect_ok();
        seen["likelyDuplicates"].as_array().unwrap().iter().map(|other| other["name"].clone()).collect()
    };
    assert_eq!(names("/api/customers/asha").await, ["aadya", "Bina Rao", "Zoya"]);
    let merge = json!({ "intoId": "asha" });
    let path = format!("{CUSTOMERS_PATH}/{}/merge", bina["customer"]["id"].as_str().unwrap());
    let merged = manager_mira(&salon).await.post(&path, &merge).await.expect_ok();
    assert_eq!(merged["likelyDuplicates"].as_array().unwrap().len(), 2, "who was merged is nobody else");
    assert_eq!(names("/api/customers/asha").await, ["aadya", "Zoya"]);
}

#[test_on_both_engines]
async fn an_email_identifies_one_person() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    salon.customer("Bina").await;
    desk.post(CUSTOMERS_PATH, &walk_in_customer()).await.expect_error(409, "CONFLICT");
    let mut body = walk_in_customer();
    body["email"] = "ravi@test.invalid".into();
    desk.post(CUSTOMERS_PATH, &body).await.expect_error(409, "CONFLICT");
    assert_eq!(desk.get(CUSTOMERS_PATH).await.expect_ok(), json!({ "customers": [] }), "nothing was written");
    body["email"] = "new@test.invalid".into();
    let mut adding = JoinSet::new();
    for desk in sign_in_24(&salon, Role::Receptionist).await {
        let body = body.clone();
        adding.spawn(async move { desk.post(CUSTOMERS_PATH, &body).await.status.as_u16() });
    }
    let mut statuses = adding.join_all().await;
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (201, &[409; 23][..]));
}

#[test_on_both_engines]
async fn every_field_of_a_new_customer_is_validated() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let all = ["dateOfBirth", "email", "gender", "name", "phone"];
    let body = json!({ "name": " ", "phone": "12", "email": "x", "gender": "f", "dateOfBirth": "2027-03-02" });
    assert_eq!(desk.post(CUSTOMERS_PATH, &body).await.expect_invalid_fields(), all);
    assert_eq!(desk.post(CUSTOMERS_PATH, &json!({})).await.expect_invalid_fields(), ["name", "phone"]);
    let mut long = walk_in_customer();
    long["name"] = "é".repeat(121).into();
    assert_eq!(desk.post(CUSTOMERS_PATH, &long).await.expect_invalid_fields(), ["name"]);
    let stylist = salon.member("Sunil", Role::Staff).await;
    stylist.post(CUSTOMERS_PATH, &walk_in_customer()).await.expect_error(403, "FORBIDDEN");
    salon.admin_visitor().post(CUSTOMERS_PATH, &walk_in_customer()).await.expect_error(401, "UNAUTHENTICATED");
}

#[test_on_both_engines]
async fn signing_in_with_the_verified_email_claims_the_desk_s_record() {
    let salon = TestSalon::open().await;
    let desk = receptionist(&salon).await;
    let bina = desk.post(CUSTOMERS_PATH, &walk_in_customer()).await.expect_created()["customer"].clone();
    let pretender = sign_in_through_provider(&salon, "pretender", "bina@test.invalid", false).await;
    assert_ne!(bina["id"], pretender.as_str(), "a claim proves nothing");
    let owner = sign_in_through_provider(&salon, "bina", "BINA@test.invalid", true).await;
    assert_eq!(bina["id"], owner.as_str());
}

/// Where the rest of a list is.
#[track_caller]
fn next_cursor(reply: &Reply) -> String {
    let link = reply.header("link").expect("a link to the next page");
    link.trim_start_matches('<').split('>').next().unwrap().to_owned()
}

#[test_on_both_engines]
async fn notes_are_written_and_read() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let booking = create_booking(&asha, &haircut_request()).await;
    let hers = create_booking(&tara, &haircut_request()).await;
    asha.get("/api/profile").await.expect_ok();
    let path = format!("{CUSTOMERS_PATH}/{}/notes", asha.id());
    let body = json!({ "content": "  Likes tea ", "bookingId": booking });
    let note = desk.post(&path, &body).await.expect_created()["note"].clone();
    let mut expected = json!({
        "id": note["id"], "customerId": asha.id(), "authorId": desk.id(), "bookingId": booking,
        "content": "Likes tea", "createdAt": "2027-03-01T04:30:00.000Z",
    });
    assert_eq!(note, expected);
    assert_eq!(
        admin_change_by_action(&salon, "customer_note.write").await,
        (Some(asha.id().clone()), Value::Null, note)
    );
    salon.advance_seconds(1);
    desk.post(&path, &json!({ "content": "é".repeat(1_000) })).await.expect_created();
    let listed = desk.get(&path).await;
    assert_eq!(listed.json().get("meta"), None, "a list that comes whole has no pages");
    let notes = listed.expect_ok()["notes"].clone();
    expected["authorName"] = "Ravi".into();
    assert_eq!((notes.as_array().unwrap().len(), &notes[1]), (2, &expected));
    assert_eq!(notes[0]["bookingId"], Value::Null);
    let first = desk.get(&format!("{path}?limit=1")).await;
    assert_eq!(first.expect_ok()["notes"], json!([notes[0]]));
    let second = desk.get(&next_cursor(&first)).await;
    assert_eq!((second.expect_ok()["notes"].clone(), second.header("link")), (json!([expected]), None));

    for (body, field) in [
        (json!({}), "content"),
        (json!({ "content": "  " }), "content"),
        (json!({ "content": "é".repeat(1_001) }), "content"),
        (json!({ "content": "a", "bookingId": "" }), "bookingId"),
        (json!({ "content": "a", "bookingId": "unknown" }), "bookingId"),
        (json!({ "content": "a", "bookingId": hers }), "bookingId"),
    ] {
        assert_eq!(desk.post(&path, &body).await.expect_invalid_fields(), [field], "{body}");
    }
    let unknown = desk.post("/api/customers/nobody/notes", &json!({ "content": "a" })).await;
    assert_eq!(unknown.expect_invalid_fields(), ["id"]);
    assert_eq!(
        count_rows(&salon, asha.id().as_str(), "select count(*) from customer_notes where customer_id = $1").await,
        2
    );
}

#[test_on_both_engines]
async fn the_desk_sees_what_belongs_to_a_customer() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    for (person, date) in [(&asha, "2027-03-05"), (&tara, "2027-03-06"), (&asha, "2027-03-07")] {
        create_booking(person, &haircut_request_at(date, "11:00")).await;
        salon.advance_seconds(1);
    }
    for person in [&asha, &tara] {
        person.get("/api/profile").await.expect_ok();
    }
    for what in ["bookings", "invoices"] {
        let path = format!("{CUSTOMERS_PATH}/{}/{what}", asha.id());
        let mut own = asha.get(&format!("/api/{what}")).await.expect_ok();
        for booking in own.get_mut("bookings").and_then(Value::as_array_mut).into_iter().flatten() {
            booking.as_object_mut().unwrap().remove("branchName");
            for (field, value) in [
                ("customerName", json!("Asha")),
                ("customerEmail", json!("asha@test.invalid")),
                ("customerPhone", Value::Null),
                ("customerNoshowCount", json!(0)),
                ("customerTags", json!([])),
                ("hasActiveMembership", json!(false)),
                ("guestName", Value::Null),
                ("hasConflict", json!(false)),
                ("arrivedAt", Value::Null),
                ("finishedAt", Value::Null),
            ] {
                booking[field] = value;
            }
        }
        assert_eq!(desk.get(&path).await.expect_ok(), own, "{what}");
        assert_eq!(desk.get(&format!("{path}?limit=0")).await.expect_invalid_fields(), ["limit"]);
    }
    let first = desk.get(&format!("{CUSTOMERS_PATH}/{}/bookings?limit=1", asha.id())).await;
    assert_eq!(first.expect_ok()["bookings"][0]["bookingDate"], "2027-03-07");
    let rest = desk.get(&next_cursor(&first)).await;
    assert_eq!(rest.expect_ok()["bookings"][0]["bookingDate"], "2027-03-05");
    assert_eq!((rest.expect_ok()["bookings"].as_array().unwrap().len(), rest.header("link")), (1, None));

    let nobody = salon.admin_visitor();
    let stylist = salon.member("Sunil", Role::Staff).await;
    for what in ["bookings", "invoices", "notes", "gems"] {
        let path = format!("{CUSTOMERS_PATH}/{}/{what}", asha.id());
        nobody.get(&path).await.expect_error(401, "UNAUTHENTICATED");
        stylist.get(&path).await.expect_error(403, "FORBIDDEN");
        stylist.get(&format!("{path}?page=0&limit=0")).await.expect_error(403, "FORBIDDEN");
        desk.get(&format!("{CUSTOMERS_PATH}/nobody/{what}")).await.expect_error(404, "NOT_FOUND");
    }
    let notes = format!("{CUSTOMERS_PATH}/{}/notes?limit=0&cursor=x", asha.id());
    assert_eq!(desk.get(&notes).await.expect_invalid_fields(), ["cursor", "limit"]);
    let gems = format!("{CUSTOMERS_PATH}/{}/gems?page=0&pageSize=101", asha.id());
    assert_eq!(desk.get(&gems).await.expect_invalid_fields(), ["page", "pageSize"]);
}

async fn adjust_gems(person: &Person, amount: impl Into<Value>) -> Reply {
    let body = json!({ "gemsAmount": amount.into(), "reason": " Sorry for the wait " });
    person.post("/api/customers/asha/gems", &body).await
}

#[test_on_both_engines]
async fn a_manager_grants_and_removes_gems() {
    let salon = TestSalon::open().await;
    let (mira, desk) = (manager_mira(&salon).await, receptionist(&salon).await);
    insert_asha(&salon).await;
    let nothing = desk.get("/api/customers/asha/gems").await;
    let empty = json!({ "balance": 0, "totalEarned": 0, "totalRedeemed": 0 });
    assert_eq!(nothing.expect_ok(), json!({ "summary": empty, "transactions": [] }));
    assert_eq!(nothing.json()["meta"], json!({ "page": 1, "totalPages": 1, "totalCount": 0 }));
    adjust_gems(&mira, -1).await.expect_error(409, "GEMS_INSUFFICIENT_BALANCE");
    let given = json!({ "summary": { "balance": 50, "totalEarned": 0, "totalRedeemed": 0 } });
    assert_eq!(adjust_gems(&mira, 50).await.expect_ok(), given);
    salon.advance_seconds(1);
    assert_eq!(adjust_gems(&mira, -20).await.expect_ok()["summary"]["balance"], 30);
    adjust_gems(&mira, -31).await.expect_error(409, "GEMS_INSUFFICIENT_BALANCE");
    assert_eq!(desk.get("/api/customers/asha").await.expect_ok()["customer"]["gemsBalance"], 30);
    let listed = desk.get("/api/customers/asha/gems?pageSize=1").await;
    assert_eq!(listed.json()["meta"], json!({ "page": 1, "totalPages": 2, "totalCount": 2 }));
    let transactions = listed.expect_ok()["transactions"].clone();
    let expected = json!([{
        "id": transactions[0]["id"], "type": "adjusted", "gemsAmount": -20, "description": "Sorry for the wait",
        "expiresAt": null, "createdAt": "2027-03-01T04:30:01.000Z", "invoiceNumber": null,
    }]);
    assert_eq!(transactions, expected);
    assert_eq!(listed.expect_ok()["summary"]["balance"], 30);
    let log = "select count(*) from audit_log where action = 'gems.adjust' and actor_id = $1";
    assert_eq!(count_rows(&salon, mira.id().as_str(), log).await, 2);
}

#[test_on_both_engines]
async fn granting_gems_needs_a_manager_a_whole_number_and_a_reason() {
    let salon = TestSalon::open().await;
    let mira = manager_mira(&salon).await;
    insert_asha(&salon).await;
    for amount in [json!(0), json!(1_000_001), json!(-1_000_001), json!(1.5), json!("5"), Value::Null] {
        assert_eq!(adjust_gems(&mira, amount.clone()).await.expect_invalid_fields(), ["gemsAmount"], "{amount}");
    }
    for reason in [json!(""), json!("é".repeat(501)), json!(5), Value::Null] {
        let body = json!({ "gemsAmount": 5, "reason": reason });
        let refused = mira.post("/api/customers/asha/gems", &body).await;
        assert_eq!(refused.expect_invalid_fields(), ["reason"], "{body}");
    }
    let both = mira.post("/api/customers/asha/gems", &json!({ "gemsAmount": 0 })).await;
    assert_eq!(both.expect_invalid_fields(), ["gemsAmount", "reason"]);
    adjust_gems(&mira, 1_000_000).await.expect_ok();
    adjust_gems(&receptionist(&salon).await, 5).await.expect_error(403, "FORBIDDEN");
    let body = json!({ "gemsAmount": 5, "reason": "Sorry" });
    mira.post("/api/customers/nobody/gems", &body).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn concurrent_gem_removals_never_exceed_the_balance() {
    let salon = TestSalon::open().await;
    let mira = manager_mira(&salon).await;
    insert_asha(&salon).await;
    adjust_gems(&mira, 105).await.expect_ok();
    let mut taking = JoinSet::new();
    for manager in sign_in_24(&salon, Role::Manager).await {
        taking.spawn(async move { adjust_gems(&manager, -10).await });
    }
    let replies = taking.join_all().await;
    let (taken, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
    assert_eq!((taken.len(), refused.len()), (10, 14));
    for reply in refused {
        reply.expect_error(409, "GEMS_INSUFFICIENT_BALANCE");
    }
    let seen = mira.get("/api/customers/asha/gems").await.expect_ok();
    assert_eq!(seen["summary"]["balance"], 5);
}
