//! Bookings: bookings with their services, and what was billed for them.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, Tx, params, row, select, sql};
use parlour_domain::billing::gst::TaxSplit;
use parlour_domain::billing::invoice::{InvoiceSeries, PaymentMethod};
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, BranchId, InvoiceId, ServiceId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_domain::text::fold_case;

use super::insert_statement::insert_rows;
use crate::branches::branch_records::Seller;
use crate::reports::kept_days;

/// What can be booked.
#[derive(Debug, Clone)]
pub struct BulkService {
    pub id: ServiceId,
    pub service_type: ServiceType,
    pub name: String,
    pub sac: String,
    pub price_paise: i64,
    pub duration_minutes: i64,
    pub buffer_minutes: i64,
}
row! { BulkService { id, service_type: "c.service_type", name, sac, price_paise, duration_minutes, buffer_minutes } }

pub fn list_active_services(conn: &mut Conn<'_>) -> Result<Vec<BulkService>, DbError> {
    conn.all(
        sql!(
            select!(BulkService, "s"),
            " from services s join service_categories c on c.id = s.category_id
             where s.is_active and c.is_active order by s.slug"
        ),
        params![],
    )
}

/// A booking with its services and its invoice.
#[derive(Debug, Clone)]
pub struct BulkBooking {
    pub id: BookingId,
    pub booking_number: String,
    pub branch_id: BranchId,
    pub customer_id: UserId,
    pub status: BookingStatus,
    pub service_type: ServiceType,
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    pub end_time: NaiveTime,
    pub total_paise: i64,
    pub total_minutes: i64,
    pub notes: Option<&'static str>,
    pub is_walkin: bool,
    pub created_at: Timestamp,
    pub confirmed_at: Option<Timestamp>,
    /// When it was completed, cancelled, rejected or missed, as the status says.
    pub ended_at: Option<Timestamp>,
    pub end_reason: Option<&'static str>,
    pub is_late_cancellation: bool,
    pub lines: Vec<BulkBookingLine>,
    pub bill: Option<BulkInvoice>,
}

#[derive(Debug, Clone)]
pub struct BulkBookingLine {
    pub id: String,
    pub service: Arc<BulkService>,
    pub staff_id: Option<StaffId>,
    /// From 0.
    pub place: i64,
    /// From 1.
    pub number: i64,
    pub tax: TaxSplit,
}

/// What was paid at the counter.
#[derive(Debug, Clone)]
pub struct BulkInvoice {
    pub id: InvoiceId,
    pub number: String,
    pub seller: Arc<Seller>,
    pub customer_name: Arc<str>,
    pub search_text: String,
    pub invoice_date: NaiveDate,
    pub rate_basis_points: i64,
    pub tax: TaxSplit,
    pub gst_paise: i64,
    pub payment_method: PaymentMethod,
    pub gems_earned: i64,
    pub paid_at: Timestamp,
}

impl BulkInvoice {
    /// The text by which the invoice list finds an invoice.
    pub fn search_text(number: &str, customer_name: &str) -> String {
        fold_case(&format!("{number}\n{customer_name}"))
    }
}

impl BulkBooking {
    fn ended_as(&self, status: BookingStatus) -> Option<Timestamp> {
        self.ended_at.filter(|_| self.status == status)
    }

    fn reason_as(&self, status: BookingStatus) -> Option<&'static str> {
        self.end_reason.filter(|_| self.status == status)
    }
}

/// A booking's columns that follow from its status.
struct EndColumns {
    completed_at: Option<Timestamp>,
    cancelled_at: Option<Timestamp>,
    rejected_at: Option<Timestamp>,
    noshow_at: Option<Timestamp>,
    cancellation_reason: Option<&'static str>,
    rejection_reason: Option<&'static str>,
    updated_at: Timestamp,
}

impl EndColumns {
    fn of(booking: &BulkBooking) -> Self {
        let latest = booking.ended_at.or(booking.confirmed_at).unwrap_or(booking.created_at);
        Self {
            completed_at: booking.ended_as(BookingStatus::Completed),
            cancelled_at: booking.ended_as(BookingStatus::Cancelled),
            rejected_at: booking.ended_as(BookingStatus::Rejected),
            noshow_at: booking.ended_as(BookingStatus::NoShow),
            cancellation_reason: booking.reason_as(BookingStatus::Cancelled),
            rejection_reason: booking.reason_as(BookingStatus::Rejected),
            updated_at: latest,
        }
    }
}

pub fn insert_bookings_with_invoices(tx: &mut Tx<'_>, bookings: &[BulkBooking]) -> Result<(), DbError> {
    let days: BTreeSet<(&BranchId, NaiveDate)> =
        with_invoices(bookings).map(|(booking, bill)| (&booking.branch_id, bill.invoice_date)).collect();
    days.into_iter().try_for_each(|(branch, day)| kept_days::forget(tx, branch, day))?;
    insert_bookings(tx, bookings)?;
    insert_services(tx, bookings)?;
    insert_invoices(tx, bookings)?;
    insert_invoice_lines(tx, bookings)?;
    insert_payments(tx, bookings)
}

fn insert_bookings(tx: &mut Tx<'_>, bookings: &[BulkBooking]) -> Result<(), DbError> {
    let end_columns: Vec<EndColumns> = bookings.iter().map(EndColumns::of).collect();
    insert_rows! { tx, "bookings", bookings.iter().zip(&end_columns), |(booking, end_columns)| {
        id: booking.id, booking_number: booking.booking_number, branch_id: booking.branch_id,
        customer_id: booking.customer_id, status: booking.status, service_type: booking.service_type,
        booking_date: booking.booking_date, start_time: booking.start_time, end_time: booking.end_time,
        total_amount_paise: booking.total_paise, total_duration_minutes: booking.total_minutes, notes: booking.notes,
        is_walkin: booking.is_walkin, requested_at: booking.created_at, confirmed_at: booking.confirmed_at,
        completed_at: end_columns.completed_at, cancelled_at: end_columns.cancelled_at,
        rejected_at: end_columns.rejected_at, noshow_at: end_columns.noshow_at,
        noshow_counted_at: end_columns.noshow_at, cancellation_reason: end_columns.cancellation_reason,
        rejection_reason: end_columns.rejection_reason, is_late_cancellation: booking.is_late_cancellation,
        created_at: booking.created_at, updated_at: end_columns.updated_at,
    } }
}

fn insert_services(tx: &mut Tx<'_>, bookings: &[BulkBooking]) -> Result<(), DbError> {
    let rows = bookings.iter().flat_map(|booking| booking.lines.iter().map(move |line| (booking, line)));
    insert_rows! { tx, "booking_services", rows, |(booking, line)| {
        id: line.id, booking_id: booking.id, booking_date: booking.booking_date, service_id: line.service.id,
        staff_id: line.staff_id, service_name_snapshot: line.service.name,
        price_at_booking_paise: line.service.price_paise, duration_minutes: line.service.duration_minutes,
        buffer_minutes: line.service.buffer_minutes, display_order: line.place,
    } }
}

fn with_invoices(bookings: &[BulkBooking]) -> impl Iterator<Item = (&BulkBooking, &BulkInvoice)> {
    bookings.iter().filter_map(|booking| Some((booking, booking.bill.as_ref()?)))
}

fn insert_invoices(tx: &mut Tx<'_>, bookings: &[BulkBooking]) -> Result<(), DbError> {
    insert_rows! { tx, "invoices", with_invoices(bookings), |(booking, bill)| {
        id: bill.id, invoice_number: bill.number, invoice_type: "service", invoice_date: bill.invoice_date,
        branch_id: booking.branch_id, booking_id: booking.id, customer_id: booking.customer_id,
        seller_name: bill.seller.name, seller_address: bill.seller.address, seller_gstin: bill.seller.gstin,
        gst_registered: bill.seller.gst_registered, customer_name: *bill.customer_name, search_text: bill.search_text,
        subtotal_paise: booking.total_paise, total_amount_paise: booking.total_paise,
        gst_rate_basis_points: bill.rate_basis_points, taxable_value_paise: bill.tax.taxable_value_paise,
        cgst_paise: bill.tax.cgst_paise, sgst_paise: bill.tax.sgst_paise, gst_amount_paise: bill.gst_paise,
        payment_method: bill.payment_method, gems_earned: bill.gems_earned, paid_at: bill.paid_at,
        created_at: bill.paid_at,
    } }
}

fn insert_invoice_lines(tx: &mut Tx<'_>, bookings: &[BulkBooking]) -> Result<(), DbError> {
    let rows = with_invoices(bookings).flat_map(|(booking, bill)| booking.lines.iter().map(move |line| (bill, line)));
    insert_rows! { tx, "invoice_lines", rows, |(bill, line)| {
        invoice_id: bill.id, line_number: line.number, service_id: line.service.id, staff_id: line.staff_id,
        description: line.service.name, sac: line.service.sac, price_paise: line.service.price_paise,
        total_amount_paise: line.service.price_paise, gst_rate_basis_points: bill.rate_basis_points,
        taxable_value_paise: line.tax.taxable_value_paise, cgst_paise: line.tax.cgst_paise,
        sgst_paise: line.tax.sgst_paise,
    } }
}

/// Each invoice is paid in one payment; nothing is paid where nothing is due.
fn insert_payments(tx: &mut Tx<'_>, bookings: &[BulkBooking]) -> Result<(), DbError> {
    let paid = with_invoices(bookings).filter(|(booking, _)| booking.total_paise > 0);
    insert_rows! { tx, "invoice_payments", paid, |(booking, bill)| {
        invoice_id: bill.id, payment_number: 1_i64, method: bill.payment_method, amount_paise: booking.total_paise,
    } }
}

/// Sets the counter, so that later bookings get the numbers after the inserted ones.
pub fn set_booking_counter(
    tx: &mut Tx<'_>,
    branch: &BranchId,
    month: &str,
    kind: ServiceType,
    last_number: i64,
) -> Result<(), DbError> {
    tx.run(
        "insert into booking_counters (branch_id, month, service_type, last_number) values ($1, $2, $3, $4)
         on conflict (branch_id, month, service_type) do update set last_number = excluded.last_number",
        params![branch, month, kind, last_number],
    )
}

/// Sets the counter, so that later invoices get the numbers after the inserted ones.
pub fn set_invoice_counter(
    tx: &mut Tx<'_>,
    branch: &BranchId,
    financial_year: &str,
    last_number: i64,
) -> Result<(), DbError> {
    tx.run(
        "insert into invoice_counters (branch_id, financial_year, series, last_number) values ($1, $2, $3, $4)
         on conflict (branch_id, financial_year, series) do update set last_number = excluded.last_number",
        params![branch, financial_year, InvoiceSeries::Invoice, last_number],
    )
}
