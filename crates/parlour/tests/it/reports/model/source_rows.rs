//! The rows themselves, every one.

use chrono::NaiveDate;
use parlour_domain::ist::Timestamp;
use parlour_store::{Conn, DbError, params, row};
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
}
row! { Invoice {
    id, kind, day, branch, booking, membership, customer, subtotal, discount, redeemed, taxable, gst, total, method,
    status,
} }

#[derive(Debug)]
pub(super) struct Line {
    pub(super) invoice: String,
    pub(super) service: Option<String>,
    pub(super) staff: Option<String>,
    pub(super) sac: String,
    pub(super) rate: i64,
    pub(super) taxable: i64,
    pub(super) cgst: i64,
    pub(super) sgst: i64,
    pub(super) total: i64,
}
row! { Line { invoice, service, staff, sac, rate, taxable, cgst, sgst, total } }

#[derive(Debug)]
pub(super) struct CreditNote {
    pub(super) invoice: String,
    pub(super) branch: String,
    pub(super) day: NaiveDate,
    pub(super) taxable: i64,
    pub(super) gst: i64,
    pub(super) total: i64,
}
row! { CreditNote { invoice, branch, day, taxable, gst, total } }

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
                 payment_method, payment_status from invoices",
            params![],
        )?,
        lines: conn.all(
            "select invoice_id, service_id, staff_id, sac, gst_rate_basis_points, taxable_value_paise, cgst_paise,
                 sgst_paise, total_amount_paise from invoice_lines",
            params![],
        )?,
        credit_notes: conn.all(
            "select invoice_id, branch_id, credit_date, taxable_value_paise, gst_amount_paise, total_amount_paise
             from credit_notes",
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
