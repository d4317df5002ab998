//! The utilisation report: how much of their working time staff are booked.

use chrono::NaiveDate;
use parlour_domain::ids::StaffId;
use parlour_domain::staff::working_time::WorkingMinutes;
use parlour_store::reports::ReportScope;
use parlour_store::staff::staff_records::DeskStaffMember;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Cell, Covered, Report, Table};
use crate::working_time::{Roster, RosterDays};

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UtilisationFigures {
    #[serde(flatten)]
    pub minutes: WorkingMinutes,
    /// Booked of rostered minutes in per cent, with one decimal, halves rounded up. Null without rostered time.
    #[schema(example = 62.5)]
    pub percent: Option<f64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UtilisationRow {
    pub staff_id: StaffId,
    pub display_name: String,
    #[serde(flatten)]
    pub figures: UtilisationFigures,
}

/// The weekly shifts of today count for every day of the period.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UtilisationReport {
    #[serde(flatten)]
    pub covered: Covered,
    pub totals: UtilisationFigures,
    /// Active staff by branch and name.
    pub staff: Vec<UtilisationRow>,
}

impl From<WorkingMinutes> for UtilisationFigures {
    fn from(minutes: WorkingMinutes) -> Self {
        // At most 1,000, because booked time lies within the rostered time.
        let tenths = minutes.booked_tenths_of_percent().and_then(|tenths| i32::try_from(tenths).ok());
        Self { minutes, percent: tenths.map(|tenths| f64::from(tenths) / 10.0) }
    }
}

impl Report for UtilisationReport {
    const NAME: &'static str = "utilisation";
    const TABLES: &'static [&'static str] = &["staff"];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, _: NaiveDate) -> Result<Self, DbError> {
        let branch = scope.branch.as_ref();
        let roster = Roster::read(conn, branch)?;
        let mut sums = vec![WorkingMinutes::default(); roster.staff.len()];
        for month in scope.period.months() {
            let days = RosterDays::read(conn, branch, month)?;
            for (sum, member) in sums.iter_mut().zip(&roster.staff) {
                for date in month.days() {
                    *sum += days.minutes(&roster, member, date);
                }
            }
        }
        let mut totals = WorkingMinutes::default();
        for sum in &sums {
            totals += *sum;
        }
        let row = |(member, minutes): (DeskStaffMember, WorkingMinutes)| {
            let DeskStaffMember { id: staff_id, display_name, .. } = member;
            UtilisationRow { staff_id, display_name, figures: minutes.into() }
        };
        let staff = roster.staff.into_iter().zip(sums).map(row).collect();
        Ok(Self { covered: Covered::by(scope), totals: totals.into(), staff })
    }

    fn tables(&self) -> Vec<Table> {
        let mut rows: Vec<_> =
            self.staff.iter().map(|one| utilisation_cells(&one.display_name, &one.figures)).collect();
        rows.push(utilisation_cells("Total", &self.totals));
        vec![Table { name: Self::TABLES[0], columns: &COLUMNS, rows }]
    }
}

const COLUMNS: [&str; 4] = ["Member of staff", "Rostered minutes", "Booked minutes", "Booked (%)"];

fn utilisation_cells(name: &str, figures: &UtilisationFigures) -> Vec<Cell> {
    let tenths = figures.minutes.booked_tenths_of_percent();
    vec![
        Cell::text(name),
        Cell::Integer(figures.minutes.rostered_minutes),
        Cell::Integer(figures.minutes.booked_minutes),
        tenths.map_or(Cell::Empty, |tenths| Cell::Percent(10 * tenths)),
    ]
}
