//! The desk records that the customer did not come.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::{BookingAct, BookingStatus};
use parlour_domain::ids::BookingId;
use parlour_domain::job::Job;
use parlour_domain::job::subject::JobSubject;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::{desk_changes, occupancy};
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::{DbError, Tx};

use crate::bookings::follow_up_jobs;
use crate::bookings::locked_booking::{DeskRefusal, lock_in_status, record_act, reload_and_audit};
use crate::job_payload::JobPayload;
use crate::request_context::RequestContext;

/// A job counts the no-show against the customer.
pub fn mark_noshow(tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Confirmed])?;
    record_act(tx, context, BookingAct::NoShow, &before, false)?;
    desk_changes::mark_no_show(tx, id, context.now)?;
    occupancy::release_booking(tx, id)?;
    follow_up_jobs::withdraw_jobs(tx, id)?;
    schedule_noshow_escalation(tx, context, id)?;
    reload_and_audit(tx, context, AuditAction::BookingNoshow, &before)
}

/// Has a subject of its own, so that other changes to the booking do not withdraw it.
fn schedule_noshow_escalation(tx: &mut Tx<'_>, context: &RequestContext, booking: &BookingId) -> Result<(), DbError> {
    let job = Job::NoshowEscalation;
    let queued = QueuedJob {
        id: &context.new_id(),
        kind: job.as_str(),
        payload: &JobPayload::for_booking(booking).to_json(),
        subject: &JobSubject::Noshow(booking).to_string(),
        dedup_key: &format!("{job}:{booking}"),
        due_at: context.now,
    };
    queued_jobs::enqueue(tx, &queued, context.now)
}
