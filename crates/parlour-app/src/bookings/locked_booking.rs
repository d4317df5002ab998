//! A booking that the desk changes, locked until the transaction ends.

use chrono::NaiveTime;
use parlour_domain::audit::AuditAction;
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::booking::line_field_error::LineFieldError;
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::booking::{BookingAct, BookingStatus};
use parlour_domain::ids::{BookingId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::assigned_bookings;
use parlour_store::bookings::booking_acts::{self, NewAct};
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::desk_changes;
use parlour_store::branches::branch_records::{self, BranchBookingRules};
use parlour_store::staff::staff_records;
use parlour_store::{DbError, Tx};
use serde::Serialize;

use crate::audit::{self, AuditedChange, state_json};
use crate::availability::SlotRefusal;
use crate::page_updates;
use crate::reports::daily_summary;
use crate::request_context::RequestContext;

/// Why the desk cannot change a booking.
#[derive(Debug, thiserror::Error)]
pub enum DeskRefusal {
    #[error("there is no such booking")]
    Unknown,
    #[error("a {0} booking does not allow this")]
    WrongStatus(BookingStatus),
    #[error("only pending and confirmed bookings can be cancelled")]
    NotUpcoming,
    #[error("there is no such active member of staff")]
    UnknownStaff,
    #[error("the customer asked for somebody who is {0}")]
    AgainstWish(WishedGender),
    #[error("the change is not possible")]
    InvalidFields(Vec<BookingFieldError>),
    #[error("the lines are not possible")]
    InvalidLines(Vec<LineFieldError>),
    #[error("only a manager sets prices")]
    PriceNotAllowed,
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// With the nearest times that are free.
    #[error("the assigned member of staff is not free at that time")]
    SlotUnavailable(Vec<NaiveTime>),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SlotRefusal> for DeskRefusal {
    fn from(refusal: SlotRefusal) -> Self {
        match refusal {
            SlotRefusal::Taken(nearest) => Self::SlotUnavailable(nearest),
            SlotRefusal::Db(error) => error.into(),
        }
    }
}

/// Locks a booking and reads it.
pub(super) fn lock_booking(tx: &mut Tx<'_>, id: &BookingId) -> Result<Booking, DeskRefusal> {
    let customer = desk_changes::lock_booking(tx, id)?.ok_or(DeskRefusal::Unknown)?;
    booking_records::find_own_booking(tx, id, &customer)?.ok_or(DeskRefusal::Unknown)
}

/// Locks a booking that must be in one of these statuses.
pub(super) fn lock_in_status(
    tx: &mut Tx<'_>,
    id: &BookingId,
    allowed: &[BookingStatus],
) -> Result<Booking, DeskRefusal> {
    let booking = lock_booking(tx, id)?;
    check_status(&booking, allowed)?;
    Ok(booking)
}

/// Locks a booking that must be in this status. To a user who does none of its lines it does not exist.
pub(super) fn lock_own_in_status(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &BookingId,
    allowed: BookingStatus,
) -> Result<Booking, DeskRefusal> {
    let booking = lock_booking(tx, id)?;
    if !assigned_bookings::has_own_line(tx, user, id)? {
        return Err(DeskRefusal::Unknown);
    }
    check_status(&booking, &[allowed])?;
    Ok(booking)
}

fn check_status(booking: &Booking, allowed: &[BookingStatus]) -> Result<(), DeskRefusal> {
    if allowed.contains(&booking.status) { Ok(()) } else { Err(DeskRefusal::WrongStatus(booking.status)) }
}

/// Reads the changed booking and writes the audit entry of the change.
pub(super) fn reload_and_audit(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    action: AuditAction,
    before: &Booking,
) -> Result<Booking, DeskRefusal> {
    let customer = &before.customer_id;
    let booking = booking_records::find_own_booking(tx, &before.id, customer)?.ok_or(DeskRefusal::Unknown)?;
    page_updates::note_booking_change(tx, Some(before), &booking);
    if booking.status != before.status {
        daily_summary::rewrite_past_appointment_day(tx, context, &booking)?;
    }
    let change = AuditedChange {
        action,
        record_id: booking.id.as_str(),
        concerns: Some(customer),
        before: state_json(&AuditedBooking::of(before)),
        after: state_json(&AuditedBooking::of(&booking)),
    };
    audit::record(tx, context, change)?;
    Ok(booking.shown_at(context.now))
}

/// A booking with what only the desk sees of it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AuditedBooking<'a> {
    #[serde(flatten)]
    booking: &'a Booking,
    arrived_at: Option<Timestamp>,
    finished_at: Option<Timestamp>,
}

impl<'a> AuditedBooking<'a> {
    fn of(booking: &'a Booking) -> Self {
        Self { booking, arrived_at: booking.arrived_at, finished_at: booking.finished_at }
    }
}

/// Records what the desk did to a booking, so that it can be taken back.
pub(super) fn record_act(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    act: BookingAct,
    before: &Booking,
    is_customer_told: bool,
) -> Result<(), DbError> {
    let act = NewAct { booking_id: &before.id, act, previous_status: before.status, is_customer_told };
    booking_acts::record(tx, &act, context.now)
}

/// Locks the rules of the booking's branch.
pub(super) fn lock_booking_branch(tx: &mut Tx<'_>, booking: &Booking) -> Result<BranchBookingRules, DeskRefusal> {
    branch_records::lock_for_booking(tx, &booking.branch_id)?.ok_or(DeskRefusal::Unknown)
}

/// Locks a member of staff, who must be active: nobody is assigned who is deactivated at the same moment. After the
/// branch, as bookings lock both.
pub(super) fn lock_active_staff(tx: &mut Tx<'_>, id: &StaffId) -> Result<(), DeskRefusal> {
    if staff_records::lock_active(tx, id)? { Ok(()) } else { Err(DeskRefusal::UnknownStaff) }
}
