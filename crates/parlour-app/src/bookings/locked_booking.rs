//! A booking that the desk changes, locked until the transaction ends.

use chrono::NaiveTime;
use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::desk_changes;
use parlour_store::branches::branch_records::{self, BranchBookingRules};
use parlour_store::staff::staff_records;
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::availability::SlotRefusal;
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
    #[error("the change is not possible")]
    InvalidFields(Vec<BookingFieldError>),
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
    if allowed.contains(&booking.status) { Ok(booking) } else { Err(DeskRefusal::WrongStatus(booking.status)) }
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
    let change = AuditedChange {
        action,
        record_id: booking.id.as_str(),
        concerns: Some(customer),
        before: state_json(before),
        after: state_json(&booking),
    };
    audit::record(tx, context, change)?;
    Ok(booking)
}

/// Locks the rules of the booking's branch.
pub(super) fn lock_booking_branch(tx: &mut Tx<'_>, booking: &Booking) -> Result<BranchBookingRules, DeskRefusal> {
    branch_records::lock_for_booking(tx, &booking.branch_id)?.ok_or(DeskRefusal::Unknown)
}

pub(super) fn check_staff_active(tx: &mut Tx<'_>, id: &StaffId) -> Result<(), DeskRefusal> {
    if staff_records::is_active(tx, id)? { Ok(()) } else { Err(DeskRefusal::UnknownStaff) }
}
