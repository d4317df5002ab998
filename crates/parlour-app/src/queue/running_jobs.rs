//! Who is at job: how many places there are, and how many of them one kind may spawn. Whatever keeps a kind waiting, a
//! mail server that says nothing, keeps the others from nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::task::{Id, JoinError, JoinSet};

/// How much is under way at once.
const MAX_RUNNING: usize = 40;
/// How much of one kind.
pub(super) const MAX_RUNNING_PER_KIND: usize = 16;
/// What is worth a claim at once; for more than this nobody waits.
const MIN_CLAIM: usize = 8;
/// For how long fewer free places wait for others to join them.
const FREE_PLACES_WAIT: Duration = Duration::from_millis(20);

#[derive(Debug, Default)]
pub(super) struct RunningJobs {
    tasks: JoinSet<()>,
    kinds: BTreeMap<Id, String>,
}

/// What there is capacity for: so many, of whichever kinds, except these.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ClaimCapacity {
    pub(super) most: usize,
    /// At most two, as long as a place is free; the others are empty.
    pub(super) except: [String; 2],
}

impl RunningJobs {
    pub(super) fn spawn(&mut self, kind: String, job: impl Future<Output = ()> + Send + 'static) {
        let task = self.tasks.spawn(job);
        self.kinds.insert(task.id(), kind);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Waits until some are free that were not: under load several, so that they are filled with one claim. What was
    /// noticed stays noticed if nobody waits to the end.
    pub(super) async fn wait_for_capacity(&mut self) {
        self.join_one().await;
        let collecting = async {
            while !self.is_empty() && self.capacity().is_some_and(|capacity| capacity.most < MIN_CLAIM) {
                self.join_one().await;
            }
        };
        // Fewer will do.
        let _ = tokio::time::timeout(FREE_PLACES_WAIT, collecting).await;
    }

    pub(super) async fn wait_for_all(&mut self) {
        while !self.is_empty() {
            self.join_one().await;
        }
    }

    async fn join_one(&mut self) {
        if let Some(ended) = self.tasks.join_next_with_id().await {
            self.kinds.remove(&task_id(ended));
        }
    }

    /// Nothing where every place is taken.
    pub(super) fn capacity(&mut self) -> Option<ClaimCapacity> {
        while let Some(ended) = self.tasks.try_join_next_with_id() {
            self.kinds.remove(&task_id(ended));
        }
        let mut counts = BTreeMap::<&str, usize>::new();
        for kind in self.kinds.values() {
            *counts.entry(kind).or_default() += 1;
        }
        claim_capacity(&counts)
    }
}

/// However it ended.
fn task_id(ended: Result<(Id, ()), JoinError>) -> Id {
    ended.map_or_else(|error| error.id(), |(id, ())| id)
}

/// So many that no kind gets more than its share, whichever they turn out to be.
fn claim_capacity(counts: &BTreeMap<&str, usize>) -> Option<ClaimCapacity> {
    let free = MAX_RUNNING.saturating_sub(counts.values().sum());
    let mut full = counts
        .iter()
        .filter(|(_, count)| **count >= MAX_RUNNING_PER_KIND)
        .map(|(kind, _)| (*kind).to_owned());
    let except = [full.next().unwrap_or_default(), full.next().unwrap_or_default()];
    let largest = counts.values().filter(|count| **count < MAX_RUNNING_PER_KIND).max().copied().unwrap_or(0);
    (free > 0).then(|| ClaimCapacity { most: free.min(MAX_RUNNING_PER_KIND - largest), except })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capacity_beside(counts: &[(&str, usize)]) -> Option<(usize, [String; 2])> {
        claim_capacity(&counts.iter().copied().collect()).map(|capacity| (capacity.most, capacity.except))
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
            assert_eq!(capacity_beside(counts), expected, "{counts:?}");
        }
    }

    /// Three full kinds leave no place, so that two are all that is ever to be left out.
    #[test]
    fn two_full_kinds_are_all_there_can_be() {
        const { assert!(MAX_RUNNING_PER_KIND * 3 > MAX_RUNNING) }
    }
}
