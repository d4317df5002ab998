//! The desk replaces the services of a booking.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::ids::{BookingId, ServiceId};
use parlour_store::bookings::booking_records::{self, Booking, LineTerms};
use parlour_store::bookings::desk_changes::{self, BookingTotals};
use parlour_store::bookings::occupancy;
use parlour_store::catalogue::catalogue_records::BookableService;
use parlour_store::{Conn, DbError, Tx};

use super::offer_time::keep_offer_if_possible;
use crate::availability::{occupy_changed_lines, release_offered_time, sole_staff};
use crate::bookings::follow_up_jobs;
use crate::bookings::insert::service_lines;
use crate::bookings::locked_booking::{DeskRefusal, lock_booking_branch, lock_in_status, reload_and_audit};
use crate::request_context::RequestContext;
use crate::service_selection::{RequestedServices, add_up};
use crate::validation::Checked;

pub(super) const NOT_BILLED_YET: [BookingStatus; 3] =
    [BookingStatus::Pending, BookingStatus::Confirmed, BookingStatus::InProgress];

/// The field errors of a list of services of which some could not be read. An unknown booking has none.
pub fn validate_service_change(
    conn: &mut Conn<'_>,
    id: &BookingId,
    services: &[(usize, ServiceId)],
) -> Result<Vec<BookingFieldError>, DbError> {
    let Some(found) = booking_records::find_booking(conn, id)? else { return Ok(Vec::new()) };
    Ok(check_services(conn, services, &found)?.err().unwrap_or_default())
}

/// The new services of a booking, which keeps its start.
struct ValidServices {
    services: Vec<BookableService>,
    totals: BookingTotals,
}

fn check_services(
    conn: &mut Conn<'_>,
    ids: &[(usize, ServiceId)],
    booking: &Booking,
) -> Checked<ValidServices, BookingFieldError> {
    let requested = RequestedServices { ids, service_type: Some(booking.service_type), booked: &booking.services };
    let mut errors = Vec::new();
    let services = requested.find_bookable(conn, &mut errors)?;
    let totals = add_up(&services, Some(booking.start_time), &mut errors);
    for error in &mut errors {
        // The start is given, so a booking that ends too late is an error of the services.
        if matches!(error, BookingFieldError::Start(_)) {
            *error = BookingFieldError::TooLong;
        }
    }
    Ok(match totals {
        Some(totals) if errors.is_empty() => Ok(ValidServices { services, totals }),
        Some(_) | None => Err(errors),
    })
}

/// New services have their present prices and durations. A service that is no longer offered may stay as it was booked.
pub fn change_services(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    services: &[(usize, ServiceId)],
) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &NOT_BILLED_YET)?;
    let ValidServices { services, totals } =
        check_services(tx, services, &before)?.map_err(DeskRefusal::InvalidFields)?;
    let branch = lock_booking_branch(tx, &before)?;
    let lines_before = occupancy::list_lines(tx, id)?;
    let terms_before = desk_changes::list_line_terms(tx, id)?;
    release_offered_time(tx, &branch, &before)?;
    desk_changes::clear_services_and_set_totals(tx, id, totals, context.now)?;
    let lines = service_lines(context, id, &services, sole_staff(&before));
    for (line, service) in lines.iter().zip(&services) {
        // A line that takes as long as before has not changed; every other one is new.
        let kept = before
            .services
            .iter()
            .find(|booked| booked.service_id == line.service_id && booked.duration_minutes == line.duration_minutes);
        let membership_minutes = kept.and_then(|booked| terms_before.get(&booked.id)?.membership_minutes);
        let terms = LineTerms { buffer_minutes: service.buffer_minutes, membership_minutes };
        booking_records::insert_service(tx, line, before.booking_date, terms)?;
    }
    let booking = reload_and_audit(tx, context, AuditAction::BookingServices, &before)?;
    occupy_changed_lines(tx, &branch, &lines_before, &booking, context.now)?;
    follow_up_jobs::update_jobs_after_time_change(tx, context, &booking)?;
    keep_offer_if_possible(tx, context, &branch, booking)
}
