//! Consecutive numbers, such as invoice numbers.

use std::collections::{BTreeMap, BTreeSet};

/// The last number of each series, and which series have changed since they were last stored.
#[derive(Debug)]
pub(super) struct NumberSeries<K> {
    last: BTreeMap<K, i64>,
    changed: BTreeSet<K>,
}

impl<K: Ord + Clone> NumberSeries<K> {
    pub(super) fn new() -> Self {
        Self { last: BTreeMap::new(), changed: BTreeSet::new() }
    }

    pub(super) fn next(&mut self, key: K) -> i64 {
        self.changed.insert(key.clone());
        let last = self.last.entry(key).or_default();
        *last += 1;
        *last
    }

    /// Returns the series that have changed since the previous call, with their last numbers.
    pub(super) fn take_changed(&mut self) -> Vec<(K, i64)> {
        let changed = std::mem::take(&mut self.changed);
        changed.into_iter().filter_map(|key| self.last.get(&key).map(|last| (key.clone(), *last))).collect()
    }
}
