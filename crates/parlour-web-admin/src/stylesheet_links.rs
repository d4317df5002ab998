//! Every page links the stylesheets that have rules for what it shows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use parlour_web::stylesheets::{self, DESK_SHEETS, classes_in_selectors, without_comments};

use crate::stylesheet_coverage::{add_attributes, files_in, html_and_code, read};

/// A page that extends no other.
const PAGE_OF_ITS_OWN: &str = "checkout/receipt.html";

/// What a page shows without including it, and the page.
const SHOWN_ON: [(&str, &str); 12] = [
    ("board/tallies.html", "board/board.html"),
    ("booking/sheet.html", "board/board.html"),
    ("booking/sheet.html", "booking/page.html"),
    ("chart/drawing.html", "reports/report.html"),
    ("chart/drawing.html", "today.html"),
    ("new_booking/customers.html", "new_booking/page.html"),
    ("new_booking/sheet.html", "board/board.html"),
    ("new_booking/times_part.html", "new_booking/page.html"),
    ("reports/failed.html", "reports/report.html"),
    ("reports/figures.html", "reports/report.html"),
    ("reports/waiting.html", "reports/report.html"),
    ("schedule/touched.html", "schedule/leave.html"),
];

/// Of the frame, what only some pages have: the board is slim, and a stylist sees only the pages of their own.
const SHEETS_OF_THE_FRAME: [&str; 2] = ["board", "own"];

#[test]
fn classes_of_other_sheets() {
    let (templates, rules) = (Templates::read(), Rules::read());
    let extending = templates.0.keys().filter(|name| templates.extended(name).is_some()).map(|name| (&**name, &**name));
    let pages = extending.chain([(PAGE_OF_ITS_OWN, PAGE_OF_ITS_OWN)]).chain(SHOWN_ON);
    let mut missing = BTreeSet::new();
    for (shown, page) in pages {
        let linked = templates.linked(page);
        for (sheet, selector) in rules.that_need(&templates.classes(shown)) {
            if !linked.contains(sheet) {
                missing.insert(format!("{page}: {sheet}.css for `{selector}` of {shown}"));
            }
        }
    }
    for frame in templates.0.keys().filter(|name| name.starts_with("frame/")) {
        for (sheet, selector) in rules.that_need(&templates.classes(frame)) {
            if !SHEETS_OF_THE_FRAME.contains(&sheet) {
                missing.insert(format!("{frame}: {sheet}.css for `{selector}`"));
            }
        }
    }
    assert_eq!(
        missing,
        BTreeSet::new(),
        "name the sheets in `frame.styles` of the page, or move the rules to desk.css"
    );
}

#[test]
fn pages_name_sheets_that_there_are() {
    let templates = Templates::read();
    let mut known = BTreeSet::from(["desk"]);
    for page in templates.0.keys() {
        known.extend(templates.linked(page));
    }
    assert_eq!(known, BTreeSet::from(DESK_SHEETS));
}

/// What is shown on some page, but looked at with none, would be found by nobody.
#[test]
fn every_template_is_looked_at() {
    let templates = Templates::read();
    let mut seen = BTreeSet::new();
    let is_frame = |name: &str| name.starts_with("frame/") || name == PAGE_OF_ITS_OWN;
    let shown = SHOWN_ON.map(|(shown, _)| shown);
    for name in templates.0.keys() {
        if is_frame(name) || templates.extended(name).is_some() || shown.contains(&name.as_str()) {
            templates.add_used(name, &mut seen);
        }
    }
    let unseen: Vec<&String> = templates.0.keys().filter(|name| !seen.contains(*name)).collect();
    assert_eq!(unseen, Vec::<&String>::new());
}

#[test]
fn a_rule_needs_all_classes_of_one_of_its_selectors() {
    let css = ".a:is(.b, .c:not(.d, .e)) > f:has(.g), .h.i, day-board { j: k } @media (l: m) { .n { o: p } }";
    let needed: Vec<String> = selectors(css).iter().flat_map(|selector| plain(selector)).collect();
    assert_eq!(needed, [".a.b > f", ".a.c > f", ".h.i", "day-board", ".n"]);
}

/// The templates of pages by their names, without icons and drawings.
struct Templates(BTreeMap<String, String>);

impl Templates {
    fn read() -> Self {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut templates = BTreeMap::new();
        let folders = ["../parlour-web/templates", "templates", "../parlour-web-office/templates"];
        for folder in folders.map(|folder| own.join(folder)) {
            for file in files_in(&folder).into_iter().filter(|file| is_html(file)) {
                let name = file.strip_prefix(&folder).expect("a file of the folder").to_string_lossy().into_owned();
                templates.insert(name, read(&file));
            }
        }
        Self(templates)
    }

    fn text(&self, name: &str) -> &str {
        self.0.get(name).unwrap_or_else(|| panic!("no template {name}"))
    }

    /// The template that this one extends.
    fn extended(&self, name: &str) -> Option<&str> {
        self.named_after(name, &["extends"]).next()
    }

    /// The templates that statements with one of these words name.
    fn named_after<'a>(&'a self, name: &str, words: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
        let statements = self.text(name).split("{%").skip(1);
        statements.filter_map(move |statement| {
            let statement = statement.trim_start_matches('-').trim_start();
            let word = statement.split_whitespace().next()?;
            let named = statement.split('"').nth(1)?;
            (words.contains(&word) && is_html(Path::new(named))).then_some(named)
        })
    }

    /// Adds the template and all that it extends, includes and imports.
    fn add_used(&self, name: &str, used: &mut BTreeSet<String>) {
        if used.insert(name.to_owned()) {
            for other in self.named_after(name, &["extends", "include", "import"]) {
                self.add_used(other, used);
            }
        }
    }

    fn classes(&self, name: &str) -> BTreeSet<String> {
        let (mut used, mut classes) = (BTreeSet::new(), BTreeSet::new());
        self.add_used(name, &mut used);
        for name in used {
            add_attributes(&html_and_code(self.text(&name)).0, &mut classes);
        }
        classes
    }

    /// The stylesheets that the page names, and those that it extends.
    fn linked(&self, page: &str) -> BTreeSet<&str> {
        let mut linked: BTreeSet<&str> = self.extended(page).map(|above| self.linked(above)).unwrap_or_default();
        let text = self.text(page);
        for names in text.split("frame.styles(\"").skip(1) {
            linked.extend(names.split('"').next().unwrap_or_default().split(' '));
        }
        linked.extend(DESK_SHEETS.into_iter().filter(|name| text.contains(&format!("/css/{name}.css"))));
        linked
    }
}

/// Neither an icon nor a drawing.
fn is_html(file: &Path) -> bool {
    file.extension().is_some_and(|kind| kind == "html")
}

/// The stylesheets that not every page has, with the classes of each selector and the selector.
struct Rules(Vec<(&'static str, BTreeSet<String>, String)>);

impl Rules {
    fn read() -> Self {
        let mut rules = Vec::new();
        for sheet in DESK_SHEETS.into_iter().filter(|sheet| *sheet != "desk") {
            for selector in selectors(&stylesheets::desk_sheet(sheet)).iter().flat_map(|selector| plain(selector)) {
                let classes = classes_in_selectors(&format!("{selector}{{}}"));
                if !classes.is_empty() {
                    rules.push((sheet, classes, selector));
                }
            }
        }
        Self(rules)
    }

    /// The rules that may be for what has these classes. Which element is inside of which is left out of account.
    fn that_need<'a>(&'a self, classes: &'a BTreeSet<String>) -> impl Iterator<Item = (&'static str, &'a str)> {
        let needed = self.0.iter().filter(move |(_, needed, _)| needed.is_subset(classes));
        needed.map(|(sheet, _, selector)| (*sheet, selector.as_str()))
    }
}

/// The selectors of a stylesheet, one by one.
fn selectors(css: &str) -> Vec<String> {
    let css = without_comments(css);
    let mut selectors = Vec::new();
    let mut start = 0;
    for (at, letter) in css.match_indices(['{', '}', ';']) {
        let before = css[start..at].trim();
        if letter == "{" && !before.starts_with('@') {
            selectors.extend(split_at_commas(before).into_iter().map(|selector| selector.trim().to_owned()));
        }
        start = at + 1;
    }
    selectors
}

/// One selector for each choice that it has, without what must not be or what is inside.
fn plain(selector: &str) -> Vec<String> {
    let found = [":is(", ":not(", ":has("].into_iter().filter_map(|name| selector.find(name).map(|at| (at, name)));
    let Some((at, name)) = found.min() else { return vec![selector.to_owned()] };
    let inside = &selector[at + name.len()..];
    let end = closing(inside);
    let choices = if name == ":is(" { split_at_commas(&inside[..end]) } else { vec![""] };
    let whole = |choice: &str| format!("{}{}{}", &selector[..at], choice.trim(), &inside[end + 1..]);
    choices.into_iter().flat_map(|choice| plain(&whole(choice))).collect()
}

/// Where the bracket is closed that was opened before.
fn closing(text: &str) -> usize {
    let mut open = 1;
    for (at, letter) in text.match_indices(['(', ')']) {
        open = if letter == "(" { open + 1 } else { open - 1 };
        if open == 0 {
            return at;
        }
    }
    panic!("an open bracket: {text}");
}

/// Parts between commas that are in no brackets.
fn split_at_commas(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut open) = (Vec::new(), 0, 0);
    for (at, letter) in text.match_indices(['(', ')', ',']) {
        match letter {
            "(" => open += 1,
            ")" => open -= 1,
            _ if open == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}
