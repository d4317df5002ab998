//! What only a server across a wire can do to us.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::time::{Duration, Instant};

use parlour_db::{DatabaseLocation, DbError, params};
use parlour_testkit::process::eventually;
use parlour_testkit::servers::{Durability, PostgresOptions, PrivatePostgres};
use parlour_testkit::{Engine, TestSalon};

use super::{
    END_OTHER_SESSIONS, add_to_number, insert_name, open_db, postgres_url, read, stored_names, stored_number,
    with_postgres_client, write,
};

#[test]
fn conflicting_transactions_are_retried() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = TestSalon::open().await;
        let db = &salon.app.db;
        write(db, |tx| Ok((add_to_number(tx, "a", 0)?, add_to_number(tx, "b", 0)?))).await.unwrap();
        let runs = Arc::new(AtomicUsize::new(0));
        for _ in 0..3 {
            let both_hold_one = Arc::new(Barrier::new(2));
            let unit = |first: &'static str, second: &'static str| {
                let (runs, meeting) = (Arc::clone(&runs), Arc::clone(&both_hold_one));
                let is_first_run = AtomicUsize::new(0);
                write(db, move |tx| {
                    runs.fetch_add(1, Ordering::Relaxed);
                    add_to_number(tx, first, 1)?;
                    if is_first_run.fetch_add(1, Ordering::Relaxed) == 0 {
                        meeting.wait();
                    }
                    add_to_number(tx, second, 1)
                })
            };
            let (one, other) = tokio::join!(unit("a", "b"), unit("b", "a"));
            assert_eq!((one.unwrap(), other.unwrap()), (1, 1));
        }
        let stored = read(db, |conn| Ok((stored_number(conn, "a")?, stored_number(conn, "b")?))).await.unwrap();
        assert_eq!(stored, (6, 6));
        assert!(runs.load(Ordering::Relaxed) >= 9, "every round has a deadlock");

        let both_have_read = Arc::new(Barrier::new(2));
        let unit = || {
            let (runs, meeting) = (Arc::clone(&runs), Arc::clone(&both_have_read));
            let is_first_run = AtomicUsize::new(0);
            write(db, move |tx| {
                runs.fetch_add(1, Ordering::Relaxed);
                tx.execute("set transaction isolation level repeatable read", params![])?;
                let now = stored_number(tx, "a")?;
                if is_first_run.fetch_add(1, Ordering::Relaxed) == 0 {
                    meeting.wait();
                }
                tx.execute("update change_counters set version = $1 where topic = 'a'", params![now + 1])
            })
        };
        runs.store(0, Ordering::Relaxed);
        let (one, other) = tokio::join!(unit(), unit());
        assert_eq!((one.unwrap(), other.unwrap()), (1, 1));
        assert_eq!(read(db, |conn| stored_number(conn, "a")).await.unwrap(), 8);
        assert_eq!(runs.load(Ordering::Relaxed), 3);
    });
}

#[test]
fn a_transaction_is_not_retried_if_its_commit_may_have_happened() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = TestSalon::open().await;
        let (db, url) = (&salon.app.db, postgres_url(salon.location()).to_owned());
        with_postgres_client(&url, |client| {
            client.batch_execute(
                "create function slowly() returns trigger language plpgsql as
                     $$ begin perform pg_sleep(5); return null; end $$;
                 create constraint trigger slow_commit after insert on secrets
                     deferrable initially deferred for each row execute function slowly()",
            )
        })
        .unwrap();
        let runs = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&runs);
        let unit = write(db, move |tx| {
            counted.fetch_add(1, Ordering::Relaxed);
            insert_name(tx, "slow")
        });
        let cut = async {
            let commit_is_ended = || async {
                let ended = tokio::task::block_in_place(|| {
                    with_postgres_client(&url, |client| {
                        client.execute(
                            "select pg_terminate_backend(pid) from pg_stat_activity
                             where datname = current_database() and query = 'commit' and state = 'active'",
                            &[],
                        )
                    })
                });
                (ended.unwrap() == 1).then_some(())
            };
            eventually(Duration::from_secs(20), commit_is_ended).await;
        };
        let (outcome, ()) = tokio::join!(unit, cut);
        assert!(matches!(outcome, Err(DbError::Unavailable(_))), "{outcome:?}");
        assert_eq!(runs.load(Ordering::Relaxed), 1);
        write(db, |tx| add_to_number(tx, "next", 1)).await.unwrap();
    });
}

#[test]
fn a_killed_server_leaves_no_partial_writes_and_is_reconnected() {
    parlour_testkit::run(Engine::Postgres, async || {
        let options = PostgresOptions { durability: Durability::Real, ..PostgresOptions::default() };
        let server = tokio::task::spawn_blocking(move || PrivatePostgres::start(&options)).await.unwrap();
        let db = open_db(&DatabaseLocation::Postgres(server.fresh_database())).await;
        write(&db, |tx| insert_name(tx, "before")).await.unwrap();
        let (begun, begins) = mpsc::channel();
        let (go_on, goes_on) = mpsc::channel::<()>();
        let unit = write(&db, move |tx| {
            insert_name(tx, "half")?;
            let _ = begun.send(());
            let _ = goes_on.recv();
            insert_name(tx, "other half")
        });
        let kill = async {
            tokio::task::block_in_place(|| {
                begins.recv_timeout(Duration::from_secs(20)).unwrap();
                server.kill();
            });
            drop(go_on);
        };
        let (outcome, ()) = tokio::join!(unit, kill);
        assert!(matches!(outcome, Err(DbError::Unavailable(_))), "{outcome:?}");
        let started = Instant::now();
        for _ in 0..20 {
            let down = write(&db, |tx| insert_name(tx, "down")).await;
            assert!(matches!(down, Err(DbError::Unavailable(_))), "{down:?}");
            let down = read(&db, stored_names).await;
            assert!(matches!(down, Err(DbError::Unavailable(_))), "{down:?}");
        }
        assert!(started.elapsed() < Duration::from_secs(30), "a server that is gone is noticed soon");
        tokio::task::block_in_place(|| server.restart());
        // At once and on every connection: one that broke is replaced, and the work done on the new one.
        for at in 0..40 {
            write(&db, move |tx| insert_name(tx, &format!("after {at}"))).await.unwrap();
        }
        let stored = read(&db, stored_names).await.unwrap();
        assert!(stored.contains("before") && !stored.contains("half") && !stored.contains("down"), "{stored:?}");
        assert_eq!(stored.len(), 41);

        // Also an idle connection's end, and a server that has forgotten its prepared statements, go unnoticed.
        write(&db, |tx| tx.execute("deallocate all", params![])).await.unwrap();
        let url = postgres_url(db.location()).to_owned();
        for _ in 0..40 {
            read(&db, stored_names).await.unwrap();
        }
        with_postgres_client(&url, |client| client.execute(END_OTHER_SESSIONS, &[])).unwrap();
        for at in 0..40 {
            read(&db, stored_names).await.unwrap();
            write(&db, move |tx| insert_name(tx, &format!("later {at}"))).await.unwrap();
        }
        // Before the server it talks to.
        drop(db);
    });
}

#[test]
fn more_transactions_than_connections_wait_for_each_other() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = TestSalon::open().await;
        let units: Vec<_> = (0..100)
            .map(|_| {
                let db = salon.app.db.clone();
                tokio::spawn(async move {
                    write(&db, |tx| {
                        tx.one::<(bool,)>("select pg_sleep(0.02) is null", params![])?;
                        add_to_number(tx, "turns", 1)?;
                        let sessions = tx.one::<(i64,)>(
                            "select count(*) from pg_stat_activity where datname = current_database()",
                            params![],
                        )?;
                        Ok(sessions.map_or(0, |(sessions,)| sessions))
                    })
                    .await
                })
            })
            .collect();
        let mut most = 0;
        for unit in units {
            most = most.max(unit.await.unwrap().unwrap());
        }
        assert!((2..=17).contains(&most), "{most} sessions: 16, and one that listens");
        assert_eq!(read(&salon.app.db, |conn| stored_number(conn, "turns")).await.unwrap(), 100);
    });
}
