//! The stylesheets of both apps: what they share in front, then what is an app's own, as one file.
//!
//! A file of its own for the shared part would be a further request of every first visit.

use std::collections::BTreeSet;

/// The board shows at most so many hours of a day.
pub const MAX_BOARD_HOURS: u32 = 16;
/// A stretch of the board has at most so many rows.
pub const MAX_BOARD_STRETCH: u32 = 144;
/// The board has columns for at most so many people.
const MAX_BOARD_PEOPLE: u32 = 40;
/// Of more people than this, not all fit on a screen: their columns are wider, because the board scrolls anyway.
const PEOPLE_ON_A_SCREEN: u32 = 12;
const ROWS_PER_HOUR: u32 = 12;

const CUSTOMER_PATH: &str = "css/customer.css";
const DESK_PATH: &str = "css/desk.css";

/// Where the shared part is, inside of the folder of assets.
pub(crate) const BASE_PATH: &str = "css/base.css";
pub(crate) const BASE: &str = include_str!("../assets/css/base.css");

/// The stylesheet of the customer's app, with its comments.
pub fn customer() -> String {
    join(CUSTOMER_PATH, BASE, include_str!("../assets/css/customer.css"))
}

/// The stylesheet of the desk, with its comments.
pub fn desk() -> String {
    join(DESK_PATH, BASE, include_str!("../assets/css/desk.css"))
}

/// The steps of the board come before the desk's own rules, which change the width of columns on tablets.
pub(crate) fn join(path: &str, base: &str, own: &str) -> String {
    let steps = if path == DESK_PATH { board_steps() } else { String::new() };
    format!("{base}{steps}{own}")
}

/// The classes of the board, whose rows are steps of five minutes: `r` is the first row, `n` the number of rows, `c`
/// the number of people, `h` the number of hours. A security policy without inline styles leaves no other way.
fn board_steps() -> String {
    let rows = (0..MAX_BOARD_HOURS * ROWS_PER_HOUR).map(|row| format!(".r{row}{{grid-row-start:{}}}", row + 1));
    let stretches = (1..=MAX_BOARD_STRETCH).map(|rows| format!(".n{rows}{{grid-row-end:span {rows}}}"));
    let people = (1..=MAX_BOARD_PEOPLE).map(|people| {
        let width = if people > PEOPLE_ON_A_SCREEN { ";--w:104px" } else { "" };
        format!(".c{people}{{--c:{people}{width}}}")
    });
    let hours = (1..=MAX_BOARD_HOURS).map(|hours| format!(".h{hours}{{--h:{}}}", hours * ROWS_PER_HOUR));
    rows.chain(stretches).chain(people).chain(hours).chain(["\n".to_owned()]).collect()
}

/// A stylesheet or a script without its comments between `/*` and `*/`. No text in it contains the start of one.
pub fn without_comments(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out + rest
}

/// The classes that a stylesheet has rules for. What stands before a `{` is a selector or a condition, and a condition
/// has no class.
pub fn classes_in_selectors(css: &str) -> BTreeSet<String> {
    let css = without_comments(css);
    let mut classes = BTreeSet::new();
    let mut selector_start = 0;
    for (at, letter) in css.match_indices(['{', '}', ';']) {
        if letter == "{" {
            add_classes(&css[selector_start..at], &mut classes);
        }
        selector_start = at + 1;
    }
    classes
}

fn add_classes(selector: &str, classes: &mut BTreeSet<String>) {
    for part in selector.split('.').skip(1) {
        let end = part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').unwrap_or(part.len());
        if part.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            classes.insert(part[..end].to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sheets_start_with_what_they_share() {
        let (customer, desk) = (customer(), desk());
        assert!(customer.starts_with(BASE) && desk.starts_with(BASE));
        assert!(customer.len() > BASE.len() && !customer.contains(".r0{"));
    }

    #[test]
    fn the_desk_has_the_steps_of_the_board_before_its_own_rules() {
        let desk = desk();
        let last_step = desk.find(".h16{--h:192}").unwrap();
        assert!(last_step < desk.find("\n.board {").unwrap());
        for step in [".r0{grid-row-start:1}", ".r191{grid-row-start:192}", ".n144{grid-row-end:span 144}", ".c1{--c:1}"]
        {
            assert!(desk.contains(step), "{step}");
        }
        assert!(desk.contains(".c12{--c:12}.c13{--c:13;--w:104px}"));
    }

    /// A rule that both apps' own sheets have word for word belongs in the base.
    #[test]
    fn no_rule_stands_in_both_own_sheets() {
        let rules = |path: &str, css: &str| -> BTreeSet<String> {
            let own = join(path, "", css);
            let top_level = own.lines().filter(|line| line.starts_with(['.', ':']));
            top_level.flat_map(|line| line.split_inclusive('}')).map(|rule| rule.trim().to_owned()).collect()
        };
        let customer = rules(CUSTOMER_PATH, include_str!("../assets/css/customer.css"));
        let desk = rules(DESK_PATH, include_str!("../assets/css/desk.css"));
        let in_both: Vec<&String> = customer.intersection(&desk).filter(|rule| rule.contains('{')).collect();
        assert_eq!(in_both, Vec::<&String>::new());
    }

    #[test]
    fn classes_are_read_from_selectors_only() {
        let css = "/* .no */ .a, .b-c > d:is(.e) { x: url(f.g); y: .5rem } @media (min-width: 2.5rem) { .h { i: 1 } }";
        let found: Vec<String> = classes_in_selectors(css).into_iter().collect();
        assert_eq!(found, ["a", "b-c", "e", "h"]);
    }
}
