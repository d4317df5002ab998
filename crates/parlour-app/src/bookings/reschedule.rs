//! A customer moves a visit to another time.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::{BookingStatus, MOST_CUSTOMER_RESCHEDULES, visit_end};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::notice::NotificationType;
use parlour_store::bookings::{self, Booking, Held, Moved};
use parlour_store::branches::BookingBranch;
use parlour_store::{Conn, DbError, Tx, branches};

use super::examine::{Complaint, grid_complaint, opening_hours, time_complaints};
use super::follow_up;
use crate::audit::{self, Change, state};
use crate::availability::{Chooser, SlotRefusal, occupy};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum RescheduleRefusal {
    #[error("there is no such booking of this customer")]
    Unknown,
    #[error("only pending and confirmed bookings can be moved")]
    NotAhead,
    #[error("a customer may move a booking {MOST_CUSTOMER_RESCHEDULES} times")]
    TooOften,
    #[error("the time is not possible")]
    NotPossible(Vec<Complaint>),
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
pub fn examine_move(
    conn: &mut Conn<'_>,
    customer: &UserId,
    id: &BookingId,
    to: (Option<NaiveDate>, Option<NaiveTime>),
    now: Timestamp,
) -> Result<Vec<Complaint>, DbError> {
    let Some(booking) = bookings::own(conn, id, customer)? else { return Ok(Vec::new()) };
    let branch = branches::for_booking(conn, &booking.branch_id)?;
    let hours = branch.as_ref().map(opening_hours);
    let ended = to.1.and_then(|start| visit_end(start, booking.total_duration_minutes).err());
    let complaints = time_complaints(to.0, to.1, hours, now).chain(ended.map(Complaint::Start));
    Ok(complaints.chain(grid_complaint(branch.as_ref(), to.1)).collect())
}

/// A confirmed visit goes back to the desk, which agreed to another time.
pub fn reschedule(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    customer: &UserId,
    id: &BookingId,
    to: (NaiveDate, NaiveTime),
) -> Result<Booking, RescheduleRefusal> {
    let held = bookings::hold_own(tx, id, customer)?.ok_or(RescheduleRefusal::Unknown)?;
    if !held.status.is_ahead() {
        return Err(RescheduleRefusal::NotAhead);
    }
    if held.customer_reschedule_count >= MOST_CUSTOMER_RESCHEDULES {
        return Err(RescheduleRefusal::TooOften);
    }
    let (branch, to) = possible(tx, occasion, &held, to)?;
    let before = bookings::own(tx, id, customer)?;
    bookings::move_by_customer(tx, id, to, occasion.now)?;
    if held.status == BookingStatus::Confirmed {
        bookings::ask_again(tx, id, occasion.now)?;
        follow_up::withdraw(tx, id)?;
        follow_up::watch_for_staleness(tx, occasion, id)?;
    }
    let booking = bookings::own(tx, id, customer)?.ok_or(RescheduleRefusal::Unknown)?;
    occupy(tx, &branch, &booking, Chooser::ANYONE, occasion.now)?;
    follow_up::tell_customer(tx, occasion, NotificationType::BookingRescheduled, &booking)?;
    follow_up::tell_desk(tx, occasion, NotificationType::BookingRescheduled, &booking)?;
    let change = Change {
        action: "booking.reschedule",
        record_id: id.as_str(),
        concerns: Some(customer),
        before: before.as_ref().and_then(state),
        after: state(&booking),
    };
    audit::record(tx, occasion, change)?;
    Ok(booking)
}

fn possible(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    held: &Held,
    (booking_date, start_time): (NaiveDate, NaiveTime),
) -> Result<(BookingBranch, Moved), RescheduleRefusal> {
    let branch = branches::hold_for_booking(tx, &held.branch_id)?.filter(|branch| branch.is_operational);
    let branch = branch.ok_or_else(|| RescheduleRefusal::NotPossible(vec![Complaint::Branch]))?;
    let hours = Some(opening_hours(&branch));
    let mut complaints: Vec<Complaint> =
        time_complaints(Some(booking_date), Some(start_time), hours, occasion.now).collect();
    complaints.extend(grid_complaint(Some(&branch), Some(start_time)));
    match visit_end(start_time, held.total_duration_minutes) {
        Ok(end_time) if complaints.is_empty() => Ok((branch, Moved { booking_date, start_time, end_time })),
        ended => {
            complaints.extend(ended.err().map(Complaint::Start));
            Err(RescheduleRefusal::NotPossible(complaints))
        }
    }
}
