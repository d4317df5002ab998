//! Numbers of a counter have no gap and no repeat, whoever takes them and however a transaction ends. On Postgres a process
//! that counts alone knows the next number before the server has counted.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use parlour_db::{DatabaseLocation, Db, DbError, Tx, params};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::bookings::booking_records::next_booking_number;
use parlour_testkit::fixtures::small_salon::{PUNE, small_salon};
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};

use super::{
    END_OTHER_SESSIONS, open_db, panic_quietly, postgres_url, read, stored_names, with_postgres_client, write,
};

/// Takes a number and stores it under a name of its own, as a booking does.
fn take_number(tx: &mut Tx<'_>) -> Result<i64, DbError> {
    let number = next_booking_number(tx, &BranchId::new(PUNE), "2703", ServiceType::Salon)?;
    tx.run(
        "insert into secrets (name, value, created_at) values ($1, 'x', $2)",
        params![number.to_string(), Timestamp::from_millis(0)],
    )?;
    Ok(number)
}

/// The number, and how often the work ran.
async fn take_counted(db: &Db) -> (i64, usize) {
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&runs);
    let number = write(db, move |tx| {
        counted.fetch_add(1, Ordering::Relaxed);
        take_number(tx)
    });
    (number.await.unwrap(), runs.load(Ordering::Relaxed))
}

async fn expect_numbers_up_to(db: &Db, last: usize) {
    let last_counted = "select last_number from booking_counters where branch_id = $1 and month = '2703'";
    let stored = read(db, move |conn| Ok((stored_names(conn)?, conn.one_value::<i64>(last_counted, params![PUNE])?)));
    let (names, counted) = stored.await.unwrap();
    assert_eq!(names, (1..=last).map(|number| number.to_string()).collect::<BTreeSet<_>>());
    assert_eq!(counted, Some(i64::try_from(last).unwrap()));
}

#[test_on_both_engines]
async fn two_processes_leave_no_gap_however_transactions_end() {
    let salon = small_salon().await;
    let processes = [salon.app.db.clone(), salon.open_in_second_process().await.db];
    let take = |unit: usize| {
        // At first each process counts alone for a while, then both at once.
        let db = &processes[if unit < 120 { unit / 60 } else { unit % 2 }];
        write(db, move |tx| {
            let number = take_number(tx)?;
            match unit % 6 {
                0 => Err(DbError::Overloaded),
                1 => panic_quietly(),
                // Told by the commit: the name is stored already.
                2 => tx.run(
                    "insert into secrets (name, value, created_at) values ($1, 'x', $2)",
                    params![number.to_string(), Timestamp::from_millis(0)],
                ),
                _ => Ok(()),
            }
        })
    };
    let mut stored = 0;
    for units in [0..60, 60..120, 120..360] {
        let done = futures_util::future::join_all(units.map(take)).await;
        stored += done.iter().filter(|done| done.is_ok()).count();
        let expected = [DbError::Overloaded, DbError::Panicked, DbError::Unique(String::new())];
        for error in done.into_iter().filter_map(Result::err) {
            let is_expected =
                expected.iter().any(|kind| std::mem::discriminant(kind) == std::mem::discriminant(&error));
            assert!(is_expected, "{error}");
        }
    }
    assert_eq!(stored, 180);
    expect_numbers_up_to(&processes[0], stored).await;
}

#[test]
fn a_number_that_another_process_has_taken_is_taken_again_on_postgres() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = small_salon().await;
        let (db, other) = (&salon.app.db, &salon.open_in_second_process().await.db);
        assert_eq!(take_counted(db).await, (1, 1));
        assert_eq!(take_counted(db).await, (2, 1), "expected");
        assert_eq!(take_counted(other).await, (3, 1), "counted by the server");
        assert_eq!(take_counted(db).await, (4, 2), "3 was expected");
        // Both count for a while now, so they need not repeat anything.
        assert_eq!(take_counted(other).await, (5, 2), "4 was expected");
        for number in 6..40 {
            let taker = if number % 2 == 0 { db } else { other };
            assert_eq!(take_counted(taker).await, (number, 1));
        }
        expect_numbers_up_to(db, 39).await;
    });
}

/// Somebody else has counted and not committed while a number is taken; returns the number and how often the work ran.
async fn take_while_another_counts(salon: &TestSalon, end: &'static str) -> (i64, usize) {
    let url = postgres_url(salon.location()).to_owned();
    let db = salon.app.db.clone();
    let runtime = tokio::runtime::Handle::current();
    let act = move || {
        with_postgres_client(&url, |client| {
            client.batch_execute("begin; update booking_counters set last_number = last_number + 1").unwrap();
            let taken = runtime.spawn(async move { take_counted(&db).await });
            let waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'
                 and datname = current_database()";
            while client.query_one(waiting, &[]).unwrap().get::<_, i64>(0) == 0 {
                std::thread::sleep(Duration::from_millis(5));
                client.batch_execute("select pg_stat_clear_snapshot()").unwrap();
            }
            client.batch_execute(end).unwrap();
            taken
        })
    };
    tokio::task::spawn_blocking(act).await.unwrap().await.unwrap()
}

#[test]
fn a_number_is_expected_as_if_another_process_that_gives_up_had_not_counted_on_postgres() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = small_salon().await;
        assert_eq!(take_counted(&salon.app.db).await, (1, 1));
        assert_eq!(take_while_another_counts(&salon, "rollback").await, (2, 1));
        assert_eq!(take_counted(&salon.app.db).await, (3, 1));
        expect_numbers_up_to(&salon.app.db, 3).await;
    });
}

#[test]
fn a_number_is_taken_again_if_another_process_commits_it_meanwhile_on_postgres() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = small_salon().await;
        assert_eq!(take_counted(&salon.app.db).await, (1, 1));
        let insert = "insert into secrets (name, value, created_at) values ('2', 'x', now()); commit";
        assert_eq!(take_while_another_counts(&salon, insert).await, (3, 2));
        expect_numbers_up_to(&salon.app.db, 3).await;
    });
}

#[test]
fn a_connection_that_is_lost_with_a_number_leaves_no_gap_on_postgres() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = small_salon().await;
        let url = postgres_url(salon.location()).to_owned();
        let db = open_db(&DatabaseLocation::Postgres(url.clone())).await;
        let mut stored = 0;
        for round in 0..30 {
            let url = url.clone();
            let taken = write(&db, move |tx| {
                // Lost before the number, or between the number and the commit.
                let is_lost = tx.is_first_attempt() && round % 3 != 0;
                if is_lost && round % 3 == 1 {
                    with_postgres_client(&url, |client| client.batch_execute(END_OTHER_SESSIONS)).unwrap();
                }
                stored_names(tx)?;
                take_number(tx)?;
                if is_lost && round % 3 == 2 {
                    with_postgres_client(&url, |client| client.batch_execute(END_OTHER_SESSIONS)).unwrap();
                }
                Ok(())
            });
            // Whether a commit was stored is unknown if its connection was lost.
            stored += usize::from(taken.await.is_ok());
        }
        assert!(stored >= 20, "{stored}");
        let all = read(&db, stored_names).await.unwrap().len();
        expect_numbers_up_to(&db, all).await;
    });
}

#[test]
fn whoever_waits_too_long_for_a_turn_waits_for_the_server_on_postgres() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = small_salon().await;
        let db = &salon.app.db;
        assert_eq!(take_counted(db).await, (1, 1));
        let (quick_is_done, is_done) = mpsc::channel();
        let is_done = Mutex::new(is_done);
        let (slow_has_number, has_number) = tokio::sync::oneshot::channel();
        let slow_has_number = Mutex::new(Some(slow_has_number));
        let slow = write(db, move |tx| {
            take_number(tx)?;
            if let Some(slow_has_number) = slow_has_number.lock().unwrap().take() {
                slow_has_number.send(()).unwrap();
                is_done.lock().unwrap().recv().unwrap();
            }
            Ok(())
        });
        let (slow, quick) = tokio::join!(slow, async {
            has_number.await.unwrap();
            let quick = take_counted(db).await;
            quick_is_done.send(()).unwrap();
            quick
        });
        slow.unwrap();
        // The slow one has not sent its number when the quick one gives up waiting.
        assert_eq!(quick, (2, 1));
        assert_eq!(take_counted(db).await.0, 4);
        expect_numbers_up_to(db, 4).await;
    });
}
