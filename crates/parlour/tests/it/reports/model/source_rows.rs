//! The rows themselves, every one.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, params, row};
use parlour_domain::ist::Timestamp;
use parlour_testkit::TestSalon;

#[derive(Debug)]
pub(super) struct Invoice {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) day: NaiveDate,
    pub(super) branch: String,
    pub(super) booking: Option<String>,
    pub(super) membership: Option<String>,
    pub(super) customer: String,
    pub(super) subtotal: i64,
    pub(super) discount: i64,
    pub(super) redeemed: i64,
    pub(super) taxable: i64,
    pub(super) gst: i64,
    pub(super) total: i64,
    pub(super) method: Option<String>,
    pub(super) status: String,
    pub(super) number: String,
    pub(super) rate: i64,
    pub(super) cgst: i64,
    pub(super) rounding: i64,
    pub(super) credited: i64,
    pub(super) discount_reason: Option<String>,
    pub(super) voided_at: Option<Timestamp>,
    pub(super) superseded_at: Option<Timestamp>,
    pub(super) gstin: Option<String>,
    pub(super) name: String,
    pub(super) legal_name: Option<String>,
    pub(super) seller_gstin: Option<String>,
}
row! { Invoice {
    id, kind, day, branch, booking, membership, customer, subtotal, discount, redeemed, taxable, gst, total, method,
    status, number, rate, cgst, rounding, credited, discount_reason, voided_at, superseded_at, gstin, name,
    legal_name, seller_gstin,
} }

#[derive(Debug)]
pub(super) struct Line {
    pub(super) invoice: String,
    pub(super) number: i64,
    pub(super) service: Option<String>,
    pub(super) staff: Option<String>,
    pub(super) sac: String,
    pub(super) rate: i64,
    pub(super) taxable: i64,
    pub(super) cgst: i64,
    pub(super) sgst: i64,
    pub(super) total: i64,
}
row! { Line { invoice, number, service, staff, sac, rate, taxable, cgst, sgst, total } }

#[derive(Debug)]
pub(super) struct CreditNote {
    pub(super) invoice: String,
    pub(super) branch: String,
    pub(super) day: NaiveDate,
    pub(super) taxable: i64,
    pub(super) gst: i64,
    pub(super) total: i64,
    pub(super) id: String,
    pub(super) number: String,
    pub(super) rate: i64,
    pub(super) cgst: i64,
    pub(super) rounding: i64,
    pub(super) carries_tax: bool,
    pub(super) is_last: bool,
}
row! { CreditNote {
    invoice, branch, day, taxable, gst, total, id, number, rate, cgst, rounding, carries_tax, is_last,
} }

#[derive(Debug)]
pub(super) struct CreditedLine {
    pub(super) note: String,
    pub(super) number: i64,
    pub(super) taxable: i64,
    pub(super) cgst: i64,
    pub(super) sgst: i64,
    pub(super) total: i64,
}
row! { CreditedLine { note, number, taxable, cgst, sgst, total } }

/// A payment of an invoice, or a refund of a credit note.
#[derive(Debug)]
pub(super) struct Amount {
    pub(super) document: String,
    pub(super) method: String,
    pub(super) paise: i64,
}
row! { Amount { document, method, paise } }

#[derive(Debug)]
pub(super) struct Tip {
    pub(super) branch: String,
    pub(super) staff: String,
    pub(super) day: NaiveDate,
    pub(super) method: String,
    pub(super) paise: i64,
}
row! { Tip { branch, staff, day, method, paise } }

#[derive(Debug)]
pub(super) struct CashMovement {
    pub(super) id: String,
    pub(super) branch: String,
    pub(super) day: NaiveDate,
    pub(super) paise: i64,
    pub(super) at: Timestamp,
}
row! { CashMovement { id, branch, day, paise, at } }

#[derive(Debug)]
pub(super) struct DayClose {
    pub(super) id: String,
    pub(super) branch: String,
    pub(super) day: NaiveDate,
    pub(super) float: i64,
    pub(super) counted: i64,
    pub(super) expected: i64,
    pub(super) at: Timestamp,
    pub(super) reopened_at: Option<Timestamp>,
}
row! { DayClose { id, branch, day, float, counted, expected, at, reopened_at } }

#[derive(Debug)]
pub(super) struct Membership {
    pub(super) id: String,
    pub(super) tier: String,
    pub(super) minutes: i64,
    pub(super) price: i64,
    pub(super) expires_at: Timestamp,
    pub(super) ended_at: Option<Timestamp>,
    pub(super) invoice: String,
}
row! { Membership { id, tier, minutes, price, expires_at, ended_at, invoice } }

#[derive(Debug)]
pub(super) struct Booking {
    pub(super) id: String,
    pub(super) minutes: i64,
}
row! { Booking { id, minutes } }

#[derive(Debug)]
pub(super) struct Lead {
    pub(super) source: Option<String>,
    pub(super) medium: Option<String>,
    pub(super) campaign: Option<String>,
    pub(super) booking: Option<String>,
    pub(super) captured: Timestamp,
    pub(super) contacted: Option<Timestamp>,
    pub(super) followed_up: Option<Timestamp>,
    pub(super) booked: Option<Timestamp>,
    pub(super) won: Option<Timestamp>,
    pub(super) lost: Option<Timestamp>,
}
row! { Lead { source, medium, campaign, booking, captured, contacted, followed_up, booked, won, lost } }

#[derive(Debug)]
pub(super) struct Service {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) category: String,
    pub(super) kind: String,
}
row! { Service { id, name, category, kind } }

#[derive(Debug)]
pub(super) struct SourceRows {
    pub(super) invoices: Vec<Invoice>,
    pub(super) lines: Vec<Line>,
    pub(super) credit_notes: Vec<CreditNote>,
    pub(super) credited_lines: Vec<CreditedLine>,
    pub(super) payments: Vec<Amount>,
    pub(super) refunds: Vec<Amount>,
    pub(super) tips: Vec<Tip>,
    pub(super) movements: Vec<CashMovement>,
    pub(super) closes: Vec<DayClose>,
    pub(super) memberships: Vec<Membership>,
    pub(super) bookings: Vec<Booking>,
    pub(super) leads: Vec<Lead>,
    pub(super) services: Vec<Service>,
    /// Id and name.
    pub(super) staff: Vec<(String, String)>,
}

pub(super) async fn read_source_rows(salon: &TestSalon) -> SourceRows {
    salon.app.db.read(read_all).await.unwrap()
}

fn read_all(conn: &mut Conn<'_>) -> Result<SourceRows, DbError> {
    Ok(SourceRows {
        invoices: conn.all(
            "select id, invoice_type, invoice_date, branch_id, booking_id, membership_id, customer_id, subtotal_paise,
                 discount_paise, redeemed_value_paise, taxable_value_paise, gst_amount_paise, total_amount_paise,
                 payment_method, payment_status, invoice_number, gst_rate_basis_points, cgst_paise, rounding_paise,
                 credited_paise, discount_reason, voided_at, superseded_at, customer_gstin, customer_name,
                 customer_legal_name, seller_gstin
             from invoices",
            params![],
        )?,
        lines: conn.all(
            "select invoice_id, line_number, service_id, staff_id, sac, gst_rate_basis_points, taxable_value_paise, cgst_paise,
                 sgst_paise, total_amount_paise from invoice_lines",
            params![],
        )?,
        credit_notes: conn.all(
            "select invoice_id, branch_id, credit_date, taxable_value_paise, gst_amount_paise, total_amount_paise, id,
                 credit_note_number, gst_rate_basis_points, cgst_paise, rounding_paise, carries_tax, is_last
             from credit_notes",
            params![],
        )?,
        credited_lines: conn.all(
            "select credit_note_id, line_number, taxable_value_paise, cgst_paise, sgst_paise, total_amount_paise
             from credit_note_lines",
            params![],
        )?,
        payments: conn.all("select invoice_id, method, amount_paise from invoice_payments", params![])?,
        refunds: conn.all("select credit_note_id, method, amount_paise from credit_note_refunds", params![])?,
        tips: conn.all("select branch_id, staff_id, tip_date, method, amount_paise from tips", params![])?,
        movements: conn
            .all("select id, branch_id, movement_date, amount_paise, created_at from cash_movements", params![])?,
        closes: conn.all(
            "select id, branch_id, close_date, opening_float_paise, counted_cash_paise, expected_cash_paise, closed_at,
                 reopened_at
             from day_closes",
            params![],
        )?,
        memberships: conn.all(
            "select id, tier_id, total_hours_minutes, price_paid_paise, expires_at, ended_at, invoice_id
             from memberships",
            params![],
        )?,
        bookings: conn.all("select id, total_duration_minutes from bookings", params![])?,
        leads: conn.all(
            "select utm_source, utm_medium, utm_campaign, converted_booking_id, created_at, first_contacted_at,
                 followed_up_at, booked_at, won_at, lost_at from leads",
            params![],
        )?,
        services: conn.all(
            "select s.id, s.name, c.name, c.service_type from services s
                 join service_categories c on c.id = s.category_id",
            params![],
        )?,
        staff: conn.all("select id, display_name from staff", params![])?,
    })
}
