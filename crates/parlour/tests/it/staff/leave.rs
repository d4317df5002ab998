//! Days off: asked for, given or not, taken back.

use axum::http::Method;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, create_booking, haircut_request, haircut_request_at,
};
use parlour_testkit::actions::people::{manager, receptionist, staff_member_in_pune};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::{count_rows, find_text, update_rows};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, Reply, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

const OWN_LEAVE_PATH: &str = "/api/me/leave";
const ALL_LEAVE_PATH: &str = "/api/schedule/leave";

fn leave_request(from: &str, to: &str) -> Value {
    json!({ "startDate": from, "endDate": to, "reason": " My cousin marries " })
}

async fn request_leave(person: &Person, from: &str, to: &str) -> String {
    let leave = person.post(OWN_LEAVE_PATH, &leave_request(from, to)).await.expect_created()["leave"].clone();
    leave["id"].as_str().unwrap().to_owned()
}

async fn decide_leave(manager: &Person, id: &str, action: &str) -> Reply {
    manager.patch(&format!("{ALL_LEAVE_PATH}/{id}"), &json!({ "action": action })).await
}

async fn withdraw_leave(person: &Person, id: &str) -> Reply {
    person.send(Method::DELETE, &format!("{OWN_LEAVE_PATH}/{id}"), "").await
}

/// The ids that a list shows, in its order.
async fn listed_leave_ids(person: &Person, path: &str) -> Vec<String> {
    let data = person.get(path).await.expect_ok();
    data["leave"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

#[test_on_both_engines]
async fn approving_leave_lists_the_affected_bookings() {
    let salon = small_salon().await;
    let (meera, desk, asha) = (manager(&salon).await, receptionist(&salon).await, salon.customer("Asha").await);
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let booked = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &booked, "staff-kiran").await.expect_ok();
    for other in [haircut_request_at("2027-03-07", "11:00"), haircut_request_at("2027-03-03", "11:00")] {
        let id = create_booking(&asha, &other).await;
        approve_booking(&desk, &id, "staff-kiran").await.expect_ok();
    }
    let gone = create_booking(&asha, &haircut_request_at("2027-03-05", "16:00")).await;
    approve_booking(&desk, &gone, "staff-kiran").await.expect_ok();
    cancel_booking(&asha, &gone).await.expect_ok();

    let asked = kiran.post(OWN_LEAVE_PATH, &leave_request("2027-03-04", "2027-03-06")).await.expect_created();
    let id = asked["leave"]["id"].as_str().unwrap();
    let mut leave = json!({
        "id": id, "staffId": "staff-kiran", "startDate": "2027-03-04", "endDate": "2027-03-06",
        "reason": "My cousin marries", "status": "pending", "decidedBy": null, "decidedAt": null,
        "createdAt": "2027-03-01T04:30:00.000Z", "updatedAt": "2027-03-01T04:30:00.000Z",
    });
    assert_eq!(asked, json!({ "leave": leave }));
    let own = kiran.get(OWN_LEAVE_PATH).await;
    assert_eq!(own.expect_ok(), json!({ "leave": [leave] }));
    assert_eq!(own.json()["meta"], json!({ "page": 1, "totalPages": 1, "totalCount": 1 }));

    salon.advance_seconds(60);
    let decided = decide_leave(&meera, id, "approve").await.expect_ok();
    leave["status"] = "approved".into();
    leave["decidedBy"] = meera.id().as_str().into();
    leave["decidedAt"] = "2027-03-01T04:31:00.000Z".into();
    leave["updatedAt"] = "2027-03-01T04:31:00.000Z".into();
    assert_eq!(kiran.get(OWN_LEAVE_PATH).await.expect_ok(), json!({ "leave": [leave] }));
    leave["staffName"] = "kiran".into();
    leave["branchId"] = "branch-pune".into();
    leave["decidedByName"] = "Meera".into();
    assert_eq!(
        decided,
        json!({
            "leave": leave, "affectedCount": 1,
            "affectedBookings": [{
                "id": booked, "bookingNumber": "BK-PUN-2703-H-00001", "status": "confirmed",
                "bookingDate": "2027-03-05", "startTime": "11:00:00", "endTime": "11:45:00",
            }],
        })
    );
    assert_eq!(meera.get(ALL_LEAVE_PATH).await.expect_ok(), json!({ "leave": [leave] }));
    for action in ["approve", "reject"] {
        decide_leave(&meera, id, action).await.expect_error(409, "CONFLICT");
    }
    withdraw_leave(&kiran, id).await.expect_error(409, "CONFLICT");
    assert_eq!(actions_on_record(&salon, id).await, ["leave.approve", "leave.ask"]);
}

#[test_on_both_engines]
async fn overlapping_leave_is_refused_unless_the_first_was_rejected() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let (kiran, sita) = (
        staff_member_in_pune(&salon, "Kiran", Role::Staff).await,
        staff_member_in_pune(&salon, "Sita", Role::Staff).await,
    );
    let id = request_leave(&kiran, "2027-03-04", "2027-03-06").await;
    for (from, to) in [
        ("2027-03-04", "2027-03-06"),
        ("2027-03-01", "2027-03-04"),
        ("2027-03-06", "2027-03-09"),
        ("2027-03-05", "2027-03-05"),
        ("2027-03-01", "2027-03-31"),
    ] {
        kiran.post(OWN_LEAVE_PATH, &leave_request(from, to)).await.expect_error(409, "CONFLICT");
    }
    request_leave(&kiran, "2027-03-03", "2027-03-03").await;
    request_leave(&kiran, "2027-03-07", "2027-03-07").await;
    request_leave(&sita, "2027-03-04", "2027-03-06").await;
    let rejected = decide_leave(&meera, &id, "reject").await.expect_ok();
    assert_eq!((&rejected["leave"]["status"], &rejected["affectedCount"]), (&json!("rejected"), &json!(0)));
    let again = request_leave(&kiran, "2027-03-04", "2027-03-06").await;
    decide_leave(&meera, &again, "approve").await.expect_ok();
    kiran.post(OWN_LEAVE_PATH, &leave_request("2027-03-05", "2027-03-05")).await.expect_error(409, "CONFLICT");
}

#[test_on_both_engines]
async fn all_invalid_fields_of_a_leave_request_are_reported_together() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    for (body, wrong) in [
        (json!({}), &["endDate", "startDate"][..]),
        (json!({ "startDate": "2027-02-28", "endDate": "2027-02-27" }), &["endDate", "startDate"]),
        (json!({ "startDate": "2027-02-28", "endDate": "tomorrow", "reason": 5 }), &["endDate", "reason", "startDate"]),
        (json!({ "startDate": "2027-03-01", "endDate": "2028-03-01" }), &["endDate"]),
        (json!({ "startDate": "2029-03-01", "endDate": "2029-03-01" }), &["startDate"]),
        (json!({ "startDate": "2027-03-01", "endDate": "2027-03-01", "reason": "x".repeat(501) }), &["reason"]),
    ] {
        assert_eq!(kiran.post(OWN_LEAVE_PATH, &body).await.expect_invalid_fields(), wrong, "{body}");
    }
    // Today, for whoever wakes up ill; and without a reason.
    let body = json!({ "startDate": "2027-03-01", "endDate": "2027-03-01", "reason": "  " });
    assert_eq!(kiran.post(OWN_LEAVE_PATH, &body).await.expect_created()["leave"]["reason"], json!(null));
    assert_eq!(decide_leave(&meera, "nope", "postpone").await.expect_invalid_fields(), ["action"]);
    decide_leave(&meera, "nope", "approve").await.expect_error(404, "NOT_FOUND");
    // Who is not on the roster works no hours to be free from.
    assert_eq!(meera.get(OWN_LEAVE_PATH).await.expect_ok(), json!({ "leave": [] }));
    meera.post(OWN_LEAVE_PATH, &leave_request("2027-03-04", "2027-03-06")).await.expect_error(409, "CONFLICT");
    update_rows(&salon, "staff-kiran", "update staff set is_active = false where id = $1").await;
    kiran.post(OWN_LEAVE_PATH, &leave_request("2027-03-04", "2027-03-06")).await.expect_error(409, "CONFLICT");
    assert_eq!(kiran.get(OWN_LEAVE_PATH).await.expect_ok()["leave"].as_array().unwrap().len(), 1);
}

#[test_on_both_engines]
async fn a_pending_request_can_be_withdrawn_by_its_author() {
    let salon = small_salon().await;
    let (kiran, meera) = (
        staff_member_in_pune(&salon, "Kiran", Role::Staff).await,
        staff_member_in_pune(&salon, "Meera", Role::Manager).await,
    );
    let id = request_leave(&kiran, "2027-03-04", "2027-03-06").await;
    withdraw_leave(&meera, &id).await.expect_error(404, "NOT_FOUND");
    assert_eq!(withdraw_leave(&kiran, &id).await.expect_ok(), json!({ "ok": true }));
    withdraw_leave(&kiran, &id).await.expect_error(404, "NOT_FOUND");
    decide_leave(&meera, &id, "approve").await.expect_error(404, "NOT_FOUND");
    assert_eq!(listed_leave_ids(&kiran, OWN_LEAVE_PATH).await, Vec::<String>::new());
    assert_eq!(actions_on_record(&salon, &id).await, ["leave.ask", "leave.withdraw"]);
    let refused = request_leave(&kiran, "2027-03-04", "2027-03-06").await;
    decide_leave(&meera, &refused, "reject").await.expect_ok();
    withdraw_leave(&kiran, &refused).await.expect_error(409, "CONFLICT");
    // In a small salon nobody else is there to decide.
    let own = request_leave(&meera, "2027-03-04", "2027-03-06").await;
    decide_leave(&meera, &own, "approve").await.expect_ok();
}

#[test_on_both_engines]
async fn lists_are_paged_latest_days_first() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let (kiran, sita) = (
        staff_member_in_pune(&salon, "Kiran", Role::Staff).await,
        staff_member_in_pune(&salon, "Sita", Role::Staff).await,
    );
    let march = request_leave(&kiran, "2027-03-04", "2027-03-04").await;
    let june = request_leave(&kiran, "2027-06-04", "2027-06-04").await;
    let april = request_leave(&sita, "2027-04-04", "2027-04-04").await;
    decide_leave(&meera, &june, "approve").await.expect_ok();
    let [march, april, june] = [&march, &april, &june].map(String::as_str);
    for (query, expected) in [
        ("", &[june, april, march][..]),
        ("?status=pending", &[april, march]),
        ("?status=approved", &[june]),
        ("?status=rejected", &[]),
        ("?pageSize=2&page=2", &[march]),
        ("?status=pending&pageSize=1&page=2", &[march]),
        ("?page=9", &[]),
    ] {
        assert_eq!(listed_leave_ids(&meera, &format!("{ALL_LEAVE_PATH}{query}")).await, expected, "{query}");
    }
    let meta = meera.get(&format!("{ALL_LEAVE_PATH}?status=pending&pageSize=1&page=2")).await.json()["meta"].clone();
    assert_eq!(meta, json!({ "page": 2, "totalPages": 2, "totalCount": 2 }));
    assert_eq!(listed_leave_ids(&kiran, OWN_LEAVE_PATH).await, [june, march]);
    assert_eq!(listed_leave_ids(&kiran, &format!("{OWN_LEAVE_PATH}?pageSize=1&page=2")).await, [march]);
    assert_eq!(
        meera.get(&format!("{ALL_LEAVE_PATH}?status=maybe&page=0")).await.expect_invalid_fields(),
        ["page", "status"]
    );
    assert_eq!(kiran.get(&format!("{OWN_LEAVE_PATH}?pageSize=101")).await.expect_invalid_fields(), ["pageSize"]);
}

#[test_on_both_engines]
async fn of_two_concurrent_decisions_one_succeeds() {
    let salon = small_salon().await;
    let (meera, om) = (manager(&salon).await, salon.member("Om", Role::Owner).await);
    for round in 0..24 {
        let kiran = staff_member_in_pune(&salon, &format!("kiran{round}"), Role::Staff).await;
        let id = request_leave(&kiran, "2027-03-04", "2027-03-06").await;
        let (one, other) = tokio::join!(decide_leave(&meera, &id, "approve"), decide_leave(&om, &id, "reject"));
        let replies = [one, other];
        let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
        assert_eq!((won.len(), lost.len()), (1, 1));
        lost[0].expect_error(409, "CONFLICT");
        let seen = won[0].expect_ok()["leave"].clone();
        let kept = kiran.get(OWN_LEAVE_PATH).await.expect_ok()["leave"][0].clone();
        assert_eq!((&kept["status"], &kept["decidedBy"]), (&seen["status"], &seen["decidedBy"]));
        let verb = if seen["status"] == "approved" { "leave.approve" } else { "leave.reject" };
        let mut expected = ["leave.ask", verb];
        expected.sort_unstable();
        assert_eq!(actions_on_record(&salon, &id).await, expected);
    }
}

#[test_on_both_engines]
async fn of_a_withdrawal_and_an_approval_one_succeeds() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    for round in 0..24 {
        let kiran = staff_member_in_pune(&salon, &format!("kiran{round}"), Role::Staff).await;
        let id = request_leave(&kiran, "2027-03-04", "2027-03-06").await;
        let (given, withdrawn) = tokio::join!(decide_leave(&meera, &id, "approve"), withdraw_leave(&kiran, &id));
        if given.status == 200 {
            withdrawn.expect_error(409, "CONFLICT");
            assert_eq!(listed_leave_ids(&kiran, OWN_LEAVE_PATH).await, [id.as_str()]);
            assert_eq!(actions_on_record(&salon, &id).await, ["leave.approve", "leave.ask"]);
        } else {
            given.expect_error(404, "NOT_FOUND");
            withdrawn.expect_ok();
            assert_eq!(listed_leave_ids(&kiran, OWN_LEAVE_PATH).await, Vec::<String>::new());
            assert_eq!(actions_on_record(&salon, &id).await, ["leave.ask", "leave.withdraw"]);
        }
    }
}

#[test_on_both_engines]
async fn of_twenty_four_concurrent_decisions_one_succeeds() {
    let salon = small_salon().await;
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let id = request_leave(&kiran, "2027-03-04", "2027-03-06").await;
    let mut deciding = JoinSet::new();
    for number in 0..24 {
        let (meera, id) = (salon.member(&format!("manager{number}"), Role::Manager).await, id.clone());
        let action = if number % 2 == 0 { "approve" } else { "reject" };
        deciding.spawn(async move { decide_leave(&meera, &id, action).await.status.as_u16() });
    }
    let mut statuses = deciding.join_all().await;
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (200, &[409; 23][..]));
    assert_eq!(actions_on_record(&salon, &id).await.len(), 2);
}

#[test_on_both_engines]
async fn concurrent_requests_for_the_same_days_make_one() {
    let salon = small_salon().await;
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let mut asking = JoinSet::new();
    for number in 0..24 {
        let kiran = kiran.clone();
        let day = format!("2027-03-{:02}", 4 + number % 3);
        asking
            .spawn(async move { kiran.post(OWN_LEAVE_PATH, &leave_request(&day, "2027-03-06")).await.status.as_u16() });
    }
    let statuses = asking.join_all().await;
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [201, 409].contains(status)), "{statuses:?}");
    let stored = "select count(*) from staff_leave where staff_id = $1";
    assert_eq!(count_rows(&salon, "staff-kiran", stored).await, 1);
}

#[test_on_both_engines]
async fn an_erasure_removes_the_reason_of_leave() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let id = request_leave(&kiran, "2027-03-04", "2027-03-06").await;
    decide_leave(&meera, &id, "approve").await.expect_ok();
    let taken_back = request_leave(&kiran, "2027-04-04", "2027-04-06").await;
    withdraw_leave(&kiran, &taken_back).await.expect_ok();
    assert!(!find_text(&salon, &["cousin"]).await.is_empty());
    let at_home = salon.person("Kiran", Role::Staff, parlour_domain::auth::app_kind::AppKind::Customer).await;
    at_home.post("/api/profile/erase", &json!({ "confirm": "kiran@test.invalid" })).await.expect_ok();
    assert_eq!(find_text(&salon, &["cousin"]).await, Vec::<String>::new());
}
