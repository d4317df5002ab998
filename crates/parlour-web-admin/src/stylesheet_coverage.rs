//! Classes of the desk's stylesheets that nothing names: no template, no Rust source, no script of the desk.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use parlour_web::stylesheets::{self, DESK_SHEETS, classes_in_selectors};

/// Scripts that the desk shares with the customer's app.
const SHARED_SCRIPTS: [&str; 3] = ["enhance.js", "live.js", "push.js"];

#[test]
fn every_class_of_the_stylesheets_is_named() {
    let named = named_classes();
    let known = DESK_SHEETS.into_iter().flat_map(|name| classes_in_selectors(&stylesheets::desk_sheet(name)));
    let unused: BTreeSet<String> =
        known.filter(|class| !named.contains(class) && !is_step_of_the_board(class)).collect();
    assert_eq!(unused, BTreeSet::new(), "remove their rules, or move them to the app that uses them");
}

#[test]
fn classes_are_read_from_attributes_and_literals() {
    let mut named = BTreeSet::new();
    add_template(r#"<p class="a{% if x == "b" %} c-d{% endif %}" title="no">{{ e }}{# "no" #}"#, &mut named);
    add_literals("let f = `g ${h}`; // 'no'\n// 'no'\nlist.add('i'); j();", &['\'', '`'], &mut named);
    assert_eq!(named.into_iter().collect::<Vec<_>>(), ["a", "b", "c-d", "g", "h", "i", "no"]);
}

/// The server writes these, and a test of the board's layout knows them.
fn is_step_of_the_board(class: &str) -> bool {
    let mut letters = class.chars();
    letters.next().is_some_and(|first| "rnch".contains(first)) && letters.all(|letter| letter.is_ascii_digit())
}

fn named_classes() -> BTreeSet<String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let back_office = own.join("../parlour-web-office");
    let shared = own.join("../parlour-web");
    let mut named = BTreeSet::new();
    for folder in [own, &back_office, &shared].map(|root| root.join("templates")) {
        for file in files_in(&folder) {
            add_template(&read(&file), &mut named);
        }
    }
    for folder in [own, &back_office, &shared].map(|root| root.join("src")) {
        // These files name classes only as examples.
        let is_other =
            |file: &PathBuf| !file.ends_with("stylesheet_coverage.rs") && !file.ends_with("stylesheet_links.rs");
        let sources = files_in(&folder).into_iter().filter(is_other);
        for file in sources {
            add_literals(&read(&file), &['"'], &mut named);
        }
    }
    let scripts = shared.join("assets/js");
    let shared_scripts = SHARED_SCRIPTS.map(|name| scripts.join(name));
    for file in files_in(&scripts.join("desk")).iter().chain(&shared_scripts) {
        add_literals(&read(file), &['"', '\'', '`'], &mut named);
    }
    named
}

pub(crate) fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

pub(crate) fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

/// The values of attributes `class`, and what expressions and statements have in quotes.
fn add_template(template: &str, named: &mut BTreeSet<String>) {
    let (html, code) = html_and_code(template);
    add_literals(&code, &['"'], named);
    add_attributes(&html, named);
}

/// What a template writes as it is, with a space for each of its expressions and statements, and these, each in a line.
pub(crate) fn html_and_code(template: &str) -> (String, String) {
    let (mut html, mut code) = (String::new(), String::new());
    let mut rest = template;
    while let Some((before, block)) = rest.split_once('{') {
        html.push_str(before);
        let end = match block.chars().next() {
            Some('%') => "%}",
            Some('{') => "}}",
            Some('#') => "#}",
            _ => "",
        };
        let (inside, after) = block.split_once(end).unwrap_or((block, ""));
        if end == "%}" || end == "}}" {
            code.extend([inside, "\n"]);
            html.push(' ');
        }
        rest = after;
    }
    html.push_str(rest);
    (html, code)
}

/// The values of attributes `class`.
pub(crate) fn add_attributes(html: &str, named: &mut BTreeSet<String>) {
    for value in html.split("class=\"").skip(1) {
        add_words(value.split('"').next().unwrap_or_default(), named);
    }
}

/// What a source has in quotes. Lines that are comments do not count.
fn add_literals(source: &str, quotes: &[char], named: &mut BTreeSet<String>) {
    let mut literal: Option<(char, String)> = None;
    for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for letter in line.chars() {
            literal = match literal {
                None => quotes.contains(&letter).then(|| (letter, String::new())),
                Some((quote, text)) if letter == quote => {
                    add_words(&text, named);
                    None
                }
                Some((quote, text)) => Some((quote, text + letter.encode_utf8(&mut [0; 4]))),
            };
        }
        // Only what stands in backquotes goes on in the next line.
        literal = literal.filter(|(quote, _)| *quote == '`').map(|(quote, text)| (quote, text + " "));
    }
}

fn add_words(text: &str, named: &mut BTreeSet<String>) {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    named.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
}
