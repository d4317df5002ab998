//! What a release consists of, and what the check of dependencies refuses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use aws_lc_rs::digest::{SHA256, digest};
use parlour_domain::text::to_hex;
use serde_json::Value;

/// The list of components, which takes seconds to make.
static COMPONENTS: LazyLock<Value> = LazyLock::new(|| {
    let made = run_script("make_sbom.py", &[], &[]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    serde_json::from_slice(&made.stdout).unwrap()
});

fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run_script(name: &str, arguments: &[&str], environment: &[(&str, &Path)]) -> Output {
    Command::new("python3")
        .arg(repository_root().join("scripts").join(name))
        .args(arguments)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .envs(environment.iter().copied())
        .output()
        .expect("python3: run `make setup`")
}

fn components() -> &'static [Value] {
    COMPONENTS["components"].as_array().unwrap()
}

fn text<'a>(component: &'a Value, field: &str) -> &'a str {
    component[field].as_str().unwrap_or_else(|| panic!("no {field} in {component}"))
}

/// The checksums of `Cargo.lock` by name and version; crates of this repository have none.
fn locked_checksums() -> BTreeMap<(String, String), Option<String>> {
    let lock = std::fs::read_to_string(repository_root().join("Cargo.lock")).unwrap();
    let lock: toml::Table = lock.parse().unwrap();
    let field = |package: &toml::Value, name: &str| package.get(name).and_then(toml::Value::as_str).map(str::to_owned);
    let packages = lock["package"].as_array().unwrap().iter();
    packages
        .map(|package| {
            let name_and_version = (field(package, "name").unwrap(), field(package, "version").unwrap());
            (name_and_version, field(package, "checksum"))
        })
        .collect()
}

#[test]
fn every_crate_of_the_binary_is_listed_once_with_its_checksum() {
    assert_eq!(text(&COMPONENTS, "bomFormat"), "CycloneDX");
    assert_eq!(text(&COMPONENTS, "specVersion"), "1.6");
    let locked = locked_checksums();
    let mut names = BTreeSet::new();
    let mut listed = BTreeSet::new();
    for component in components() {
        if !component["purl"].as_str().is_some_and(|purl| purl.starts_with("pkg:cargo/")) {
            continue;
        }
        let (name, version) = (text(component, "name"), text(component, "version"));
        let checksum = locked.get(&(name.to_owned(), version.to_owned()));
        let checksum = checksum.unwrap_or_else(|| panic!("{name} {version} is not in Cargo.lock"));
        assert_eq!(component["hashes"][0]["content"].as_str(), checksum.as_deref(), "{name}");
        assert!(component["licenses"][0]["expression"].is_string(), "{name}");
        assert!(listed.insert((name, version)), "{name} {version} is listed twice");
        names.insert(name);
    }
    for part in ["axum", "rusqlite", "rustls", "parlour-store", "parlour-web"] {
        assert!(names.contains(part), "{part} is missing");
    }
    // Only tests and benchmarks use these.
    for other in ["calamine", "parlour-bench", "parlour-testkit", "proptest", "rqrr"] {
        assert!(!names.contains(other), "{other} is not in the binary");
    }
}

#[test]
fn what_is_no_crate_is_listed_too() {
    let names: BTreeSet<&str> = components().iter().map(|component| text(component, "name")).collect();
    for part in ["SQLite", "AWS-LC", "mimalloc", "swagger-ui", "rust"] {
        assert!(names.contains(part), "{part} is missing");
    }
    let folder = "crates/parlour-invoicing/fonts";
    let files = std::fs::read_dir(repository_root().join(folder)).unwrap().map(|file| file.unwrap().path());
    let fonts: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|kind| kind == "ttf")).collect();
    assert!(fonts.len() > 5, "only {} fonts found", fonts.len());
    for font in fonts {
        let name = format!("{folder}/{}", font.file_name().unwrap().to_string_lossy());
        let component = components().iter().find(|component| component["name"] == name.as_str());
        let component = component.unwrap_or_else(|| panic!("{name} is missing"));
        let hash = to_hex(digest(&SHA256, &std::fs::read(&font).unwrap()).as_ref());
        assert_eq!(component["hashes"][0]["content"].as_str(), Some(hash.as_str()), "{name}");
        assert_eq!(component["licenses"][0]["expression"], "OFL-1.1", "{name}");
    }
}

#[test]
fn every_component_belongs_to_the_binary() {
    let mut needed: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for entry in COMPONENTS["dependencies"].as_array().unwrap() {
        let refs = entry["dependsOn"].as_array().unwrap().iter().map(|one| one.as_str().unwrap());
        needed.insert(text(entry, "ref"), refs.collect());
    }
    let mut reached = BTreeSet::new();
    let mut open = vec![text(&COMPONENTS["metadata"]["component"], "bom-ref")];
    while let Some(one) = open.pop() {
        if reached.insert(one) {
            open.extend(needed.get(one).unwrap_or_else(|| panic!("{one} is not in the graph")));
        }
    }
    for component in components() {
        let bom_ref = text(component, "bom-ref");
        assert!(reached.contains(bom_ref), "nothing needs {bom_ref}");
    }
    assert_eq!(reached.len(), components().len() + 1, "the graph has what is not listed");
}

#[test]
fn licence_texts_of_crates_and_fonts_are_collected() {
    let collected = run_script("collect_licences.py", &[], &[]);
    assert!(collected.status.success(), "{}", String::from_utf8_lossy(&collected.stderr));
    let texts = String::from_utf8(collected.stdout).unwrap();
    for part in ["axum 0.", "SIL OPEN FONT LICENSE", "the font Fraunces", "Permission is hereby granted"] {
        assert!(texts.contains(part), "{part} is missing");
    }
}

/// Writes an advisory about a crate that we use, and runs the check with it.
fn check_with_advisory(patched: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let advisories = folder.path().join("crates/serde");
    std::fs::create_dir_all(&advisories).unwrap();
    let advisory = format!(
        "```toml\n[advisory]\nid = \"RUSTSEC-2000-0001\"\npackage = \"serde\"\n\n\
         [versions]\npatched = [\"{patched}\"]\n```\n\n# A title\n"
    );
    std::fs::write(advisories.join("RUSTSEC-2000-0001.md"), advisory).unwrap();
    run_script("check_dependencies.py", &["advisories"], &[("ADVISORY_DB", folder.path())])
}

#[test]
fn a_crate_with_an_advisory_is_refused() {
    let refused = check_with_advisory(">= 9000.0.0");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success(), "{said}");
    assert!(said.contains("RUSTSEC-2000-0001 (vulnerability)"), "{said}");

    let accepted = check_with_advisory(">= 0.9.1, < 1.0.0-rc.1\", \">= 1.0.0");
    let said = String::from_utf8_lossy(&accepted.stderr).into_owned();
    assert!(accepted.status.success(), "{said}");
}
