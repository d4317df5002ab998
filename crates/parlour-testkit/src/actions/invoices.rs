//! Invoices and credit notes at the desk.

use parlour_store::{DbError, params};
use serde_json::{Value, json};

use crate::actions::bookings::haircut_request;
use crate::actions::checkout::{cash_payment, complete_booking, create_confirmed_booking};
use crate::checks::json::expect_only_field;
use crate::{Person, Reply, TestSalon};

pub async fn post_credit_note(manager: &Person, invoice: &str) -> Reply {
    manager.post(&format!("{INVOICES_PATH}/{invoice}/credit-note"), &json!({ "reason": "Wrong colour" })).await
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
    invoice_id_by_number(desk, done["invoice"]["invoiceNumber"].as_str().unwrap()).await
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
