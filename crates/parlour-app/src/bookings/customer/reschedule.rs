//! A customer moves a booking to another time.

use chrono::NaiveTime;
use parlour_domain::audit::AuditAction;
use parlour_domain::booking::customer_move::{CustomerMoveRefusal, check_customer_move, is_confirmed_visit_due};
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::booking::{BookingStatus, MAX_CUSTOMER_RESCHEDULES};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::branches::branch_records;
use parlour_store::{Conn, DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::availability::{SlotRefusal, StaffChoice, occupy_staff_time};
use crate::bookings::check_time::{BookingStart, BookingStartFields, StartRules};
use crate::bookings::follow_up_jobs;
use crate::bookings::notifications::{CustomerEvent, DeskEvent, notify_customer, notify_desk};
use crate::page_updates;
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum RescheduleRefusal {
    #[error("there is no such booking of this customer")]
    Unknown,
    #[error("only pending bookings, and confirmed ones before they begin, can be moved")]
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

impl From<CustomerMoveRefusal> for RescheduleRefusal {
    fn from(refusal: CustomerMoveRefusal) -> Self {
        match refusal {
            CustomerMoveRefusal::NotUpcoming | CustomerMoveRefusal::Begun => Self::NotUpcoming,
            CustomerMoveRefusal::TooOften => Self::TooOften,
        }
    }
}

impl From<SlotRefusal> for RescheduleRefusal {
    fn from(refusal: SlotRefusal) -> Self {
        match refusal {
            SlotRefusal::Taken(nearest) => Self::SlotUnavailable(nearest),
            SlotRefusal::Db(error) => error.into(),
        }
    }
}

/// The field errors of a new start of which some fields could not be read. An unknown booking has none.
pub fn validate_reschedule(
    conn: &mut Conn<'_>,
    customer: &UserId,
    id: &BookingId,
    to: BookingStartFields,
    now: Timestamp,
) -> Result<Vec<BookingFieldError>, DbError> {
    let Some(booking) = booking_records::find_own_booking(conn, id, customer)? else { return Ok(Vec::new()) };
    let branch = branch_records::find_for_booking(conn, &booking.branch_id)?;
    let checked = to.check_move(StartRules::Customer, branch.as_ref(), booking.total_duration_minutes, now);
    Ok(checked.err().unwrap_or_default())
}

/// A confirmed booking becomes pending again: the desk had agreed to another time.
pub fn reschedule(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    id: &BookingId,
    to: BookingStart,
) -> Result<Booking, RescheduleRefusal> {
    let locked = booking_records::lock_own_booking(tx, id, customer)?.ok_or(RescheduleRefusal::Unknown)?;
    check_customer_move(locked.status, locked.customer_reschedule_count)?;
    let old_start = Timestamp::from_ist(locked.booking_date, locked.start_time);
    if is_confirmed_visit_due(locked.status, locked.arrived_at, old_start, context.now) {
        return Err(RescheduleRefusal::NotUpcoming);
    }
    let branch = branch_records::lock_for_booking(tx, &locked.branch_id)?.filter(|branch| branch.is_operational);
    let branch = branch.ok_or_else(|| RescheduleRefusal::InvalidFields(vec![BookingFieldError::Branch]))?;
    let new_time = BookingStartFields::from(to)
        .check_move(StartRules::Customer, Some(&branch), locked.total_duration_minutes, context.now)
        .map_err(RescheduleRefusal::InvalidFields)?;
    let before = booking_records::find_own_booking(tx, id, customer)?;
    booking_records::reschedule_by_customer(tx, id, new_time, context.now)?;
    if locked.status == BookingStatus::Confirmed {
        booking_records::reset_to_pending(tx, id, context.now)?;
        follow_up_jobs::withdraw_jobs(tx, id)?;
        follow_up_jobs::schedule_stale_alert(tx, context, id, context.now)?;
    }
    let booking = booking_records::find_own_booking(tx, id, customer)?.ok_or(RescheduleRefusal::Unknown)?;
    occupy_staff_time(tx, &branch, &booking, StaffChoice::AS_WISHED, context.now)?;
    notify_customer(tx, context, CustomerEvent::Rescheduled, &booking)?;
    notify_desk(tx, context, DeskEvent::RescheduledByCustomer, &booking)?;
    page_updates::note_booking_change(tx, before.as_ref(), &booking);
    let change = AuditedChange {
        action: AuditAction::BookingReschedule,
        record_id: id.as_str(),
        concerns: Some(customer),
        before: before.as_ref().and_then(state_json),
        after: state_json(&booking),
    };
    audit::record(tx, context, change)?;
    Ok(booking)
}
