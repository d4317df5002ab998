//! The page of one booking, also right after it was asked for.

use askama::Template;
use chrono::{Datelike, NaiveDate};
use parlour_app::offers::{LostBecause, PromisedOffer};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::customer_move::{CustomerMoveRefusal, check_customer_move};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_store::bookings::booking_records::{Booking, BookingServiceWithStaff};

use super::booking_parts::{
    Badge, book_again_path, booking_path, service_names, starts_at, when_in_sentence, with_whom,
};
use super::booking_read::BookingRead;
use super::offered_time_view::OfferedTimeView;
use super::timeline::{Step, timeline};
use crate::sums::Sums;
use parlour_texts::OwnBookingTexts;
use parlour_web::cache::current_catalogue;
use parlour_web::form::FormState;
use parlour_web::format::{self, DateTile};
use parlour_web::page::{Frame, SignedInPage, Tab, TextContext, encode};

#[derive(Template)]
#[template(path = "booking.html", blocks = ["booking"])]
pub(crate) struct BookingPage {
    pub(crate) frame: Frame,
    pub(crate) view: BookingView,
    /// The buttons that answer an offered time.
    pub(crate) form: FormState,
    /// The switch for alerts, right after the booking was asked for.
    pub(crate) shows_push_switch: bool,
    pub(crate) user_id: String,
}

/// Everything that the page shows, as text.
pub(crate) struct BookingView {
    pub(crate) path: String,
    pub(crate) version: String,
    pub(crate) number: String,
    pub(crate) badge: Badge,
    pub(crate) title: String,
    pub(crate) intro: String,
    pub(crate) date_tile: DateTile,
    pub(crate) range: String,
    pub(crate) branch: String,
    pub(crate) address: String,
    pub(crate) staff: String,
    pub(crate) services: String,
    pub(crate) sums: Sums,
    pub(crate) note: Option<String>,
    pub(crate) lines: Vec<Line>,
    pub(crate) actions: Vec<ActionLink>,
    pub(crate) steps: Vec<Step>,
    /// What the customer should know about the price, cancelling and moving.
    pub(crate) rules: Vec<String>,
    pub(crate) offered_time: Option<OfferedTimeView>,
}

pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) minutes: String,
    pub(crate) price: String,
}

/// A link below the booking.
pub(crate) struct ActionLink {
    pub(crate) icon: &'static str,
    pub(crate) label: &'static str,
    pub(crate) path: String,
}

/// `/visits/{id}`, with `new=1` right after it was asked for.
pub(super) async fn show(page: SignedInPage, PathId(id): PathId<BookingId>) -> HttpResult {
    show_with(&page, &id, FormState::default()).await
}

/// The page, perhaps with why an answer to an offered time was not possible.
pub(super) async fn show_with(page: &SignedInPage, id: &BookingId, form: FormState) -> HttpResult {
    let read = BookingRead::find(page, id).await?;
    let catalogue = current_catalogue(&page.state).await?;
    let book_again_path = book_again_path(&read.found, &page.salon, &catalogue);
    let is_new = page.parameter("new").is_some();
    let view = BookingView::new(&read, page.text_context(), &book_again_path);
    let template = BookingPage {
        frame: page.frame(view.title.clone(), Tab::Bookings),
        view,
        form,
        shows_push_switch: is_new && page.state.push_key().is_some(),
        user_id: page.signed_in_user.id.as_str().to_owned(),
    };
    if page.parameter("part").as_deref() == Some("visit") {
        return page.render(&template.as_booking());
    }
    page.render_with(template.form.status, &template)
}

impl BookingView {
    pub(crate) fn new(read: &BookingRead, context: TextContext, book_again_path: &str) -> Self {
        let (booking, now, texts) = (&read.found.booking, context.now, context.texts);
        let text = texts.own_booking();
        let offered_time = booking.open_offer(now).filter(|_| booking.status == BookingStatus::Pending);
        let offered_time = offered_time.map(|offered| OfferedTimeView::new(read, offered, context));
        let (title, intro) = match &offered_time {
            Some(offered) => (offered.title.clone(), offered.text.clone()),
            None => heading(booking, context, text),
        };
        Self {
            path: booking_path(&booking.id),
            version: version(read, now),
            number: booking.booking_number.clone(),
            badge: Badge::of(booking, now, texts),
            title,
            intro,
            date_tile: DateTile::of(booking.booking_date, context.today(), texts),
            range: texts.format_time_range(booking.start_time, booking.end_time),
            branch: read.found.branch_name.clone(),
            address: read.branch.as_ref().map(|branch| branch.address.clone()).unwrap_or_default(),
            staff: with_whom(&read.found, texts),
            services: service_names(booking),
            sums: sums(read, context),
            note: booking.notes.clone().filter(|note| !note.trim().is_empty()),
            lines: booking.services.iter().map(|line| Line::new(line, context)).collect(),
            actions: actions(read, context, book_again_path),
            steps: timeline(read, now, texts),
            rules: rules(read, context),
            offered_time,
        }
    }
}

impl Line {
    fn new(line: &BookingServiceWithStaff, context: TextContext) -> Self {
        Self {
            name: line.service.service_name_snapshot.clone(),
            minutes: context.texts.format_minutes(line.service.duration_minutes),
            price: format::money(line.service.price_at_booking_paise),
        }
    }
}

/// Another one whenever the page would look different.
fn version(read: &BookingRead, now: Timestamp) -> String {
    let booking = &read.found.booking;
    let offered = booking.open_offer(now).map_or(0, |offered| offered.number);
    let invoice = read.invoice.as_ref().map_or("", |invoice| invoice.id.as_str());
    // The promise also depends on the customer's other visits.
    let promise = match read.promise.as_ref().map(|promised| promised.takes_off) {
        None => String::new(),
        Some(Ok(less)) => less.to_string(),
        Some(Err(LostBecause::NotForThisVisit)) => "lost".to_owned(),
        Some(Err(LostBecause::OnceADay)) => "once-a-day".to_owned(),
    };
    format!("{} {} {offered} {promise} {invoice}", booking.status, booking.updated_at.millis())
}

fn heading(
    booking: &Booking<BookingServiceWithStaff>,
    context: TextContext,
    text: OwnBookingTexts,
) -> (String, String) {
    let both = |title: &str, about: &str| (title.to_owned(), about.to_owned());
    match booking.status {
        BookingStatus::Pending => both(text.asked_title(), text.asked()),
        BookingStatus::Confirmed if starts_at(booking) <= context.now => both(text.expected_title(), text.expected()),
        BookingStatus::Confirmed => (confirmed_title(booking.booking_date, context, text), text.confirmed().to_owned()),
        BookingStatus::InProgress => both(text.in_progress_title(), text.in_progress()),
        BookingStatus::Completed => both(text.completed_title(), text.completed()),
        BookingStatus::Cancelled => both(text.cancelled_title(), text.cancelled()),
        BookingStatus::Rejected => both(text.rejected_title(), text.rejected()),
        BookingStatus::NoShow => both(text.no_show_title(), text.no_show()),
    }
}

/// `See you tomorrow`, `See you on Wednesday`, `See you on 18 November`.
fn confirmed_title(date: NaiveDate, context: TextContext, text: OwnBookingTexts) -> String {
    match (date - context.today()).num_days() {
        0 => text.today_title().to_owned(),
        1 => text.tomorrow_title(&context.texts.format_short_day(date)),
        2..=6 => text.confirmed_title(context.texts.weekday_long(date.weekday())),
        _ => text.confirmed_title(&context.texts.format_full_day(date, context.today())),
    }
}

fn sums(read: &BookingRead, context: TextContext) -> Sums {
    let (booking, text) = (&read.found.booking, context.texts.own_booking());
    if booking.is_membership_session {
        let hours = context.texts.format_minutes(booking.total_duration_minutes);
        return Sums::plain(text.from_membership(), text.membership_hours(&hours));
    }
    let kept = read.promise.as_ref().and_then(|promised| Some((promised.name.as_str(), promised.takes_off.ok()?)));
    match (&read.invoice, kept) {
        (Some(invoice), _) if booking.status == BookingStatus::Completed => {
            Sums::plain(text.paid(), format::money(invoice.total_amount_paise))
        }
        (_, Some(offer)) => Sums::with_offer(booking.total_amount_paise, offer, context.texts),
        (_, None) => Sums::plain(text.at_counter(), format::money(booking.total_amount_paise)),
    }
}

fn actions(read: &BookingRead, context: TextContext, book_again_path: &str) -> Vec<ActionLink> {
    let (booking, text) = (&read.found.booking, context.texts.own_booking());
    let own = |rest: &str| format!("{}/{rest}", booking_path(&booking.id));
    let action = |icon, label, path| ActionLink { icon, label, path };
    let mut actions = Vec::new();
    if booking.status.is_upcoming() {
        let calendar = format!("/api/bookings/{}/calendar.ics", booking.id);
        actions.push(action("calplus", text.calendar(), calendar));
        if read.check_move_before_start(context.now).is_ok() {
            actions.push(action("repeat", text.move_visit(), own("move")));
        }
    } else if booking.status != BookingStatus::InProgress {
        actions.push(action("repeat", text.book_again(), book_again_path.to_owned()));
    }
    if let Some(invoice) = read.invoice.as_ref().filter(|_| booking.status == BookingStatus::Completed) {
        actions.push(action("receipt", text.invoice(), format!("/invoices/{}/wait", invoice.id)));
    }
    if let Some(phone) = read.phone() {
        actions.push(action("phone", text.call(), format::tel_link(phone)));
    }
    if booking.status.is_upcoming() {
        actions.push(action("x", text.cancel(), own("cancel")));
        actions.extend(place_actions(read, context));
    }
    actions
}

/// How to get there, and how to tell others.
fn place_actions(read: &BookingRead, context: TextContext) -> Vec<ActionLink> {
    let (booking, text) = (&read.found.booking, context.texts.own_booking());
    let Some(branch) = &read.branch else { return Vec::new() };
    let place = format!("{}, {}", branch.name, branch.address);
    let directions = format!("https://www.google.com/maps/search/?api=1&query={}", encode(&place));
    let day = context.texts.format_day(booking.booking_date, context.today());
    let when = context.texts.formats().day_and_time(&day, &context.texts.format_time(booking.start_time));
    let shared = text.share_text(&branch.name, &when, &branch.address);
    vec![
        ActionLink { icon: "pin", label: text.directions(), path: directions },
        ActionLink { icon: "share", label: text.share(), path: format!("https://wa.me/?text={}", encode(&shared)) },
    ]
}

fn rules(read: &BookingRead, context: TextContext) -> Vec<String> {
    let text = context.texts.own_booking();
    if !read.found.booking.status.is_upcoming() {
        return Vec::new();
    }
    let cancelling = match read.cancel_until() {
        None => text.free().to_owned(),
        Some(until) if until < context.now => text.too_late().to_owned(),
        Some(until) => text.free_until(&when_in_sentence(until, context.now, context.texts)),
    };
    let move_check = check_customer_move(read.found.booking.status, read.history.customer_reschedule_count);
    let is_moved_twice = move_check == Err(CustomerMoveRefusal::TooOften);
    let moving = is_moved_twice.then(|| text.moved_twice().to_owned());
    let promised = |offer: &PromisedOffer| match offer.takes_off {
        Ok(_) => text.offer(&offer.name),
        Err(LostBecause::NotForThisVisit) => text.offer_ended(&offer.name),
        Err(LostBecause::OnceADay) => context.texts.promised_offer().once_a_day(&offer.name),
    };
    let offer = read.promise.as_ref().map(promised);
    offer.into_iter().chain([cancelling]).chain(moving).collect()
}
