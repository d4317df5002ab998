//! A backup takes the place of the database, or nothing changes.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

use parlour_db::{DatabaseLocation, DbError, migrations};
use parlour_testkit::process::{Installation, ParlourProcess, eventually};
use parlour_testkit::servers::PrivatePostgres;
use parlour_testkit::{Engine, test_on_both_engines};

use crate::parlour_binary::{
    PARLOUR_BINARY, demo_on_current_engine, demo_on_sqlite, installation_on_current_engine, sqlite_installation,
};

async fn lead_names(salon: &Installation) -> BTreeSet<String> {
    let db = salon.database().await;
    let names: Result<Vec<String>, DbError> =
        db.read(|conn| conn.all_values("select name from leads where name like 'Test %'", &[])).await;
    names.unwrap().into_iter().collect()
}

fn names(expected: &[&str]) -> BTreeSet<String> {
    expected.iter().map(|name| format!("Test {name}")).collect()
}

fn stop(mut process: ParlourProcess) {
    process.terminate();
    assert!(process.wait().success());
}

/// The file that a restore says it kept.
fn kept_file(salon: &Installation, said: &str) -> PathBuf {
    let (_, rest) = said.split_once("before is in ").expect("the file is named");
    salon.folder().join(rest.split(';').next().expect("a name"))
}

#[test_on_both_engines]
async fn a_backup_takes_the_place_of_the_database_and_what_was_there_is_kept() {
    let salon = demo_on_current_engine().without_rate_limits();
    let process = salon.serve(&[]);
    process.post_lead("Test Asha").await.unwrap().expect_created();
    salon.run(&["backup", "copy"]).expect_success();
    process.post_lead("Test Bela").await.unwrap().expect_created();

    let refused = salon.run(&["restore", "copy"]);
    assert!(refused.expect_error_line().contains("stop it first"), "{refused:?}");
    assert_eq!(lead_names(&salon).await, names(&["Asha", "Bela"]));
    stop(process);

    let restored = salon.run(&["restore", "copy"]);
    let kept = kept_file(&salon, restored.expect_success());
    assert_eq!(lead_names(&salon).await, names(&["Asha"]));
    assert_eq!(fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);

    // It is a database to go on with, and so is what was kept.
    let process = salon.serve(&[]);
    process.post_lead("Test Chitra").await.unwrap().expect_created();
    stop(process);
    assert_eq!(lead_names(&salon).await, names(&["Asha", "Chitra"]));
    salon.run(&["restore", "--without-checksum", kept.to_str().unwrap()]).expect_success();
    assert_eq!(lead_names(&salon).await, names(&["Asha", "Bela"]));
    assert!(salon.run(&["doctor"]).stdout.contains("database"), "it can be read");
}

#[test_on_both_engines]
async fn a_backup_is_restored_where_there_is_no_database_yet() {
    let salon = demo_on_current_engine();
    let process = salon.serve(&[]);
    process.post_lead("Test Asha").await.unwrap().expect_created();
    salon.run(&["backup", "copy"]).expect_success();
    let backup = salon.folder().join("copy");
    let elsewhere = match Engine::current() {
        Engine::Sqlite => sqlite_installation(),
        Engine::Postgres => sqlite_installation().with("PARLOUR_DATABASE_URL", &empty_postgres_database("elsewhere")),
    };
    if Engine::current() == Engine::Sqlite {
        // The log of a database that was deleted: it must not be taken for one of the new database.
        fs::create_dir(elsewhere.folder().join("data")).unwrap();
        fs::write(elsewhere.folder().join("data/parlour.db-wal"), "stale").unwrap();
    }
    let restored = elsewhere.run(&["restore", backup.to_str().unwrap()]);
    assert!(!restored.expect_success().contains("before"), "nothing was there: {restored:?}");
    assert_eq!(lead_names(&elsewhere).await, names(&["Asha"]));
    stop(elsewhere.serve(&[]));
}

/// Without any table.
fn empty_postgres_database(name: &str) -> String {
    let port = PrivatePostgres::shared().port();
    let to_server = ["--host=127.0.0.1", "--username=parlour", "--port", &port.to_string()].map(str::to_owned);
    let created = std::process::Command::new("createdb").args(to_server).args(["--template=template0", name]).status();
    assert!(created.expect("Postgres' own tools").success());
    format!("postgres://parlour@127.0.0.1:{port}/{name}")
}

/// Tables that the backup does not know are not there afterwards, and are created again.
#[test_on_both_engines]
async fn a_backup_of_an_older_version_is_brought_up_to_date() {
    let old = match Engine::current() {
        Engine::Sqlite => sqlite_installation(),
        Engine::Postgres => sqlite_installation().with("PARLOUR_DATABASE_URL", &empty_postgres_database("older")),
    };
    let location = old.location();
    // The Postgres client blocks on a runtime of its own, which a runtime's thread does not allow.
    std::thread::spawn(move || migrations::run_up_to(&location, 16)).join().unwrap().unwrap();
    old.run(&["backup", "copy"]).expect_success();

    let salon = demo_on_current_engine();
    let backup = old.folder().join("copy");
    let restored = salon.run(&["restore", backup.to_str().unwrap()]);
    restored.expect_success();
    assert!(salon.run(&["migrate"]).expect_success().contains("up to date"));
    salon.run(&["demo"]).expect_success();
    let process = salon.serve(&[]);
    process.post_lead("Test Asha").await.unwrap().expect_created();
    stop(process);
}

#[test_on_both_engines]
async fn what_is_no_backup_changes_nothing() {
    let salon = demo_on_current_engine();
    let process = salon.serve(&[]);
    process.post_lead("Test Asha").await.unwrap().expect_created();
    salon.run(&["backup", "whole"]).expect_success();
    stop(process);
    let folder = salon.folder();
    let whole = fs::read(folder.join("whole")).unwrap();
    fs::write(folder.join("empty"), "").unwrap();
    fs::write(folder.join("text"), "name,phone\nAsha,9876543210\n").unwrap();
    fs::write(folder.join("half"), &whole[..whole.len() / 2]).unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    // Of the other engine.
    let other = match Engine::current() {
        Engine::Sqlite => Installation::on(Engine::Postgres, PARLOUR_BINARY),
        Engine::Postgres => sqlite_installation(),
    };
    other.run(&["migrate"]).expect_success();
    other.run(&["backup", "copy"]).expect_success();
    let of_other_engine = other.folder().join("copy");
    for file in ["empty", "text", "half", "folder", "no-such-file", of_other_engine.to_str().unwrap()] {
        let refused = salon.run(&["restore", file]);
        assert!(!refused.status.success() && refused.stderr.contains("parlour: "), "{file}: {refused:?}");
        assert_eq!(lead_names(&salon).await, names(&["Asha"]), "{file}");
        let left: Vec<_> = fs::read_dir(folder.join("data")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(left.iter().all(|name| !name.to_string_lossy().contains("restoring")), "{file}: {left:?}");
    }
    stop(salon.serve(&[]));
}

/// As somebody's own SQL, past Parlour.
async fn execute(salon: &Installation, sql: &'static str) {
    let db = salon.database().await;
    let run = db.write_by_any_clock(move |tx| tx.run(sql, &[])).await;
    let run: Result<(), DbError> = run;
    run.unwrap();
}

#[test_on_both_engines]
async fn a_backup_of_a_newer_version_changes_nothing() {
    let (newer, salon) = (demo_on_current_engine(), installation_on_current_engine());
    execute(
        &newer,
        "insert into refinery_schema_history (version, name, applied_on, checksum)
         select 900, 'later', applied_on, checksum from refinery_schema_history where version = 1",
    )
    .await;
    newer.run(&["backup", "copy"]).expect_success();
    let process = salon.serve(&[]);
    process.post_lead("Test Asha").await.unwrap().expect_created();
    stop(process);
    let backup = newer.folder().join("copy");
    let refused = salon.run(&["restore", backup.to_str().unwrap()]);
    assert!(refused.expect_error_line().contains("newer"), "{refused:?}");
    assert_eq!(lead_names(&salon).await, names(&["Asha"]));
    stop(salon.serve(&[]));
}

/// A `pg_restore` that stops in the middle, by itself or together with the process that reads from it.
#[tokio::test]
async fn a_restore_into_postgres_that_ends_early_changes_nothing() {
    let salon = Installation::demo_on(Engine::Postgres, PARLOUR_BINARY);
    let process = salon.serve(&[]);
    process.post_lead("Test Asha").await.unwrap().expect_created();
    salon.run(&["backup", "copy"]).expect_success();
    process.post_lead("Test Bela").await.unwrap().expect_created();
    stop(process);
    let tools = salon.folder().join("tools");
    fs::create_dir(&tools).unwrap();
    let path = format!("{}:/usr/local/bin:/usr/bin:/bin", tools.display());
    for end in ["exit 1", "kill -9 $PPID"] {
        for lines in [30, 600, 2_600] {
            let script = format!(
                "#!/bin/sh\ncase \"$*\" in *--data-only*) exec /usr/bin/pg_restore \"$@\";; esac\n\
                 /usr/bin/pg_restore \"$@\" | head -n {lines}\n{end}\n"
            );
            let tool = tools.join("pg_restore");
            fs::write(&tool, script).unwrap();
            fs::set_permissions(&tool, fs::Permissions::from_mode(0o700)).unwrap();
            let ended = salon.clone().with("PATH", &path).run(&["restore", "copy"]);
            assert!(!ended.status.success(), "{end}, {lines}: {ended:?}");
            let unchanged =
                || async { Some(lead_names(&salon).await).filter(|found| *found == names(&["Asha", "Bela"])) };
            eventually(Duration::from_secs(10), unchanged).await;
        }
    }
    // A failed one leaves no copy of what was not replaced; one that was killed leaves it.
    let kept = fs::read_dir(salon.folder()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(kept.filter(|name| name.to_string_lossy().starts_with("parlour-replaced")).count(), 3);
    salon.run(&["restore", "copy"]).expect_success();
    assert_eq!(lead_names(&salon).await, names(&["Asha"]));
}

#[tokio::test]
async fn what_else_is_in_a_postgres_database_is_left_alone() {
    let salon = Installation::demo_on(Engine::Postgres, PARLOUR_BINARY);
    let process = salon.serve(&[]);
    process.post_lead("Test Asha").await.unwrap().expect_created();
    salon.run(&["backup", "copy"]).expect_success();
    stop(process);
    for (create, remove) in [
        ("create table ledger (id bigint primary key, amount numeric)", "drop table ledger"),
        ("create view report as select id from bookings", "drop view report"),
        ("create schema reporting", "drop schema reporting"),
        ("create function twice(bigint) returns bigint language sql as 'select 2 * $1'", "drop function twice"),
    ] {
        execute(&salon, create).await;
        let refused = salon.run(&["restore", "copy"]);
        assert!(refused.expect_error_line().contains("which is not Parlour's"), "{create}: {refused:?}");
        assert!(salon.run(&["export", &format!("out-{}", &create[7..10])]).status.success(), "{create}");
        execute(&salon, remove).await;
    }
    salon.run(&["restore", "copy"]).expect_success();
    assert_eq!(lead_names(&salon).await, names(&["Asha"]));
}

#[tokio::test]
async fn a_damaged_database_is_kept_and_replaced() {
    let salon = demo_on_sqlite();
    let process = salon.serve(&[]);
    process.post_lead("Test Asha").await.unwrap().expect_created();
    salon.run(&["backup", "copy"]).expect_success();
    stop(process);
    let DatabaseLocation::Sqlite(database) = salon.location() else { panic!("a file") };
    let whole = fs::read(&database).unwrap();
    let mut scratched = whole.clone();
    scratched[100..60_000].fill(0xA5);
    for damaged in [b"not a database at all, but long enough to look at".to_vec(), scratched, whole[..70_000].to_vec()]
    {
        fs::write(&database, &damaged).unwrap();
        // Of the damaged database: it must not be taken for a part of the new one.
        fs::write(database.with_extension("db-journal"), "stale").unwrap();
        let restored = salon.run(&["restore", "copy"]);
        let kept = kept_file(&salon, restored.expect_success());
        assert!(fs::read(kept).unwrap() == damaged);
        assert!(!database.with_extension("db-journal").exists());
        assert_eq!(lead_names(&salon).await, names(&["Asha"]));
    }
    stop(salon.serve(&[]));
}

#[tokio::test]
async fn restores_at_the_same_time_end_as_if_they_had_queued() {
    let salon = demo_on_sqlite();
    let process = salon.serve(&[]);
    process.post_lead("Test Asha").await.unwrap().expect_created();
    salon.run(&["backup", "copy"]).expect_success();
    stop(process);
    fs::remove_dir_all(salon.folder().join("data")).unwrap();
    let mut all: Vec<_> = (0..3).map(|_| salon.spawn(&["restore", "copy"])).collect();
    for restore in &mut all {
        assert!(restore.wait().success(), "{:?}", restore.log_lines());
    }
    assert_eq!(lead_names(&salon).await, names(&["Asha"]));
    assert!(!salon.folder().join("data/parlour.migrating").exists());
}

#[tokio::test]
async fn the_file_that_a_link_points_to_is_replaced() {
    let salon = demo_on_sqlite();
    salon.run(&["backup", "copy"]).expect_success();
    let (data, disk) = (salon.folder().join("data"), salon.folder().join("disk"));
    fs::create_dir(&disk).unwrap();
    fs::rename(data.join("parlour.db"), disk.join("real.db")).unwrap();
    std::os::unix::fs::symlink("../disk/real.db", data.join("parlour.db")).unwrap();
    salon.run(&["restore", "copy"]).expect_success();
    assert!(data.join("parlour.db").is_symlink());
    assert_eq!(lead_names(&salon).await.len(), 0);
    let beside = fs::read_dir(&disk).unwrap().count();
    assert_eq!(beside, 2, "the new one and what was kept");
}

#[tokio::test]
async fn a_database_of_something_else_is_neither_a_backup_nor_replaced() {
    let salon = sqlite_installation();
    salon.run(&["migrate"]).expect_success();
    let foreign = rusqlite::Connection::open(salon.folder().join("foreign.db")).unwrap();
    foreign.execute_batch("create table notes (id integer primary key)").unwrap();
    drop(foreign);
    let refused = salon.run(&["restore", "--without-checksum", "foreign.db"]);
    assert!(refused.expect_error_line().contains("not a backup of Parlour"), "{refused:?}");
    // Nobody waits for a pipe.
    let pipe = salon.folder().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let refused = salon.run_within(Duration::from_secs(10), &["restore", "pipe"]);
    assert!(refused.expect_error_line().contains("not a backup of Parlour"), "{refused:?}");
    // A database that somebody uses is no backup either: a part of it is in its log.
    let mut process = salon.serve(&[]);
    let elsewhere = sqlite_installation();
    let DatabaseLocation::Sqlite(used) = salon.location() else { panic!("a file") };
    let refused = elsewhere.run(&["restore", "--without-checksum", used.to_str().unwrap()]);
    assert!(refused.expect_error_line().contains("parlour backup"), "{refused:?}");
    process.kill();
}
