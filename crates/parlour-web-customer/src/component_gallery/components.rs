//! One long page with every component.

use askama::Template;
use parlour_domain::booking::BookingStatus;
use parlour_domain::phone::NotAPhone;
use parlour_http::error::FieldError;

use super::sample::{TEXTS, catalogue, frame, in_days, refused_form, today};
use super::{account, booking, browse, home, own_bookings, rewards};
use crate::account::person_fields::{self, PersonFields};
use crate::booking::basket::BasketView;
use crate::booking::calendar_view::{CalendarView, PartOfDay};
use crate::booking::people::PersonView;
use crate::browse::basket::{Basket, Narrowing, ServiceRow, rows_by_category};
use crate::browse::home::{BranchCard, CategoryTile};
use crate::browse::next_and_last::NextBooking;
use crate::browse::offer::OfferCard;
use crate::own_bookings::booking_parts::Badge;
use crate::own_bookings::rewards::{Goal, MembershipView};
use crate::own_bookings::timeline::Step;
use parlour_web::form::FormState;
use parlour_web::format::DateTile;
use parlour_web::page::{Frame, Tab};

macro_rules! drawings {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../parlour-web/templates/", $folder, "/", $name, ".svg"))),)*]
    };
}

/// Name and markup.
type Drawings = &'static [(&'static str, &'static str)];

const ICONS: Drawings = drawings! { "icons":
    "alert" "arrow" "back" "bell" "board" "cake" "calendar" "calplus" "card" "cash" "chart" "chat" "check" "checks"
    "clock" "coffee" "cog" "crown" "door" "down" "download" "edit" "funnel" "gem" "gift" "globe" "home" "hourglass"
    "inbox" "info" "key" "leaf" "left" "list" "lock" "minus" "moon" "more" "note" "phone" "pin" "play" "plus" "print"
    "qr" "receipt" "repeat" "right" "scissors" "search" "share" "spark" "split" "sun" "sunrise" "tag" "team" "user"
    "usercheck" "users" "userx" "walk" "wallet" "x"
};
const ART: Drawings = drawings! { "svg":
    "ayurveda" "bridal" "empty" "feet" "hair" "hair_colour" "haircut" "kids" "lashes" "lost" "makeup" "massage" "mehndi"
    "men" "nails" "packages" "salon" "scrub" "skin" "spa" "steam" "styling" "threading" "waxing"
};

#[derive(Template)]
#[template(path = "component_gallery/components.html")]
struct ComponentsPage {
    frame: Frame,
    icons: Drawings,
    art: Drawings,
    badges: Vec<Badge>,
    date_tile: DateTile,
    rows: Vec<ServiceRow>,
    offers: Vec<OfferCard>,
    categories: Vec<CategoryTile>,
    branches: Vec<BranchCard>,
    tickets: Vec<NextBooking>,
    people: Vec<PersonView>,
    /// A day with times, and one without.
    calendars: [CalendarView; 2],
    /// With a time that was chosen.
    chosen: CalendarView,
    basket: BasketView,
    steps: Vec<Step>,
    goals: Vec<Goal>,
    member: MembershipView,
    form: FormState,
    refused: FormState,
    person: PersonFields,
    minor: PersonFields,
}

pub(super) fn render() -> askama::Result<String> {
    let errors = [("phone", NotAPhone.into()), ("dateOfBirth", FieldError::Required), ("gender", FieldError::Required)];
    let statuses = ["pending", "confirmed", "progress"];
    ComponentsPage {
        frame: Frame { flash: Some(TEXTS.flash().own_booking_moved()), ..frame("Components", Tab::Book) },
        icons: ICONS,
        art: ART,
        badges: own_bookings::badges(),
        date_tile: DateTile::of(in_days(2), today(), TEXTS),
        rows: service_rows(),
        offers: browse::offer_cards(),
        categories: home::category_tiles(),
        branches: branches(),
        tickets: statuses.into_iter().map(home::ticket).chain([home::no_ticket()]).collect(),
        people: booking::all_people(),
        calendars: [booking::calendar(&booking::fortnight(), 1), booking::calendar(&booking::fortnight(), 3)],
        chosen: booking::chosen_calendar(),
        basket: booking::basket(),
        steps: own_bookings::view(&own_bookings::read(BookingStatus::Pending)).steps,
        goals: rewards::goals(152),
        member: rewards::membership(),
        form: account::details(),
        refused: refused_form("phone=98450&dateOfBirth=&gender=", errors, person_fields::label),
        person: account::person(),
        minor: PersonFields::new(TEXTS, Some(today()), today()),
    }
    .render()
}

/// One that can be ticked, one that is, and one that cannot be added.
fn service_rows() -> Vec<ServiceRow> {
    let catalogue = catalogue();
    let basket = Basket::new(&["hair-spa".to_owned()], &catalogue, TEXTS);
    let groups = rows_by_category(&catalogue, &basket, &Narrowing::default(), TEXTS);
    let mut rows: Vec<ServiceRow> = groups.iter().flat_map(|group| &group.rows).cloned().collect();
    let last = rows.len().saturating_sub(1);
    rows.swap(2, last);
    rows.truncate(3);
    rows
}

fn branches() -> Vec<BranchCard> {
    let closed = home::branch_cards(false, "Closed today, Diwali. Opens tomorrow at 10 am");
    home::branch_cards(true, "Open until 9 pm").into_iter().take(1).chain(closed.into_iter().skip(1).take(1)).collect()
}
