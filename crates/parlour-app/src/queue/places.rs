//! Who is at work: how many places there are, and how many of them one kind may take. Whatever keeps a kind waiting, a
//! mail server that says nothing, keeps the others from nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::task::{Id, JoinError, JoinSet};

/// How much is under way at once.
const ALL: usize = 40;
/// How much of one kind.
pub(super) const OF_A_KIND: usize = 16;
/// What is worth a claim at once; for more than this nobody waits.
const WORTH_A_CLAIM: usize = 8;
/// For how long fewer free places wait for others to join them.
const GATHERED_WITHIN: Duration = Duration::from_millis(20);

#[derive(Debug, Default)]
pub(super) struct Places {
    tasks: JoinSet<()>,
    kinds: BTreeMap<Id, String>,
}

/// What there is room for: so many, of whichever kinds, except these.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) most: usize,
    /// At most two, as long as a place is free; the others are empty.
    pub(super) except: [String; 2],
}

impl Places {
    pub(super) fn take(&mut self, kind: String, work: impl Future<Output = ()> + Send + 'static) {
        let task = self.tasks.spawn(work);
        self.kinds.insert(task.id(), kind);
    }

    pub(super) fn are_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Waits until some are free that were not: under load several, so that they are filled with one claim. What was
    /// noticed stays noticed if nobody waits to the end.
    pub(super) async fn become_free(&mut self) {
        self.one_becomes_free().await;
        let gathering = async {
            while !self.are_empty() && self.room().is_some_and(|room| room.most < WORTH_A_CLAIM) {
                self.one_becomes_free().await;
            }
        };
        // Fewer will do.
        let _ = tokio::time::timeout(GATHERED_WITHIN, gathering).await;
    }

    pub(super) async fn all_become_free(&mut self) {
        while !self.are_empty() {
            self.one_becomes_free().await;
        }
    }

    async fn one_becomes_free(&mut self) {
        if let Some(ended) = self.tasks.join_next_with_id().await {
            self.kinds.remove(&id_of(ended));
        }
    }

    /// Nothing where every place is taken.
    pub(super) fn room(&mut self) -> Option<Room> {
        while let Some(ended) = self.tasks.try_join_next_with_id() {
            self.kinds.remove(&id_of(ended));
        }
        let mut counts = BTreeMap::<&str, usize>::new();
        for kind in self.kinds.values() {
            *counts.entry(kind).or_default() += 1;
        }
        room_beside(&counts)
    }
}

/// However it ended.
fn id_of(ended: Result<(Id, ()), JoinError>) -> Id {
    ended.map_or_else(|error| error.id(), |(id, ())| id)
}

/// So many that no kind gets more than its share, whichever they turn out to be.
fn room_beside(counts: &BTreeMap<&str, usize>) -> Option<Room> {
    let free = ALL.saturating_sub(counts.values().sum());
    let mut full =
        counts.iter().filter(|(_, count)| **count >= OF_A_KIND).map(|(kind, _)| (*kind).to_owned());
    let except = [full.next().unwrap_or_default(), full.next().unwrap_or_default()];
    let largest = counts.values().filter(|count| **count < OF_A_KIND).max().copied().unwrap_or(0);
    (free > 0).then(|| Room { most: free.min(OF_A_KIND - largest), except })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beside(counts: &[(&str, usize)]) -> Option<(usize, [String; 2])> {
        room_beside(&counts.iter().copied().collect()).map(|room| (room.most, room.except))
    }

    fn except(kinds: [&str; 2]) -> [String; 2] {
        kinds.map(str::to_owned)
    }

    #[test]
    fn no_kind_takes_more_than_its_share() {
        for (counts, expected) in [
            (&[][..], Some((16, except(["", ""])))),
            (&[("a", 1)], Some((15, except(["", ""])))),
            (&[("a", 15), ("b", 3)], Some((1, except(["", ""])))),
            (&[("a", 16)], Some((16, except(["a", ""])))),
            (&[("a", 16), ("b", 9)], Some((7, except(["a", ""])))),
            (&[("a", 16), ("b", 16)], Some((8, except(["a", "b"])))),
            (&[("a", 16), ("b", 16), ("c", 7)], Some((1, except(["a", "b"])))),
            (&[("a", 16), ("b", 16), ("c", 8)], None),
        ] {
            assert_eq!(beside(counts), expected, "{counts:?}");
        }
    }

    /// Three full kinds leave no place, so that two are all that is ever to be left out.
    #[test]
    fn two_full_kinds_are_all_there_can_be() {
        const { assert!(OF_A_KIND * 3 > ALL) }
    }
}
