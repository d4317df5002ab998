//! `/reports/sales`: day by day, or month by month where there are many days.

use chrono::{Datelike, NaiveDate};
use parlour_app::reports::{
    MembershipsReport, MethodTakings, Report, SalesDay, SalesFigures, SalesReport, ServicesReport,
};
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::report::basis_points;
use parlour_domain::service::ServiceType;
use parlour_store::reports::nearest_day::Reported;
use parlour_store::{Conn, DbError};
use parlour_web::format;
use parlour_web_admin::invoices::parts::method_name;

use super::asked::{Direction, ReportName};
use super::closed_days::ClosedDays;
use super::comparison::Counted;
use super::content::{ChartCard, FactList, Figure, ReportContent, ShareList, ShareRow};
use super::page::{ReportView, Shown};
use super::read_request::ReadRequest;
use super::table::{Cell, Column, UnsortedTable};
use crate::chart::{Bar, BarChart, BarState, Unit};

/// More days than this are added up by month: neither a chart nor a table would be read to its end.
const MAX_DAYS: u64 = 62;

pub(super) struct SalesView;

pub(super) struct Figures {
    sales: SalesReport,
    payments: MethodTakings,
    services: ServicesReport,
    memberships: MembershipsReport,
    closed: ClosedDays,
}

/// A day, or the days of a month.
struct Span {
    from: NaiveDate,
    to: NaiveDate,
    figures: SalesFigures,
    before: SalesFigures,
}

impl ReportView for SalesView {
    const NAME: ReportName = ReportName::Sales;
    type Figures = Figures;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Figures, DbError> {
        let (scope, today) = (&request.scope, request.today);
        let closed = if scope.period.day_count() > MAX_DAYS {
            ClosedDays::default()
        } else {
            ClosedDays::read(conn, scope, &request.salon)?
        };
        Ok(Figures {
            sales: SalesReport::compute(conn, scope, today)?,
            payments: MethodTakings::compute(conn, scope)?,
            services: ServicesReport::compute(conn, scope, today)?,
            memberships: MembershipsReport::compute(conn, scope, today)?,
            closed,
        })
    }

    fn content(figures: &Figures, shown: &Shown<'_>) -> ReportContent {
        let spans = figures.spans(shown);
        ReportContent {
            days_before: Some(shown.days_before()),
            figures: figures.key_figures(shown),
            chart: Some(figures.chart(&spans, shown)),
            shares: vec![figures.methods(shown), figures.kinds(shown)],
            tables: vec![figures.table(&spans, shown).sorted(shown.asked)],
            facts: Some(figures.facts(shown)),
            ..ReportContent::default()
        }
    }

    fn missing(figures: &Figures) -> Option<Reported> {
        let totals = &figures.sales.totals;
        let count = totals.billed.invoice_count + totals.billed.session_count + totals.credited.credit_note_count;
        (count == 0).then_some(Reported::Invoices(InvoiceType::ALL))
    }
}

impl Figures {
    fn spans(&self, shown: &Shown<'_>) -> Vec<Span> {
        let is_one_span = |one: &SalesDay, next: &SalesDay| !is_by_day(shown) && is_same_month(one.date, next.date);
        self.sales.series.chunk_by(is_one_span).filter_map(span_of).collect()
    }

    fn key_figures(&self, shown: &Shown<'_>) -> Vec<Figure> {
        let (text, now, before) = (shown.texts.reports(), &self.sales.totals, &self.sales.previous_totals);
        let counted = Counted { now: now.billed.invoice_count, before: before.billed.invoice_count };
        let money = |name, now: i64, before: i64| {
            let change = (format::money(before), counted.change(before, now));
            Figure::compared(name, format::money(now), (&change.0, change.1), text)
        };
        let bills_before = format::count(counted.before);
        let bills = counted.change(counted.before, counted.now);
        let mut bills = Figure::compared(text.bills(), format::count(counted.now), (&bills_before, bills), text);
        if now.billed.session_count > 0 {
            bills = bills.with_more(text.with_hours(now.billed.session_count));
        }
        let average = match now.average_bill_paise {
            Some(average) => money(text.average_bill(), average, before.average_bill_paise.unwrap_or(0)),
            None => Figure::new(text.average_bill(), "–".to_owned(), text.no_bill()),
        };
        let off = |figures: &SalesFigures| {
            format::percent(basis_points(figures.billed.discount_paise, figures.billed.subtotal_paise))
        };
        vec![
            money(text.taken(), now.net_amount_paise, before.net_amount_paise),
            bills,
            average,
            Figure::new(
                text.discounts(),
                format::money(now.billed.discount_paise),
                text.of_the_price(&off(now), &off(before)),
            ),
        ]
    }

    fn chart(&self, spans: &[Span], shown: &Shown<'_>) -> ChartCard {
        let text = shown.texts.reports();
        let bars: Vec<Bar> = spans.iter().map(|span| self.bar(span, spans.len(), shown)).collect();
        let alt_text = text.sales_chart(&format::money(self.sales.totals.net_amount_paise), &shown.days_before());
        let chart = BarChart { bars: &bars, unit: Unit::Paise, alt_text }.draw(shown.texts);
        let title = if is_by_day(shown) { text.by_day() } else { text.by_month() };
        ChartCard {
            title,
            chart,
            now: text.this_period().to_owned(),
            before: Some(shown.days_before()),
            has_two_figures: false,
        }
    }

    fn bar(&self, span: &Span, count: usize, shown: &Shown<'_>) -> Bar {
        let label = match (is_by_day(shown), count) {
            (false, _) => shown.texts.month_short(span.from).to_owned(),
            (true, 1) => shown.texts.format_short_day(span.from),
            (true, _) => span.from.day().to_string(),
        };
        let state = match self.closed_reason(span, shown) {
            Some(reason) => BarState::Closed(reason),
            None if span.to == shown.today => BarState::Unfinished,
            None => BarState::Over,
        };
        Bar { label, value: span.figures.net_amount_paise, before: Some(span.before.net_amount_paise), state }
    }

    /// Of a day on which nothing was sold and nothing could be.
    fn closed_reason(&self, span: &Span, shown: &Shown<'_>) -> Option<String> {
        let is_quiet = span.figures.billed.invoice_count == 0 && span.figures.net_amount_paise == 0;
        let reason = self.closed.reason(span.from, shown.texts.reports().closed());
        reason.filter(|_| is_quiet && is_by_day(shown))
    }

    /// The bars stand in the order of time, the rows with the latest first.
    fn table(&self, spans: &[Span], shown: &Shown<'_>) -> UnsortedTable {
        let text = shown.texts.reports();
        let row = |span: &Span| {
            let mut first = Cell::day(name_of(span, shown), span.from);
            if let Some(reason) = self.closed_reason(span, shown) {
                first = first.with_note(reason);
            } else if span.to == shown.today {
                first = first.with_note(text.so_far());
            }
            sales_cells(first, &span.figures, &span.before)
        };
        let total = Cell::text(text.total());
        UnsortedTable {
            name: "days",
            title: if is_by_day(shown) { text.days() } else { text.months() },
            columns: vec![
                Column::text("day", if is_by_day(shown) { text.day() } else { text.month() }),
                Column::figure("bills", text.bills()),
                Column::figure("taken", text.taken_short()),
                Column::detail("average", text.average_bill()),
                Column::detail("discounts", text.discounts()),
                Column::detail("gst", text.gst_in_it()),
                Column::detail("credited", text.credited()),
                Column::figure("before", text.period_before()),
            ],
            rows: spans.iter().rev().map(row).collect(),
            foot: sales_cells(total, &self.sales.totals, &self.sales.previous_totals),
            order: Some(("day", Direction::Descending)),
        }
    }

    fn methods(&self, shown: &Shown<'_>) -> ShareList {
        let (text, totals) = (shown.texts.reports(), &self.payments.totals);
        let used = self.payments.methods.iter().filter(|method| method.takings.taken.taken_paise > 0);
        let row = |name: &str, count: i64, paise: i64| ShareRow {
            name: name.to_owned(),
            note: text.bill_count(count),
            amount: format::money(paise),
            share: Some(basis_points(paise, totals.taken.taken_paise)),
        };
        let methods = used.map(|method| {
            let taken = &method.takings.taken;
            row(method_name(method.payment_method, shown.texts), taken.invoice_count, taken.taken_paise)
        });
        let mut rows: Vec<ShareRow> = methods.collect();
        let without_money = [
            (text.unpaid(), totals.unpaid.unpaid_count, format::money(totals.unpaid.unpaid_paise)),
            (text.hours(), self.sales.totals.billed.session_count, text.no_money().to_owned()),
        ];
        rows.extend(without_money.into_iter().filter(|(_, count, _)| *count > 0).map(|(name, count, amount)| {
            ShareRow { name: name.to_owned(), note: text.bill_count(count), amount, share: None }
        }));
        ShareList { title: text.how_paid(), rows }
    }

    fn kinds(&self, shown: &Shown<'_>) -> ShareList {
        let (text, texts) = (shown.texts.reports(), shown.texts.bookings());
        let revenue = |kind: ServiceType| -> i64 {
            let services = self.services.services.iter().filter(|row| row.service_type == kind);
            services.map(|row| row.figures.sold.revenue_paise).sum()
        };
        let sold = &self.memberships.totals.sold;
        let kinds = [
            (texts.salon(), String::new(), revenue(ServiceType::Salon)),
            (texts.spa(), String::new(), revenue(ServiceType::Spa)),
            (text.memberships(), text.sold_count(sold.sold_count), sold.sold_paise),
        ];
        let whole: i64 = kinds.iter().map(|(_, _, paise)| *paise).sum();
        let row = |(name, note, paise): (&str, String, i64)| ShareRow {
            name: name.to_owned(),
            note,
            amount: format::money(paise),
            share: Some(basis_points(paise, whole)),
        };
        ShareList {
            title: text.what_for(),
            rows: kinds.into_iter().filter(|(_, _, paise)| *paise > 0).map(row).collect(),
        }
    }

    fn facts(&self, shown: &Shown<'_>) -> FactList {
        let (text, totals) = (shown.texts.reports(), &self.sales.totals);
        let facts = vec![
            (text.billed().to_owned(), format::money(totals.billed.total_amount_paise)),
            (text.credited_notes(totals.credited.credit_note_count), format::money(-totals.credited.credited_paise)),
            (text.discounts_by_hand().to_owned(), format::money(totals.billed.hand_discount_paise)),
            (text.paid_with_gems().to_owned(), format::money(totals.billed.redeemed_value_paise)),
            (text.tips().to_owned(), format::money(self.payments.totals.tips.tips_paise)),
        ];
        FactList { title: text.in_detail(), facts }
    }
}

fn is_by_day(shown: &Shown<'_>) -> bool {
    shown.period.day_count() <= MAX_DAYS
}

fn name_of(span: &Span, shown: &Shown<'_>) -> String {
    if is_by_day(shown) { shown.day(span.from) } else { shown.texts.format_month(span.from) }
}

fn is_same_month(one: NaiveDate, other: NaiveDate) -> bool {
    (one.year(), one.month()) == (other.year(), other.month())
}

fn span_of(days: &[SalesDay]) -> Option<Span> {
    let (first, last) = (days.first()?, days.last()?);
    Some(Span {
        from: first.date,
        to: last.date,
        figures: SalesFigures::sum(days.iter().map(|day| &day.figures)),
        before: SalesFigures::sum(days.iter().map(|day| &day.previous)),
    })
}

fn sales_cells(first: Cell, now: &SalesFigures, before: &SalesFigures) -> Vec<Cell> {
    vec![
        first,
        Cell::count(now.billed.invoice_count),
        Cell::money(now.net_amount_paise),
        Cell::money_or_none(now.average_bill_paise),
        Cell::money(now.billed.discount_paise),
        Cell::money(now.billed.gst_amount_paise - now.credited.credited_gst_paise),
        Cell::money(now.credited.credited_paise),
        Cell::money(before.net_amount_paise),
    ]
}
