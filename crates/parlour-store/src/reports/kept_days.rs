//! Which finished days are kept, so that the report of a year does not add up the rows of a year.
//!
//! A day of a branch is kept as a whole or not at all. Whoever changes a row of it throws it away in the same transaction,
//! and it is added up anew in the next night. What is read is what is kept and, of all other days, what their rows give.
//!
//! A day must not be kept as it was before a change that commits later. So on Postgres a change takes a lock on its day when
//! it throws it away, which others that change the day may have at the same time, and has it until it has ended. [`keep_day`]
//! takes the lock alone, before it reads, or gives up where somebody has it. A change that comes to `forget` later waits for
//! it, and then throws away what was kept without it; every other change has committed before the first sum is read. `keep_day`
//! does not wait for changes, so nobody waits in a circle through it. `SQLite` has one writer at a time.
//!
//! Only the documents of today are written without throwing their day away, so that a checkout costs no statement more. A
//! day is kept when the day after it is over too: no transaction takes that long.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use chrono::{Days, NaiveDate};
use parlour_db::{Conn, DbError, Engine, Tx, insert, params};
use parlour_domain::ids::{BranchId, InvoiceId, UserId};
use parlour_domain::report::period::Period;

use super::kept_sum::list_first_days;
use super::{invoice_lines, payments, sales};

/// Days that are finished and not kept, the newest first.
pub fn list_days_to_keep(
    conn: &mut Conn<'_>,
    today: NaiveDate,
    most: usize,
) -> Result<Vec<(BranchId, NaiveDate)>, DbError> {
    let last = today - Days::new(2);
    let mut found = Vec::new();
    for (branch, first) in list_first_days(conn, "")? {
        let kept: BTreeSet<NaiveDate> = conn
            .all_values("select report_date from kept_report_days where branch_id = $1", params![branch])?
            .into_iter()
            .collect();
        let missing = Period { from: first, to: last }.days().filter(|day| !kept.contains(day));
        found.extend(missing.map(|day| (branch.clone(), day)));
    }
    found.sort_by_key(|(_, day)| Reverse(*day));
    found.truncate(most);
    Ok(found)
}

/// Keeps the sums of a finished day. False if it is kept already, or is being changed just now: then it is kept another
/// time.
pub fn keep_day(tx: &mut Tx<'_>, branch: &BranchId, day: NaiveDate) -> Result<bool, DbError> {
    if tx.engine() == Engine::Postgres {
        let lock = "select pg_try_advisory_xact_lock(hashtextextended($1, 0))";
        if tx.one_value::<bool>(lock, params![lock_name(branch, day)])? != Some(true) {
            return Ok(false);
        }
    }
    let is_new = insert! { tx.changes_row, "kept_report_days", {
        branch_id: branch, report_date: day,
    }, "on conflict do nothing" }?;
    if !is_new {
        return Ok(false);
    }
    sales::BILLED_BY_DAY.keep(tx, branch, day)?;
    sales::REMAINING_BY_DAY.keep(tx, branch, day)?;
    sales::CREDITED_BY_DAY.keep(tx, branch, day)?;
    payments::TAKEN_BY_METHOD.keep(tx, branch, day)?;
    payments::UNPAID_BY_METHOD.keep(tx, branch, day)?;
    payments::GIVEN_BACK_BY_METHOD.keep(tx, branch, day)?;
    payments::TIPS_BY_METHOD.keep(tx, branch, day)?;
    payments::TIPS_BY_STAFF.keep(tx, branch, day)?;
    payments::PAID_INVOICES.keep(tx, branch, day)?;
    payments::REFUNDED_CREDIT_NOTES.keep(tx, branch, day)?;
    invoice_lines::BILLED_BY_SERVICE.keep(tx, branch, day)?;
    invoice_lines::CREDITED_BY_SERVICE.keep(tx, branch, day)?;
    invoice_lines::BILLED_BY_STAFF.keep(tx, branch, day)?;
    invoice_lines::CREDITED_BY_STAFF.keep(tx, branch, day)?;
    invoice_lines::BILLED_BY_TAX.keep(tx, branch, day)?;
    invoice_lines::CREDITED_BY_TAX.keep(tx, branch, day)?;
    Ok(true)
}

/// Throws away what is kept of a day, in the transaction that changes an invoice, a credit note or a tip of it.
pub(crate) fn forget(tx: &mut Tx<'_>, branch: &BranchId, day: NaiveDate) -> Result<(), DbError> {
    tx.execute_on_postgres(
        "select pg_advisory_xact_lock_shared(hashtextextended($1, 0))",
        params![lock_name(branch, day)],
    )?;
    tx.run("delete from kept_report_days where branch_id = $1 and report_date = $2", params![branch, day])
}

/// The same of the day of an invoice.
pub(crate) fn forget_day_of_invoice(tx: &mut Tx<'_>, invoice: &InvoiceId) -> Result<(), DbError> {
    let found = tx
        .one::<(BranchId, NaiveDate)>("select branch_id, invoice_date from invoices where id = $1", params![invoice])?;
    found.map_or(Ok(()), |(branch, day)| forget(tx, &branch, day))
}

/// The same of every day on which a customer was billed or credited. In one order, so that two of them do not wait for each
/// other.
pub(crate) fn forget_days_of_customer(tx: &mut Tx<'_>, customer: &UserId) -> Result<(), DbError> {
    let days = tx.all::<(BranchId, NaiveDate)>(
        "select branch_id, invoice_date from invoices where customer_id = $1
         union select branch_id, credit_date from credit_notes where customer_id = $1 order by 1, 2",
        params![customer],
    )?;
    days.iter().try_for_each(|(branch, day)| forget(tx, branch, *day))
}

fn lock_name(branch: &BranchId, day: NaiveDate) -> String {
    format!("kept report day {day} of {branch}")
}
