//! Something else is to be done than was booked.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, ServiceId};
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::desk_bookings;
use parlour_store::bookings::desk_changes::{self, BookingTotals};
use parlour_store::{Conn, DbError, Tx};

use super::follow_up;
use super::locked_booking::{DeskRefusal, lock_booking_branch, lock_in_status, reload_and_audit};
use super::request::new_service_line;
use super::validate::{BookingFieldError, validate_changed_services};
use crate::availability::{booking_length, resize_occupied_time, sole_staff};
use crate::request_context::RequestContext;

const NOT_BILLED_YET: [BookingStatus; 3] =
    [BookingStatus::Pending, BookingStatus::Confirmed, BookingStatus::InProgress];

/// What speaks against services of which not all could be read. Nothing, where there is no such booking.
pub fn validate_service_change(
    conn: &mut Conn<'_>,
    id: &BookingId,
    services: &[(usize, ServiceId)],
) -> Result<Vec<BookingFieldError>, DbError> {
    let Some(found) = desk_bookings::find_desk_booking(conn, id)? else { return Ok(Vec::new()) };
    Ok(validate_changed_services(conn, services, &found.booking)?.field_errors)
}

/// At the prices and durations of this moment, from the same start on. What is not offered any more may stay, as it was
/// booked.
pub fn change_services(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    services: &[(usize, ServiceId)],
) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &NOT_BILLED_YET)?;
    let validation = validate_changed_services(tx, services, &before)?;
    let Some(end_time) = validation.end_time.filter(|_| validation.field_errors.is_empty()) else {
        return Err(DeskRefusal::InvalidFields(validation.field_errors));
    };
    let totals = BookingTotals {
        amount_paise: validation.total_amount_paise,
        duration_minutes: validation.total_duration_minutes,
        end_time,
    };
    let branch = lock_booking_branch(tx, &before)?;
    let length = if branch.is_live { Some(booking_length(tx, &before)?) } else { None };
    desk_changes::clear_services_and_set_totals(tx, id, totals, context.now)?;
    let staff = sole_staff(&before);
    for (service, place) in validation.services.iter().zip(1..) {
        let line = new_service_line(context, id, service, (place, staff));
        booking_records::insert_service(tx, &line, before.booking_date, service.buffer_minutes)?;
    }
    let booking = reload_and_audit(tx, context, "booking.services", &before)?;
    if let Some(length) = length {
        resize_occupied_time(tx, &branch, &booking, length, context.now)?;
    }
    follow_up::update_jobs_after_time_change(tx, context, &booking)?;
    Ok(booking)
}
