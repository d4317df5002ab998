//! Every statement of the store can be prepared on both engines, and every function is called by a story.

use std::path::{Path, PathBuf};

use parlour_store::{Conn, DbError};
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};

/// The Rust sources in a folder beside this crate's manifest, without their tests.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn gather(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                gather(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]").next().unwrap().to_owned();
                found.push((path, code));
            }
        }
    }
    let mut found = Vec::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    found
}

/// The string literals of a Rust source, as the compiler reads them.
fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let before = &rest[..at];
        rest = &rest[at..];
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
        } else if rest.starts_with('\'') {
            // A character, or the tick of a lifetime.
            let skipped = if rest.starts_with("'\\") {
                3
            } else {
                1 + rest[1..].chars().next().map_or(0, char::len_utf8)
            };
            rest = rest[skipped..].strip_prefix('\'').unwrap_or(&rest[1..]);
        } else if rest.starts_with('"') {
            let hashes = before.len() - before.trim_end_matches('#').len();
            if before[..before.len() - hashes].ends_with('r') {
                let end = format!("\"{}", "#".repeat(hashes));
                let (literal, after) = rest[1..].split_once(&end).unwrap();
                found.push(literal.to_owned());
                rest = after;
            } else {
                let (literal, after) = escaped(&rest[1..]);
                found.push(literal);
                rest = after;
            }
        } else {
            rest = &rest[1..];
        }
    }
    found
}

/// A literal up to its closing quote, and what follows.
fn escaped(text: &str) -> (String, &str) {
    let mut literal = String::new();
    let mut rest = text;
    loop {
        let at = rest.find(['"', '\\']).expect("a literal ends");
        literal.push_str(&rest[..at]);
        if rest[at..].starts_with('"') {
            return (literal, &rest[at + 1..]);
        }
        let escape = rest[at + 1..].chars().next().expect("something follows a backslash");
        rest = &rest[at + 1 + escape.len_utf8()..];
        match escape {
            '\n' => rest = rest.trim_start(),
            'n' => literal.push('\n'),
            other => literal.push(other),
        }
    }
}

const VERBS: [&str; 5] = ["select ", "insert ", "update ", "delete ", "with "];

fn is_statement(literal: &str) -> bool {
    let text = literal.trim_start().to_lowercase();
    VERBS.iter().any(|verb| text.starts_with(verb))
}

#[test]
fn string_literals_are_read_like_the_compiler_does() {
    let code = r##"
        // "a comment" isn't one
        fn f<'a>(c: char) -> &'a str { if c == '"' || c == '\'' || c == '\\' { "one \"two\" \
            three" } else { r#"four "five" six"# } } // "seven
        "eight"
    "##;
    assert_eq!(literals(code), ["one \"two\" three", "four \"five\" six", "eight"]);
}

/// Every statement of the store that an engine is ever given.
pub(crate) fn statements_of(engine: Engine) -> Vec<String> {
    let mut statements = Vec::new();
    for (path, code) in sources("../parlour-store/src") {
        let found: Vec<String> = literals(&code).into_iter().filter(|text| is_statement(text)).collect();
        // Counted in another way, so that what the reader of literals misses is noticed.
        let seen = VERBS.map(|verb| code.matches(&format!("\"{verb}")).count()).iter().sum::<usize>();
        assert!(found.len() >= seen, "{} has {seen} statements, {} were read", path.display(), found.len());
        statements.extend(found);
    }
    assert!(statements.len() >= 80, "only {} statements were found", statements.len());
    // What only one engine has, each behind a look at the engine.
    let of_other: &[&str] = match engine {
        Engine::Sqlite => &[
            "pg_notify",
            "pg_advisory_lock",
            "for no key update",
            "for update",
            "for key share",
            "for share",
            "generate_series",
            "information_schema",
            "directory_search_bytes",
            "collate \"C\"",
        ],
        Engine::Postgres => {
            &["sqlite_master", "sqlite_schema", "pragma_table_info", "directory_search match"]
        }
    };
    let statements = statements.into_iter().filter(|sql| !of_other.iter().any(|name| sql.contains(name)));
    statements.collect()
}

#[test_on_both_engines]
async fn every_statement_can_be_prepared() {
    let statements = statements_of(Engine::current());
    let statements: Vec<&'static str> = statements.into_iter().map(|sql| &*sql.leak()).collect();
    let salon = TestSalon::open().await;
    let refused = salon.app.db.read(move |conn: &mut Conn<'_>| -> Result<Vec<String>, DbError> {
        let checked =
            statements.iter().map(|sql| conn.check_statement(sql).map_err(|error| format!("{error}: {sql}")));
        Ok(checked.filter_map(Result::err).collect())
    });
    assert_eq!(refused.await.unwrap(), Vec::<String>::new());
}

/// By a story itself, or by what its people do.
#[test]
fn every_function_of_the_store_is_called_by_a_test() {
    let mut stories = String::new();
    for folder in ["tests/it", "../parlour-app/src", "../parlour-api/src"] {
        for (_, story) in sources(folder) {
            stories.push_str(&story);
        }
    }
    let mut missing = Vec::new();
    let mut known = 0;
    for (path, code) in sources("../parlour-store/src") {
        let module = path.file_stem().unwrap().to_str().unwrap();
        if path.parent().unwrap().ends_with("db") || module == "lib" {
            continue;
        }
        // At the margin: methods belong to what a function returned.
        for line in code.lines().filter_map(|line| line.strip_prefix("pub fn ")) {
            let name = line.split(['(', '<']).next().unwrap();
            known += 1;
            if !stories.contains(&format!("{module}::{name}(")) {
                missing.push(format!("{module}::{name}"));
            }
        }
    }
    assert!(known >= 50, "{known}");
    assert_eq!(missing, Vec::<String>::new());
}
