//! What a calendar program reads.

use chrono::Days;
use parlour_domain::booking::calendar::{
    CalendarEvent, CalendarEventStatus, CalendarMethod, CalendarOrganizer, FEED_DAYS_AHEAD, FEED_DAYS_BACK,
    FeedKind, MAX_FEED_BOOKINGS, time_range_of_own_services, write_calendar, write_event_message,
};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::calendar_feeds::{self, CalendarBooking};
use parlour_store::{Conn, DbError};

use super::hash_secret;

/// The calendar that the secret opens, if it opens one.
pub fn render_feed(
    conn: &mut Conn<'_>,
    secret: &str,
    kind: FeedKind,
    now: Timestamp,
) -> Result<Option<String>, DbError> {
    let Some(user) = calendar_feeds::find_owner(conn, &hash_secret(secret), kind)? else { return Ok(None) };
    let today = now.ist_date();
    let (from, to) = (today - Days::new(FEED_DAYS_BACK), today + Days::new(FEED_DAYS_AHEAD));
    Ok(Some(match kind {
        FeedKind::Customer => {
            let visits = calendar_feeds::list_customer_bookings(conn, &user, from, to, MAX_FEED_BOOKINGS)?;
            write_calendar("My visits", true, &visits.iter().map(customer_event).collect::<Vec<_>>())
        }
        FeedKind::Staff => {
            let visits = calendar_feeds::list_staff_bookings(conn, &user, from, to, MAX_FEED_BOOKINGS)?;
            write_calendar("My work", true, &visits.iter().filter_map(staff_event).collect::<Vec<_>>())
        }
    }))
}

/// A calendar of one visit, for whoever comes: to be kept, and attached to what they are told of it.
pub fn render_booking_calendar(
    conn: &mut Conn<'_>,
    id: &BookingId,
    customer: &UserId,
) -> Result<Option<String>, DbError> {
    let visit = calendar_feeds::find_own_calendar_booking(conn, id, customer)?;
    Ok(visit.map(|visit| write_calendar("My visit", false, &[customer_event(&visit)])))
}

/// One visit as it is sent to whoever comes, and for what: to be put on a calendar, or taken off.
pub fn render_calendar_message(
    conn: &mut Conn<'_>,
    id: &BookingId,
    customer: &UserId,
    organizer: CalendarOrganizer<'_>,
) -> Result<Option<(CalendarMethod, String)>, DbError> {
    let visit = calendar_feeds::find_own_calendar_booking(conn, id, customer)?;
    Ok(visit.map(|visit| {
        let mut event = customer_event(&visit);
        let method = if event.status == CalendarEventStatus::Cancelled {
            CalendarMethod::Cancel
        } else {
            CalendarMethod::Publish
        };
        if method == CalendarMethod::Cancel {
            // It counts as a change of what was sent before.
            event.sequence += 1;
        }
        (method, write_event_message(method, organizer, &event))
    }))
}

fn customer_event(visit: &CalendarBooking) -> CalendarEvent {
    let names: Vec<&str> = visit.services.iter().map(|service| service.name.as_str()).collect();
    booking_event(visit, (visit.start_time, visit.end_time), &names)
}

/// Their own part of it, and not whose visit it is: the calendar lies with others, and is shown on locked screens.
fn staff_event(visit: &CalendarBooking) -> Option<CalendarEvent> {
    let parts: Vec<(i64, bool)> =
        visit.services.iter().map(|service| (service.duration_minutes, service.is_own)).collect();
    let own = visit.services.iter().filter(|service| service.is_own);
    let names: Vec<&str> = own.map(|service| service.name.as_str()).collect();
    Some(booking_event(visit, time_range_of_own_services(visit.start_time, &parts)?, &names))
}

fn booking_event(
    visit: &CalendarBooking,
    (start, end): (chrono::NaiveTime, chrono::NaiveTime),
    names: &[&str],
) -> CalendarEvent {
    CalendarEvent {
        uid: format!("booking-{}@parlour", visit.id),
        starts_at: Timestamp::from_ist(visit.booking_date, start),
        ends_at: Timestamp::from_ist(visit.booking_date, end),
        changed_at: visit.updated_at,
        sequence: visit.reschedule_count,
        status: CalendarEventStatus::of(visit.status),
        summary: format!("{} at {}", names.join(", "), visit.branch_name),
        location: format!("{}, {}", visit.branch_name, visit.branch_address),
        description: format!(
            "Booking {}, {}.",
            visit.booking_number,
            visit.status.as_str().replace('_', " ")
        ),
    }
}
