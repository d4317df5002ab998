//! Requests, cancels and moves that happen at the same time end as if they had queued.

use std::collections::BTreeSet;

use parlour_app::bookings::{BookingRequest, StaffWish, request};
use parlour_db::{Db, DbError, params};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{BranchId, ServiceId};
use parlour_domain::ist::{parse_date, parse_time};
use parlour_domain::service::ServiceType;
use parlour_testkit::actions::bookings::{
    BOOKINGS_PATH, cancel_booking, create_booking, created_booking_id, created_booking_number, haircut_request,
    haircut_request_at, haircut_request_with, late_cancellation_count, list_own_bookings, mark_confirmed,
    massage_request, post_booking, reschedule_booking, shown_booking,
};
use parlour_testkit::actions::jobs::{open_booking_jobs, stale_booking_alert_job};
use parlour_testkit::actions::notifications::notified_users;
use parlour_testkit::actions::people::sorted_user_ids;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, small_salon};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

async fn sign_in_customers(salon: &TestSalon, size: usize) -> Vec<Person> {
    let mut people = Vec::new();
    for number in 0..size {
        people.push(salon.customer(&format!("guest{number}")).await);
    }
    people
}

/// Everyone asks at once, each for their own.
async fn post_bookings_concurrently(requests: Vec<(Person, Value)>) -> Vec<Reply> {
    let mut asking = JoinSet::new();
    for (person, body) in requests {
        asking.spawn(async move { post_booking(&person, &body).await });
    }
    asking.join_all().await
}

fn expected_numbers(prefix: &str, count: usize) -> BTreeSet<String> {
    (1..=count).map(|number| format!("{prefix}-{number:05}")).collect()
}

#[test_on_both_engines]
async fn concurrent_requests_get_consecutive_numbers() {
    let salon = small_salon().await;
    let desk = salon.member("Ravi", Role::Receptionist).await;
    let people = sign_in_customers(&salon, 64).await;
    let replies =
        post_bookings_concurrently(people.iter().map(|person| (person.clone(), haircut_request())).collect()).await;
    let numbers: Vec<_> = replies.iter().map(created_booking_number).collect();
    assert_eq!(BTreeSet::from_iter(numbers), expected_numbers("BK-PUN-2703-H", 64), "none twice, none missing");
    let ids: BTreeSet<_> = replies.iter().map(created_booking_id).collect();
    assert_eq!(ids.len(), 64);
    for person in &people {
        let listed = list_own_bookings(person).await;
        assert_eq!(listed.len(), 1);
        assert!(ids.contains(listed[0]["id"].as_str().unwrap()));
    }
    let alerts = "select count(*) from queued_jobs where kind = $1 and done_at is null";
    assert_eq!(count_rows(&salon, "stale-booking-alert", alerts).await, 64);
    let heard = "select count(*) from notifications where user_id = $1 and type = 'booking_created'";
    assert_eq!(count_rows(&salon, desk.id().as_str(), heard).await, 64);
    let logged = "select count(*) from audit_log where action = $1";
    assert_eq!(count_rows(&salon, "booking.request", logged).await, 64);
}

#[test_on_both_engines]
async fn concurrent_requests_leave_no_gap_in_any_number_series() {
    let salon = small_salon().await;
    let people = sign_in_customers(&salon, 48).await;
    let wishes = [
        haircut_request(),
        massage_request(),
        haircut_request_with("branchId", GOA),
        haircut_request_with("startTime", "09:59"),
    ];
    let requests = people.iter().zip(wishes.iter().cycle());
    let replies =
        post_bookings_concurrently(requests.map(|(person, wish)| (person.clone(), wish.clone())).collect()).await;
    let (made, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 201);
    assert_eq!(refused.len(), 12, "the refused ones leave no gap");
    for reply in refused {
        assert_eq!(reply.expect_invalid_fields(), ["startTime"]);
    }
    let mut expected = expected_numbers("BK-PUN-2703-H", 12);
    expected.extend(expected_numbers("BK-PUN-2703-S", 12));
    expected.extend(expected_numbers("BK-GOA-2703-H", 12));
    let numbers: Vec<_> = made.into_iter().map(created_booking_number).collect();
    assert_eq!(numbers.len(), 36);
    assert_eq!(BTreeSet::from_iter(numbers), expected);
}

#[test_on_both_engines]
async fn two_processes_share_a_number_series() {
    let salon = small_salon().await;
    let people = sign_in_customers(&salon, 24).await;
    let other = salon.open_in_second_process().await.db;
    let wish = BookingRequest {
        branch_id: BranchId::new(PUNE),
        service_type: ServiceType::Salon,
        booking_date: parse_date("2027-03-05").unwrap(),
        start_time: parse_time("11:00").unwrap(),
        service_ids: vec![(0, ServiceId::new("service-cut"))],
        notes: None,
        lead_id: None,
        wish: StaffWish::default(),
        promised_offer_id: None,
    };
    let mut asking = JoinSet::new();
    for person in &people {
        let here = person.clone();
        asking.spawn(async move { created_booking_number(&post_booking(&here, &haircut_request()).await) });
        let (db, user) = (other.clone(), person.id().clone());
        let (wish, context) = (wish.clone(), salon.context());
        asking.spawn(
            async move { db.write(move |tx| request(tx, &context, &user, &wish)).await.unwrap().booking_number },
        );
    }
    let numbers = asking.join_all().await;
    assert_eq!(BTreeSet::from_iter(numbers), expected_numbers("BK-PUN-2703-H", 48), "none twice, none missing");
}

#[test_on_both_engines]
async fn concurrent_requests_of_one_customer_each_make_one_booking() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let replies = post_bookings_concurrently((0..32).map(|_| (asha.clone(), haircut_request())).collect()).await;
    let numbers: Vec<_> = replies.iter().map(created_booking_number).collect();
    assert_eq!(BTreeSet::from_iter(numbers), expected_numbers("BK-PUN-2703-H", 32));
    assert_eq!(list_own_bookings(&asha).await.len(), 32);
}

#[test_on_both_engines]
async fn the_same_idempotency_key_sent_concurrently_books_once() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await.with_header("idempotency-key", "impatient");
    let replies = post_bookings_concurrently((0..16).map(|_| (asha.clone(), haircut_request())).collect()).await;
    let id = create_booking(&asha, &haircut_request()).await;
    assert!(replies.iter().any(|reply| reply.status == 201));
    for reply in &replies {
        if reply.status == 409 {
            reply.expect_error(409, "CONFLICT");
        } else {
            assert_eq!(created_booking_id(reply), id);
        }
    }
    let listed = list_own_bookings(&asha).await;
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0]["bookingNumber"], "BK-PUN-2703-H-00001");
    assert_eq!(open_booking_jobs(&salon, &id).await.len(), 1);
}

#[test_on_both_engines]
async fn one_lead_is_converted_by_one_booking() {
    let salon = small_salon().await;
    let people = sign_in_customers(&salon, 16).await;
    let lead = json!({ "name": "Asha", "phone": "9876543210" });
    let lead = salon.visitor().post("/api/leads", &lead).await.expect_created()["leadId"].clone();
    let wish = haircut_request_with("leadId", lead.clone());
    let replies =
        post_bookings_concurrently(people.iter().map(|person| (person.clone(), wish.clone())).collect()).await;
    let ids: BTreeSet<_> = replies.iter().map(created_booking_id).collect();
    assert_eq!(ids.len(), 16, "an open lead stops nobody, nor does a booked one");
    let lead = lead.as_str().unwrap();
    let converted = "select count(*) from leads l join bookings b on b.id = l.converted_booking_id
                     where l.id = $1 and l.status = 'booked'";
    assert_eq!(count_rows(&salon, lead, converted).await, 1);
    assert_eq!(actions_on_record(&salon, lead).await.len(), 2, "captured and booked, each once");
}

async fn cancel_concurrently(person: &Person, id: &str, times: usize) -> Vec<Reply> {
    let mut cancelling = JoinSet::new();
    for _ in 0..times {
        let (person, id) = (person.clone(), id.to_owned());
        cancelling.spawn(async move { cancel_booking(&person, &id).await });
    }
    cancelling.join_all().await
}

#[test_on_both_engines]
async fn of_fifty_concurrent_cancellations_one_succeeds() {
    let salon = small_salon().await;
    let desk = salon.member("Ravi", Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    for (late, confirmed) in [(1, false), (2, true)] {
        let id = create_booking(&asha, &haircut_request_at("2027-03-01", "12:00")).await;
        if confirmed {
            mark_confirmed(&salon, &id).await;
        }
        let replies = cancel_concurrently(&asha, &id, 50).await;
        let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
        assert_eq!((won.len(), lost.len()), (1, 49));
        for reply in lost {
            reply.expect_error(409, "BOOKING_ALREADY_CANCELLED");
        }
        assert_eq!(late_cancellation_count(&asha).await, late, "counted once");
        assert_eq!(actions_on_record(&salon, &id).await, ["booking.cancel", "booking.request"]);
        assert_eq!(notified_users(&salon, &id, "booking_cancelled").await, sorted_user_ids(&[&asha, &desk]));
        assert_eq!(open_booking_jobs(&salon, &id).await, []);
    }
}

#[test_on_both_engines]
async fn concurrent_late_cancellations_are_all_counted() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let mut ids = Vec::new();
    for _ in 0..20 {
        ids.push(create_booking(&asha, &haircut_request_at("2027-03-01", "12:00")).await);
    }
    let mut cancelling = JoinSet::new();
    for id in ids {
        let asha = asha.clone();
        cancelling.spawn(async move { cancel_booking(&asha, &id).await });
    }
    for reply in cancelling.join_all().await {
        reply.expect_ok();
    }
    assert_eq!(late_cancellation_count(&asha).await, 20);
}

/// What a receptionist's decision does first, by another process: true if it came in time.
async fn update_pending_booking(db: &Db, id: &str, sql: &'static str) -> bool {
    let id = id.to_owned();
    let changed = db.write(move |tx| -> Result<_, DbError> { tx.execute(sql, params![id]) });
    changed.await.expect("a decision can be written") == 1
}

const APPROVE_SQL: &str = "update bookings set status = 'confirmed', confirmed_at = updated_at
                        where id = $1 and status = 'pending'";
const REJECT_SQL: &str = "update bookings set status = 'rejected', rejected_at = updated_at
                        where id = $1 and status = 'pending'";

#[test_on_both_engines]
async fn of_a_cancellation_and_an_approval_one_takes_effect() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let other = salon.open_in_second_process().await.db;
    for _ in 0..24 {
        let id = create_booking(&asha, &haircut_request()).await;
        let (reply, approved) =
            tokio::join!(cancel_booking(&asha, &id), update_pending_booking(&other, &id, APPROVE_SQL));
        // Approved or not, it was the customer's to cancel.
        reply.expect_ok();
        let seen = shown_booking(&asha, &id).await;
        assert_eq!(seen["status"], "cancelled");
        assert_eq!(seen["cancelledAt"], salon.now().to_string());
        assert_eq!(seen["confirmedAt"].is_string(), approved);
        assert_eq!(actions_on_record(&salon, &id).await, ["booking.cancel", "booking.request"]);
        assert_eq!(open_booking_jobs(&salon, &id).await, []);
    }
}

#[test_on_both_engines]
async fn of_a_cancellation_and_a_rejection_one_succeeds() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let other = salon.open_in_second_process().await.db;
    let mut late = 0;
    for _ in 0..24 {
        let id = create_booking(&asha, &haircut_request_at("2027-03-01", "12:00")).await;
        let (reply, rejected) =
            tokio::join!(cancel_booking(&asha, &id), update_pending_booking(&other, &id, REJECT_SQL));
        let seen = shown_booking(&asha, &id).await;
        if rejected {
            reply.expect_error(409, "BOOKING_ALREADY_CANCELLED");
            assert_eq!((&seen["status"], &seen["cancelledAt"]), (&json!("rejected"), &Value::Null));
            assert_eq!(actions_on_record(&salon, &id).await, ["booking.request"]);
            assert_eq!(notified_users(&salon, &id, "booking_cancelled").await, Vec::<String>::new());
        } else {
            reply.expect_ok();
            assert_eq!((&seen["status"], &seen["rejectedAt"]), (&json!("cancelled"), &Value::Null));
            late += 1;
        }
    }
    assert_eq!(late_cancellation_count(&asha).await, late);
}

#[test_on_both_engines]
async fn a_reschedule_and_an_approval_leave_a_consistent_booking() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let other = salon.open_in_second_process().await.db;
    for _ in 0..24 {
        let id = create_booking(&asha, &haircut_request()).await;
        let (reply, approved) = tokio::join!(
            reschedule_booking(&asha, &id, "2027-03-09", "12:00"),
            update_pending_booking(&other, &id, APPROVE_SQL)
        );
        reply.expect_ok();
        assert!(approved, "it is pending before the move and after it");
        let seen = shown_booking(&asha, &id).await;
        assert_eq!((&seen["bookingDate"], &seen["rescheduleCount"]), (&json!("2027-03-09"), &json!(1)));
        // Approved before the move: pending again. Approved after it: confirmed.
        assert_eq!(seen["confirmedAt"].is_string(), seen["status"] == "confirmed", "{seen}");
        assert_eq!(
            open_booking_jobs(&salon, &id).await,
            [stale_booking_alert_job(&id, salon.now().plus_millis(7_200_000))]
        );
    }
}

#[test_on_both_engines]
async fn concurrent_reschedules_never_exceed_two() {
    let salon = small_salon().await;
    let desk = salon.member("Ravi", Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    for confirmed in [false, true] {
        let id = create_booking(&asha, &haircut_request()).await;
        if confirmed {
            mark_confirmed(&salon, &id).await;
        }
        let mut moving = JoinSet::new();
        for minute in 10..30 {
            let (asha, id) = (asha.clone(), id.clone());
            moving.spawn(async move { reschedule_booking(&asha, &id, "2027-03-09", &format!("12:{minute}")).await });
        }
        let replies = moving.join_all().await;
        let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
        assert_eq!((won.len(), lost.len()), (2, 18));
        for reply in lost {
            reply.expect_error(409, "BOOKING_MAX_RESCHEDULES");
        }
        let counts: BTreeSet<_> =
            won.iter().map(|reply| reply.expect_ok()["booking"]["rescheduleCount"].as_i64()).collect();
        assert_eq!(counts, BTreeSet::from([Some(1), Some(2)]));
        let seen = shown_booking(&asha, &id).await;
        let last = won.iter().find(|reply| reply.expect_ok()["booking"]["rescheduleCount"] == 2);
        assert_eq!(last.expect("the second move").expect_ok()["booking"], seen);
        assert_eq!(seen["status"], "pending");
        let lines = ["booking.request", "booking.reschedule", "booking.reschedule"];
        assert_eq!(actions_on_record(&salon, &id).await, lines);
        assert_eq!(
            notified_users(&salon, &id, "booking_rescheduled").await,
            sorted_user_ids(&[&asha, &asha, &desk, &desk])
        );
        assert_eq!(
            open_booking_jobs(&salon, &id).await,
            [stale_booking_alert_job(&id, salon.now().plus_millis(7_200_000))]
        );
    }
}

#[test_on_both_engines]
async fn a_cancellation_and_a_reschedule_end_cancelled() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for round in 0..24 {
        let id = create_booking(&asha, &haircut_request()).await;
        if round % 2 == 0 {
            mark_confirmed(&salon, &id).await;
        }
        let (cancelled, moved) =
            tokio::join!(cancel_booking(&asha, &id), reschedule_booking(&asha, &id, "2027-03-09", "12:00"));
        cancelled.expect_ok();
        let seen = shown_booking(&asha, &id).await;
        assert_eq!(seen["status"], "cancelled");
        if moved.status == 200 {
            assert_eq!((&seen["bookingDate"], &seen["rescheduleCount"]), (&json!("2027-03-09"), &json!(1)));
        } else {
            moved.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
            assert_eq!((&seen["bookingDate"], &seen["rescheduleCount"]), (&json!("2027-03-05"), &json!(0)));
        }
        assert_eq!(open_booking_jobs(&salon, &id).await, [], "a move leaves no work for a cancelled visit");
    }
}

#[test_on_both_engines]
async fn no_open_booking_is_left_after_an_erasure() {
    let salon = small_salon().await;
    for round in 0..4 {
        let asha = salon.customer(&format!("asha{round}")).await;
        let mut asking = JoinSet::new();
        for _ in 0..12 {
            let asha = asha.clone();
            asking.spawn(async move { post_booking(&asha, &haircut_request()).await.status.as_u16() });
        }
        let confirm = json!({ "confirm": format!("asha{round}@test.invalid") });
        asha.post("/api/profile/erase", &confirm).await.expect_ok();
        for status in asking.join_all().await {
            assert!(status == 201 || status == 401, "{status}");
        }
        let left = "select count(*) from bookings where customer_id = $1 and status in ('pending', 'confirmed')";
        assert_eq!(count_rows(&salon, asha.id().as_str(), left).await, 0);
    }
}

#[test_on_both_engines]
async fn a_list_read_during_changes_is_consistent() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let services = json!(["service-wash", "service-cut", "service-colour"]);
    let kept = create_booking(&asha, &haircut_request_with("serviceIds", services.clone())).await;
    let writing = {
        let asha = asha.clone();
        tokio::spawn(async move {
            for _ in 0..30 {
                let id = create_booking(&asha, &haircut_request_with("serviceIds", services.clone())).await;
                reschedule_booking(&asha, &id, "2027-03-09", "12:00").await.expect_ok();
                cancel_booking(&asha, &id).await.expect_ok();
            }
        })
    };
    let mut reads = 0;
    while !writing.is_finished() {
        for entry in list_own_bookings(&asha).await {
            assert_eq!(entry["services"].as_array().map(Vec::len), Some(3), "a booking lost its services");
            let is_moved = entry["rescheduleCount"] == 1;
            let day = if is_moved { "2027-03-09" } else { "2027-03-05" };
            assert_eq!(entry["bookingDate"], day);
            assert_eq!(entry["cancelledAt"].is_string(), entry["status"] == "cancelled");
        }
        let one = asha.get(&format!("{BOOKINGS_PATH}/{kept}")).await.expect_ok();
        assert_eq!(one["booking"]["services"].as_array().map(Vec::len), Some(3));
        reads += 1;
    }
    writing.await.unwrap();
    assert!(reads > 0);
    assert_eq!(list_own_bookings(&asha).await.len(), 31);
}

#[test_on_both_engines]
async fn a_transaction_rolled_back_by_another_process_leaves_no_gap() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let other = salon.open_in_second_process().await.db;
    for round in 1..=16 {
        let given_up = other.write(|tx| -> Result<(), DbError> {
            tx.execute("update booking_counters set last_number = last_number + 1", params![])?;
            Err(DbError::Statement("the other booking was given up".into()))
        });
        let request = haircut_request();
        let (given_up, reply) = tokio::join!(given_up, post_booking(&asha, &request));
        assert!(given_up.is_err());
        assert_eq!(created_booking_number(&reply), format!("BK-PUN-2703-H-{round:05}"));
    }
}
