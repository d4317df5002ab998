//! What happened to a booking, from the audit log; from the booking where the log has nothing, as for imported ones.

use parlour_app::bookings::AuditedPlace;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::desk_requests::BookingEvent;
use parlour_texts::BookingStepsTexts;
use parlour_web::format;
use parlour_web::icon;
use parlour_web::page::TextContext;

use super::read::{BookingRead, places};
use crate::named_booking::names_once;

#[derive(Debug)]
pub(super) struct Step {
    pub(super) icon: &'static str,
    pub(super) title: String,
    /// From where to where, and from whom to whom.
    pub(super) detail: Option<String>,
    pub(super) when: String,
}

/// The earliest first.
pub(super) fn steps(read: &BookingRead, context: TextContext) -> Vec<Step> {
    let text = context.texts.booking_steps();
    let mut steps: Vec<Step> = Vec::new();
    let is_begun = read.events.iter().any(|event| is_beginning(&event.action));
    if !is_begun {
        steps.push(Step {
            icon: icon!("check"),
            title: text.booked().to_owned(),
            detail: None,
            when: context.moment(read.found.booking.created_at),
        });
    }
    let mut events: Vec<&BookingEvent> = read.events.iter().collect();
    // Of the same moment, the beginning is the earliest.
    events.sort_by_key(|event| (event.created_at, !is_beginning(&event.action)));
    steps.extend(events.iter().enumerate().filter_map(|(at, event)| step(event, &events[..at], read, context)));
    if read.events.is_empty() {
        steps.extend(kept_steps(read, context));
    }
    steps
}

fn is_beginning(action: &str) -> bool {
    matches!(action, "booking.request" | "booking.book" | "booking.import" | "booking.record_session")
}

/// `earlier` is what happened before it.
fn step(event: &BookingEvent, earlier: &[&BookingEvent], read: &BookingRead, context: TextContext) -> Option<Step> {
    let text = context.texts.booking_steps();
    let (icon, title) = match event.action.as_str() {
        "booking.request" => (icon!("check"), text.asked_online()),
        "booking.book" => (icon!("check"), text.booked()),
        "booking.import" => (icon!("check"), text.imported()),
        "booking.record_session" => (icon!("check"), text.session()),
        "booking.approve" => (icon!("check"), text.confirmed()),
        "booking.assign" if is_taken_back(event, earlier) => (icon!("back"), text.assigned_back()),
        "booking.assign" => (icon!("edit"), text.assigned()),
        "booking.arrive" => (icon!("usercheck"), text.arrived()),
        "booking.start" => (icon!("play"), text.started()),
        "booking.finish" => (icon!("receipt"), text.finished()),
        "booking.take_back_finish" => (icon!("back"), text.not_finished()),
        "booking.complete" => (icon!("checks"), text.completed()),
        "booking.cancel" => (icon!("x"), text.cancelled()),
        "booking.reject" if event.origin == "job" => (icon!("x"), text.lapsed()),
        "booking.reject" => (icon!("x"), text.rejected()),
        "booking.noshow" => (icon!("userx"), text.no_show()),
        "booking.place" if is_taken_back(event, earlier) => (icon!("back"), text.moved_back()),
        "booking.place" | "booking.reschedule" => (icon!("repeat"), text.moved()),
        "booking.lines" | "booking.services" => (icon!("edit"), text.changed()),
        "booking.offer_time" => (icon!("repeat"), text.offered()),
        "booking.accept_time" => (icon!("check"), text.accepted()),
        "booking.decline_time" => (icon!("x"), text.declined()),
        "booking.undo" | "booking.reverse_session" => (icon!("back"), text.undone()),
        "booking.reopen" => (icon!("back"), text.reopened()),
        _ => return None,
    };
    let (title, detail) = (with_actor(title, event, text), change_of_place(event, read, context));
    Some(Step { icon, title, detail, when: context.moment(event.created_at) })
}

/// Whether it restores what the last change of this kind has changed.
fn is_taken_back(event: &BookingEvent, earlier: &[&BookingEvent]) -> bool {
    let last = earlier.iter().rev().find(|other| other.action == event.action);
    let last = last.and_then(|last| places(last));
    last.zip(places(event)).is_some_and(|(last, now)| last.0 == now.1 && last.1 == now.0)
}

/// What takes back the last move.
#[derive(Debug)]
pub(super) struct MoveBack {
    pub(super) text: String,
    pub(super) date: String,
    pub(super) time: String,
    /// Empty where a move leaves everybody as they are.
    pub(super) staff: String,
}

/// On the day of the move, while its time and people are what it made them. `None` where a move cannot restore all of it.
pub(super) fn move_back(read: &BookingRead, context: TextContext) -> Option<MoveBack> {
    let (booking, texts) = (&read.found.booking, context.texts);
    let mut events: Vec<&BookingEvent> = read.events.iter().collect();
    events.sort_by_key(|event| event.created_at);
    let at = events.iter().rposition(|event| event.action == "booking.place")?;
    let event = events.get(at)?;
    let (before, after) = places(event)?;
    let is_last = after == AuditedPlace::of(booking) && event.created_at.ist_date() == context.today();
    if !is_last || before == after || !booking.status.is_upcoming() || is_taken_back(event, &events[..at]) {
        return None;
    }
    let staff = if before.staff == after.staff { String::new() } else { before.sole_staff()?.to_string() };
    let when = if before.booking_date == after.booking_date {
        texts.format_time(before.start_time)
    } else {
        texts.format_day_and_time(before.booking_date, before.start_time, context.today())
    };
    let people = names_once(before.staff.iter().flatten().filter_map(|staff| read.staff_name(staff))).join(", ");
    let text = texts.desk_booking();
    Some(MoveBack {
        text: if people.is_empty() { text.move_back(&when) } else { text.move_back_with(&when, &people) },
        date: before.booking_date.to_string(),
        time: format::time_value(before.start_time),
        staff,
    })
}

/// `From Wed 4 Mar, 3:00 pm to Thu 5 Mar, 4:00 pm. From Meera to Anita.`
fn change_of_place(event: &BookingEvent, read: &BookingRead, context: TextContext) -> Option<String> {
    let (texts, text) = (context.texts, context.texts.booking_steps());
    let (before, after) = places(event)?;
    let when = |place: &AuditedPlace| texts.format_day_and_time(place.booking_date, place.start_time, context.today());
    let people = |place: &AuditedPlace| {
        let names = names_once(place.staff.iter().flatten().filter_map(|staff| read.staff_name(staff)));
        if names.is_empty() { text.nobody().to_owned() } else { names.join(", ") }
    };
    let pairs = [(when(&before), when(&after)), (people(&before), people(&after))];
    let changed = pairs.iter().filter(|(from, to)| from != to).map(|(from, to)| text.from_to(from, to));
    let sentences = changed.collect::<Vec<_>>().join(" ");
    (!sentences.is_empty()).then_some(sentences)
}

fn with_actor(title: &str, event: &BookingEvent, text: BookingStepsTexts) -> String {
    match (event.origin.as_str(), &event.actor_name) {
        ("customer", _) if event.action != "booking.request" => text.by_customer(title),
        ("admin", Some(name)) => text.by(title, name),
        _ => title.to_owned(),
    }
}

fn kept_steps(read: &BookingRead, context: TextContext) -> Vec<Step> {
    let (booking, text) = (&read.found.booking, context.texts.booking_steps());
    let kept: [(&'static str, &str, Option<Timestamp>); 5] = [
        (icon!("check"), text.confirmed(), booking.confirmed_at),
        (icon!("usercheck"), text.arrived(), booking.arrived_at),
        (icon!("checks"), text.completed(), booking.completed_at),
        (icon!("x"), text.cancelled(), booking.cancelled_at),
        (icon!("x"), text.rejected(), booking.rejected_at),
    ];
    let known = kept.into_iter().filter_map(|(icon, title, at)| Some((icon, title, at?)));
    known
        .map(|(icon, title, at)| Step { icon, title: title.to_owned(), detail: None, when: context.moment(at) })
        .collect()
}
