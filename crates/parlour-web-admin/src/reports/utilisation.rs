//! `/reports/utilisation`: how much of their working time the team is booked.

use parlour_app::reports::UtilisationReport;
use parlour_domain::staff::working_time::WorkingMinutes;
use parlour_store::{Conn, DbError};

use super::asked::ReportName;
use super::comparison::WithBefore;
use super::content::{Figure, ReportContent};
use super::page::{ReportView, Shown};
use super::read_request::ReadRequest;
use super::table::{Cell, Column, UnsortedTable};
use parlour_web::format;

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
        let hours = |name, now: i64, before: i64| Figure::new(name, hours_text(now), text.was(&hours_text(before)));
        ReportContent {
            days_before: Some(shown.days_before()),
            figures: vec![
                Figure::new(text.hours_booked(), share(now), text.was(&share(before))),
                hours(text.booked_time(), now.booked_minutes, before.booked_minutes),
                hours(text.rostered(), now.rostered_minutes, before.rostered_minutes),
            ],
            tables: vec![table(&figures.now, shown).sorted(shown.asked)],
            notes: vec![text.utilisation_note()],
            ..ReportContent::default()
        }
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
