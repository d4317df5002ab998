//! The desk approves a request.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_changes;

use super::chosen_staff::{ChosenStaff, lock_chosen_staff};
use crate::availability::{StaffChoice, occupy_staff_time};
use crate::bookings::follow_up_jobs;
use crate::bookings::locked_booking::{DeskRefusal, lock_booking_branch, lock_in_status, reload_and_audit};
use crate::bookings::notifications::{CustomerEvent, notify_customer};
use crate::request_context::RequestContext;

/// One member of staff is assigned to every service.
pub fn approve(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    chosen: &ChosenStaff,
) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Pending])?;
    let branch = lock_booking_branch(tx, &before)?;
    lock_chosen_staff(tx, &before, chosen)?;
    desk_changes::assign_staff(tx, id, &chosen.staff_id, context.now)?;
    desk_changes::confirm(tx, id, context.now)?;
    let booking = reload_and_audit(tx, context, AuditAction::BookingApprove, &before)?;
    occupy_staff_time(tx, &branch, &booking, StaffChoice::Desk, context.now)?;
    follow_up_jobs::replace_jobs_with_noshow_check(tx, context, &booking)?;
    notify_customer(tx, context, CustomerEvent::Confirmed, &booking)?;
    Ok(booking)
}
