//! What follows from a change to a booking, written with it.

use parlour_domain::booking::{
    AUTO_REJECT_CHECK_AFTER_MS, BookingStatus, NOSHOW_CHECK_AFTER_MS, REVIEW_REQUEST_AFTER_MS, STALE_AFTER_MS,
};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::NotificationType;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::notifications::notification_records::{self, DeskNotification};
use parlour_store::{DbError, Tx};
use serde_json::{Value, json};

use crate::notifications::notify::{NewNotification, NotificationDelivery, notify};
use crate::realtime_events;
use crate::request_context::RequestContext;

const STALE_ALERT_JOB: &str = "stale-booking-alert";

/// The desk is reminded of a request that it has not answered.
pub(super) fn schedule_stale_alert(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &BookingId,
) -> Result<(), DbError> {
    let told = json!({ "bookingId": booking, "requestedAt": context.now });
    schedule_job(tx, context, booking, (STALE_ALERT_JOB, &told), context.now.plus_millis(STALE_AFTER_MS))
}

/// Once the request is too old to be answered, it is looked at again.
pub(super) fn schedule_rejection_check(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &BookingId,
    requested_at: Timestamp,
) -> Result<(), DbError> {
    let told = json!({ "bookingId": booking, "requestedAt": requested_at });
    let due_at = requested_at.plus_millis(AUTO_REJECT_CHECK_AFTER_MS);
    schedule_job(tx, context, booking, (STALE_ALERT_JOB, &told), due_at)
}

/// Somebody looks for the customer of a confirmed visit once it should be over. What was to be done about the booking
/// as it was before is not any more.
pub(super) fn replace_jobs_with_noshow_check(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
) -> Result<(), DbError> {
    withdraw_jobs(tx, &booking.id)?;
    let ends_at = Timestamp::from_ist(booking.booking_date, booking.end_time);
    let told = json!({ "bookingId": booking.id, "endsAt": ends_at });
    let due_at = ends_at.plus_millis(NOSHOW_CHECK_AFTER_MS);
    schedule_job(tx, context, &booking.id, ("noshow-check", &told), due_at)
}

/// The visit has another end, or another time altogether.
pub(super) fn update_jobs_after_time_change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
) -> Result<(), DbError> {
    // A request that nobody has answered keeps its age, and so its alert.
    if booking.status == BookingStatus::Confirmed {
        replace_jobs_with_noshow_check(tx, context, booking)?;
    }
    Ok(())
}

/// The invoice is rendered and sent, and later the customer is asked how it was.
pub(super) fn schedule_jobs_after_completion(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &BookingId,
) -> Result<(), DbError> {
    let told = json!({ "bookingId": booking });
    schedule_job(tx, context, booking, ("invoice-pdf", &told), context.now)?;
    let review_at = context.now.plus_millis(REVIEW_REQUEST_AFTER_MS);
    schedule_job(tx, context, booking, ("post-service-followup", &told), review_at)
}

/// A job about a booking, which is told which one, and how things were where they may be others by then: work that is
/// parked or in somebody else's queue cannot be withdrawn.
fn schedule_job(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &BookingId,
    (kind, told): (&str, &Value),
    due_at: Timestamp,
) -> Result<(), DbError> {
    let later = QueuedJob {
        id: &context.new_id(),
        kind,
        payload: &told.to_string(),
        subject: &job_subject(booking),
        dedup_key: &format!("{kind}:{booking}:{}", due_at.millis()),
        due_at,
    };
    queued_jobs::enqueue(tx, &later, context.now)
}

/// Nothing more is to be done about the booking as it was.
pub(super) fn withdraw_jobs(tx: &mut Tx<'_>, booking: &BookingId) -> Result<(), DbError> {
    queued_jobs::cancel_by_subject(tx, &job_subject(booking))
}

fn job_subject(booking: &BookingId) -> String {
    format!("booking:{booking}")
}

pub(super) fn notify_desk(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    kind: NotificationType,
    booking: &Booking,
) -> Result<(), DbError> {
    notify_desk_in_period(tx, context, kind, booking, &notification_period(kind, booking))?;
    Ok(())
}

/// The same of what may come again, each time with a period of its own; how many it was news to.
pub(super) fn notify_desk_in_period(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    kind: NotificationType,
    booking: &Booking,
    period: &str,
) -> Result<u64, DbError> {
    let title = match kind {
        NotificationType::BookingCancelled => "A customer has cancelled",
        NotificationType::BookingRescheduled => "A customer has moved a booking",
        NotificationType::StaleBooking => "A booking request waits for an answer",
        NotificationType::NoshowCheck => "Did this customer come?",
        _ => "New booking request",
    };
    let id_prefix = context.new_id();
    let notice = DeskNotification {
        id_prefix: &id_prefix,
        booking_id: Some(&booking.id),
        kind,
        title,
        body: &describe_booking(booking),
        subject: booking.id.as_str(),
        period,
    };
    let told = notification_records::insert_for_desk(tx, &notice, context.now)?;
    if context.publishes_realtime && told > 0 {
        for (id, reader) in notification_records::list_inserted_for_desk(tx, &id_prefix)? {
            realtime_events::publish_notification(tx, context, &reader, &id)?;
        }
    }
    Ok(told)
}

/// Of a visit that is called off without the customer doing so.
pub(crate) fn notify_desk_of_cancellation(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    booking: &BookingId,
) -> Result<(), DbError> {
    match booking_records::find_own_booking(tx, booking, customer)? {
        Some(booking) => notify_desk(tx, context, NotificationType::BookingCancelled, &booking),
        None => Ok(()),
    }
}

/// In the feed, and by a letter for those who would rather keep it.
pub(super) fn notify_customer(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    kind: NotificationType,
    booking: &Booking,
) -> Result<(), DbError> {
    let (title, letter) = match kind {
        NotificationType::BookingConfirmed => ("Your booking is confirmed", EmailKind::BookingConfirmed),
        NotificationType::BookingRejected => ("We cannot take your booking", EmailKind::BookingRejected),
        NotificationType::BookingCancelled => ("Your booking is cancelled", EmailKind::BookingCancelled),
        _ => ("Your booking has a new time", EmailKind::BookingRescheduled),
    };
    let mut body = describe_booking(booking);
    if let Some(reason) =
        booking.rejection_reason.as_ref().filter(|_| kind == NotificationType::BookingRejected)
    {
        body = format!("{body}. {reason}");
    }
    let notification = NewNotification {
        user_id: &booking.customer_id,
        booking_id: Some(&booking.id),
        kind,
        title,
        body: &body,
        subject: booking.id.as_str(),
        period: &notification_period(kind, booking),
        delivery: NotificationDelivery::PushAndEmail(letter),
    };
    notify(tx, context, &notification)?;
    Ok(())
}

/// A booking is requested and cancelled once, moved several times, and confirmed again after a customer's move.
fn notification_period(kind: NotificationType, booking: &Booking) -> String {
    match kind {
        NotificationType::BookingRescheduled | NotificationType::BookingConfirmed => {
            booking.reschedule_count.to_string()
        }
        _ => String::new(),
    }
}

/// Which visit, without a name: it is shown on locked screens.
fn describe_booking(booking: &Booking) -> String {
    let names: Vec<&str> =
        booking.services.iter().map(|service| service.service_name_snapshot.as_str()).collect();
    let (date, start) = (booking.booking_date.format("%a %-d %b %Y"), booking.start_time.format("%H:%M"));
    format!("{}: {date} at {start}, {}", booking.booking_number, names.join(", "))
}
