//! What a calendar program reads.

use chrono::Days;
use parlour_domain::calendar::{
    DAYS_AHEAD, DAYS_BACK, Event, EventStatus, FeedKind, MOST_VISITS, Method, Organizer, own_part, write,
    write_message,
};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_store::calendar_feeds::{self, Visit};
use parlour_store::{Conn, DbError};

use super::hash;

/// The calendar that the secret opens, if it opens one.
pub fn feed(
    conn: &mut Conn<'_>,
    secret: &str,
    kind: FeedKind,
    now: Timestamp,
) -> Result<Option<String>, DbError> {
    let Some(user) = calendar_feeds::owner(conn, &hash(secret), kind)? else { return Ok(None) };
    let today = now.ist_date();
    let (from, to) = (today - Days::new(DAYS_BACK), today + Days::new(DAYS_AHEAD));
    Ok(Some(match kind {
        FeedKind::Customer => {
            let visits = calendar_feeds::visits_of_customer(conn, &user, from, to, MOST_VISITS)?;
            write("My visits", true, &visits.iter().map(of_customer).collect::<Vec<_>>())
        }
        FeedKind::Staff => {
            let visits = calendar_feeds::visits_of_staff(conn, &user, from, to, MOST_VISITS)?;
            write("My work", true, &visits.iter().filter_map(of_staff).collect::<Vec<_>>())
        }
    }))
}

/// A calendar of one visit, for whoever comes: to be kept, and attached to what they are told of it.
pub fn of_booking(conn: &mut Conn<'_>, id: &BookingId, customer: &UserId) -> Result<Option<String>, DbError> {
    let visit = calendar_feeds::own_visit(conn, id, customer)?;
    Ok(visit.map(|visit| write("My visit", false, &[of_customer(&visit)])))
}

/// One visit as it is sent to whoever comes, and for what: to be put on a calendar, or taken off.
pub fn to_send(
    conn: &mut Conn<'_>,
    id: &BookingId,
    customer: &UserId,
    organizer: Organizer<'_>,
) -> Result<Option<(Method, String)>, DbError> {
    let visit = calendar_feeds::own_visit(conn, id, customer)?;
    Ok(visit.map(|visit| {
        let mut event = of_customer(&visit);
        let method = if event.status == EventStatus::Cancelled { Method::Cancel } else { Method::Publish };
        if method == Method::Cancel {
            // It counts as a change of what was sent before.
            event.sequence += 1;
        }
        (method, write_message(method, organizer, &event))
    }))
}

fn of_customer(visit: &Visit) -> Event {
    let names: Vec<&str> = visit.services.iter().map(|service| service.name.as_str()).collect();
    event(visit, (visit.start_time, visit.end_time), &names)
}

/// Their own part of it, and not whose visit it is: the calendar lies with others, and is shown on locked screens.
fn of_staff(visit: &Visit) -> Option<Event> {
    let parts: Vec<(i64, bool)> =
        visit.services.iter().map(|service| (service.duration_minutes, service.is_own)).collect();
    let own = visit.services.iter().filter(|service| service.is_own);
    let names: Vec<&str> = own.map(|service| service.name.as_str()).collect();
    Some(event(visit, own_part(visit.start_time, &parts)?, &names))
}

fn event(visit: &Visit, (start, end): (chrono::NaiveTime, chrono::NaiveTime), names: &[&str]) -> Event {
    Event {
        uid: format!("booking-{}@parlour", visit.id),
        starts_at: Timestamp::from_ist(visit.booking_date, start),
        ends_at: Timestamp::from_ist(visit.booking_date, end),
        changed_at: visit.updated_at,
        sequence: visit.reschedule_count,
        status: EventStatus::of(visit.status),
        summary: format!("{} at {}", names.join(", "), visit.branch_name),
        location: format!("{}, {}", visit.branch_name, visit.branch_address),
        description: format!(
            "Booking {}, {}.",
            visit.booking_number,
            visit.status.as_str().replace('_', " ")
        ),
    }
}
