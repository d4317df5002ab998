//! The desk sets the lines of a booking: services one after the other, each with its person, minutes and price.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::line_field_error::LineFieldError;
use parlour_domain::ids::{BookingId, ServiceId, StaffId};
use parlour_store::bookings::booking_records::{self, Booking, BookingService};
use parlour_store::bookings::{desk_changes, occupancy};
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError, Tx};

use super::change_services::NOT_BILLED_YET;
use super::chosen_staff::check_wished_gender;
use super::offer_time::keep_offer_if_possible;
use crate::availability::{occupy_changed_lines, release_offered_time};
use crate::bookings::check_lines::{RequestedLine, ValidLines, check_lines};
use crate::bookings::follow_up_jobs;
use crate::bookings::locked_booking::{DeskRefusal, lock_booking_branch, lock_in_status, reload_and_audit};
use crate::bookings::notifications::{CustomerEvent, notify_customer};
use crate::request_context::RequestContext;

/// New lines of a booking.
#[derive(Debug, Clone)]
pub struct LineChange {
    /// Each with its index in the list that was sent.
    pub lines: Vec<(usize, RequestedLine)>,
    /// With somebody of another gender than the customer asked for.
    pub against_wish: bool,
    pub tell_customer: bool,
}

/// Only managers set prices.
pub fn check_may_set_prices(context: &RequestContext, lines: &[(usize, RequestedLine)]) -> Result<(), DeskRefusal> {
    let sets_prices = lines.iter().any(|(_, line)| line.price_paise.is_some());
    if sets_prices && !context.is_by_manager() { Err(DeskRefusal::PriceNotAllowed) } else { Ok(()) }
}

/// The field errors of lines of which some fields could not be read. An unknown booking has none.
pub fn validate_lines(
    conn: &mut Conn<'_>,
    id: &BookingId,
    lines: &[(usize, RequestedLine)],
) -> Result<Vec<LineFieldError>, DbError> {
    let Some(booking) = booking_records::find_booking(conn, id)? else { return Ok(Vec::new()) };
    Ok(check_lines(conn, lines, &booking, false)?.err().unwrap_or_default())
}

/// Until the booking is completed. The customer is told of a booking that has not begun, if it has changed for them.
pub fn change_lines(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    change: &LineChange,
) -> Result<Booking, DeskRefusal> {
    check_may_set_prices(context, &change.lines)?;
    let before = lock_in_status(tx, id, &NOT_BILLED_YET)?;
    let branch = lock_booking_branch(tx, &before)?;
    lock_requested_staff(tx, &change.lines)?;
    let sets_membership_minutes = !context.is_by_lower_than_manager();
    let ValidLines { lines, totals } =
        check_lines(tx, &change.lines, &before, sets_membership_minutes)?.map_err(DeskRefusal::InvalidLines)?;
    for staff in new_staff(&before, &change.lines) {
        check_wished_gender(tx, &before, staff, change.against_wish)?;
    }
    let lines_before = occupancy::list_lines(tx, id)?;
    release_offered_time(tx, &branch, &before)?;
    desk_changes::clear_services_and_set_totals(tx, id, totals, context.now)?;
    if before.finished_at.is_some() && adds_service(&before, &change.lines) {
        // What was added is still to be done.
        desk_changes::set_finished(tx, id, None, context.now)?;
    }
    for (line, display_order) in lines.into_iter().zip(1..) {
        let terms = line.terms;
        let line = line.into_booking_service(context, id, display_order);
        booking_records::insert_service(tx, &line, before.booking_date, terms)?;
    }
    let booking = reload_and_audit(tx, context, AuditAction::BookingLines, &before)?;
    occupy_changed_lines(tx, &branch, &lines_before, &booking, context.now)?;
    follow_up_jobs::update_jobs_after_time_change(tx, context, &booking)?;
    let booking = keep_offer_if_possible(tx, context, &branch, booking)?;
    if change.tell_customer && booking.status.is_upcoming() && is_changed_for_customer(&before, &booking) {
        notify_customer(tx, context, CustomerEvent::Changed, &booking)?;
    }
    Ok(booking)
}

/// Whoever is named stays active until the transaction ends; [`check_lines`] reports those who are not. In one order, so
/// that two transactions do not wait for each other.
fn lock_requested_staff(tx: &mut Tx<'_>, lines: &[(usize, RequestedLine)]) -> Result<(), DbError> {
    let mut staff: Vec<&StaffId> = lines.iter().filter_map(|(_, line)| line.staff_id.as_ref()).collect();
    staff.sort_unstable();
    staff.dedup();
    for staff in staff {
        staff_records::lock_active(tx, staff)?;
    }
    Ok(())
}

/// Who is named and has none of the services yet: whoever has one keeps it without another question.
fn new_staff<'a>(before: &Booking, lines: &'a [(usize, RequestedLine)]) -> impl Iterator<Item = &'a StaffId> {
    let has_one = move |staff: &StaffId| before.services.iter().any(|line| line.staff_id.as_ref() == Some(staff));
    lines.iter().filter_map(|(_, line)| line.staff_id.as_ref()).filter(move |staff| !has_one(staff))
}

/// Whether a service comes more often than before.
fn adds_service(before: &Booking, lines: &[(usize, RequestedLine)]) -> bool {
    let mut services: Vec<&ServiceId> = before.services.iter().map(|line| &line.service_id).collect();
    lines.iter().filter_map(|(_, line)| line.service_id.as_ref()).any(|added| {
        let place = services.iter().position(|service| *service == added);
        place.map(|place| services.swap_remove(place)).is_none()
    })
}

/// Who does a service is not told: customers see it, but have not booked it.
fn is_changed_for_customer(before: &Booking, after: &Booking) -> bool {
    let seen = |booking: &Booking| -> Vec<(ServiceId, i64, i64)> {
        let line =
            |line: &BookingService| (line.service_id.clone(), line.duration_minutes, line.price_at_booking_paise);
        booking.services.iter().map(line).collect()
    };
    seen(before) != seen(after)
}
