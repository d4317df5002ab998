//! Changes to bookings by the desk.

use std::collections::HashMap;

use chrono::NaiveTime;
use parlour_db::{Conn, DbError, FromRow, Tx, columns, params, sql};
use parlour_domain::ids::{BookingId, StaffId, UserId};
use parlour_domain::ist::Timestamp;

use crate::bookings::booking_records::{ARRIVED_SAME_DAY, LineTerms, NO_OFFERED_TIME, NewBookingTime};

/// Locks a booking until the transaction ends and returns its customer. A concurrent change waits, and then reads the
/// changed booking.
pub fn lock_booking(tx: &mut Tx<'_>, id: &BookingId) -> Result<Option<UserId>, DbError> {
    lock_customer_of_booking(tx, id)?;
    // Not `no key update`: the date that a move changes is part of a key.
    tx.one_value("select customer_id from bookings where id = $1 for update", params![id])
}

/// Locks the customer before the booking, as merging does: in another order both would wait for each other.
pub(crate) fn lock_customer_of_booking(tx: &mut Tx<'_>, id: &BookingId) -> Result<(), DbError> {
    tx.one::<(i64,)>(
        "select 1 from users where id = (select customer_id from bookings where id = $1) for key share",
        params![id],
    )?;
    Ok(())
}

/// Whether the customer exists. They are neither erased nor merged until the transaction ends.
pub fn lock_bookable_customer(tx: &mut Tx<'_>, id: &UserId) -> Result<bool, DbError> {
    tx.exists(
        "select 1 from users where id = $1 and anonymised_at is null and merged_into is null for no key update",
        params![id],
    )
}

/// Says that the visit is for somebody else than the customer.
pub fn set_guest_name(tx: &mut Tx<'_>, id: &BookingId, guest_name: &str) -> Result<(), DbError> {
    tx.run("update bookings set guest_name = $2 where id = $1", params![id, guest_name])
}

pub fn confirm(tx: &mut Tx<'_>, id: &BookingId, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        sql!(
            "update bookings set status = 'confirmed', confirmed_at = $2, updated_at = $2, ",
            NO_OFFERED_TIME,
            " where id = $1"
        ),
        params![id, now],
    )
}

pub fn reject(tx: &mut Tx<'_>, id: &BookingId, reason: &str, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        sql!(
            "update bookings set status = 'rejected', rejected_at = $2, rejection_reason = $3, updated_at = $2, ",
            NO_OFFERED_TIME,
            " where id = $1"
        ),
        params![id, now, reason],
    )
}

/// Assigns one staff member to all services of the booking.
pub fn assign_staff(tx: &mut Tx<'_>, id: &BookingId, staff: &StaffId, now: Timestamp) -> Result<(), DbError> {
    tx.execute("update booking_services set staff_id = $2 where booking_id = $1", params![id, staff])?;
    tx.run("update bookings set updated_at = $2 where id = $1", params![id, now])
}

pub fn arrive(tx: &mut Tx<'_>, id: &BookingId, now: Timestamp) -> Result<(), DbError> {
    tx.run("update bookings set arrived_at = $2, updated_at = $2 where id = $1", params![id, now])
}

pub fn start(tx: &mut Tx<'_>, id: &BookingId, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update bookings set status = 'in_progress', started_at = $2, updated_at = $2 where id = $1",
        params![id, now],
    )
}

/// Says that a booking in progress is over, or with null that it is not.
pub fn set_finished(
    tx: &mut Tx<'_>,
    id: &BookingId,
    finished_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.run("update bookings set finished_at = $2, updated_at = $3 where id = $1", params![id, finished_at, now])
}

pub fn mark_no_show(tx: &mut Tx<'_>, id: &BookingId, now: Timestamp) -> Result<(), DbError> {
    tx.run("update bookings set status = 'no_show', noshow_at = $2, updated_at = $2 where id = $1", params![id, now])
}

/// Reschedules a booking for the desk. It does not count as one of the customer's reschedules.
pub fn reschedule(tx: &mut Tx<'_>, id: &BookingId, to: NewBookingTime, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        sql!(
            "update bookings set booking_date = $2, start_time = $3, end_time = $4,
                 reschedule_count = reschedule_count + 1, updated_at = $5, ",
            ARRIVED_SAME_DAY,
            ", ",
            NO_OFFERED_TIME,
            " where id = $1"
        ),
        params![id, to.booking_date, to.start_time, to.end_time, now],
    )
}

/// The total price and duration of a booking.
#[derive(Debug, Clone, Copy)]
pub struct BookingTotals {
    pub amount_paise: i64,
    pub duration_minutes: i64,
    pub end_time: NaiveTime,
}

/// The terms of the lines of a booking, by their ids.
pub fn list_line_terms(conn: &mut Conn<'_>, id: &BookingId) -> Result<HashMap<String, LineTerms>, DbError> {
    let terms = conn.all_with(
        sql!("select id, ", columns!(LineTerms, ""), " from booking_services where booking_id = $1"),
        params![id],
        |columns| Ok((columns.take()?, LineTerms::from_row(columns)?)),
    )?;
    Ok(terms.into_iter().collect())
}

/// Deletes the services of a booking and sets its new totals. The caller inserts the new services.
pub fn clear_services_and_set_totals(
    tx: &mut Tx<'_>,
    id: &BookingId,
    totals: BookingTotals,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.execute("delete from booking_services where booking_id = $1", params![id])?;
    tx.run(
        "update bookings set total_amount_paise = $2, total_duration_minutes = $3, end_time = $4, updated_at = $5
         where id = $1",
        params![id, totals.amount_paise, totals.duration_minutes, totals.end_time, now],
    )
}
