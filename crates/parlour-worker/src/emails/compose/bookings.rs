//! Composes the e-mails about a booking.

use parlour_app::calendar;
use parlour_app::hindi_names::translate_for;
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::calendar::CalendarOrganizer;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::{DAY_MS, HOUR_MS, Timestamp};
use parlour_domain::notification::email_kind::EmailKind;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::Branch;
use parlour_store::notifications::email_recipients::BranchContact;
use parlour_store::notifications::emails::OutgoingEmail;
use parlour_store::{Conn, DbError};

use super::inputs::{CustomerEmail, default_salon_contact, salon_contact};
use crate::emails::{
    BookedService, BookingNews, BookingSummary, EmailAttachment, EmailMessage, SalonContact, booking_email,
    review_request_email,
};

pub(super) fn compose_booking_email(
    conn: &mut Conn<'_>,
    email: &CustomerEmail<'_>,
) -> Result<Option<EmailMessage>, DbError> {
    let CustomerEmail { outgoing, user, recipient, inputs } = email;
    let id = BookingId::new(outgoing.subject.as_str());
    let Some(mut booking) = booking_records::find_own_booking(conn, &id, user)? else { return Ok(None) };
    let Some(news) = current_news(outgoing, &booking, inputs.now) else { return Ok(None) };
    translate_for(conn, recipient.texts, &mut booking)?;
    let salon = branch_contact(conn, &booking)?;
    let calendar = match news {
        // A reminded customer has the calendar entry already; a rejected booking never had one, and an offered time
        // has none yet.
        BookingNews::WithinDay
        | BookingNews::WithinHour
        | BookingNews::Rejected { .. }
        | BookingNews::TimeOffered { .. } => None,
        BookingNews::Confirmed
        | BookingNews::Rescheduled { .. }
        | BookingNews::Cancelled { .. }
        | BookingNews::Changed
        | BookingNews::Restored { .. } => {
            let organizer = CalendarOrganizer { name: &salon.name, address: &inputs.sender };
            calendar::render_calendar_message(conn, &id, user, organizer)?
        }
    };
    let calendar = calendar.map(|(method, text)| EmailAttachment {
        name: "visit.ics".to_owned(),
        content_type: format!("text/calendar; charset=utf-8; method={}", method.as_str()),
        bytes: text.into_bytes(),
    });
    Ok(Some(booking_email(&news, &booking_summary(booking, calendar), &salon, recipient)))
}

/// What the e-mail says, if it is still true. A booking that has changed since has another e-mail for that.
fn current_news(outgoing: &OutgoingEmail, booking: &Booking, now: Timestamp) -> Option<BookingNews> {
    // The period is the number of reschedulings: a later one replaces an earlier e-mail.
    let is_latest = outgoing.period.parse().is_ok_and(|count: i64| count == booking.reschedule_count);
    let starts_at = Timestamp::from_ist(booking.booking_date, booking.start_time);
    let starts_in = starts_at.millis_since(now);
    let is_near = |limit| booking.status == BookingStatus::Confirmed && (1..=limit).contains(&starts_in);
    let is = |status| booking.status == status;
    let is_upcoming = booking.status.is_upcoming();
    match outgoing.kind {
        EmailKind::BookingConfirmed => (is_latest && is(BookingStatus::Confirmed)).then_some(BookingNews::Confirmed),
        EmailKind::BookingRescheduled => {
            let is_confirmed = is(BookingStatus::Confirmed);
            let is_current = is_latest && (is_confirmed || is(BookingStatus::Pending));
            is_current.then_some(BookingNews::Rescheduled { is_confirmed })
        }
        EmailKind::BookingCancelled => {
            is(BookingStatus::Cancelled).then(|| BookingNews::Cancelled { reason: booking.cancellation_reason.clone() })
        }
        EmailKind::BookingRejected => {
            is(BookingStatus::Rejected).then(|| BookingNews::Rejected { reason: booking.rejection_reason.clone() })
        }
        EmailKind::BookingChanged => is_upcoming.then_some(BookingNews::Changed),
        EmailKind::BookingRestored => {
            let is_current = is_upcoming && outgoing.period == format!("undo-{}", booking.undo_count);
            is_current.then_some(BookingNews::Restored { is_confirmed: is(BookingStatus::Confirmed) })
        }
        EmailKind::BookingTimeOffered => {
            let offered = booking.open_offer(now).filter(|offered| offered.number.to_string() == outgoing.period)?;
            Some(BookingNews::TimeOffered {
                date: offered.booking_date,
                start: offered.start_time,
                staff_name: offered.staff_name.clone(),
                answer_by: offered.expires_at,
            })
        }
        EmailKind::Reminder24h => is_near(DAY_MS).then_some(BookingNews::WithinDay),
        EmailKind::Reminder1h => is_near(HOUR_MS).then_some(BookingNews::WithinHour),
        EmailKind::MembershipCreated
        | EmailKind::MembershipExpired
        | EmailKind::BirthdayOffer
        | EmailKind::ReviewRequest
        | EmailKind::Invoice
        | EmailKind::CreditNote
        | EmailKind::Invitation
        | EmailKind::DailySalesReport
        | EmailKind::WeeklyReport
        | EmailKind::MonthlyGstSummary
        | EmailKind::Test => None,
    }
}

pub(super) fn compose_review_request(
    conn: &mut Conn<'_>,
    email: &CustomerEmail<'_>,
) -> Result<Option<EmailMessage>, DbError> {
    let CustomerEmail { outgoing, user, recipient, .. } = email;
    let id = BookingId::new(outgoing.subject.as_str());
    let Some(mut booking) = booking_records::find_own_booking(conn, &id, user)? else { return Ok(None) };
    if booking.status != BookingStatus::Completed {
        return Ok(None);
    }
    translate_for(conn, recipient.texts, &mut booking)?;
    let salon = branch_contact(conn, &booking)?;
    let services: Vec<_> = booking.services.into_iter().map(|service| service.service_name_snapshot).collect();
    Ok(Some(review_request_email(&services, booking.booking_date, &salon, recipient)))
}

fn branch_contact(conn: &mut Conn<'_>, booking: &Booking) -> Result<SalonContact, DbError> {
    match branch_changes::by_id(conn, &booking.branch_id)? {
        Some(Branch { name, address, phone, .. }) => salon_contact(conn, BranchContact { name, address, phone }),
        None => default_salon_contact(conn),
    }
}

fn booking_summary(booking: Booking, calendar: Option<EmailAttachment>) -> BookingSummary {
    let services = booking.services.into_iter().map(|service| BookedService {
        name: service.service_name_snapshot,
        minutes: service.duration_minutes,
        price_paise: service.price_at_booking_paise,
    });
    BookingSummary {
        id: booking.id,
        number: booking.booking_number,
        date: booking.booking_date,
        start: booking.start_time,
        end: booking.end_time,
        services: services.collect(),
        total_paise: booking.total_amount_paise,
        calendar,
    }
}
