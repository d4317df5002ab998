//! `/reports/utilisation`: how much of their working time the team is booked.

use std::cmp::Reverse;

use parlour_app::reports::UtilisationReport;
use parlour_domain::ids::StaffId;
use parlour_domain::staff::working_time::WorkingMinutes;
use parlour_store::{Conn, DbError};

use super::asked::ReportName;
use super::comparison::WithBefore;
use super::content::{ChartCard, Figure, ReportContent};
use super::page::{ReportView, Shown};
use super::read_request::ReadRequest;
use super::table::{Cell, Column, UnsortedTable};
use crate::chart::{NamedBar, NamedBarChart};
use parlour_web::format;

/// The table has all of them.
const MAX_BARS: usize = 20;
/// In hundredths of a per cent.
const WHOLE: i64 = 10_000;

pub(super) struct UtilisationView;

impl ReportView for UtilisationView {
    const NAME: ReportName = ReportName::Utilisation;
    type Figures = WithBefore<UtilisationReport>;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Self::Figures, DbError> {
        WithBefore::compute(conn, request)
    }

    fn content(figures: &Self::Figures, shown: &Shown<'_>) -> ReportContent {
        let (text, now, before) = (shown.texts.reports(), figures.now.totals.minutes, figures.before.totals.minutes);
        let share = |minutes| booked_share(minutes).map_or_else(|| "–".to_owned(), format::percent);
        let with_unit = |minutes| shown.texts.formats().hours(&hours_text(minutes));
        let hours = |name, now: i64, before: i64| Figure::new(name, with_unit(now), text.was(&with_unit(before)));
        ReportContent {
            days_before: Some(shown.days_before()),
            figures: vec![
                Figure::new(text.hours_booked(), share(now), text.was(&share(before))),
                hours(text.booked_time(), now.booked_minutes, before.booked_minutes),
                hours(text.rostered(), now.rostered_minutes, before.rostered_minutes),
            ],
            chart: Some(chart(figures, shown)),
            tables: vec![table(&figures.now, shown).sorted(shown.asked)],
            notes: vec![text.utilisation_note()],
            ..ReportContent::default()
        }
    }
}

/// How much of the working time of each is booked, the busiest first, beside the period before.
pub(super) fn chart(figures: &WithBefore<UtilisationReport>, shown: &Shown<'_>) -> ChartCard {
    let text = shown.texts.reports();
    let before = |id: &StaffId| {
        let found = figures.before.staff.iter().find(|row| row.staff_id == *id);
        found.and_then(|row| booked_share(row.figures.minutes))
    };
    let mut bars: Vec<NamedBar> = figures
        .now
        .staff
        .iter()
        .filter_map(|row| {
            let value = booked_share(row.figures.minutes)?;
            Some(NamedBar { name: row.display_name.clone(), value, second: before(&row.staff_id) })
        })
        .collect();
    bars.sort_by_key(|bar| Reverse(bar.value));
    bars.truncate(MAX_BARS);
    let booked = booked_share(figures.now.totals.minutes).map_or_else(|| "–".to_owned(), format::percent);
    let alt_text = text.booked_chart(&booked);
    ChartCard {
        title: text.hours_booked(),
        chart: NamedBarChart { bars: &bars, whole: Some(WHOLE), figure: &format::percent, alt_text }.draw(),
        now: text.this_period().to_owned(),
        before: Some(shown.days_before()),
        has_two_figures: false,
    }
}

fn table(report: &UtilisationReport, shown: &Shown<'_>) -> UnsortedTable {
    let text = shown.texts.reports();
    let cells = |name: &str, minutes: WorkingMinutes, share: fn(i64) -> Cell| {
        vec![
            Cell::text(name),
            Cell::minutes(minutes.rostered_minutes, shown.texts),
            Cell::minutes(minutes.booked_minutes, shown.texts),
            booked_share(minutes).map_or_else(Cell::none, share),
        ]
    };
    UnsortedTable {
        name: "staff",
        title: text.staff(),
        rows: report.staff.iter().map(|row| cells(&row.display_name, row.figures.minutes, Cell::share)).collect(),
        foot: cells(text.total(), report.totals.minutes, Cell::percent),
        columns: vec![
            Column::text("name", text.who()),
            Column::figure("rostered", text.rostered()),
            Column::figure("time", text.booked_time()),
            Column::figure("booked", text.booked()),
        ],
        order: None,
    }
}

/// In hundredths of a per cent. None without working time.
pub(super) fn booked_share(minutes: WorkingMinutes) -> Option<i64> {
    minutes.booked_tenths_of_percent().map(|tenths| 10 * tenths)
}

/// Whole hours, halves rounded up.
pub(super) fn hours_text(minutes: i64) -> String {
    format::count((minutes + 30) / 60)
}
