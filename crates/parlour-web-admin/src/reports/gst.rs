//! `/reports/gst`: as tax returns need it.

use parlour_app::reports::{DocumentSeries, GstAmounts, GstReport, GstRow, Report};
use parlour_domain::billing::invoice::InvoiceSeries;
use parlour_store::reports::gst_documents::B2bDocument;
use parlour_store::{Conn, DbError};

use super::asked::{Direction, ReportName};
use super::content::{Figure, ReportContent};
use super::page::{ReportView, Shown};
use super::read_request::ReadRequest;
use super::table::{Cell, Column, UnsortedTable};
use parlour_texts::ReportsTexts;
use parlour_web::format;

pub(super) struct GstView;

pub(super) struct Figures {
    report: GstReport,
    /// Ids and names of the branches.
    branches: Vec<(String, String)>,
}

impl ReportView for GstView {
    const NAME: ReportName = ReportName::Gst;
    type Figures = Figures;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Figures, DbError> {
        let named = request.salon.branches.iter().map(|branch| (branch.id.as_str().to_owned(), branch.name.clone()));
        Ok(Figures { report: GstReport::compute(conn, &request.scope, request.today)?, branches: named.collect() })
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
            tables: vec![
                rates(&figures.report, text).sorted(shown.asked),
                documents_of_businesses(&figures.report, shown).sorted(shown.asked),
                figures.series(shown).sorted(shown.asked),
            ],
            notes: vec![text.gst_note()],
            ..ReportContent::default()
        }
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
            Cell::day(format::date(document.date, shown.texts), document.date),
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
    UnsortedTable {
        name: "b2b",
        title: text.businesses(),
        rows: report.b2b.iter().map(row).collect(),
        foot: Vec::new(),
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
        order: Some(("date", Direction::Ascending)),
    }
}

impl Figures {
    /// The numbers that were used, by branch, year and series.
    fn series(&self, shown: &Shown<'_>) -> UnsortedTable {
        let text = shown.texts.reports();
        let row = |used: &DocumentSeries| {
            vec![
                Cell::text(series_name(used.series, text)),
                Cell::text(self.branch_name(used.branch_id.as_str())),
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

    /// The id of one that is closed by now.
    fn branch_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.branches.iter().find(|(known, _)| known == id).map_or(id, |(_, name)| name)
    }
}

fn series_name(series: InvoiceSeries, text: ReportsTexts) -> &'static str {
    match series {
        InvoiceSeries::Invoice => text.series_invoice(),
        InvoiceSeries::CreditNote => text.series_credit_note(),
        InvoiceSeries::Session => text.series_session(),
    }
}
