//! The audit log, as developers read it.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request};
use parlour_testkit::actions::people::{developer, receptionist};
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon, small_salon_at};
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::{Value, json};

async fn audit_entries(developer: &Person, query: &str) -> Vec<Value> {
    let data = developer.get(&format!("/api/logs?pageSize=100&{query}")).await.expect_ok();
    data["entries"].as_array().unwrap().clone()
}

async fn audit_actions(developer: &Person, query: &str) -> Vec<String> {
    let found = audit_entries(developer, query).await;
    found.iter().map(|entry| entry["action"].as_str().unwrap().to_owned()).collect()
}

#[test_on_both_engines]
async fn an_entry_has_actor_action_record_time_and_address() {
    let salon = small_salon().await;
    let (dev, meera) = (developer(&salon).await, salon.member("Meera", Role::Manager).await);
    let meera = meera.from_address("198.51.100.7");
    let body = json!({ "branchId": "branch-pune", "date": "2027-03-05", "name": "Holi" });
    let added = meera.post("/api/schedule/holidays", &body).await;
    let holiday = added.expect_created()["holiday"].clone();
    let request = added.header("x-request-id").unwrap();
    let found = audit_entries(&dev, &format!("requestId={request}")).await;
    assert_eq!(
        found,
        [json!({
            "id": found[0]["id"], "actorId": meera.id().as_str(), "actorName": "Meera", "actorRole": "manager",
            "origin": "admin", "action": "holiday.add", "recordType": "holiday", "recordId": holiday["id"],
            "before": null, "after": holiday, "requestId": request, "address": "198.51.100.7",
            "createdAt": "2027-03-01T04:30:00.000Z",
        })]
    );
    // What a command did was done by nobody who was signed in.
    let started = audit_entries(&dev, "action=session.start").await;
    assert!(!started.is_empty());
    assert!(started.iter().all(|entry| entry["actorId"].is_null() && entry["origin"] == "command"));
}

#[test_on_both_engines]
async fn filters_can_be_combined() {
    let salon = small_salon_at("2027-03-01 23:30").await;
    let (dev, desk, asha) = (developer(&salon).await, receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let other = create_booking(&asha, &haircut_request()).await;
    salon.advance_seconds(3_600);
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    approve_booking(&desk, &other, STYLIST).await.expect_ok();

    let of_record = format!("recordType=booking&recordId={id}");
    assert_eq!(audit_actions(&dev, &of_record).await, ["booking.approve", "booking.request"]);
    assert_eq!(audit_actions(&dev, &format!("recordId={id}")).await, ["booking.approve", "booking.request"]);
    assert_eq!(audit_actions(&dev, &format!("{of_record}&actorId={}", asha.id())).await, ["booking.request"]);
    assert_eq!(audit_actions(&dev, &format!("{of_record}&action=booking.approve")).await, ["booking.approve"]);
    assert_eq!(audit_actions(&dev, &format!("actorId={}", desk.id())).await, ["booking.approve"; 2]);
    let by_both = format!("actorId={}&recordType=booking&action=booking.request", asha.id());
    assert_eq!(audit_actions(&dev, &by_both).await, ["booking.request"; 2]);
    assert_eq!(audit_actions(&dev, "action=booking.approve").await.len(), 2);
    assert_eq!(audit_actions(&dev, "recordType=booking").await.len(), 4);
    // Days are the salon's: half past midnight there is still yesterday in Greenwich.
    assert_eq!(audit_actions(&dev, "recordType=booking&from=2027-03-02").await, ["booking.approve"; 2]);
    assert_eq!(audit_actions(&dev, "recordType=booking&to=2027-03-01").await, ["booking.request"; 2]);
    assert_eq!(audit_actions(&dev, "recordType=booking&from=2027-03-01&to=2027-03-02").await.len(), 4);
    assert_eq!(audit_actions(&dev, "recordType=booking&from=2027-03-03").await.len(), 0);
    for nothing in ["actorId=nobody", "action=booking", "recordId=x", "requestId=req_x", "recordType=%25"] {
        assert_eq!(audit_actions(&dev, nothing).await.len(), 0, "{nothing}");
    }
    assert_eq!(audit_actions(&dev, "actorId=&action=&to=9999-12-31").await, audit_actions(&dev, "").await);
}

#[test_on_both_engines]
async fn the_audit_log_is_paged_newest_first() {
    let salon = small_salon().await;
    let dev = developer(&salon).await;
    let meera = salon.member("Meera", Role::Manager).await;
    for day in 1..=25 {
        let body = json!({ "branchId": "branch-pune", "date": format!("2027-05-{day:02}") });
        meera.post("/api/schedule/holidays", &body).await.expect_created();
        salon.advance_seconds(1);
    }
    let page = async |query: &str| {
        let reply = dev.get(&format!("/api/logs?recordType=holiday&{query}")).await;
        let days: Vec<Value> = reply.expect_ok()["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["after"]["date"].clone())
            .collect();
        (days, reply.json()["meta"].clone())
    };
    let (first, meta) = page("").await;
    assert_eq!((first.len(), &first[0]), (20, &json!("2027-05-25")));
    assert_eq!(meta, json!({ "page": 1, "totalPages": 2, "totalCount": 25 }));
    let (last, meta) = page("page=3&pageSize=10").await;
    assert_eq!((last.len(), &last[4]), (5, &json!("2027-05-01")));
    assert_eq!(meta, json!({ "page": 3, "totalPages": 3, "totalCount": 25 }));
    assert_eq!(page("page=99").await.0, Vec::<Value>::new());
    let wrong = "page=0&pageSize=101&from=yesterday&to=2027-02-30&action=%00";
    let invalid_fields = dev.get(&format!("/api/logs?{wrong}")).await.expect_invalid_fields();
    assert_eq!(invalid_fields, ["action", "from", "page", "pageSize", "to"]);
    assert_eq!(dev.get("/api/logs?from=2027-03-02&to=2027-03-01").await.expect_invalid_fields(), ["to"]);
}
