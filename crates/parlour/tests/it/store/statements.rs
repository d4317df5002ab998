//! Every statement of the store can be prepared on both engines, and every function is called by a test.

use std::collections::HashSet;

use parlour_store::{Conn, DbError};
use parlour_testkit::checks::sql_statements::{rust_sources, store_statements, string_literals};
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};

#[test]
fn string_literals_are_read_like_the_compiler_does() {
    let code = r##"
        // "a comment" isn't one
        fn f<'a>(c: char) -> &'a str { if c == '"' || c == '\'' || c == '\\' { "one \"two\" \
            three" } else { r#"four "five" six"# } } // "seven
        "eight"
    "##;
    assert_eq!(string_literals(code), ["one \"two\" three", "four \"five\" six", "eight"]);
}

#[test_on_both_engines]
async fn every_statement_can_be_prepared() {
    let statements = store_statements(Engine::current());
    let statements: Vec<&'static str> = statements.into_iter().map(|sql| &*sql.leak()).collect();
    let salon = TestSalon::open().await;
    let refused = salon.app.db.read(move |conn: &mut Conn<'_>| -> Result<Vec<String>, DbError> {
        let checked =
            statements.iter().map(|sql| conn.check_statement(sql).map_err(|error| format!("{error}: {sql}")));
        Ok(checked.filter_map(Result::err).collect())
    });
    assert_eq!(refused.await.unwrap(), Vec::<String>::new());
}

/// Called by a test, or by the code that a test runs.
#[test]
fn every_function_of_the_store_is_called_by_a_test() {
    let callers = [
        "../parlour/tests/it",
        "../parlour-testkit/src",
        "../parlour-app/src",
        "../parlour-http/src",
        "../parlour-api/src",
        "../parlour-demo/src",
    ];
    let callers: String = callers.into_iter().flat_map(rust_sources).map(|(_, code)| code).collect();
    let called = called_functions(&callers);
    let mut missing = Vec::new();
    let mut known = 0;
    for (path, code) in rust_sources("../parlour-store/src") {
        if path.parent().unwrap().ends_with("db") || path.ends_with("src/lib.rs") {
            continue;
        }
        // At the margin: methods belong to what a function returned.
        for line in code.lines().filter_map(|line| line.strip_prefix("pub fn ")) {
            let name = line.split(['(', '<']).next().unwrap();
            known += 1;
            if !called.contains(name) {
                missing.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert!(known >= 50, "{known}");
    assert_eq!(missing, Vec::<String>::new());
}

/// The names that stand at the end of a path or before an opening parenthesis, without methods and definitions.
fn called_functions(code: &str) -> HashSet<&str> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut called = HashSet::new();
    let mut rest = code;
    let mut before = "";
    while let Some(start) = rest.find(is_name) {
        let gap = &rest[..start];
        let word = &rest[start..];
        let (word, after) = word.split_at(word.find(|letter| !is_name(letter)).unwrap_or(word.len()));
        let is_path = gap.ends_with("::");
        let is_call = after.starts_with(['(', '<']) && !gap.ends_with('.') && before != "fn";
        if is_path || is_call {
            called.insert(word);
        }
        (before, rest) = (word, after);
    }
    called
}
