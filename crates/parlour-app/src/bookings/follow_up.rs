//! What follows from a change to a booking, written with it.

use parlour_domain::booking::{
    BookingStatus, NOSHOW_CHECK_AFTER_MS, REJECTION_CHECK_AFTER_MS, REVIEW_REQUEST_AFTER_MS, STALE_AFTER_MS,
};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::letter::LetterKind;
use parlour_domain::notice::NotificationType;
use parlour_store::bookings::{self, Booking};
use parlour_store::notices::{self, DeskNotice};
use parlour_store::work::{self, Work};
use parlour_store::{DbError, Tx};
use serde_json::{Value, json};

use crate::announce;
use crate::occasion::Occasion;
use crate::telling::{SentAs, Telling, tell};

const STALE_ALERT: &str = "stale-booking-alert";

/// The desk is reminded of a request that it has not answered.
pub(super) fn watch_for_staleness(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    booking: &BookingId,
) -> Result<(), DbError> {
    let told = json!({ "bookingId": booking, "requestedAt": occasion.now });
    later(tx, occasion, booking, (STALE_ALERT, &told), occasion.now.plus_millis(STALE_AFTER_MS))
}

/// Once the request is too old to be answered, it is looked at again.
pub(super) fn watch_for_rejection(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    booking: &BookingId,
    requested_at: Timestamp,
) -> Result<(), DbError> {
    let told = json!({ "bookingId": booking, "requestedAt": requested_at });
    let due_at = requested_at.plus_millis(REJECTION_CHECK_AFTER_MS);
    later(tx, occasion, booking, (STALE_ALERT, &told), due_at)
}

/// Somebody looks for the customer of a confirmed visit once it should be over. What was to be done about the booking
/// as it was before is not any more.
pub(super) fn watch_for_noshow(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    booking: &Booking,
) -> Result<(), DbError> {
    withdraw(tx, &booking.id)?;
    let ends_at = Timestamp::from_ist(booking.booking_date, booking.end_time);
    let told = json!({ "bookingId": booking.id, "endsAt": ends_at });
    let due_at = ends_at.plus_millis(NOSHOW_CHECK_AFTER_MS);
    later(tx, occasion, &booking.id, ("noshow-check", &told), due_at)
}

/// The visit has another end, or another time altogether.
pub(super) fn follow_times(tx: &mut Tx<'_>, occasion: &Occasion, booking: &Booking) -> Result<(), DbError> {
    // A request that nobody has answered keeps its age, and so its alert.
    if booking.status == BookingStatus::Confirmed {
        watch_for_noshow(tx, occasion, booking)?;
    }
    Ok(())
}

/// The invoice is rendered and sent, and later the customer is asked how it was.
pub(super) fn after_visit(tx: &mut Tx<'_>, occasion: &Occasion, booking: &BookingId) -> Result<(), DbError> {
    let told = json!({ "bookingId": booking });
    later(tx, occasion, booking, ("invoice-pdf", &told), occasion.now)?;
    let review_at = occasion.now.plus_millis(REVIEW_REQUEST_AFTER_MS);
    later(tx, occasion, booking, ("post-service-followup", &told), review_at)
}

/// A job about a booking, which is told which one, and how things were where they may be others by then: work that is
/// parked or in somebody else's queue cannot be withdrawn.
fn later(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    booking: &BookingId,
    (kind, told): (&str, &Value),
    due_at: Timestamp,
) -> Result<(), DbError> {
    let later = Work {
        id: &occasion.new_id(),
        kind,
        payload: &told.to_string(),
        subject: &subject(booking),
        dedup_key: &format!("{kind}:{booking}:{}", due_at.millis()),
        due_at,
    };
    work::schedule(tx, &later, occasion.now)
}

/// Nothing more is to be done about the booking as it was.
pub(super) fn withdraw(tx: &mut Tx<'_>, booking: &BookingId) -> Result<(), DbError> {
    work::withdraw(tx, &subject(booking))
}

fn subject(booking: &BookingId) -> String {
    format!("booking:{booking}")
}

pub(super) fn tell_desk(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    kind: NotificationType,
    booking: &Booking,
) -> Result<(), DbError> {
    alert_desk(tx, occasion, kind, booking, &period(kind, booking))?;
    Ok(())
}

/// The same of what may come again, each time with a period of its own; how many it was news to.
pub(super) fn alert_desk(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
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
    let id_prefix = occasion.new_id();
    let notice = DeskNotice {
        id_prefix: &id_prefix,
        booking_id: Some(&booking.id),
        kind,
        title,
        body: &told(booking),
        subject: booking.id.as_str(),
        period,
    };
    let told = notices::write_to_desk(tx, &notice, occasion.now)?;
    if occasion.is_heard && told > 0 {
        for (id, reader) in notices::written_to_desk(tx, &id_prefix)? {
            announce::notice(tx, occasion, &reader, &id)?;
        }
    }
    Ok(told)
}

/// Of a visit that is called off without the customer doing so.
pub(crate) fn tell_desk_of_cancellation(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    customer: &UserId,
    booking: &BookingId,
) -> Result<(), DbError> {
    match bookings::own(tx, booking, customer)? {
        Some(booking) => tell_desk(tx, occasion, NotificationType::BookingCancelled, &booking),
        None => Ok(()),
    }
}

/// In the feed, and by a letter for those who would rather keep it.
pub(super) fn tell_customer(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    kind: NotificationType,
    booking: &Booking,
) -> Result<(), DbError> {
    let (title, letter) = match kind {
        NotificationType::BookingConfirmed => ("Your booking is confirmed", LetterKind::BookingConfirmed),
        NotificationType::BookingRejected => ("We cannot take your booking", LetterKind::BookingRejected),
        NotificationType::BookingCancelled => ("Your booking is cancelled", LetterKind::BookingCancelled),
        _ => ("Your booking has a new time", LetterKind::BookingRescheduled),
    };
    let mut body = told(booking);
    if let Some(reason) =
        booking.rejection_reason.as_ref().filter(|_| kind == NotificationType::BookingRejected)
    {
        body = format!("{body}. {reason}");
    }
    let telling = Telling {
        user_id: &booking.customer_id,
        booking_id: Some(&booking.id),
        kind,
        title,
        body: &body,
        subject: booking.id.as_str(),
        period: &period(kind, booking),
        sent_as: SentAs::PushAndLetter(letter),
    };
    tell(tx, occasion, &telling)?;
    Ok(())
}

/// A booking is requested and cancelled once, moved several times, and confirmed again after a customer's move.
fn period(kind: NotificationType, booking: &Booking) -> String {
    match kind {
        NotificationType::BookingRescheduled | NotificationType::BookingConfirmed => {
            booking.reschedule_count.to_string()
        }
        _ => String::new(),
    }
}

/// Which visit, without a name: it is shown on locked screens.
fn told(booking: &Booking) -> String {
    let names: Vec<&str> =
        booking.services.iter().map(|service| service.service_name_snapshot.as_str()).collect();
    let (date, start) = (booking.booking_date.format("%a %-d %b %Y"), booking.start_time.format("%H:%M"));
    format!("{}: {date} at {start}, {}", booking.booking_number, names.join(", "))
}
