//! The e-mails about offered times, and about what the desk took back or changed.

use parlour_domain::notification::email_kind::EmailKind;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking_with, create_booking, haircut_request, post_booking_action,
};
use parlour_testkit::actions::emails::compose_email;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::{decline_time, offer_time, undo_last_act};
use parlour_testkit::checks::pdf::assert_contains_all;
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::test_on_both_engines;
use serde_json::json;

#[test_on_both_engines]
async fn an_offered_time_is_written_while_it_is_open() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
    offer_time(&desk, &id, ("2027-03-06", "16:30"), STYLIST).await.expect_ok();
    let about = async |period| compose_email(&salon, EmailKind::BookingTimeOffered, asha.id(), &id, period).await;
    assert!(about("1").await.is_none(), "a later offer replaces it");
    let email = about("2").await.unwrap();
    assert_eq!(email.subject, "Another time at PUN");
    assert_contains_all(&email.text, &["6 March 2027", "4:30 pm", "stylist", "5 Mar, 11:00 am", "2 Mar, 10:00 am"]);
    assert!(email.attachments.is_empty(), "nothing for a calendar yet");
    decline_time(&asha, &id).await.expect_ok();
    assert!(about("2").await.is_none());
    offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
    salon.advance_seconds(24 * 60 * 60);
    assert!(about("3").await.is_none(), "it has expired");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_mistake_is_put_right_in_the_calendar_too() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let about = async |kind, period| compose_email(&salon, kind, asha.id(), &id, period).await;
    let sequence = |email: &parlour_worker::emails::EmailMessage| {
        let calendar = String::from_utf8(email.attachments[0].bytes.clone()).unwrap();
        let line = calendar.lines().find_map(|line| line.trim().strip_prefix("SEQUENCE:").map(str::to_owned));
        line.unwrap().parse::<i64>().unwrap()
    };
    let confirmed = about(EmailKind::BookingConfirmed, "0").await.unwrap();
    let mut last = sequence(&confirmed);
    for undone in 1..=2 {
        cancel_booking_with(&desk, &id, &json!({ "reason": "Oops" })).await.expect_ok();
        let cancelled = about(EmailKind::BookingCancelled, "").await.unwrap();
        undo_last_act(&desk, &id).await;
        let restored = about(EmailKind::BookingRestored, if undone == 1 { "undo-1" } else { "undo-2" }).await.unwrap();
        assert_contains_all(&restored.text, &["takes place after all", "by mistake"]);
        assert!(last < sequence(&cancelled) && sequence(&cancelled) < sequence(&restored));
        last = sequence(&restored);
    }
    assert!(about(EmailKind::BookingRestored, "undo-1").await.is_none(), "there is a later one");
    assert!(about(EmailKind::BookingChanged, "change-1").await.unwrap().text.contains("has changed"));
    post_booking_action(&desk, &id, "start").await.expect_ok();
    assert!(about(EmailKind::BookingChanged, "change-1").await.is_none());
    assert!(about(EmailKind::BookingRestored, "undo-2").await.is_none());
}
