//! Kinds of data that are served from memory, and how often each has changed.

use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheTopic {
    /// Categories and services.
    Catalogue,
    Offers,
    Branches,
}

impl CacheTopic {
    pub const ALL: [Self; 3] = [Self::Catalogue, Self::Offers, Self::Branches];

    pub(crate) fn as_str(self) -> &'static str {
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
