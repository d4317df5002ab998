//! How every process learns that what it keeps in memory is out of date.

use std::time::{Duration, Instant};

use parlour_store::changes::{self, Topic};
use parlour_store::{Db, DbError};
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};

use super::{END_OTHER_SESSIONS, postgres_url, psql, put_name, write};

async fn moves(db: &Db, topic: Topic, from: u64) -> bool {
    let deadline = Instant::now() + Duration::from_secs(2);
    while Instant::now() < deadline {
        if db.generations().of(topic) != from {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    false
}

fn generations(db: &Db) -> [u64; 3] {
    Topic::ALL.map(|topic| db.generations().of(topic))
}

#[test_on_both_engines]
async fn a_change_is_heard_of_in_every_process() {
    let salon = TestSalon::open().await;
    let (here, there) = (&salon.app.db, &salon.opened_again().await.db);
    for topic in Topic::ALL {
        let (before_here, before_there) = (generations(here), generations(there));
        write(here, move |tx| changes::mark(tx, topic)).await.unwrap();
        assert_ne!(here.generations().of(topic), before_here[topic as usize], "before the acknowledgement");
        assert!(moves(there, topic, before_there[topic as usize]).await, "{topic:?} in the other process");
        tokio::time::sleep(Duration::from_millis(700)).await;
        for other in Topic::ALL.into_iter().filter(|&other| other != topic) {
            assert_eq!(generations(here)[other as usize], before_here[other as usize]);
            assert_eq!(generations(there)[other as usize], before_there[other as usize]);
        }
    }
    let settled = (generations(here), generations(there));
    write(here, |tx| put_name(tx, "unrelated")).await.unwrap();
    let undone = write(here, |tx| -> Result<(), DbError> {
        changes::mark(tx, Topic::Offers)?;
        Err(DbError::Statement("undone".into()))
    });
    undone.await.unwrap_err();
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!((generations(here), generations(there)), settled);
}

#[test_on_both_engines]
async fn a_change_right_after_opening_is_heard_of() {
    let salon = TestSalon::open().await;
    for _ in 0..5 {
        let just_opened = salon.opened_again().await.db;
        let before = just_opened.generations().of(Topic::Branches);
        write(&salon.app.db, |tx| changes::mark(tx, Topic::Branches)).await.unwrap();
        assert!(moves(&just_opened, Topic::Branches, before).await);
    }
}

#[test]
fn a_change_is_heard_of_after_the_listening_session_broke() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = TestSalon::open().await;
        let there = salon.opened_again().await.db;
        write(&salon.app.db, |tx| changes::mark(tx, Topic::Offers)).await.unwrap();
        assert!(moves(&there, Topic::Offers, 0).await);
        tokio::time::sleep(Duration::from_millis(600)).await;
        psql(postgres_url(salon.location()), |client| client.execute(END_OTHER_SESSIONS, &[])).unwrap();
        let before = there.generations().of(Topic::Catalogue);
        write(&salon.app.db, |tx| changes::mark(tx, Topic::Catalogue)).await.unwrap();
        assert!(moves(&there, Topic::Catalogue, before).await);
        let before = there.generations().of(Topic::Branches);
        write(&salon.app.db, |tx| changes::mark(tx, Topic::Branches)).await.unwrap();
        assert!(moves(&there, Topic::Branches, before).await);
    });
}
