//! The rows by which every process learns that data in its memory is out of date.

use super::topics::{CacheTopic, CacheTopicSet};
use crate::conn::Conn;
use crate::error::DbError;
use crate::params;

/// The counter rows, as last seen by a watcher.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TopicCounters([i64; CacheTopic::ALL.len()]);

impl TopicCounters {
    pub(crate) fn read(conn: &mut Conn<'_>) -> Result<Self, DbError> {
        let mut counters = Self::default();
        for (topic, version) in conn.all::<(String, i64)>("select topic, version from change_counters", params![])? {
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
