//! The desk moves a visit to another time.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::{BookingStatus, booking_end};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::NotificationType;
use parlour_store::bookings::booking_records::{Booking, NewBookingTime};
use parlour_store::bookings::{desk_bookings, desk_changes};
use parlour_store::branches::branch_records;
use parlour_store::{Conn, DbError, Tx};

use super::follow_up;
use super::locked_booking::{DeskRefusal, lock_booking_branch, lock_in_status, reload_and_audit};
use super::validate::{BookingFieldError, grid_error, past_day_error};
use crate::availability::{StaffChoice, occupy_staff_time};
use crate::request_context::RequestContext;

/// What speaks against a time of which not all could be read. Nothing, where there is no such booking.
pub fn validate_reschedule_at_desk(
    conn: &mut Conn<'_>,
    id: &BookingId,
    (date, start): (Option<NaiveDate>, Option<NaiveTime>),
    now: Timestamp,
) -> Result<Vec<BookingFieldError>, DbError> {
    let Some(found) = desk_bookings::find_desk_booking(conn, id)? else { return Ok(Vec::new()) };
    let ended = start.and_then(|start| booking_end(start, found.booking.total_duration_minutes).err());
    let branch = branch_records::find_for_booking(conn, &found.booking.branch_id)?;
    let field_errors = past_day_error(date, now).into_iter().chain(ended.map(BookingFieldError::Start));
    Ok(field_errors.chain(grid_error(branch.as_ref(), start)).collect())
}

/// The desk has agreed on it with the customer: a confirmed visit stays confirmed.
pub fn reschedule_at_desk(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    (booking_date, start_time): (NaiveDate, NaiveTime),
) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Pending, BookingStatus::Confirmed])?;
    let branch = lock_booking_branch(tx, &before)?;
    let mut field_errors = Vec::from_iter(past_day_error(Some(booking_date), context.now));
    field_errors.extend(grid_error(Some(&branch), Some(start_time)));
    let to = match booking_end(start_time, before.total_duration_minutes) {
        Ok(end_time) if field_errors.is_empty() => NewBookingTime { booking_date, start_time, end_time },
        ended => {
            field_errors.extend(ended.err().map(BookingFieldError::Start));
            return Err(DeskRefusal::InvalidFields(field_errors));
        }
    };
    desk_changes::reschedule(tx, id, to, context.now)?;
    let booking = reload_and_audit(tx, context, "booking.reschedule", &before)?;
    occupy_staff_time(tx, &branch, &booking, StaffChoice::Desk, context.now)?;
    follow_up::update_jobs_after_time_change(tx, context, &booking)?;
    follow_up::notify_customer(tx, context, NotificationType::BookingRescheduled, &booking)?;
    Ok(booking)
}
