//! Sums over what was sold and who came. Nothing here reads rows to add them up elsewhere: a statement answers with one
//! row per group, and covers at most a week wherever an engine would have to sort what it groups. The sums over documents
//! are kept of finished days (`kept_days`).

pub mod cash;
pub mod customer_visits;
pub mod day_activity;
pub mod gst_documents;
pub mod invoice_lines;
pub mod kept_days;
mod kept_sum;
pub mod lead_funnel;
pub mod membership_hours;
pub mod nearest_day;
pub mod payments;
pub mod sales;
pub mod summaries;

use std::collections::BTreeMap;
use std::ops::AddAssign;

use parlour_db::{Columns, Conn, DbError, FromRow, FromSqlValue, params};
use parlour_domain::ids::BranchId;
use parlour_domain::report::period::Period;

/// Which part of the salon's history a report is about.
#[derive(Debug, Clone)]
pub struct ReportScope {
    pub period: Period,
    /// All of them, where none is named.
    pub branch: Option<BranchId>,
}

impl ReportScope {
    /// As statements compare it: empty for all branches.
    fn branch(&self) -> &str {
        self.branch.as_ref().map_or("", BranchId::as_str)
    }
}

/// Figures that can be kept. They are read in the order in which they are listed.
pub(crate) trait Figures: FromRow + Default + AddAssign {
    const COUNT: usize;

    fn list(&self) -> Vec<i64>;
}

/// Sums of one group, each with the expression that a statement selects.
macro_rules! figures {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $sum:tt,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ::serde::Serialize, ::utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $($(#[$doc])* pub $field: i64,)*
        }

        parlour_db::row! { $name { $($field: $sum),* } }

        impl std::ops::AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                $(self.$field += other.$field;)*
            }
        }

        impl $crate::reports::Figures for $name {
            const COUNT: usize = [$(stringify!($field)),*].len();

            fn list(&self) -> Vec<i64> {
                vec![$(self.$field),*]
            }
        }
    };
}
use figures;

/// The groups of a statement that takes the first day, the last day and the branch, added up week by week.
fn sum_by_week<K: Ord, F: FromRow + Default + AddAssign>(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
    sql: &'static str,
    key: impl Fn(&mut Columns<'_>) -> Result<K, DbError>,
) -> Result<BTreeMap<K, F>, DbError> {
    let mut found = BTreeMap::<K, F>::new();
    for week in scope.period.weeks() {
        let read = |columns: &mut Columns<'_>| Ok((key(columns)?, F::from_row(columns)?));
        for (key, figures) in conn.all_with(sql, params![week.from, week.to, scope.branch()], read)? {
            *found.entry(key).or_default() += figures;
        }
    }
    Ok(found)
}

/// A group that one column names.
fn one_column<K: FromSqlValue>(columns: &mut Columns<'_>) -> Result<K, DbError> {
    columns.take()
}
