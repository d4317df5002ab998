//! Notifications about a booking, to the desk and to its customer.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::{Timestamp, spoken_time};
use parlour_domain::notification::NotificationType;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::bookings::booking_records::{self, Booking, OfferedTime};
use parlour_store::notifications::notification_records::{self, DeskNotification};
use parlour_store::{DbError, Tx};

use crate::notifications::notify::{NewNotification, NotificationDelivery, notify};
use crate::page_updates;
use crate::realtime_events;
use crate::request_context::RequestContext;

/// What the desk is notified of.
#[derive(Debug, Clone, Copy)]
pub(super) enum DeskEvent {
    Requested,
    CancelledByCustomer,
    RescheduledByCustomer,
    /// A request without an answer, made at this time.
    Unanswered(Timestamp),
    /// A booking that has not begun by this end.
    PossibleNoshow(Timestamp),
    /// The offer of another time with this number.
    TimeAccepted(i64),
    /// The offer of another time with this number.
    TimeDeclined(i64),
}

impl DeskEvent {
    fn kind(self) -> NotificationType {
        match self {
            Self::Requested => NotificationType::BookingCreated,
            Self::CancelledByCustomer => NotificationType::BookingCancelled,
            Self::RescheduledByCustomer => NotificationType::BookingRescheduled,
            Self::Unanswered(_) => NotificationType::StaleBooking,
            Self::PossibleNoshow(_) => NotificationType::NoshowCheck,
            Self::TimeAccepted(_) => NotificationType::BookingConfirmed,
            Self::TimeDeclined(_) => NotificationType::BookingTimeOffered,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Requested => "New booking request",
            Self::CancelledByCustomer => "A customer has cancelled",
            Self::RescheduledByCustomer => "A customer has moved a booking",
            Self::Unanswered(_) => "A booking request waits for an answer",
            Self::PossibleNoshow(_) => "Did this customer come?",
            Self::TimeAccepted(_) => "A customer has accepted the offered time",
            Self::TimeDeclined(_) => "A customer has declined the offered time",
        }
    }

    /// What can happen again to the same booking has a period for each time.
    fn period(self, booking: &Booking) -> String {
        match self {
            Self::Requested | Self::CancelledByCustomer => String::new(),
            Self::RescheduledByCustomer => booking.reschedule_count.to_string(),
            Self::Unanswered(at) | Self::PossibleNoshow(at) => at.to_string(),
            Self::TimeAccepted(number) | Self::TimeDeclined(number) => number.to_string(),
        }
    }
}

/// Returns how many people had not been notified of it before.
pub(super) fn notify_desk(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    event: DeskEvent,
    booking: &Booking,
) -> Result<u64, DbError> {
    let (id_prefix, body, period) = (context.new_id(), describe_booking(booking), event.period(booking));
    let notification = desk_notification(event, booking, (&id_prefix, &body, &period));
    let notified = notification_records::insert_for_desk(tx, &notification, context.now)?;
    for (id, recipient) in &notified {
        realtime_events::publish_notification(tx, context, recipient, id)?;
    }
    Ok(u64::try_from(notified.len()).unwrap_or(u64::MAX))
}

/// Notifies the desk of a new request. Nobody waits for the rows, unless messages about them are published: the next
/// booking number of the branch is locked.
pub(super) fn notify_desk_of_request(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
) -> Result<(), DbError> {
    let event = DeskEvent::Requested;
    if context.publishes_realtime {
        return notify_desk(tx, context, event, booking).map(drop);
    }
    let (id_prefix, body) = (context.new_id(), describe_booking(booking));
    let notification = desk_notification(event, booking, (&id_prefix, &body, ""));
    notification_records::insert_for_desk_and_note_page_updates(tx, &notification, context.now)
}

fn desk_notification<'a>(
    event: DeskEvent,
    booking: &'a Booking,
    (id_prefix, body, period): (&'a str, &'a str, &'a str),
) -> DeskNotification<'a> {
    DeskNotification {
        id_prefix,
        booking_id: Some(&booking.id),
        kind: event.kind(),
        title: event.title(),
        body,
        subject: NotificationSubject::Booking(&booking.id).as_str(),
        period,
    }
}

/// Notifies the desk of a booking that was cancelled because its customer was erased.
pub(crate) fn notify_desk_of_cancellation(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    booking: &BookingId,
) -> Result<(), DbError> {
    if let Some(booking) = booking_records::find_own_booking(tx, booking, customer)? {
        page_updates::note_booking_change(tx, None, &booking);
        page_updates::note_request_change(tx);
        notify_desk(tx, context, DeskEvent::CancelledByCustomer, &booking)?;
    }
    Ok(())
}

/// What a customer is notified of.
#[derive(Debug, Clone, Copy)]
pub(super) enum CustomerEvent {
    Confirmed,
    Rejected,
    Cancelled,
    Rescheduled,
    /// The services or their prices have changed.
    Changed,
    /// The desk has taken back a rejection or a cancellation.
    Restored,
    /// The desk offers another time.
    TimeOffered,
}

impl CustomerEvent {
    fn kind(self, booking: &Booking) -> NotificationType {
        match self {
            Self::Restored if booking.status == BookingStatus::Pending => NotificationType::BookingCreated,
            Self::Confirmed | Self::Restored => NotificationType::BookingConfirmed,
            Self::Rejected => NotificationType::BookingRejected,
            Self::Cancelled => NotificationType::BookingCancelled,
            Self::Rescheduled | Self::Changed => NotificationType::BookingRescheduled,
            Self::TimeOffered => NotificationType::BookingTimeOffered,
        }
    }

    fn title(self, booking: &Booking) -> &'static str {
        match self {
            Self::Confirmed => "Your booking is confirmed",
            Self::Rejected => "We cannot take your booking",
            Self::Cancelled => "Your booking is cancelled",
            Self::Rescheduled => "Your booking has a new time",
            Self::Changed => "Your booking has changed",
            Self::Restored if booking.status == BookingStatus::Pending => "Your booking request is open again",
            Self::Restored => "Your booking takes place after all",
            Self::TimeOffered => "We can offer you another time",
        }
    }

    fn body(self, booking: &Booking) -> String {
        match (self, &booking.rejection_reason, &booking.offered_time) {
            (Self::Rejected, Some(reason), _) => format!("{}. {reason}", describe_booking(booking)),
            (Self::TimeOffered, _, Some(offered)) => describe_offer(booking, offered),
            (
                Self::Rejected
                | Self::TimeOffered
                | Self::Confirmed
                | Self::Cancelled
                | Self::Rescheduled
                | Self::Changed
                | Self::Restored,
                ..,
            ) => describe_booking(booking),
        }
    }

    fn email(self) -> EmailKind {
        match self {
            Self::Confirmed => EmailKind::BookingConfirmed,
            Self::Rejected => EmailKind::BookingRejected,
            Self::Cancelled => EmailKind::BookingCancelled,
            Self::Rescheduled => EmailKind::BookingRescheduled,
            Self::Changed => EmailKind::BookingChanged,
            Self::Restored => EmailKind::BookingRestored,
            Self::TimeOffered => EmailKind::BookingTimeOffered,
        }
    }

    /// What can happen again to the same booking has a period for each time: it is moved several times, confirmed again
    /// after a customer's move, and rejected or cancelled again after the desk has taken that back.
    fn period(self, context: &RequestContext, booking: &Booking) -> String {
        match self {
            Self::Confirmed | Self::Rescheduled => booking.reschedule_count.to_string(),
            Self::Rejected | Self::Cancelled if booking.undo_count == 0 => String::new(),
            Self::Rejected | Self::Cancelled => booking.undo_count.to_string(),
            Self::Restored => format!("undo-{}", booking.undo_count),
            Self::Changed => format!("change-{}", context.new_id()),
            Self::TimeOffered => booking.offered_time.as_ref().map_or(0, |offered| offered.number).to_string(),
        }
    }
}

/// Notifies the customer in the feed, by push and by e-mail.
pub(super) fn notify_customer(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    event: CustomerEvent,
    booking: &Booking,
) -> Result<(), DbError> {
    let notification = NewNotification {
        user_id: &booking.customer_id,
        booking_id: Some(&booking.id),
        kind: event.kind(booking),
        title: event.title(booking),
        body: &event.body(booking),
        subject: NotificationSubject::Booking(&booking.id),
        period: &event.period(context, booking),
        delivery: NotificationDelivery::PushAndEmail(event.email()),
    };
    notify(tx, context, &notification)?;
    Ok(())
}

/// The offered time, and until when it can be accepted. Without names, as below.
fn describe_offer(booking: &Booking, offered: &OfferedTime) -> String {
    let (date, start) = (offered.booking_date.format("%a %-d %b %Y"), spoken_time(offered.start_time));
    let (answer_date, answer_time) = (offered.expires_at.ist_date(), offered.expires_at.ist_time());
    let (answer_date, answer_time) = (answer_date.format("%a %-d %b"), spoken_time(answer_time));
    format!("{}: {date} at {start}. Please answer by {answer_date}, {answer_time}.", booking.booking_number)
}

/// Number, time and services without a name: locked screens show it.
fn describe_booking(booking: &Booking) -> String {
    let names: Vec<&str> = booking.services.iter().map(|service| service.service_name_snapshot.as_str()).collect();
    let (date, start) = (booking.booking_date.format("%a %-d %b %Y"), spoken_time(booking.start_time));
    format!("{}: {date} at {start}, {}", booking.booking_number, names.join(", "))
}
