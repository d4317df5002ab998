//! How every process learns that what it keeps in memory is out of date.

use std::time::{Duration, Instant};

use parlour_store::cache_topics::{self, CacheTopic};
use parlour_store::{Db, DbError};
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};

use super::{END_OTHER_SESSIONS, insert_name, postgres_url, with_postgres_client, write};

async fn changes_from(db: &Db, topic: CacheTopic, from: u64) -> bool {
    let deadline = Instant::now() + Duration::from_secs(20);
    while Instant::now() < deadline {
        if db.generations().of(topic) != from {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    false
}

fn generations(db: &Db) -> [u64; 4] {
    CacheTopic::ALL.map(|topic| db.generations().of(topic))
}

#[test_on_both_engines]
async fn every_process_is_told_of_a_change() {
    let salon = TestSalon::open().await;
    let (here, there) = (&salon.app.db, &salon.open_in_second_process().await.db);
    for topic in CacheTopic::ALL {
        let (before_here, before_there) = (generations(here), generations(there));
        write(here, move |tx| cache_topics::mark_topic_changed(tx, topic)).await.unwrap();
        assert_ne!(here.generations().of(topic), before_here[topic as usize], "before the acknowledgement");
        assert!(changes_from(there, topic, before_there[topic as usize]).await, "{topic:?} in the other process");
        tokio::time::sleep(Duration::from_millis(700)).await;
        for other in CacheTopic::ALL.into_iter().filter(|&other| other != topic) {
            assert_eq!(generations(here)[other as usize], before_here[other as usize]);
            assert_eq!(generations(there)[other as usize], before_there[other as usize]);
        }
    }
    let settled = (generations(here), generations(there));
    write(here, |tx| insert_name(tx, "unrelated")).await.unwrap();
    let undone = write(here, |tx| -> Result<(), DbError> {
        cache_topics::mark_topic_changed(tx, CacheTopic::Offers)?;
        Err(DbError::Statement("undone".into()))
    });
    undone.await.unwrap_err();
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!((generations(here), generations(there)), settled);
}

#[test_on_both_engines]
async fn a_change_right_after_opening_is_noticed() {
    let salon = TestSalon::open().await;
    for _ in 0..5 {
        let just_opened = salon.open_in_second_process().await.db;
        let before = just_opened.generations().of(CacheTopic::Branches);
        write(&salon.app.db, |tx| cache_topics::mark_topic_changed(tx, CacheTopic::Branches)).await.unwrap();
        assert!(changes_from(&just_opened, CacheTopic::Branches, before).await);
    }
}

#[test]
fn changes_are_noticed_after_the_listening_session_broke() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = TestSalon::open().await;
        let there = salon.open_in_second_process().await.db;
        write(&salon.app.db, |tx| cache_topics::mark_topic_changed(tx, CacheTopic::Offers)).await.unwrap();
        assert!(changes_from(&there, CacheTopic::Offers, 0).await);
        tokio::time::sleep(Duration::from_millis(600)).await;
        with_postgres_client(postgres_url(salon.location()), |client| client.execute(END_OTHER_SESSIONS, &[])).unwrap();
        let before = there.generations().of(CacheTopic::Catalogue);
        write(&salon.app.db, |tx| cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)).await.unwrap();
        assert!(changes_from(&there, CacheTopic::Catalogue, before).await);
        let before = there.generations().of(CacheTopic::Branches);
        write(&salon.app.db, |tx| cache_topics::mark_topic_changed(tx, CacheTopic::Branches)).await.unwrap();
        assert!(changes_from(&there, CacheTopic::Branches, before).await);
    });
}
