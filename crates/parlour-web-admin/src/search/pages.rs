//! The pages of the desk by name, and what can be done with what was typed.

use super::hits::{Hit, Section};
use super::marked::Marked;
use parlour_web::page::encode;
use parlour_web::words::Words;

/// Name, address and icon of every page of the navigation.
fn known_pages(words: &'static Words) -> [(&'static str, &'static str, &'static str); 13] {
    let said = &words.desk.frame;
    [
        (said.board, "/board", "board"),
        (said.requests, "/requests", "inbox"),
        (said.bookings, "/bookings", "list"),
        (said.customers, "/customers", "users"),
        (said.leads, "/leads", "funnel"),
        (said.memberships, "/memberships", "crown"),
        (said.invoices, "/invoices", "receipt"),
        (said.day_close, "/day-close", "wallet"),
        (said.my_day, "/my", "calendar"),
        (said.my_leave, "/my/leave", "leaf"),
        (said.notifications, "/notifications", "bell"),
        (said.me, "/me", "user"),
        (said.new_booking, "/bookings/new", "plus"),
    ]
}

/// Pages with a word that begins as typed.
pub(super) fn section(typed: &str, words: &'static Words) -> Option<Section> {
    let wanted = typed.to_lowercase();
    let begins = |text: &str| {
        let text = text.to_lowercase();
        text.starts_with(&wanted) || text.split_whitespace().any(|word| word.starts_with(&wanted))
    };
    let pages = known_pages(words).into_iter().zip(words.desk.search.also_called);
    let found = pages.filter(|((name, ..), also)| begins(name) || begins(also));
    let hits: Vec<Hit> =
        found.map(|((name, path, icon), _)| Hit::new(path.to_owned(), icon, Marked::new(name, typed))).collect();
    (!hits.is_empty()).then_some(Section { title: words.desk.search.pages, hits })
}

/// With the customer, if only one was found.
pub(super) fn actions(typed: &str, customer: Option<&(String, String)>, words: &'static Words) -> Section {
    let said = &words.desk.search;
    let hit = |path: String, icon: &'static str, text: &str| Hit::new(path, icon, Marked::plain(text));
    let mut hits = match customer {
        Some((id, name)) => vec![hit(format!("/bookings/new?customer={id}"), "calplus", &(said.book_for)(name))],
        None => vec![hit(format!("/bookings/new?q={}", encode(typed)), "calplus", &(said.book_for)(typed))],
    };
    if customer.is_none() {
        let is_phone = typed.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | ' ' | '-'));
        let field = if is_phone { "phone" } else { "name" };
        hits.push(hit(format!("/customers/new?{field}={}", encode(typed)), "usercheck", &(said.add_customer)(typed)));
        hits.push(hit(format!("/leads/new?{field}={}", encode(typed)), "funnel", &(said.add_lead)(typed)));
    }
    Section { title: said.actions, hits }
}
