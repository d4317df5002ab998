//! Documents as tax returns list them: those for customers with a tax number, and the number series.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, params, row};
use parlour_domain::billing::invoice::InvoiceSeries;
use parlour_domain::ids::BranchId;
use parlour_domain::report::period::Period;
use serde::Serialize;
use utoipa::ToSchema;

use super::ReportScope;

/// An invoice or a credit note for a customer with a GSTIN.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct B2bDocument {
    /// `invoice` or `credit_note`.
    pub document_type: InvoiceSeries,
    pub id: String,
    pub number: String,
    pub date: NaiveDate,
    /// The invoice that a credit note corrects; null for an invoice.
    pub invoice_number: Option<String>,
    pub customer_gstin: String,
    /// The legal name, if there is one.
    pub customer_name: String,
    /// The state of the branch, as the first two digits of its GSTIN: services are rendered there, wherever the
    /// customer is registered.
    pub place_of_supply: Option<String>,
    /// 0 for a credit note that carries no tax.
    pub gst_rate_basis_points: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    pub gst_amount_paise: i64,
    pub rounding_paise: i64,
    pub total_amount_paise: i64,
}
row! { B2bDocument {
    document_type, id, number, date, invoice_number, customer_gstin, customer_name, place_of_supply,
    gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise, rounding_paise,
    total_amount_paise,
} }

/// By date, then by number. Slips of membership sessions are left out: they bill nothing.
pub fn list_b2b_documents(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<Vec<B2bDocument>, DbError> {
    conn.all(
        "select 'invoice', i.id, i.invoice_number, i.invoice_date, null, i.customer_gstin,
             coalesce(i.customer_legal_name, i.customer_name), substr(i.seller_gstin, 1, 2), i.gst_rate_basis_points,
             i.taxable_value_paise, i.cgst_paise, i.sgst_paise, i.gst_amount_paise, i.rounding_paise,
             i.total_amount_paise
         from invoices i
         where i.invoice_date between $1 and $2 and ($3 = '' or i.branch_id = $3) and i.customer_gstin is not null
             and i.invoice_type <> 'membership_session'
         union all
         select 'credit_note', c.id, c.credit_note_number, c.credit_date, i.invoice_number, i.customer_gstin,
             coalesce(i.customer_legal_name, i.customer_name), substr(i.seller_gstin, 1, 2),
             case when c.carries_tax then c.gst_rate_basis_points else 0 end, c.taxable_value_paise, c.cgst_paise,
             c.sgst_paise, c.gst_amount_paise, c.rounding_paise, c.total_amount_paise
         from credit_notes c join invoices i on i.id = c.invoice_id
         where c.credit_date between $1 and $2 and ($3 = '' or c.branch_id = $3) and i.customer_gstin is not null
         order by 4, 3",
        params![scope.period.from, scope.period.to, scope.branch()],
    )
}

/// The numbers that a branch has used of one series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedNumbers {
    pub first: String,
    pub last: String,
    /// Without voided ones.
    pub count: i64,
    pub voided_count: i64,
}
row! { UsedNumbers { first, last, count, voided_count } }

/// The documents of a branch with numbers of one series. None if there are none.
pub fn find_used_numbers(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    period: Period,
    series: InvoiceSeries,
) -> Result<Option<UsedNumbers>, DbError> {
    let sql = match series {
        InvoiceSeries::Invoice => {
            "select min(invoice_number), max(invoice_number), count(*) - count(voided_at), count(voided_at) from invoices
             where branch_id = $1 and invoice_date between $2 and $3 and invoice_type <> 'membership_session'
             having count(*) > 0"
        }
        InvoiceSeries::Session => {
            "select min(invoice_number), max(invoice_number), count(*) - count(voided_at), count(voided_at) from invoices
             where branch_id = $1 and invoice_date between $2 and $3 and invoice_type = 'membership_session'
             having count(*) > 0"
        }
        InvoiceSeries::CreditNote => {
            "select min(credit_note_number), max(credit_note_number), count(*), cast(0 as bigint) from credit_notes
             where branch_id = $1 and credit_date between $2 and $3
             having count(*) > 0"
        }
    };
    conn.one(sql, params![branch, period.from, period.to])
}
