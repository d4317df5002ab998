//! `/reports/staff`: what each member of the team has earned, and how much of their time was booked.

use parlour_app::reports::{StaffReport, UtilisationReport};
use parlour_domain::ids::StaffId;
use parlour_store::reports::nearest_day::Reported;
use parlour_store::{Conn, DbError};

use super::asked::{Direction, ReportName};
use super::comparison::{Counted, WithBefore};
use super::content::{Figure, ReportContent};
use super::page::{ReportView, Shown};
use super::read_request::{ReadRequest, VISIT_INVOICES};
use super::table::{Cell, Column, UnsortedTable};
use super::utilisation::{self, booked_share, hours_text};
use parlour_web::format;

pub(super) struct StaffView;

pub(super) struct Figures {
    staff: WithBefore<StaffReport>,
    hours: WithBefore<UtilisationReport>,
}

impl ReportView for StaffView {
    const NAME: ReportName = ReportName::Staff;
    type Figures = Figures;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Figures, DbError> {
        Ok(Figures { staff: WithBefore::compute(conn, request)?, hours: WithBefore::compute(conn, request)? })
    }

    fn content(figures: &Figures, shown: &Shown<'_>) -> ReportContent {
        ReportContent {
            days_before: Some(shown.days_before()),
            figures: figures.key_figures(shown),
            chart: Some(utilisation::chart(&figures.hours, shown)),
            tables: vec![figures.table(shown).sorted(shown.asked)],
            notes: vec![shown.texts.reports().staff_note()],
            ..ReportContent::default()
        }
    }

    fn missing(figures: &Figures) -> Option<Reported> {
        figures.staff.now.staff.is_empty().then_some(Reported::Invoices(&VISIT_INVOICES))
    }
}

impl Figures {
    fn key_figures(&self, shown: &Shown<'_>) -> Vec<Figure> {
        let (text, now, before) = (shown.texts.reports(), &self.staff.now.totals, &self.staff.before.totals);
        let counted = Counted { now: now.service_count, before: before.service_count };
        let money = |name, now: i64, before: i64| {
            let change = counted.change(before, now);
            Figure::compared(name, format::money(now), (&format::money(before), change), text)
        };
        let done_before = format::count(counted.before);
        let done = counted.change(counted.before, counted.now);
        let minutes = self.hours.now.totals.minutes;
        let booked = |report: &UtilisationReport| booked_share(report.totals.minutes).map(format::percent);
        let [hours, rostered] = [minutes.booked_minutes, minutes.rostered_minutes].map(hours_text);
        let booked_before = booked(&self.hours.before).unwrap_or_else(|| "–".to_owned());
        vec![
            money(text.earned(), now.revenue_paise, before.revenue_paise),
            Figure::new(
                text.hours_booked(),
                booked(&self.hours.now).unwrap_or_else(|| "–".to_owned()),
                text.hours_of(&hours, &rostered, &booked_before),
            ),
            Figure::compared(text.services_done(), format::count(counted.now), (&done_before, done), text),
            money(text.tips_theirs(), now.tips.tips_paise, before.tips.tips_paise),
        ]
    }

    fn table(&self, shown: &Shown<'_>) -> UnsortedTable {
        let (text, report) = (shown.texts.reports(), &self.staff.now);
        let rows = report.staff.iter().map(|row| {
            let name = row.display_name.clone().unwrap_or_else(|| text.nobody_named().to_owned());
            let [hours, booked] = self.hours_of(row.staff_id.as_ref(), shown);
            vec![
                Cell::text(name),
                Cell::count(row.performed.visit_count),
                Cell::count(row.performed.service_count),
                Cell::money(row.performed.revenue_paise),
                Cell::money(row.average_paise),
                Cell::money(row.credited_paise),
                Cell::money(row.net_paise),
                Cell::money(row.tips.tips_paise),
                hours,
                booked,
            ]
        });
        let totals = &report.totals;
        let minutes = self.hours.now.totals.minutes;
        UnsortedTable {
            name: "staff",
            title: text.staff(),
            rows: rows.collect(),
            foot: vec![
                Cell::text(text.total()),
                Cell::none(),
                Cell::count(totals.service_count),
                Cell::money(totals.revenue_paise),
                Cell::none(),
                Cell::money(totals.credited_paise),
                Cell::money(totals.net_paise),
                Cell::money(totals.tips.tips_paise),
                Cell::minutes(minutes.rostered_minutes, shown.texts),
                booked_share(minutes).map_or_else(Cell::none, Cell::percent),
            ],
            columns: vec![
                Column::text("name", text.who()),
                Column::figure("visits", text.visits()),
                Column::detail("services", text.services()),
                Column::figure("revenue", text.earned()),
                Column::detail("average", text.average_per_visit()),
                Column::detail("credited", text.credited()),
                Column::detail("net", text.net()),
                Column::figure("tips", text.tips()),
                Column::detail("hours", text.rostered()),
                Column::figure("booked", text.booked()),
            ],
            order: Some(("revenue", Direction::Descending)),
        }
    }

    /// The working time and how much of it was booked. Nothing of those who have left: their shifts are not counted.
    fn hours_of(&self, staff: Option<&StaffId>, shown: &Shown<'_>) -> [Cell; 2] {
        let found = self.hours.now.staff.iter().find(|row| Some(&row.staff_id) == staff);
        let Some(minutes) = found.map(|row| row.figures.minutes) else { return [Cell::none(), Cell::none()] };
        let booked = booked_share(minutes).map_or_else(Cell::none, Cell::share);
        [Cell::minutes(minutes.rostered_minutes, shown.texts), booked]
    }
}
