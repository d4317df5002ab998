//! Bookings get other members of staff, all of them or none: somebody is away on those days.

use std::collections::BTreeSet;

use parlour_domain::ids::{BookingId, StaffId};
use parlour_store::bookings::booking_records::Booking;
use parlour_store::branches::branch_records;
use parlour_store::staff::leave::LeaveRow;
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError, Tx};

use super::assign::assign;
use super::chosen_staff::ChosenStaff;
use crate::bookings::locked_booking::{DeskRefusal, lock_booking};
use crate::request_context::RequestContext;

/// A booking, and who does every service of it from now on.
#[derive(Debug, Clone)]
pub struct Reassignment {
    pub booking_id: BookingId,
    pub chosen: ChosenStaff,
}

/// What is wrong with an entry of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReassignFieldError {
    #[error("must be an active member of staff")]
    Staff(usize),
    #[error("must not be the person who is on leave")]
    OnLeave(usize),
    #[error("must be an open booking of the person on leave, on a day of the leave")]
    NotTouched(usize),
}

/// A booking that cannot be assigned, and its place in the list.
#[derive(Debug, thiserror::Error)]
#[error("booking {booking_id}: {refusal}")]
pub struct RefusedBooking {
    pub index: usize,
    pub booking_id: BookingId,
    #[source]
    pub refusal: DeskRefusal,
}

#[derive(Debug, thiserror::Error)]
pub enum ReassignRefusal {
    #[error("some of the staff are unknown")]
    InvalidFields(Vec<ReassignFieldError>),
    #[error(transparent)]
    Booking(RefusedBooking),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The field errors of staff, each with their place in the list.
pub fn validate_reassigned_staff(
    conn: &mut Conn<'_>,
    staff: &[(usize, StaffId)],
) -> Result<Vec<ReassignFieldError>, DbError> {
    let mut errors = Vec::new();
    for (index, staff) in staff {
        if !staff_records::is_active(conn, staff)? {
            errors.push(ReassignFieldError::Staff(*index));
        }
    }
    Ok(errors)
}

/// Each as [`assign`] does it. A booking is named once, and is one that the leave touches.
pub(crate) fn reassign(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    leave: &LeaveRow,
    reassignments: &[Reassignment],
) -> Result<(), ReassignRefusal> {
    let mut bookings = lock_all(tx, reassignments)?;
    bookings.sort_by_key(|(index, _)| *index);
    let staff: Vec<(usize, StaffId)> =
        reassignments.iter().map(|one| one.chosen.staff_id.clone()).enumerate().collect();
    let mut errors = validate_reassigned_staff(tx, &staff)?;
    let on_leave = staff.iter().filter(|(_, staff)| *staff == leave.staff_id);
    errors.extend(on_leave.map(|(index, _)| ReassignFieldError::OnLeave(*index)));
    let not_touched = bookings.iter().filter(|(_, booking)| !is_touched(booking, leave));
    errors.extend(not_touched.map(|(index, _)| ReassignFieldError::NotTouched(*index)));
    if !errors.is_empty() {
        return Err(ReassignRefusal::InvalidFields(errors));
    }
    for (index, one) in reassignments.iter().enumerate() {
        assign(tx, context, &one.booking_id, &one.chosen).map_err(|refusal| refused(index, one, refusal))?;
    }
    Ok(())
}

/// Whether somebody else has to do what the person on leave would do.
fn is_touched(booking: &Booking, leave: &LeaveRow) -> bool {
    booking.status.is_open()
        && (leave.start_date..=leave.end_date).contains(&booking.booking_date)
        && booking.services.iter().any(|line| line.staff_id.as_ref() == Some(&leave.staff_id))
}

/// The bookings, each with its place in the list. Bookings, branches and staff are locked, each in the order of their ids: in the order of the list two transactions could wait for
/// each other.
fn lock_all(tx: &mut Tx<'_>, reassignments: &[Reassignment]) -> Result<Vec<(usize, Booking)>, ReassignRefusal> {
    let mut by_booking: Vec<(usize, &Reassignment)> = reassignments.iter().enumerate().collect();
    by_booking.sort_by(|(_, one), (_, other)| one.booking_id.cmp(&other.booking_id));
    let (mut bookings, mut branches) = (Vec::new(), BTreeSet::new());
    for (index, one) in by_booking {
        let booking = lock_booking(tx, &one.booking_id).map_err(|refusal| refused(index, one, refusal))?;
        branches.insert(booking.branch_id.clone());
        bookings.push((index, booking));
    }
    for branch in &branches {
        branch_records::lock_for_booking(tx, branch)?;
    }
    let staff: BTreeSet<&StaffId> = reassignments.iter().map(|one| &one.chosen.staff_id).collect();
    for id in staff {
        staff_records::lock_active(tx, id)?;
    }
    Ok(bookings)
}

fn refused(index: usize, one: &Reassignment, refusal: DeskRefusal) -> ReassignRefusal {
    match refusal {
        DeskRefusal::Db(error) => error.into(),
        refusal => ReassignRefusal::Booking(RefusedBooking { index, booking_id: one.booking_id.clone(), refusal }),
    }
}
