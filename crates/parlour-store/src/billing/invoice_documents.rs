//! Data for the PDF of an invoice besides the invoice itself, and the address of the rendered PDF.

use parlour_domain::ids::{BookingId, InvoiceId, UserId};

use crate::billing::invoices::DocumentPdf;
use crate::db::{Conn, DbError, Tx, select, sql};
use crate::{params, row};

/// The present branding and phone numbers, and the booking or membership number of the sale.
#[derive(Debug, Clone)]
pub struct DocumentContext {
    pub branch_phone: Option<String>,
    pub brand_colour: Option<String>,
    pub logo: Option<String>,
    pub customer_phone: Option<String>,
    pub booking_number: Option<String>,
    pub membership_number: Option<String>,
}
row! { DocumentContext {
    branch_phone: "r.phone", brand_colour: "r.brand_colour", logo: "r.logo", customer_phone: "p.phone", booking_number: "b.booking_number", membership_number: "m.membership_number",
} }

pub fn find_document_context(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<DocumentContext>, DbError> {
    conn.one(
        sql!(
            select!(DocumentContext, ""),
            " from invoices i
                 join branches r on r.id = i.branch_id
                 left join profiles p on p.user_id = i.customer_id
                 left join bookings b on b.id = i.booking_id
                 left join memberships m on m.id = i.membership_id
             where i.id = $1"
        ),
        params![id],
    )
}

/// The duration of each service of a booking, in order.
pub fn list_service_minutes(conn: &mut Conn<'_>, booking: &BookingId) -> Result<Vec<i64>, DbError> {
    conn.all_values(
        "select duration_minutes from booking_services where booking_id = $1 order by display_order",
        params![booking],
    )
}

/// The newest invoice of a booking: it has several if it was reopened.
pub fn find_invoice_of_booking(conn: &mut Conn<'_>, booking: &BookingId) -> Result<Option<InvoiceId>, DbError> {
    conn.one_value(
        "select id from invoices where booking_id = $1
         order by superseded_at is not null, superseded_at desc, created_at desc limit 1",
        params![booking],
    )
}

/// The PDF of a credit note of this invoice: of the named one, or else of the newest.
pub fn find_credit_note_pdf(
    conn: &mut Conn<'_>,
    invoice: &InvoiceId,
    note: Option<&str>,
) -> Result<Option<DocumentPdf>, DbError> {
    conn.one(
        "select id, credit_note_number, pdf_url from credit_notes where invoice_id = $1 and ($2 = '' or id = $2)
         order by created_at desc, credit_note_number desc limit 1",
        params![invoice, note.unwrap_or_default()],
    )
}

/// The PDF of a credit note, the named one or else the newest, if the invoice is this customer's.
pub fn find_own_credit_note_pdf(
    conn: &mut Conn<'_>,
    invoice: &InvoiceId,
    note: Option<&str>,
    customer: &UserId,
) -> Result<Option<DocumentPdf>, DbError> {
    conn.one(
        "select c.id, c.credit_note_number, c.pdf_url from credit_notes c join invoices i on i.id = c.invoice_id
         where c.invoice_id = $1 and ($2 = '' or c.id = $2) and i.customer_id = $3
         order by c.created_at desc, c.credit_note_number desc limit 1",
        params![invoice, note.unwrap_or_default(), customer],
    )
}

/// Stores the PDF's address, unless it has one.
pub fn set_invoice_pdf_url(tx: &mut Tx<'_>, id: &InvoiceId, url: &str) -> Result<(), DbError> {
    tx.run("update invoices set pdf_url = $2 where id = $1 and pdf_url is null", params![id, url])
}

pub fn set_credit_note_pdf_url(tx: &mut Tx<'_>, id: &str, url: &str) -> Result<(), DbError> {
    tx.run("update credit_notes set pdf_url = $2 where id = $1 and pdf_url is null", params![id, url])
}
