//! Invoices and credit notes at the desk.

use parlour_db::{DbError, params};
use parlour_domain::ist::parse_date;
use serde_json::{Value, json};

use crate::actions::bookings::{haircut_request, haircut_request_with};
use crate::actions::checkout::{cash_payment, complete_booking, create_confirmed_booking};
use crate::checks::database::write_transaction;
use crate::checks::json::expect_only_field;
use crate::{Person, Reply, TestSalon};

pub async fn post_credit_note(manager: &Person, invoice: &str) -> Reply {
    manager.post(&format!("{INVOICES_PATH}/{invoice}/credit-note"), &json!({ "reason": "Wrong colour" })).await
}

/// Posts a credit note with these fields besides the reason.
pub async fn post_credit_note_with(manager: &Person, invoice: &str, fields: &Value) -> Reply {
    let mut body = fields.clone();
    body["reason"] = "Wrong colour".into();
    manager.post(&format!("{INVOICES_PATH}/{invoice}/credit-note"), &body).await
}

pub async fn create_credit_note_with(manager: &Person, invoice: &str, fields: &Value) -> Value {
    expect_only_field(&post_credit_note_with(manager, invoice, fields).await.expect_created(), "creditNote")
}

pub async fn create_credit_note(manager: &Person, invoice: &str) -> Value {
    expect_only_field(&post_credit_note(manager, invoice).await.expect_created(), "creditNote")
}

pub const INVOICES_PATH: &str = "/api/billing/invoices";

/// The id of the one invoice that has this number.
pub async fn invoice_id_by_number(desk: &Person, number: &str) -> String {
    let found = desk.get(&format!("{INVOICES_PATH}?q={number}")).await.expect_ok();
    let rows = found["invoices"].as_array().unwrap();
    assert_eq!(rows.len(), 1, "{number}: {found}");
    assert_eq!(rows[0]["invoiceNumber"], number);
    rows[0]["id"].as_str().unwrap().to_owned()
}

/// Bills a booking and returns the id of the invoice.
pub async fn bill_booking(
    salon: &TestSalon,
    desk: &Person,
    customer: &Person,
    body: &Value,
    checkout: &Value,
) -> String {
    let booking = create_confirmed_booking(salon, customer, body).await;
    let done = complete_booking(desk, &booking, checkout).await.expect_ok();
    insert_missing_payments(salon).await;
    invoice_id_by_number(desk, done["invoice"]["invoiceNumber"].as_str().unwrap()).await
}

/// Bills a haircut and a colouring, for 1,200 and 2,500.50 rupees, in cash; lines 1 and 2.
pub async fn bill_cut_and_colour(salon: &TestSalon, desk: &Person, customer: &Person) -> String {
    let body = haircut_request_with("serviceIds", json!(["service-cut", "service-colour"]));
    bill_booking(salon, desk, customer, &body, &cash_payment()).await
}

/// One payment for every invoice that was paid and has none.
pub async fn insert_missing_payments(salon: &TestSalon) {
    write_transaction(&salon.app, |tx| {
        tx.run(
            "insert into invoice_payments (invoice_id, payment_number, method, amount_paise)
             select id, 1, payment_method, total_amount_paise from invoices i
             where total_amount_paise > 0 and not exists (select 1 from invoice_payments p where p.invoice_id = i.id)",
            params![],
        )
    })
    .await;
}

/// Replaces the payments of an invoice in the database.
pub async fn set_payments(salon: &TestSalon, invoice: &str, payments: &'static [(&'static str, i64)]) {
    let invoice = invoice.to_owned();
    write_transaction(&salon.app, move |tx| {
        tx.run("delete from invoice_payments where invoice_id = $1", params![invoice])?;
        for ((method, paise), number) in payments.iter().zip(1_i64..) {
            tx.run(
                "insert into invoice_payments (invoice_id, payment_number, method, amount_paise)
                 values ($1, $2, $3, $4)",
                params![invoice, number, *method, *paise],
            )?;
        }
        Ok(())
    })
    .await;
}

/// The payments of an invoice as method and amount, in order.
pub async fn stored_payments(salon: &TestSalon, invoice: &str) -> Vec<(String, i64)> {
    let invoice = invoice.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<Vec<(String, i64)>, DbError> {
        conn.all(
            "select method, amount_paise from invoice_payments where invoice_id = $1 order by payment_number",
            params![invoice],
        )
    });
    read.await.unwrap()
}

/// Closes a day of a branch in the database.
pub async fn insert_day_close(salon: &TestSalon, branch: &'static str, date: &'static str, closer: &Person) {
    let (closer, now) = (closer.id().clone(), salon.now());
    write_transaction(&salon.app, move |tx| {
        tx.run(
            "insert into day_closes (id, branch_id, close_date, opening_float_paise, counted_cash_paise,
                 expected_cash_paise, difference_paise, closed_by, closed_at)
             values ($1, $2, $3, 0, 0, 0, 0, $4, $5)",
            params![format!("{branch}-{date}"), branch, parse_date(date), closer, now],
        )
    })
    .await;
}

pub async fn correct_payments(desk: &Person, invoice: &str, payments: &Value) -> Reply {
    let body = json!({ "payments": payments, "reason": "Typed wrong" });
    desk.patch(&format!("{INVOICES_PATH}/{invoice}/payments"), &body).await
}

pub async fn reopen_booking(manager: &Person, booking: &str) -> Reply {
    manager.post(&format!("/api/bookings/{booking}/reopen"), &json!({ "reason": "Wrong bill" })).await
}

/// Bills a haircut for 1,200 rupees in cash, which earns 12 gems.
pub async fn bill_haircut(salon: &TestSalon, desk: &Person, customer: &Person) -> String {
    bill_booking(salon, desk, customer, &haircut_request(), &cash_payment()).await
}

pub async fn shown_invoice(desk: &Person, id: &str) -> Value {
    expect_only_field(&desk.get(&format!("{INVOICES_PATH}/{id}")).await.expect_ok(), "invoice")
}

pub async fn invoice_numbers(salon: &TestSalon) -> Vec<String> {
    let read = salon.app.db.read(|conn| -> Result<Vec<(String,)>, DbError> {
        conn.all("select invoice_number from invoices order by invoice_number", params![])
    });
    read.await.unwrap().into_iter().map(|(number,)| number).collect()
}

pub fn number_series(prefix: &str, digits: usize, count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("{prefix}{number:0digits$}")).collect()
}
