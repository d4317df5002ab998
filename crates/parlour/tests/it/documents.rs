//! Documents name only what exists.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What stands between backticks and looks like a path of this repository.
fn paths_in(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|text| text.starts_with("crates/") && !text.contains(['{', '<', '…', ' '])).collect()
}

#[test]
fn every_path_that_the_documents_name_exists() {
    let mut named = 0;
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/guides/backup.md"] {
        let text = read(document);
        for path in paths_in(&text) {
            assert!(root().join(path).exists(), "{document} names {path}, which does not exist");
            named += 1;
        }
    }
    assert!(named > 25, "only {named} paths found: the search has gone blind");
}

#[test]
fn every_link_of_the_readme_leads_somewhere() {
    let text = read("README.md");
    let links: Vec<&str> = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.contains("://"))
        .collect();
    assert!(links.len() > 8);
    for link in links {
        assert!(root().join(link).exists(), "README.md links to {link}, which does not exist");
    }
}
