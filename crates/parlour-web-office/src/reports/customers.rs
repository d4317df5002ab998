//! `/reports/customers`: who came for the first time, who came again, who no longer comes.

use chrono::NaiveDate;
use parlour_app::reports::{CustomerMonth, CustomersReport};
use parlour_domain::ist::parse_date;
use parlour_domain::report::basis_points;
use parlour_store::reports::nearest_day::Reported;
use parlour_store::{Conn, DbError};

use super::asked::{Direction, ReportName};
use super::comparison::{Counted, WithBefore};
use super::content::{ChartCard, Figure, ReportContent};
use super::page::{ReportView, Shown};
use super::read_request::{ReadRequest, VISIT_INVOICES};
use super::table::{Cell, Column, UnsortedTable};
use crate::chart::{Bar, BarChart, BarState, Unit};
use parlour_web::format;

pub(super) struct CustomersView;

impl ReportView for CustomersView {
    const NAME: ReportName = ReportName::Customers;
    type Figures = WithBefore<CustomersReport>;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Self::Figures, DbError> {
        WithBefore::compute(conn, request)
    }

    fn content(figures: &Self::Figures, shown: &Shown<'_>) -> ReportContent {
        ReportContent {
            days_before: Some(shown.days_before()),
            figures: key_figures(figures, shown),
            chart: Some(chart(&figures.now, shown)),
            tables: vec![table(&figures.now, shown).sorted(shown.asked)],
            notes: vec![shown.texts.reports().customers_note()],
            ..ReportContent::default()
        }
    }

    fn missing(figures: &Self::Figures) -> Option<Reported> {
        (figures.now.visit_count == 0).then_some(Reported::Invoices(&VISIT_INVOICES))
    }
}

fn key_figures(figures: &WithBefore<CustomersReport>, shown: &Shown<'_>) -> Vec<Figure> {
    let (text, now, before) = (shown.texts.reports(), &figures.now, &figures.before);
    let count = |name, now: i64, before: i64| {
        let change = Counted { now, before }.change(before, now);
        Figure::compared(name, format::count(now), (&format::count(before), change), text)
    };
    let lapsed = format::percent(basis_points(now.lapsed_count, now.known_count));
    vec![
        count(text.customers(), now.customer_count, before.customer_count),
        count(text.new_customers(), now.new_count, before.new_count),
        count(text.returning(), now.returning_count, before.returning_count),
        Figure::new(
            text.lapsed(),
            format::count(now.lapsed_count),
            text.of_known(&lapsed, &format::count(now.known_count)),
        ),
    ]
}

/// Customers by month: new ones as the slim bar, so that both are seen side by side.
fn chart(report: &CustomersReport, shown: &Shown<'_>) -> ChartCard {
    let text = shown.texts.reports();
    let this_month = shown.today.format("%Y-%m").to_string();
    let bar = |month: &CustomerMonth| Bar {
        label: first_day(month).map_or_else(String::new, |day| shown.texts.month_short(day).to_owned()),
        value: 100 * month.customer_count,
        before: Some(100 * month.new_count),
        state: if month.month == this_month { BarState::Unfinished } else { BarState::Over },
    };
    let bars: Vec<Bar> = report.months.iter().map(bar).collect();
    let alt_text = text.customers_chart(&format::count(report.customer_count), &format::count(report.new_count));
    ChartCard {
        title: text.by_month(),
        chart: BarChart { bars: &bars, unit: Unit::Counts, alt_text }.draw(shown.texts),
        now: text.customers().to_owned(),
        before: Some(text.new_customers().to_owned()),
        has_two_figures: true,
    }
}

fn table(report: &CustomersReport, shown: &Shown<'_>) -> UnsortedTable {
    let text = shown.texts.reports();
    let row = |month: &CustomerMonth| {
        let day = first_day(month);
        let name = match day {
            Some(day) => Cell::day(shown.texts.format_month(day), day),
            None => Cell::text(&month.month),
        };
        let retention = Cell::share(month.retention_basis_points);
        vec![
            name,
            Cell::count(month.visit_count),
            Cell::count(month.customer_count),
            Cell::count(month.new_count),
            Cell::count(month.returning_count),
            Cell::count(month.retained_count),
            if month.is_final { retention } else { retention.with_note(text.so_far()) },
        ]
    };
    UnsortedTable {
        name: "months",
        title: text.months(),
        rows: report.months.iter().rev().map(row).collect(),
        // Somebody who came in two months is one customer: columns are not added up.
        foot: vec![
            Cell::text(text.total()),
            Cell::count(report.visit_count),
            Cell::count(report.customer_count),
            Cell::count(report.new_count),
            Cell::count(report.returning_count),
            Cell::none(),
            Cell::none(),
        ],
        columns: vec![
            Column::text("month", text.month()),
            Column::figure("visits", text.visits()),
            Column::figure("customers", text.customers()),
            Column::figure("new", text.new_customers()),
            Column::detail("returning", text.returning()),
            Column::detail("retained", text.came_again()),
            Column::figure("retention", text.retention()),
        ],
        order: Some(("month", Direction::Descending)),
    }
}

fn first_day(month: &CustomerMonth) -> Option<NaiveDate> {
    parse_date(&format!("{}-01", month.month))
}
