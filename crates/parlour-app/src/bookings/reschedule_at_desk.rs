//! The desk moves a visit to another time.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::{BookingStatus, visit_end};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notice::NotificationType;
use parlour_store::bookings::{Booking, Moved};
use parlour_store::{Conn, DbError, Tx, branches, desk_bookings, desk_changes};

use super::examine::{Complaint, day_complaint, grid_complaint};
use super::follow_up;
use super::in_hand::{DeskRefusal, branch_of, put_back, take_in};
use crate::availability::{Chooser, occupy};
use crate::occasion::Occasion;

/// What speaks against a time of which not all could be read. Nothing, where there is no such booking.
pub fn examine_move_at_desk(
    conn: &mut Conn<'_>,
    id: &BookingId,
    (date, start): (Option<NaiveDate>, Option<NaiveTime>),
    now: Timestamp,
) -> Result<Vec<Complaint>, DbError> {
    let Some(found) = desk_bookings::find(conn, id)? else { return Ok(Vec::new()) };
    let ended = start.and_then(|start| visit_end(start, found.booking.total_duration_minutes).err());
    let branch = branches::for_booking(conn, &found.booking.branch_id)?;
    let complaints = day_complaint(date, now).into_iter().chain(ended.map(Complaint::Start));
    Ok(complaints.chain(grid_complaint(branch.as_ref(), start)).collect())
}

/// The desk has agreed on it with the customer: a confirmed visit stays confirmed.
pub fn reschedule_at_desk(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &BookingId,
    (booking_date, start_time): (NaiveDate, NaiveTime),
) -> Result<Booking, DeskRefusal> {
    let before = take_in(tx, id, &[BookingStatus::Pending, BookingStatus::Confirmed])?;
    let branch = branch_of(tx, &before)?;
    let mut complaints = Vec::from_iter(day_complaint(Some(booking_date), occasion.now));
    complaints.extend(grid_complaint(Some(&branch), Some(start_time)));
    let to = match visit_end(start_time, before.total_duration_minutes) {
        Ok(end_time) if complaints.is_empty() => Moved { booking_date, start_time, end_time },
        ended => {
            complaints.extend(ended.err().map(Complaint::Start));
            return Err(DeskRefusal::NotPossible(complaints));
        }
    };
    desk_changes::reschedule(tx, id, to, occasion.now)?;
    let booking = put_back(tx, occasion, "booking.reschedule", &before)?;
    occupy(tx, &branch, &booking, Chooser::Desk, occasion.now)?;
    follow_up::follow_times(tx, occasion, &booking)?;
    follow_up::tell_customer(tx, occasion, NotificationType::BookingRescheduled, &booking)?;
    Ok(booking)
}
