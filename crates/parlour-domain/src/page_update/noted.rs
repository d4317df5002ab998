//! Which updates a transaction has changed.

use std::collections::HashSet;

use super::PageUpdate;

/// A transaction that changed more updates than this counts as a change of all.
pub const MAX_UPDATES: usize = 256;
/// The payload of a notification that stands for all updates.
const ALL_UPDATES: &str = "*";

/// The updates that a transaction changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotedPageUpdates {
    pub updates: HashSet<PageUpdate>,
    /// Any update may have changed.
    pub is_all: bool,
}

impl NotedPageUpdates {
    pub fn all() -> Self {
        Self { updates: HashSet::new(), is_all: true }
    }

    pub fn is_empty(&self) -> bool {
        self.updates.is_empty() && !self.is_all
    }

    pub fn insert(&mut self, update: PageUpdate) {
        if !self.is_all {
            self.updates.insert(update);
            if self.updates.len() > MAX_UPDATES {
                *self = Self::all();
            }
        }
    }

    pub fn add(&mut self, other: Self) {
        if other.is_all {
            *self = other;
            return;
        }
        other.updates.into_iter().for_each(|update| self.insert(update));
    }

    pub fn has_board(&self) -> bool {
        self.is_all || self.updates.iter().any(PageUpdate::is_board)
    }

    /// The updates as a notification carries them, in at most so many bytes.
    pub fn to_payload(&self, max_bytes: usize) -> String {
        let names: Vec<String> = self.updates.iter().map(ToString::to_string).collect();
        let payload = names.join("\n");
        if self.is_all || payload.len() > max_bytes { ALL_UPDATES.to_owned() } else { payload }
    }

    pub fn from_payload(payload: &str) -> Self {
        let updates: Option<HashSet<PageUpdate>> = payload.lines().map(PageUpdate::parse).collect();
        updates.map_or_else(Self::all, |updates| Self { updates, is_all: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "board:pune:2027-03-05";

    fn update(name: &str) -> PageUpdate {
        PageUpdate::parse(name).unwrap()
    }

    fn updates(names: &[&str]) -> NotedPageUpdates {
        let mut changed = NotedPageUpdates::default();
        for name in names {
            changed.insert(update(name));
        }
        changed
    }

    fn many_updates(count: usize) -> NotedPageUpdates {
        let mut changed = NotedPageUpdates::default();
        (0..count).for_each(|number| changed.insert(update(&format!("customer:{number}"))));
        changed
    }

    #[test]
    fn updates_are_read_as_they_were_sent() {
        let sent = updates(&["leads", BOARD, "customer:asha"]);
        assert_eq!(NotedPageUpdates::from_payload(&sent.to_payload(7_000)), sent);
        assert_eq!(NotedPageUpdates::from_payload(&sent.to_payload(10)), NotedPageUpdates::all());
        assert_eq!(NotedPageUpdates::from_payload(&NotedPageUpdates::all().to_payload(7_000)), NotedPageUpdates::all());
        assert_eq!(NotedPageUpdates::from_payload("nonsense"), NotedPageUpdates::all());
    }

    #[test]
    fn very_many_updates_are_all() {
        assert_ne!(many_updates(MAX_UPDATES), NotedPageUpdates::all());
        let mut changed = many_updates(MAX_UPDATES + 1);
        assert_eq!(changed, NotedPageUpdates::all());
        changed.add(updates(&["leads"]));
        assert_eq!(changed, NotedPageUpdates::all());
        let mut few = updates(&["leads"]);
        few.add(updates(&[BOARD]));
        assert!(few.has_board() && !few.is_all);
        few.add(changed);
        assert_eq!(few, NotedPageUpdates::all());
    }
}
