//! The customer answers an offer while something else happens: it ends as if they had queued.

use parlour_domain::auth::role::Role;
use parlour_domain::job::Job;
use parlour_testkit::actions::availability::{expect_slot_unavailable, friday_haircut_at, occupied_time_of};
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking_with, create_booking, haircut_request, haircut_request_at, post_booking,
    shown_booking,
};
use parlour_testkit::actions::jobs::{open_booking_jobs, run_job_with_body};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::{accept_time, decline_time, offer_time};
use parlour_testkit::fixtures::live_salon::live_salon;
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

const REFUSED: &str = "BOOKING_INVALID_STATUS_TRANSITION";

#[test_on_both_engines]
async fn an_answer_and_a_decision_of_the_desk() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for round in 0..18 {
        let id = create_booking(&asha, &haircut_request()).await;
        offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
        let reason = json!({ "reason": "Flu" });
        if round % 2 == 0 {
            let (accepted, approved) = tokio::join!(accept_time(&asha, &id), approve_booking(&desk, &id, STYLIST));
            let (lost, date) =
                if accepted.status == 200 { (&approved, "2027-03-06") } else { (&accepted, "2027-03-05") };
            lost.expect_error(409, REFUSED);
            assert_ne!(accepted.status, approved.status);
            assert_eq!(shown_booking(&asha, &id).await["bookingDate"], date);
            assert_eq!(open_booking_jobs(&salon, &id).await.len(), 1);
        } else {
            let (accepted, cancelled) = tokio::join!(accept_time(&asha, &id), cancel_booking_with(&desk, &id, &reason));
            cancelled.expect_ok();
            if accepted.status != 200 {
                accepted.expect_error(409, REFUSED);
            }
            assert_eq!(shown_booking(&asha, &id).await["status"], "cancelled");
            assert_eq!(open_booking_jobs(&salon, &id).await, []);
        }
    }
}

#[test_on_both_engines]
async fn of_two_answers_the_first_counts() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for _ in 0..8 {
        let id = create_booking(&asha, &haircut_request()).await;
        offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
        let (accepted, declined) = tokio::join!(accept_time(&asha, &id), decline_time(&asha, &id));
        assert_ne!(accepted.status, declined.status);
        let expected = if accepted.status == 200 { "confirmed" } else { "pending" };
        assert_eq!(shown_booking(&asha, &id).await["status"], expected);
    }
}

/// At the moment of expiry the time is free for others, and cannot be accepted any more.
#[test_on_both_engines]
async fn an_answer_at_the_moment_of_expiry() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for (round, is_expired) in [false, true, false, true].into_iter().enumerate() {
        let tara = salon.customer(&format!("tara{round}")).await;
        let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
        offer_time(&desk, &id, ("2027-03-05", "14:00"), STYLIST).await.expect_ok();
        salon.advance_seconds(if is_expired { 24 * 60 * 60 } else { 24 * 60 * 60 - 1 });
        let body = friday_haircut_at("14:00");
        let (accepted, requested) = tokio::join!(accept_time(&asha, &id), post_booking(&tara, &body));
        if is_expired {
            accepted.expect_error(409, REFUSED);
            let taken = requested.expect_created()["id"].as_str().unwrap().to_owned();
            cancel_booking_with(&desk, &taken, &json!({ "reason": "Next round" })).await.expect_ok();
        } else {
            accepted.expect_ok();
            expect_slot_unavailable(&requested);
            assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 14:00-14:45")]);
        }
        cancel_booking_with(&desk, &id, &json!({ "reason": "Next round" })).await.expect_ok();
    }
}

#[test_on_both_engines]
async fn two_offers_of_one_time() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let other = salon.member("Tara", Role::Receptionist).await;
    let one = create_booking(&asha, &friday_haircut_at("11:00")).await;
    let two = create_booking(&asha, &friday_haircut_at("12:00")).await;
    for round in 0..6 {
        let time = ["14:00", "16:00"][round % 2];
        let (first, second) = tokio::join!(
            offer_time(&desk, &one, ("2027-03-05", time), STYLIST),
            offer_time(&other, &two, ("2027-03-05", time), STYLIST)
        );
        assert_ne!(first.status, second.status);
        expect_slot_unavailable(if first.status == 200 { &second } else { &first });
        decline_time(&asha, if first.status == 200 { &one } else { &two }).await.expect_ok();
    }
}

/// The clock passes the moment of expiry while the customer answers and another one wants the time.
#[test_on_both_engines]
async fn an_answer_while_the_offer_expires() {
    let salon = live_salon().await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    for round in 0..8 {
        let id = create_booking(&asha, &haircut_request_at("2027-04-02", "11:00")).await;
        offer_time(&desk, &id, ("2027-04-02", "14:00"), STYLIST).await.expect_ok();
        salon.advance_seconds(24 * 60 * 60 - 1);
        let body = haircut_request_at("2027-04-02", "14:00");
        let clock = async {
            if round % 2 == 0 {
                tokio::task::yield_now().await;
            }
            salon.advance_seconds(1);
        };
        let (accepted, requested, ()) = tokio::join!(accept_time(&asha, &id), post_booking(&tara, &body), clock);
        let shown = shown_booking(&asha, &id).await;
        if accepted.status == 200 {
            expect_slot_unavailable(&requested);
            assert_eq!((&shown["status"], &shown["startTime"]), (&json!("confirmed"), &json!("14:00:00")));
            assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 14:00-14:45")]);
        } else {
            accepted.expect_error(409, REFUSED);
            assert_eq!((&shown["status"], &shown["startTime"]), (&json!("pending"), &json!("11:00:00")));
            assert_eq!(shown["offeredTime"], Value::Null);
        }
        // Both are refused if the request came before the expiry and the answer after it.
        if requested.status == 201 {
            let taken = requested.expect_created()["id"].as_str().unwrap().to_owned();
            assert_eq!(occupied_time_of(&salon, &taken).await, [format!("{STYLIST} 14:00-14:45 held")]);
            cancel_booking_with(&desk, &taken, &json!({ "reason": "Next round" })).await.expect_ok();
        } else {
            expect_slot_unavailable(&requested);
        }
        cancel_booking_with(&desk, &id, &json!({ "reason": "Next round" })).await.expect_ok();
    }
}

/// The job that rejects requests without an answer runs while the customer answers.
#[test_on_both_engines]
async fn an_answer_and_the_job_that_rejects() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let answer_during_job = async |id: &str, seconds: i64| {
        let payload = json!({ "bookingId": id });
        let clock = async { salon.advance_seconds(seconds) };
        let job = run_job_with_body(&salon, Job::StaleBookingAlert, &payload);
        let (accepted, (), job) = tokio::join!(accept_time(&asha, id), clock, job);
        (accepted, job["action"].clone())
    };
    for round in 0..9 {
        let id = create_booking(&asha, &haircut_request_at("2027-04-02", "11:00")).await;
        offer_time(&desk, &id, ("2027-04-02", "14:00"), STYLIST).await.expect_ok();
        salon.advance_seconds(24 * 60 * 60 - 1);
        // Not yet, just when the offer expires, and after a day.
        let seconds = [0, 1, 2][round % 3];
        let (accepted, job) = answer_during_job(&id, seconds).await;
        let status = shown_booking(&asha, &id).await["status"].clone();
        if accepted.status == 200 {
            assert_ne!(job, "rejected", "round {round}");
            assert_eq!(status, "confirmed");
            assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 14:00-14:45")]);
            cancel_booking_with(&desk, &id, &json!({ "reason": "Next round" })).await.expect_ok();
        } else {
            accepted.expect_error(409, REFUSED);
            assert_eq!(status, if job == "rejected" { "rejected" } else { "pending" }, "round {round}");
            if status == "pending" {
                cancel_booking_with(&desk, &id, &json!({ "reason": "Next round" })).await.expect_ok();
            }
        }
        assert_eq!(occupied_time_of(&salon, &id).await, [] as [String; 0]);
    }
    salon.run_due_jobs().await;
}
