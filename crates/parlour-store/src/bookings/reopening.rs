//! Bookings that were completed and are in progress again.

use parlour_db::{Conn, DbError, Tx, params, row, select, sql};
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::ids::{BookingId, InvoiceId, MembershipId};
use parlour_domain::ist::Timestamp;

use crate::reports::kept_days;

/// Of a row of `bookings`: it was completed after it had been started, and is in progress again.
pub(super) const IS_REOPENED: &str = "(bookings.status = 'in_progress' and exists (select 1 from invoices i
     where i.booking_id = bookings.id and i.superseded_at >= coalesce(bookings.started_at, i.superseded_at)))";

/// Whether a booking was completed and is in progress again, to be billed once more. Not if its start was taken back
/// since, and it was started anew.
pub fn is_reopened(conn: &mut Conn<'_>, booking: &BookingId) -> Result<bool, DbError> {
    conn.exists(sql!("select 1 from bookings where bookings.id = $1 and ", IS_REOPENED), params![booking])
}

/// The invoice that a completed booking was paid with.
#[derive(Debug, Clone)]
pub struct CurrentInvoice {
    pub id: InvoiceId,
    pub invoice_type: InvoiceType,
    pub total_amount_paise: i64,
    pub credited_paise: i64,
    pub has_pdf: bool,
}
row! { CurrentInvoice {
    id, invoice_type, total_amount_paise, credited_paise, has_pdf: "i.pdf_url is not null",
} }

/// The invoice of a booking that is not superseded, locked until the transaction ends.
pub fn lock_current_invoice(tx: &mut Tx<'_>, booking: &BookingId) -> Result<Option<CurrentInvoice>, DbError> {
    tx.one(
        sql!(
            select!(CurrentInvoice, "i"),
            " from invoices i where i.booking_id = $1 and i.superseded_at is null for no key update"
        ),
        params![booking],
    )
}

/// Allows another invoice for the booking.
pub fn supersede_invoice(tx: &mut Tx<'_>, invoice: &InvoiceId, now: Timestamp) -> Result<(), DbError> {
    kept_days::forget_day_of_invoice(tx, invoice)?;
    tx.run("update invoices set superseded_at = $2 where id = $1", params![invoice, now])
}

/// Takes back the completion of a booking. No time of the staff is taken for it.
pub fn reopen_booking(tx: &mut Tx<'_>, id: &BookingId, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update bookings set status = 'in_progress', completed_at = null, offer_id = null, updated_at = $2
         where id = $1",
        params![id, now],
    )
}

/// The slip of a session, and how the session came about.
#[derive(Debug, Clone)]
pub struct SessionSlip {
    pub invoice_id: InvoiceId,
    pub voided_at: Option<Timestamp>,
    /// The session was booked and paid with hours at checkout; else it was only recorded.
    pub is_checked_out: bool,
    /// What was taken from the membership.
    pub minutes: i64,
}
row! { SessionSlip {
    invoice_id: "i.id", voided_at: "i.voided_at", is_checked_out: "b.checked_out_with_membership",
    minutes: "coalesce(b.minutes_taken, (select cast(coalesce(sum(s.duration_minutes), 0) as bigint)
         from booking_services s where s.booking_id = b.id))",
} }

/// The newest slip of this booking that this membership paid, locked until the transaction ends.
pub fn lock_session_slip(
    tx: &mut Tx<'_>,
    membership: &MembershipId,
    booking: &BookingId,
) -> Result<Option<SessionSlip>, DbError> {
    tx.one(
        sql!(
            select!(SessionSlip, ""),
            " from invoices i join bookings b on b.id = i.booking_id
             where i.booking_id = $1 and i.membership_id = $2 and i.invoice_type = 'membership_session'
             order by i.voided_at is not null, i.voided_at desc limit 1 for no key update of i"
        ),
        params![booking, membership],
    )
}

pub fn void_slip(tx: &mut Tx<'_>, invoice: &InvoiceId, now: Timestamp) -> Result<(), DbError> {
    kept_days::forget_day_of_invoice(tx, invoice)?;
    tx.run("update invoices set voided_at = $2, superseded_at = $2 where id = $1", params![invoice, now])
}

/// Makes a booking that was paid with hours what it was before: it has its price and its number again.
pub fn reopen_session(tx: &mut Tx<'_>, id: &BookingId, number: &str, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update bookings set status = 'in_progress', completed_at = null, is_membership_session = false,
             spa_membership_id = null, checked_out_with_membership = false, minutes_taken = null, booking_number = $2,
             total_amount_paise = (select cast(coalesce(sum(s.price_at_booking_paise), 0) as bigint)
                 from booking_services s where s.booking_id = $1),
             updated_at = $3
         where id = $1",
        params![id, number, now],
    )
}

pub fn cancel_session(tx: &mut Tx<'_>, id: &BookingId, reason: &str, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update bookings set status = 'cancelled', cancelled_at = $3, cancellation_reason = $2, updated_at = $3
         where id = $1",
        params![id, reason, now],
    )
}

/// Gives minutes back to a membership, also to one that is over.
pub fn return_minutes(tx: &mut Tx<'_>, id: &MembershipId, minutes: i64, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update memberships set used_hours_minutes = used_hours_minutes - $2, updated_at = $3 where id = $1",
        params![id, minutes, now],
    )
}
