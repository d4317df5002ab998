//! Days on which nobody could come, so that a chart does not say that nobody came.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use parlour_store::branches::branch_records::Branch;
use parlour_store::branches::holidays;
use parlour_store::reports::ReportScope;
use parlour_store::{Conn, DbError};
use parlour_web::salon::Salon;

/// The days on which every branch of a report stays closed, with the name of the holiday; empty where there is none.
#[derive(Debug, Default)]
pub(crate) struct ClosedDays(BTreeMap<NaiveDate, String>);

impl ClosedDays {
    /// By the weekdays and holidays that are known now: earlier ones are not kept.
    pub(crate) fn read(conn: &mut Conn<'_>, scope: &ReportScope, salon: &Salon) -> Result<Self, DbError> {
        let is_covered = |branch: &&Branch| scope.branch.as_ref().is_none_or(|named| *named == branch.id);
        let branches: Vec<&Branch> = salon.branches.iter().filter(is_covered).collect();
        let period = scope.period;
        let holidays = holidays::list_between(conn, scope.branch.as_ref(), period.from, period.to)?;
        let mut closed = BTreeMap::new();
        for day in period.days() {
            let holiday_at =
                |branch: &Branch| holidays.iter().find(|holiday| holiday.date == day && holiday.branch_id == branch.id);
            let is_closed = |branch: &&Branch| branch.opening_hours(day).is_none() || holiday_at(branch).is_some();
            if !branches.is_empty() && branches.iter().all(is_closed) {
                let holiday = branches.iter().find_map(|branch| holiday_at(branch));
                closed.insert(day, holiday.map(|holiday| holiday.name.clone()).unwrap_or_default());
            }
        }
        Ok(Self(closed))
    }

    /// Why it is closed; `usual` where no holiday has a name. None on a day on which a branch is open.
    pub(crate) fn reason(&self, day: NaiveDate, usual: &str) -> Option<String> {
        let name = self.0.get(&day)?;
        Some(if name.is_empty() { usual.to_owned() } else { name.clone() })
    }
}
