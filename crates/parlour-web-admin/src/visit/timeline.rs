//! What happened to a visit, from the audit log; from the booking where the log has nothing, as for imported ones.

use parlour_domain::ist::Timestamp;
use parlour_store::bookings::desk_requests::BookingEvent;

use super::read::VisitRead;
use super::text::moment;
use parlour_web::page::TextContext;
use parlour_web::words::StepWords;

#[derive(Debug)]
pub(super) struct Step {
    pub(super) icon: &'static str,
    pub(super) title: String,
    pub(super) when: String,
}

/// The earliest first.
pub(super) fn steps(read: &VisitRead, text: TextContext) -> Vec<Step> {
    let said = &text.words.desk.visit.steps;
    let mut steps: Vec<Step> = Vec::new();
    let is_begun = read.events.iter().any(|event| is_beginning(&event.action));
    if !is_begun {
        steps.push(Step {
            icon: "check",
            title: said.booked.to_owned(),
            when: moment(read.found.booking.created_at, text),
        });
    }
    let mut events: Vec<&BookingEvent> = read.events.iter().collect();
    // Of the same moment, the beginning is the earliest.
    events.sort_by_key(|event| (event.created_at, !is_beginning(&event.action)));
    steps.extend(events.into_iter().filter_map(|event| step(event, text)));
    if read.events.is_empty() {
        steps.extend(kept_steps(read, text));
    }
    steps
}

fn is_beginning(action: &str) -> bool {
    matches!(action, "booking.request" | "booking.book" | "booking.import" | "booking.record_session")
}

fn step(event: &BookingEvent, text: TextContext) -> Option<Step> {
    let said = &text.words.desk.visit.steps;
    let (icon, title) = match event.action.as_str() {
        "booking.request" => ("check", said.asked_online),
        "booking.book" => ("check", said.booked),
        "booking.import" => ("check", said.imported),
        "booking.record_session" => ("check", said.session),
        "booking.approve" => ("check", said.confirmed),
        "booking.assign" => ("edit", said.assigned),
        "booking.arrive" => ("usercheck", said.arrived),
        "booking.start" => ("play", said.started),
        "booking.complete" => ("checks", said.completed),
        "booking.cancel" => ("x", said.cancelled),
        "booking.reject" if event.origin == "job" => ("x", said.lapsed),
        "booking.reject" => ("x", said.rejected),
        "booking.noshow" => ("userx", said.no_show),
        "booking.place" | "booking.reschedule" => ("repeat", said.moved),
        "booking.lines" | "booking.services" => ("edit", said.changed),
        "booking.offer_time" => ("repeat", said.offered),
        "booking.accept_time" => ("check", said.accepted),
        "booking.decline_time" => ("x", said.declined),
        "booking.undo" | "booking.reverse_session" => ("back", said.undone),
        "booking.reopen" => ("back", said.reopened),
        _ => return None,
    };
    Some(Step { icon, title: with_actor(title, event, said), when: moment(event.created_at, text) })
}

fn with_actor(title: &str, event: &BookingEvent, said: &StepWords) -> String {
    match (event.origin.as_str(), &event.actor_name) {
        ("customer", _) if event.action != "booking.request" => (said.by_customer)(title),
        ("admin", Some(name)) => (said.by)(title, name),
        _ => title.to_owned(),
    }
}

fn kept_steps(read: &VisitRead, text: TextContext) -> Vec<Step> {
    let (booking, said) = (&read.found.booking, &text.words.desk.visit.steps);
    let kept: [(&'static str, &str, Option<Timestamp>); 5] = [
        ("check", said.confirmed, booking.confirmed_at),
        ("usercheck", said.arrived, booking.arrived_at),
        ("checks", said.completed, booking.completed_at),
        ("x", said.cancelled, booking.cancelled_at),
        ("x", said.rejected, booking.rejected_at),
    ];
    let known = kept.into_iter().filter_map(|(icon, title, at)| Some((icon, title, at?)));
    known.map(|(icon, title, at)| Step { icon, title: title.to_owned(), when: moment(at, text) }).collect()
}
