//! What becomes of a unit of work, alone and among others.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use parlour_db::{DatabaseLocation, DbError, params};
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};
use tempfile::TempDir;

use super::{
    EmptyDatabase, add_to_number, insert_name, occupy_writers, open_db, panic_quietly, read, release_writers,
    sqlite_path, stored_names, stored_number, with_postgres_client, write,
};

#[test_on_both_engines]
async fn a_write_is_committed_on_ok_and_rolled_back_otherwise() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    assert_eq!(write(db, |tx| insert_name(tx, "kept")).await.unwrap(), 1);
    let refused = write(db, |tx| -> Result<(), DbError> {
        insert_name(tx, "refused")?;
        Err(DbError::Statement("changed my mind".into()))
    });
    assert!(matches!(refused.await, Err(DbError::Statement(why)) if why == "changed my mind"));
    let panicked = write(db, |tx| -> Result<(), DbError> {
        insert_name(tx, "panicked")?;
        panic_quietly()
    });
    assert!(matches!(panicked.await, Err(DbError::Panicked)));
    let read_panicked = read(db, |_| -> Result<(), DbError> { panic_quietly() });
    assert!(matches!(read_panicked.await, Err(DbError::Panicked)));

    let seen_by_another_process = salon.open_in_second_process().await;
    assert_eq!(read(&seen_by_another_process.db, stored_names).await.unwrap(), BTreeSet::from(["kept".to_owned()]));
}

/// Postgres forgets the whole transaction when a statement fails, and answers `commit` as if all were well.
#[test_on_both_engines]
async fn statements_after_a_failed_one_are_refused() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    let gone_on = write(db, |tx| {
        insert_name(tx, "first")?;
        let _ = insert_name(tx, "first");
        Ok(())
    });
    let refusal = gone_on.await.unwrap_err();
    assert!(matches!(&refusal, DbError::Statement(why) if why.contains("unique")), "{refusal}");
    assert_eq!(read(db, stored_names).await.unwrap(), BTreeSet::new());
    write(db, |tx| insert_name(tx, "first")).await.unwrap();
}

#[test_on_both_engines]
async fn a_failed_or_panicked_transaction_does_not_affect_others() {
    const UNITS: i64 = 400;
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write(db, |tx| insert_name(tx, "taken")).await.unwrap();
    // So that the units are committed together, they gather behind one that takes its time.
    let held = occupy_writers(db);
    let units: Vec<_> = (0..UNITS)
        .map(|at| {
            let db = db.clone();
            tokio::spawn(async move {
                write(&db, move |tx| {
                    insert_name(tx, &format!("unit {at}"))?;
                    add_to_number(tx, "sum", at)?;
                    match at.wrapping_mul(0x9e37_79b9) >> 7 & 7 {
                        0 => panic_quietly(),
                        1 => Err(DbError::Statement("refused".into())),
                        2 => insert_name(tx, "taken").map(|_| at),
                        3 => add_to_number(tx, "sum", i64::MIN).map(|_| at),
                        _ => Ok(at),
                    }
                })
                .await
            })
        })
        .collect();
    while db.waiting() < usize::try_from(UNITS).unwrap() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    release_writers(held).await;

    let (mut kept, mut sum, mut panics, mut uniques) = (BTreeSet::from(["taken".to_owned()]), 0, 0, 0);
    for unit in units {
        match unit.await.unwrap() {
            Ok(at) => {
                kept.insert(format!("unit {at}"));
                sum += at;
            }
            Err(DbError::Panicked) => panics += 1,
            Err(DbError::Unique(_)) => uniques += 1,
            Err(DbError::Statement(_)) => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert!(panics > 10 && uniques > 10 && kept.len() > 100, "{panics} {uniques} {}", kept.len());
    let again = salon.open_in_second_process().await;
    let stored = read(&again.db, |conn| Ok((stored_names(conn)?, stored_number(conn, "sum")?))).await;
    assert_eq!(stored.unwrap(), (kept, sum));
}

#[test_on_both_engines]
async fn a_committed_write_is_visible_to_everyone() {
    let salon = TestSalon::open().await;
    let (db, other) = (&salon.app.db, &salon.open_in_second_process().await.db);
    for round in 1..=40 {
        write(if round % 2 == 0 { db } else { other }, |tx| add_to_number(tx, "rounds", 1)).await.unwrap();
        for reader in [db, other, db, other] {
            assert_eq!(read(reader, |conn| stored_number(conn, "rounds")).await.unwrap(), round);
        }
    }
}

#[test]
fn waiting_transactions_share_a_commit() {
    const UNITS: usize = 120;
    parlour_testkit::run(Engine::Sqlite, async || {
        let salon = TestSalon::open().await;
        let log = PathBuf::from(format!("{}-wal", sqlite_path(salon.location()).display()));
        write(&salon.app.db, |tx| insert_name(tx, "first")).await.unwrap();
        let before = commits_in(&log);
        for alone in 0..3 {
            write(&salon.app.db, move |tx| insert_name(tx, &format!("alone {alone}"))).await.unwrap();
        }
        assert_eq!(commits_in(&log) - before, 3, "one after another, each has its own");

        let held = occupy_writers(&salon.app.db);
        let units: Vec<_> = (0..UNITS)
            .map(|at| {
                let db = salon.app.db.clone();
                tokio::spawn(async move { write(&db, move |tx| insert_name(tx, &format!("unit {at}"))).await })
            })
            .collect();
        while salon.app.db.waiting() < UNITS {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let before = commits_in(&log);
        release_writers(held).await;
        for unit in units {
            unit.await.unwrap().unwrap();
        }
        let commits = commits_in(&log) - before;
        assert!((1..=UNITS / 6).contains(&commits), "{commits} commits for {UNITS} units");
    });
}

/// Commit frames of the write-ahead log: they carry the size of the file after the commit.
fn commits_in(log: &Path) -> usize {
    let log = std::fs::read(log).unwrap();
    let page = usize::try_from(u32::from_be_bytes(log[8..12].try_into().unwrap())).unwrap();
    let salt = &log[16..24];
    log[32..]
        .chunks_exact(24 + page)
        .take_while(|frame| &frame[8..16] == salt)
        .filter(|frame| frame[4..8] != [0; 4])
        .count()
}

#[test_on_both_engines]
async fn a_read_transaction_cannot_write() {
    let salon = TestSalon::open().await;
    let written = read(&salon.app.db, |conn| {
        conn.one::<(String,)>(
            "insert into secrets (name, value, created_at) values ('sly', 'x', '2027-01-01T00:00:00.000Z')
             returning name",
            params![],
        )
    });
    let written = written.await;
    assert!(matches!(written, Err(DbError::NotWritable(_))), "{written:?}");
    assert_eq!(read(&salon.app.db, stored_names).await.unwrap(), BTreeSet::new());
    write(&salon.app.db, |tx| insert_name(tx, "honest")).await.unwrap();
}

#[test_on_both_engines]
async fn a_transaction_may_hold_the_last_database_handle() {
    let home = TempDir::new().unwrap();
    let salon = TestSalon::open().await;
    let location = match salon.location() {
        DatabaseLocation::Sqlite(_) => DatabaseLocation::Sqlite(home.path().join("own.db")),
        postgres @ DatabaseLocation::Postgres(_) => postgres.clone(),
    };
    let db = open_db(&location).await;
    let (begun, begins) = mpsc::channel();
    let (let_go, gone) = mpsc::channel::<()>();
    let own = db.clone();
    let unit = tokio::spawn(async move {
        let held = own.clone();
        let unit = write(&own, move |tx| {
            let _ = (&held, begun.send(()));
            let _ = gone.recv();
            insert_name(tx, "last")
        });
        tokio::select! { _ = unit => {}, () = tokio::time::sleep(Duration::from_secs(1)) => {} }
    });
    begins.recv_timeout(Duration::from_secs(20)).unwrap();
    drop(db);
    unit.await.unwrap();
    drop(let_go);
    let again = open_db(&location).await;
    for _ in 0..1_000 {
        if read(&again, stored_names).await.unwrap().contains("last") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("what nobody waits for is done all the same");
}

#[test_on_both_engines]
async fn a_dropped_database_is_closed() {
    let home = EmptyDatabase::new();
    let db = open_db(&home.location).await;
    for at in 0..40 {
        write(&db, move |tx| insert_name(tx, &format!("unit {at}"))).await.unwrap();
        read(&db, stored_names).await.unwrap();
    }
    drop(db);
    match &home.location {
        DatabaseLocation::Sqlite(path) => {
            // SQLite removes the log when the last connection is closed.
            let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
            let files: BTreeSet<_> = files.map(|file| file.unwrap().file_name()).collect();
            assert_eq!(files, BTreeSet::from(["salon.db".into()]));
        }
        DatabaseLocation::Postgres(url) => {
            let sessions = || {
                with_postgres_client(url, |client| {
                    let sql = "select count(*) from pg_stat_activity
                        where datname = current_database() and pid <> pg_backend_pid()";
                    client.query_one(sql, &[]).unwrap().get::<_, i64>(0)
                })
            };
            let deadline = Instant::now() + Duration::from_secs(20);
            while sessions() > 0 {
                assert!(Instant::now() < deadline, "{} sessions are still open", sessions());
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}
