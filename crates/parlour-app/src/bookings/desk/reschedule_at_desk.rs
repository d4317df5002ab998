//! The desk moves a booking to another time.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::{desk_bookings, desk_changes};
use parlour_store::branches::branch_records;
use parlour_store::{Conn, DbError, Tx};

use crate::availability::{StaffChoice, occupy_staff_time};
use crate::bookings::check_time::{BookingStart, BookingStartFields, StartRules};
use crate::bookings::follow_up_jobs;
use crate::bookings::locked_booking::{DeskRefusal, lock_booking_branch, lock_in_status, reload_and_audit};
use crate::bookings::notifications::{CustomerEvent, notify_customer};
use crate::request_context::RequestContext;

/// The field errors of a new start of which some fields could not be read. An unknown booking has none.
pub fn validate_reschedule_at_desk(
    conn: &mut Conn<'_>,
    id: &BookingId,
    to: BookingStartFields,
    now: Timestamp,
) -> Result<Vec<BookingFieldError>, DbError> {
    let Some(found) = desk_bookings::find_desk_booking(conn, id)? else { return Ok(Vec::new()) };
    let branch = branch_records::find_for_booking(conn, &found.booking.branch_id)?;
    let minutes = found.booking.total_duration_minutes;
    Ok(to.check_move(StartRules::Desk, branch.as_ref(), minutes, now).err().unwrap_or_default())
}

/// A confirmed booking stays confirmed: the desk has agreed on the time with the customer.
pub fn reschedule_at_desk(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    to: BookingStart,
    tell_customer: bool,
) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Pending, BookingStatus::Confirmed])?;
    let branch = lock_booking_branch(tx, &before)?;
    let new_time = BookingStartFields::from(to)
        .check_move(StartRules::Desk, Some(&branch), before.total_duration_minutes, context.now)
        .map_err(DeskRefusal::InvalidFields)?;
    desk_changes::reschedule(tx, id, new_time, context.now)?;
    let booking = reload_and_audit(tx, context, AuditAction::BookingReschedule, &before)?;
    occupy_staff_time(tx, &branch, &booking, StaffChoice::Desk, context.now)?;
    follow_up_jobs::update_jobs_after_time_change(tx, context, &booking)?;
    if tell_customer {
        notify_customer(tx, context, CustomerEvent::Rescheduled, &booking)?;
    }
    Ok(booking)
}
