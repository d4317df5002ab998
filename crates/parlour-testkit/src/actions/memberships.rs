//! Selling, using and cancelling memberships at the desk.

use parlour_app::memberships::MembershipSale;
use parlour_db::{DbError, params};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::Tender;
use parlour_domain::ids::{TierId, UserId};
use parlour_domain::ist::parse_date;
use parlour_domain::membership::MembershipTerm;
use serde_json::{Value, json};

use crate::fixtures::small_salon::THERAPIST;
use crate::{Person, Reply, TestSalon};

pub const MEMBERSHIPS_PATH: &str = "/api/memberships";

pub const TIERS_PATH: &str = "/api/membership-tiers";

/// A sale of ten hours for 18,000 rupees, valid for half a year from 1 March 2027.
pub fn ten_hour_sale(customer: &Person) -> Value {
    json!({
        "customerId": customer.id().as_str(), "tierId": "gold", "hoursMinutes": 600, "pricePaise": 1_800_000,
        "startDate": "2027-03-01", "validityDays": 180, "paymentMethod": "upi",
    })
}

pub async fn post_membership(desk: &Person, body: &Value) -> Reply {
    desk.post(MEMBERSHIPS_PATH, body).await
}

/// Sells a membership and returns its id.
pub async fn create_membership(desk: &Person, body: &Value) -> String {
    let data = post_membership(desk, body).await.expect_created();
    data["membership"]["id"].as_str().unwrap().to_owned()
}

/// A sale of one hour in March 2027, as the use case takes it.
pub fn one_hour_sale(customer: &UserId) -> MembershipSale {
    MembershipSale {
        customer_id: customer.clone(),
        tier_id: TierId::new("gold"),
        hours_minutes: 60,
        price_paise: 100_000,
        term: MembershipTerm::of(parse_date("2027-03-01").unwrap(), 30).unwrap(),
        tender: Some(Tender::Whole(PaymentMethod::Cash)),
        branch_id: None,
        notes: None,
    }
}

pub fn session_service(service: &str, minutes: i64) -> Value {
    json!({ "serviceId": format!("service-{service}"), "staffId": THERAPIST, "durationMinutes": minutes })
}

pub fn massage_session(minutes: i64) -> Value {
    json!({ "services": [session_service("massage", minutes)] })
}

pub async fn record_session(desk: &Person, id: &str, body: &Value) -> Reply {
    desk.post(&format!("{MEMBERSHIPS_PATH}/{id}/sessions"), body).await
}

pub async fn reverse_session(manager: &Person, id: &str, booking: &str) -> Reply {
    let path = format!("{MEMBERSHIPS_PATH}/{id}/sessions/{booking}/reverse");
    manager.post(&path, &json!({ "reason": "Wrong person" })).await
}

pub async fn cancel_membership(manager: &Person, id: &str, reason: &str) -> Reply {
    manager.post(&format!("{MEMBERSHIPS_PATH}/{id}/cancel"), &json!({ "reason": reason })).await
}

pub async fn membership_detail(desk: &Person, id: &str) -> Value {
    desk.get(&format!("{MEMBERSHIPS_PATH}/{id}")).await.expect_ok()
}

pub async fn list_memberships(desk: &Person, query: &str) -> Vec<Value> {
    desk.get(&format!("{MEMBERSHIPS_PATH}{query}")).await.expect_ok().as_array().expect("a bare array").clone()
}

/// The row counts of every table that a change of memberships may write to.
pub async fn membership_row_counts(salon: &TestSalon) -> Vec<i64> {
    let read = salon.app.db.read(|conn| -> Result<_, DbError> {
        conn.all_with(
            "select (select count(*) from memberships),
                 (select cast(coalesce(sum(used_hours_minutes), 0) as bigint) from memberships),
                 (select count(*) from memberships where status = 'active'),
                 (select count(*) from bookings), (select count(*) from booking_services),
                 (select cast(coalesce(sum(last_number), 0) as bigint) from booking_counters),
                 (select count(*) from invoices), (select count(*) from invoice_lines),
                 (select cast(coalesce(sum(last_number), 0) as bigint) from invoice_counters),
                 (select count(*) from queued_jobs), (select count(*) from notifications),
                 (select count(*) from audit_log where record_type <> 'refusal'), (select count(*) from idempotency_keys),
                 (select cast(coalesce(sum(total_visits), 0) as bigint) from profiles)",
            params![],
            |columns| (0..14).map(|_| columns.take()).collect::<Result<Vec<i64>, _>>(),
        )
    });
    read.await.expect("rows can be counted").remove(0)
}
