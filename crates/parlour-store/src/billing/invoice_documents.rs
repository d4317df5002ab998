//! Data for the PDF of an invoice besides the invoice itself, and the address of the rendered PDF.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, Tx, params, row, select, sql};
use parlour_domain::billing::payment::Payment;
use parlour_domain::customer::Language;
use parlour_domain::ids::{BookingId, InvoiceId, MembershipId, UserId};
use parlour_domain::ist::Timestamp;

use crate::billing::desk_invoices::DeskInvoice;
use crate::billing::invoices::DocumentPdf;

/// What the document of an invoice shows besides the fields that the desk reads: the present branding, phone numbers
/// and UPI account, and the booking or membership of the sale.
#[derive(Debug, Clone)]
pub struct DocumentContext {
    pub branch_phone: Option<String>,
    /// The name that an owner has given the salon.
    pub salon_name: Option<String>,
    /// The last lines of invoices, perhaps empty.
    pub invoice_footer: Option<String>,
    /// Of the branch, else of the primary branch, whose colour the pages have.
    pub brand_colour: Option<String>,
    /// For documents only.
    pub logo: Option<String>,
    /// The address of the uploaded logo of the branch, else of the primary branch.
    pub logo_url: Option<String>,
    pub upi_id: Option<String>,
    pub uncredited_paise: i64,
    /// The payee that a payment app shows.
    pub upi_payee: String,
    pub customer_phone: Option<String>,
    /// The language that the customer has chosen, else that of their profile.
    pub customer_language: Option<Language>,
    /// Legal name and address as they were given on the day.
    pub customer_legal_name: Option<String>,
    pub customer_address: Option<String>,
    /// The address that the customer has given since.
    pub profile_address: Option<String>,
    pub booking_number: Option<String>,
    pub membership: Option<MembershipTerms>,
}
row! { DocumentContext {
    branch_phone: "r.phone", salon_name: "(select n.name from salon_settings n)",
    invoice_footer: "(select n.invoice_footer from salon_settings n)",
    brand_colour: "coalesce(r.brand_colour, (select s.brand_colour from branches s where s.is_primary))",
    logo: "r.logo", logo_url: "coalesce(r.logo_url, (select s.logo_url from branches s where s.is_primary))",
    upi_id: "r.upi_id",
    uncredited_paise: "i.total_amount_paise - i.credited_paise",
    upi_payee: "coalesce(r.upi_name, r.name)", customer_phone: "p.phone",
    customer_language: "coalesce(u.language, p.language)", customer_legal_name: "i.customer_legal_name",
    customer_address: "i.customer_address", profile_address: "p.billing_address", booking_number: "b.booking_number",
    membership: [Option<MembershipTerms>, "m"],
} }

/// The membership that was bought, or whose hours paid for the session.
#[derive(Debug, Clone)]
pub struct MembershipTerms {
    pub membership_number: String,
    pub total_hours_minutes: i64,
    pub used_hours_minutes: i64,
    pub starts_at: Timestamp,
    pub expires_at: Timestamp,
}
row! { MembershipTerms { membership_number, total_hours_minutes, used_hours_minutes, starts_at, expires_at } }

pub fn find_document_context(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<DocumentContext>, DbError> {
    conn.one(
        sql!(
            select!(DocumentContext, ""),
            " from invoices i
                 join branches r on r.id = i.branch_id
                 left join users u on u.id = i.customer_id
                 left join profiles p on p.user_id = i.customer_id
                 left join bookings b on b.id = i.booking_id
                 left join memberships m on m.id = i.membership_id
             where i.id = $1"
        ),
        params![id],
    )
}

/// What hours paid for each service of a booking, in order.
pub fn list_session_minutes(conn: &mut Conn<'_>, booking: &BookingId) -> Result<Vec<i64>, DbError> {
    conn.all_values(
        "select coalesce(membership_minutes, duration_minutes) from booking_services
         where booking_id = $1 order by display_order",
        params![booking],
    )
}

/// The minutes that sessions after this one have taken from the membership.
pub fn sum_later_session_minutes(
    conn: &mut Conn<'_>,
    membership: &MembershipId,
    session: &DeskInvoice,
) -> Result<i64, DbError> {
    conn.number(
        "select cast(coalesce(sum(coalesce(s.membership_minutes, s.duration_minutes)), 0) as bigint)
         from invoices i join booking_services s on s.booking_id = i.booking_id
         where i.membership_id = $1 and i.invoice_type = 'membership_session' and i.voided_at is null
             and (i.created_at, i.id) > ($2, $3)",
        params![membership, session.invoice.created_at, session.invoice.id],
    )
}

/// A credit note as it is printed.
#[derive(Debug, Clone)]
pub struct PrintedCreditNote {
    pub invoice_id: InvoiceId,
    pub credit_note_number: String,
    pub credit_date: NaiveDate,
    pub reason: String,
    pub total_amount_paise: i64,
    pub rounding_paise: i64,
    pub gst_rate_basis_points: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    /// False once the time for correcting the tax is over.
    pub carries_tax: bool,
    pub gems_taken_back: i64,
    pub gems_given_back: i64,
}
row! { PrintedCreditNote {
    invoice_id, credit_note_number, credit_date, reason, total_amount_paise, rounding_paise, gst_rate_basis_points,
    taxable_value_paise, cgst_paise, sgst_paise, carries_tax, gems_taken_back, gems_given_back,
} }

pub fn find_printed_credit_note(conn: &mut Conn<'_>, id: &str) -> Result<Option<PrintedCreditNote>, DbError> {
    conn.one(sql!(select!(PrintedCreditNote, ""), " from credit_notes where id = $1"), params![id])
}

/// What a credit note credits of a line of its invoice.
#[derive(Debug, Clone)]
pub struct PrintedCreditLine {
    pub description: String,
    pub sac: String,
    /// The total of the line on the invoice.
    pub invoiced_paise: i64,
    pub total_amount_paise: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    pub gems_given_back: i64,
}
row! { PrintedCreditLine {
    description: "l.description", sac: "l.sac", invoiced_paise: "l.total_amount_paise", total_amount_paise,
    taxable_value_paise, cgst_paise, sgst_paise, gems_given_back,
} }

pub fn list_printed_credit_lines(conn: &mut Conn<'_>, credit_note: &str) -> Result<Vec<PrintedCreditLine>, DbError> {
    conn.all(
        sql!(
            select!(PrintedCreditLine, "c"),
            " from credit_note_lines c
                 join credit_notes n on n.id = c.credit_note_id
                 join invoice_lines l on l.invoice_id = n.invoice_id and l.line_number = c.line_number
             where c.credit_note_id = $1 order by c.line_number"
        ),
        params![credit_note],
    )
}

pub fn list_printed_refunds(conn: &mut Conn<'_>, credit_note: &str) -> Result<Vec<Payment>, DbError> {
    conn.all(
        sql!(select!(Payment, ""), " from credit_note_refunds where credit_note_id = $1 order by refund_number"),
        params![credit_note],
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

/// The ids of a customer's invoices and credit notes whose PDF is not made yet.
pub fn list_own_missing_pdfs(conn: &mut Conn<'_>, customer: &UserId) -> Result<Vec<String>, DbError> {
    conn.all_values(
        "select id from invoices where customer_id = $1 and pdf_url is null
         union all
         select c.id from credit_notes c join invoices i on i.id = c.invoice_id
         where i.customer_id = $1 and c.pdf_url is null",
        params![customer],
    )
}

/// Stores the PDF's address, unless it has one.
pub fn set_invoice_pdf_url(tx: &mut Tx<'_>, id: &InvoiceId, url: &str) -> Result<(), DbError> {
    tx.run("update invoices set pdf_url = $2 where id = $1 and pdf_url is null", params![id, url])
}

pub fn set_credit_note_pdf_url(tx: &mut Tx<'_>, id: &str, url: &str) -> Result<(), DbError> {
    tx.run("update credit_notes set pdf_url = $2 where id = $1 and pdf_url is null", params![id, url])
}
