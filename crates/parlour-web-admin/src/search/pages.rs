//! The pages of the desk by name, and what can be done with what was typed.

use super::highlight::Highlight;
use super::hits::{Hit, Section};
use parlour_texts::Texts;
use parlour_web::page::encode;

/// Name, address and icon of every page of the navigation.
fn known_pages(texts: Texts) -> [(&'static str, &'static str, &'static str); 13] {
    let text = texts.desk_frame();
    [
        (text.board(), "/board", "board"),
        (text.requests(), "/requests", "inbox"),
        (text.bookings(), "/bookings", "list"),
        (text.customers(), "/customers", "users"),
        (text.leads(), "/leads", "funnel"),
        (text.memberships(), "/memberships", "crown"),
        (text.invoices(), "/invoices", "receipt"),
        (text.day_close(), "/day-close", "wallet"),
        (text.my_day(), "/my", "calendar"),
        (text.my_leave(), "/my/leave", "leaf"),
        (text.notifications(), "/notifications", "bell"),
        (text.me(), "/me", "user"),
        (text.new_booking(), "/bookings/new", "plus"),
    ]
}

/// Pages with a word that begins as typed.
pub(super) fn section(typed: &str, texts: Texts) -> Option<Section> {
    let wanted = typed.to_lowercase();
    let begins = |text: &str| {
        let text = text.to_lowercase();
        text.starts_with(&wanted) || text.split_whitespace().any(|word| word.starts_with(&wanted))
    };
    let pages = known_pages(texts).into_iter().zip(texts.search().also_called());
    let found = pages.filter(|((name, ..), also)| begins(name) || begins(also));
    let hits: Vec<Hit> =
        found.map(|((name, path, icon), _)| Hit::new(path.to_owned(), icon, Highlight::new(name, typed))).collect();
    (!hits.is_empty()).then_some(Section { title: texts.search().pages(), hits })
}

/// With the customer, if only one was found.
pub(super) fn actions(typed: &str, customer: Option<&(String, String)>, texts: Texts) -> Section {
    let text = texts.search();
    let hit = |path: String, icon: &'static str, text: &str| Hit::new(path, icon, Highlight::plain(text));
    let mut hits = match customer {
        Some((id, name)) => vec![hit(format!("/bookings/new?customer={id}"), "calplus", &text.book_for(name))],
        None => vec![hit(format!("/bookings/new?q={}", encode(typed)), "calplus", &text.book_for(typed))],
    };
    if customer.is_none() {
        let is_phone = typed.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | ' ' | '-'));
        let field = if is_phone { "phone" } else { "name" };
        hits.push(hit(format!("/customers/new?{field}={}", encode(typed)), "usercheck", &text.add_customer(typed)));
        hits.push(hit(format!("/leads/new?{field}={}", encode(typed)), "funnel", &text.add_lead(typed)));
    }
    Section { title: text.actions(), hits }
}
