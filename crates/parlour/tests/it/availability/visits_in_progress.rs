//! A visit in progress needs the time of whoever does it, unless it was completed and is only billed once more.

use parlour_testkit::actions::availability::{
    expect_slot_unavailable, friday_haircut_at, friday_haircut_for, occupied_time_of,
};
use parlour_testkit::actions::bookings::{
    approve_booking, assign_staff, cancel_booking, create_booking, created_booking_id, post_booking,
    post_booking_action, replace_booking_services,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::invoices::{create_credit_note, invoice_id_by_number, reopen_booking};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::actions::visits::{put_lines, undo_last_act};
use parlour_testkit::checks::staff_time::assert_nobody_is_double_booked;
use parlour_testkit::fixtures::live_salon::{insert_stylist, live_salon, switch_availability_mode};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const NO_TIME: [&str; 0] = [];

/// A haircut on Friday at 11:00 that has begun.
async fn started_haircut(desk: &Person, customer: &Person) -> String {
    let id = create_booking(customer, &friday_haircut_at("11:00")).await;
    approve_booking(desk, &id, STYLIST).await.expect_ok();
    post_booking_action(desk, &id, "start").await.expect_ok();
    id
}

/// Lets nobody do the visit: what several people did is replaced by other services.
async fn unassign_everybody(salon: &TestSalon, desk: &Person, id: &str) {
    let lines = json!([{ "serviceId": "service-cut" }, { "serviceId": "service-wash", "staffId": "staff-meena" }]);
    put_lines(desk, id, &lines).await.expect_ok();
    let changed = replace_booking_services(desk, id, &json!(["service-colour"])).await.expect_ok();
    assert_eq!(changed["booking"]["services"][0]["staffId"], Value::Null);
    assert_eq!(occupied_time_of(salon, id).await, NO_TIME);
}

/// Completes a visit, credits its invoice and reopens it.
async fn bill_and_reopen(desk: &Person, manager: &Person, id: &str) {
    let paid = complete_booking(desk, id, &cash_payment()).await.expect_ok();
    let number = paid["invoice"]["invoiceNumber"].as_str().unwrap();
    create_credit_note(manager, &invoice_id_by_number(desk, number).await).await;
    reopen_booking(manager, id).await.expect_ok();
}

#[test_on_both_engines]
async fn a_started_visit_takes_time_again_after_nobody_was_assigned() {
    let salon = live_salon().await;
    insert_stylist(&salon, "staff-meena", "female").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = started_haircut(&desk, &asha).await;
    unassign_everybody(&salon, &desk, &id).await;
    let other = post_booking(&desk, &friday_haircut_for(&asha, "11:15", Some(STYLIST))).await;
    let other = created_booking_id(&other);
    let lines = json!([
        { "serviceId": "service-cut", "staffId": STYLIST }, { "serviceId": "service-wash", "staffId": "staff-meena" },
    ]);
    assert_eq!(expect_slot_unavailable(&put_lines(&desk, &id, &lines).await).len(), 3);
    assert_eq!(expect_slot_unavailable(&assign_staff(&desk, &id, STYLIST).await).len(), 3);
    assert_eq!(occupied_time_of(&salon, &id).await, NO_TIME);
    cancel_booking(&asha, &other).await.expect_ok();

    put_lines(&desk, &id, &lines).await.expect_ok();
    let everyone = ["staff-meena 11:45-12:15".to_owned(), format!("{STYLIST} 11:00-11:45")];
    assert_eq!(occupied_time_of(&salon, &id).await, everyone);
    let refused = post_booking(&desk, &friday_haircut_for(&asha, "11:15", Some(STYLIST))).await;
    assert_eq!(expect_slot_unavailable(&refused).len(), 3);
    unassign_everybody(&salon, &desk, &id).await;
    assign_staff(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-12:30")]);
    assert_nobody_is_double_booked(&salon).await;
    salon.leaves_due_jobs("reminders are no part of this");
}

#[test_on_both_engines]
async fn a_reopened_visit_takes_no_time_until_it_is_started_anew() {
    let salon = live_salon().await;
    insert_stylist(&salon, "staff-meena", "female").await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = started_haircut(&desk, &asha).await;
    bill_and_reopen(&desk, &meera, &id).await;
    let other = post_booking(&desk, &friday_haircut_for(&asha, "11:15", Some(STYLIST))).await;
    let other = created_booking_id(&other);
    assign_staff(&desk, &id, STYLIST).await.expect_ok();
    let longer = json!([{ "serviceId": "service-cut" }, { "serviceId": "service-wash" }]);
    put_lines(&desk, &id, &longer).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, NO_TIME, "whoever is booked next");
    for mode in ["open", "live"] {
        switch_availability_mode(&salon, PUNE, mode).await;
    }
    assert_eq!(occupied_time_of(&salon, &other).await, [format!("{STYLIST} 11:15-12:00")]);
    assert_eq!(occupied_time_of(&salon, &id).await, NO_TIME, "nor when the branch becomes live");

    cancel_booking(&asha, &other).await.expect_ok();
    undo_last_act(&desk, &id).await;
    salon.advance_seconds(60);
    post_booking_action(&desk, &id, "start").await.expect_ok();
    unassign_everybody(&salon, &desk, &id).await;
    assign_staff(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-12:30")]);
    salon.leaves_due_jobs("reminders and invoices are no part of this");
}
