//! Something else is to be done than was booked.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, ServiceId};
use parlour_store::bookings::{self, Booking};
use parlour_store::desk_changes::{self, Totals};
use parlour_store::{Conn, DbError, Tx, desk_bookings};

use super::examine::{Complaint, examine_services};
use super::follow_up;
use super::in_hand::{DeskRefusal, branch_of, put_back, take_in};
use super::request::line;
use crate::availability::{length_of, refit, who_does_all};
use crate::occasion::Occasion;

const NOT_BILLED_YET: [BookingStatus; 3] =
    [BookingStatus::Pending, BookingStatus::Confirmed, BookingStatus::InProgress];

/// What speaks against services of which not all could be read. Nothing, where there is no such booking.
pub fn examine_other_services(
    conn: &mut Conn<'_>,
    id: &BookingId,
    services: &[(usize, ServiceId)],
) -> Result<Vec<Complaint>, DbError> {
    let Some(found) = desk_bookings::find(conn, id)? else { return Ok(Vec::new()) };
    Ok(examine_services(conn, services, &found.booking)?.complaints)
}

/// At the prices and durations of this moment, from the same start on. What is not offered any more may stay, as it was
/// booked.
pub fn change_services(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &BookingId,
    services: &[(usize, ServiceId)],
) -> Result<Booking, DeskRefusal> {
    let before = take_in(tx, id, &NOT_BILLED_YET)?;
    let examined = examine_services(tx, services, &before)?;
    let Some(end_time) = examined.end_time.filter(|_| examined.complaints.is_empty()) else {
        return Err(DeskRefusal::NotPossible(examined.complaints));
    };
    let totals = Totals {
        amount_paise: examined.total_amount_paise,
        duration_minutes: examined.total_duration_minutes,
        end_time,
    };
    let branch = branch_of(tx, &before)?;
    let length = if branch.is_live { Some(length_of(tx, &before)?) } else { None };
    desk_changes::clear_services(tx, id, totals, occasion.now)?;
    let staff = who_does_all(&before);
    for (service, place) in examined.services.iter().zip(1..) {
        let line = line(occasion, id, service, (place, staff));
        bookings::insert_service(tx, &line, before.booking_date, service.buffer_minutes)?;
    }
    let booking = put_back(tx, occasion, "booking.services", &before)?;
    if let Some(length) = length {
        refit(tx, &branch, &booking, length, occasion.now)?;
    }
    follow_up::follow_times(tx, occasion, &booking)?;
    Ok(booking)
}
