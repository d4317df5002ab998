//! What was handed over cannot be taken back: things may be others by the time it comes.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request_at, reschedule_booking};
use parlour_testkit::actions::jobs::queue_delivering_to;
use parlour_testkit::actions::notifications::notified_users;
use parlour_testkit::actions::people::{receptionist, sorted_user_ids};
use parlour_testkit::fake_queue::FakeQueue;
use parlour_testkit::fixtures::small_salon::{STYLIST, fill_small_salon};
use parlour_testkit::servers::recording_server::RecordingServer;
use parlour_testkit::test_on_both_engines;
use serde_json::json;

use super::deliveries::{queue_publishing_to, salon_with_signing_keys};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

#[test_on_both_engines]
async fn a_no_show_check_of_a_rescheduled_booking_runs_at_the_new_time() {
    let queue = FakeQueue::start().await;
    let salon = fill_small_salon(salon_with_signing_keys().await).await;
    let ours = queue_publishing_to(&salon, &queue);
    let (ravi, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    // Today, 11:00 to 11:45, now it is 10:00: somebody looks at 12:00.
    let id = create_booking(&asha, &haircut_request_at("2027-03-01", "11:00")).await;
    approve_booking(&ravi, &id, STYLIST).await.expect_ok();
    salon.advance_seconds(HOUR + 50 * MINUTE);
    ours.drain().await.unwrap();
    let body = json!({ "bookingDate": "2027-03-01", "startTime": "13:00" });
    ravi.post(&format!("/api/bookings/{id}/reschedule"), &body).await.expect_ok();
    salon.advance_seconds(10 * MINUTE);
    queue.advance_seconds(10 * MINUTE);
    let delivered = queue.deliver_due().await;
    assert_eq!(delivered.len(), 1);
    assert_eq!(delivered[0].answer, r#"{"notified":0,"success":true}"#);
    assert_eq!(notified_users(&salon, &id, "noshow_check").await, Vec::<String>::new());
    salon.advance_seconds(2 * HOUR);
    ours.drain().await.unwrap();
    let delivered = queue.deliver_due().await;
    assert_eq!(delivered.last().unwrap().answer, r#"{"notified":1,"success":true}"#, "{delivered:?}");
    assert_eq!(notified_users(&salon, &id, "noshow_check").await, sorted_user_ids(&[&ravi]));
}

/// The same of what was given up, and is tried again by hand.
#[test_on_both_engines]
async fn a_parked_no_show_check_of_a_rescheduled_booking_does_nothing() {
    let salon = fill_small_salon(salon_with_signing_keys().await).await;
    let (ravi, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let dev = salon.member("Dev", Role::Developer).await;
    let id = create_booking(&asha, &haircut_request_at("2027-03-01", "11:00")).await;
    approve_booking(&ravi, &id, STYLIST).await.expect_ok();
    let broken = RecordingServer::start().await;
    salon.advance_seconds(2 * HOUR);
    for wait in [12, 148, 1_808, 0] {
        broken.answers(&[(500, ""); 20]);
        queue_delivering_to(salon.worker(), &broken.url).drain().await.unwrap();
        salon.advance_seconds(wait);
    }
    let parked = dev.get("/api/integrations").await.expect_ok();
    let parked = parked["integrations"].as_array().unwrap().iter().find(|one| one["name"] == "queue").unwrap();
    let check = parked["parkedWork"].as_array().unwrap().iter().find(|one| one["kind"] == "noshow-check").unwrap();
    let body = json!({ "bookingDate": "2027-03-01", "startTime": "14:00" });
    ravi.post(&format!("/api/bookings/{id}/reschedule"), &body).await.expect_ok();
    let retry = format!("/api/integrations/queue/{}/retry", check["id"].as_str().unwrap());
    dev.post_empty(&retry).await.expect_ok();
    assert!(salon.queue().drain().await.unwrap() > 0);
    assert_eq!(notified_users(&salon, &id, "noshow_check").await, Vec::<String>::new());
    salon.advance_seconds(3 * HOUR);
    salon.queue().drain().await.unwrap();
    assert_eq!(notified_users(&salon, &id, "noshow_check").await, sorted_user_ids(&[&ravi]));
}

#[test_on_both_engines]
async fn a_stale_alert_of_a_rescheduled_request_runs_at_the_new_time() {
    let queue = FakeQueue::start().await;
    let salon = fill_small_salon(salon_with_signing_keys().await).await;
    let ours = queue_publishing_to(&salon, &queue);
    let (ravi, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_at("2027-03-09", "11:00")).await;
    salon.advance_seconds(HOUR + 55 * MINUTE);
    ours.drain().await.unwrap();
    approve_booking(&ravi, &id, STYLIST).await.expect_ok();
    reschedule_booking(&asha, &id, "2027-03-10", "12:00").await.expect_ok();
    salon.advance_seconds(5 * MINUTE);
    queue.advance_seconds(5 * MINUTE);
    let delivered = queue.deliver_due().await;
    assert_eq!(delivered.len(), 1);
    assert_eq!(delivered[0].answer, r#"{"action":"none","notified":0,"success":true}"#);
    assert_eq!(notified_users(&salon, &id, "stale_booking").await, Vec::<String>::new(), "asked five minutes ago");
    salon.advance_seconds(HOUR + 55 * MINUTE);
    ours.drain().await.unwrap();
    let delivered = queue.deliver_due().await;
    let answer = r#"{"action":"alerted","notified":1,"success":true}"#;
    assert_eq!(delivered.last().unwrap().answer, answer, "{delivered:?}");
    assert_eq!(notified_users(&salon, &id, "stale_booking").await, sorted_user_ids(&[&ravi]));
}
