//! A manager enters a booking of the last days that nobody had typed in.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::occupied_time_of;
use parlour_testkit::actions::bookings::{
    assign_staff, booking_row_counts, create_booking, get_booking, haircut_request_at, post_booking,
    post_booking_action,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::invoices::shown_invoice;
use parlour_testkit::actions::jobs::open_booking_jobs;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::actions::visits::{put_lines, undo_last_act};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::live_salon::live_salon_at;
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon_at};
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::{Value, json};

/// The clock shows Wednesday, 10 March 2027.
const NOW: &str = "2027-03-10 12:00";

fn haircut_on(customer: &Person, date: &str, staff: Option<&str>) -> Value {
    let mut body = haircut_request_at(date, "11:00");
    body["customerId"] = customer.id().as_str().into();
    body["staffId"] = staff.map_or(Value::Null, Value::from);
    body
}

#[test_on_both_engines]
async fn a_manager_enters_a_booking_of_the_last_week() {
    let salon = small_salon_at(NOW).await;
    let (boss, desk, asha) = (manager(&salon).await, receptionist(&salon).await, salon.customer("Asha").await);
    for date in ["2027-03-09", "2027-03-03"] {
        let reply = post_booking(&boss, &haircut_on(&asha, date, Some(STYLIST))).await;
        let data = reply.expect_created();
        assert_eq!(data["status"], "confirmed");
        let id = data["id"].as_str().unwrap();
        let seen = get_booking(&desk, id).await.expect_ok()["booking"].clone();
        assert_eq!((&seen["bookingDate"], &seen["confirmedAt"]), (&json!(date), &json!(salon.now())));
        assert_eq!(seen["createdAt"], json!(salon.now()));
        assert_eq!(open_booking_jobs(&salon, id).await, [], "nobody is asked whether the customer came");
        for sql in [
            "select count(*) from notifications where booking_id = $1",
            "select count(*) from emails where subject = 'booking:' || $1",
        ] {
            assert_eq!(count_rows(&salon, id, sql).await, 0, "{sql}");
        }
        assert_eq!(actions_on_record(&salon, id).await, ["booking.book"]);
        let completed = complete_booking(&desk, id, &cash_payment()).await.expect_ok();
        let invoice = shown_invoice(&desk, completed["invoiceId"].as_str().unwrap()).await;
        assert_eq!(invoice["invoiceDate"], "2027-03-10", "invoiced today");
    }
    salon.leaves_due_jobs("invoices are printed");
}

#[test_on_both_engines]
async fn past_days_are_for_managers_with_staff() {
    let salon = small_salon_at(NOW).await;
    let (boss, desk, asha) = (manager(&salon).await, receptionist(&salon).await, salon.customer("Asha").await);
    let before = booking_row_counts(&salon).await;
    for staff in [Some(STYLIST), None] {
        post_booking(&desk, &haircut_on(&asha, "2027-03-09", staff)).await.expect_error(403, "FORBIDDEN");
    }
    for (date, staff, wrong) in [
        ("2027-03-09", None, vec!["staffId"]),
        ("2027-03-02", Some(STYLIST), vec!["bookingDate"]),
        ("2027-03-02", None, vec!["bookingDate", "staffId"]),
        ("2020-01-01", Some("nobody"), vec!["bookingDate", "staffId"]),
    ] {
        let reply = post_booking(&boss, &haircut_on(&asha, date, staff)).await;
        assert_eq!(reply.expect_invalid_fields(), wrong, "{date} {staff:?}");
    }
    let mut several = haircut_on(&asha, "2027-03-08", None);
    several["startTime"] = json!("soon");
    assert_eq!(post_booking(&boss, &several).await.expect_invalid_fields(), ["staffId", "startTime"]);
    assert_eq!(post_booking(&desk, &several).await.expect_invalid_fields(), ["startTime"], "fields come first");
    assert_eq!(
        post_booking(&desk, &haircut_on(&asha, "2027-03-02", None)).await.expect_invalid_fields(),
        ["bookingDate"]
    );
    assert_eq!(booking_row_counts(&salon).await, before);
    for role in [Role::Owner, Role::Developer] {
        let person = salon.member(role.as_str(), role).await;
        create_booking(&person, &haircut_on(&asha, "2027-03-09", Some(STYLIST))).await;
    }
    create_booking(&desk, &haircut_on(&asha, "2027-03-10", None)).await;
}

#[test_on_both_engines]
async fn a_past_booking_takes_no_time_of_a_live_branch() {
    let salon = live_salon_at(NOW).await;
    let (boss, asha) = (manager(&salon).await, salon.customer("Asha").await);
    for _ in 0..2 {
        let id = create_booking(&boss, &haircut_on(&asha, "2027-03-09", Some(STYLIST))).await;
        assert_eq!(occupied_time_of(&salon, &id).await, Vec::<String>::new());
    }
    let mut off_grid = haircut_on(&asha, "2027-03-09", Some(STYLIST));
    off_grid["startTime"] = json!("11:01");
    assert_eq!(post_booking(&boss, &off_grid).await.expect_invalid_fields(), ["startTime"]);
}

/// Nobody can be booked for a past day, so nothing of it is refused for lack of time.
#[test_on_both_engines]
async fn changes_of_a_past_day_take_no_staff_time() {
    let salon = live_salon_at(NOW).await;
    let (boss, asha) = (manager(&salon).await, salon.customer("Asha").await);
    for _ in 0..2 {
        let booked = post_booking(&boss, &haircut_on(&asha, "2027-03-09", Some(STYLIST))).await.expect_created();
        let id = booked["id"].as_str().unwrap();
        put_lines(&boss, id, &json!([{ "serviceId": "service-cut", "durationMinutes": 90 }])).await.expect_ok();
        assign_staff(&boss, id, STYLIST).await.expect_ok();
        post_booking_action(&boss, id, "noshow").await.expect_ok();
        undo_last_act(&boss, id).await;
        assert_eq!(occupied_time_of(&salon, id).await, Vec::<String>::new());
    }
}
