//! The customer did not come.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_domain::job::Job;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::{desk_changes, occupancy};
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::{DbError, Tx};

use super::follow_up;
use super::locked_booking::{DeskRefusal, lock_in_status, reload_and_audit};
use crate::request_context::RequestContext;

/// What it means for the customer's standing is worked out in the background.
pub fn mark_noshow(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Confirmed])?;
    desk_changes::mark_no_show(tx, id, context.now)?;
    occupancy::release_booking(tx, id)?;
    follow_up::withdraw_jobs(tx, id)?;
    schedule_noshow_escalation(tx, context, id)?;
    reload_and_audit(tx, context, "booking.noshow", &before)
}

/// Under a subject of its own: what else happens to the booking does not undo it.
fn schedule_noshow_escalation(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &BookingId,
) -> Result<(), DbError> {
    let kind = Job::NoshowEscalation.as_str();
    let later = QueuedJob {
        id: &context.new_id(),
        kind,
        payload: &serde_json::json!({ "bookingId": booking }).to_string(),
        subject: &format!("noshow:{booking}"),
        dedup_key: &format!("{kind}:{booking}"),
        due_at: context.now,
    };
    queued_jobs::enqueue(tx, &later, context.now)
}
