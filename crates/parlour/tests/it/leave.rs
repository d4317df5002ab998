//! Days off: asked for, given or not, taken back.

use axum::http::Method;
use parlour_domain::role::Role;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::desk_bookings::{approves, receptionist};
use crate::erase::every_text;
use crate::schedule::rostered;
use crate::small_salon::{books, cancels, count, done_to, haircut, haircut_at, set, small_salon};

const OWN: &str = "/api/me/leave";
const ALL: &str = "/api/schedule/leave";

fn days(from: &str, to: &str) -> Value {
    json!({ "startDate": from, "endDate": to, "reason": " My cousin marries " })
}

async fn asks(person: &Person, from: &str, to: &str) -> String {
    let leave = person.post(OWN, &days(from, to)).await.expect_created()["leave"].clone();
    leave["id"].as_str().unwrap().to_owned()
}

async fn decides(manager: &Person, id: &str, action: &str) -> Reply {
    manager.patch(&format!("{ALL}/{id}"), &json!({ "action": action })).await
}

async fn withdraws(person: &Person, id: &str) -> Reply {
    person.send(Method::DELETE, &format!("{OWN}/{id}"), "").await
}

/// The ids that a list shows, in its order.
async fn listed(person: &Person, path: &str) -> Vec<String> {
    let data = person.get(path).await.expect_ok();
    data["leave"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

async fn manager(salon: &TestSalon) -> Person {
    salon.member("Meera", Role::Manager).await
}

#[test_on_both_engines]
async fn leave_is_asked_for_and_given_and_whoever_is_booked_is_named() {
    let salon = small_salon().await;
    let (meera, desk, asha) =
        (manager(&salon).await, receptionist(&salon).await, salon.customer("Asha").await);
    let kiran = rostered(&salon, "Kiran", Role::Staff).await;
    let booked = books(&asha, &haircut()).await;
    approves(&desk, &booked, "staff-kiran").await.expect_ok();
    for other in [haircut_at("2027-03-07", "11:00"), haircut_at("2027-03-03", "11:00")] {
        let id = books(&asha, &other).await;
        approves(&desk, &id, "staff-kiran").await.expect_ok();
    }
    let gone = books(&asha, &haircut_at("2027-03-05", "16:00")).await;
    approves(&desk, &gone, "staff-kiran").await.expect_ok();
    cancels(&asha, &gone).await.expect_ok();

    let asked = kiran.post(OWN, &days("2027-03-04", "2027-03-06")).await.expect_created();
    let id = asked["leave"]["id"].as_str().unwrap();
    let mut leave = json!({
        "id": id, "staffId": "staff-kiran", "startDate": "2027-03-04", "endDate": "2027-03-06",
        "reason": "My cousin marries", "status": "pending", "decidedBy": null, "decidedAt": null,
        "createdAt": "2027-03-01T04:30:00.000Z", "updatedAt": "2027-03-01T04:30:00.000Z",
    });
    assert_eq!(asked, json!({ "leave": leave }));
    let own = kiran.get(OWN).await;
    assert_eq!(own.expect_ok(), json!({ "leave": [leave] }));
    assert_eq!(own.json()["meta"], json!({ "page": 1, "totalPages": 1, "totalCount": 1 }));

    salon.advance_seconds(60);
    let decided = decides(&meera, id, "approve").await.expect_ok();
    leave["status"] = "approved".into();
    leave["decidedBy"] = meera.id().as_str().into();
    leave["decidedAt"] = "2027-03-01T04:31:00.000Z".into();
    leave["updatedAt"] = "2027-03-01T04:31:00.000Z".into();
    assert_eq!(kiran.get(OWN).await.expect_ok(), json!({ "leave": [leave] }));
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
    assert_eq!(meera.get(ALL).await.expect_ok(), json!({ "leave": [leave] }));
    for action in ["approve", "reject"] {
        decides(&meera, id, action).await.expect_error(409, "CONFLICT");
    }
    withdraws(&kiran, id).await.expect_error(409, "CONFLICT");
    assert_eq!(done_to(&salon, id).await, ["leave.approve", "leave.ask"]);
}

#[test_on_both_engines]
async fn days_are_asked_for_once_unless_they_were_refused() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let (kiran, sita) =
        (rostered(&salon, "Kiran", Role::Staff).await, rostered(&salon, "Sita", Role::Staff).await);
    let id = asks(&kiran, "2027-03-04", "2027-03-06").await;
    for (from, to) in [
        ("2027-03-04", "2027-03-06"),
        ("2027-03-01", "2027-03-04"),
        ("2027-03-06", "2027-03-09"),
        ("2027-03-05", "2027-03-05"),
        ("2027-03-01", "2027-03-31"),
    ] {
        kiran.post(OWN, &days(from, to)).await.expect_error(409, "CONFLICT");
    }
    asks(&kiran, "2027-03-03", "2027-03-03").await;
    asks(&kiran, "2027-03-07", "2027-03-07").await;
    asks(&sita, "2027-03-04", "2027-03-06").await;
    let rejected = decides(&meera, &id, "reject").await.expect_ok();
    assert_eq!((&rejected["leave"]["status"], &rejected["affectedCount"]), (&json!("rejected"), &json!(0)));
    let again = asks(&kiran, "2027-03-04", "2027-03-06").await;
    decides(&meera, &again, "approve").await.expect_ok();
    kiran.post(OWN, &days("2027-03-05", "2027-03-05")).await.expect_error(409, "CONFLICT");
}

#[test_on_both_engines]
async fn what_cannot_be_leave_is_refused_with_all_its_reasons() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let kiran = rostered(&salon, "Kiran", Role::Staff).await;
    for (body, wrong) in [
        (json!({}), &["endDate", "startDate"][..]),
        (json!({ "startDate": "2027-02-28", "endDate": "2027-02-27" }), &["endDate", "startDate"]),
        (
            json!({ "startDate": "2027-02-28", "endDate": "tomorrow", "reason": 5 }),
            &["endDate", "reason", "startDate"],
        ),
        (json!({ "startDate": "2027-03-01", "endDate": "2028-03-01" }), &["endDate"]),
        (json!({ "startDate": "2029-03-01", "endDate": "2029-03-01" }), &["startDate"]),
        (
            json!({ "startDate": "2027-03-01", "endDate": "2027-03-01", "reason": "x".repeat(501) }),
            &["reason"],
        ),
    ] {
        assert_eq!(kiran.post(OWN, &body).await.expect_invalid(), wrong, "{body}");
    }
    // Today, for whoever wakes up ill; and without a reason.
    let body = json!({ "startDate": "2027-03-01", "endDate": "2027-03-01", "reason": "  " });
    assert_eq!(kiran.post(OWN, &body).await.expect_created()["leave"]["reason"], json!(null));
    assert_eq!(decides(&meera, "nope", "postpone").await.expect_invalid(), ["action"]);
    decides(&meera, "nope", "approve").await.expect_error(404, "NOT_FOUND");
    // Who is not on the roster works no hours to be free from.
    assert_eq!(meera.get(OWN).await.expect_ok(), json!({ "leave": [] }));
    meera.post(OWN, &days("2027-03-04", "2027-03-06")).await.expect_error(409, "CONFLICT");
    set(&salon, "staff-kiran", "update staff set is_active = false where id = $1").await;
    kiran.post(OWN, &days("2027-03-04", "2027-03-06")).await.expect_error(409, "CONFLICT");
    assert_eq!(kiran.get(OWN).await.expect_ok()["leave"].as_array().unwrap().len(), 1);
}

#[test_on_both_engines]
async fn a_request_is_taken_back_by_whoever_made_it_while_nobody_has_decided() {
    let salon = small_salon().await;
    let (kiran, meera) =
        (rostered(&salon, "Kiran", Role::Staff).await, rostered(&salon, "Meera", Role::Manager).await);
    let id = asks(&kiran, "2027-03-04", "2027-03-06").await;
    withdraws(&meera, &id).await.expect_error(404, "NOT_FOUND");
    assert_eq!(withdraws(&kiran, &id).await.expect_ok(), json!({ "ok": true }));
    withdraws(&kiran, &id).await.expect_error(404, "NOT_FOUND");
    decides(&meera, &id, "approve").await.expect_error(404, "NOT_FOUND");
    assert_eq!(listed(&kiran, OWN).await, Vec::<String>::new());
    assert_eq!(done_to(&salon, &id).await, ["leave.ask", "leave.withdraw"]);
    let refused = asks(&kiran, "2027-03-04", "2027-03-06").await;
    decides(&meera, &refused, "reject").await.expect_ok();
    withdraws(&kiran, &refused).await.expect_error(409, "CONFLICT");
    // In a small salon nobody else is there to decide.
    let own = asks(&meera, "2027-03-04", "2027-03-06").await;
    decides(&meera, &own, "approve").await.expect_ok();
}

#[test_on_both_engines]
async fn lists_come_in_pages_the_latest_days_first() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let (kiran, sita) =
        (rostered(&salon, "Kiran", Role::Staff).await, rostered(&salon, "Sita", Role::Staff).await);
    let march = asks(&kiran, "2027-03-04", "2027-03-04").await;
    let june = asks(&kiran, "2027-06-04", "2027-06-04").await;
    let april = asks(&sita, "2027-04-04", "2027-04-04").await;
    decides(&meera, &june, "approve").await.expect_ok();
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
        assert_eq!(listed(&meera, &format!("{ALL}{query}")).await, expected, "{query}");
    }
    let meta = meera.get(&format!("{ALL}?status=pending&pageSize=1&page=2")).await.json()["meta"].clone();
    assert_eq!(meta, json!({ "page": 2, "totalPages": 2, "totalCount": 2 }));
    assert_eq!(listed(&kiran, OWN).await, [june, march]);
    assert_eq!(listed(&kiran, &format!("{OWN}?pageSize=1&page=2")).await, [march]);
    assert_eq!(meera.get(&format!("{ALL}?status=maybe&page=0")).await.expect_invalid(), ["page", "status"]);
    assert_eq!(kiran.get(&format!("{OWN}?pageSize=101")).await.expect_invalid(), ["pageSize"]);
}

#[test_on_both_engines]
async fn of_two_who_decide_at_once_one_does() {
    let salon = small_salon().await;
    let (meera, om) = (manager(&salon).await, salon.member("Om", Role::Owner).await);
    for round in 0..24 {
        let kiran = rostered(&salon, &format!("kiran{round}"), Role::Staff).await;
        let id = asks(&kiran, "2027-03-04", "2027-03-06").await;
        let (one, other) = tokio::join!(decides(&meera, &id, "approve"), decides(&om, &id, "reject"));
        let replies = [one, other];
        let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
        assert_eq!((won.len(), lost.len()), (1, 1));
        lost[0].expect_error(409, "CONFLICT");
        let seen = won[0].expect_ok()["leave"].clone();
        let kept = kiran.get(OWN).await.expect_ok()["leave"][0].clone();
        assert_eq!((&kept["status"], &kept["decidedBy"]), (&seen["status"], &seen["decidedBy"]));
        let verb = if seen["status"] == "approved" { "leave.approve" } else { "leave.reject" };
        let mut expected = ["leave.ask", verb];
        expected.sort_unstable();
        assert_eq!(done_to(&salon, &id).await, expected);
    }
}

#[test_on_both_engines]
async fn what_is_taken_back_is_not_given_and_what_is_given_not_taken_back() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    for round in 0..24 {
        let kiran = rostered(&salon, &format!("kiran{round}"), Role::Staff).await;
        let id = asks(&kiran, "2027-03-04", "2027-03-06").await;
        let (given, withdrawn) = tokio::join!(decides(&meera, &id, "approve"), withdraws(&kiran, &id));
        if given.status == 200 {
            withdrawn.expect_error(409, "CONFLICT");
            assert_eq!(listed(&kiran, OWN).await, [id.as_str()]);
            assert_eq!(done_to(&salon, &id).await, ["leave.approve", "leave.ask"]);
        } else {
            given.expect_error(404, "NOT_FOUND");
            withdrawn.expect_ok();
            assert_eq!(listed(&kiran, OWN).await, Vec::<String>::new());
            assert_eq!(done_to(&salon, &id).await, ["leave.ask", "leave.withdraw"]);
        }
    }
}

#[test_on_both_engines]
async fn a_request_that_is_decided_by_twenty_four_is_decided_once() {
    let salon = small_salon().await;
    let kiran = rostered(&salon, "Kiran", Role::Staff).await;
    let id = asks(&kiran, "2027-03-04", "2027-03-06").await;
    let mut deciding = JoinSet::new();
    for number in 0..24 {
        let (meera, id) = (salon.member(&format!("manager{number}"), Role::Manager).await, id.clone());
        let action = if number % 2 == 0 { "approve" } else { "reject" };
        deciding.spawn(async move { decides(&meera, &id, action).await.status.as_u16() });
    }
    let mut statuses = deciding.join_all().await;
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (200, &[409; 23][..]));
    assert_eq!(done_to(&salon, &id).await.len(), 2);
}

#[test_on_both_engines]
async fn days_that_somebody_asks_for_many_times_at_once_are_asked_for_once() {
    let salon = small_salon().await;
    let kiran = rostered(&salon, "Kiran", Role::Staff).await;
    let mut asking = JoinSet::new();
    for number in 0..24 {
        let kiran = kiran.clone();
        let day = format!("2027-03-{:02}", 4 + number % 3);
        asking.spawn(async move { kiran.post(OWN, &days(&day, "2027-03-06")).await.status.as_u16() });
    }
    let statuses = asking.join_all().await;
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [201, 409].contains(status)), "{statuses:?}");
    let stored = "select count(*) from staff_leave where staff_id = $1";
    assert_eq!(count(&salon, "staff-kiran", stored).await, 1);
}

#[test_on_both_engines]
async fn the_reason_goes_with_whoever_is_erased() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let kiran = rostered(&salon, "Kiran", Role::Staff).await;
    let id = asks(&kiran, "2027-03-04", "2027-03-06").await;
    decides(&meera, &id, "approve").await.expect_ok();
    let taken_back = asks(&kiran, "2027-04-04", "2027-04-06").await;
    withdraws(&kiran, &taken_back).await.expect_ok();
    assert!(!every_text(&salon, &["cousin"]).await.is_empty());
    let at_home = salon.person("Kiran", Role::Staff, parlour_domain::app_side::AppSide::Customer).await;
    at_home.post("/api/profile/erase", &json!({ "confirm": "kiran@test.invalid" })).await.expect_ok();
    assert_eq!(every_text(&salon, &["cousin"]).await, Vec::<String>::new());
}
