//! `/reports/gst`: as tax returns need it.

use std::sync::Arc;

use parlour_app::reports::{DocumentSeries, GstAmounts, GstReport, GstRow, Report};
use parlour_domain::billing::invoice::InvoiceSeries;
use parlour_domain::ids::BranchId;
use parlour_domain::report::period::Period;
use parlour_store::reports::gst_documents::B2bDocument;
use parlour_store::reports::nearest_day::Reported;
use parlour_store::reports::{ReportScope, sales};
use parlour_store::{Conn, DbError};

use super::asked::{Direction, ReportName};
use super::content::{ChartCard, Figure, ReportContent};
use super::page::{ReportView, Shown};
use super::read_request::{PAID_INVOICES, ReadRequest};
use super::table::{Cell, Column, UnsortedTable};
use crate::chart::{Bar, BarChart, BarState, Unit};
use parlour_texts::ReportsTexts;
use parlour_web::format;
use parlour_web::salon::Salon;

pub(super) struct GstView;

pub(super) struct Figures {
    report: GstReport,
    salon: Arc<Salon>,
    months: Vec<TaxMonth>,
}

/// The tax of a month, or of the part of it that the period has.
struct TaxMonth {
    days: Period,
    billed_paise: i64,
    credited_paise: i64,
}

impl ReportView for GstView {
    const NAME: ReportName = ReportName::Gst;
    type Figures = Figures;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Figures, DbError> {
        let report = GstReport::compute(conn, &request.scope, request.today)?;
        Ok(Figures { report, salon: Arc::clone(&request.salon), months: read_months(conn, &request.scope)? })
    }

    fn content(figures: &Figures, shown: &Shown<'_>) -> ReportContent {
        let (text, totals) = (shown.texts.reports(), &figures.report.totals);
        let halves = text.halves(&format::money(totals.cgst_paise), &format::money(totals.sgst_paise));
        ReportContent {
            figures: vec![
                Figure::new(
                    text.taxable(),
                    format::money(totals.taxable_value_paise),
                    text.credited_amount(&format::money(totals.credited_taxable_value_paise)),
                ),
                Figure::new(text.tax(), format::money(totals.gst_amount_paise), halves),
                Figure::new(
                    text.net_tax(),
                    format::money(totals.net_gst_paise),
                    text.credited_amount(&format::money(totals.credited_gst_paise)),
                ),
            ],
            chart: Some(figures.chart(shown)),
            tables: vec![
                rates(&figures.report, text).sorted(shown.asked),
                figures.months_table(shown).sorted(shown.asked).without_file(),
                documents_of_businesses(&figures.report, shown).sorted(shown.asked),
                figures.series(shown).sorted(shown.asked),
            ],
            notes: vec![text.gst_note()],
            ..ReportContent::default()
        }
    }

    fn missing(figures: &Figures) -> Option<Reported> {
        let GstReport { rates, b2b, documents, .. } = &figures.report;
        let is_empty = rates.is_empty() && b2b.is_empty() && documents.is_empty();
        is_empty.then_some(Reported::Invoices(&PAID_INVOICES))
    }
}

fn read_months(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<Vec<TaxMonth>, DbError> {
    let (billed, credited) = (sales::sum_billed_by_day(conn, scope)?, sales::sum_credited_by_day(conn, scope)?);
    let month = |days: Period| TaxMonth {
        days,
        billed_paise: billed.range(days.from..=days.to).map(|(_, day)| day.gst_amount_paise).sum(),
        credited_paise: credited.range(days.from..=days.to).map(|(_, day)| day.credited_gst_paise).sum(),
    };
    Ok(scope.period.months().map(month).collect())
}

impl TaxMonth {
    fn net_paise(&self) -> i64 {
        self.billed_paise - self.credited_paise
    }

    fn is_unfinished(&self, shown: &Shown<'_>) -> bool {
        (self.days.from..=self.days.to).contains(&shown.today)
    }
}

fn rates(report: &GstReport, text: ReportsTexts) -> UnsortedTable {
    let cells = |first: [Cell; 4], amounts: &GstAmounts| {
        let mut cells = Vec::from(first);
        cells.extend([
            Cell::money(amounts.taxable_value_paise),
            Cell::money(amounts.cgst_paise),
            Cell::money(amounts.sgst_paise),
            Cell::money(amounts.gst_amount_paise),
            Cell::money(amounts.total_amount_paise),
            Cell::money(amounts.credited_taxable_value_paise),
            Cell::money(amounts.credited_gst_paise),
            Cell::money(amounts.credited_paise),
            Cell::money(amounts.net_gst_paise),
        ]);
        cells
    };
    let row = |row: &GstRow| {
        let rate = Cell::percent(row.gst_rate_basis_points);
        let counts = [row.invoice_count, row.credit_note_count].map(Cell::count);
        let [invoices, notes] = counts;
        cells([Cell::text(&row.sac), rate, invoices, notes], &row.amounts)
    };
    UnsortedTable {
        name: "rates",
        title: text.rates(),
        rows: report.rates.iter().map(row).collect(),
        foot: cells([Cell::text(text.total()), Cell::none(), Cell::none(), Cell::none()], &report.totals),
        columns: vec![
            Column::text("sac", text.sac()),
            Column::figure("rate", text.rate()),
            Column::detail("invoices", text.invoices()),
            Column::detail("notes", text.credit_notes()),
            Column::figure("taxable", text.taxable()),
            Column::detail("cgst", text.cgst()),
            Column::detail("sgst", text.sgst()),
            Column::figure("gst", text.tax()),
            Column::detail("total", text.total()),
            Column::detail("credited-taxable", text.credited_taxable()),
            Column::detail("credited-gst", text.credited_tax()),
            Column::detail("credited", text.credited()),
            Column::figure("net", text.net_tax()),
        ],
        order: None,
    }
}

fn documents_of_businesses(report: &GstReport, shown: &Shown<'_>) -> UnsortedTable {
    let text = shown.texts.reports();
    let row = |document: &B2bDocument| {
        let number = Cell::text(&document.number);
        let number = match (document.document_type, &document.invoice_number) {
            (InvoiceSeries::Invoice, _) => number.with_path(format!("/invoices/{}", document.id)),
            (_, Some(invoice)) => number.with_note(text.for_invoice(invoice)),
            (_, None) => number,
        };
        vec![
            number,
            Cell::day(shown.texts.format_date(document.date), document.date),
            Cell::text(&document.customer_name),
            Cell::text(&document.customer_gstin),
            document.place_of_supply.as_deref().map_or_else(Cell::none, Cell::text),
            Cell::percent(document.gst_rate_basis_points),
            Cell::money(document.taxable_value_paise),
            Cell::money(document.cgst_paise),
            Cell::money(document.sgst_paise),
            Cell::money(document.rounding_paise),
            Cell::money(document.total_amount_paise),
        ]
    };
    let sum = |amount: fn(&B2bDocument) -> i64| {
        let sign = |document: &B2bDocument| if document.document_type == InvoiceSeries::CreditNote { -1 } else { 1 };
        Cell::money(report.b2b.iter().map(|document| sign(document) * amount(document)).sum())
    };
    let foot = vec![
        Cell::text(text.total_less_credits()),
        Cell::none(),
        Cell::none(),
        Cell::none(),
        Cell::none(),
        Cell::none(),
        sum(|document| document.taxable_value_paise),
        sum(|document| document.cgst_paise),
        sum(|document| document.sgst_paise),
        sum(|document| document.rounding_paise),
        sum(|document| document.total_amount_paise),
    ];
    UnsortedTable {
        name: "b2b",
        title: text.businesses(),
        rows: report.b2b.iter().rev().map(row).collect(),
        foot,
        columns: vec![
            Column::text("number", text.number()),
            Column::text("date", text.day()),
            Column::text("customer", text.customer()),
            Column::text("gstin", text.gstin()),
            Column::detail("place", text.place_of_supply()),
            Column::detail("rate", text.rate()),
            Column::figure("taxable", text.taxable()),
            Column::detail("cgst", text.cgst()),
            Column::detail("sgst", text.sgst()),
            Column::detail("rounding", text.rounding()),
            Column::figure("total", text.total()),
        ],
        order: Some(("date", Direction::Descending)),
    }
}

impl Figures {
    fn chart(&self, shown: &Shown<'_>) -> ChartCard {
        let text = shown.texts.reports();
        let bar = |month: &TaxMonth| Bar {
            label: shown.texts.month_short(month.days.from).to_owned(),
            value: month.net_paise(),
            before: None,
            state: if month.is_unfinished(shown) { BarState::Unfinished } else { BarState::Over },
        };
        let bars: Vec<Bar> = self.months.iter().map(bar).collect();
        let alt_text = text.gst_chart(&format::money(self.report.totals.net_gst_paise));
        ChartCard {
            title: text.by_month(),
            chart: BarChart { bars: &bars, unit: Unit::Paise, alt_text }.draw(shown.texts),
            now: text.net_tax().to_owned(),
            before: None,
            has_two_figures: false,
        }
    }

    /// The bars stand in the order of time, the rows with the latest first.
    fn months_table(&self, shown: &Shown<'_>) -> UnsortedTable {
        let (text, totals) = (shown.texts.reports(), &self.report.totals);
        let row = |month: &TaxMonth| {
            let name = Cell::day(shown.texts.format_month(month.days.from), month.days.from);
            vec![
                if month.is_unfinished(shown) { name.with_note(text.so_far()) } else { name },
                Cell::money(month.billed_paise),
                Cell::money(month.credited_paise),
                Cell::money(month.net_paise()),
            ]
        };
        UnsortedTable {
            name: "months",
            title: text.months(),
            rows: self.months.iter().rev().map(row).collect(),
            foot: vec![
                Cell::text(text.total()),
                Cell::money(totals.gst_amount_paise),
                Cell::money(totals.credited_gst_paise),
                Cell::money(totals.net_gst_paise),
            ],
            columns: vec![
                Column::text("month", text.month()),
                Column::figure("gst", text.tax()),
                Column::figure("credited-gst", text.credited_tax()),
                Column::figure("net", text.net_tax()),
            ],
            order: Some(("month", Direction::Descending)),
        }
    }

    /// The numbers that were used, by branch, year and series.
    fn series(&self, shown: &Shown<'_>) -> UnsortedTable {
        let text = shown.texts.reports();
        let row = |used: &DocumentSeries| {
            vec![
                Cell::text(series_name(used.series, text)),
                Cell::text(self.branch_name(&used.branch_id)),
                Cell::text(&used.financial_year),
                Cell::text(&used.first),
                Cell::text(&used.last),
                Cell::count(used.count),
                Cell::count(used.voided_count),
            ]
        };
        UnsortedTable {
            name: "documents",
            title: text.documents(),
            rows: self.report.documents.iter().map(row).collect(),
            foot: Vec::new(),
            columns: vec![
                Column::text("series", text.series()),
                Column::text("branch", shown.texts.desk_frame().branch()),
                Column::text("year", text.financial_year()),
                Column::text("first", text.first()),
                Column::text("last", text.last()),
                Column::figure("count", text.count()),
                Column::detail("voided", text.voided()),
            ],
            order: None,
        }
    }

    /// Also of one that is closed by now.
    fn branch_name<'a>(&'a self, id: &'a BranchId) -> &'a str {
        self.salon.any_branch(id.as_str()).map_or(id.as_str(), |branch| &branch.name)
    }
}

fn series_name(series: InvoiceSeries, text: ReportsTexts) -> &'static str {
    match series {
        InvoiceSeries::Invoice => text.series_invoice(),
        InvoiceSeries::CreditNote => text.series_credit_note(),
        InvoiceSeries::Session => text.series_session(),
    }
}
