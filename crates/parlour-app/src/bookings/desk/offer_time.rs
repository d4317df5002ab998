//! The desk offers another time for a request.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::booking::{BookingStatus, StartTimeRefusal, booking_end, time_offer_expires_at};
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::offered_times::{self, NewTimeOffer};
use parlour_store::branches::branch_records::BranchBookingRules;
use parlour_store::{Conn, DbError, Tx};

use super::chosen_staff::{ChosenStaff, check_wished_gender};
use super::place::{NewPlace, validate_placement};
use crate::availability::{SlotRefusal, hold_offered_time, release_offered_time};
use crate::bookings::check_time::{BookingStart, BookingStartFields};
use crate::bookings::follow_up_jobs;
use crate::bookings::locked_booking::{DeskRefusal, lock_booking_branch, lock_in_status, reload_and_audit};
use crate::bookings::notifications::{CustomerEvent, notify_customer};
use crate::request_context::RequestContext;

/// The field errors of an offer of which some fields could not be read. An unknown booking has none.
pub fn validate_time_offer(
    conn: &mut Conn<'_>,
    id: &BookingId,
    to: BookingStartFields,
    staff: Option<&StaffId>,
    now: Timestamp,
) -> Result<Vec<BookingFieldError>, DbError> {
    let mut errors = validate_placement(conn, id, to, staff, now)?;
    if let Some((date, start)) = to.booking_date.zip(to.start_time) {
        add_error_if_too_soon(time_offer_expires_at(Timestamp::from_ist(date, start), now), &mut errors);
    }
    Ok(errors)
}

/// Not beside another error of the time.
fn add_error_if_too_soon(expires_at: Result<Timestamp, StartTimeRefusal>, errors: &mut Vec<BookingFieldError>) {
    let is_of_time =
        |error: &BookingFieldError| matches!(error, BookingFieldError::Date(_) | BookingFieldError::Start(_));
    if let Err(refusal) = expires_at
        && !errors.iter().any(is_of_time)
    {
        errors.push(BookingFieldError::Start(refusal));
    }
}

/// The customer accepts or declines it. It replaces an earlier offer, and the age of the request counts anew.
pub fn offer_time(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    to: BookingStart,
    chosen: &ChosenStaff,
) -> Result<Booking, DeskRefusal> {
    let staff = &chosen.staff_id;
    let before = lock_in_status(tx, id, &[BookingStatus::Pending])?;
    let branch = lock_booking_branch(tx, &before)?;
    let place = NewPlace { to, staff: Some(staff) };
    let checked = place.lock_and_check(tx, &branch, before.total_duration_minutes, context.now)?;
    let expires_at = time_offer_expires_at(Timestamp::from_ist(to.booking_date, to.start_time), context.now);
    let mut errors = checked.err().unwrap_or_default();
    add_error_if_too_soon(expires_at, &mut errors);
    let (Ok(expires_at), true) = (expires_at, errors.is_empty()) else {
        return Err(DeskRefusal::InvalidFields(errors));
    };
    check_wished_gender(tx, &before, staff, chosen.against_wish)?;
    release_offered_time(tx, &branch, &before)?;
    let offer = NewTimeOffer { booking_date: to.booking_date, start_time: to.start_time, staff_id: staff, expires_at };
    offered_times::offer(tx, id, &offer, context.now)?;
    let booking = reload_and_audit(tx, context, AuditAction::BookingOfferTime, &before)?;
    hold_offered_time(tx, &branch, &booking, context.now)?;
    follow_up_jobs::withdraw_jobs(tx, id)?;
    follow_up_jobs::schedule_stale_alert(tx, context, id, context.now)?;
    if let Some(offered) = &booking.offered_time {
        notify_customer(tx, context, CustomerEvent::TimeOffered(offered), &booking)?;
    }
    Ok(booking)
}

/// After a change that has released the time of an open offer: holds it again. An offer that is no longer possible, for
/// example because the services take longer now, ends.
pub(super) fn keep_offer_if_possible(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    branch: &BranchBookingRules,
    booking: Booking,
) -> Result<Booking, DeskRefusal> {
    let Some(offered) = booking.open_offer(context.now) else { return Ok(booking) };
    let ends_in_time = booking_end(offered.start_time, booking.total_duration_minutes).is_ok();
    let is_held = ends_in_time
        && match hold_offered_time(tx, branch, &booking, context.now) {
            Ok(()) => true,
            Err(SlotRefusal::Taken(_)) => false,
            Err(SlotRefusal::Db(error)) => return Err(error.into()),
        };
    if is_held {
        return Ok(booking);
    }
    offered_times::end_offer(tx, &booking.id, context.now)?;
    Ok(Booking { offered_time: None, ..booking })
}
