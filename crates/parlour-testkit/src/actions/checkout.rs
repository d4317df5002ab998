//! Completing a booking at the desk.

use parlour_db::params;
use serde_json::{Value, json};

use crate::actions::bookings::{create_booking, mark_confirmed};
use crate::checks::database::write_transaction;
use crate::{Person, Reply, TestSalon};

pub async fn complete_booking(desk: &Person, id: &str, body: &Value) -> Reply {
    desk.post(&format!("/api/bookings/{id}/complete"), body).await
}

pub fn cash_payment() -> Value {
    json!({ "paymentMethod": "cash" })
}

pub async fn create_confirmed_booking(salon: &TestSalon, customer: &Person, body: &Value) -> String {
    let id = create_booking(customer, body).await;
    mark_confirmed(salon, &id).await;
    id
}

pub async fn quote_booking(desk: &Person, id: &str, body: &Value) -> Reply {
    desk.post(&format!("/api/bookings/{id}/quote"), body).await
}

/// What the quote shows.
pub async fn shown_quote(desk: &Person, id: &str, body: &Value) -> Value {
    quote_booking(desk, id, body).await.expect_ok()["quote"].clone()
}

/// Changes how Pune bills: what a receptionist may take off, and whether totals are whole rupees.
pub async fn set_billing_rules(salon: &TestSalon, desk_discount_percent: i64, round_invoices: &'static str) {
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "update branches set desk_discount_percent = $1, round_invoices = $2 where id = 'branch-pune'",
            params![desk_discount_percent, round_invoices],
        )
        .map(drop)
    })
    .await;
}

/// Closes the present day of Pune in the database.
pub async fn close_day_in_pune(salon: &TestSalon, closed_by: &Person) {
    let (by, now) = (closed_by.id().clone(), salon.now());
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "insert into day_closes (id, branch_id, close_date, opening_float_paise, counted_cash_paise,
                 expected_cash_paise, difference_paise, closed_by, closed_at)
             values ('close', 'branch-pune', $1, 0, 0, 0, 0, $2, $3)",
            params![now.ist_date(), by, now],
        )
        .map(drop)
    })
    .await;
}
