//! Documents name only what exists.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use parlour_domain::auth::app_kind::AppKind;
use serde_json::Value;

fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read_document(name: &str) -> String {
    std::fs::read_to_string(repository_root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What stands between backticks and looks like a path of this repository.
fn paths_in(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|text| text.starts_with("crates/") && !text.contains(['{', '<', '…', ' '])).collect()
}

#[test]
fn every_path_named_in_the_documents_exists() {
    let mut named = 0;
    let mut documents: Vec<String> =
        ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/decisions.md", "docs/guides/backup.md", "docs/security.md"]
            .map(str::to_owned)
            .into();
    for entry in std::fs::read_dir(repository_root().join("docs/adr")).unwrap() {
        documents.push(format!("docs/adr/{}", entry.unwrap().file_name().to_string_lossy()));
    }
    for document in documents {
        let text = read_document(&document);
        for path in paths_in(&text) {
            assert!(repository_root().join(path).exists(), "{document} names {path}, which does not exist");
            named += 1;
        }
    }
    assert!(named > 200, "only {named} paths found: the search has gone blind");
}

#[test]
fn every_path_named_in_the_readme_of_a_crate_exists() {
    let mut named = 0;
    for entry in std::fs::read_dir(repository_root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let text = std::fs::read_to_string(folder.join("README.md")).unwrap();
        let quoted = text.split('`').skip(1).step_by(2);
        for path in quoted.filter(|text| text.starts_with("src/") && !text.contains('<')) {
            assert!(folder.join(path).exists(), "{}/README.md names {path}, which does not exist", folder.display());
            named += 1;
        }
    }
    assert!(named > 25, "only {named} paths found: the search has gone blind");
}

/// What the comparison with a security standard says of one requirement.
struct ComparedRequirement<'a> {
    /// The three parts of its number.
    number: Vec<u32>,
    status: &'a str,
    shown_by: &'a str,
}

/// Rows such as `| 1.2.4 | 1 | in short | met | shown by |`.
fn compared_requirements(text: &str) -> Vec<ComparedRequirement<'_>> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.filter(|row| row.starts_with(|first: char| first.is_ascii_digit()))
        .map(|row| {
            let cells: Vec<&str> = row.split(" | ").collect();
            let [number, _, _, status, shown_by] = cells[..] else { panic!("{row} has not five cells") };
            let number = number.split('.').map(|part| part.parse().unwrap()).collect();
            ComparedRequirement { number, status, shown_by }
        })
        .collect()
}

#[test]
fn the_comparison_with_asvs_is_complete_and_names_what_exists() {
    const LEVELS_1_AND_2: usize = 253;
    let text = read_document("docs/asvs.md");
    let requirements = compared_requirements(&text);
    assert_eq!(requirements.len(), LEVELS_1_AND_2);
    assert!(requirements.is_sorted_by(|one, next| one.number < next.number), "each number once, in order");

    let count = |status: &str| requirements.iter().filter(|one| one.status == status).count();
    let counts = [count("met"), count("not applicable"), count("not met")];
    let [met, not_applicable, not_met] = counts;
    assert_eq!(counts.iter().sum::<usize>(), LEVELS_1_AND_2, "a row has another status");
    let sums = format!("| both | {met} | {not_applicable} | {not_met} | {LEVELS_1_AND_2} |");
    assert!(text.contains(&sums), "the sums are not {sums}");

    let mut named = 0;
    for requirement in &requirements {
        let ComparedRequirement { number, status, shown_by } = requirement;
        assert!(!shown_by.is_empty(), "{number:?}");
        assert!(*status != "not met" || shown_by.len() > 150, "{number:?} is not met without a reason");
        let quoted = shown_by.split('`').skip(1).step_by(2);
        for name in quoted.filter(|name| ["crates/", "docs/", "scripts/"].iter().any(|start| name.starts_with(start))) {
            let (path, test) = name.split_once("::").map_or((name, None), |(path, test)| (path, Some(test)));
            assert!(repository_root().join(path).exists(), "{number:?} names {path}, which does not exist");
            let has_test = |test: &str| read_document(path).contains(&format!("fn {test}("));
            assert!(test.is_none_or(has_test), "{number:?} names {name}, which does not exist");
            named += 1;
        }
    }
    assert!(named > 200, "only {named} paths found: the search has gone blind");
}

#[test]
fn every_link_of_the_readme_and_the_security_pages_exists() {
    for (document, folder) in
        [("README.md", ""), ("SECURITY.md", ""), ("docs/security.md", "docs"), ("docs/asvs.md", "docs")]
    {
        assert_links_exist(document, folder);
    }
}

fn assert_links_exist(document: &str, folder: &str) {
    let text = read_document(document);
    let links: Vec<&str> = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.contains("://"))
        .collect();
    assert!(!links.is_empty(), "{document} has no link");
    for link in links {
        let target = repository_root().join(folder).join(link);
        assert!(target.exists(), "{document} links to {link}, which does not exist");
    }
}

/// Where the references of a document lead, wherever they stand.
fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn every_reference_of_the_openapi_documents_exists() {
    for app_kind in [AppKind::Customer, AppKind::Admin] {
        let document = serde_json::to_value(parlour_api::openapi(app_kind)).unwrap();
        let mut found = BTreeSet::new();
        references(&document, &mut found);
        assert!(found.len() > 20, "only {} references found: the search has gone blind", found.len());
        let is_missing = |reference: &&String| document.pointer(&reference[1..]).is_none();
        let missing: Vec<&String> = found.iter().filter(is_missing).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", app_kind.as_str());
    }
}
