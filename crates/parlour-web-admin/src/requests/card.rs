//! One request: who asks for what, against the day, and how it can be answered.

use parlour_app::availability::{FreeStart, PersonOfDay};
use parlour_domain::booking::AUTO_REJECT_AFTER_MS;
use parlour_domain::ids::StaffId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::branches::branch_records::Branch;

use super::day_preview::DayPreview;
use super::waiting_request::WaitingRequest;
use crate::booking::{availability_text, day_and_range, is_wished, own_booking_sentence, preselected};
use crate::closing::past_closing_text;
use crate::promise::promise_text;
use crate::status::{DeskStatus, avatar_class, version};
use crate::wish::{WishPlace, wish_text};
use parlour_texts::RequestsTexts;
use parlour_web::format;
use parlour_web::page::{TextContext, encode};

/// How many people are shown: as many as there are keys.
const MAX_PEOPLE: usize = 9;
/// How many times stand beside "Nobody is free then".
const MAX_NEAREST: usize = 3;
/// A job declines a request so long after its time at the latest, unless jobs do not run.
const LAPSES_WITHIN_MS: i64 = 5 * MINUTE_MS;

#[derive(Debug)]
pub(super) struct WaitingRequestCard {
    pub(super) id: String,
    pub(super) version: String,
    pub(super) customer_path: String,
    pub(super) name: String,
    pub(super) initials: String,
    pub(super) avatar: &'static str,
    /// `5 visits, last on 3 Nov`.
    pub(super) visit_summary: String,
    pub(super) guest: Option<String>,
    pub(super) pinned_note: Option<String>,
    pub(super) status: DeskStatus,
    /// `Asked for a woman`.
    pub(super) wish: Option<String>,
    pub(super) no_shows: Option<String>,
    pub(super) customer_needs_approval: bool,
    pub(super) is_member: bool,
    pub(super) tags: Vec<String>,
    /// `Asked 34 min ago. Declined by itself in 23 h.`, or that this is not before its time.
    pub(super) age: String,
    pub(super) when: String,
    pub(super) services: String,
    pub(super) total: String,
    /// The offer that it was booked with.
    pub(super) promise: Option<String>,
    pub(super) note: Option<String>,
    pub(super) offered: Option<String>,
    /// That it ends after closing.
    pub(super) past_closing: Option<String>,
    /// What else the customer has at that time.
    pub(super) own_bookings: Vec<String>,
    pub(super) day_preview: Option<DayPreview>,
    pub(super) people: Vec<StaffOption>,
    /// That nobody is free, or nobody whom the customer asked for.
    pub(super) nobody_free: Option<&'static str>,
    /// Whether somebody who is not free can be chosen all the same.
    pub(super) can_choose_others: bool,
    pub(super) nearest_times: Option<String>,
    /// Who would do it: somebody who is free, or whom the desk has chosen.
    pub(super) selected: Option<SelectedStaff>,
    pub(super) times: Vec<FreeTime>,
    /// The free time that is nearest to the wished one.
    pub(super) nearest_offer: Option<FreeTime>,
    pub(super) date: String,
    pub(super) path: String,
    /// Where the forms return to.
    pub(super) return_path: String,
    /// The booking's page, which returns here.
    pub(super) page_path: String,
}

#[derive(Debug)]
pub(super) struct StaffOption {
    pub(super) name: String,
    pub(super) initials: String,
    pub(super) avatar: &'static str,
    /// `free`, `busy until 5:00 pm`.
    pub(super) availability: String,
    /// Chooses them; `None` for those who cannot do it.
    pub(super) choose_path: Option<String>,
    pub(super) is_selected: bool,
}

#[derive(Debug)]
pub(super) struct SelectedStaff {
    pub(super) id: String,
    /// Names nobody who is not free.
    pub(super) button_text: String,
}

#[derive(Debug)]
pub(super) struct FreeTime {
    /// The time and who is free then.
    pub(super) slot_value: String,
    pub(super) time: String,
    pub(super) person: String,
    pub(super) button_text: String,
}

impl WaitingRequestCard {
    pub(super) fn new(
        request: &WaitingRequest,
        branch: &Branch,
        here: &str,
        chosen: Option<&StaffId>,
        context: TextContext,
    ) -> Self {
        let text = context.texts.requests();
        let (found, booking) = (&request.found, &request.found.booking);
        let picked = chosen.filter(|staff| request.day.people.iter().any(|p| p.can_be_chosen && p.id == **staff));
        let selected = picked.or_else(|| preselected(&request.day.people, found));
        let mut free = request.day.people.iter().filter(|person| person.reason.is_none()).peekable();
        let nobody_free = free.peek().map_or(text.nobody_free(), |_| context.texts.desk_wish().nobody_free());
        let is_somebody_free = free.any(|person| !person.is_against_wish);
        let times: Vec<FreeTime> = other_starts(request).map(|free| FreeTime::new(free, context)).collect();
        let nearest_starts = nearest_starts(request);
        let names = booking.services.iter().map(|line| line.service.service_name_snapshot.as_str());
        let customer = request.customer.as_ref();
        let path = format!("/bookings/{}", booking.id);
        let card = Self {
            version: String::new(),
            customer_path: format!("/customers/{}", booking.customer_id),
            name: found.customer_name.clone(),
            initials: format::initials(&found.customer_name),
            avatar: avatar_class(&found.customer_name),
            visit_summary: visit_summary(request, context, text),
            guest: found.guest_name.as_deref().map(|name| text.guest(name)),
            pinned_note: customer.and_then(|customer| customer.pinned_note.clone()).filter(|note| !note.is_empty()),
            status: DeskStatus::of(found),
            wish: wish_text(found, WishPlace::Alone, context.texts),
            no_shows: (found.customer_noshow_count > 0).then(|| text.no_shows(found.customer_noshow_count)),
            customer_needs_approval: customer.is_some_and(|customer| customer.booking_requires_approval),
            is_member: found.has_active_membership,
            tags: found.customer_tags.iter().map(|tag| tag.name.clone()).collect(),
            age: String::new(),
            when: day_and_range(booking.booking_date, (booking.start_time, booking.end_time), context),
            services: names.collect::<Vec<_>>().join(", "),
            total: format::money(booking.total_amount_paise),
            promise: (request.promise.as_ref())
                .map(|promised| promise_text(promised, booking.total_amount_paise, context.texts)),
            note: booking.notes.clone(),
            offered: booking.offered_time.as_ref().map(|offered| {
                let (day, start) = (offered.booking_date, offered.start_time);
                let time = context.texts.format_day_and_time(day, start, context.today());
                text.offered(&time, &offered.staff_name)
            }),
            past_closing: past_closing_text(branch, found, context.texts),
            own_bookings: (request.own_bookings.iter())
                .map(|own| own_booking_sentence(own, (&found.customer_name, &booking.branch_id), context.texts))
                .collect(),
            day_preview: DayPreview::new(request, branch, context),
            people: people(request, here, selected, context),
            can_choose_others: request.day.people.iter().any(|person| person.can_be_chosen),
            nearest_times: nearest_text(&nearest_starts, context).filter(|_| !is_somebody_free),
            nearest_offer: nearest_starts.first().map(|free| FreeTime::new(free, context)),
            selected: selected.and_then(|staff| {
                let person = request.day.people.iter().find(|person| person.id == *staff)?;
                let is_free = person.reason.is_none() && !person.is_against_wish;
                let button_text =
                    if is_free { text.approve_with(&person.display_name) } else { text.approve_anyway().to_owned() };
                Some(SelectedStaff { id: staff.as_str().to_owned(), button_text })
            }),
            nobody_free: (!is_somebody_free).then_some(nobody_free),
            times,
            date: booking.booking_date.to_string(),
            return_path: here.to_owned(),
            page_path: String::new(),
            id: booking.id.as_str().to_owned(),
            path,
        };
        // A page replaces a card whose version has changed. The age changes by itself.
        let version = version(format!("{card:?}"));
        Self { version, age: age(request, context, text), ..card }
    }

    /// The forms return to this request of the same list, if there is one.
    pub(super) fn return_to_card(&mut self, id: Option<&String>) {
        if let Some(id) = id {
            self.return_path = format!("{}#r-{id}", self.return_path);
        }
        self.page_path = format!("{}?back={}", self.path, encode(&self.return_path));
    }
}

fn visit_summary(request: &WaitingRequest, context: TextContext, text: RequestsTexts) -> String {
    let Some(customer) = request.customer.as_ref().filter(|customer| customer.total_visits > 0) else {
        return text.first_visit().to_owned();
    };
    let last = customer.last_visit_at.map(|at| context.texts.format_day(at.ist_date(), context.today()));
    text.visits_since(customer.total_visits, &last.unwrap_or_default())
}

fn age(request: &WaitingRequest, context: TextContext, text: RequestsTexts) -> String {
    let waited = context.now.millis_since(request.requested_at);
    let asked = match short_length(waited, context) {
        Some(age) => text.asked(&age),
        None => text.asked_now().to_owned(),
    };
    let is_today = request.found.booking.booking_date == context.today();
    let soon = is_today.then(|| text.soon().to_owned());
    let lapses_at = request.requested_at.plus_millis(AUTO_REJECT_AFTER_MS);
    let begins_at = Timestamp::from_ist(request.found.booking.booking_date, request.found.booking.start_time);
    // What the desk has promised does not lapse. What lapses does so by its age alone, which may be long after its time.
    let lapses = (!request.made_at_desk).then(|| match short_length(lapses_at.millis_since(context.now), context) {
        _ if context.now < begins_at && begins_at < lapses_at => text.not_before_start().to_owned(),
        Some(left) => text.lapses(&left),
        None if context.now > lapses_at.plus_millis(LAPSES_WITHIN_MS) => text.lapses_since(&context.moment(lapses_at)),
        None => text.lapses_now().to_owned(),
    });
    [Some(asked), soon, lapses].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// `34 min`, `23 h`, `2 days`; hours are enough where there are several. `None` for less than a minute.
pub(crate) fn short_length(millis: i64, context: TextContext) -> Option<String> {
    let minutes = millis / MINUTE_MS;
    if minutes < 1 {
        return None;
    }
    Some(match minutes / 60 {
        0 => context.texts.format_minutes(minutes),
        hours @ 1..48 => context.texts.format_minutes(hours * 60),
        hours => context.texts.board_queue().days(hours / 24),
    })
}

fn people(request: &WaitingRequest, here: &str, selected: Option<&StaffId>, context: TextContext) -> Vec<StaffOption> {
    let (booking, text) = (&request.found.booking, context.texts.requests());
    let person = |person: &PersonOfDay| {
        let plain = availability_text(person, booking.start_time, booking.total_duration_minutes, context.texts);
        let who = encode(&format!("{} {}", booking.id, person.id));
        StaffOption {
            name: person.display_name.clone(),
            initials: format::initials(&person.display_name),
            avatar: avatar_class(&person.display_name),
            availability: if is_wished(person, &request.found) { text.wished(&plain) } else { plain },
            choose_path: person.can_be_chosen.then(|| format!("{here}&who={who}#r-{}", booking.id)),
            is_selected: selected == Some(&person.id),
        }
    };
    request.day.people.iter().take(MAX_PEOPLE).map(person).collect()
}

/// The free times of the day that can be offered, without the wished one.
fn other_starts(request: &WaitingRequest) -> impl Iterator<Item = &FreeStart> {
    let wished = request.found.booking.start_time;
    request.day.free_starts.iter().filter(move |free| free.can_be_offered && free.start != wished)
}

impl FreeTime {
    fn new(free: &FreeStart, context: TextContext) -> Self {
        let time = context.texts.format_time(free.start);
        Self {
            slot_value: format!("{} {}", format::time_value(free.start), free.staff_id),
            button_text: context.texts.requests().offer_one(&time, &free.staff_name),
            person: free.staff_name.clone(),
            time,
        }
    }
}

/// The nearest first.
fn nearest_starts(request: &WaitingRequest) -> Vec<&FreeStart> {
    let wished = request.found.booking.start_time;
    let mut starts: Vec<&FreeStart> = other_starts(request).collect();
    starts.sort_by_key(|free| free.start.signed_duration_since(wished).abs());
    starts.truncate(MAX_NEAREST);
    starts
}

/// `Nearest: 5:15 pm, 5:45 pm`, by time.
fn nearest_text(nearest: &[&FreeStart], context: TextContext) -> Option<String> {
    let mut starts: Vec<_> = nearest.iter().map(|free| free.start).collect();
    starts.sort_unstable();
    let times: Vec<String> = starts.into_iter().map(|start| context.texts.format_time(start)).collect();
    (!times.is_empty()).then(|| context.texts.requests().nearest(&times.join(", ")))
}
