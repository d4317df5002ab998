//! Data that is cached in memory, and how every process finds out that it has changed.
//!
//! A write that changes such data increases the topic's counter row in its own transaction. In this process the in-memory
//! generation moves before the write is acknowledged; other processes watch the counter rows (`SQLite`: its data version
//! says when to look; Postgres: a notification).

use parlour_db::{DbError, Tx, insert, params};

pub use parlour_db::staff_days::{ChangesSince, StaffDay, StaffDayVersions, TakenTime};
pub use parlour_db::topics::{CacheGenerations, CacheTopic, CacheTopicSet};

/// Records that the data of a topic has changed. Call it in the transaction of the change.
pub fn mark_topic_changed(tx: &mut Tx<'_>, topic: CacheTopic) -> Result<(), DbError> {
    insert! { tx.run, "change_counters", {
        topic: topic.as_str(), version: 1,
    }, "on conflict (topic) do update set version = change_counters.version + 1" }?;
    tx.execute_on_postgres("select pg_notify('parlour_changes', $1)", params![topic.as_str()])?;
    tx.note_changed_topics(CacheTopicSet::of(topic));
    Ok(())
}
