//! Sums of finished days that are kept, so that the report of a year does not add up the rows of a year.
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
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use std::ops::AddAssign;

use chrono::{Days, NaiveDate};
use parlour_db::{Columns, Conn, DbError, Engine, FromRow, FromSqlValue, SqlValue, Tx, insert, params};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ids::{BranchId, InvoiceId, ServiceId, StaffId, UserId};
use parlour_domain::report::period::Period;

use super::{ReportScope, invoice_lines, payments, sales, sum_by_week};

/// As many as the widest sum has.
const FIGURE_COUNT: usize = 12;

/// Figures that can be kept. They are read in the order in which they are listed.
pub(crate) trait Figures: FromRow + Default + AddAssign {
    const COUNT: usize;

    fn list(&self) -> Vec<i64>;
}

/// What a sum is grouped by.
pub(crate) trait SumKey: Ord + Sized {
    /// From the first columns of the sum's statement.
    fn take(columns: &mut Columns<'_>) -> Result<Self, DbError>;

    fn to_text(&self) -> String;

    /// From what `to_text` has made.
    fn from_text(text: &str) -> Option<Self>;
}

/// One group of everything.
impl SumKey for () {
    fn take(_: &mut Columns<'_>) -> Result<Self, DbError> {
        Ok(())
    }

    fn to_text(&self) -> String {
        String::new()
    }

    fn from_text(_: &str) -> Option<Self> {
        Some(())
    }
}

impl SumKey for NaiveDate {
    fn take(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        columns.take()
    }

    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::from_sql_value(SqlValue::Text(text))
    }
}

macro_rules! text_keys {
    ($($key:ty)*) => {$(
        impl SumKey for $key {
            fn take(columns: &mut Columns<'_>) -> Result<Self, DbError> {
                columns.take()
            }

            fn to_text(&self) -> String {
                self.as_str().to_owned()
            }

            fn from_text(text: &str) -> Option<Self> {
                Self::from_sql_value(SqlValue::Text(text))
            }
        }
    )*};
}
text_keys! { PaymentMethod ServiceId StaffId }

/// Nobody is the empty text.
impl SumKey for Option<StaffId> {
    fn take(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        columns.take()
    }

    fn to_text(&self) -> String {
        self.as_ref().map_or_else(String::new, SumKey::to_text)
    }

    fn from_text(text: &str) -> Option<Self> {
        if text.is_empty() { Some(None) } else { StaffId::from_text(text).map(Some) }
    }
}

impl SumKey for invoice_lines::TaxKey {
    fn take(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        Ok((columns.take()?, columns.take()?))
    }

    fn to_text(&self) -> String {
        format!("{}/{}", self.0, self.1)
    }

    fn from_text(text: &str) -> Option<Self> {
        let (sac, rate) = text.rsplit_once('/')?;
        Some((sac.to_owned(), rate.parse().ok()?))
    }
}

/// A sum over documents that is kept of finished days. It can be added up over days and branches: each document counts on
/// one day, at one branch.
pub(super) struct KeptSum<K, F> {
    name: &'static str,
    /// Takes the first day, the last day and the branch; selects the key and the figures.
    sql: &'static str,
    types: PhantomData<fn() -> (K, F)>,
}

impl<K: SumKey, F: Figures> KeptSum<K, F> {
    pub(super) const fn new(name: &'static str, sql: &'static str) -> Self {
        assert!(F::COUNT <= FIGURE_COUNT, "a row has too few figures for this sum");
        Self { name, sql, types: PhantomData }
    }

    /// One day is always added up: it is quick, and right in a transaction that has just changed it.
    pub(super) fn read(&self, conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BTreeMap<K, F>, DbError> {
        if scope.period.day_count() == 1 {
            return self.add_up(conn, scope);
        }
        conn.in_snapshot(|conn| {
            let mut found = self.read_kept(conn, scope)?;
            for part in list_parts_not_kept(conn, scope)? {
                for (key, figures) in self.add_up(conn, &part)? {
                    *found.entry(key).or_default() += figures;
                }
            }
            Ok(found)
        })
    }

    fn add_up(&self, conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BTreeMap<K, F>, DbError> {
        sum_by_week(conn, scope, self.sql, K::take)
    }

    fn read_kept(&self, conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BTreeMap<K, F>, DbError> {
        let read = |columns: &mut Columns<'_>| {
            let key: String = columns.take()?;
            let unknown = || DbError::Statement(format!("{key} is no key of {}", self.name));
            Ok((K::from_text(&key).ok_or_else(unknown)?, F::from_row(columns)?))
        };
        let rows = conn.all_with(
            "select group_key, cast(sum(figure_1) as bigint), cast(sum(figure_2) as bigint),
                 cast(sum(figure_3) as bigint), cast(sum(figure_4) as bigint), cast(sum(figure_5) as bigint),
                 cast(sum(figure_6) as bigint), cast(sum(figure_7) as bigint), cast(sum(figure_8) as bigint),
                 cast(sum(figure_9) as bigint), cast(sum(figure_10) as bigint), cast(sum(figure_11) as bigint),
                 cast(sum(figure_12) as bigint)
             from kept_report_sums
             where sum_name = $1 and report_date between $2 and $3 and ($4 = '' or branch_id = $4)
             group by group_key",
            params![self.name, scope.period.from, scope.period.to, scope.branch()],
            read,
        )?;
        Ok(rows.into_iter().collect())
    }

    /// Keeps the sum of one day and branch.
    fn keep(&self, tx: &mut Tx<'_>, branch: &BranchId, day: NaiveDate) -> Result<(), DbError> {
        let scope = ReportScope { period: Period::of_day(day), branch: Some(branch.clone()) };
        for (key, figures) in self.add_up(tx, &scope)? {
            let mut listed = figures.list();
            listed.resize(FIGURE_COUNT, 0);
            insert! { tx.run, "kept_report_sums", {
                branch_id: branch, report_date: day, sum_name: self.name, group_key: key.to_text(),
                figure_1: listed[0], figure_2: listed[1], figure_3: listed[2], figure_4: listed[3],
                figure_5: listed[4], figure_6: listed[5], figure_7: listed[6], figure_8: listed[7],
                figure_9: listed[8], figure_10: listed[9], figure_11: listed[10], figure_12: listed[11],
            } }?;
        }
        Ok(())
    }
}

/// A branch and the day of its first invoice. Before it there is nothing to add up: credit notes and tips follow invoices.
fn list_first_days(conn: &mut Conn<'_>, branch: &str) -> Result<Vec<(BranchId, NaiveDate)>, DbError> {
    let branches = conn.all::<(BranchId, Option<NaiveDate>)>(
        "select b.id, (select min(i.invoice_date) from invoices i where i.branch_id = b.id) from branches b
         where $1 = '' or b.id = $1 order by b.id",
        params![branch],
    )?;
    Ok(branches.into_iter().filter_map(|(branch, first)| Some((branch, first?))).collect())
}

/// The days of which nothing is kept in stretches, for all branches of the scope at once, and those that only some branches
/// keep for each of the others.
fn list_parts_not_kept(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<Vec<ReportScope>, DbError> {
    let branches = list_first_days(conn, scope.branch())?;
    let days = conn.all::<(NaiveDate, BranchId)>(
        "select report_date, branch_id from kept_report_days
         where report_date between $1 and $2 and ($3 = '' or branch_id = $3)",
        params![scope.period.from, scope.period.to, scope.branch()],
    )?;
    let mut kept: BTreeMap<NaiveDate, BTreeSet<BranchId>> = BTreeMap::new();
    for (day, branch) in days {
        kept.entry(day).or_default().insert(branch);
    }
    let mut parts = Vec::new();
    let mut add_parts = |branch: Option<&BranchId>, is_meant: &dyn Fn(NaiveDate) -> bool| {
        let periods = stretches(scope.period.days().filter(|day| is_meant(*day)));
        parts.extend(periods.into_iter().map(|period| ReportScope { period, branch: branch.cloned() }));
    };
    if let Some(first) = branches.iter().map(|(_, first)| *first).min() {
        add_parts(scope.branch.as_ref(), &|day| first <= day && !kept.contains_key(&day));
    }
    for (branch, first) in &branches {
        add_parts(Some(branch), &|day| *first <= day && kept.get(&day).is_some_and(|by| !by.contains(branch)));
    }
    Ok(parts)
}

/// Days that follow each other as one period.
fn stretches(days: impl Iterator<Item = NaiveDate>) -> Vec<Period> {
    let mut found: Vec<Period> = Vec::new();
    for day in days {
        match found.last_mut() {
            Some(last) if last.to.succ_opt() == Some(day) => last.to = day,
            _ => found.push(Period::of_day(day)),
        }
    }
    found
}

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

#[cfg(test)]
mod tests {
    use parlour_domain::ist::parse_date;

    use super::*;

    #[test]
    fn days_that_follow_each_other_are_one_stretch() {
        let day = |typed: &str| parse_date(typed).unwrap();
        let days = ["2027-02-27", "2027-02-28", "2027-03-01", "2027-03-03"].map(day);
        let first = Period { from: day("2027-02-27"), to: day("2027-03-01") };
        assert_eq!(stretches(days.into_iter()), [first, Period::of_day(day("2027-03-03"))]);
        assert!(stretches(std::iter::empty()).is_empty());
    }

    #[test]
    fn keys_are_read_as_they_are_written() {
        fn again<K: SumKey>(key: &K) -> Option<K> {
            K::from_text(&key.to_text())
        }
        let [nobody, somebody]: [Option<StaffId>; 2] = [None, Some(StaffId::new("s"))];
        let tax: invoice_lines::TaxKey = ("999721".to_owned(), 1_800);
        let day = parse_date("2027-03-01").unwrap();
        assert_eq!((again(&nobody), again(&somebody)), (Some(nobody), Some(somebody)));
        assert_eq!((again(&tax), again(&day)), (Some(tax), Some(day)));
        assert_eq!(again(&PaymentMethod::Upi), Some(PaymentMethod::Upi));
    }
}
