//! Completing a booking at the desk.

use serde_json::{Value, json};

use crate::actions::bookings::{create_booking, mark_confirmed};
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
