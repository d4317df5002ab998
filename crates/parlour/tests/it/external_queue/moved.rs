//! What was handed over cannot be taken back: things may be others by the time it comes.

use parlour_domain::role::Role;
use parlour_testkit::fake_queue::FakeQueue;
use parlour_testkit::test_on_both_engines;
use serde_json::json;

use super::salon::{believing_salon, part_of};
use crate::desk_bookings::{STYLIST, approves, receptionist};
use crate::queue::queue_to;
use crate::senders::Listener;
use crate::small_salon::{books, furnished, haircut_at, ids_of, moves, told};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

#[test_on_both_engines]
async fn a_visit_that_was_moved_is_asked_after_in_its_own_time() {
    let queue = FakeQueue::start().await;
    let salon = furnished(believing_salon().await).await;
    let ours = part_of(&salon, &queue);
    let (ravi, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    // Today, 11:00 to 11:45, now it is 10:00: somebody looks at 12:00.
    let id = books(&asha, &haircut_at("2027-03-01", "11:00")).await;
    approves(&ravi, &id, STYLIST).await.expect_ok();
    salon.advance_seconds(HOUR + 50 * MINUTE);
    ours.drain().await.unwrap();
    let body = json!({ "bookingDate": "2027-03-01", "startTime": "13:00" });
    ravi.post(&format!("/api/bookings/{id}/reschedule"), &body).await.expect_ok();
    salon.advance_seconds(10 * MINUTE);
    queue.advance_seconds(10 * MINUTE);
    let delivered = queue.deliver_due().await;
    assert_eq!(delivered.len(), 1);
    assert_eq!(delivered[0].answer, r#"{"notified":0,"success":true}"#);
    assert_eq!(told(&salon, &id, "noshow_check").await, Vec::<String>::new());
    salon.advance_seconds(2 * HOUR);
    ours.drain().await.unwrap();
    let delivered = queue.deliver_due().await;
    assert_eq!(delivered.last().unwrap().answer, r#"{"notified":1,"success":true}"#, "{delivered:?}");
    assert_eq!(told(&salon, &id, "noshow_check").await, ids_of(&[&ravi]));
}

/// The same of what was given up, and is tried again by hand.
#[test_on_both_engines]
async fn a_parked_question_about_a_visit_that_was_moved_is_not_asked() {
    let salon = furnished(believing_salon().await).await;
    let (ravi, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let dev = salon.member("Dev", Role::Developer).await;
    let id = books(&asha, &haircut_at("2027-03-01", "11:00")).await;
    approves(&ravi, &id, STYLIST).await.expect_ok();
    let broken = Listener::start().await;
    salon.advance_seconds(2 * HOUR);
    for wait in [12, 148, 1_808, 0] {
        broken.answers(&[(500, ""); 20]);
        queue_to(salon.backstage(), &broken.url).drain().await.unwrap();
        salon.advance_seconds(wait);
    }
    let parked = dev.get("/api/integrations").await.expect_ok();
    let parked =
        parked["integrations"].as_array().unwrap().iter().find(|one| one["name"] == "queue").unwrap();
    let check =
        parked["parkedWork"].as_array().unwrap().iter().find(|one| one["kind"] == "noshow-check").unwrap();
    let body = json!({ "bookingDate": "2027-03-01", "startTime": "14:00" });
    ravi.post(&format!("/api/bookings/{id}/reschedule"), &body).await.expect_ok();
    let retry = format!("/api/integrations/queue/{}/retry", check["id"].as_str().unwrap());
    dev.press(&retry).await.expect_ok();
    assert!(salon.queue().drain().await.unwrap() > 0);
    assert_eq!(told(&salon, &id, "noshow_check").await, Vec::<String>::new());
    salon.advance_seconds(3 * HOUR);
    salon.queue().drain().await.unwrap();
    assert_eq!(told(&salon, &id, "noshow_check").await, ids_of(&[&ravi]));
}

#[test_on_both_engines]
async fn a_request_that_was_made_anew_is_chased_in_its_own_time() {
    let queue = FakeQueue::start().await;
    let salon = furnished(believing_salon().await).await;
    let ours = part_of(&salon, &queue);
    let (ravi, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = books(&asha, &haircut_at("2027-03-09", "11:00")).await;
    salon.advance_seconds(HOUR + 55 * MINUTE);
    ours.drain().await.unwrap();
    approves(&ravi, &id, STYLIST).await.expect_ok();
    moves(&asha, &id, "2027-03-10", "12:00").await.expect_ok();
    salon.advance_seconds(5 * MINUTE);
    queue.advance_seconds(5 * MINUTE);
    let delivered = queue.deliver_due().await;
    assert_eq!(delivered.len(), 1);
    assert_eq!(delivered[0].answer, r#"{"action":"none","notified":0,"success":true}"#);
    assert_eq!(told(&salon, &id, "stale_booking").await, Vec::<String>::new(), "asked five minutes ago");
    salon.advance_seconds(HOUR + 55 * MINUTE);
    ours.drain().await.unwrap();
    let delivered = queue.deliver_due().await;
    let answer = r#"{"action":"alerted","notified":1,"success":true}"#;
    assert_eq!(delivered.last().unwrap().answer, answer, "{delivered:?}");
    assert_eq!(told(&salon, &id, "stale_booking").await, ids_of(&[&ravi]));
}
