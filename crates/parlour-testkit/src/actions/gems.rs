//! Earning, redeeming and reading loyalty gems.

use std::sync::atomic::{AtomicU32, Ordering};

use parlour_app::gems as acts;
use parlour_app::gems::{ExpiredGems, Redemption, SpendRefusal, adjust};
use parlour_app::request_context::RequestContext;
use parlour_db::{Db, DbError, Tx, params, row};
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_domain::ist::Timestamp;
use serde_json::Value;

use crate::checks::database::write_transaction;
use crate::{Person, TestSalon};

pub async fn make_service_redeemable(salon: &TestSalon, service: &'static str, gems: i64) {
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "update services set gems_redeemable = true, gems_required = $2 where id = $1",
            params![service, gems],
        )
        .map(drop)
    })
    .await;
}

pub async fn adjust_gems(salon: &TestSalon, to: &Person, gems: i64) {
    let (context, user) = (salon.context(), to.id().clone());
    let given = salon.app.db.write(move |tx| {
        let gems = std::num::NonZeroI64::new(gems).unwrap();
        adjust(tx, &context, &user, gems, "Welcome").map_err(|refusal| DbError::Statement(refusal.to_string()))
    });
    given.await.unwrap();
}

pub async fn shown_gems_balance(person: &Person) -> Value {
    person.get("/api/gems").await.expect_ok()["summary"]["balance"].clone()
}

pub const GEMS_PATH: &str = "/api/gems";

/// Inserts a paid invoice of this customer.
pub fn insert_paid_invoice(tx: &mut Tx<'_>, user: &UserId, now: Timestamp) -> Result<InvoiceId, DbError> {
    static LAST: AtomicU32 = AtomicU32::new(0);
    let number = format!("PN/2627/{:06}", LAST.fetch_add(1, Ordering::Relaxed));
    tx.execute(
        "insert into branches (id, code, number, name, address, created_at, updated_at)
         values ('pune', 'PN', 1, 'Pune', 'MG Road', $1, $1) on conflict (id) do nothing",
        params![now],
    )?;
    tx.execute(
        "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date,
             start_time, end_time, total_amount_paise, total_duration_minutes, requested_at, completed_at, created_at,
             updated_at)
         values ($1, $1, 'pune', $2, 'completed', 'salon', $3, '11:00:00', '11:30:00', 50000, 30, $4, $4, $4, $4)",
        params![number, user, now.ist_date(), now],
    )?;
    tx.execute(
        "insert into invoices (id, invoice_number, invoice_type, invoice_date, branch_id, booking_id, customer_id,
             seller_name, seller_address, gst_registered, customer_name, search_text, subtotal_paise,
             total_amount_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise,
             payment_method, paid_at, created_at)
         values ($1, $1, 'service', $3, 'pune', $1, $2, 'Parlour', 'Pune', false, 'Asha', '', 50000, 50000, 0, 50000,
             0, 0, 0, 'upi', $4, $4)",
        params![number, user, now.ist_date(), now],
    )?;
    Ok(InvoiceId::new(number))
}

/// Changes a customer's gems in one transaction, as a use case does.
pub async fn with_gems_account<T: Send + 'static, E: From<DbError> + Send + 'static>(
    salon: &TestSalon,
    person: &Person,
    act: impl Fn(&mut Tx<'_>, &RequestContext, &UserId) -> Result<T, E> + Send + 'static,
) -> Result<T, E> {
    let (context, user) = (salon.context(), person.id().clone());
    salon.app.db.write(move |tx| act(tx, &context, &user)).await
}

/// Pays an invoice of this amount and returns the gems earned.
pub async fn earn_gems(salon: &TestSalon, person: &Person, paise: i64) -> i64 {
    let paid = with_gems_account(salon, person, move |tx, context, user| {
        let invoice = insert_paid_invoice(tx, user, context.now)?;
        acts::earn(tx, context, user, &invoice, paise)
    });
    paid.await.unwrap()
}

pub async fn redeem_gems(salon: &TestSalon, person: &Person, gems: i64) -> Result<(), SpendRefusal> {
    let redeemed = with_gems_account(salon, person, move |tx, context, user| {
        let invoice = &insert_paid_invoice(tx, user, context.now)?;
        acts::redeem(tx, context, user, &Redemption { invoice, gems, description: "Redeemed for Haircut" })
    });
    redeemed.await
}

/// Expires gems in batches of this size.
pub async fn expire_gems(salon: &TestSalon, limit: i64) -> Vec<ExpiredGems> {
    expire_gems_in_steps(salon.app.db.clone(), salon.context(), limit).await
}

pub async fn expire_gems_in_steps(db: Db, context: RequestContext, limit: i64) -> Vec<ExpiredGems> {
    let mut expired = Vec::new();
    loop {
        let context = context.clone();
        match db.write(move |tx| acts::expire_due(tx, &context, limit)).await.unwrap() {
            Some(step) => {
                assert!(i64::try_from(step.len()).unwrap() <= limit, "{step:?}");
                expired.extend(step);
            }
            None => return expired,
        }
    }
}

/// A customer's gems as each table of the database counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GemsTotals {
    pub balance: i64,
    pub by_totals: i64,
    pub by_transactions: i64,
    pub by_lots: i64,
    pub in_directory: Option<i64>,
    pub total_earned: i64,
    pub earned: i64,
    pub total_redeemed: i64,
    pub redeemed: i64,
    pub total_expired: i64,
    pub expired: i64,
    pub total_adjusted: i64,
    pub adjusted: i64,
}

row! { GemsTotals {
    balance, by_totals, by_transactions, by_lots, in_directory, total_earned, earned, total_redeemed, redeemed,
    total_expired, expired, total_adjusted, adjusted,
} }

/// The balance, after checking that all tables and the API agree on it.
pub async fn verified_gems_balance(salon: &TestSalon, person: &Person) -> i64 {
    let user = person.id().clone();
    let asked = salon.app.db.snapshot(move |conn| -> Result<Option<GemsTotals>, DbError> {
        conn.one(
            "with sums as (
                 select cast(coalesce(sum(gems_amount), 0) as bigint) as everything,
                     cast(coalesce(sum(case when type = 'earned' then gems_amount end), 0) as bigint) as earned,
                     cast(coalesce(sum(case when type = 'redeemed' then gems_amount end), 0) as bigint) as redeemed,
                     cast(coalesce(sum(case when type = 'expired' then gems_amount end), 0) as bigint) as expired,
                     cast(coalesce(sum(case when type = 'adjusted' then gems_amount end), 0) as bigint) as adjusted
                 from gems_transactions where user_id = $1)
             select a.balance, a.total_earned + a.total_adjusted - a.total_redeemed - a.total_expired, s.everything,
                 (select cast(coalesce(sum(remaining), 0) as bigint) from gems_lots where user_id = $1),
                 p.gems_balance, a.total_earned, s.earned, a.total_redeemed, -s.redeemed, a.total_expired, -s.expired,
                 a.total_adjusted, s.adjusted
             from gems_accounts a join profiles p on p.user_id = a.user_id cross join sums s where a.user_id = $1",
            params![user],
        )
    });
    let books = asked.await.unwrap().expect("an account and a profile");
    let balance = books.balance;
    let agreed = GemsTotals {
        by_totals: balance,
        by_transactions: balance,
        by_lots: balance,
        in_directory: Some(balance),
        total_earned: books.earned,
        total_redeemed: books.redeemed,
        total_expired: books.expired,
        total_adjusted: books.adjusted,
        ..books
    };
    assert_eq!(books, agreed);
    balance
}

pub async fn get_gems(person: &Person, query: &str) -> Value {
    person.get(&format!("{GEMS_PATH}{query}")).await.expect_ok()
}

/// Type and amount of each gems transaction that the customer sees.
pub async fn shown_gems_transactions(person: &Person) -> Vec<(String, i64)> {
    let data = get_gems(person, "?pageSize=100").await;
    let rows = data["transactions"].as_array().unwrap().iter();
    rows.map(|row| (row["type"].as_str().unwrap().to_owned(), row["gemsAmount"].as_i64().unwrap())).collect()
}
