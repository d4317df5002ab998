//! The stylesheets of both apps: what they share in front, then what is an app's own, as one file.
//!
//! A file of its own for the shared part would be a further request of every first visit. What only some pages of the desk
//! have is in further files, so that a first visit does not load the rules of all the others.

use std::collections::BTreeSet;

/// The board shows at most so many hours of a day.
pub const MAX_BOARD_HOURS: u32 = 16;
/// An entry of the board spans at most so many rows.
pub const MAX_ROW_SPAN: u32 = 144;
/// The board has columns for at most so many people.
const MAX_BOARD_PEOPLE: u32 = 40;
/// Of more people than this, not all fit on a screen: their columns are wider, because the board scrolls anyway.
const PEOPLE_ON_A_SCREEN: u32 = 12;
const ROWS_PER_HOUR: u32 = 12;

const CUSTOMER_PATH: &str = "css/customer.css";
const DESK_PATH: &str = "css/desk.css";
const BOARD_PATH: &str = "css/board.css";

/// The stylesheets of the desk. Every page has the first; its template names those of the others that it needs.
pub const DESK_SHEETS: [&str; 8] = ["desk", "list", "board", "sheet", "counter", "office", "setup", "own"];

/// Where the shared part is, inside of the folder of assets.
pub(crate) const BASE_PATH: &str = "css/base.css";
pub(crate) const BASE: &str = include_str!("../assets/css/base.css");

/// The stylesheet of the customer's app, with its comments.
pub fn customer() -> String {
    with_shared_rules(CUSTOMER_PATH, BASE, include_str!("../assets/css/customer.css"))
}

/// One of [`DESK_SHEETS`], with its comments; empty if there is none of this name.
pub fn desk_sheet(name: &str) -> String {
    match name {
        "desk" => with_shared_rules(DESK_PATH, BASE, include_str!("../assets/css/desk.css")),
        "list" => include_str!("../assets/css/list.css").to_owned(),
        "board" => with_shared_rules(BOARD_PATH, BASE, include_str!("../assets/css/board.css")),
        "sheet" => include_str!("../assets/css/sheet.css").to_owned(),
        "counter" => include_str!("../assets/css/counter.css").to_owned(),
        "office" => include_str!("../assets/css/office.css").to_owned(),
        "setup" => include_str!("../assets/css/setup.css").to_owned(),
        "own" => include_str!("../assets/css/own.css").to_owned(),
        _ => String::new(),
    }
}

/// The stylesheet at `path` as a whole, from its `own` rules: those that every page of an app has start with the shared
/// rules of `base`; the board's starts with its generated steps, because its own rules change the width of columns on
/// tablets; all others have their own rules only.
pub(crate) fn with_shared_rules(path: &str, base: &str, own: &str) -> String {
    match path {
        CUSTOMER_PATH | DESK_PATH => format!("{base}{own}"),
        BOARD_PATH => board_steps() + own,
        _ => own.to_owned(),
    }
}

/// The classes of the board, whose rows are steps of five minutes: `r` is the first row, `n` the number of rows, `c`
/// the number of people, `h` the number of hours. A security policy without inline styles leaves no other way.
fn board_steps() -> String {
    let rows = (0..MAX_BOARD_HOURS * ROWS_PER_HOUR).map(|row| format!(".r{row}{{grid-row-start:{}}}", row + 1));
    let spans = (1..=MAX_ROW_SPAN).map(|rows| format!(".n{rows}{{grid-row-end:span {rows}}}"));
    let people = (1..=MAX_BOARD_PEOPLE).map(|people| {
        let width = if people > PEOPLE_ON_A_SCREEN { ";--w:104px" } else { "" };
        format!(".c{people}{{--c:{people}{width}}}")
    });
    let hours = (1..=MAX_BOARD_HOURS).map(|hours| format!(".h{hours}{{--h:{}}}", hours * ROWS_PER_HOUR));
    rows.chain(spans).chain(people).chain(hours).chain(["\n".to_owned()]).collect()
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

/// A stylesheet without comments, and without the spaces that only people need. No text in it contains one of these pairs.
pub(crate) fn minified(source: &str) -> String {
    const SHORTER: [(&str, &str); 10] = [
        (" { ", "{"),
        ("{ ", "{"),
        (" {", "{"),
        ("; }", "}"),
        (" }", "}"),
        ("} ", "}"),
        ("; ", ";"),
        (": ", ":"),
        (", ", ","),
        (";}", "}"),
    ];
    let one_line = without_comments(source).split_whitespace().collect::<Vec<_>>().join(" ");
    SHORTER.into_iter().fold(one_line, |css, (long, short)| css.replace(long, short))
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
    fn both_apps_start_with_what_they_share() {
        assert!(customer().starts_with(BASE) && customer().len() > BASE.len());
        for name in DESK_SHEETS {
            assert_eq!(desk_sheet(name).starts_with(BASE), name == "desk", "{name}");
            assert!(!desk_sheet(name).is_empty(), "{name}");
        }
    }

    #[test]
    fn the_board_alone_has_its_steps_before_its_own_rules() {
        let board = desk_sheet("board");
        let last_step = board.find(".h16{--h:192}").unwrap();
        assert!(last_step < board.find("\n.board {").unwrap());
        for step in [".r0{grid-row-start:1}", ".r191{grid-row-start:192}", ".n144{grid-row-end:span 144}", ".c1{--c:1}"]
        {
            assert!(board.contains(step), "{step}");
        }
        assert!(board.contains(".c12{--c:12}.c13{--c:13;--w:104px}"));
        assert!(!customer().contains(".r0{"));
        assert!(DESK_SHEETS.into_iter().all(|name| name == "board" || !desk_sheet(name).contains(".r0{")));
    }

    fn top_level_rules(css: &str) -> BTreeSet<String> {
        let lines = css.lines().filter(|line| line.starts_with(['.', ':']));
        let rules = lines.flat_map(|line| line.split_inclusive('}')).map(|rule| rule.trim().to_owned());
        rules.filter(|rule| rule.contains('{')).collect()
    }

    /// A rule that both apps' own sheets have word for word belongs in the base, and one that two sheets of the desk have in
    /// `desk.css`.
    #[test]
    fn no_rule_stands_in_two_sheets() {
        let mut known = top_level_rules(include_str!("../assets/css/customer.css"));
        for name in DESK_SHEETS {
            let rules = top_level_rules(desk_sheet(name).strip_prefix(BASE).unwrap_or(&desk_sheet(name)));
            let in_both: Vec<&String> = known.intersection(&rules).collect();
            assert_eq!(in_both, Vec::<&String>::new(), "{name}");
            known.extend(rules);
        }
    }

    #[test]
    fn only_spaces_for_people_are_left_out() {
        let css =
            "/* a */\n.b > c:is(.d, .e) { f: g  h; i: calc(1px + 2px) }\n@media (j: k) {\n  l { m: \" n\"; }\n}\n";
        assert_eq!(minified(css), ".b > c:is(.d,.e){f:g h;i:calc(1px + 2px)}@media (j:k){l{m:\" n\"}}");
    }

    #[test]
    fn classes_are_read_from_selectors_only() {
        let css = "/* .no */ .a, .b-c > d:is(.e) { x: url(f.g); y: .5rem } @media (min-width: 2.5rem) { .h { i: 1 } }";
        let found: Vec<String> = classes_in_selectors(css).into_iter().collect();
        assert_eq!(found, ["a", "b-c", "e", "h"]);
    }
}
