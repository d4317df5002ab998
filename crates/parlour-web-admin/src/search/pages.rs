//! The pages of the desk by name, and what can be done with what was typed.

use parlour_domain::auth::role::Role;
use parlour_domain::text::fold_case;
use parlour_texts::Texts;
use parlour_web::icon;
use parlour_web::page::encode;

use super::highlight::Highlight;
use super::hits::{Hit, Section};
use crate::pages::{NamedPage, pages_for};

/// Pages with a word that begins as typed: in the language of the page, or in English, which the help and the people who
/// help use too.
pub(super) fn section(typed: &str, role: Role, texts: Texts) -> Option<Section> {
    let wanted = fold_case(typed);
    let begins = |text: &str| {
        let text = fold_case(text);
        text.starts_with(&wanted) || text.split_whitespace().any(|word| word.starts_with(&wanted))
    };
    let is_called_so = |page: &NamedPage, texts| begins(page.name(texts)) || begins(page.also_called(texts));
    let is_found = |page: &&NamedPage| is_called_so(page, texts) || is_called_so(page, Texts::ENGLISH);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn found(typed: &str, tag: &str) -> Vec<String> {
        let texts = Texts::for_tag(tag).expect("a language");
        let hits = section(typed, Role::Owner, texts).map_or(Vec::new(), |section| section.hits);
        hits.into_iter().map(|hit| hit.path).collect()
    }

    #[test]
    fn pages_are_found_in_the_language_of_the_page_and_in_english() {
        for (typed, path) in
            [("ग्राहक", "/customers"), ("Customers", "/customers"), ("cust", "/customers"), ("ऑफ़र", "/offers")]
        {
            assert!(found(typed, "hi").contains(&path.to_owned()), "{typed}: {:?}", found(typed, "hi"));
        }
        assert!(found("ग्राहक", "en").is_empty(), "whoever reads English did not see that word");
        assert!(found("ग्राहकक", "hi").is_empty());
    }

    #[test]
    fn signs_that_are_often_left_out_do_not_matter() {
        let with_sign = found("ऑफ़र", "hi");
        assert!(!with_sign.is_empty());
        for typed in ["ऑफर", "ऑ\u{95E}र"] {
            assert_eq!(found(typed, "hi"), with_sign, "{typed}");
        }
    }
}
