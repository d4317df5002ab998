//! What the desk and customers do around a visit, over HTTP.

use parlour_db::{DbError, params};
use serde_json::{Value, json};

use crate::actions::bookings::{BOOKINGS_PATH, post_booking_action};
use crate::actions::notifications::read_text;
use crate::{Person, Reply, TestSalon};

/// The desk takes back its last act, and gets the booking as it is then.
pub async fn undo_last_act(desk: &Person, id: &str) -> Value {
    post_booking_action(desk, id, "undo").await.expect_ok()["booking"].clone()
}

/// Expects that there is nothing to take back.
pub async fn expect_nothing_to_undo(desk: &Person, id: &str) {
    post_booking_action(desk, id, "undo").await.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
}

/// Staff begin or end a visit of their own: `start` or `finished`.
pub async fn act_on_own_visit(staff: &Person, id: &str, act: &str) -> Reply {
    staff.post_empty(&format!("/api/me/bookings/{id}/{act}")).await
}

/// Staff take back that a visit of their own is finished.
pub async fn go_on_with_own_visit(staff: &Person, id: &str) -> Reply {
    staff.send(axum::http::Method::DELETE, &format!("/api/me/bookings/{id}/finished"), "").await
}

pub async fn place_booking(desk: &Person, id: &str, body: &Value) -> Reply {
    desk.post(&format!("{BOOKINGS_PATH}/{id}/place"), body).await
}

pub async fn offer_time(desk: &Person, id: &str, (date, time): (&str, &str), staff: &str) -> Reply {
    let body = json!({ "bookingDate": date, "startTime": time, "staffId": staff });
    desk.post(&format!("{BOOKINGS_PATH}/{id}/offer-time"), &body).await
}

pub async fn accept_time(customer: &Person, id: &str) -> Reply {
    post_booking_action(customer, id, "accept-time").await
}

pub async fn decline_time(customer: &Person, id: &str) -> Reply {
    post_booking_action(customer, id, "decline-time").await
}

pub async fn put_lines(desk: &Person, id: &str, lines: &Value) -> Reply {
    put_lines_with(desk, id, &json!({ "lines": lines })).await
}

pub async fn put_lines_with(desk: &Person, id: &str, body: &Value) -> Reply {
    desk.send(axum::http::Method::PUT, &format!("{BOOKINGS_PATH}/{id}/lines"), body.to_string()).await
}

/// Of each line: service, person, minutes, price.
pub fn line_terms(booking: &Value) -> Vec<(Value, Value, Value, Value)> {
    let lines = booking["services"].as_array().expect("lines");
    let terms = |line: &Value| {
        let field = |name: &str| line[name].clone();
        (field("serviceId"), field("staffId"), field("durationMinutes"), field("priceAtBookingPaise"))
    };
    lines.iter().map(terms).collect()
}

/// The no-show counters of a customer: no-shows, completed bookings in a row, whether requests need approval.
pub async fn noshow_counters(salon: &TestSalon, customer: &Person) -> (i64, i64, bool) {
    let customer = customer.id().clone();
    let read = salon.app.db.read(move |conn| -> Result<Option<(i64, i64, bool)>, DbError> {
        conn.one(
            "select noshow_count, consecutive_completed_bookings, booking_requires_approval
             from profiles where user_id = $1",
            params![customer],
        )
    });
    read.await.unwrap().unwrap_or_default()
}

/// The feed of a customer about a booking, the titles in alphabetical order.
pub async fn titles_about(salon: &TestSalon, customer: &Person, booking: &str) -> Vec<String> {
    let (customer, booking) = (customer.id().clone(), booking.to_owned());
    let read = salon.app.db.read(move |conn| -> Result<Vec<String>, DbError> {
        conn.all_with(
            "select message, title, body from notifications where user_id = $1 and booking_id = $2",
            params![customer, booking],
            |columns| Ok(read_text(columns)?.title),
        )
    });
    let mut titles = read.await.unwrap();
    titles.sort();
    titles
}
