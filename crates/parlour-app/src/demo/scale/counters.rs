//! Numbers without gaps, and which of them have moved.

use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug)]
pub(super) struct Counters<K> {
    last: BTreeMap<K, i64>,
    moved: BTreeSet<K>,
}

impl<K: Ord + Clone> Counters<K> {
    pub(super) fn new() -> Self {
        Self { last: BTreeMap::new(), moved: BTreeSet::new() }
    }

    pub(super) fn next(&mut self, key: K) -> i64 {
        self.moved.insert(key.clone());
        let last = self.last.entry(key).or_default();
        *last += 1;
        *last
    }

    /// Those that have counted since they were last asked for.
    pub(super) fn take_moved(&mut self) -> Vec<(K, i64)> {
        let moved = std::mem::take(&mut self.moved);
        moved.into_iter().filter_map(|key| self.last.get(&key).map(|last| (key.clone(), *last))).collect()
    }
}
