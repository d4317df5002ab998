//! Money at the counter: payments, quotes, credit notes in parts, closed days.

use parlour_db::{DbError, params};
use parlour_domain::auth::role::Role;
use serde_json::{Value, json};

use crate::actions::bookings::{BOOKINGS_PATH, create_booking};
use crate::actions::invoices::INVOICES_PATH;
use crate::actions::memberships::MEMBERSHIPS_PATH;
use crate::{Person, Reply, TestSalon};

pub const DAY_CLOSE_PATH: &str = "/api/day-close";

pub const CASH_MOVEMENTS_PATH: &str = "/api/desk/cash-movements";

pub const PAYMENT_METHODS: [&str; 3] = ["cash", "upi", "card"];

/// An amount in a JSON record.
#[track_caller]
pub fn paise(record: &Value, field: &str) -> i64 {
    record[field].as_i64().unwrap_or_else(|| panic!("{field} of {record}"))
}

/// An array in a JSON record.
#[track_caller]
pub fn rows<'a>(record: &'a Value, field: &str) -> &'a Vec<Value> {
    record[field].as_array().unwrap_or_else(|| panic!("{field} of {record}"))
}

pub fn payment(method: &str, amount_paise: i64) -> Value {
    json!({ "method": method, "amountPaise": amount_paise })
}

/// The sum of payments, refunds or tips by this method.
pub fn sum_by_method(payments: &[Value], method: &str) -> i64 {
    payments.iter().filter(|one| one["method"] == method).map(|one| paise(one, "amountPaise")).sum()
}

/// A confirmed booking of today at the desk, with the stylist or the therapist of the branch in the small salon.
pub async fn create_walk_in(
    salon: &TestSalon,
    desk: &Person,
    customer: &Person,
    branch: &str,
    services: &[&str],
) -> String {
    let is_spa = services.iter().any(|service| ["service-massage", "service-steam"].contains(service));
    let (service_type, craft) = if is_spa { ("spa", "therapist") } else { ("salon", "stylist") };
    let body = json!({
        "branchId": branch, "serviceType": service_type, "bookingDate": salon.now().ist_date().to_string(),
        "startTime": "10:00", "serviceIds": services, "customerId": customer.id().as_str(),
        "staffId": format!("staff-{craft}-{branch}"), "isWalkin": true,
    });
    create_booking(desk, &body).await
}

pub async fn quote_booking(desk: &Person, id: &str, body: &Value) -> Reply {
    desk.post(&format!("{BOOKINGS_PATH}/{id}/quote"), body).await
}

pub async fn reopen_booking(manager: &Person, id: &str) -> Reply {
    manager.post(&format!("{BOOKINGS_PATH}/{id}/reopen"), &json!({ "reason": "Billed the wrong service" })).await
}

/// Replaces the payments of an invoice.
pub async fn correct_payments(desk: &Person, invoice: &str, payments: &Value) -> Reply {
    let body = json!({ "payments": payments, "reason": "It was the other card" });
    desk.patch(&format!("{INVOICES_PATH}/{invoice}/payments"), &body).await
}

/// Credits a part of an invoice: `amountPaise`, `lines` and `refunds` are in `part`.
pub async fn credit_part(manager: &Person, invoice: &str, part: &Value) -> Reply {
    let mut body = part.clone();
    body["reason"] = json!("Not satisfied");
    manager.post(&format!("{INVOICES_PATH}/{invoice}/credit-note"), &body).await
}

pub async fn reverse_session(manager: &Person, membership: &str, booking: &str) -> Reply {
    let body = json!({ "reason": "Somebody else's visit" });
    manager.post(&format!("{MEMBERSHIPS_PATH}/{membership}/sessions/{booking}/reverse"), &body).await
}

pub async fn move_cash(desk: &Person, branch: &str, amount_paise: i64, reason: &str) -> Reply {
    let body = json!({ "branchId": branch, "amountPaise": amount_paise, "reason": reason });
    desk.post(CASH_MOVEMENTS_PATH, &body).await
}

/// Closes a day with an opening float of 2,000 rupees.
pub async fn close_day(desk: &Person, branch: &str, date: &str, counted_cash_paise: i64) -> Reply {
    let body = json!({
        "branchId": branch, "date": date, "openingFloatPaise": OPENING_FLOAT_PAISE,
        "countedCashPaise": counted_cash_paise,
    });
    desk.post(DAY_CLOSE_PATH, &body).await
}

pub const OPENING_FLOAT_PAISE: i64 = 200_000;

pub async fn reopen_day(person: &Person, id: &str) -> Reply {
    person.post(&format!("{DAY_CLOSE_PATH}/{id}/reopen"), &json!({ "reason": "A bill was forgotten" })).await
}

/// A report of one day at one branch, as the manager sees it.
pub async fn day_report(manager: &Person, name: &str, branch: &str, date: &str) -> Value {
    let query = if name == "day-close" { format!("date={date}") } else { format!("from={date}&to={date}") };
    manager.get(&format!("/api/reports/{name}?{query}&branchId={branch}")).await.expect_ok()["report"].clone()
}

/// The day close report as the desk sees it.
pub async fn desk_day_close(desk: &Person, branch: &str, date: &str) -> Value {
    desk.get(&format!("/api/desk/day-close?date={date}&branchId={branch}")).await.expect_ok()["report"].clone()
}

/// The row of a payment method in the day close report.
#[track_caller]
pub fn method_row(report: &Value, method: &str) -> Value {
    let row = rows(report, "methods").iter().find(|row| row["paymentMethod"] == method);
    row.unwrap_or_else(|| panic!("{method} in {report}")).clone()
}

/// The tips in a row of the day close report or of the staff report.
#[track_caller]
pub fn tips_in_row(row: &Value) -> i64 {
    let fields = row.as_object().expect("an object");
    let tips = fields.iter().find(|(name, _)| name.to_lowercase().contains("tip") && name.ends_with("Paise"));
    tips.and_then(|(_, amount)| amount.as_i64()).unwrap_or_else(|| panic!("tips in {row}"))
}

/// Changes how a branch bills.
pub async fn patch_branch_as_owner(salon: &TestSalon, branch: &str, patch: &Value) {
    let owner = salon.member("Olga", Role::Owner).await;
    owner.patch(&format!("/api/branches/{branch}"), patch).await.expect_ok();
}

/// Asserts that the amounts of an invoice or a credit note add up.
#[track_caller]
pub fn assert_paper_adds_up(paper: &Value) {
    let parts = ["taxableValuePaise", "cgstPaise", "sgstPaise", "roundingPaise"];
    let sum: i64 = parts.iter().map(|field| paise(paper, field)).sum();
    assert_eq!(sum, paise(paper, "totalAmountPaise"), "{paper}");
    assert_eq!(paise(paper, "cgstPaise"), paise(paper, "sgstPaise"), "{paper}");
    assert_eq!(paise(paper, "cgstPaise") + paise(paper, "sgstPaise"), paise(paper, "gstAmountPaise"), "{paper}");
    assert!((-49..=50).contains(&paise(paper, "roundingPaise")), "{paper}");
}

/// Counts and sums of every table that money at the counter may change.
pub async fn money_row_counts(salon: &TestSalon) -> Vec<i64> {
    let read = salon.app.db.read(|conn| -> Result<_, DbError> {
        conn.all_with(
            "select (select count(*) from invoices), (select count(*) from invoice_lines),
                 (select count(*) from invoices where voided_at is not null or superseded_at is not null),
                 (select cast(coalesce(sum(credited_paise), 0) as bigint) from invoices),
                 (select count(*) from invoice_payments),
                 (select cast(coalesce(sum(amount_paise * payment_number), 0) as bigint) from invoice_payments),
                 (select count(*) from invoice_payments where method = 'cash'), (select count(*) from tips),
                 (select count(*) from credit_notes), (select count(*) from credit_note_refunds),
                 (select count(*) from cash_movements), (select count(*) from day_closes),
                 (select count(*) from day_closes where reopened_at is not null),
                 (select cast(coalesce(sum(last_number), 0) as bigint) from invoice_counters),
                 (select count(*) from memberships),
                 (select cast(coalesce(sum(used_hours_minutes), 0) as bigint) from memberships),
                 (select count(*) from memberships where status = 'active'),
                 (select count(*) from bookings where status = 'completed'),
                 (select count(*) from bookings where status = 'in_progress'),
                 (select count(*) from bookings where is_membership_session),
                 (select count(*) from gems_transactions),
                 (select cast(coalesce(sum(total_visits + total_spent_paise), 0) as bigint) from profiles),
                 (select count(*) from queued_jobs), (select count(*) from notifications),
                 (select count(*) from audit_log where record_type <> 'refusal'), (select count(*) from idempotency_keys)",
            params![],
            |columns| (0..26).map(|_| columns.take()).collect::<Result<Vec<i64>, _>>(),
        )
    });
    read.await.expect("rows can be counted").remove(0)
}
