//! The desk takes back what it did to a booking by mistake.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingAct;
use parlour_domain::booking::no_show::{CountedNoShow, take_back_no_show};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_domain::job::subject::JobSubject;
use parlour_store::bookings::booking_acts::{self, RecordedAct};
use parlour_store::bookings::booking_records::Booking;
use parlour_store::jobs::queued_jobs;
use parlour_store::{Conn, DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::availability::{StaffChoice, occupy_staff_time};
use crate::bookings::follow_up_jobs;
use crate::bookings::locked_booking::{DeskRefusal, lock_booking, lock_booking_branch, reload_and_audit};
use crate::bookings::notifications::{CustomerEvent, notify_customer};
use crate::request_context::RequestContext;

/// Takes back the last act of the desk, on the day of that act; the next call takes back the one before. Refused if the
/// staff time of the booking was taken meanwhile. The customer is told if they were told of the act.
pub fn undo(tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId) -> Result<Booking, DeskRefusal> {
    let before = lock_booking(tx, id)?;
    let act = booking_acts::find_last(tx, id)?;
    let act = act.filter(|act| is_undoable(act, &before, context.now)).ok_or(DeskRefusal::NothingToUndo)?;
    let branch = lock_booking_branch(tx, &before)?;
    if act.act == BookingAct::NoShow {
        take_back_counted_no_show(tx, context, &before, &act)?;
    }
    let needs_time = releases_time(tx, &act, id)?;
    booking_acts::take_back(tx, id, &act, context.now)?;
    let booking = reload_and_audit(tx, context, AuditAction::BookingUndo, &before)?;
    if needs_time {
        occupy_staff_time(tx, &branch, &booking, StaffChoice::Desk, context.now)?;
    }
    if act.act != BookingAct::Arrive {
        follow_up_jobs::restore_jobs(tx, context, &booking, act.acted_at)?;
    }
    if act.is_customer_told {
        notify_customer(tx, context, CustomerEvent::Restored, &booking)?;
    }
    Ok(booking)
}

/// The act that [`undo`] would take back now.
pub fn find_undoable<S>(
    conn: &mut Conn<'_>,
    booking: &Booking<S>,
    now: Timestamp,
) -> Result<Option<BookingAct>, DbError> {
    let act = booking_acts::find_last(conn, &booking.id)?;
    Ok(act.filter(|act| is_undoable(act, booking, now)).map(|act| act.act))
}

/// Not after something else has happened to the booking: the customer cancelled it, it was completed, or moved to another
/// day.
fn is_undoable<S>(act: &RecordedAct, booking: &Booking<S>, now: Timestamp) -> bool {
    let is_same_day = act.acted_at.ist_date() == now.ist_date();
    let is_last_change = match act.act {
        BookingAct::Arrive => booking.arrived_at.is_some(),
        BookingAct::Start | BookingAct::NoShow => true,
        BookingAct::Reject => booking.rejected_at == Some(act.acted_at),
        BookingAct::Cancel => booking.cancelled_at == Some(act.acted_at),
    };
    is_same_day && is_last_change && booking.status == act.act.resulting_status()
}

/// Whether the act has released the staff time of the booking. A booking that was begun keeps it until it is completed.
fn releases_time(tx: &mut Tx<'_>, act: &RecordedAct, id: &BookingId) -> Result<bool, DbError> {
    match act.act {
        BookingAct::Arrive => Ok(false),
        BookingAct::Start => booking_acts::was_billed(tx, id),
        BookingAct::NoShow | BookingAct::Reject | BookingAct::Cancel => Ok(true),
    }
}

/// A job counts no-shows. It does not count this one any more, and what it has counted is taken back.
fn take_back_counted_no_show(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
    act: &RecordedAct,
) -> Result<(), DbError> {
    queued_jobs::cancel_by_subject(tx, &JobSubject::Noshow(&booking.id).to_string())?;
    let Some((number, ended_streak)) = act.noshow_number.zip(act.ended_streak) else { return Ok(()) };
    let customer = &booking.customer_id;
    let Some(mut standing) = booking_acts::lock_standing(tx, customer)? else { return Ok(()) };
    let before = state_json(&standing);
    // After the lock: another no-show that is taken back at the same moment has changed these numbers.
    let act = booking_acts::find_last(tx, &booking.id)?;
    let (number, ended_streak) =
        act.and_then(|act| act.noshow_number.zip(act.ended_streak)).unwrap_or((number, ended_streak));
    let no_show = CountedNoShow { booking_id: booking.id.clone(), number, ended_streak };
    let mut later = booking_acts::list_no_shows_counted_after(tx, customer, &no_show)?;
    take_back_no_show(&mut standing, &no_show, &mut later);
    for no_show in &later {
        booking_acts::record_counted_no_show(tx, &no_show.booking_id, no_show.number, no_show.ended_streak)?;
    }
    booking_acts::save_standing(tx, customer, &standing, context.now)?;
    let change = AuditedChange {
        action: AuditAction::CustomerUndoNoshow,
        record_id: customer.as_str(),
        concerns: Some(customer),
        before,
        after: state_json(&standing),
    };
    audit::record(tx, context, change)
}
