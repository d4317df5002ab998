//! What is one customer's is nobody else's, by whatever route and id, for whatever role.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    BOOKINGS_PATH, booking_row_counts, cancel_booking, create_booking, get_booking, haircut_request, list_own_bookings,
    mark_confirmed, post_booking, reschedule_booking, shown_booking,
};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// Everything that can be done with a booking's id, one good request each and some bad ones.
async fn all_booking_requests(person: &Person, id: &str) -> Vec<Reply> {
    let at = |act: &str| format!("{BOOKINGS_PATH}/{id}/{act}");
    vec![
        get_booking(person, id).await,
        cancel_booking(person, id).await,
        person.post(&at("cancel"), &json!({ "reason": "Mine now" })).await,
        reschedule_booking(person, id, "2027-03-08", "12:00").await,
    ]
}

/// The same, sent with bodies that cannot be right.
async fn invalid_booking_requests(person: &Person, id: &str) -> Vec<Reply> {
    let at = |act: &str| format!("{BOOKINGS_PATH}/{id}/{act}");
    vec![
        person.post(&at("cancel"), &json!({ "reason": 5 })).await,
        person.post(&at("cancel"), &json!({ "reason": "x".repeat(501) })).await,
        person.post(&at("reschedule"), &json!({})).await,
        reschedule_booking(person, id, "2020-01-01", "12:00").await,
        reschedule_booking(person, id, "2027-03-08", "09:59").await,
        reschedule_booking(person, id, "2027-03-08", "20:59").await,
    ]
}

/// What a reply says, apart from whose request it was.
fn response_without_request_id(reply: &Reply) -> (u16, Value) {
    let mut json = reply.json();
    json["error"]["requestId"] = Value::Null;
    (reply.status.as_u16(), json)
}

async fn one_person_per_role(salon: &TestSalon) -> Vec<Person> {
    let mut people = Vec::new();
    for &role in Role::ALL {
        people.push(salon.person(&format!("other-{role}"), role, AppKind::Customer).await);
    }
    people
}

#[test_on_both_engines]
async fn another_customer_s_booking_answers_like_an_unknown_one() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let people = one_person_per_role(&salon).await;
    let pending = create_booking(&asha, &haircut_request()).await;
    let confirmed = create_booking(&asha, &haircut_request()).await;
    mark_confirmed(&salon, &confirmed).await;
    let cancelled = create_booking(&asha, &haircut_request()).await;
    cancel_booking(&asha, &cancelled).await.expect_ok();
    let before = (list_own_bookings(&asha).await, booking_row_counts(&salon).await);
    for other in &people {
        let unknown = all_booking_requests(other, "no-such-booking").await;
        let unknown_nonsense = invalid_booking_requests(other, "no-such-booking").await;
        for id in [&pending, &confirmed, &cancelled] {
            for (foreign, unknown) in all_booking_requests(other, id).await.iter().zip(&unknown) {
                foreign.expect_error(404, "NOT_FOUND");
                assert_eq!(response_without_request_id(foreign), response_without_request_id(unknown));
                assert!(!foreign.text().contains(id.as_str()));
            }
            for (foreign, unknown) in invalid_booking_requests(other, id).await.iter().zip(&unknown_nonsense) {
                assert_eq!(response_without_request_id(foreign), response_without_request_id(unknown));
            }
        }
        assert_eq!(list_own_bookings(other).await, Vec::<Value>::new());
    }
    assert_eq!((list_own_bookings(&asha).await, booking_row_counts(&salon).await), before);
}

#[test_on_both_engines]
async fn malformed_ids_are_not_found() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    let (padded, upper, longer) = (format!("{id}%20"), id.to_uppercase(), format!("{id}x"));
    let (long, shorter) = ("x".repeat(2_000), &id[..id.len() - 1]);
    for odd in ["%00", "%25", "'", "%27%20or%201=1--", "..%2F", "%F0%9F%92%87", "null", "0", &long, shorter, &longer]
        .into_iter()
        .chain([padded.as_str(), upper.as_str()].into_iter().filter(|odd| *odd != id))
    {
        for reply in all_booking_requests(&asha, odd).await {
            reply.expect_error(404, "NOT_FOUND");
        }
    }
    assert_eq!(shown_booking(&asha, &id).await["status"], "pending");
}

#[test_on_both_engines]
async fn every_booking_route_needs_a_session() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    // A session belongs to one app.
    let desk = salon.member("Asha", Role::Customer).await;
    let smuggled = salon.visitor().with_header("cookie", &format!("__Host-parlour={}", desk.token()));
    let gone = salon.customer("Gone").await;
    gone.post_empty("/api/auth/sign-out").await.expect_ok();
    let before = booking_row_counts(&salon).await;
    for nobody in [salon.visitor(), smuggled, gone] {
        for id in [&*id, "no-such-booking"] {
            for reply in
                all_booking_requests(&nobody, id).await.iter().chain(&invalid_booking_requests(&nobody, id).await)
            {
                reply.expect_error(401, "UNAUTHENTICATED");
            }
        }
        nobody.get(BOOKINGS_PATH).await.expect_error(401, "UNAUTHENTICATED");
        post_booking(&nobody, &haircut_request()).await.expect_error(401, "UNAUTHENTICATED");
        post_booking(&nobody, &json!({})).await.expect_error(401, "UNAUTHENTICATED");
    }
    assert_eq!(booking_row_counts(&salon).await, before);
    assert_eq!(shown_booking(&asha, &id).await["status"], "pending");
}

#[test_on_both_engines]
async fn requests_from_another_site_are_refused() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    let before = booking_row_counts(&salon).await;
    for (header, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
        let lured = asha.clone().with_header(header, value);
        post_booking(&lured, &haircut_request()).await.expect_error(403, "FORBIDDEN");
        cancel_booking(&lured, &id).await.expect_error(403, "FORBIDDEN");
        reschedule_booking(&lured, &id, "2027-03-08", "12:00").await.expect_error(403, "FORBIDDEN");
    }
    assert_eq!(booking_row_counts(&salon).await, before);
}

#[test_on_both_engines]
async fn an_idempotency_key_replays_only_its_owner_s_response() {
    let salon = small_salon().await;
    let keyed = |person: Person| person.with_header("idempotency-key", "shared");
    let asha = keyed(salon.customer("Asha").await);
    let first = post_booking(&asha, &haircut_request()).await;
    first.expect_created();
    for other in one_person_per_role(&salon).await {
        let reply = post_booking(&keyed(other), &haircut_request()).await;
        reply.expect_created();
        assert_ne!(reply.json()["data"], first.json()["data"]);
    }
    post_booking(&keyed(salon.visitor()), &haircut_request()).await.expect_error(401, "UNAUTHENTICATED");
}
