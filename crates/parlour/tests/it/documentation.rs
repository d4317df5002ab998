//! Documents name only what exists.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use parlour_domain::auth::app_side::AppSide;
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
        ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/decisions.md", "docs/guides/backup.md"].map(str::to_owned).into();
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
fn every_link_of_the_readme_exists() {
    let text = read_document("README.md");
    let links: Vec<&str> = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.contains("://"))
        .collect();
    assert!(links.len() > 8);
    for link in links {
        assert!(repository_root().join(link).exists(), "README.md links to {link}, which does not exist");
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
    for side in [AppSide::Customer, AppSide::Admin] {
        let document = serde_json::to_value(parlour_api::openapi(side)).unwrap();
        let mut found = BTreeSet::new();
        references(&document, &mut found);
        assert!(found.len() > 20, "only {} references found: the search has gone blind", found.len());
        let is_missing = |reference: &&String| document.pointer(&reference[1..]).is_none();
        let missing: Vec<&String> = found.iter().filter(is_missing).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", side.as_str());
    }
}
