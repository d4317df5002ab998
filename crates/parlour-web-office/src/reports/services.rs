//! `/reports/services`: what was sold how often.

use parlour_app::reports::{ServiceFigures, ServiceRow, ServicesReport};
use parlour_domain::service::ServiceType;
use parlour_store::reports::nearest_day::Reported;
use parlour_store::{Conn, DbError};

use super::asked::{Direction, ReportName};
use super::comparison::{Counted, WithBefore};
use super::content::{ChartCard, Figure, ReportContent};
use super::page::{ReportView, Shown};
use super::read_request::{ReadRequest, VISIT_INVOICES};
use super::table::{Cell, Column, UnsortedTable};
use crate::chart::{NamedBar, NamedBarChart};
use parlour_web::format;

/// The table has all of them.
const MAX_BARS: usize = 10;

pub(super) struct ServicesView;

impl ReportView for ServicesView {
    const NAME: ReportName = ReportName::Services;
    type Figures = WithBefore<ServicesReport>;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Self::Figures, DbError> {
        WithBefore::compute(conn, request)
    }

    fn content(figures: &Self::Figures, shown: &Shown<'_>) -> ReportContent {
        ReportContent {
            days_before: Some(shown.days_before()),
            figures: key_figures(figures, shown),
            chart: Some(chart(figures, shown)),
            tables: vec![table(&figures.now, shown).sorted(shown.asked)],
            notes: vec![shown.texts.reports().services_note()],
            ..ReportContent::default()
        }
    }

    fn missing(figures: &Self::Figures) -> Option<Reported> {
        let totals = &figures.now.totals;
        (totals.sold.count + totals.credited_count == 0).then_some(Reported::Invoices(&VISIT_INVOICES))
    }
}

fn key_figures(figures: &WithBefore<ServicesReport>, shown: &Shown<'_>) -> Vec<Figure> {
    let (text, now, before) = (shown.texts.reports(), &figures.now.totals, &figures.before.totals);
    let counted = Counted { now: now.sold.count, before: before.sold.count };
    let revenue_before = format::money(before.sold.revenue_paise);
    let revenue = counted.change(before.sold.revenue_paise, now.sold.revenue_paise);
    let times_before = format::count(counted.before);
    let times = counted.change(counted.before, counted.now);
    vec![
        Figure::compared(text.revenue(), format::money(now.sold.revenue_paise), (&revenue_before, revenue), text),
        Figure::compared(text.services_done(), format::count(counted.now), (&times_before, times), text),
        Figure::new(
            text.net(),
            format::money(now.net_paise),
            text.credited_of(now.credited_count, &format::money(now.credited_paise)),
        ),
    ]
}

/// What brought in most, beside what it brought in before.
fn chart(figures: &WithBefore<ServicesReport>, shown: &Shown<'_>) -> ChartCard {
    let text = shown.texts.reports();
    let before = |row: &ServiceRow| {
        let found = figures.before.services.iter().find(|before| before.service_id == row.service_id);
        found.map_or(0, |before| before.figures.sold.revenue_paise)
    };
    let bar = |row: &ServiceRow| NamedBar {
        name: row.name.clone(),
        value: row.figures.sold.revenue_paise,
        second: Some(before(row)),
    };
    // The report begins with what brought in most.
    let bars: Vec<NamedBar> = figures.now.services.iter().take(MAX_BARS).map(bar).collect();
    let alt_text = text.services_chart(&format::money(figures.now.totals.sold.revenue_paise));
    ChartCard {
        title: text.best_services(),
        chart: NamedBarChart { bars: &bars, whole: None, figure: &format::money, alt_text }.draw(),
        now: text.this_period().to_owned(),
        before: Some(shown.days_before()),
        has_two_figures: false,
    }
}

fn table(report: &ServicesReport, shown: &Shown<'_>) -> UnsortedTable {
    let (text, kinds) = (shown.texts.reports(), shown.texts.bookings());
    let cells = |first: Cell, category: Cell, figures: &ServiceFigures, share: Cell| {
        vec![
            first,
            category,
            Cell::count(figures.sold.count),
            Cell::money(figures.sold.revenue_paise),
            share,
            Cell::count(figures.credited_count),
            Cell::money(figures.credited_paise),
            Cell::money(figures.net_paise),
        ]
    };
    let rows = report.services.iter().map(|row| {
        let kind = match row.service_type {
            ServiceType::Salon => kinds.salon(),
            ServiceType::Spa => kinds.spa(),
        };
        let category = Cell::text(&row.category_name).with_note(kind);
        cells(Cell::text(&row.name), category, &row.figures, Cell::share(row.share_basis_points))
    });
    UnsortedTable {
        name: "services",
        title: text.services(),
        rows: rows.collect(),
        foot: cells(Cell::text(text.total()), Cell::none(), &report.totals, Cell::none()),
        columns: vec![
            Column::text("name", text.service()),
            Column::text("category", text.category()),
            Column::figure("count", text.times()),
            Column::figure("revenue", text.revenue()),
            Column::figure("share", text.share()),
            Column::detail("credited-count", text.credited_times()),
            Column::detail("credited", text.credited()),
            Column::detail("net", text.net()),
        ],
        order: Some(("revenue", Direction::Descending)),
    }
}
