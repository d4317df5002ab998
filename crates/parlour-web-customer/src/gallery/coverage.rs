//! What the gallery leaves out: classes of the stylesheet that none of its pages has.

use std::collections::BTreeSet;

use super::components;
use super::screens::screens;

const STYLESHEET: &str = include_str!("../../../parlour-web/assets/css/customer.css");

/// For a page without a bar at the bottom.
const NOT_ON_ANY_PAGE: [&str; 1] = ["bare"];

/// In order.
pub(super) fn classes_not_shown() -> askama::Result<Vec<String>> {
    let mut shown = BTreeSet::new();
    add_classes_of(&components::render()?, &mut shown);
    for state in screens().flat_map(|screen| screen.states) {
        add_classes_of(&(state.render)()?, &mut shown);
    }
    let known = classes_in_selectors(STYLESHEET).into_iter();
    Ok(known.filter(|class| !shown.contains(class) && !NOT_ON_ANY_PAGE.contains(&class.as_str())).collect())
}

fn add_classes_of(html: &str, shown: &mut BTreeSet<String>) {
    for rest in html.split("class=\"").skip(1) {
        let names = rest.split('"').next().unwrap_or_default();
        shown.extend(names.split_whitespace().map(str::to_owned));
    }
}

/// What stands before a `{` is a selector or a condition, and a condition has no class.
fn classes_in_selectors(css: &str) -> BTreeSet<String> {
    let css: String = css
        .split("/*")
        .enumerate()
        .map(|(place, part)| if place == 0 { part } else { part.split_once("*/").map_or("", |(_, after)| after) })
        .collect();
    let mut classes = BTreeSet::new();
    for (before, _) in css.match_indices('{').map(|(at, _)| css.split_at(at)) {
        let selector = before.rsplit(['{', '}', ';']).next().unwrap_or_default();
        for part in selector.split('.').skip(1) {
            let name: String =
                part.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
            if name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
                classes.insert(name);
            }
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::super::pages::render_index;
    use super::*;

    /// Fewer bytes than any page with a frame has.
    const SMALLEST_PAGE: usize = 1_500;

    #[test]
    fn every_entry_of_the_gallery_is_a_whole_page() {
        let mut names = BTreeSet::new();
        for screen in screens() {
            assert!(!screen.states.is_empty(), "{} has no state", screen.name);
            for state in screen.states {
                let entry = format!("{}/{}", screen.name, state.name);
                let html = (state.render)().unwrap_or_else(|error| panic!("{entry}: {error}"));
                assert!(html.len() > SMALLEST_PAGE && html.ends_with("</html>"), "{entry} is not whole");
                assert!(html.contains("<h1"), "{entry} has no heading");
                assert!(names.insert(entry.clone()), "{entry} exists twice");
                assert!(render_index().unwrap().contains(&format!("/screens/{entry}\"")), "{entry} is not listed");
            }
        }
        assert!(components::render().unwrap().len() > SMALLEST_PAGE);
    }

    #[test]
    fn every_class_of_the_stylesheet_is_shown() {
        assert_eq!(classes_not_shown().unwrap(), Vec::<String>::new());
    }

    #[test]
    fn classes_are_read_from_selectors_only() {
        let css = "/* .no */ .a, .b-c > d:is(.e) { x: url(f.g); y: .5rem } @media (min-width: 2.5rem) { .h { i: 1 } }";
        let found: Vec<String> = classes_in_selectors(css).into_iter().collect();
        assert_eq!(found, ["a", "b-c", "e", "h"]);
    }
}
