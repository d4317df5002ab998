//! A customer moves a visit to another time.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::{BookingStatus, MAX_CUSTOMER_RESCHEDULES, booking_end};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::NotificationType;
use parlour_store::bookings::booking_records::{self, Booking, LockedBooking, NewBookingTime};
use parlour_store::branches::branch_records::{self, BranchBookingRules};
use parlour_store::{Conn, DbError, Tx};

use super::follow_up;
use super::validate::{BookingFieldError, grid_error, opening_hours, time_errors};
use crate::audit::{self, AuditedChange, state_json};
use crate::availability::{SlotRefusal, StaffChoice, occupy_staff_time};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum RescheduleRefusal {
    #[error("there is no such booking of this customer")]
    Unknown,
    #[error("only pending and confirmed bookings can be moved")]
    NotUpcoming,
    #[error("a customer may move a booking {MAX_CUSTOMER_RESCHEDULES} times")]
    TooOften,
    #[error("the time is not possible")]
    InvalidFields(Vec<BookingFieldError>),
    /// With the nearest times that are free.
    #[error("nobody is free at that time")]
    SlotUnavailable(Vec<NaiveTime>),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SlotRefusal> for RescheduleRefusal {
    fn from(refusal: SlotRefusal) -> Self {
        match refusal {
            SlotRefusal::Taken(nearest) => Self::SlotUnavailable(nearest),
            SlotRefusal::Db(error) => error.into(),
        }
    }
}

/// What speaks against a time of which not all could be read. Nothing, where there is no such booking.
pub fn validate_reschedule(
    conn: &mut Conn<'_>,
    customer: &UserId,
    id: &BookingId,
    to: (Option<NaiveDate>, Option<NaiveTime>),
    now: Timestamp,
) -> Result<Vec<BookingFieldError>, DbError> {
    let Some(booking) = booking_records::find_own_booking(conn, id, customer)? else { return Ok(Vec::new()) };
    let branch = branch_records::find_for_booking(conn, &booking.branch_id)?;
    let hours = branch.as_ref().map(opening_hours);
    let ended = to.1.and_then(|start| booking_end(start, booking.total_duration_minutes).err());
    let field_errors = time_errors(to.0, to.1, hours, now).chain(ended.map(BookingFieldError::Start));
    Ok(field_errors.chain(grid_error(branch.as_ref(), to.1)).collect())
}

/// A confirmed visit goes back to the desk, which agreed to another time.
pub fn reschedule(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    id: &BookingId,
    to: (NaiveDate, NaiveTime),
) -> Result<Booking, RescheduleRefusal> {
    let held = booking_records::lock_own_booking(tx, id, customer)?.ok_or(RescheduleRefusal::Unknown)?;
    if !held.status.is_upcoming() {
        return Err(RescheduleRefusal::NotUpcoming);
    }
    if held.customer_reschedule_count >= MAX_CUSTOMER_RESCHEDULES {
        return Err(RescheduleRefusal::TooOften);
    }
    let (branch, to) = lock_branch_and_check_time(tx, context, &held, to)?;
    let before = booking_records::find_own_booking(tx, id, customer)?;
    booking_records::reschedule_by_customer(tx, id, to, context.now)?;
    if held.status == BookingStatus::Confirmed {
        booking_records::reset_to_pending(tx, id, context.now)?;
        follow_up::withdraw_jobs(tx, id)?;
        follow_up::schedule_stale_alert(tx, context, id)?;
    }
    let booking = booking_records::find_own_booking(tx, id, customer)?.ok_or(RescheduleRefusal::Unknown)?;
    occupy_staff_time(tx, &branch, &booking, StaffChoice::ANY_STAFF, context.now)?;
    follow_up::notify_customer(tx, context, NotificationType::BookingRescheduled, &booking)?;
    follow_up::notify_desk(tx, context, NotificationType::BookingRescheduled, &booking)?;
    let change = AuditedChange {
        action: "booking.reschedule",
        record_id: id.as_str(),
        concerns: Some(customer),
        before: before.as_ref().and_then(state_json),
        after: state_json(&booking),
    };
    audit::record(tx, context, change)?;
    Ok(booking)
}

fn lock_branch_and_check_time(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    held: &LockedBooking,
    (booking_date, start_time): (NaiveDate, NaiveTime),
) -> Result<(BranchBookingRules, NewBookingTime), RescheduleRefusal> {
    let branch =
        branch_records::lock_for_booking(tx, &held.branch_id)?.filter(|branch| branch.is_operational);
    let branch = branch.ok_or_else(|| RescheduleRefusal::InvalidFields(vec![BookingFieldError::Branch]))?;
    let hours = Some(opening_hours(&branch));
    let mut field_errors: Vec<BookingFieldError> =
        time_errors(Some(booking_date), Some(start_time), hours, context.now).collect();
    field_errors.extend(grid_error(Some(&branch), Some(start_time)));
    match booking_end(start_time, held.total_duration_minutes) {
        Ok(end_time) if field_errors.is_empty() => {
            Ok((branch, NewBookingTime { booking_date, start_time, end_time }))
        }
        ended => {
            field_errors.extend(ended.err().map(BookingFieldError::Start));
            Err(RescheduleRefusal::InvalidFields(field_errors))
        }
    }
}
