//! `tellCustomer: false` sends nothing to the customer.

use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking_with, create_booking, haircut_request, post_booking_action, shown_booking,
};
use parlour_testkit::actions::emails::queued_emails_about;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::{place_booking, put_lines, put_lines_with, titles_about, undo_last_act};
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::test_on_both_engines;
use serde_json::json;

#[test_on_both_engines]
async fn the_desk_decides_whether_customers_are_told() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let wash = json!([{ "serviceId": "service-cut" }, { "serviceId": "service-wash" }]);
    let body = json!({ "bookingDate": "2027-03-09", "startTime": "12:00", "tellCustomer": false });
    place_booking(&desk, &id, &body).await.expect_ok();
    let reschedule = format!("/api/bookings/{id}/reschedule");
    desk.post(&reschedule, &body).await.expect_ok();
    put_lines_with(&desk, &id, &json!({ "lines": wash, "tellCustomer": false })).await.expect_ok();
    let cancellation = json!({ "reason": "Wrong one", "tellCustomer": false });
    cancel_booking_with(&desk, &id, &cancellation).await.expect_ok();
    assert_eq!(shown_booking(&asha, &id).await["status"], "cancelled");
    undo_last_act(&desk, &id).await;
    assert_eq!(titles_about(&salon, &asha, &id).await, ["Your booking is confirmed"]);
    assert_eq!(queued_emails_about(&salon, &id).await.len(), 1);

    cancel_booking_with(&desk, &id, &json!({ "reason": "Flu", "tellCustomer": true })).await.expect_ok();
    undo_last_act(&desk, &id).await;
    let told = ["Your booking is cancelled", "Your booking is confirmed", "Your booking takes place after all"];
    assert_eq!(titles_about(&salon, &asha, &id).await, told);
}

#[test_on_both_engines]
async fn changed_lines_are_told_before_the_visit() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let lines = json!([{ "serviceId": "service-cut", "durationMinutes": 60 }]);
    put_lines(&desk, &id, &lines).await.expect_ok();
    put_lines(&desk, &id, &lines).await.expect_ok();
    put_lines(&desk, &id, &json!([{ "serviceId": "service-cut", "durationMinutes": 30 }])).await.expect_ok();
    let told = ["Your booking has changed", "Your booking has changed", "Your booking is confirmed"];
    assert_eq!(titles_about(&salon, &asha, &id).await, told, "the same lines again are no change");
    let emails = queued_emails_about(&salon, &id).await;
    assert_eq!(emails.iter().filter(|(kind, ..)| kind == "booking-changed").count(), 2);
    post_booking_action(&desk, &id, "start").await.expect_ok();
    put_lines(&desk, &id, &lines).await.expect_ok();
    assert_eq!(titles_about(&salon, &asha, &id).await, told, "they are here and know it");
}
