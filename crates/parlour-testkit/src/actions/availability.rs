//! Asking for free times, and booking them.

use parlour_db::{DbError, params};
use parlour_domain::ist::Timestamp;
use serde_json::{Value, json};

use crate::actions::bookings::haircut_request_at;
use crate::fixtures::live_salon::FRIDAY;
use crate::{Person, Reply, TestSalon};

pub async fn get_availability(salon: &TestSalon, query: &str) -> Reply {
    salon.visitor().get(&format!("/api/availability?branchId=branch-pune&{query}")).await
}

/// The free start times on [`FRIDAY`].
pub async fn available_times_on_friday(salon: &TestSalon, more: &str) -> Vec<String> {
    available_times_on(salon, FRIDAY, more).await
}

pub async fn available_times_on(salon: &TestSalon, date: &str, more: &str) -> Vec<String> {
    let data = get_availability(salon, &format!("date={date}&{more}")).await.expect_ok();
    let slots = data["slots"].as_array().expect("slots");
    let free = slots.iter().filter(|slot| slot["available"] == true);
    free.map(|slot| slot["startTime"].as_str().expect("a time").to_owned()).collect()
}

/// A booking request for a haircut of 45 minutes on Friday, 5 March 2027.
pub fn friday_haircut_at(time: &str) -> Value {
    haircut_request_at(FRIDAY, time)
}

/// A request of the desk for a Friday haircut of a customer; with a named staff member it is confirmed at once.
pub fn friday_haircut_for(customer: &Person, time: &str, staff: Option<&str>) -> Value {
    let mut body = friday_haircut_at(time);
    body["customerId"] = customer.id().as_str().into();
    if let Some(staff) = staff {
        body["staffId"] = staff.into();
    }
    body
}

/// Expects that the time was refused, and returns the nearest free times.
#[track_caller]
pub fn expect_slot_unavailable(reply: &Reply) -> Vec<String> {
    let error = reply.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
    assert_eq!(error["retryable"], false);
    let details = error["details"].as_object().expect("details");
    assert_eq!(details.keys().collect::<Vec<_>>(), ["startTime"]);
    let times = details["startTime"].as_array().expect("times");
    times.iter().map(|time| time.as_str().expect("a time").to_owned()).collect()
}

/// The time that a booking occupies: staff member, start, end, and whether it is confirmed.
pub async fn occupied_time_of(salon: &TestSalon, booking: &str) -> Vec<String> {
    let booking = booking.to_owned();
    let wall = |at: Timestamp| at.ist_time().format("%H:%M").to_string();
    let read = salon.app.db.read(move |conn| -> Result<Vec<String>, DbError> {
        conn.all_with(
            "select staff_id, first_slot_at, last_slot_at, expires_at from occupied_times where booking_id = $1
             order by staff_id, first_slot_at",
            params![booking],
            |row| {
                let staff: String = row.take()?;
                let (from, last): (Timestamp, Timestamp) = (row.take()?, row.take()?);
                let expires_at: Option<Timestamp> = row.take()?;
                let held = if expires_at.is_none() { "" } else { " held" };
                Ok(format!("{staff} {}-{}{held}", wall(from), wall(last.plus_millis(300_000))))
            },
        )
    });
    read.await.expect("occupied time can be read")
}

pub async fn reschedule_on_friday(desk: &Person, id: &str, time: &str) -> Reply {
    let body = json!({ "bookingDate": FRIDAY, "startTime": time });
    desk.post(&format!("/api/bookings/{id}/reschedule"), &body).await
}
