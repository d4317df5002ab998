//! The pages of the desk by name, and what can be done with what was typed.

use parlour_domain::auth::role::Role;
use parlour_texts::Texts;
use parlour_web::icon;
use parlour_web::page::encode;

use super::highlight::Highlight;
use super::hits::{Hit, Section};
use crate::pages::{NamedPage, pages_for};

/// Pages with a word that begins as typed.
pub(super) fn section(typed: &str, role: Role, texts: Texts) -> Option<Section> {
    let wanted = typed.to_lowercase();
    let begins = |text: &str| {
        let text = text.to_lowercase();
        text.starts_with(&wanted) || text.split_whitespace().any(|word| word.starts_with(&wanted))
    };
    let is_found = |page: &&NamedPage| begins(page.name(texts)) || begins(page.also_called(texts));
    let found = pages_for(role).filter(is_found);
    let hit = |page: &NamedPage| Hit::new(page.path.to_owned(), page.icon, Highlight::new(page.name(texts), typed));
    let hits: Vec<Hit> = found.map(hit).collect();
    (!hits.is_empty()).then_some(Section { title: texts.search().pages(), hits })
}

/// With the customer, if only one was found.
pub(super) fn actions(typed: &str, customer: Option<&(String, String)>, texts: Texts) -> Section {
    let text = texts.search();
    let hit = |path: String, icon: &'static str, text: &str| Hit::new(path, icon, Highlight::plain(text));
    let mut hits = match customer {
        Some((id, name)) => vec![hit(format!("/bookings/new?customer={id}"), icon!("calplus"), &text.book_for(name))],
        None => vec![hit(format!("/bookings/new?q={}", encode(typed)), icon!("calplus"), &text.book_for(typed))],
    };
    if customer.is_none() {
        let is_phone = typed.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | ' ' | '-'));
        let field = if is_phone { "phone" } else { "name" };
        hits.push(hit(
            format!("/customers/new?{field}={}", encode(typed)),
            icon!("usercheck"),
            &text.add_customer(typed),
        ));
        hits.push(hit(format!("/leads/new?{field}={}", encode(typed)), icon!("funnel"), &text.add_lead(typed)));
    }
    Section { title: text.actions(), hits }
}
