//! Refusals, locks, full disks and queues.

use std::collections::BTreeSet;
use std::sync::mpsc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use parlour_db::{DatabaseLocation, DbError, params};
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};

use super::{
    add_to_number, insert_name, occupy_writers, open_db, postgres_url, read, release_writers, sqlite_path,
    stored_names, stored_number, with_postgres_client, write,
};

#[test_on_both_engines]
async fn both_engines_report_the_same_error_kinds() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write(db, |tx| insert_name(tx, "taken")).await.unwrap();
    let unique = write(db, |tx| insert_name(tx, "taken")).await;
    assert!(matches!(unique, Err(DbError::Unique(_))), "{unique:?}");
    let foreign_key = write(db, |tx| {
        tx.execute(
            "insert into identities (issuer, subject, user_id, created_at) values ('i', 's', 'nobody', $1)",
            params![parlour_domain::ist::Timestamp::from_millis(0)],
        )
    });
    let foreign_key = foreign_key.await;
    assert!(matches!(foreign_key, Err(DbError::ForeignKey(_))), "{foreign_key:?}");
    let check = write(db, |tx| add_to_number(tx, "negative", -1)).await;
    assert!(matches!(check, Err(DbError::Statement(_))), "{check:?}");
    let null = write(db, |tx| tx.execute("insert into secrets (name) values ('x')", params![])).await;
    assert!(matches!(null, Err(DbError::Statement(_))), "{null:?}");
    let wrong = read(db, |conn| conn.one::<(i64,)>("select nothing from nowhere", params![])).await;
    assert!(matches!(wrong, Err(DbError::Statement(_))), "{wrong:?}");
    let of_another_type = read(db, |conn| conn.one::<(i64,)>("select name from secrets", params![])).await;
    assert!(matches!(of_another_type, Err(DbError::Statement(_))), "{of_another_type:?}");
    let of_null =
        read(db, |conn| conn.one::<(String,)>("select max(name) from secrets where name = 'nobody'", params![]));
    let of_null = of_null.await;
    assert!(matches!(of_null, Err(DbError::Statement(_))), "{of_null:?}");
    assert!([unique, check].iter().all(|refusal| !refusal.as_ref().unwrap_err().is_temporary()));
}

#[test]
fn a_lock_of_another_process_is_a_temporary_error_on_sqlite() {
    parlour_testkit::run(Engine::Sqlite, async || {
        let salon = TestSalon::open().await;
        let other = rusqlite::Connection::open(sqlite_path(salon.location())).unwrap();
        other.execute_batch("begin immediate").unwrap();
        let started = Instant::now();
        let units: Vec<_> = (0..50)
            .map(|at| {
                let db = salon.app.db.clone();
                tokio::spawn(async move { write(&db, move |tx| insert_name(tx, &format!("unit {at}"))).await })
            })
            .collect();
        assert_eq!(read(&salon.app.db, stored_names).await.unwrap(), BTreeSet::new(), "reads go on");
        let mut refusals = Vec::new();
        for unit in units {
            refusals.push(unit.await.unwrap().expect_err("the file is locked"));
        }
        assert!(refusals.iter().any(|refusal| matches!(refusal, DbError::Unavailable(_))), "{refusals:?}");
        assert!(refusals.iter().all(DbError::is_temporary), "{refusals:?}");
        assert!(started.elapsed() < Duration::from_secs(40), "they wait together, not one after another");
        other.execute_batch("rollback").unwrap();
        write(&salon.app.db, |tx| insert_name(tx, "recovered")).await.unwrap();
        assert_eq!(read(&salon.app.db, stored_names).await.unwrap(), BTreeSet::from(["recovered".to_owned()]));
    });
}

#[test]
fn a_lock_of_another_session_is_a_temporary_error_on_postgres() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = TestSalon::open().await;
        let url = postgres_url(salon.location()).to_owned();
        let impatient = open_db(&DatabaseLocation::Postgres(format!("{url}?options=-c%20lock_timeout%3D200ms"))).await;
        write(&impatient, |tx| add_to_number(tx, "row", 1)).await.unwrap();
        let (release, released) = mpsc::channel::<()>();
        let (locked, is_locked) = mpsc::channel();
        let holder = std::thread::spawn(move || {
            with_postgres_client(&url, move |client| {
                client.batch_execute("begin; update change_counters set version = 7").unwrap();
                locked.send(()).unwrap();
                let _ = released.recv();
            });
        });
        is_locked.recv_timeout(Duration::from_secs(20)).unwrap();
        let refused = write(&impatient, |tx| add_to_number(tx, "row", 1)).await;
        assert!(matches!(refused, Err(DbError::Unavailable(_))), "{refused:?}");
        drop(release);
        holder.join().unwrap();
        write(&impatient, |tx| add_to_number(tx, "row", 1)).await.unwrap();
        assert_eq!(read(&impatient, |conn| stored_number(conn, "row")).await.unwrap(), 2);
    });
}

#[test]
fn a_full_disk_is_a_temporary_error_on_sqlite() {
    parlour_testkit::run(Engine::Sqlite, async || {
        let salon = TestSalon::open().await;
        let db = &salon.app.db;
        // Kept per connection, so the writer itself is told.
        let limit = write(db, |tx| {
            let pages = tx.one::<(i64,)>("pragma page_count", params![])?.map_or(0, |(pages,)| pages);
            tx.one::<(i64,)>(if pages > 0 { "pragma max_page_count = 1" } else { "select 0" }, params![])
        });
        limit.await.unwrap();
        let large = "x".repeat(300_000);
        let refused = write(db, move |tx| insert_name(tx, &large)).await;
        assert!(matches!(refused, Err(DbError::NotWritable(_))), "{refused:?}");
        let db_for_read = db.clone();
        let reason = read(db, move |conn| db_for_read.refuses_changes(conn)).await.unwrap();
        assert!(reason.is_some_and(|reason| reason.contains("full")));
        write(db, |tx| tx.one::<(i64,)>("pragma max_page_count = 1000000", params![])).await.unwrap();
        write(db, |tx| insert_name(tx, "recovered")).await.unwrap();
        assert_eq!(read(db, stored_names).await.unwrap(), BTreeSet::from(["recovered".to_owned()]));
    });
}

#[test_on_both_engines]
async fn transactions_beyond_the_queue_limit_are_refused() {
    const QUEUE: usize = 1024;
    const TOO_MANY: usize = 300;
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    let held = occupy_writers(db);
    let mut units: Vec<_> =
        (0..QUEUE + TOO_MANY).map(|_| Box::pin(write(db, |tx| add_to_number(tx, "done", 1)))).collect();
    // Polled in turn on one task: what is turned away is turned away at the first look.
    let mut refused = 0;
    let mut waiting = Vec::new();
    for mut unit in units.drain(..) {
        match unit.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => waiting.push(unit),
            Poll::Ready(Err(DbError::Overloaded)) => refused += 1,
            Poll::Ready(other) => panic!("{other:?}"),
        }
    }
    assert_eq!((refused, waiting.len(), db.waiting()), (TOO_MANY, QUEUE, QUEUE));
    release_writers(held).await;
    for unit in waiting {
        unit.await.unwrap();
    }
    write(db, |tx| add_to_number(tx, "done", 1)).await.unwrap();
    let done = read(db, |conn| stored_number(conn, "done")).await.unwrap();
    assert_eq!((usize::try_from(done).unwrap(), db.waiting()), (QUEUE + 1, 0));
}

#[test_on_both_engines]
async fn transactions_that_waited_too_long_are_refused() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    let held = occupy_writers(db);
    let late = write(db, |tx| insert_name(tx, "late"));
    let release = async {
        tokio::time::sleep(Duration::from_millis(5_300)).await;
        release_writers(held).await;
    };
    let (late, ()) = tokio::join!(late, release);
    assert!(matches!(late, Err(DbError::Overloaded)), "{late:?}");
    assert_eq!(read(db, stored_names).await.unwrap(), BTreeSet::new());
    write(db, |tx| insert_name(tx, "in time")).await.unwrap();
}
