//! What a signed-in visitor finds on the first page: the next booking, the last one to book again, gems and hours.

use chrono::Timelike;
use parlour_app::hindi_names::Described;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::MembershipStatus;
use parlour_http::error::HttpError;
use parlour_http::sessions::SignedIn;
use parlour_store::bookings::booking_records::{CustomerBooking, OfferedTime};
use parlour_store::bookings::{customer_pages, last_booking};
use parlour_store::gems::gems_accounts::{self, GemsSummary, RedeemableService};
use parlour_store::memberships::membership_records::{self, Membership};

use crate::booking::choice::time_again_path;
use crate::own_bookings::booking_parts::{booking_path, is_over, service_names, when_in_sentence};
use crate::own_bookings::offered_time_view::on_its_day;
use parlour_texts::FormatsTexts;
use parlour_web::cache::Catalogue;
use parlour_web::format::{self, DateTile};
use parlour_web::page::PageContext;

#[derive(Debug)]
pub(crate) struct OwnHome {
    pub(crate) day: String,
    pub(crate) greeting: String,
    pub(crate) again: Option<BookAgain>,
    pub(crate) gems: GemsCard,
    pub(crate) hours: Option<HoursCard>,
}

/// What the customer has to answer, and the ticket of the next booking. Both are kept up to date while a booking waits.
#[derive(Debug, Default)]
pub(crate) struct NextBooking {
    /// What the page watches.
    pub(crate) topic: Option<String>,
    /// Differs after every change of the ticket.
    pub(crate) version: String,
    /// Other times that the salon offers, the one that ends next first.
    pub(crate) offered: Vec<OfferedCard>,
    pub(crate) ticket: Option<Ticket>,
}

/// Another time for a request: it ends if nobody answers.
#[derive(Debug)]
pub(crate) struct OfferedCard {
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) answer_by: String,
    pub(crate) path: String,
}

#[derive(Debug)]
pub(crate) struct Ticket {
    pub(crate) when: String,
    pub(crate) status: &'static str,
    pub(crate) status_class: &'static str,
    pub(crate) date_tile: DateTile,
    pub(crate) time: String,
    pub(crate) services: String,
    pub(crate) place: String,
    pub(crate) path: String,
    pub(crate) calendar_path: String,
    /// None once the booking has begun.
    pub(crate) move_path: Option<String>,
}

impl Ticket {
    /// `WED 18 NOV, 4:30 – 6:15 pm, with Meera, Aangan Indiranagar`, for the page that is shown without a connection.
    pub(crate) fn in_one_line(&self, formats: FormatsTexts) -> String {
        let DateTile { weekday, day, month } = &self.date_tile;
        let day = formats.weekday_and_day(weekday, &day.to_string(), month);
        format!("{}, {}", formats.day_and_time(&day, &self.time), self.place)
    }
}

#[derive(Debug)]
pub(crate) struct BookAgain {
    pub(crate) last: String,
    pub(crate) initials: Option<String>,
    pub(crate) lines: Vec<(String, String)>,
    pub(crate) button: String,
    pub(crate) path: String,
}

#[derive(Debug)]
pub(crate) struct GemsCard {
    pub(crate) balance: i64,
    /// What the balance is on the way to: gems it needs.
    pub(crate) goal: Option<i64>,
    pub(crate) meter: String,
    pub(crate) text: String,
}

#[derive(Debug)]
pub(crate) struct HoursCard {
    pub(crate) left: String,
    pub(crate) left_minutes: i64,
    pub(crate) total_minutes: i64,
    pub(crate) meter: String,
    pub(crate) text: String,
}

pub(super) async fn read_own_home(
    page: &PageContext,
    caller: &SignedIn,
    catalogue: &Catalogue,
) -> Result<(OwnHome, NextBooking), HttpError> {
    let user = caller.user().clone();
    let found = caller.read(move |conn, _| {
        Ok((
            customer_pages::list_open_bookings(conn, &user)?,
            last_booking::find_last_completed(conn, &user)?,
            gems_accounts::find_summary(conn, &user)?,
            gems_accounts::list_redeemable_services(conn)?,
            membership_records::list_own_memberships(conn, &user)?,
        ))
    });
    let (mut open_bookings, last, gems, mut redeemable, memberships) = found.await?;
    page.translate_names(&mut open_bookings).await?;
    page.translate_names(&mut redeemable).await?;
    let (texts, now) = (page.texts, page.now());
    // One that was never started counts until its end.
    let open_bookings = open_bookings
        .into_iter()
        .filter(|found| !is_over(&found.booking, now))
        .map(|booking| booking.shown_at(now))
        .collect();
    let name = page.signed_in_user.as_ref().map_or("", |signed_in| signed_in.first_name());
    let greeting = match now.ist_time().hour() {
        ..12 => texts.home().good_morning(name),
        12..17 => texts.home().good_afternoon(name),
        17.. => texts.home().good_evening(name),
    };
    let own = OwnHome {
        day: texts.format_long_day(now.ist_date(), now.ist_date()),
        greeting,
        again: last.and_then(|last| book_again(&last, catalogue, page)),
        gems: gems_card(gems, &redeemable, page),
        hours: memberships.iter().find_map(|membership| hours_card(membership, page)),
    };
    Ok((own, next_booking(open_bookings, caller, page)))
}

/// `open_bookings` are those that are not over, the next one first.
fn next_booking(open_bookings: Vec<CustomerBooking>, caller: &SignedIn, page: &PageContext) -> NextBooking {
    let (mut offered, others): (Vec<CustomerBooking>, Vec<CustomerBooking>) =
        open_bookings.into_iter().partition(|found| found.booking.offered_time.is_some());
    offered.sort_by_key(|found| found.booking.offered_time.as_ref().map(|offered| offered.expires_at));
    let next = others.into_iter().next();
    let shown: Vec<&CustomerBooking> = offered.iter().chain(&next).collect();
    let version = |found: &&CustomerBooking| {
        let booking = &found.booking;
        let number = booking.offered_time.as_ref().map_or(0, |offered| offered.number);
        format!("{}-{}-{}-{number}", booking.id, booking.updated_at.millis(), booking.status)
    };
    let versions: Vec<String> = shown.iter().map(version).collect();
    let is_waiting = shown.iter().any(|found| found.booking.status == BookingStatus::Pending);
    let card = |found: &CustomerBooking| Some(offered_card(found, found.booking.offered_time.as_ref()?, page));
    NextBooking {
        topic: is_waiting.then(|| format!("customer:{}", caller.user())),
        version: if versions.is_empty() { "none".to_owned() } else { versions.join(" ") },
        offered: offered.iter().filter_map(card).collect(),
        ticket: next.map(|next| ticket(next, page)),
    }
}

fn offered_card(found: &CustomerBooking, offered: &OfferedTime, page: &PageContext) -> OfferedCard {
    let (texts, context) = (page.texts, page.text_context());
    let at = Timestamp::from_ist(offered.booking_date, offered.start_time);
    let answer_by = when_in_sentence(offered.expires_at, context.now, texts);
    let place = texts.home().with_whom_where(&offered.staff_name, &found.branch_name);
    OfferedCard {
        title: texts.offered_time().title(&on_its_day(at, context)),
        about: format!("{}, {place}", service_names(&found.booking)),
        answer_by: texts.booking_timeline().answer_by(&answer_by),
        path: booking_path(&found.booking.id),
    }
}

fn ticket(CustomerBooking { booking, branch_name, .. }: CustomerBooking, page: &PageContext) -> Ticket {
    let (texts, today) = (page.texts, page.today());
    let text = texts.home();
    let (status, status_class) = match booking.status {
        BookingStatus::Pending => (text.pending(), "pending"),
        BookingStatus::InProgress => (text.in_progress(), "progress"),
        _ => (text.confirmed(), "confirmed"),
    };
    let staff = booking.services.iter().find_map(|line| line.staff_name.as_deref());
    let path = booking_path(&booking.id);
    Ticket {
        when: text
            .next_visit_in((booking.booking_date - today).num_days(), &texts.format_short_day(booking.booking_date)),
        status,
        status_class,
        date_tile: DateTile::of(booking.booking_date, today, texts),
        time: texts.format_time_range(booking.start_time, booking.end_time),
        services: service_names(&booking),
        place: match staff {
            Some(staff) => text.with_whom_where(staff, &branch_name),
            None => branch_name,
        },
        calendar_path: format!("/api/bookings/{}/calendar.ics", booking.id),
        move_path: booking.status.is_upcoming().then(|| format!("{path}/move")),
        path,
    }
}

/// None if nothing of the last booking is offered any more.
fn book_again(last: &CustomerBooking, catalogue: &Catalogue, page: &PageContext) -> Option<BookAgain> {
    let (booking, text) = (&last.booking, page.texts.home());
    let services: Vec<_> = booking
        .services
        .iter()
        .filter_map(|line| catalogue.find(|service| service.id == line.service.service_id))
        .filter(|(group, _)| group.category.service_type == booking.service_type)
        .map(|(_, service)| service)
        .collect();
    if services.is_empty() {
        return None;
    }
    let staff = booking.services.iter().find_map(|line| line.staff_name.as_deref());
    let day = page.texts.format_day(booking.booking_date, page.today());
    let sum: i64 = services.iter().map(|service| service.price_paise).sum();
    // A branch that was closed meanwhile is not named.
    let branch = page.salon.branch(booking.branch_id.as_str()).map(|branch| branch.id.as_str());
    Some(BookAgain {
        last: staff.map_or_else(|| day.clone(), |staff| text.last_visit(&day, staff)),
        initials: staff.map(format::initials),
        lines: services
            .iter()
            .map(|service| (service.name_in(page.texts).to_owned(), format::money(service.price_paise)))
            .collect(),
        button: text.book_again_for(&format::money(sum)),
        path: time_again_path(booking, branch, services.iter().map(|service| service.slug.as_str()), catalogue),
    })
}

fn gems_card(gems: Option<GemsSummary>, redeemable: &[RedeemableService], page: &PageContext) -> GemsCard {
    let text = page.texts.home();
    let balance = gems.map_or(0, |gems| gems.balance);
    // The next thing to save for; who has enough for everything is told of the best.
    let next = redeemable.iter().filter(|service| service.gems_required > balance).min_by_key(|s| s.gems_required);
    let best = redeemable.iter().filter(|service| service.gems_required <= balance).max_by_key(|s| s.gems_required);
    let (goal, about) = match (next, best) {
        _ if balance <= 0 => (None, text.gems_rule().to_owned()),
        (_, Some(best)) => (None, text.gems_enough(&best.name)),
        (Some(next), None) => (Some(next.gems_required), text.gems_missing(next.gems_required - balance, &next.name)),
        (None, None) => (None, text.gems_rule().to_owned()),
    };
    GemsCard { balance, meter: goal.map_or(String::new(), |goal| text.gems_of(balance, goal)), goal, text: about }
}

/// The hours of a membership that can be used now.
fn hours_card(membership: &Membership, page: &PageContext) -> Option<HoursCard> {
    let now = page.now();
    let is_usable = membership.status == MembershipStatus::Active && membership.expires_at > now;
    if !is_usable {
        return None;
    }
    let (texts, text) = (page.texts, page.texts.home());
    let left_minutes = (membership.total_hours_minutes - membership.used_hours_minutes).max(0);
    let left = texts.format_minutes(left_minutes);
    let total = texts.format_minutes(membership.total_hours_minutes);
    // It expires at midnight: the day before is the last one.
    let last_day = membership.expires_at.plus_millis(-1).ist_date();
    Some(HoursCard {
        left_minutes,
        total_minutes: membership.total_hours_minutes,
        meter: text.hours_of(&left, &total),
        text: text.hours_left(&total, &texts.format_day(last_day, page.today())),
        left,
    })
}
