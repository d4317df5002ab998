//! The pages of the desk that have a name of their own. The navigation, the tabs of Settings, the search and the tests of
//! roles read this table.

use parlour_domain::auth::role::Role;
use parlour_texts::{DeskFrameTexts, SearchTexts, Texts};
use parlour_web::icon;

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
    Schedule,
    Services,
    Offers,
    Team,
    Branches,
    Users,
    Salon,
    Messages,
    Tiers,
    Tags,
    Integrations,
    Logs,
    Imports,
    Exports,
    /// A screen that no page of the table leads to, such as the search.
    None,
}

/// A part of the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NavigationPart {
    /// What the desk works with all day.
    Day,
    Counter,
    /// What the salon is run with.
    BackOffice,
    /// A tab of Settings. Their one entry in the list opens the first that somebody may see.
    Settings,
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
    is_there: bool,
}

impl NamedPage {
    pub fn name(&self, texts: Texts) -> &'static str {
        (self.name)(texts.desk_frame())
    }

    pub fn also_called(&self, texts: Texts) -> &'static str {
        (self.also)(texts.search())
    }
}

/// The page of the table that an address belongs to: its own, or one below it.
pub fn page_of_address(address: &str) -> Option<&'static NamedPage> {
    let is_below = |page: &&NamedPage| {
        address.strip_prefix(page.path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    pages().filter(is_below).max_by_key(|page| page.path.len())
}

pub fn page_of(place: Place) -> Option<&'static NamedPage> {
    pages().find(|page| page.place == place)
}

/// The pages that there are, in the order of the navigation.
pub fn pages() -> impl Iterator<Item = &'static NamedPage> {
    PAGES.iter().filter(|page| page.is_there)
}

/// The pages that somebody of this role may open.
pub fn pages_for(role: Role) -> impl Iterator<Item = &'static NamedPage> {
    pages().filter(move |page| page.minimum_role <= role)
}

/// Lists the pages: `Place, path, icon, role, part of the navigation, name, other words;` in their order. A page that is
/// still to come has `[later]` in front: nothing shows it. Whoever writes the page takes that away.
macro_rules! pages {
    ($($([$later:ident])? $place:ident, $path:literal, $icon:literal, $role:ident, $part:ident, $name:path, $also:path;)+) => {
        static PAGES: &[NamedPage] = &[$(NamedPage {
            place: Place::$place,
            path: $path,
            icon: icon!($icon),
            minimum_role: Role::$role,
            part: NavigationPart::$part,
            name: $name,
            also: $also,
            is_there: concat!($(stringify!($later))?).is_empty(),
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
    Reports, "/reports", "chart", Manager, BackOffice, DeskFrameTexts::reports, SearchTexts::also_reports;
    Schedule, "/schedule", "calendar", Manager, BackOffice, DeskFrameTexts::schedule, SearchTexts::also_schedule;
    Services, "/services", "scissors", Manager, BackOffice, DeskFrameTexts::services, SearchTexts::also_services;
    Offers, "/offers", "gift", Manager, BackOffice, DeskFrameTexts::offers, SearchTexts::also_offers;
    Team, "/team", "team", Manager, BackOffice, DeskFrameTexts::team, SearchTexts::also_team;
    Branches, "/branches", "pin", Owner, Settings, DeskFrameTexts::branches, SearchTexts::also_branches;
    Users, "/users", "key", Owner, Settings, DeskFrameTexts::users, SearchTexts::also_users;
    Salon, "/salon", "home", Owner, Settings, DeskFrameTexts::salon, SearchTexts::also_salon;
    [later] Messages, "/messages", "chat", Manager, Settings, DeskFrameTexts::messages, SearchTexts::also_messages;
    Tiers, "/tiers", "crown", Manager, Settings, DeskFrameTexts::tiers, SearchTexts::also_tiers;
    Tags, "/tags", "tag", Manager, Settings, DeskFrameTexts::tags, SearchTexts::also_tags;
    Imports, "/imports", "inbox", Manager, Settings, DeskFrameTexts::imports, SearchTexts::also_imports;
    Exports, "/exports", "download", Owner, Settings, DeskFrameTexts::exports, SearchTexts::also_exports;
    Integrations, "/integrations", "globe", Developer, Settings, DeskFrameTexts::integrations, SearchTexts::also_integrations;
    Logs, "/logs", "list", Developer, Settings, DeskFrameTexts::logs, SearchTexts::also_logs;
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
    fn what_a_page_needs_is_what_its_tab_shows() {
        let tabs = |role| pages_for(role).filter(|page| page.part == NavigationPart::Settings).count();
        assert_eq!(tabs(Role::Receptionist), 0);
        assert!(Role::ALL.windows(2).all(|roles| tabs(roles[0]) <= tabs(roles[1])));
    }

    #[test]
    fn every_place_is_one_page() {
        for page in PAGES {
            assert_eq!(PAGES.iter().filter(|other| other.place == page.place || other.path == page.path).count(), 1);
        }
    }
}
