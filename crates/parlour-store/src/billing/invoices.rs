//! Invoices and their lines. They are written once and never changed.

use chrono::NaiveDate;
use parlour_db::{AsSqlValue, Conn, CounterStatements, DbError, SqlValue, Tx, insert, params, row, select, sql};
use parlour_domain::billing::gst::{GstRate, TaxSplit};
use parlour_domain::billing::invoice::{InvoiceSeries, InvoiceType, PaymentMethod, PaymentStatus, pdf_storage_key};
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::{BookingId, BranchId, InvoiceId, MembershipId, OfferId, ServiceId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::text::fold_case;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::billing::credit_notes::{self, ListedCreditNote};
use crate::billing::payments;
use crate::branches::branch_records::Seller;
use crate::reports::kept_days;

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
    /// Why the desk gave a discount by hand.
    pub discount_reason: Option<String>,
    /// Who gave it.
    pub discounted_by: Option<UserId>,
    pub taxable_value_paise: i64,
    pub gst_amount_paise: i64,
    /// What was added to get a whole number of rupees; it is not taxed.
    pub rounding_paise: i64,
    pub total_amount_paise: i64,
    /// The sum of its credit notes.
    pub credited_paise: i64,
    pub invoice_type: InvoiceType,
    /// Of the largest payment. Null in the database for a session slip, where nothing is paid; it is read as `cash`.
    #[serde(serialize_with = "cash_if_unpaid")]
    #[schema(value_type = PaymentMethod)]
    pub payment_method: Option<PaymentMethod>,
    pub payment_status: PaymentStatus,
    pub gems_earned: i64,
    pub paid_at: Option<Timestamp>,
    /// The day (IST) that decides on tax and financial year.
    pub invoice_date: NaiveDate,
    /// When the session of the slip was reversed.
    pub voided_at: Option<Timestamp>,
    pub created_at: Timestamp,
    /// In the order in which they were listed; none where nothing was due.
    pub payments: Vec<Payment>,
    /// Oldest first.
    pub credit_notes: Vec<ListedCreditNote>,
}
#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference to the field")]
fn cash_if_unpaid<S: Serializer>(method: &Option<PaymentMethod>, serializer: S) -> Result<S::Ok, S::Error> {
    method.unwrap_or(PaymentMethod::Cash).serialize(serializer)
}

row! { Invoice {
    id, invoice_number, branch_id, booking_id, customer_id, subtotal_paise, discount_paise, discount_reason,
    discounted_by, taxable_value_paise, gst_amount_paise, rounding_paise, total_amount_paise, credited_paise,
    invoice_type, payment_method, payment_status, gems_earned, paid_at, invoice_date, voided_at, created_at;
    payments, credit_notes
} }

/// Where the next page of a newest-first list begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceCursor {
    pub invoice_date: NaiveDate,
    pub id: InvoiceId,
}
parlour_db::cursor! { InvoiceCursor { invoice_date, id } }

/// A customer's invoices, newest first, from after a position on.
pub fn own_page(
    conn: &mut Conn<'_>,
    customer: &UserId,
    after: Option<&InvoiceCursor>,
    limit: i64,
) -> Result<Vec<Invoice>, DbError> {
    // The first page starts at a day after all invoices.
    let far_future = Timestamp::FAR_FUTURE.utc().date_naive();
    let (invoice_date, id) = after.map_or((far_future, ""), |at| (at.invoice_date, at.id.as_str()));
    let mut invoices = conn.all::<Invoice>(
        sql!(
            select!(Invoice, ""),
            " from invoices where customer_id = $1 and (invoice_date, id) < ($2, $3)
             order by invoice_date desc, id desc limit $4"
        ),
        params![customer, invoice_date, id, limit],
    )?;
    read_payments(conn, invoices.iter_mut().collect())?;
    let ids: Vec<InvoiceId> = invoices.iter().map(|invoice| invoice.id.clone()).collect();
    let mut notes = credit_notes::list_names_by_invoices(conn, &ids)?;
    for invoice in &mut invoices {
        invoice.credit_notes = notes.remove(&invoice.id).unwrap_or_default();
    }
    Ok(invoices)
}

/// Reads the payments of invoices that have been read without them.
pub(crate) fn read_payments(conn: &mut Conn<'_>, invoices: Vec<&mut Invoice>) -> Result<(), DbError> {
    let ids: Vec<&InvoiceId> = invoices.iter().map(|invoice| &invoice.id).collect();
    let mut found = payments::list_payments_by_invoice(conn, &ids)?;
    for invoice in invoices {
        invoice.payments = found.remove(&invoice.id).unwrap_or_default();
    }
    Ok(())
}

/// The invoice of a booking, as the page of the booking names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingInvoice {
    pub id: InvoiceId,
    pub invoice_number: String,
    pub total_amount_paise: i64,
    pub gems_earned: i64,
}
row! { BookingInvoice { id, invoice_number, total_amount_paise, gems_earned } }

/// The newest invoice of a customer's booking: it has several if it was reopened.
pub fn find_own_by_booking(
    conn: &mut Conn<'_>,
    booking: &BookingId,
    customer: &UserId,
) -> Result<Option<BookingInvoice>, DbError> {
    conn.one(
        sql!(
            select!(BookingInvoice, ""),
            " from invoices where booking_id = $1 and customer_id = $2
             order by superseded_at is not null, superseded_at desc, created_at desc limit 1"
        ),
        params![booking, customer],
    )
}

/// The PDF of an invoice or a credit note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentPdf {
    pub id: String,
    pub number: String,
    /// The permanent address of the PDF. `None` until it is rendered.
    pub url: Option<String>,
}
row! { DocumentPdf { id, number: "invoice_number", url: "pdf_url" } }

impl DocumentPdf {
    /// The storage key of the PDF, whether it is rendered or not.
    pub fn file_name(&self) -> String {
        pdf_storage_key(&self.number, &self.id)
    }
}

/// The PDF of the customer's own invoice.
pub fn find_own_pdf(conn: &mut Conn<'_>, id: &InvoiceId, customer: &UserId) -> Result<Option<DocumentPdf>, DbError> {
    conn.one(sql!(select!(DocumentPdf, ""), " from invoices where id = $1 and customer_id = $2"), params![id, customer])
}

const INVOICE_COUNTERS: CounterStatements = CounterStatements {
    table: "invoice_counters",
    count: "insert into invoice_counters (branch_id, financial_year, series, last_number) values ($1, $2, $3, 1)
         on conflict (branch_id, financial_year, series) do update set last_number = invoice_counters.last_number + 1
         returning last_number",
    count_to_expected:
        "insert into invoice_counters (branch_id, financial_year, series, last_number) values ($1, $2, $3, $4)
         on conflict (branch_id, financial_year, series) do update
         set last_number = case when invoice_counters.last_number = $4 - 1 then $4 else 0 end",
};

/// The next number of a branch, financial year and series. Other transactions wait for theirs until this one ends,
/// so a number that is not used after all is given to the next.
pub fn next_invoice_number(
    tx: &mut Tx<'_>,
    branch: &BranchId,
    financial_year: &str,
    series: InvoiceSeries,
) -> Result<i64, DbError> {
    tx.take_number(&INVOICE_COUNTERS, [branch.as_sql_value(), SqlValue::Text(financial_year), series.as_sql_value()])
}

/// Whom an invoice is made out to.
#[derive(Debug, Clone)]
pub struct Buyer {
    pub name: String,
    pub gstin: Option<String>,
    pub legal_name: Option<String>,
    pub billing_address: Option<String>,
}
row! { Buyer { name, gstin: "p.gstin", legal_name: "p.legal_name", billing_address: "p.billing_address" } }

/// Also someone who was erased during the booking: it is billed anyway.
pub fn find_buyer(conn: &mut Conn<'_>, customer: &UserId) -> Result<Option<Buyer>, DbError> {
    conn.one(
        sql!(select!(Buyer, "u"), " from users u left join profiles p on p.user_id = u.id where u.id = $1"),
        params![customer],
    )
}

/// The columns of an invoice that are not fields of `Invoice`.
#[derive(Debug, Clone)]
pub struct InvoiceDetails<'a> {
    pub membership_id: Option<&'a MembershipId>,
    pub seller: &'a Seller,
    pub buyer: &'a Buyer,
    pub offer: Option<(&'a OfferId, &'a str)>,
    pub redeemed_value_paise: i64,
    pub gems_redeemed: i64,
    pub rate: GstRate,
    pub tax: TaxSplit,
}

/// Inserts an invoice without its lines, payments and tips, which follow in the same transaction and count on its day.
pub fn insert(tx: &mut Tx<'_>, invoice: &Invoice, more: &InvoiceDetails<'_>) -> Result<(), DbError> {
    if invoice.invoice_date < invoice.created_at.ist_date() {
        kept_days::forget(tx, &invoice.branch_id, invoice.invoice_date)?;
    }
    let search_text = fold_case(&format!("{}\n{}", invoice.invoice_number, more.buyer.name));
    insert! { tx.run, "invoices", invoice {
        id, invoice_number, invoice_type, invoice_date, branch_id, booking_id, membership_id: more.membership_id,
        customer_id, seller_name: more.seller.name, seller_address: more.seller.address,
        seller_gstin: more.seller.gstin, gst_registered: more.seller.gst_registered,
        customer_name: more.buyer.name, customer_gstin: more.buyer.gstin, customer_legal_name: more.buyer.legal_name,
        customer_address: more.buyer.billing_address, search_text: search_text,
        offer_id: more.offer.map(|(id, _)| id), offer_name_snapshot: more.offer.map(|(_, name)| name), subtotal_paise,
        discount_paise, discount_reason, discounted_by, redeemed_value_paise: more.redeemed_value_paise,
        rounding_paise, total_amount_paise,
        gst_rate_basis_points: more.rate.as_basis_points(), taxable_value_paise, cgst_paise: more.tax.cgst_paise,
        sgst_paise: more.tax.sgst_paise, gst_amount_paise, payment_method, payment_status, gems_earned,
        gems_redeemed: more.gems_redeemed, paid_at, created_at,
    } }
}

/// One line of an invoice.
#[derive(Debug, Clone)]
pub struct NewInvoiceLine<'a> {
    pub service_id: Option<&'a ServiceId>,
    pub staff_id: Option<&'a StaffId>,
    pub description: &'a str,
    pub sac: &'a str,
    pub price_paise: i64,
    pub discount_paise: i64,
    pub redeemed_value_paise: i64,
    pub gems_redeemed: i64,
    pub tax: TaxSplit,
}

impl NewInvoiceLine<'_> {
    pub fn total_paise(&self) -> i64 {
        self.price_paise - self.discount_paise - self.redeemed_value_paise
    }
}

pub fn insert_line(
    tx: &mut Tx<'_>,
    invoice: &InvoiceId,
    number: i64,
    line: &NewInvoiceLine<'_>,
    rate: GstRate,
) -> Result<(), DbError> {
    insert! { tx.run, "invoice_lines", line {
        invoice_id: invoice, line_number: number, service_id, staff_id, description, sac, price_paise, discount_paise,
        redeemed_value_paise, gems_redeemed, total_amount_paise: line.total_paise(),
        gst_rate_basis_points: rate.as_basis_points(), taxable_value_paise: line.tax.taxable_value_paise,
        cgst_paise: line.tax.cgst_paise, sgst_paise: line.tax.sgst_paise,
    } }
}
