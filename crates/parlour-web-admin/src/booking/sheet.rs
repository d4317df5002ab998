//! The sheet: everything about a booking, and every act of the desk on it.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::availability::PersonOfDay;
use parlour_domain::booking::{BookingAct, BookingStatus};
use parlour_domain::ids::{BookingId, StaffId};
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_store::bookings::desk_requests::ConflictingBooking;
use parlour_store::customers::customer_records::CustomerNoteWithAuthor;

use super::lines::{LineRow, ShownLine, line_rows, service_choices, shown_lines};
use super::read::BookingRead;
use super::refused::RefusedForm;
use super::text::{availability_text, book_again_path, day_and_range, whatsapp_link};
use super::timeline::{MoveBack, Step, move_back, steps};
use super::times::TimesOfDay;
use crate::promise::promise_text;
use crate::status::{DeskStatus, avatar_class};
use crate::wish::{WishPlace, wish_text};
use parlour_texts::DeskBookingTexts;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::TextContext;

#[derive(Template)]
#[template(path = "booking/sheet.html")]
pub(super) struct Sheet {
    context: TextContext,
    salon: String,
    read: BookingRead,
    /// The state that forms of this sheet were made for: see [`super::actions::Seen`].
    seen: i64,
    status: DeskStatus,
    steps: Vec<Step>,
    move_back: Option<MoveBack>,
    shown_lines: Vec<ShownLine>,
    /// Each with who wrote it, and when.
    notes: Vec<(String, String)>,
    /// The other booking, and the sentence about it.
    conflicts: Vec<(String, String)>,
    people: Vec<PersonChoice>,
    lines: Vec<LineRow>,
    /// The times that it can be moved to, and those that can be offered.
    move_times: TimesOfDay,
    offer_times: TimesOfDay,
    /// The value and the text of each.
    nearest: Vec<(String, String)>,
    service_choices: Vec<(String, String)>,
    /// Where the close link leads.
    close: String,
    /// Where a form returns to.
    return_to: String,
    is_full: bool,
    /// The act that is open at first.
    open_act: String,
    /// That it ends after closing, or is on a day on which the branch is closed.
    past_closing: Option<String>,
    key: String,
    refused: RefusedForm,
}

/// Where the sheet is shown.
pub(super) struct Surroundings {
    pub(super) context: TextContext,
    pub(super) salon: String,
    pub(super) close: String,
    pub(super) return_to: String,
    pub(super) is_full: bool,
    pub(super) open_act: String,
    pub(super) past_closing: Option<String>,
    pub(super) key: String,
}

/// Somebody who could do the booking.
#[derive(Debug)]
struct PersonChoice {
    id: String,
    label: String,
    is_chosen: bool,
    can_be_chosen: bool,
}

pub fn booking_path(id: &BookingId) -> String {
    format!("/bookings/{id}")
}

impl Sheet {
    pub(super) fn new(read: BookingRead, around: Surroundings, refused: RefusedForm) -> Self {
        let Surroundings { context, salon, close, return_to, is_full, open_act, past_closing, key } = around;
        let booking = &read.found.booking;
        let chosen = preselected(&read.day.people, &read.found);
        let minutes = booking.total_duration_minutes;
        let (of_day, slot) = ((booking, read.times_day), refused.state.value("slot"));
        let people = read.day.people.iter().map(|person| PersonChoice {
            id: person.id.as_str().to_owned(),
            label: {
                let availability = availability_text(person, booking.start_time, minutes, context.texts);
                let is_wished = is_wished(person, &read.found);
                let availability =
                    if is_wished { context.texts.requests().wished(&availability) } else { availability };
                format!("{}, {availability}", person.display_name)
            },
            is_chosen: chosen == Some(&person.id),
            can_be_chosen: person.can_be_chosen,
        });
        Self {
            seen: booking.updated_at.millis(),
            people: people.collect(),
            move_times: TimesOfDay::for_move(&read.times, of_day, slot, context),
            offer_times: TimesOfDay::to_offer(&read.times, of_day, slot, context),
            shown_lines: shown_lines(&read, context),
            notes: notes(&read, context),
            conflicts: read.conflicts.iter().map(|other| conflict(other, context)).collect(),
            nearest: refused
                .nearest
                .iter()
                .map(|at| (format::time_value(*at), context.texts.format_time(*at)))
                .collect(),
            lines: refused.lines().unwrap_or_else(|| line_rows(&read)),
            service_choices: service_choices(&read),
            status: DeskStatus::of(&read.found),
            steps: steps(&read, context),
            move_back: move_back(&read, context),
            context,
            salon,
            read,
            close,
            return_to,
            is_full,
            open_act,
            past_closing,
            key,
            refused,
        }
    }

    fn text(&self) -> DeskBookingTexts {
        self.context.texts.desk_booking()
    }

    fn path(&self) -> String {
        booking_path(&self.read.found.booking.id)
    }

    fn id(&self) -> &str {
        self.read.found.booking.id.as_str()
    }

    /// As the board names it.
    fn number(&self) -> &str {
        &self.read.found.booking.booking_number
    }

    fn topic(&self) -> String {
        let booking = &self.read.found.booking;
        format!("board:{}:{}", booking.branch_id, booking.booking_date)
    }

    /// Changes whenever the booking or its newest note does.
    fn version(&self) -> String {
        let (updated, notes) = (self.read.found.booking.updated_at, self.read.notes.first());
        format!("{updated} {}", notes.map_or("", |note| note.id.as_str()))
    }

    fn name(&self) -> &str {
        &self.read.found.customer_name
    }

    fn initials(&self) -> String {
        format::initials(self.name())
    }

    fn avatar(&self) -> &'static str {
        avatar_class(self.name())
    }

    fn phone(&self) -> Option<(String, &str)> {
        self.read.found.customer_phone.as_ref().map(|phone| (format::phone(phone), phone.as_str()))
    }

    fn whatsapp(&self) -> Option<String> {
        let phone = self.read.found.customer_phone.as_ref()?;
        let first_name = self.name().split_whitespace().next().unwrap_or(self.name());
        Some(whatsapp_link(phone, &self.text().whatsapp_text(first_name, &self.when(), &self.salon)))
    }

    fn badge(&self) -> String {
        let (word, found) = (self.status.word(self.context.texts.desk_status()), &self.read.found);
        let since = match self.status {
            DeskStatus::Arrived => found.arrived_at,
            DeskStatus::ReadyToPay => found.finished_at,
            _ => None,
        };
        match since {
            Some(at) => self.text().status_since(word, &self.context.texts.format_time(at.ist_time())),
            None => word.to_owned(),
        }
    }

    /// `Today, 1:00 – 2:00 pm`.
    pub(super) fn when(&self) -> String {
        let booking = &self.read.found.booking;
        day_and_range(booking.booking_date, (booking.start_time, booking.end_time), self.context)
    }

    fn pinned(&self) -> Option<&str> {
        self.read.customer.as_ref()?.pinned_note.as_deref().filter(|note| !note.is_empty())
    }

    fn needs_approval(&self) -> bool {
        self.read.customer.as_ref().is_some_and(|customer| customer.booking_requires_approval)
    }

    /// What the customer strip counts.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let text = self.text();
        let mut facts = Vec::new();
        if let Some(customer) = &self.read.customer {
            facts.push((text.visits(), customer.total_visits.to_string()));
            facts.push((text.spent(), format::money(customer.total_spent_paise)));
            facts.push((text.gems(), customer.gems_balance.unwrap_or(0).to_string()));
        }
        if let Some(membership) = &self.read.membership {
            let left = membership.total_hours_minutes - membership.used_hours_minutes;
            facts.push((text.hours_left(), self.context.texts.format_minutes(left)));
        }
        facts.push((text.no_shows(), self.read.no_shows.to_string()));
        facts
    }

    fn offered(&self) -> Option<String> {
        let offered = self.read.found.booking.offered_time.as_ref()?;
        let (texts, today) = (self.context.texts, self.context.today());
        let time = texts.format_day_and_time(offered.booking_date, offered.start_time, today);
        let until = self.context.moment(offered.expires_at);
        Some(self.text().offered(&time, &offered.staff_name, &until))
    }

    /// Why it does not take place.
    fn called_off(&self) -> Option<String> {
        let booking = &self.read.found.booking;
        let rejected = booking.rejection_reason.as_deref().map(|reason| self.text().rejected_because(reason));
        rejected.or_else(|| booking.cancellation_reason.as_deref().map(|reason| self.text().cancelled_because(reason)))
    }

    fn wish(&self) -> Option<String> {
        wish_text(&self.read.found, WishPlace::Alone, self.context.texts)
    }

    fn promise(&self) -> Option<String> {
        let price = self.read.found.booking.total_amount_paise;
        self.read.promise.as_ref().map(|promised| promise_text(promised, price, self.context.texts))
    }

    fn undo_text(&self) -> Option<String> {
        let text = self.text().undo();
        let text = match self.read.undoable? {
            BookingAct::Arrive => text.arrive(),
            BookingAct::Start => text.start(),
            BookingAct::NoShow => text.no_show(),
            BookingAct::Reject => text.reject(),
            BookingAct::Cancel => text.cancel(),
        };
        Some(text.to_owned())
    }

    fn is(&self, status: DeskStatus) -> bool {
        self.status == status
    }

    fn is_pending(&self) -> bool {
        self.read.status() == BookingStatus::Pending
    }

    fn is_confirmed(&self) -> bool {
        self.read.status() == BookingStatus::Confirmed
    }

    fn is_upcoming(&self) -> bool {
        self.read.status().is_upcoming()
    }

    /// Whether services and people can still be changed.
    fn is_open(&self) -> bool {
        self.read.status().is_open()
    }

    fn invoice_path(&self) -> Option<String> {
        self.read.invoice.as_ref().map(|id| format!("/invoices/{id}"))
    }

    /// The rows of the services that are there, and one for another.
    fn first_rows(&self) -> &[LineRow] {
        let shown = self.read.found.booking.services.len() + 1;
        &self.lines[..shown.min(self.lines.len())]
    }

    fn further_rows(&self) -> &[LineRow] {
        &self.lines[self.first_rows().len()..]
    }

    fn has_further_rows(&self) -> bool {
        self.further_rows().iter().any(|row| !row.service.is_empty())
    }

    fn is_new_row(&self, row: &LineRow) -> bool {
        row.number > self.read.found.booking.services.len()
    }

    /// `Service 2`, `Person for service 2`, `Minutes of service 2`.
    fn row_labels(&self, row: &LineRow) -> (String, String, String) {
        let text = self.text();
        (text.service_of(row.number), text.person_of(row.number), text.minutes_of(row.number))
    }

    /// `Total, 1 h 30 min`, and the sum; of several services.
    fn total(&self) -> Option<(String, String)> {
        let booking = &self.read.found.booking;
        let length = self.context.texts.format_minutes(booking.total_duration_minutes);
        let total = (format!("{}, {length}", self.text().total()), format::money(booking.total_amount_paise));
        (booking.services.len() > 1).then_some(total)
    }

    fn book_again_path(&self) -> String {
        book_again_path(&self.read.found.booking)
    }

    fn board_path(&self) -> String {
        let booking = &self.read.found.booking;
        format!("/board?at={}&day={}", booking.branch_id, booking.booking_date)
    }

    fn today(&self) -> NaiveDate {
        self.context.today()
    }

    /// A form of the sheet: what was typed, if it was refused, else its first values.
    fn form(&self, name: &str) -> FormState {
        if self.refused.is_of(name) {
            return self.refused.state.clone();
        }
        // A move leaves everybody as they are, unless somebody is chosen.
        let chosen = self.people.iter().find(|person| person.is_chosen && name != "move");
        // A typed time is one of the day whose free times are shown.
        let has_times = matches!(name, "move" | "offer");
        let day = if has_times { self.read.times_day.to_string() } else { self.date_value() };
        FormState::new([
            ("bookingDate", day),
            ("startTime", self.time_value()),
            ("staffId", chosen.map(|person| person.id.clone()).unwrap_or_default()),
            ("tellCustomer", "true".to_owned()),
        ])
    }

    /// Whether an act is open: it was refused, or somebody came to do it.
    fn is_open_act(&self, name: &str) -> bool {
        self.refused.is_of(name) || self.open_act == name
    }

    /// Whether the fields of another time are open: what was typed there was refused.
    fn is_open_times(&self, name: &str) -> bool {
        self.refused.is_of(name) && self.refused.state.value("slot").is_empty()
    }

    /// Whether the form was refused with a time that somebody typed.
    fn has_typed_time(&self, name: &str) -> bool {
        self.is_open_times(name) && self.refused.state.error("slot").is_none()
    }

    fn date_value(&self) -> String {
        self.read.found.booking.booking_date.to_string()
    }

    fn time_value(&self) -> String {
        format::time_value(self.read.found.booking.start_time)
    }

    /// Whether a live branch would refuse this person at the time that the booking has.
    #[expect(clippy::unused_self, reason = "templates call methods")]
    fn is_taken(&self, form: &str, person: &PersonChoice) -> bool {
        matches!(form, "approve" | "assign") && !person.can_be_chosen
    }
}

/// Who is proposed: the one who has the booking already, else somebody who is free, best whom the customer asked for, and
/// nobody of another gender. For a request, nobody who is not free.
pub(crate) fn preselected<'a>(people: &'a [PersonOfDay], found: &DeskBooking) -> Option<&'a StaffId> {
    let own = found.booking.services.first().and_then(|line| line.service.staff_id.as_ref());
    let is_request = found.booking.status == BookingStatus::Pending;
    let choosable = || people.iter().filter(|person| person.can_be_chosen);
    let free = || choosable().filter(|person| person.reason.is_none() && !person.is_against_wish);
    let has_it = choosable().find(|person| Some(&person.id) == own && (person.reason.is_none() || !is_request));
    let chosen = has_it.or_else(|| free().find(|person| person.is_wished)).or_else(|| free().next());
    chosen.map(|person| &person.id)
}

/// Whether the customer asked for this person.
pub(crate) fn is_wished(person: &PersonOfDay, found: &DeskBooking) -> bool {
    found.booking.wished_staff_id.as_ref() == Some(&person.id)
}

fn conflict(other: &ConflictingBooking, context: TextContext) -> (String, String) {
    let time = context.texts.format_time_range(other.start_time, other.end_time);
    let sentence = context.texts.desk_booking().conflict(&other.staff_name, &other.customer_name, &time);
    (booking_path(&other.id), sentence)
}

fn notes(read: &BookingRead, context: TextContext) -> Vec<(String, String)> {
    let by = |note: &CustomerNoteWithAuthor| format!("{}, {}", note.author_name, context.moment(note.created_at));
    read.notes.iter().map(|note| (note.content.clone(), by(note))).collect()
}
