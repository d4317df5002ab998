//! A backup that is not as it was made is not restored.

use std::fs;
use std::path::Path;

use parlour_db::DbError;
use parlour_testkit::process::Installation;
use parlour_testkit::{Engine, test_on_both_engines};
use rusqlite::Connection;

use crate::parlour_binary::{demo_on_current_engine, demo_on_sqlite, sqlite_installation};

/// How long the checksum at the end of a backup is.
const CHECKSUM_BYTES: usize = 96;

/// A salon with a backup, and something that is not in it.
async fn salon_with_backup(salon: Installation) -> Installation {
    salon.run(&["backup", "copy"]).expect_success();
    change_name(&salon, "Later").await;
    salon
}

async fn change_name(salon: &Installation, name: &'static str) {
    let db = salon.database().await;
    let run: Result<(), DbError> =
        db.write_by_any_clock(move |tx| tx.run("update branches set name = $1", parlour_db::params![name])).await;
    run.unwrap();
}

/// Whether what was changed after the backup is still there.
async fn is_unchanged(salon: &Installation) -> bool {
    let db = salon.database().await;
    let names: Result<Vec<String>, DbError> =
        db.read(|conn| conn.all_values("select distinct name from branches", &[])).await;
    names.unwrap() == ["Later"]
}

#[test_on_both_engines]
async fn a_backup_with_any_altered_byte_changes_nothing() {
    let salon = salon_with_backup(demo_on_current_engine()).await;
    let whole = fs::read(salon.folder().join("copy")).unwrap();
    let contents = whole.len() - CHECKSUM_BYTES;
    for place in [20, 70, 4_200, contents / 3, contents / 2, contents - 1, contents, contents + 40, whole.len() - 1] {
        let mut altered = whole.clone();
        altered[place] ^= 1;
        assert_refused(&salon, &altered, "its checksum").await;
    }
    assert_refused(&salon, &whole[..whole.len() - 1], "its checksum").await;
    assert_refused(&salon, &[whole.as_slice(), b"\n"].concat(), "its checksum").await;
    if Engine::current() == Engine::Sqlite {
        let other_end = [&whole[..contents], &[b'?'; CHECKSUM_BYTES]].concat();
        assert_refused(&salon, &other_end, "it has no checksum").await;
        let refused = salon.run(&["restore", "--without-checksum", "altered"]);
        assert!(refused.expect_error_line().contains("something was added to its end, or cut off"), "{refused:?}");
        assert!(is_unchanged(&salon).await);
    }
    salon.run(&["restore", "copy"]).expect_success();
    assert!(!is_unchanged(&salon).await);
}

async fn assert_refused(salon: &Installation, altered: &[u8], why: &str) {
    fs::write(salon.folder().join("altered"), altered).unwrap();
    let refused = salon.run(&["restore", "altered"]);
    assert!(refused.expect_error_line().contains(why), "{refused:?}");
    assert!(is_unchanged(salon).await);
}

#[test_on_both_engines]
async fn a_backup_whose_checksum_was_cut_off_is_restored_only_when_asked_for() {
    let salon = salon_with_backup(demo_on_current_engine()).await;
    let whole = fs::read(salon.folder().join("copy")).unwrap();
    for cut in [CHECKSUM_BYTES, CHECKSUM_BYTES - 10] {
        assert_refused(&salon, &whole[..whole.len() - cut], "checksum").await;
    }
    fs::write(salon.folder().join("older"), &whole[..whole.len() - CHECKSUM_BYTES]).unwrap();
    let refused = salon.run(&["restore", "older"]);
    assert!(refused.expect_error_line().contains("add --without-checksum"), "{refused:?}");
    salon.run(&["restore", "--without-checksum", "older"]).expect_success();
    assert!(!is_unchanged(&salon).await);
    // Where there is a checksum, it counts.
    let mut altered = whole;
    altered[4_200] ^= 1;
    fs::write(salon.folder().join("altered"), &altered).unwrap();
    let refused = salon.run(&["restore", "--without-checksum", "altered"]);
    assert!(refused.expect_error_line().contains("its checksum"), "{refused:?}");
}

/// As the administrator of a machine does it.
fn open_by_hand(backup: &Path) -> Connection {
    Connection::open(backup).unwrap()
}

#[tokio::test]
async fn a_backup_can_be_opened_by_hand_and_its_checksum_compared() {
    let salon = demo_on_sqlite();
    salon.run(&["backup", "copy"]).expect_success();
    let copy = salon.folder().join("copy");
    let branches: i64 = open_by_hand(&copy).query_row("select count(*) from branches", [], |row| row.get(0)).unwrap();
    assert!(branches > 0);
    // As docs/guides/backup.md says.
    let compared = std::process::Command::new("sh")
        .args(["-c", "head -c -96 copy | sha256sum | cut -c 1-64; tail -c 80 copy | head -c 64"])
        .current_dir(salon.folder())
        .output();
    let printed = String::from_utf8(compared.unwrap().stdout).unwrap();
    let (computed, written) = printed.split_once('\n').unwrap();
    assert_eq!((computed, computed.len()), (written, 64));
}

/// What an administrator changed in a backup by hand, with the tools of `SQLite`, and its checksum taken away.
#[tokio::test]
async fn a_file_with_what_is_not_parlours_is_not_restored() {
    let salon = salon_with_backup(demo_on_sqlite()).await;
    let (copy, altered) = (salon.folder().join("copy"), salon.folder().join("altered.db"));
    for (change, why) in [
        ("create table ledger (id integer)", "also contains ledger, which is not Parlour's"),
        ("create view report as select id from bookings", "also contains report, which is not Parlour's"),
        (
            "create trigger follow after insert on leads begin delete from leads; end",
            "also contains follow, which is not Parlour's",
        ),
        (
            "drop trigger directory_search_entered;
             create trigger directory_search_entered after insert on directory_texts begin delete from leads; end",
            "also contains directory_search_entered, which is not Parlour's",
        ),
        ("create index fast on leads (name)", "also contains fast, which is not Parlour's"),
        ("pragma foreign_keys = off; delete from branches", "refers to a row of branches that is not there"),
        (
            "pragma writable_schema = on;
             update sqlite_schema set sql = substr(sql, 1, instr(sql, ' where ')) where name = 'users_by_merged_into'",
            "in index users_by_merged_into",
        ),
    ] {
        let _ = fs::remove_file(&altered);
        let from = open_by_hand(&copy);
        from.execute("vacuum into ?1", [altered.to_str().unwrap()]).unwrap();
        drop(from);
        open_by_hand(&altered).execute_batch(change).unwrap();
        let refused = salon.run(&["restore", "--without-checksum", "altered.db"]);
        assert!(refused.expect_error_line().contains(why), "{change}: {refused:?}");
        assert!(is_unchanged(&salon).await, "{change}");
    }
    let left = fs::read_dir(salon.folder().join("data")).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().contains("restoring")));
}

#[tokio::test]
async fn a_backup_that_could_not_be_restored_is_told_when_it_is_made() {
    let salon = sqlite_installation();
    salon.run(&["migrate"]).expect_success();
    assert!(!salon.run(&["backup", "first"]).expect_success().contains("Warning"));
    open_by_hand(&salon.folder().join("data/parlour.db"))
        .execute_batch("create view report as select id from bookings")
        .unwrap();
    let made = salon.run(&["backup", "second"]);
    assert!(made.expect_success().contains("Warning: the database also contains report"), "{made:?}");
}
