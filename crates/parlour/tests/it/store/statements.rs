//! Every statement of the store can be prepared on both engines, and every function is called by a story or by the code
//! that stories drive.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use parlour_db::statements_seen_by_sqlite;
use parlour_store::{Conn, DbError};
use parlour_testkit::checks::composed_sql::{self, Token, sources, tokens};
use parlour_testkit::{Engine, SalonOptions, TestSalon, run, test_on_both_engines};

/// Every statement of the store that an engine is ever given.
pub(crate) fn statements_of(engine: Engine) -> Vec<String> {
    let statements = composed_sql::statements();
    assert!(statements.len() >= 300, "only {} statements were found", statements.len());
    // What only one engine has, each behind a look at the engine.
    let of_other: &[&str] = match engine {
        Engine::Sqlite => &[
            "pg_notify",
            "pg_backend_pid",
            "advisory_lock",
            "advisory_xact_lock",
            "current_schema",
            "pg_get_serial_sequence",
            "to_regclass",
            "generate_series",
            "directory_search_bytes",
            "collate \"C\"",
        ],
        Engine::Postgres => &["sqlite_master", "sqlite_schema", "pragma_table_info", "directory_search match"],
    };
    statements.into_iter().filter(|sql| !of_other.iter().any(|name| sql.contains(name))).collect()
}

#[test_on_both_engines]
async fn every_statement_can_be_prepared() {
    let statements = statements_of(Engine::current());
    let statements: Vec<&'static str> = statements.into_iter().map(|sql| &*sql.leak()).collect();
    let salon = TestSalon::open().await;
    let refused = salon.app.db.read(move |conn: &mut Conn<'_>| -> Result<Vec<String>, DbError> {
        let checked = statements.iter().map(|sql| conn.check_statement(sql).map_err(|error| format!("{error}: {sql}")));
        Ok(checked.filter_map(Result::err).collect())
    });
    assert_eq!(refused.await.unwrap(), Vec::<String>::new());
}

/// Every statement that the database is given is among those that are read from the sources. In a process of its own,
/// because other tests run statements that they put together themselves.
#[test]
fn no_statement_escapes_the_reader() {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "store::statements::child_process_that_fills_the_demo_salon"])
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&child.stdout).into_owned();
    assert!(child.status.success() && output.contains("1 passed"), "{output}");
}

#[test]
#[ignore = "run by no_statement_escapes_the_reader"]
fn child_process_that_fills_the_demo_salon() {
    run(Engine::Sqlite, compare_seen_with_known);
}

async fn compare_seen_with_known() {
    let options = SalonOptions { has_demo_data: true, ..SalonOptions::default() };
    let _salon = TestSalon::with(options).await;
    let known: BTreeSet<String> = composed_sql::statements().into_iter().collect();
    let others: String = ["../parlour/tests", "../parlour/src", "../parlour-testkit/src", "../parlour-demo/src"]
        .iter()
        .flat_map(|folder| sources(folder))
        .map(|(_, code)| code)
        .collect();
    let seen = statements_seen_by_sqlite();
    let first_line = |sql: &str| sql.lines().next().unwrap_or_default().to_owned();
    let escaped: Vec<&str> = seen
        .iter()
        .copied()
        .filter(|sql| !known.contains(*sql))
        // Many rows at once, and the tables of an export: both are made while running.
        .filter(|sql| !(sql.ends_with(" limit 5000") || sql.starts_with("insert into ") && sql.contains("), (")))
        .filter(|sql| !others.contains(&first_line(sql)) && !sql.starts_with("select count(*) from "))
        .collect();
    assert_eq!(escaped, Vec::<&str>::new());
    let composed = seen.iter().filter(|sql| known.contains(**sql)).count();
    assert!(composed > 50, "the reader knows {composed} of {} statements", seen.len());
}

/// What a file calls, by full path: names are followed through its `use`.
fn calls(file: &[Token], found: &mut BTreeSet<String>) {
    let mut imports = BTreeMap::new();
    read_imports(file, &mut imports);
    read_calls(file, &imports, found);
}

fn read_imports(file: &[Token], imports: &mut BTreeMap<String, String>) {
    for (at, token) in file.iter().enumerate() {
        match token {
            Token::Name(name) if name == "use" => {
                let tree = file[at + 1..].split(|token| *token == Token::Sign(';')).next().unwrap_or_default();
                read_tree("", tree, imports);
            }
            Token::Group('{', inner) => read_imports(inner, imports),
            _ => {}
        }
    }
}

fn read_tree(prefix: &str, tree: &[Token], imports: &mut BTreeMap<String, String>) {
    match tree {
        [Token::Name(path), Token::Group('{', branches)] => {
            for branch in branches.split(|token| *token == Token::Sign(',')) {
                read_tree(&format!("{prefix}{path}"), branch, imports);
            }
        }
        [Token::Name(path), rest @ ..] => {
            let full = format!("{prefix}{path}");
            let full = full.strip_suffix("::self").unwrap_or(&full).to_owned();
            let own = match rest {
                [Token::Name(word), Token::Name(alias)] if word == "as" => alias.clone(),
                _ => full.rsplit("::").next().unwrap_or_default().to_owned(),
            };
            imports.insert(own, full);
        }
        _ => {}
    }
}

fn read_calls(file: &[Token], imports: &BTreeMap<String, String>, found: &mut BTreeSet<String>) {
    let mut is_import = false;
    for token in file {
        match token {
            Token::Name(name) if name == "use" => is_import = true,
            Token::Sign(';') => is_import = false,
            Token::Name(name) if !is_import => {
                let (first, rest) = name.split_once("::").unwrap_or((name, ""));
                let full = imports.get(first).map_or(name.clone(), |full| format!("{full}::{rest}"));
                found.insert(full.trim_end_matches("::").to_owned());
            }
            Token::Group(_, inner) if !is_import => read_calls(inner, imports, found),
            _ => {}
        }
    }
}

/// By a story itself, or by the use cases and handlers that stories drive. Comments and texts do not count, nor does a
/// function of the same name in another module.
#[test]
fn every_function_of_the_store_is_called_by_a_test() {
    let mut called = BTreeSet::new();
    let folders = [
        "../parlour/tests/it",
        "../parlour/src",
        "../parlour-app/src",
        "../parlour-files/src",
        "../parlour-worker/src",
        "../parlour-http/src",
        "../parlour-api/src",
        "../parlour-demo/src",
        "../parlour-web/src",
        "../parlour-web-customer/src",
        "../parlour-web-admin/src",
        "../parlour-web-office/src",
    ];
    for folder in folders {
        for (_, code) in sources(folder) {
            calls(&tokens(&mut code.as_str(), None), &mut called);
        }
    }
    let mut missing = Vec::new();
    let mut known = 0;
    for (path, code) in sources("../parlour-store/src") {
        let path = path.to_str().unwrap().rsplit_once("parlour-store/src/").unwrap().1;
        let module = path.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
        if module == "lib" {
            continue;
        }
        // At the margin: methods belong to what a function returned.
        for line in code.lines().filter_map(|line| line.strip_prefix("pub fn ")) {
            let name = line.split(['(', '<']).next().unwrap();
            known += 1;
            if !called.contains(&format!("parlour_store::{module}::{name}")) {
                missing.push(format!("{module}::{name}"));
            }
        }
    }
    assert!(known >= 250, "{known}");
    assert_eq!(missing, Vec::<String>::new());
}
