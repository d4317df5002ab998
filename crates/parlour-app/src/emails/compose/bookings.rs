//! Letters about a booking.

use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::calendar::CalendarOrganizer;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::{DAY_MS, HOUR_MS, Timestamp};
use parlour_domain::notification::email_kind::EmailKind;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::branches::branch_changes;
use parlour_store::notifications::emails::OutgoingEmail;
use parlour_store::{Conn, DbError};

use super::{ComposeInputs, default_salon_contact};
use crate::calendar;
use crate::emails::{
    BookedService, BookingNews, BookingSummary, EmailAttachment, EmailMessage, EmailRecipient, SalonContact,
    booking_email, review_request_email,
};

pub(super) fn compose_booking_email(
    conn: &mut Conn<'_>,
    outgoing: &OutgoingEmail,
    user: &UserId,
    inputs: &ComposeInputs,
    reader: &EmailRecipient,
) -> Result<Option<EmailMessage>, DbError> {
    let id = BookingId::new(outgoing.subject.as_str());
    let Some(booking) = booking_records::find_own_booking(conn, &id, user)? else { return Ok(None) };
    let Some(news) = current_news(outgoing, &booking, inputs.now) else { return Ok(None) };
    let salon = branch_contact(conn, &booking)?;
    let calendar = match news {
        // Whoever is reminded has it already; what was never confirmed is on no calendar.
        BookingNews::WithinDay | BookingNews::WithinHour | BookingNews::Rejected { .. } => None,
        _ => {
            let organizer = CalendarOrganizer { name: &salon.name, address: &inputs.sender };
            calendar::render_calendar_message(conn, &id, user, organizer)?
        }
    };
    let calendar = calendar.map(|(method, text)| EmailAttachment {
        name: "visit.ics".to_owned(),
        content_type: format!("text/calendar; charset=utf-8; method={}", method.as_str()),
        bytes: text.into_bytes(),
    });
    Ok(Some(booking_email(&news, &booking_details(booking, calendar), &salon, reader)))
}

/// What the email would say, if it still is so: a booking that has moved on meanwhile has a email of its own for that.
fn current_news(outgoing: &OutgoingEmail, booking: &Booking, now: Timestamp) -> Option<BookingNews> {
    // Confirmations and moves are counted: an earlier one is overtaken by the next.
    let is_latest = outgoing.period.parse().is_ok_and(|count: i64| count == booking.reschedule_count);
    let starts_at = Timestamp::from_ist(booking.booking_date, booking.start_time);
    let starts_in = starts_at.millis_since(now);
    let is_near = |most| booking.status == BookingStatus::Confirmed && (1..=most).contains(&starts_in);
    match (outgoing.kind, booking.status) {
        (EmailKind::BookingConfirmed, BookingStatus::Confirmed) if is_latest => Some(BookingNews::Confirmed),
        (EmailKind::BookingRescheduled, BookingStatus::Confirmed) if is_latest => {
            Some(BookingNews::Rescheduled { is_confirmed: true })
        }
        (EmailKind::BookingRescheduled, BookingStatus::Pending) if is_latest => {
            Some(BookingNews::Rescheduled { is_confirmed: false })
        }
        (EmailKind::BookingCancelled, BookingStatus::Cancelled) => {
            Some(BookingNews::Cancelled { reason: booking.cancellation_reason.clone() })
        }
        (EmailKind::BookingRejected, BookingStatus::Rejected) => {
            Some(BookingNews::Rejected { reason: booking.rejection_reason.clone() })
        }
        (EmailKind::Reminder24h, _) if is_near(DAY_MS) => Some(BookingNews::WithinDay),
        (EmailKind::Reminder1h, _) if is_near(HOUR_MS) => Some(BookingNews::WithinHour),
        _ => None,
    }
}

pub(super) fn compose_review_request(
    conn: &mut Conn<'_>,
    outgoing: &OutgoingEmail,
    user: &UserId,
    reader: &EmailRecipient,
) -> Result<Option<EmailMessage>, DbError> {
    let id = BookingId::new(outgoing.subject.as_str());
    let Some(booking) = booking_records::find_own_booking(conn, &id, user)? else { return Ok(None) };
    if booking.status != BookingStatus::Completed {
        return Ok(None);
    }
    let salon = branch_contact(conn, &booking)?;
    let services: Vec<_> =
        booking.services.into_iter().map(|service| service.service_name_snapshot).collect();
    Ok(Some(review_request_email(&services, booking.booking_date, &salon, reader)))
}

fn branch_contact(conn: &mut Conn<'_>, booking: &Booking) -> Result<SalonContact, DbError> {
    match branch_changes::by_id(conn, &booking.branch_id)? {
        Some(branch) => Ok(SalonContact { name: branch.name, address: branch.address, phone: branch.phone }),
        None => default_salon_contact(conn),
    }
}

fn booking_details(booking: Booking, calendar: Option<EmailAttachment>) -> BookingSummary {
    let services = booking.services.into_iter().map(|service| BookedService {
        name: service.service_name_snapshot,
        minutes: service.duration_minutes,
        price_paise: service.price_at_booking_paise,
    });
    BookingSummary {
        number: booking.booking_number,
        date: booking.booking_date,
        start: booking.start_time,
        end: booking.end_time,
        services: services.collect(),
        total_paise: booking.total_amount_paise,
        calendar,
    }
}
