//! Notifications about a booking, to the desk and to its customer.

use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::NotificationType;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::notifications::notification_records::{self, DeskNotification};
use parlour_store::{DbError, Tx};

use crate::notifications::notify::{NewNotification, NotificationDelivery, notify};
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
}

impl DeskEvent {
    fn kind(self) -> NotificationType {
        match self {
            Self::Requested => NotificationType::BookingCreated,
            Self::CancelledByCustomer => NotificationType::BookingCancelled,
            Self::RescheduledByCustomer => NotificationType::BookingRescheduled,
            Self::Unanswered(_) => NotificationType::StaleBooking,
            Self::PossibleNoshow(_) => NotificationType::NoshowCheck,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Requested => "New booking request",
            Self::CancelledByCustomer => "A customer has cancelled",
            Self::RescheduledByCustomer => "A customer has moved a booking",
            Self::Unanswered(_) => "A booking request waits for an answer",
            Self::PossibleNoshow(_) => "Did this customer come?",
        }
    }

    /// What can happen again to the same booking has a period for each time.
    fn period(self, booking: &Booking) -> String {
        match self {
            Self::Requested | Self::CancelledByCustomer => String::new(),
            Self::RescheduledByCustomer => booking.reschedule_count.to_string(),
            Self::Unanswered(at) | Self::PossibleNoshow(at) => at.to_string(),
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
    let id_prefix = context.new_id();
    let notification = DeskNotification {
        id_prefix: &id_prefix,
        booking_id: Some(&booking.id),
        kind: event.kind(),
        title: event.title(),
        body: &describe_booking(booking),
        subject: NotificationSubject::Booking(&booking.id).as_str(),
        period: &event.period(booking),
    };
    let notified = notification_records::insert_for_desk(tx, &notification, context.now)?;
    if context.publishes_realtime && notified > 0 {
        for (id, recipient) in notification_records::list_inserted_for_desk(tx, &id_prefix)? {
            realtime_events::publish_notification(tx, context, &recipient, &id)?;
        }
    }
    Ok(notified)
}

/// Notifies the desk of a booking that was cancelled because its customer was erased.
pub(crate) fn notify_desk_of_cancellation(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    booking: &BookingId,
) -> Result<(), DbError> {
    if let Some(booking) = booking_records::find_own_booking(tx, booking, customer)? {
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
}

/// Notifies the customer in the feed, by push and by e-mail.
pub(super) fn notify_customer(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    event: CustomerEvent,
    booking: &Booking,
) -> Result<(), DbError> {
    let (kind, title, email) = match event {
        CustomerEvent::Confirmed => {
            (NotificationType::BookingConfirmed, "Your booking is confirmed", EmailKind::BookingConfirmed)
        }
        CustomerEvent::Rejected => {
            (NotificationType::BookingRejected, "We cannot take your booking", EmailKind::BookingRejected)
        }
        CustomerEvent::Cancelled => {
            (NotificationType::BookingCancelled, "Your booking is cancelled", EmailKind::BookingCancelled)
        }
        CustomerEvent::Rescheduled => {
            (NotificationType::BookingRescheduled, "Your booking has a new time", EmailKind::BookingRescheduled)
        }
    };
    let body = match (event, &booking.rejection_reason) {
        (CustomerEvent::Rejected, Some(reason)) => format!("{}. {reason}", describe_booking(booking)),
        (
            CustomerEvent::Rejected | CustomerEvent::Confirmed | CustomerEvent::Cancelled | CustomerEvent::Rescheduled,
            _,
        ) => describe_booking(booking),
    };
    // A booking can be moved several times, and is confirmed again after a customer's move.
    let period = match event {
        CustomerEvent::Confirmed | CustomerEvent::Rescheduled => booking.reschedule_count.to_string(),
        CustomerEvent::Rejected | CustomerEvent::Cancelled => String::new(),
    };
    let notification = NewNotification {
        user_id: &booking.customer_id,
        booking_id: Some(&booking.id),
        kind,
        title,
        body: &body,
        subject: NotificationSubject::Booking(&booking.id),
        period: &period,
        delivery: NotificationDelivery::PushAndEmail(email),
    };
    notify(tx, context, &notification)?;
    Ok(())
}

/// Number, time and services without a name: locked screens show it.
fn describe_booking(booking: &Booking) -> String {
    let names: Vec<&str> = booking.services.iter().map(|service| service.service_name_snapshot.as_str()).collect();
    let (date, start) = (booking.booking_date.format("%a %-d %b %Y"), booking.start_time.format("%H:%M"));
    format!("{}: {date} at {start}, {}", booking.booking_number, names.join(", "))
}
