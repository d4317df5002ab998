//! Invoices, as their customers see them.

use chrono::NaiveDate;
use parlour_domain::ids::{BookingId, BranchId, InvoiceId, UserId};
use parlour_domain::invoice::{InvoiceType, PaymentMethod, PaymentStatus};
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::db::{Conn, DbError};
use crate::{params, row};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    pub id: InvoiceId,
    #[schema(example = "BLR/2627/000042")]
    pub invoice_number: String,
    pub branch_id: BranchId,
    /// None for the purchase of a membership.
    pub booking_id: Option<BookingId>,
    pub customer_id: UserId,
    /// Before offer and gems, GST included.
    pub subtotal_paise: i64,
    pub discount_paise: i64,
    pub taxable_value_paise: i64,
    pub gst_amount_paise: i64,
    pub total_amount_paise: i64,
    pub invoice_type: InvoiceType,
    /// None where nothing was to be paid.
    pub payment_method: Option<PaymentMethod>,
    pub payment_status: PaymentStatus,
    pub gems_earned: i64,
    pub paid_at: Option<Timestamp>,
    /// The day (IST) that decides on tax and financial year.
    pub invoice_date: NaiveDate,
    pub created_at: Timestamp,
}
row! { Invoice {
    id, invoice_number, branch_id, booking_id, customer_id, subtotal_paise, discount_paise, taxable_value_paise,
    gst_amount_paise, total_amount_paise, invoice_type, payment_method, payment_status, gems_earned, paid_at,
    invoice_date, created_at,
} }

/// Where the next page of a newest-first list begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub invoice_date: NaiveDate,
    pub id: InvoiceId,
}

/// A customer's invoices, newest first, from after a position on.
pub fn own_page(
    conn: &mut Conn<'_>,
    customer: &UserId,
    after: Option<&Position>,
    limit: i64,
) -> Result<Vec<Invoice>, DbError> {
    // Before the first page is a day later than all of them.
    let far_future = Timestamp::FAR_FUTURE.utc().date_naive();
    let (invoice_date, id) = after.map_or((far_future, ""), |at| (at.invoice_date, at.id.as_str()));
    conn.all(
        "select id, invoice_number, branch_id, booking_id, customer_id, subtotal_paise, discount_paise,
             taxable_value_paise, gst_amount_paise, total_amount_paise, invoice_type, payment_method, payment_status,
             gems_earned, paid_at, invoice_date, created_at
         from invoices where customer_id = $1 and (invoice_date, id) < ($2, $3)
         order by invoice_date desc, id desc limit $4",
        params![customer, invoice_date, id, limit],
    )
}

/// Where the PDF of an invoice is, once it has been rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pdf {
    pub url: Option<String>,
}
row! { Pdf { url } }

/// Of the customer's own invoice, and nobody else's.
pub fn own_pdf(conn: &mut Conn<'_>, id: &InvoiceId, customer: &UserId) -> Result<Option<Pdf>, DbError> {
    conn.one("select pdf_url from invoices where id = $1 and customer_id = $2", params![id, customer])
}
