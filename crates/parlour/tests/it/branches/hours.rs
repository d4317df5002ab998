//! Opening hours by weekday.

use parlour_testkit::actions::availability::{available_times_on, get_availability};
use parlour_testkit::actions::bookings::{
    create_booking, haircut_request_at, post_booking, reschedule_booking, shown_booking,
};
use parlour_testkit::actions::counter::patch_branch_as_owner;
use parlour_testkit::actions::memberships::{create_membership, massage_session, record_session, ten_hour_sale};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::fixtures::live_salon::live_salon;
use parlour_testkit::fixtures::small_salon::{PUNE, small_salon};
use parlour_testkit::fixtures::spa_salon::spa_salon_at;
use parlour_testkit::{TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// Closed on Tuesdays; Sundays from 11:30 to 17:00.
fn week() -> Value {
    let day = json!({ "opensAt": "10:00", "closesAt": "21:00" });
    json!([day, null, day, day, day, day, { "opensAt": "11:30", "closesAt": "17:00" }])
}

async fn public_hours(salon: &TestSalon) -> Value {
    salon.visitor().get("/api/branches").await.expect_ok()["branches"][0]["hours"].clone()
}

#[test_on_both_engines]
async fn everybody_reads_the_hours() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    assert_eq!(public_hours(&salon).await, Value::Null);
    patch_branch_as_owner(&salon, PUNE, &json!({ "hours": week() })).await;
    patch_branch_as_owner(&salon, PUNE, &json!({ "name": "Pune" })).await;
    assert_eq!(public_hours(&salon).await, week());
    let branches = desk.get("/api/desk/branches").await.expect_ok()["branches"].clone();
    assert_eq!((&branches[0]["hours"], &branches[0]["opensAt"]), (&week(), &json!("10:00")));
    patch_branch_as_owner(&salon, PUNE, &json!({ "hours": null })).await;
    assert_eq!(public_hours(&salon).await, Value::Null);
}

#[test_on_both_engines]
async fn customers_book_within_the_hours_of_the_weekday() {
    let salon = small_salon().await;
    patch_branch_as_owner(&salon, PUNE, &json!({ "hours": week() })).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_at("2027-03-08", "10:00")).await;
    for (date, time, is_open) in [
        ("2027-03-07", "11:29", false),
        ("2027-03-07", "11:30", true),
        ("2027-03-07", "16:59", true),
        ("2027-03-07", "17:00", false),
        ("2027-03-09", "12:00", false),
        ("2027-03-10", "20:59", true),
    ] {
        let reply = post_booking(&asha, &haircut_request_at(date, time)).await;
        if is_open {
            reply.expect_created();
        } else {
            let moved = reschedule_booking(&asha, &id, date, time).await;
            assert_eq!(reply.expect_invalid_fields(), ["startTime"], "{date} {time}");
            assert_eq!(moved.expect_invalid_fields(), ["startTime"], "{date} {time}");
        }
    }
    reschedule_booking(&asha, &id, "2027-03-07", "11:30").await.expect_ok();
    let message = post_booking(&asha, &haircut_request_at("2027-03-09", "12:00")).await.json();
    assert_eq!(message["error"]["details"]["startTime"], json!(["is not possible: the branch is closed on that day"]));
    let mut by_desk = haircut_request_at("2027-03-09", "12:00");
    by_desk["customerId"] = asha.id().as_str().into();
    create_booking(&desk, &by_desk).await;
    let mut unreadable = haircut_request_at("2027-03-09", "09:00");
    unreadable["bookingDate"] = json!("soon");
    assert_eq!(post_booking(&asha, &unreadable).await.expect_invalid_fields(), ["bookingDate"]);
}

#[test_on_both_engines]
async fn a_live_branch_has_free_slots_only_while_it_is_open() {
    let salon = live_salon().await;
    assert_eq!(available_times_on(&salon, "2027-03-07", "").await.len(), 18);
    patch_branch_as_owner(&salon, PUNE, &json!({ "hours": week() })).await;
    let sunday = available_times_on(&salon, "2027-03-07", "").await;
    assert_eq!((sunday.len(), sunday[0].as_str(), sunday[10].as_str()), (11, "11:30", "16:30"));
    let tuesday = get_availability(&salon, "date=2027-03-09").await.expect_ok();
    let slots = tuesday["slots"].as_array().unwrap();
    assert!(slots.iter().all(|slot| slot["available"] == false), "{tuesday}");
    assert_eq!(available_times_on(&salon, "2027-03-08", "").await.len(), 18);
}

/// A session of an earlier day ends when the branch closed.
#[test_on_both_engines]
async fn a_session_ends_with_the_hours_of_its_day() {
    let salon = spa_salon_at("2027-03-10 12:00").await;
    patch_branch_as_owner(&salon, PUNE, &json!({ "hours": week() })).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    for (date, end) in [("2027-03-07", "17:00:00"), ("2027-03-09", "21:00:00"), ("2027-03-08", "21:00:00")] {
        let mut body = massage_session(60);
        body["bookingDate"] = json!(date);
        let recorded = record_session(&desk, &membership, &body).await.expect_created();
        let booking = recorded["booking"]["id"].as_str().or(recorded["bookingId"].as_str());
        let id = booking.unwrap_or_else(|| panic!("{recorded}"));
        assert_eq!(shown_booking(&asha, id).await["endTime"], end, "{date}");
    }
    salon.leaves_due_jobs("slips and invoices are printed");
}
