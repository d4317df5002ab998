//! A sum over documents whose finished days are kept. What is read is what is kept and, of all other days, what their rows
//! give.

use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

use chrono::NaiveDate;
use parlour_db::{Columns, Conn, DbError, FromSqlValue, SqlValue, Tx, insert, params};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ids::{BranchId, ServiceId, StaffId};
use parlour_domain::report::period::Period;

use super::{Figures, ReportScope, sum_by_week};

/// As many as the widest sum has.
const FIGURE_COUNT: usize = 12;

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
    pub(super) fn keep(&self, tx: &mut Tx<'_>, branch: &BranchId, day: NaiveDate) -> Result<(), DbError> {
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
pub(super) fn list_first_days(conn: &mut Conn<'_>, branch: &str) -> Result<Vec<(BranchId, NaiveDate)>, DbError> {
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
        let day = parse_date("2027-03-01").unwrap();
        assert_eq!((again(&nobody), again(&somebody)), (Some(nobody), Some(somebody)));
        assert_eq!(again(&day), Some(day));
        assert_eq!(again(&PaymentMethod::Upi), Some(PaymentMethod::Upi));
    }
}
