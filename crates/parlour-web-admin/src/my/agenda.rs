//! The bookings, breaks and blocks of one day, in the order of the day.

use std::collections::HashMap;

use chrono::{NaiveDate, NaiveTime};
use parlour_app::schedule::OwnSchedule;
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::calendar::time_range_of_own_services;
use parlour_domain::ids::BookingId;
use parlour_store::bookings::assigned_booking_details::AssignedBookingDetails;
use parlour_store::bookings::assigned_bookings::{AssignedBooking, AssignedBookingService};

use crate::status::{DeskStatus, avatar_class};
use parlour_texts::MyDayTexts;
use parlour_web::format;
use parlour_web::page::TextContext;

/// One line of the day.
pub(super) struct AgendaEntry {
    pub(super) from: NaiveTime,
    pub(super) to: NaiveTime,
    pub(super) what: What,
}

pub(super) enum What {
    Booking(Box<AgendaBooking>),
    Break,
    /// With the reason, if one was given.
    Block(Option<String>),
}

#[derive(Debug)]
pub(super) struct AgendaBooking {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) initials: String,
    pub(super) avatar: &'static str,
    /// The customer who brings somebody else.
    pub(super) guest_of: Option<String>,
    pub(super) services: String,
    /// What colleagues do in the same booking.
    pub(super) others: Option<String>,
    pub(super) status: DeskStatus,
    pub(super) pinned_note: Option<String>,
    pub(super) notes: Option<String>,
    /// In the chair since, here since, next at.
    pub(super) when: String,
    pub(super) till: String,
    pub(super) act: Option<AgendaAct>,
}

/// What the person can do with a booking of today.
#[derive(Debug)]
pub(super) struct AgendaAct {
    /// Where its form is sent.
    pub(super) path: String,
    pub(super) word: &'static str,
    /// Names the customer too.
    pub(super) label: String,
    /// Whether the list of the day has it too, and not the next visit alone: the customer is there.
    pub(super) is_listed: bool,
}

impl AgendaAct {
    fn of(status: DeskStatus, id: &BookingId, name: &str, text: MyDayTexts) -> Option<Self> {
        let (act, word, label) = match status {
            DeskStatus::Confirmed | DeskStatus::Arrived => ("start", text.start(), text.start_with(name)),
            DeskStatus::InProgress => ("finished", text.finish(), text.finish_with(name)),
            DeskStatus::ReadyToPay => ("go-on", text.go_on(), text.go_on_with(name)),
            DeskStatus::Pending
            | DeskStatus::Offered
            | DeskStatus::Done
            | DeskStatus::NoShow
            | DeskStatus::Cancelled
            | DeskStatus::Rejected => return None,
        };
        let is_listed = status != DeskStatus::Confirmed;
        Some(Self { path: format!("/my/bookings/{id}/{act}"), word, label, is_listed })
    }
}

impl AgendaEntry {
    /// `1:30`.
    pub(super) fn start_text(&self) -> String {
        format::clock(self.from)
    }

    pub(super) fn end_text(&self) -> String {
        format::clock(self.to)
    }

    /// For the attribute of a time.
    pub(super) fn start_value(&self) -> String {
        format::time_value(self.from)
    }

    pub(super) fn booking(&self) -> Option<&AgendaBooking> {
        match &self.what {
            What::Booking(booking) => Some(booking),
            _ => None,
        }
    }

    /// Everything that the page says of it.
    pub(super) fn shown(&self) -> String {
        let what = match &self.what {
            What::Booking(booking) => format!("{booking:?}"),
            What::Break => String::new(),
            What::Block(reason) => format!("{reason:?}"),
        };
        format!("{}-{} {what}", self.from, self.to)
    }

    /// What can be done from the list.
    pub(super) fn listed_act(&self) -> Option<&AgendaAct> {
        self.booking()?.act.as_ref().filter(|act| act.is_listed)
    }

    pub(super) fn is_break(&self) -> bool {
        matches!(self.what, What::Break)
    }

    pub(super) fn reason(&self) -> Option<&str> {
        match &self.what {
            What::Block(reason) => reason.as_deref(),
            _ => None,
        }
    }
}

impl AgendaBooking {
    /// Whether the customer is still to be served.
    pub(super) fn is_open(&self) -> bool {
        matches!(
            self.status,
            DeskStatus::Pending
                | DeskStatus::Offered
                | DeskStatus::Confirmed
                | DeskStatus::Arrived
                | DeskStatus::InProgress
        )
    }
}

/// What is known of the bookings besides the schedule, by booking.
pub(super) type DetailsByBooking = HashMap<BookingId, AssignedBookingDetails>;

pub(super) fn of_day(
    schedule: &OwnSchedule,
    details: &DetailsByBooking,
    date: NaiveDate,
    context: TextContext,
) -> Vec<AgendaEntry> {
    let bookings = schedule.bookings.iter().filter(|booking| booking.booking_date == date);
    let mut entries: Vec<AgendaEntry> =
        bookings.filter_map(|booking| booking_entry(booking, details.get(&booking.id), context)).collect();
    for shift in schedule.shifts.iter().filter(|shift| shift.date == date) {
        let breaks = shift.shift.breaks.iter();
        entries.extend(breaks.map(|time| AgendaEntry { from: time.start_time, to: time.end_time, what: What::Break }));
    }
    let blocks = schedule.blocks.iter().filter(|block| block.date == date);
    entries.extend(blocks.map(|block| AgendaEntry {
        from: block.start_time,
        to: block.end_time,
        what: What::Block(block.reason.clone()),
    }));
    entries.sort_by_key(|entry| (entry.from, entry.to));
    entries
}

fn booking_entry(
    booking: &AssignedBooking,
    details: Option<&AssignedBookingDetails>,
    context: TextContext,
) -> Option<AgendaEntry> {
    let durations: Vec<_> = booking.services.iter().map(|service| (service.duration_minutes, service.is_own)).collect();
    let (from, to) = time_range_of_own_services(booking.start_time, &durations)?;
    let arrived_at = details.and_then(|details| details.arrived_at);
    let status = match booking.status {
        BookingStatus::Confirmed if arrived_at.is_some() => DeskStatus::Arrived,
        BookingStatus::InProgress if booking.finished_at.is_some() => DeskStatus::ReadyToPay,
        status => DeskStatus::of_status(status),
    };
    let text = context.texts.my_day();
    let services = names(&booking.services, true);
    let others = names(&booking.services, false);
    let time = |at: NaiveTime| context.texts.format_time(at);
    let is_today = booking.booking_date == context.today();
    let is_late = is_today && from < context.now.ist_time();
    let when = match (status, details.and_then(|details| details.started_at).or(arrived_at)) {
        (DeskStatus::InProgress | DeskStatus::ReadyToPay, Some(at)) => text.in_chair(&time(at.ist_time())),
        (DeskStatus::Arrived, Some(at)) => text.here_since(&time(at.ist_time())),
        _ if is_late => text.due_at(&time(from)),
        _ => text.next_at(&time(from)),
    };
    let name = booking.guest_name.as_ref().unwrap_or(&booking.customer_name).clone();
    let act = if is_today { AgendaAct::of(status, &booking.id, &name, text) } else { None };
    let booking = AgendaBooking {
        path: format!("/bookings/{}", booking.id),
        initials: format::initials(&name),
        avatar: avatar_class(&name),
        guest_of: booking.guest_name.as_ref().map(|_| text.guest_of(&booking.customer_name)),
        till: text.till(&services, &time(to)),
        others: (!others.is_empty()).then(|| text.by_colleagues(&others)),
        pinned_note: details.and_then(|details| details.pinned_note.clone()),
        notes: booking.notes.clone(),
        name,
        services,
        status,
        when,
        act,
    };
    Some(AgendaEntry { from, to, what: What::Booking(Box::new(booking)) })
}

fn names(services: &[AssignedBookingService], own: bool) -> String {
    let names = services.iter().filter(|service| service.is_own == own);
    names.map(|service| service.service_name_snapshot.as_str()).collect::<Vec<_>>().join(", ")
}
