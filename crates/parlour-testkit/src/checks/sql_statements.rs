//! The SQL statements in the sources of the store.

use std::path::{Path, PathBuf};

use crate::Engine;

/// The Rust sources in a folder relative to this crate, without their unit tests.
pub fn rust_sources(folder: &str) -> Vec<(PathBuf, String)> {
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
pub fn string_literals(code: &str) -> Vec<String> {
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
                let (literal, after) = read_escaped_literal(&rest[1..]);
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
pub fn read_escaped_literal(text: &str) -> (String, &str) {
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

pub const SQL_VERBS: [&str; 5] = ["select ", "insert ", "update ", "delete ", "with "];

pub fn is_sql_statement(literal: &str) -> bool {
    let text = literal.trim_start().to_lowercase();
    SQL_VERBS.iter().any(|verb| text.starts_with(verb))
}

/// Every statement of the store that this engine runs.
pub fn store_statements(engine: Engine) -> Vec<String> {
    let mut statements = Vec::new();
    for (path, code) in rust_sources("../parlour-store/src") {
        let found: Vec<String> =
            string_literals(&code).into_iter().filter(|text| is_sql_statement(text)).collect();
        // Counted in another way, so that what the reader of literals misses is noticed.
        let seen = SQL_VERBS.map(|verb| code.matches(&format!("\"{verb}")).count()).iter().sum::<usize>();
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
