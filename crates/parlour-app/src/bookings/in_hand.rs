//! A booking that somebody at the desk has in hand: nobody else changes it until they are done.

use chrono::NaiveTime;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_store::bookings::{self, Booking};
use parlour_store::branches::{self, BookingBranch};
use parlour_store::{DbError, Tx, desk_changes, staff};

use super::examine::Complaint;
use crate::audit::{self, Change, state};
use crate::availability::SlotRefusal;
use crate::occasion::Occasion;

/// Why the desk cannot do something to a booking.
#[derive(Debug, thiserror::Error)]
pub enum DeskRefusal {
    #[error("there is no such booking")]
    Unknown,
    #[error("a {0} booking does not allow this")]
    WrongStatus(BookingStatus),
    #[error("only pending and confirmed bookings can be cancelled")]
    NotAhead,
    #[error("there is no such member of staff, or none any more")]
    UnknownStaff,
    #[error("the change is not possible")]
    NotPossible(Vec<Complaint>),
    /// With the nearest times that are free.
    #[error("whoever is to do it is not free at that time")]
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

/// The booking as it is.
pub(super) fn take(tx: &mut Tx<'_>, id: &BookingId) -> Result<Booking, DeskRefusal> {
    let customer = desk_changes::hold(tx, id)?.ok_or(DeskRefusal::Unknown)?;
    bookings::own(tx, id, &customer)?.ok_or(DeskRefusal::Unknown)
}

/// The same, which must be in one of these.
pub(super) fn take_in(
    tx: &mut Tx<'_>,
    id: &BookingId,
    allowed: &[BookingStatus],
) -> Result<Booking, DeskRefusal> {
    let booking = take(tx, id)?;
    if allowed.contains(&booking.status) {
        Ok(booking)
    } else {
        Err(DeskRefusal::WrongStatus(booking.status))
    }
}

/// The booking as it has become, with a line in the log.
pub(super) fn put_back(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    action: &str,
    before: &Booking,
) -> Result<Booking, DeskRefusal> {
    let customer = &before.customer_id;
    let booking = bookings::own(tx, &before.id, customer)?.ok_or(DeskRefusal::Unknown)?;
    let change = Change {
        action,
        record_id: booking.id.as_str(),
        concerns: Some(customer),
        before: state(before),
        after: state(&booking),
    };
    audit::record(tx, occasion, change)?;
    Ok(booking)
}

/// Where it is, which stays as it is until the transaction ends.
pub(super) fn branch_of(tx: &mut Tx<'_>, booking: &Booking) -> Result<BookingBranch, DeskRefusal> {
    branches::hold_for_booking(tx, &booking.branch_id)?.ok_or(DeskRefusal::Unknown)
}

pub(super) fn check_staff(tx: &mut Tx<'_>, id: &StaffId) -> Result<(), DeskRefusal> {
    if staff::is_active(tx, id)? { Ok(()) } else { Err(DeskRefusal::UnknownStaff) }
}
