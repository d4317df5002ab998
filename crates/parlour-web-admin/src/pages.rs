//! The pages of the desk that have a name of their own. The navigation, the search and the tests of roles read this
//! table.

use parlour_domain::auth::role::Role;
use parlour_texts::{DeskFrameTexts, SearchTexts, Texts};

use crate::icons::icon;

/// The page of the navigation that a screen belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Today,
    Board,
    Requests,
    Bookings,
    Customers,
    Leads,
    Memberships,
    Invoices,
    DayClose,
    Reports,
    MyDay,
    MyLeave,
    Notifications,
    Me,
    NewBooking,
    Setup,
    /// A screen that no page of the table leads to, such as the search.
    None,
}

/// A part of the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NavigationPart {
    /// What the desk works with all day.
    Day,
    Counter,
    /// What managers look after.
    Office,
    /// What somebody has of their own.
    Own,
    /// Not in the list: a button or the account leads there.
    Elsewhere,
}

/// A page with a name.
#[derive(Debug)]
pub struct NamedPage {
    pub place: Place,
    pub path: &'static str,
    /// As SVG.
    pub icon: &'static str,
    /// Who may open it.
    pub minimum_role: Role,
    pub part: NavigationPart,
    name: fn(DeskFrameTexts) -> &'static str,
    /// Other words under which people search for it.
    also: fn(SearchTexts) -> &'static str,
}

impl NamedPage {
    pub(crate) fn name(&self, texts: Texts) -> &'static str {
        (self.name)(texts.desk_frame())
    }

    pub(crate) fn also_called(&self, texts: Texts) -> &'static str {
        (self.also)(texts.search())
    }
}

/// The page of the table that an address belongs to: its own, or one below it.
pub fn page_of_address(address: &str) -> Option<&'static NamedPage> {
    let is_below = |page: &&NamedPage| {
        address.strip_prefix(page.path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    PAGES.iter().filter(is_below).max_by_key(|page| page.path.len())
}

pub(crate) fn page_of(place: Place) -> Option<&'static NamedPage> {
    PAGES.iter().find(|page| page.place == place)
}

/// Lists the pages: `Place, path, icon, role, part of the navigation, name, other words`.
macro_rules! pages {
    ($($place:ident, $path:literal, $icon:literal, $role:ident, $part:ident, $name:path, $also:path;)+) => {
        pub static PAGES: &[NamedPage] = &[$(NamedPage {
            place: Place::$place,
            path: $path,
            icon: icon!($icon),
            minimum_role: Role::$role,
            part: NavigationPart::$part,
            name: $name,
            also: $also,
        },)+];
    };
}

pages! {
    Today, "/today", "sun", Manager, Day, DeskFrameTexts::today, SearchTexts::also_today;
    Board, "/board", "board", Receptionist, Day, DeskFrameTexts::board, SearchTexts::also_board;
    Requests, "/requests", "inbox", Receptionist, Day, DeskFrameTexts::requests, SearchTexts::also_requests;
    Bookings, "/bookings", "list", Receptionist, Day, DeskFrameTexts::bookings, SearchTexts::also_bookings;
    Customers, "/customers", "users", Receptionist, Day, DeskFrameTexts::customers, SearchTexts::also_customers;
    Leads, "/leads", "funnel", Receptionist, Day, DeskFrameTexts::leads, SearchTexts::also_leads;
    Memberships, "/memberships", "crown", Receptionist, Counter, DeskFrameTexts::memberships, SearchTexts::also_memberships;
    Invoices, "/invoices", "receipt", Receptionist, Counter, DeskFrameTexts::invoices, SearchTexts::also_invoices;
    DayClose, "/day-close", "wallet", Receptionist, Counter, DeskFrameTexts::day_close, SearchTexts::also_day_close;
    Reports, "/reports", "chart", Manager, Office, DeskFrameTexts::reports, SearchTexts::also_reports;
    MyDay, "/my", "calendar", Staff, Own, DeskFrameTexts::my_day, SearchTexts::also_my_day;
    MyLeave, "/my/leave", "leaf", Staff, Own, DeskFrameTexts::my_leave, SearchTexts::also_my_leave;
    Notifications, "/notifications", "bell", Staff, Elsewhere, DeskFrameTexts::notifications, SearchTexts::also_notifications;
    Me, "/me", "user", Staff, Elsewhere, DeskFrameTexts::me, SearchTexts::also_me;
    NewBooking, "/bookings/new", "plus", Receptionist, Elsewhere, DeskFrameTexts::new_booking, SearchTexts::also_new_booking;
    Setup, "/setup", "cog", Owner, Elsewhere, DeskFrameTexts::setup, SearchTexts::also_setup;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_belongs_to_the_nearest_page_above_it() {
        let place = |address| page_of_address(address).map(|page| page.place);
        assert_eq!(place("/my/leave/{id}/withdraw"), Some(Place::MyLeave));
        assert_eq!(place("/reports/day-close"), Some(Place::Reports));
        assert_eq!(place("/bookings/new"), Some(Place::NewBooking));
        assert_eq!(place("/bookings/{id}/checkout"), Some(Place::Bookings));
        assert_eq!(place("/myself"), None);
    }

    #[test]
    fn every_place_is_one_page() {
        for page in PAGES {
            assert_eq!(PAGES.iter().filter(|other| other.place == page.place || other.path == page.path).count(), 1);
        }
    }
}
