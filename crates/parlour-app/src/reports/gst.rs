//! The GST report, by service code and rate, as tax returns need it. Credit notes count on their own dates.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use parlour_store::reports::ReportScope;
use parlour_store::reports::invoice_lines::{self, SummedDocuments, TaxKey, TaxTotals};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Cell, Covered, Report, Table};

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "an amount says its unit")]
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

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GstReport {
    #[serde(flatten)]
    pub covered: Covered,
    pub totals: GstAmounts,
    /// By code, then by rate. Bills of supply stand under rate 0; slips of membership sessions bill nothing.
    pub rates: Vec<GstRow>,
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
    const TABLES: &'static [&'static str] = &["rates"];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, _: NaiveDate) -> Result<Self, DbError> {
        let billed = invoice_lines::sum_by_tax(conn, scope, SummedDocuments::Invoices)?;
        let credited = invoice_lines::sum_by_tax(conn, scope, SummedDocuments::CreditNotes)?;
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
        Ok(Self { covered: Covered::by(scope), totals, rates })
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
        vec![Table { name: Self::TABLES[0], columns: &COLUMNS, rows }]
    }
}

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
