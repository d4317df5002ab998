//! A request about a visit that is sent twice with the same `Idempotency-Key` is done once.

use axum::http::Method;
use parlour_testkit::actions::bookings::{booking_row_counts, create_booking, haircut_request};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::test_on_both_engines;

const OFFER: &str = r#"{"bookingDate": "2027-03-01", "startTime": "12:00", "staffId": "staff-stylist-branch-pune"}"#;
const PLACE: &str = r#"{"bookingDate": "2027-03-01", "startTime": "13:00"}"#;

#[test_on_both_engines]
async fn a_repeated_request_about_a_visit_is_answered_alike_and_done_once() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let mut sent = Vec::new();
    for (person, act, body) in [
        (&desk, "offer-time", OFFER),
        (&asha, "decline-time", ""),
        (&desk, "offer-time", OFFER),
        (&asha, "accept-time", ""),
        (&desk, "place", PLACE),
        (&desk, "arrive", ""),
        (&desk, "undo", ""),
    ] {
        let keyed = person.clone().with_header("idempotency-key", &format!("{act} {}", sent.len()));
        let path = format!("/api/bookings/{id}/{act}");
        let first = keyed.send(Method::POST, &path, body).await;
        first.expect_ok();
        let counts = booking_row_counts(&salon).await;
        let again = keyed.send(Method::POST, &path, body).await;
        assert_eq!((again.status, again.json()), (first.status, first.json()), "{act}");
        let other = keyed.send(Method::POST, &path, format!("{body} ")).await;
        other.expect_error(422, "BUSINESS_RULE_VIOLATION");
        assert_eq!(booking_row_counts(&salon).await, counts, "{act} was done twice");
        sent.push((keyed, path, body, first));
    }
    // Each is answered as it was then, also where it would now be refused.
    salon.advance_seconds(8 * 3_600);
    let counts = booking_row_counts(&salon).await;
    for (keyed, path, body, first) in sent {
        assert_eq!(keyed.send(Method::POST, &path, body).await.json(), first.json(), "{path}");
    }
    assert_eq!(booking_row_counts(&salon).await, counts);
    salon.run_due_jobs().await;
}
