//! Letters about a booking.

use parlour_domain::booking::BookingStatus;
use parlour_domain::calendar::Organizer;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::{DAY_MS, HOUR_MS, Timestamp};
use parlour_domain::letter::LetterKind;
use parlour_store::bookings::{self, Booking};
use parlour_store::letters::Outgoing;
use parlour_store::{Conn, DbError, branch_changes};

use super::{Surroundings, head};
use crate::calendar;
use crate::letters::{
    Enclosed, Letter, Reader, Salon, Visit, VisitNews, VisitService, review_request, visit,
};

pub(super) fn news(
    conn: &mut Conn<'_>,
    asked: &Outgoing,
    user: &UserId,
    around: &Surroundings,
    reader: &Reader,
) -> Result<Option<Letter>, DbError> {
    let id = BookingId::new(asked.subject.as_str());
    let Some(booking) = bookings::own(conn, &id, user)? else { return Ok(None) };
    let Some(news) = still_true(asked, &booking, around.now) else { return Ok(None) };
    let salon = branch(conn, &booking)?;
    let calendar = match news {
        // Whoever is reminded has it already; what was never confirmed is on no calendar.
        VisitNews::Near | VisitNews::VeryNear | VisitNews::Rejected { .. } => None,
        _ => {
            let organizer = Organizer { name: &salon.name, address: &around.sender };
            calendar::to_send(conn, &id, user, organizer)?
        }
    };
    let calendar = calendar.map(|(method, text)| Enclosed {
        name: "visit.ics".to_owned(),
        content_type: format!("text/calendar; charset=utf-8; method={}", method.as_str()),
        bytes: text.into_bytes(),
    });
    Ok(Some(visit(&news, &seen(booking, calendar), &salon, reader)))
}

/// What the letter would say, if it still is so: a booking that has moved on meanwhile has a letter of its own for that.
fn still_true(asked: &Outgoing, booking: &Booking, now: Timestamp) -> Option<VisitNews> {
    // Confirmations and moves are counted: an earlier one is overtaken by the next.
    let is_latest = asked.period.parse().is_ok_and(|count: i64| count == booking.reschedule_count);
    let starts_at = Timestamp::from_ist(booking.booking_date, booking.start_time);
    let starts_in = starts_at.millis_since(now);
    let is_near = |most| booking.status == BookingStatus::Confirmed && (1..=most).contains(&starts_in);
    match (asked.kind, booking.status) {
        (LetterKind::BookingConfirmed, BookingStatus::Confirmed) if is_latest => Some(VisitNews::Confirmed),
        (LetterKind::BookingRescheduled, BookingStatus::Confirmed) if is_latest => {
            Some(VisitNews::Moved { is_confirmed: true })
        }
        (LetterKind::BookingRescheduled, BookingStatus::Pending) if is_latest => {
            Some(VisitNews::Moved { is_confirmed: false })
        }
        (LetterKind::BookingCancelled, BookingStatus::Cancelled) => {
            Some(VisitNews::Cancelled { reason: booking.cancellation_reason.clone() })
        }
        (LetterKind::BookingRejected, BookingStatus::Rejected) => {
            Some(VisitNews::Rejected { reason: booking.rejection_reason.clone() })
        }
        (LetterKind::Reminder24h, _) if is_near(DAY_MS) => Some(VisitNews::Near),
        (LetterKind::Reminder1h, _) if is_near(HOUR_MS) => Some(VisitNews::VeryNear),
        _ => None,
    }
}

pub(super) fn review(
    conn: &mut Conn<'_>,
    asked: &Outgoing,
    user: &UserId,
    reader: &Reader,
) -> Result<Option<Letter>, DbError> {
    let id = BookingId::new(asked.subject.as_str());
    let Some(booking) = bookings::own(conn, &id, user)? else { return Ok(None) };
    if booking.status != BookingStatus::Completed {
        return Ok(None);
    }
    let salon = branch(conn, &booking)?;
    let services: Vec<_> =
        booking.services.into_iter().map(|service| service.service_name_snapshot).collect();
    Ok(Some(review_request(&services, booking.booking_date, &salon, reader)))
}

fn branch(conn: &mut Conn<'_>, booking: &Booking) -> Result<Salon, DbError> {
    match branch_changes::by_id(conn, &booking.branch_id)? {
        Some(branch) => Ok(Salon { name: branch.name, address: branch.address, phone: branch.phone }),
        None => head(conn),
    }
}

fn seen(booking: Booking, calendar: Option<Enclosed>) -> Visit {
    let services = booking.services.into_iter().map(|service| VisitService {
        name: service.service_name_snapshot,
        minutes: service.duration_minutes,
        price_paise: service.price_at_booking_paise,
    });
    Visit {
        number: booking.booking_number,
        date: booking.booking_date,
        start: booking.start_time,
        end: booking.end_time,
        services: services.collect(),
        total_paise: booking.total_amount_paise,
        calendar,
    }
}
