//! The GST report, by service code and rate, as tax returns need it. Credit notes count on their own dates.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use parlour_domain::billing::invoice::{InvoiceSeries, financial_year};
use parlour_domain::ids::BranchId;
use parlour_store::reports::ReportScope;
use parlour_store::reports::gst_documents::{self, B2bDocument};
use parlour_store::reports::invoice_lines::{self, TaxKey, TaxTotals};
use parlour_store::reports::summaries;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Cell, Covered, Report, Table};

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GstAmounts {
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    pub gst_amount_paise: i64,
    pub total_amount_paise: i64,
    pub credited_taxable_value_paise: i64,
    pub credited_gst_paise: i64,
    pub credited_paise: i64,
    /// What is left of the tax when that on credit notes is taken off; below 0 where more was credited than billed.
    pub net_gst_paise: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GstRow {
    /// The service accounting code.
    pub sac: String,
    /// In hundredths of a per cent.
    pub gst_rate_basis_points: i64,
    /// Those with such a line; one with two codes counts in both rows.
    pub invoice_count: i64,
    pub credit_note_count: i64,
    #[serde(flatten)]
    pub amounts: GstAmounts,
    /// The two halves of the tax that was credited, for the monthly e-mail.
    #[serde(skip)]
    pub credited: TaxTotals,
}

/// The numbers that a branch has used of one series in a financial year, within the period.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentSeries {
    pub series: InvoiceSeries,
    pub branch_id: BranchId,
    #[schema(example = "2627")]
    pub financial_year: String,
    #[schema(example = "BLR/2627/000001")]
    pub first: String,
    #[schema(example = "BLR/2627/000042")]
    pub last: String,
    /// Without voided ones.
    pub count: i64,
    /// Slips of reversed sessions.
    pub voided_count: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GstReport {
    #[serde(flatten)]
    pub covered: Covered,
    /// Before rounding, which is not taxed.
    pub totals: GstAmounts,
    /// By code, then by rate. Bills of supply, and credit notes that carry no tax, stand under rate 0; slips of
    /// membership sessions bill nothing.
    pub rates: Vec<GstRow>,
    /// Each invoice and credit note for a customer with a GSTIN, by date.
    pub b2b: Vec<B2bDocument>,
    /// By branch, year and series.
    pub documents: Vec<DocumentSeries>,
}

impl GstAmounts {
    fn add(&mut self, billed: TaxTotals, credited: TaxTotals) {
        self.taxable_value_paise += billed.taxable_value_paise;
        self.cgst_paise += billed.cgst_paise;
        self.sgst_paise += billed.sgst_paise;
        self.gst_amount_paise += billed.cgst_paise + billed.sgst_paise;
        self.total_amount_paise += billed.total_amount_paise;
        self.credited_taxable_value_paise += credited.taxable_value_paise;
        self.credited_gst_paise += credited.cgst_paise + credited.sgst_paise;
        self.credited_paise += credited.total_amount_paise;
        self.net_gst_paise = self.gst_amount_paise - self.credited_gst_paise;
    }

    fn cells(&self) -> [Cell; 9] {
        [
            Cell::Rupees(self.taxable_value_paise),
            Cell::Rupees(self.cgst_paise),
            Cell::Rupees(self.sgst_paise),
            Cell::Rupees(self.gst_amount_paise),
            Cell::Rupees(self.total_amount_paise),
            Cell::Rupees(self.credited_taxable_value_paise),
            Cell::Rupees(self.credited_gst_paise),
            Cell::Rupees(self.credited_paise),
            Cell::Rupees(self.net_gst_paise),
        ]
    }
}

impl Report for GstReport {
    const NAME: &'static str = "gst";
    const TABLES: &'static [&'static str] = &["rates", "b2b", "documents"];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, _: NaiveDate) -> Result<Self, DbError> {
        let billed = invoice_lines::sum_billed_by_tax(conn, scope)?;
        let credited = invoice_lines::sum_credited_by_tax(conn, scope)?;
        let mut totals = GstAmounts::default();
        let keys: BTreeSet<&TaxKey> = billed.keys().chain(credited.keys()).collect();
        let row = |key: &TaxKey| {
            let billed = billed.get(key).copied().unwrap_or_default();
            let credited = credited.get(key).copied().unwrap_or_default();
            let mut amounts = GstAmounts::default();
            amounts.add(billed, credited);
            totals.add(billed, credited);
            let (sac, gst_rate_basis_points) = key.clone();
            GstRow {
                sac,
                gst_rate_basis_points,
                invoice_count: billed.document_count,
                credit_note_count: credited.document_count,
                amounts,
                credited,
            }
        };
        let rates = keys.into_iter().map(row).collect();
        let (b2b, documents) = (gst_documents::list_b2b_documents(conn, scope)?, list_series(conn, scope)?);
        Ok(Self { covered: Covered::by(scope), totals, rates, b2b, documents })
    }

    fn tables(&self) -> Vec<Table> {
        let row = |first: [Cell; 4], amounts: &GstAmounts| {
            let mut row = Vec::from(first);
            row.extend(amounts.cells());
            row
        };
        let rated = |one: &GstRow| {
            let rate = Cell::Percent(one.gst_rate_basis_points);
            let counts = [one.invoice_count, one.credit_note_count].map(Cell::Integer);
            let [invoices, notes] = counts;
            row([Cell::text(&one.sac), rate, invoices, notes], &one.amounts)
        };
        let mut rows: Vec<_> = self.rates.iter().map(rated).collect();
        rows.push(row([Cell::text("Total"), Cell::Empty, Cell::Empty, Cell::Empty], &self.totals));
        vec![
            Table { name: Self::TABLES[0], columns: &COLUMNS, rows },
            Table { name: Self::TABLES[1], columns: &B2B_COLUMNS, rows: self.b2b.iter().map(b2b_cells).collect() },
            Table {
                name: Self::TABLES[2],
                columns: &["Series", "Branch", "Financial year", "First", "Last", "Count", "Voided"],
                rows: self.documents.iter().map(series_cells).collect(),
            },
        ]
    }
}

fn list_series(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<Vec<DocumentSeries>, DbError> {
    let mut branches: Vec<BranchId> =
        summaries::list_reported_branches(conn)?.into_iter().map(|branch| branch.id).collect();
    branches.retain(|branch| scope.branch.as_ref().is_none_or(|named| named == branch));
    let mut found = Vec::new();
    for branch_id in branches {
        for year in scope.period.financial_years() {
            for &series in InvoiceSeries::ALL {
                let Some(used) = gst_documents::find_used_numbers(conn, &branch_id, year, series)? else { continue };
                found.push(DocumentSeries {
                    series,
                    branch_id: branch_id.clone(),
                    financial_year: financial_year(year.from),
                    first: used.first,
                    last: used.last,
                    count: used.count,
                    voided_count: used.voided_count,
                });
            }
        }
    }
    Ok(found)
}

fn b2b_cells(document: &B2bDocument) -> Vec<Cell> {
    vec![
        Cell::text(document.document_type.as_str()),
        Cell::text(&document.number),
        Cell::Day(document.date),
        Cell::optional(document.invoice_number.as_deref()),
        Cell::text(&document.customer_gstin),
        Cell::text(&document.customer_name),
        Cell::optional(document.place_of_supply.as_deref()),
        Cell::Percent(document.gst_rate_basis_points),
        Cell::Rupees(document.taxable_value_paise),
        Cell::Rupees(document.cgst_paise),
        Cell::Rupees(document.sgst_paise),
        Cell::Rupees(document.rounding_paise),
        Cell::Rupees(document.total_amount_paise),
    ]
}

fn series_cells(used: &DocumentSeries) -> Vec<Cell> {
    vec![
        Cell::text(used.series.as_str()),
        Cell::text(used.branch_id.as_str()),
        Cell::text(&used.financial_year),
        Cell::text(&used.first),
        Cell::text(&used.last),
        Cell::Integer(used.count),
        Cell::Integer(used.voided_count),
    ]
}

const B2B_COLUMNS: [&str; 13] = [
    "Document",
    "Number",
    "Date",
    "Corrects invoice",
    "GSTIN",
    "Customer",
    "Place of supply",
    "Rate (%)",
    "Taxable value (INR)",
    "CGST (INR)",
    "SGST (INR)",
    "Rounding (INR)",
    "Total (INR)",
];

const COLUMNS: [&str; 13] = [
    "SAC",
    "Rate (%)",
    "Invoices",
    "Credit notes",
    "Taxable value (INR)",
    "CGST (INR)",
    "SGST (INR)",
    "GST (INR)",
    "Total (INR)",
    "Credited taxable value (INR)",
    "Credited GST (INR)",
    "Credited (INR)",
    "Net GST (INR)",
];
