//! What customers and receptionists do with bookings, over HTTP.

use parlour_db::{DbError, params};
use parlour_domain::ist::{HOUR_MS, MINUTE_MS, parse_date, time_at_minute};
use serde_json::{Value, json};

use crate::checks::database::write_transaction;
use crate::fixtures::small_salon::PUNE;
use crate::{Person, Reply, TestSalon};

pub const BOOKING_FIELDS: [&str; 29] = [
    "bookingDate",
    "bookingNumber",
    "branchId",
    "cancellationReason",
    "cancelledAt",
    "completedAt",
    "confirmedAt",
    "createdAt",
    "customerId",
    "endTime",
    "id",
    "isMembershipSession",
    "isWalkin",
    "notes",
    "offerId",
    "offeredTime",
    "rejectedAt",
    "rejectionReason",
    "rescheduleCount",
    "serviceType",
    "services",
    "spaMembershipId",
    "startTime",
    "status",
    "totalAmountPaise",
    "totalDurationMinutes",
    "updatedAt",
    "wishedStaffGender",
    "wishedStaffId",
];

pub const BOOKING_SERVICE_FIELDS: [&str; 8] = [
    "bookingId",
    "displayOrder",
    "durationMinutes",
    "id",
    "priceAtBookingPaise",
    "serviceId",
    "serviceNameSnapshot",
    "staffId",
];

/// The fields of a booking as its customer reads it.
pub fn customer_booking_fields() -> Vec<&'static str> {
    sorted_with(&BOOKING_FIELDS, &["branchName"])
}

/// The fields of a booking as the desk reads it.
pub fn desk_booking_fields() -> Vec<&'static str> {
    let desk_fields = [
        "arrivedAt",
        "customerEmail",
        "customerName",
        "customerNoshowCount",
        "customerPhone",
        "customerTags",
        "finishedAt",
        "guestName",
        "hasActiveMembership",
        "hasConflict",
    ];
    sorted_with(&BOOKING_FIELDS, &desk_fields)
}

/// The fields of a service in a booking that is read.
pub fn read_service_fields() -> Vec<&'static str> {
    sorted_with(&BOOKING_SERVICE_FIELDS, &["staffName"])
}

fn sorted_with(fields: &[&'static str], more: &[&'static str]) -> Vec<&'static str> {
    let mut fields = [fields, more].concat();
    fields.sort_unstable();
    fields
}

/// A booking without what only reads have: as changes at the desk answer it.
pub fn without_read_fields(mut booking: Value) -> Value {
    let fields = booking.as_object_mut().expect("a booking");
    fields.retain(|name, _| BOOKING_FIELDS.contains(&name.as_str()));
    for service in fields["services"].as_array_mut().expect("services") {
        service.as_object_mut().expect("a service").remove("staffName");
    }
    booking
}

/// Two customers with 250 bookings each, created in turns, with one to three services; two of them were created in the
/// same millisecond.
pub async fn two_customers_with_250_bookings(salon: &TestSalon) -> (Person, Person) {
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let (owners, opened) = ([asha.id().clone(), tara.id().clone()], salon.now());
    write_transaction(&salon.app, move |tx| {
        let date = parse_date("2027-03-05");
        let (start, end) = (time_at_minute(11 * 60), time_at_minute(12 * 60));
        for number in 0_i64..250 {
            for (owner, name) in owners.iter().zip(["asha", "tara"]) {
                let id = format!("{name}-{number:03}");
                let at = opened.plus_millis(number / 2 * MINUTE_MS);
                tx.execute(
                    "insert into bookings (id, booking_number, branch_id, customer_id, service_type, booking_date,
                         start_time, end_time, total_amount_paise, total_duration_minutes, requested_at, created_at,
                         updated_at)
                     values ($1, $1, $2, $3, 'salon', $4, $5, $6, 1000, 60, $7, $7, $7)",
                    params![id, PUNE, owner, date, start, end, at],
                )?;
                for order in 0..=number % 3 {
                    let service = ["service-wash", "service-cut", "service-colour"][usize::try_from(order).unwrap()];
                    tx.execute(
                        "insert into booking_services (id, booking_id, booking_date, service_id,
                             service_name_snapshot, price_at_booking_paise, duration_minutes, display_order)
                         values ($1, $2, $3, $4, $4, 1000, 20, $5)",
                        params![format!("{id}-{}", 9 - order), id, date, service, order],
                    )?;
                }
            }
        }
        Ok(())
    })
    .await;
    (asha, tara)
}

#[track_caller]
pub fn listed_bookings(reply: &Reply) -> Vec<Value> {
    reply.expect_ok()["bookings"].as_array().expect("a list of bookings").clone()
}

/// The path of the next page, from the header `Link: <…>; rel="next"`.
pub fn next_page_path(reply: &Reply) -> Option<String> {
    let link = reply.header("link")?;
    let (address, rest) = link.strip_prefix('<').expect("an address").split_once('>').expect("its end");
    assert!(rest.contains("rel=\"next\""), "{link}");
    let path = address.find("/api/bookings").expect("the same list");
    Some(address[path..].to_owned())
}

pub async fn assign_staff(desk: &Person, id: &str, staff: &str) -> Reply {
    patch_booking(desk, id, &json!({ "action": "assign", "staffId": staff })).await
}

pub async fn replace_booking_services(desk: &Person, id: &str, services: &Value) -> Reply {
    let body = json!({ "serviceIds": services }).to_string();
    desk.send(axum::http::Method::PUT, &format!("/api/bookings/{id}/services"), body).await
}

pub const BOOKING_STATUSES: [&str; 7] =
    ["pending", "confirmed", "in_progress", "completed", "cancelled", "no_show", "rejected"];

pub async fn patch_booking(desk: &Person, id: &str, body: &Value) -> Reply {
    desk.patch(&format!("{BOOKINGS_PATH}/{id}"), body).await
}

pub async fn approve_booking(desk: &Person, id: &str, staff: &str) -> Reply {
    patch_booking(desk, id, &json!({ "action": "approve", "staffId": staff })).await
}

pub async fn post_booking_action(desk: &Person, id: &str, act: &str) -> Reply {
    desk.post_empty(&format!("{BOOKINGS_PATH}/{id}/{act}")).await
}

pub const BOOKINGS_PATH: &str = "/api/bookings";

/// A booking request for a haircut in Pune on Friday, 5 March 2027, from 11:00 to 11:45.
pub fn haircut_request() -> Value {
    json!({
        "branchId": PUNE, "serviceType": "salon", "bookingDate": "2027-03-05", "startTime": "11:00",
        "serviceIds": ["service-cut"],
    })
}

/// The request of [`haircut_request`] with one field added or replaced.
pub fn haircut_request_with(field: &str, value: impl Into<Value>) -> Value {
    let mut body = haircut_request();
    body[field] = value.into();
    body
}

pub fn haircut_request_at(date: &str, time: &str) -> Value {
    let mut body = haircut_request_with("bookingDate", date);
    body["startTime"] = time.into();
    body
}

pub fn massage_request() -> Value {
    let mut body = haircut_request_with("serviceType", "spa");
    body["serviceIds"] = json!(["service-massage"]);
    body
}

pub async fn post_booking(person: &Person, body: &Value) -> Reply {
    person.post(BOOKINGS_PATH, body).await
}

/// Creates a booking and returns its id.
pub async fn create_booking(person: &Person, body: &Value) -> String {
    created_booking_id(&post_booking(person, body).await)
}

#[track_caller]
pub fn created_booking_id(reply: &Reply) -> String {
    reply.expect_created()["id"].as_str().expect("a booking's id").to_owned()
}

#[track_caller]
pub fn created_booking_number(reply: &Reply) -> String {
    reply.expect_created()["bookingNumber"].as_str().expect("a booking's number").to_owned()
}

pub async fn get_booking(person: &Person, id: &str) -> Reply {
    person.get(&format!("{BOOKINGS_PATH}/{id}")).await
}

/// A booking as its customer sees it.
pub async fn shown_booking(person: &Person, id: &str) -> Value {
    get_booking(person, id).await.expect_ok()["booking"].clone()
}

/// A booking as changes at the desk answer it.
pub async fn stored_booking(person: &Person, id: &str) -> Value {
    without_read_fields(shown_booking(person, id).await)
}

pub async fn list_own_bookings(person: &Person) -> Vec<Value> {
    let data = person.get(BOOKINGS_PATH).await.expect_ok();
    data["bookings"].as_array().expect("a list of bookings").clone()
}

pub async fn cancel_booking(person: &Person, id: &str) -> Reply {
    person.post_empty(&format!("{BOOKINGS_PATH}/{id}/cancel")).await
}

pub async fn cancel_booking_with(person: &Person, id: &str, body: &Value) -> Reply {
    person.post(&format!("{BOOKINGS_PATH}/{id}/cancel"), body).await
}

pub async fn reschedule_booking(person: &Person, id: &str, date: &str, time: &str) -> Reply {
    let body = json!({ "bookingDate": date, "startTime": time });
    person.post(&format!("{BOOKINGS_PATH}/{id}/reschedule"), &body).await
}

/// Confirms a booking in the database: the stylist gets every service, and the no-show check is queued.
pub async fn mark_confirmed(salon: &TestSalon, id: &str) {
    let (id, now) = (id.to_owned(), salon.now());
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "update bookings set status = 'confirmed', confirmed_at = $2, updated_at = $2
             where id = $1 and status = 'pending'",
            params![id, now],
        )?;
        tx.execute(
            "update booking_services set staff_id = 'staff-stylist-branch-pune' where booking_id = $1",
            params![id],
        )?;
        let payload = json!({ "bookingId": id }).to_string();
        tx.execute(
            "insert into queued_jobs (id, kind, payload, subject, due_at, created_at)
             values ($1, 'noshow-check', $2, $3, $4, $5)",
            params![format!("check-{id}"), payload, format!("booking:{id}"), now.plus_millis(96 * HOUR_MS), now],
        )
        .map(drop)
    })
    .await;
}

/// Sets the status of a booking in the database, with the timestamps that belong to it.
pub async fn set_booking_status(salon: &TestSalon, id: &str, status: &'static str) {
    let (id, now) = (id.to_owned(), salon.now());
    write_transaction(&salon.app, move |tx| {
        let at = |wanted: &[&str]| wanted.contains(&status).then_some(now);
        tx.execute(
            "update bookings set status = $2, confirmed_at = $3, completed_at = $4, cancelled_at = $5,
                 rejected_at = $6, noshow_at = $7 where id = $1",
            params![
                id,
                status,
                at(&["confirmed", "in_progress", "completed", "no_show"]),
                at(&["completed"]),
                at(&["cancelled"]),
                at(&["rejected"]),
                at(&["no_show"])
            ],
        )
        .map(drop)
    })
    .await;
}

/// The row counts of every table that a change of bookings may write to.
pub async fn booking_row_counts(salon: &TestSalon) -> Vec<i64> {
    let read = salon.app.db.read(|conn| -> Result<_, DbError> {
        conn.all_with(
            "select (select count(*) from bookings), (select count(*) from booking_services),
                 (select cast(coalesce(sum(last_number), 0) as bigint) from booking_counters),
                 (select cast(coalesce(sum(reschedule_count + customer_reschedule_count), 0) as bigint) from bookings),
                 (select count(*) from bookings where status = 'cancelled'),
                 (select count(*) from queued_jobs where done_at is null and parked_at is null),
                 (select count(*) from notifications), (select count(*) from audit_log where record_type <> 'refusal'),
                 (select count(*) from idempotency_keys), (select count(*) from leads where status = 'booked'),
                 (select cast(coalesce(sum(late_cancellation_count), 0) as bigint) from profiles)",
            params![],
            |columns| (0..11).map(|_| columns.take()).collect::<Result<Vec<i64>, _>>(),
        )
    });
    read.await.expect("rows can be counted").remove(0)
}

/// The number of late cancellations in a customer's own profile.
pub async fn late_cancellation_count(person: &Person) -> Value {
    person.get("/api/profile").await.expect_ok()["profile"]["lateCancellationCount"].clone()
}
