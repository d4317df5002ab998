//! Invoices with all fields, for the desk.

use std::collections::HashMap;

use parlour_db::sql_text::TWENTY_PARAMETERS;
use parlour_db::{Conn, DbError, SqlValue, params, row, select, sql};
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{BookingId, InvoiceId, MembershipId, ServiceId, StaffId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::billing::credit_notes::{self, CreditNote};
use crate::billing::invoices::{self, DocumentPdf, Invoice};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskInvoice {
    #[serde(flatten)]
    pub invoice: Invoice,
    /// The membership that was bought, or whose hours paid for the session.
    pub membership_id: Option<MembershipId>,
    /// Seller, customer and offer as they were called on the day.
    pub seller_name: String,
    pub seller_address: String,
    pub seller_gstin: Option<String>,
    /// False if the seller is not registered for GST: then the document is a bill of supply.
    pub gst_registered: bool,
    pub customer_name: String,
    pub customer_gstin: Option<String>,
    pub offer_name: Option<String>,
    /// The value of the services that gems paid for.
    pub redeemed_value_paise: i64,
    pub gems_redeemed: i64,
    #[schema(example = 500)]
    pub gst_rate_basis_points: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    pub has_pdf: bool,
    /// The newest credit note.
    pub credit_note: Option<CreditNote>,
}
row! { DeskInvoice {
    invoice: [Invoice], membership_id, seller_name, seller_address, seller_gstin, gst_registered, customer_name,
    customer_gstin, offer_name: "offer_name_snapshot", redeemed_value_paise, gems_redeemed, gst_rate_basis_points,
    cgst_paise, sgst_paise, has_pdf: "i.pdf_url is not null"; credit_note,
} }

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceLine {
    /// From 1.
    pub line_number: i64,
    pub service_id: Option<ServiceId>,
    pub staff_id: Option<StaffId>,
    pub description: String,
    #[schema(example = "999721")]
    pub sac: String,
    /// Before offer and gems, GST included.
    pub price_paise: i64,
    pub discount_paise: i64,
    pub redeemed_value_paise: i64,
    pub gems_redeemed: i64,
    pub total_amount_paise: i64,
    pub gst_rate_basis_points: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
}
row! { InvoiceLine { line_number, service_id, staff_id, description, sac, price_paise, discount_paise,
    redeemed_value_paise, gems_redeemed, total_amount_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise,
    sgst_paise,
} }

/// As many as a usual page has: one statement reads them.
const INVOICES_PER_STATEMENT: usize = 20;

/// Reads the invoices in the order of `ids`. Unknown ids are left out.
pub(crate) fn read_invoices(conn: &mut Conn<'_>, ids: &[InvoiceId]) -> Result<Vec<DeskInvoice>, DbError> {
    let mut found = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(INVOICES_PER_STATEMENT) {
        // Unused parameters are empty texts, which match no id.
        let ids: [&str; INVOICES_PER_STATEMENT] = std::array::from_fn(|at| chunk.get(at).map_or("", InvoiceId::as_str));
        let mut rows = conn.all::<DeskInvoice>(
            sql!(select!(DeskInvoice, "i"), " from invoices i where i.id in (", TWENTY_PARAMETERS, ")"),
            &ids.map(SqlValue::Text),
        )?;
        invoices::read_payments(conn, rows.iter_mut().map(|row| &mut row.invoice).collect())?;
        found.extend(rows.into_iter().map(|row| (row.invoice.id.clone(), row)));
    }
    for note in credit_notes::list_by_invoices(conn, ids)? {
        if let Some(row) = found.get_mut(&note.invoice_id) {
            row.invoice.credit_notes.push((&note).into());
            row.credit_note = Some(note);
        }
    }
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

pub fn by_id(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<DeskInvoice>, DbError> {
    Ok(read_invoices(conn, std::slice::from_ref(id))?.pop())
}

pub fn list_lines(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Vec<InvoiceLine>, DbError> {
    conn.all(
        sql!(select!(InvoiceLine, ""), " from invoice_lines where invoice_id = $1 order by line_number"),
        params![id],
    )
}

pub fn find_pdf(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<DocumentPdf>, DbError> {
    conn.one(sql!(select!(DocumentPdf, ""), " from invoices where id = $1"), params![id])
}

/// Whom an invoice would be sent to.
#[derive(Debug, Clone)]
pub struct InvoiceRecipient {
    pub customer_id: UserId,
    pub booking_id: Option<BookingId>,
    /// None, too, for an address that nobody has verified.
    pub email: Option<EmailAddress>,
}
row! { InvoiceRecipient { customer_id, booking_id, email: "case when u.email_folded is not null then u.email end" } }

pub fn find_recipient(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<InvoiceRecipient>, DbError> {
    conn.one(
        sql!(
            select!(InvoiceRecipient, "i"),
            " from invoices i join users u on u.id = i.customer_id
             where i.id = $1"
        ),
        params![id],
    )
}
