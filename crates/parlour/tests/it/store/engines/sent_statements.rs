//! Statements whose result nobody needs. On Postgres they are sent with the next one that is waited for.

use std::collections::BTreeSet;
use std::sync::{Arc, Barrier};
use std::time::Duration;

use parlour_db::{DatabaseLocation, DbError, Tx, params};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::page_update::PageUpdate;
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};

use super::{
    END_OTHER_SESSIONS, add_to_number, open_db, postgres_url, read, stored_names, stored_number, with_postgres_client,
    write,
};

fn send_name(tx: &mut Tx<'_>, name: &str) -> Result<(), DbError> {
    tx.run(
        "insert into secrets (name, value, created_at) values ($1, 'x', $2)",
        params![name, Timestamp::from_millis(0)],
    )
}

fn send_addition(tx: &mut Tx<'_>, name: &str, amount: i64) -> Result<(), DbError> {
    tx.run("update change_counters set version = version + $2 where topic = $1", params![name, amount])
}

fn send_product(tx: &mut Tx<'_>, name: &str, factor: i64) -> Result<(), DbError> {
    tx.run("update change_counters set version = version * $2 where topic = $1", params![name, factor])
}

fn names(of: &[&str]) -> BTreeSet<String> {
    of.iter().map(|name| (*name).to_owned()).collect()
}

#[test_on_both_engines]
async fn they_run_in_order_and_before_what_is_read_after_them() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    let seen = write(db, |tx| {
        add_to_number(tx, "n", 3)?;
        send_addition(tx, "n", 2)?;
        send_product(tx, "n", 10)?;
        let between = stored_number(tx, "n")?;
        send_addition(tx, "n", 1)?;
        let changed = tx.execute("update change_counters set version = version + 4 where topic = 'n'", params![])?;
        send_product(tx, "n", 2)?;
        Ok((between, changed))
    });
    assert_eq!(seen.await.unwrap(), (50, 1));
    assert_eq!(read(db, |conn| stored_number(conn, "n")).await.unwrap(), 110);
}

#[test_on_both_engines]
async fn a_transaction_of_nothing_else_is_stored() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write(db, |tx| ["a", "b", "c"].iter().try_for_each(|name| send_name(tx, name))).await.unwrap();
    assert_eq!(read(db, stored_names).await.unwrap(), names(&["a", "b", "c"]));
}

#[test_on_both_engines]
async fn more_than_are_sent_at_once_are_stored() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write(db, |tx| (0..1_234).try_for_each(|number| send_name(tx, &format!("name {number}")))).await.unwrap();
    assert_eq!(read(db, stored_names).await.unwrap().len(), 1_234);
}

#[test_on_both_engines]
async fn the_error_of_the_last_one_is_that_of_the_transaction() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write(db, |tx| send_name(tx, "taken")).await.unwrap();
    let refused = write(db, |tx| {
        stored_names(tx)?;
        send_name(tx, "new")?;
        send_name(tx, "taken")
    });
    let refused = refused.await;
    assert!(matches!(refused, Err(DbError::Unique(_))), "{refused:?}");
    let without_a_read = write(db, |tx| send_name(tx, "taken")).await;
    assert!(matches!(without_a_read, Err(DbError::Unique(_))), "{without_a_read:?}");
    assert_eq!(read(db, stored_names).await.unwrap(), names(&["taken"]), "nothing of it was kept");
    write(db, |tx| send_name(tx, "later")).await.unwrap();
}

#[test_on_both_engines]
async fn the_error_of_the_first_that_failed_is_told_whatever_follows() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write(db, |tx| send_name(tx, "taken")).await.unwrap();
    for follows in ["a read", "a statement that was never prepared", "a count", "another one"] {
        let refused = write(db, move |tx| {
            send_name(tx, "taken")?;
            match follows {
                "a read" => stored_names(tx).map(drop),
                "a count" => add_to_number(tx, "n", 1).map(drop),
                "another one" => send_name(tx, "new"),
                _ => tx.one::<(i64,)>("select count(*) from secrets where name = 'nobody'", params![]).map(drop),
            }
        });
        let refused = refused.await;
        assert!(matches!(refused, Err(DbError::Unique(_))), "{follows}: {refused:?}");
    }
    assert_eq!(read(db, stored_names).await.unwrap(), names(&["taken"]));
}

#[test_on_both_engines]
async fn nothing_is_stored_if_the_work_goes_on_after_the_error() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write(db, |tx| send_name(tx, "taken")).await.unwrap();
    let refused = write(db, |tx| {
        let _ = send_name(tx, "taken");
        let _ = stored_names(tx);
        send_name(tx, "new")
    });
    assert!(refused.await.is_err());
    assert_eq!(read(db, stored_names).await.unwrap(), names(&["taken"]));
}

#[test_on_both_engines]
async fn a_refusal_after_them_leaves_no_trace() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    for name in ["new", "panic"] {
        let refused = write(db, move |tx| {
            send_name(tx, name)?;
            if name == "panic" {
                super::panic_quietly()
            }
            Err::<(), _>(DbError::Overloaded)
        });
        let refused = refused.await;
        assert!(matches!(refused, Err(DbError::Overloaded | DbError::Panicked)), "{refused:?}");
    }
    assert_eq!(read(db, stored_names).await.unwrap(), BTreeSet::new());
}

#[test]
fn a_parameter_of_the_wrong_type_is_an_error_on_postgres() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = TestSalon::open().await;
        let refused = write(&salon.app.db, |tx| {
            send_name(tx, "new")?;
            tx.run("update change_counters set version = $1", params!["a text"])
        });
        assert!(matches!(refused.await, Err(DbError::Statement(_))));
        assert_eq!(read(&salon.app.db, stored_names).await.unwrap(), BTreeSet::new());
    });
}

#[test_on_both_engines]
async fn rows_that_nobody_waits_for_are_told_to_those_who_watch_them() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    let asha = UserId::new("asha");
    let watched = db.page_updates().watch(&asha, vec![PageUpdate::Customer(asha.clone())], 10).unwrap();
    let update_of: fn((String,)) -> PageUpdate = |(name,)| PageUpdate::Customer(UserId::new(name));
    let insert = "insert into secrets (name, value, created_at) values ($1, 'x', $2) returning name";
    let write_name = move |name: &'static str| {
        write(db, move |tx| {
            stored_names(tx)?;
            tx.run_and_note_page_updates(insert, params![name, Timestamp::from_millis(0)], update_of)
        })
    };
    write_name("priya").await.unwrap();
    write_name("asha").await.unwrap();
    tokio::time::timeout(Duration::from_secs(20), watched.changed()).await.unwrap().unwrap();
    let refused = write_name("asha").await;
    assert!(matches!(refused, Err(DbError::Unique(_))), "{refused:?}");
    assert_eq!(read(db, stored_names).await.unwrap(), names(&["asha", "priya"]));
}

#[test]
fn a_connection_that_was_lost_before_them_is_replaced_on_postgres() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = TestSalon::open().await;
        let url = postgres_url(salon.location()).to_owned();
        let db = open_db(&DatabaseLocation::Postgres(url.clone())).await;
        for round in 0..3 {
            for unit in 0..20 {
                write(&db, move |tx| send_name(tx, &format!("{round} {unit}"))).await.unwrap();
            }
            with_postgres_client(&url, |client| client.batch_execute(END_OTHER_SESSIONS)).unwrap();
        }
        let stored = read(&db, stored_names).await.unwrap();
        assert_eq!(stored.len(), 60);
    });
}

#[test]
fn two_that_wait_for_each_other_are_repeated_on_postgres() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = TestSalon::open().await;
        let db = &salon.app.db;
        write(db, |tx| add_to_number(tx, "a", 0).and(add_to_number(tx, "b", 0))).await.unwrap();
        let barrier = Arc::new(Barrier::new(2));
        let add_both = |first: &'static str, second: &'static str| {
            let barrier = Arc::clone(&barrier);
            write(db, move |tx| {
                add_to_number(tx, first, 1)?;
                if tx.is_first_attempt() {
                    barrier.wait();
                }
                // Sent with the commit.
                send_addition(tx, second, 1)
            })
        };
        let (one, other) = tokio::join!(add_both("a", "b"), add_both("b", "a"));
        one.unwrap();
        other.unwrap();
        let stored = read(db, |conn| Ok((stored_number(conn, "a")?, stored_number(conn, "b")?))).await.unwrap();
        assert_eq!(stored, (2, 2));
    });
}

#[test]
fn statements_that_the_server_has_forgotten_are_prepared_again_on_postgres() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = TestSalon::open().await;
        let db = &salon.app.db;
        for round in 0..40 {
            // The last statement is sent with the commit: the server says that nothing was committed.
            let stored = write(db, move |tx| {
                stored_names(tx)?;
                send_name(tx, &format!("name {round}"))
            });
            stored.await.unwrap();
            write(db, |tx| tx.execute("deallocate all", params![])).await.unwrap();
        }
        assert_eq!(read(db, stored_names).await.unwrap().len(), 40);
    });
}

const NAMED: &str = "select name from secrets where name = $1";

/// A question, by a name that has to be there.
const IS_NAMED: &str = "select 1 / count(*) from secrets where name = $1";

#[test_on_both_engines]
async fn a_question_is_answered_when_the_answer_is_needed() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    let answers = write(db, |tx| {
        send_name(tx, "there")?;
        let there = tx.ask(IS_NAMED, params!["there"])?;
        send_name(tx, "later")?;
        Ok((tx.answer(&there)?, tx.answer(&there)?))
    });
    assert_eq!(answers.await.unwrap(), (true, true));
    assert_eq!(read(db, stored_names).await.unwrap(), names(&["later", "there"]));
}

#[test_on_both_engines]
async fn nothing_is_done_after_a_question_whose_answer_is_no() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    let is_postgres = Engine::current() == Engine::Postgres;
    for waits in [false, true] {
        let refused = write(db, move |tx| {
            let missing = tx.ask(IS_NAMED, params!["missing"])?;
            assert_eq!(missing.is_known_to_be_no(), !is_postgres);
            // It may fail at once: a connection that has not prepared it yet waits for that.
            let sent = send_name(tx, "new");
            if waits {
                assert_eq!(sent.and_then(|()| stored_names(tx)).is_err(), is_postgres, "the server has stopped");
            }
            assert!(!tx.answer(&missing).unwrap());
            Err::<(), _>(DbError::Overloaded)
        });
        assert!(matches!(refused.await, Err(DbError::Overloaded)));
    }
    // Whoever does not look at the answer has stored nothing either.
    let unasked = write(db, |tx| {
        let _ = tx.ask(IS_NAMED, params!["missing"])?;
        send_name(tx, "new")
    });
    assert_eq!(unasked.await.is_err(), is_postgres);
    assert_eq!(read(db, stored_names).await.unwrap().len(), usize::from(!is_postgres));
}

#[test_on_both_engines]
async fn a_question_before_a_failure_has_its_answer_and_the_failure_stays() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write(db, |tx| send_name(tx, "taken")).await.unwrap();
    let refused = write(db, |tx| {
        let question = tx.ask(IS_NAMED, params!["taken"])?;
        let written = send_name(tx, "taken").and_then(|()| stored_names(tx));
        assert!(tx.answer(&question).unwrap());
        written
    });
    let refused = refused.await;
    assert!(matches!(refused, Err(DbError::Unique(_))), "{refused:?}");
}

#[test_on_both_engines]
async fn a_question_after_a_failure_has_its_error() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write(db, |tx| send_name(tx, "taken")).await.unwrap();
    let refused = write(db, |tx| {
        send_name(tx, "taken")?;
        let question = tx.ask(IS_NAMED, params!["taken"])?;
        tx.answer(&question)
    });
    let refused = refused.await;
    assert!(matches!(refused, Err(DbError::Unique(_))), "{refused:?}");
}

#[test_on_both_engines]
async fn what_was_asked_ahead_is_found_for_its_parameters() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write(db, |tx| ["a", "b", "c"].iter().try_for_each(|name| send_name(tx, name))).await.unwrap();
    let found = write(db, |tx| {
        tx.ask_ahead(NAMED, &[params!["a"], params!["b"], params!["never asked for"]])?;
        assert!(tx.exists(NAMED, params!["c"])?);
        let wanted = [params!["b"], params!["missing"], params!["a"], params!["c"], params!["a"]];
        tx.one_of_each::<(String,)>(NAMED, &wanted)
    });
    let found: Vec<Option<String>> = found.await.unwrap().into_iter().map(|row| row.map(|(name,)| name)).collect();
    assert_eq!(found, [Some("b"), None, Some("a"), Some("c"), Some("a")].map(|name| name.map(str::to_owned)));
    // Nothing of it is left for the next transaction.
    write(db, |tx| tx.run("delete from secrets where name = 'never asked for'", params![])).await.unwrap();
    let missing = write(db, |tx| tx.one_of_each::<(String,)>(NAMED, &[params!["never asked for"]])).await.unwrap();
    assert_eq!(missing, [None]);
}

#[test_on_both_engines]
async fn numbers_of_transactions_that_fail_at_the_commit_are_taken_by_others() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write(db, |tx| send_name(tx, "taken")).await.unwrap();
    let number_name = |unit: usize| {
        write(db, move |tx| {
            add_to_number(tx, "n", 1)?;
            let number = stored_number(tx, "n")?;
            // The error of the last one is told by the commit.
            send_name(tx, &number.to_string())?;
            if unit.is_multiple_of(3) { send_name(tx, "taken") } else { Ok(()) }
        })
    };
    let done = futures_util::future::join_all((0..60).map(number_name)).await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 40);
    assert!(done.iter().all(|done| matches!(done, Ok(()) | Err(DbError::Unique(_)))), "{done:?}");
    let expected: BTreeSet<String> = (1..=40).map(|number| number.to_string()).chain(["taken".to_owned()]).collect();
    assert_eq!(read(db, stored_names).await.unwrap(), expected);
}
