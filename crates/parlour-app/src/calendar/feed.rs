//! Calendar files of bookings and of blocked time.

use chrono::{Days, NaiveTime};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::calendar::{
    CalendarEvent, CalendarEventStatus, CalendarMethod, CalendarOrganizer, FEED_DAYS_AHEAD, FEED_DAYS_BACK, FeedKind,
    MAX_FEED_BOOKINGS, time_range_of_own_services, write_calendar, write_event_message,
};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::calendar_feeds::{self, CalendarBooking};
use parlour_store::staff::blocks::{self, BlockRow};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};
use parlour_texts::{CalendarTexts, Texts};

use super::secret::hash_secret;
use crate::hindi_names::translate_for;
use crate::notifications::wording::texts_in;

/// The calendar of the feed with this secret, if there is one.
pub fn render_feed(
    conn: &mut Conn<'_>,
    secret: &str,
    kind: FeedKind,
    now: Timestamp,
) -> Result<Option<String>, DbError> {
    let Some(user) = calendar_feeds::find_owner(conn, &hash_secret(secret), kind)? else { return Ok(None) };
    let texts = texts_of(conn, &user)?;
    let (today, text) = (now.ist_date(), texts.calendar());
    let (from, to) = (today - Days::new(FEED_DAYS_BACK), today + Days::new(FEED_DAYS_AHEAD));
    Ok(Some(match kind {
        FeedKind::Customer => {
            let mut bookings = calendar_feeds::list_customer_bookings(conn, &user, from, to, MAX_FEED_BOOKINGS)?;
            translate_for(conn, texts, &mut bookings)?;
            let events = bookings.iter().map(|booking| customer_event(booking, text));
            write_calendar(text.my_visits(), true, &events.collect::<Vec<_>>())
        }
        FeedKind::Staff => {
            let mut bookings = calendar_feeds::list_staff_bookings(conn, &user, from, to, MAX_FEED_BOOKINGS)?;
            translate_for(conn, texts, &mut bookings)?;
            let blocks = blocks::list_own_between(conn, &user, from, to)?;
            let events = bookings.iter().filter_map(|booking| staff_event(booking, text));
            let events = events.chain(blocks.into_iter().map(|block| block_event(block, text)));
            write_calendar(text.my_work(), true, &events.collect::<Vec<_>>())
        }
    }))
}

/// The texts in the language of whom the calendar belongs to.
fn texts_of(conn: &mut Conn<'_>, user: &UserId) -> Result<Texts, DbError> {
    Ok(texts_in(user_records::find_reading_language(conn, user)?))
}

/// A booking as its customer reads it.
fn find_own_event(
    conn: &mut Conn<'_>,
    id: &BookingId,
    customer: &UserId,
    texts: Texts,
) -> Result<Option<CalendarEvent>, DbError> {
    let mut booking = calendar_feeds::find_own_calendar_booking(conn, id, customer)?;
    translate_for(conn, texts, &mut booking)?;
    Ok(booking.map(|booking| customer_event(&booking, texts.calendar())))
}

/// A calendar of one booking, for its customer.
pub fn render_booking_calendar(
    conn: &mut Conn<'_>,
    id: &BookingId,
    customer: &UserId,
) -> Result<Option<String>, DbError> {
    let texts = texts_of(conn, customer)?;
    let event = find_own_event(conn, id, customer, texts)?;
    Ok(event.map(|event| write_calendar(texts.calendar().my_visit(), false, &[event])))
}

/// The calendar message about one booking to its customer: to add it to a calendar, or to remove it.
pub fn render_calendar_message(
    conn: &mut Conn<'_>,
    id: &BookingId,
    customer: &UserId,
    organizer: CalendarOrganizer<'_>,
) -> Result<Option<(CalendarMethod, String)>, DbError> {
    let texts = texts_of(conn, customer)?;
    let event = find_own_event(conn, id, customer, texts)?;
    Ok(event.map(|mut event| {
        let method = if event.status == CalendarEventStatus::Cancelled {
            CalendarMethod::Cancel
        } else {
            CalendarMethod::Publish
        };
        if method == CalendarMethod::Cancel {
            // A cancellation is a new version of the event that was sent before.
            event.sequence += 1;
        }
        (method, write_event_message(method, organizer, &event))
    }))
}

fn customer_event(booking: &CalendarBooking, text: CalendarTexts) -> CalendarEvent {
    let names: Vec<&str> = booking.services.iter().map(|service| service.name.as_str()).collect();
    booking_event(booking, (booking.start_time, booking.end_time), &names, text)
}

/// Only their own services and no customer name: calendars are stored elsewhere and shown on locked screens. A guest's
/// name is in the description, because the customer, whom the board names, is somebody else.
fn staff_event(booking: &CalendarBooking, text: CalendarTexts) -> Option<CalendarEvent> {
    let durations: Vec<(i64, bool)> =
        booking.services.iter().map(|service| (service.duration_minutes, service.is_own)).collect();
    let own = booking.services.iter().filter(|service| service.is_own);
    let names: Vec<&str> = own.map(|service| service.name.as_str()).collect();
    let range = time_range_of_own_services(booking.start_time, &durations)?;
    let event = booking_event(booking, range, &names, text);
    let description = match &booking.guest_name {
        Some(guest) => text.description_for_guest(&booking.booking_number, status_word(booking.status, text), guest),
        None => event.description,
    };
    Some(CalendarEvent { description, ..event })
}

/// A block never changes: it is given back, and then is not on the calendar.
fn block_event(block: BlockRow, text: CalendarTexts) -> CalendarEvent {
    CalendarEvent {
        uid: format!("block-{}@parlour", block.id),
        starts_at: Timestamp::from_ist(block.date, block.start_time),
        ends_at: Timestamp::from_ist(block.date, block.end_time),
        changed_at: block.created_at,
        sequence: 0,
        status: CalendarEventStatus::Confirmed,
        summary: text.blocked().to_owned(),
        location: String::new(),
        description: block.reason.unwrap_or_default(),
    }
}

fn booking_event(
    booking: &CalendarBooking,
    (start, end): (NaiveTime, NaiveTime),
    names: &[&str],
    text: CalendarTexts,
) -> CalendarEvent {
    CalendarEvent {
        uid: format!("booking-{}@parlour", booking.id),
        starts_at: Timestamp::from_ist(booking.booking_date, start),
        ends_at: Timestamp::from_ist(booking.booking_date, end),
        changed_at: booking.updated_at,
        // Never smaller than before: a cancellation adds one, and taking it back another.
        sequence: booking.reschedule_count + booking.time_offer_count + 2 * booking.undo_count,
        status: CalendarEventStatus::of(booking.status),
        summary: text.summary(&names.join(", "), &booking.branch_name),
        location: format!("{}, {}", booking.branch_name, booking.branch_address),
        description: text.description(&booking.booking_number, status_word(booking.status, text)),
    }
}

/// As it stands in a sentence.
fn status_word(status: BookingStatus, text: CalendarTexts) -> &'static str {
    match status {
        BookingStatus::Pending => text.pending(),
        BookingStatus::Confirmed => text.confirmed(),
        BookingStatus::InProgress => text.in_progress(),
        BookingStatus::Completed => text.completed(),
        BookingStatus::Cancelled => text.cancelled(),
        BookingStatus::Rejected => text.rejected(),
        BookingStatus::NoShow => text.no_show(),
    }
}
