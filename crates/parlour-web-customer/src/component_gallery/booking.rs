//! Choosing a time, the review before a booking, and moving a booking.

use askama::Template;
use chrono::NaiveTime;
use parlour_domain::customer::Gender;
use parlour_domain::ids::StaffId;
use parlour_domain::text::TextRefusal;
use parlour_store::staff::staff_records::BookableStaffMember;

use super::sample::{TEXTS, at, frame, in_days, public_frame, refused_form, refused_whole, text_list, today};
use super::screen::{Screen, state};
use crate::booking::basket::{BasketView, LineView};
use crate::booking::calendar::{Calendar, Closed, Day};
use crate::booking::calendar_view::{CalendarView, ViewOptions};
use crate::booking::choice::{BookingChoice, With};
use crate::booking::confirm;
use crate::booking::move_booking::MovePage;
use crate::booking::people::{PersonView, people};
use crate::booking::review::{NotOfferedPage, OfferNote, ReviewPage};
use crate::booking::time::TimePage;
use crate::sums::Sums;
use parlour_web::form::FormState;
use parlour_web::format::{self, DateTile};
use parlour_web::page::Tab;
use parlour_web::text_parts::{SLOTS, text_parts};

const TIME: Screen = Screen {
    name: "time",
    title: "Choose a time",
    address: "/book/time",
    states: &[
        state("free", "The first day with free times", || time(calendar(&fortnight(), 1)).render()),
        state("full", "Nobody is free on the chosen day; the nearest time is offered", || {
            time(calendar(&fortnight(), 3)).render()
        }),
        state("person-not-free", "The chosen person is not free that day", || {
            let choice = BookingChoice { with: With::Person(StaffId::new("Meera")), ..BookingChoice::default() };
            let people = people(&choice, &staff(), true, TEXTS);
            TimePage { people, ..time(calendar_for(&fortnight(), 3, Some("Meera"))) }.render()
        }),
        state("closed", "A weekday on which the branch is closed", || time(calendar(&fortnight(), 8)).render()),
        state("holiday", "A holiday", || time(calendar(&fortnight(), 6)).render()),
        state("over", "Today, after closing time", || time(calendar(&fortnight(), 0)).render()),
        state("nobody-in", "A day on which nobody is in", || time(calendar(&fortnight(), 12)).render()),
        state("none", "No free time in the next weeks", || {
            let days: Vec<Day> = (0..14).map(|days| day(days, &[], None)).collect();
            time(calendar(&days, 2)).render()
        }),
        state("we-confirm", "A branch that confirms every time itself", || {
            let people = people(&BookingChoice::default(), &staff(), false, TEXTS);
            TimePage { people, is_live: false, ..time(calendar(&fortnight(), 1)) }.render()
        }),
    ],
};

const REVIEW: Screen = Screen {
    name: "review",
    title: "Review",
    address: "/book/review",
    states: &[
        state("signed-out", "Before the sign-in", || {
            let frame = public_frame(TEXTS.booking().review_title(), Tab::Book).without_navigation();
            ReviewPage { frame, ..review(FormState::default()) }.render()
        }),
        state("signed-in", "With an offer that may apply", || review(FormState::default()).render()),
        state("offer", "With the offer that it was chosen from", || {
            let text = text_parts(&TEXTS.booking().chosen_offer(SLOTS[0], "₹300"));
            let offers = vec![OfferNote { name: "Diwali glow".to_owned(), text }];
            let sums = Sums::with_offer(180_000, ("Diwali glow", 30_000), TEXTS);
            ReviewPage { offers, sums, less_paise: Some(30_000), ..review(FormState::default()) }.render()
        }),
        state("offer-once-a-day", "The offer does not count twice on a day", || {
            let offer_once_a_day = Some(TEXTS.promised_offer().once_a_day("Diwali glow"));
            ReviewPage { offers: Vec::new(), offer_once_a_day, ..review(FormState::default()) }.render()
        }),
        state("offer-missed", "The offer is for other services", || {
            ReviewPage { offers: Vec::new(), is_offer_missed: true, ..review(FormState::default()) }.render()
        }),
        state("time-taken", "Somebody was quicker, other times are free", || {
            let nearest = text_list([("15:45", "3:45 pm"), ("17:15", "5:15 pm"), ("18:00", "6:00 pm")]);
            ReviewPage { nearest, ..review(refused_whole(TEXTS.booking().time_taken())) }.render()
        }),
        state("day-taken", "Somebody was quicker, no other time that day", || {
            let anyone_path = Some("/book/time".to_owned());
            ReviewPage { is_day_full: true, anyone_path, ..review(refused_whole(TEXTS.booking().day_taken())) }.render()
        }),
        state("same-visit", "There is a visit at this time already", || {
            let other_booking = Some(("/visits/1".to_owned(), TEXTS.booking().once_more()));
            ReviewPage { other_booking, ..review(refused_whole(TEXTS.booking().same_visit())) }.render()
        }),
        state("price-changed", "A price has changed meanwhile", || {
            review(refused_whole(TEXTS.booking().price_changed())).render()
        }),
        state("note-error", "The note is too long", || {
            let errors = [("note", TextRefusal::TooLong(500).into())];
            review(refused_form("note=Please+mind+my+left+shoulder", errors, confirm::label)).render()
        }),
    ],
};

const NOT_OFFERED: Screen = Screen {
    name: "not-offered",
    title: "Services that left the catalogue",
    address: "/book/not-offered",
    states: &[
        state("one-of-two", "The rest can be booked", || not_offered(vec!["Perm".to_owned()], true).render()),
        state("nothing-left", "Nothing of the choice is known", || not_offered(Vec::new(), false).render()),
    ],
};

const MOVE: Screen = Screen {
    name: "move",
    title: "Move a visit",
    address: "/visits/1/move",
    states: &[
        state("first", "Moved for the first time", || move_booking(Some(calendar(&fortnight(), 1))).render()),
        state("chosen", "For the second time, a time is chosen", || {
            let page = move_booking(Some(chosen_calendar()));
            MovePage { how_often: Some(TEXTS.booking().second_move()), is_confirmed: false, ..page }.render()
        }),
        state("time-taken", "Somebody was quicker", || {
            let nearest = text_list([("15:45", "3:45 pm"), ("17:15", "5:15 pm")]);
            let form = refused_whole(TEXTS.booking().time_taken());
            MovePage { form, nearest, ..move_booking(Some(calendar(&fortnight(), 1))) }.render()
        }),
        state("moved-twice", "It cannot be moved again", || {
            let form = refused_whole(TEXTS.booking().moved_twice());
            MovePage { form, how_often: None, is_confirmed: false, ..move_booking(None) }.render()
        }),
    ],
};

pub(super) const SCREENS: &[Screen] = &[TIME, REVIEW, NOT_OFFERED, MOVE];

fn day(days: u64, starts: &[NaiveTime], closed: Option<Closed>) -> Day {
    Day { date: in_days(days), starts: starts.to_vec(), closed }
}

/// Two weeks with every kind of day: over, free, few, full, holiday, closed.
pub(super) fn fortnight() -> Vec<Day> {
    let morning = [at(10, 0), at(10, 15), at(10, 30), at(11, 15)];
    let whole =
        [&morning[..], &[at(12, 30), at(14, 0), at(15, 45), at(16, 30), at(17, 15), at(18, 0), at(19, 30)]].concat();
    let closed = |days| match days {
        0 => Some(Closed::Over),
        6 => Some(Closed::Holiday("Guru Nanak Jayanti".to_owned())),
        8 => Some(Closed::Weekday),
        12 => Some(Closed::NobodyIn),
        _ => None,
    };
    let starts = |days| match days {
        0 | 3 | 6 | 8 | 10 | 12 => &[][..],
        2 | 5 => &morning[..2],
        _ => &whole[..],
    };
    (0..14).map(|days| day(days, starts(days), closed(days))).collect()
}

pub(super) fn calendar(days: &[Day], chosen: u64) -> CalendarView {
    calendar_for(days, chosen, None)
}

fn calendar_for(days: &[Day], chosen: u64, person: Option<&str>) -> CalendarView {
    view(days, chosen, &ViewOptions { texts: TEXTS, today: today(), minutes: 105, time: None, person, gender: None })
}

/// With a time that was chosen before.
pub(super) fn chosen_calendar() -> CalendarView {
    view(
        &fortnight(),
        4,
        &ViewOptions { texts: TEXTS, today: today(), minutes: 105, time: Some(at(16, 30)), person: None, gender: None },
    )
}

fn view(days: &[Day], chosen: u64, options: &ViewOptions<'_>) -> CalendarView {
    let days: Vec<Day> =
        days.iter().map(|day| Day { date: day.date, starts: day.starts.clone(), closed: day.closed.clone() }).collect();
    let chosen = in_days(chosen);
    let is_full = days.iter().any(|day| day.date == chosen && day.starts.is_empty());
    let mut later = days.iter().filter(|day| day.date > chosen);
    let nearest = later.find_map(|day| Some((day.date, *day.starts.first()?))).filter(|_| is_full);
    let calendar = Calendar { days, chosen, nearest, previous: None, next: Some(in_days(14)) };
    CalendarView::new(&calendar, options, |_| "/book/time".to_owned(), |_| "/book/time".to_owned())
}

fn staff() -> Vec<BookableStaffMember> {
    let member =
        |name: &str, gender| BookableStaffMember { id: StaffId::new(name), display_name: name.to_owned(), gender };
    vec![
        member("Meera", Gender::Female),
        member("Farah", Gender::Female),
        member("Dev", Gender::Male),
        member("Lakshmi Narayan", Gender::Female),
        member("Rohan", Gender::Male),
        member("Tenzin", Gender::Female),
    ]
}

pub(super) fn all_people() -> Vec<PersonView> {
    people(&BookingChoice::default(), &staff(), true, TEXTS)
}

pub(super) fn basket() -> BasketView {
    let line = |name: &str, rupees: i64, minutes| LineView {
        name: name.to_owned(),
        minutes: TEXTS.format_minutes(minutes),
        price: format::money(rupees * 100),
    };
    BasketView {
        place: "Aangan Indiranagar".to_owned(),
        address: "12, 100 Feet Road, Indiranagar, Bengaluru 560038".to_owned(),
        lines: vec![line("Haircut and blow-dry", 950, 60), line("Classic pedicure", 850, 45)],
        total: format::money(180_000),
        minutes: TEXTS.format_minutes(105),
    }
}

fn time(calendar: CalendarView) -> TimePage {
    TimePage {
        frame: public_frame(TEXTS.booking().time_title(), Tab::Book).without_navigation(),
        basket: basket(),
        calendar,
        people: all_people(),
        services_path: "/book".to_owned(),
        hidden: Vec::new(),
        is_live: true,
    }
}

fn review(form: FormState) -> ReviewPage {
    let text = TEXTS.booking();
    ReviewPage {
        frame: frame(text.review_title(), Tab::Book).without_navigation(),
        path: "/book/review".to_owned(),
        basket: basket(),
        date_tile: DateTile::of(in_days(2), today(), TEXTS),
        day_name: TEXTS.format_long_day(in_days(2), today()),
        times: "4:30 – 6:15 pm".to_owned(),
        with_whom: text.with_person("Meera"),
        offers: vec![OfferNote { name: "Wash and go".to_owned(), text: text_parts(&text.offer(SLOTS[0], "₹200")) }],
        is_offer_missed: false,
        offer_once_a_day: None,
        sums: Sums::plain(text.total(), format::money(180_000)),
        less_paise: None,
        cancel_rule: text.cancel_that_day("12:30 pm"),
        form,
        nearest: Vec::new(),
        is_day_full: false,
        anyone_path: None,
        other_booking: None,
        hidden: Vec::new(),
        campaign: BookingChoice::default().campaign_fields(),
        total_paise: 180_000,
        services_path: "/book".to_owned(),
        time_path: "/book/time".to_owned(),
        sign_in_path: "/onboarding".to_owned(),
    }
}

fn not_offered(names: Vec<String>, has_rest: bool) -> NotOfferedPage {
    NotOfferedPage {
        frame: public_frame(TEXTS.booking().review_title(), Tab::Book).without_navigation(),
        names,
        rest_path: has_rest.then(|| "/book/time".to_owned()),
        services_path: "/book".to_owned(),
    }
}

fn move_booking(calendar: Option<CalendarView>) -> MovePage {
    MovePage {
        frame: frame(TEXTS.booking().move_title(), Tab::Bookings).without_navigation(),
        booking_path: "/visits/1".to_owned(),
        now_at: "Wed 18 Nov, 4:30 – 6:15 pm".to_owned(),
        services: vec!["Haircut and blow-dry".to_owned(), "Classic pedicure".to_owned()],
        minutes: TEXTS.format_minutes(105),
        wish: Some(TEXTS.booking().with_a_woman().to_owned()),
        place: "Aangan Indiranagar".to_owned(),
        how_often: Some(TEXTS.booking().first_move()),
        is_confirmed: true,
        form: FormState::default(),
        nearest: Vec::new(),
        calendar,
        day_value: in_days(1).to_string(),
    }
}
