//! What is served from memory, and how every process learns that it is out of date.
//!
//! A write that changes such data bumps the topic's counter row in its own transaction. In this
//! process the in-memory generation moves before the write is acknowledged; other processes watch
//! the counter rows (`SQLite`: its data version says when to look; Postgres: a notification).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::db::{Conn, DbError, Tx};
use crate::params;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheTopic {
    /// Categories and services.
    Catalogue,
    Offers,
    Branches,
}

impl CacheTopic {
    pub const ALL: [Self; 3] = [Self::Catalogue, Self::Offers, Self::Branches];

    fn as_str(self) -> &'static str {
        match self {
            Self::Catalogue => "catalogue",
            Self::Offers => "offers",
            Self::Branches => "branches",
        }
    }
}

/// A set of topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheTopicSet(u8);

impl CacheTopicSet {
    pub const NONE: Self = Self(0);

    pub fn of(topic: CacheTopic) -> Self {
        Self(1 << topic as u8)
    }

    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn contains(self, topic: CacheTopic) -> bool {
        self.0 & Self::of(topic).0 != 0
    }
}

/// Writes down, in the transaction that changes it, that a topic's data changed.
pub fn mark_topic_changed(tx: &mut Tx<'_>, topic: CacheTopic) -> Result<(), DbError> {
    tx.execute(
        "insert into change_counters (topic, version) values ($1, 1)
         on conflict (topic) do update set version = change_counters.version + 1",
        params![topic.as_str()],
    )?;
    tx.execute_on_postgres("select pg_notify('parlour_changes', $1)", params![topic.as_str()])?;
    tx.note_changed_topics(CacheTopicSet::of(topic));
    Ok(())
}

/// How often each topic has changed, as far as this process knows.
#[derive(Debug, Default)]
pub struct CacheGenerations([AtomicU64; CacheTopic::ALL.len()]);

impl CacheGenerations {
    pub fn of(&self, topic: CacheTopic) -> u64 {
        self.0[topic as usize].load(Ordering::Acquire)
    }

    pub(crate) fn advance(&self, topics: CacheTopicSet) {
        for topic in CacheTopic::ALL.into_iter().filter(|&topic| topics.contains(topic)) {
            self.0[topic as usize].fetch_add(1, Ordering::AcqRel);
        }
    }
}

/// The counter rows, as last seen by a watcher.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TopicCounters([i64; CacheTopic::ALL.len()]);

impl TopicCounters {
    pub(crate) fn read(conn: &mut Conn<'_>) -> Result<Self, DbError> {
        let mut counters = Self::default();
        for (topic, version) in
            conn.all::<(String, i64)>("select topic, version from change_counters", params![])?
        {
            if let Some(topic) = CacheTopic::ALL.into_iter().find(|known| known.as_str() == topic) {
                counters.0[topic as usize] = version;
            }
        }
        Ok(counters)
    }

    /// The topics that changed between two looks.
    pub(crate) fn changed_since(&self, earlier: &Self) -> CacheTopicSet {
        CacheTopic::ALL
            .into_iter()
            .filter(|&topic| self.0[topic as usize] != earlier.0[topic as usize])
            .fold(CacheTopicSet::NONE, |changed, topic| changed.with(CacheTopicSet::of(topic)))
    }
}
