//! Kinds of data that are served from memory, and how often each has changed.

use std::sync::atomic::{AtomicU64, Ordering};

use super::page_updates::PageUpdates;
use super::staff_days::StaffDayVersions;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheTopic {
    /// Categories, services and membership tiers.
    Catalogue,
    Offers,
    Branches,
    /// Who works when: staff, weekly shifts, leave and holidays.
    Rosters,
}

impl CacheTopic {
    pub const ALL: [Self; 4] = [Self::Catalogue, Self::Offers, Self::Branches, Self::Rosters];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Catalogue => "catalogue",
            Self::Offers => "offers",
            Self::Branches => "branches",
            Self::Rosters => "rosters",
        }
    }
}

/// A set of topics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
pub struct CacheGenerations {
    topics: [AtomicU64; CacheTopic::ALL.len()],
    staff_days: StaffDayVersions,
    page_updates: PageUpdates,
}

impl CacheGenerations {
    pub fn of(&self, topic: CacheTopic) -> u64 {
        self.topics[topic as usize].load(Ordering::Acquire)
    }

    /// Which days of staff time have changed.
    pub fn staff_days(&self) -> &StaffDayVersions {
        &self.staff_days
    }

    /// Who watches what.
    pub fn page_updates(&self) -> &PageUpdates {
        &self.page_updates
    }

    pub(crate) fn advance(&self, topics: CacheTopicSet) {
        for topic in CacheTopic::ALL.into_iter().filter(|&topic| topics.contains(topic)) {
            self.topics[topic as usize].fetch_add(1, Ordering::AcqRel);
        }
        if topics.contains(CacheTopic::Rosters) {
            self.page_updates.publish_boards();
        }
    }
}
