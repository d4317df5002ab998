//! The first page, and what only it shows.

use askama::Template;
use parlour_app::catalogue::CategoryWithServices;
use parlour_store::branches::branch_records::Branch;

use super::browse::offer_cards;
use super::sample::{TEXTS, at, catalogue, days_ago, frame, in_days, public_frame, salon, signed_in, today};
use super::screen::{Screen, state};
use crate::browse::art::drawing;
use crate::browse::home::{BranchCard, CategoryTile, HomePage};
use crate::browse::next_and_last::{BookAgain, GemsCard, HoursCard, NextBooking, OfferedCard, OwnHome, Ticket};
use crate::opening_soon::OpeningSoonPage;
use parlour_web::format::{self, DateTile};
use parlour_web::page::{Frame, SignedInUser, Tab};

const HOME: Screen = Screen {
    name: "home",
    title: "First page",
    address: "/home",
    states: &[
        state("signed-out", "For everybody, while the salon is open", || home(false).render()),
        state("closed", "For everybody, after hours, with the message after a sign-out", || {
            let (page, branches) = (home(false), branch_cards(false, "Opens tomorrow at 10 am"));
            let frame = Frame { flash: Some(TEXTS.flash().signed_out()), ..page.frame };
            HomePage { frame, branches, ..page }.render()
        }),
        state("opening-soon", "A salon whose branch is not open yet", || {
            HomePage { branches: Vec::new(), offers: Vec::new(), categories: Vec::new(), ..home(false) }.render()
        }),
        state("not-set-up", "Before the salon has a branch", || {
            OpeningSoonPage { frame: public_frame(TEXTS.home().opening_soon(), Tab::None).without_navigation() }
                .render()
        }),
        state("confirmed", "Signed in, the next visit is confirmed", || own_home("confirmed").render()),
        state("pending", "Signed in, the next visit waits for an answer", || own_home("pending").render()),
        state("offered", "Signed in, another time is offered", || {
            HomePage {
                next: NextBooking { offered: vec![offered_card()], ..ticket("confirmed") },
                ..own_home("confirmed")
            }
            .render()
        }),
        state("in-progress", "Signed in, during the visit", || own_home("progress").render()),
        state("nothing-planned", "Signed in without a visit to come, membership or enough gems", || {
            HomePage { own: Some(own(&[], 0)), next: no_ticket(), ..home(true) }.render()
        }),
        state("profile-incomplete", "Signed in, onboarding was left for later", || {
            let signed_in_user = Some(SignedInUser { is_onboarded: false, unread_notifications: 0, ..signed_in() });
            let page = own_home("confirmed");
            HomePage { frame: Frame { signed_in_user, ..page.frame }, ..page }.render()
        }),
    ],
};

pub(super) const SCREENS: &[Screen] = &[HOME];

fn home(is_signed_in: bool) -> HomePage {
    let title = TEXTS.home().title();
    HomePage {
        frame: if is_signed_in { frame(title, Tab::Book) } else { public_frame(title, Tab::Book) },
        own: None,
        next: NextBooking::default(),
        branches: branch_cards(true, "Open until 9 pm"),
        offers: offer_cards(),
        categories: category_tiles(),
        book_path: "/book".to_owned(),
        call_me_path: "/call-me".to_owned(),
        json_ld: "{}".to_owned(),
    }
}

fn own_home(status: &'static str) -> HomePage {
    let again = [("Haircut and blow-dry", 95_000), ("Classic pedicure", 85_000)];
    HomePage { own: Some(own(&again, 64)), next: ticket(status), ..home(true) }
}

fn own(again: &[(&str, i64)], gems: i64) -> OwnHome {
    let text = TEXTS.home();
    let sum: i64 = again.iter().map(|(_, price)| price).sum();
    OwnHome {
        day: TEXTS.format_long_day(today(), today()),
        greeting: text.good_morning("Asha"),
        gems: GemsCard {
            balance: gems,
            goal: (gems > 0).then_some(90),
            meter: text.gems_of(gems, 90),
            text: if gems > 0 { text.gems_missing(90 - gems, "Haircut") } else { text.gems_rule().to_owned() },
        },
        hours: (gems > 0).then(|| HoursCard {
            left: "7 h 30 min".to_owned(),
            left_minutes: 450,
            total_minutes: 720,
            meter: text.hours_of("7 h 30 min", "12 h"),
            text: text.hours_left("12 h", "Wed 31 Mar 2027"),
        }),
        again: (!again.is_empty()).then(|| BookAgain {
            last: text.last_visit(&TEXTS.format_day(days_ago(33), today()), "Meera"),
            initials: Some("M".to_owned()),
            lines: again.iter().map(|(name, price)| ((*name).to_owned(), format::money(*price))).collect(),
            button: text.book_again_for(&format::money(sum)),
            path: "/book/time".to_owned(),
        }),
    }
}

pub(super) fn ticket(status_class: &'static str) -> NextBooking {
    let text = TEXTS.home();
    let (status, is_now) = match status_class {
        "pending" => (text.pending(), false),
        "progress" => (text.in_progress(), true),
        _ => (text.confirmed(), false),
    };
    let ticket = Ticket {
        when: text.next_visit_in(if is_now { 0 } else { 2 }, "18 Nov"),
        status,
        status_class,
        date_tile: DateTile::of(in_days(if is_now { 0 } else { 2 }), today(), TEXTS),
        time: TEXTS.formats().time_range(&TEXTS.format_time(at(16, 30)), &TEXTS.format_time(at(18, 15))),
        services: "Haircut and blow-dry, Classic pedicure".to_owned(),
        place: text.with_whom_where("Meera", "Aangan Indiranagar"),
        path: "/visits/1".to_owned(),
        calendar_path: "#".to_owned(),
        move_path: (!is_now).then(|| "/visits/1/move".to_owned()),
    };
    NextBooking { version: status_class.to_owned(), ticket: Some(ticket), ..NextBooking::default() }
}

fn offered_card() -> OfferedCard {
    OfferedCard {
        title: TEXTS.offered_time().title("on Sat 21 Nov at 5:15 pm"),
        about: "Gel nails, with Meera, Aangan Indiranagar".to_owned(),
        answer_by: TEXTS.booking_timeline().answer_by("today, 6:00 pm"),
        path: "/visits/1".to_owned(),
    }
}

pub(super) fn no_ticket() -> NextBooking {
    NextBooking { version: "none".to_owned(), ..NextBooking::default() }
}

pub(super) fn branch_cards(is_open: bool, opening: &str) -> Vec<BranchCard> {
    let text = TEXTS.home();
    let card = |branch: Branch| BranchCard {
        call: text.call(&branch.name),
        directions: text.directions_to(&branch.name),
        directions_path: "#".to_owned(),
        book: text.book_at(&branch.name),
        book_path: "/book".to_owned(),
        is_open,
        opening: opening.to_owned(),
        name: branch.name,
        address: branch.address,
        phone: branch.phone,
    };
    salon().branches.into_iter().map(card).collect()
}

pub(super) fn category_tiles() -> Vec<CategoryTile> {
    let tile = |group: &CategoryWithServices| {
        let cheapest = group.services.iter().map(|service| service.price_paise).min().unwrap_or_default();
        let names: Vec<&str> = group.services.iter().take(3).map(|service| service.name.as_str()).collect();
        CategoryTile {
            name: group.category.name.clone(),
            drawing: drawing(&group.category.name, group.category.service_type),
            favourites: names.join(", "),
            from_price: TEXTS.home().from_price(&format::money(cheapest)),
            path: format!("/book#c-{}", group.category.slug),
        }
    };
    catalogue().categories.iter().map(tile).collect()
}
