//! Makes typed functions of the texts in `locales/*.ftl`. A text that a language lacks, a text that only another language
//! has, an argument that English does not have, and a file that cannot be read stop the build with a message that names them.

#[path = "build/check.rs"]
mod check;
#[path = "build/generate.rs"]
mod generate;
#[path = "build/locale.rs"]
mod locale;

use std::path::{Path, PathBuf};

use locale::Locale;

const LOCALES: &str = "../../locales";

fn main() {
    println!("cargo::rerun-if-changed={LOCALES}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    if let Err(problems) = run() {
        for problem in problems {
            println!("cargo::error={problem}");
        }
        std::process::exit(1);
    }
}

fn run() -> Result<(), Vec<String>> {
    let locales = read_locales()?;
    let problems = check::problems(&locales);
    if !problems.is_empty() {
        return Err(problems);
    }
    #[expect(clippy::disallowed_methods, reason = "cargo tells a build script where to write by a variable")]
    let folder = std::env::var("OUT_DIR").map_err(|error| vec![error.to_string()])?;
    let code = generate::rust_code(&locales);
    std::fs::write(Path::new(&folder).join("texts.rs"), code).map_err(|error| vec![error.to_string()])
}

/// Every language, English first: it says which texts and arguments there are.
fn read_locales() -> Result<Vec<Locale>, Vec<String>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(LOCALES)
        .map_err(|error| vec![format!("{LOCALES}: {error}")])?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "ftl"))
        .collect();
    paths.sort_by_key(|path| (path.file_stem().is_none_or(|stem| stem != "en"), path.clone()));
    let mut locales = Vec::new();
    let mut problems = Vec::new();
    for path in paths {
        match Locale::read(&path) {
            Ok(locale) => locales.push(locale),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(locales) } else { Err(problems) }
}
