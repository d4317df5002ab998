//! Notifications about a booking, to the desk and to its customer.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::message::{BookingFacts, NotificationMessage};
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
    /// A request without an answer, made at this time. For the second reminder of what the desk has made, a day later.
    Unanswered(Timestamp),
    /// A booking that has not begun by this end.
    PossibleNoshow(Timestamp),
    /// The offer of another time with this number.
    TimeAccepted(i64),
    /// The offer of another time with this number.
    TimeDeclined(i64),
}

impl DeskEvent {
    fn message(self, booking: BookingFacts) -> NotificationMessage {
        match self {
            Self::Requested => NotificationMessage::RequestReceived(booking),
            Self::CancelledByCustomer => NotificationMessage::CustomerCancelled(booking),
            Self::RescheduledByCustomer => NotificationMessage::CustomerRescheduled(booking),
            Self::Unanswered(_) => NotificationMessage::RequestUnanswered(booking),
            Self::PossibleNoshow(_) => NotificationMessage::PossibleNoshow(booking),
            Self::TimeAccepted(_) => NotificationMessage::OfferedTimeAccepted(booking),
            Self::TimeDeclined(_) => NotificationMessage::OfferedTimeDeclined(booking),
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
    let (id_prefix, message, period) = (context.new_id(), event.message(booking_facts(booking)), event.period(booking));
    let notification = desk_notification(booking, &id_prefix, &message, &period);
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
    let (id_prefix, message) = (context.new_id(), event.message(booking_facts(booking)));
    let notification = desk_notification(booking, &id_prefix, &message, "");
    notification_records::insert_for_desk_and_note_page_updates(tx, &notification, context.now)
}

fn desk_notification<'a>(
    booking: &'a Booking,
    id_prefix: &'a str,
    message: &'a NotificationMessage,
    period: &'a str,
) -> DeskNotification<'a> {
    let subject = NotificationSubject::Booking(&booking.id).as_str();
    DeskNotification { id_prefix, booking_id: Some(&booking.id), message, subject, period }
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
pub(super) enum CustomerEvent<'a> {
    Confirmed,
    Rejected,
    Cancelled,
    Rescheduled,
    /// The services or their prices have changed.
    Changed,
    /// The desk has taken back a rejection or a cancellation.
    Restored,
    /// The desk offers another time.
    TimeOffered(&'a OfferedTime),
}

impl CustomerEvent<'_> {
    fn message(self, booking: &Booking) -> NotificationMessage {
        let facts = booking_facts(booking);
        match self {
            Self::Confirmed => NotificationMessage::BookingConfirmed(facts),
            Self::Rejected => {
                NotificationMessage::BookingRejected { booking: facts, reason: booking.rejection_reason.clone() }
            }
            Self::Cancelled => NotificationMessage::BookingCancelled(facts),
            Self::Rescheduled => NotificationMessage::BookingRescheduled(facts),
            Self::Changed => NotificationMessage::BookingChanged(facts),
            Self::Restored if booking.status == BookingStatus::Pending => NotificationMessage::RequestRestored(facts),
            Self::Restored => NotificationMessage::BookingRestored(facts),
            Self::TimeOffered(offered) => NotificationMessage::TimeOffered {
                number: facts.number,
                date: offered.booking_date,
                start: offered.start_time,
                answer_by: offered.expires_at,
            },
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
            Self::TimeOffered(_) => EmailKind::BookingTimeOffered,
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
            Self::TimeOffered(offered) => offered.number.to_string(),
        }
    }
}

/// Notifies the customer in the feed, by push and by e-mail.
pub(super) fn notify_customer(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    event: CustomerEvent<'_>,
    booking: &Booking,
) -> Result<(), DbError> {
    let notification = NewNotification {
        user_id: &booking.customer_id,
        booking_id: Some(&booking.id),
        message: &event.message(booking),
        subject: NotificationSubject::Booking(&booking.id),
        period: &event.period(context, booking),
        delivery: NotificationDelivery::PushAndEmail(event.email()),
    };
    notify(tx, context, &notification)?;
    Ok(())
}

fn booking_facts(booking: &Booking) -> BookingFacts {
    BookingFacts {
        number: booking.booking_number.clone(),
        date: booking.booking_date,
        start: booking.start_time,
        services: booking.services.iter().map(|service| service.service_name_snapshot.clone()).collect(),
    }
}
