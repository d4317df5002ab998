//! What the gallery leaves out: classes of the stylesheet that none of its pages has.

use std::collections::BTreeSet;

use parlour_web::stylesheets::{self, classes_in_selectors};

use super::components;
use super::screens::screens;

/// For a page without a bar at the bottom.
const NOT_ON_ANY_PAGE: [&str; 1] = ["bare"];

/// In order.
pub(super) fn classes_not_shown() -> askama::Result<Vec<String>> {
    let mut shown = BTreeSet::new();
    add_classes_of(&components::render()?, &mut shown);
    for state in screens().flat_map(|screen| screen.states) {
        add_classes_of(&(state.render)()?, &mut shown);
    }
    let known = classes_in_selectors(&stylesheets::customer()).into_iter();
    Ok(known.filter(|class| !shown.contains(class) && !NOT_ON_ANY_PAGE.contains(&class.as_str())).collect())
}

fn add_classes_of(html: &str, shown: &mut BTreeSet<String>) {
    for rest in html.split("class=\"").skip(1) {
        let names = rest.split('"').next().unwrap_or_default();
        shown.extend(names.split_whitespace().map(str::to_owned));
    }
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
}
