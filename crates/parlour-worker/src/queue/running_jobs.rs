//! The jobs that run in this process: how many at once, and how many of one kind, so that a slow mail server holds up
//! the jobs that send mail and no others.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::task::{Id, JoinError, JoinSet};

/// How many jobs run at once.
const MAX_RUNNING: usize = 40;
/// How many jobs of one kind run at once.
pub(super) const MAX_RUNNING_PER_KIND: usize = 16;
/// With this many free places the next claim is made at once.
const MIN_CLAIM: usize = 8;
/// With fewer free places the next claim waits this long for more.
const FREE_PLACES_WAIT: Duration = Duration::from_millis(20);

#[derive(Debug, Default)]
pub(super) struct RunningJobs {
    tasks: JoinSet<()>,
    kinds: BTreeMap<Id, String>,
}

/// How many jobs may be claimed, and of which kinds none.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ClaimCapacity {
    pub(super) most: usize,
    /// The kinds that have all their places: at most two while a place is free. The rest are empty texts.
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

    /// Waits until places become free: under load several, so that one claim fills them. Safe to cancel.
    pub(super) async fn wait_for_capacity(&mut self) {
        self.join_one().await;
        let collecting = async {
            while !self.is_empty() && self.capacity().is_some_and(|capacity| capacity.most < MIN_CLAIM) {
                self.join_one().await;
            }
        };
        // After the wait, fewer places will do.
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

    /// `None` if every place is taken.
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

/// The id of a task, whether it ended normally or not.
fn task_id(ended: Result<(Id, ()), JoinError>) -> Id {
    ended.map_or_else(|error| error.id(), |(id, ())| id)
}

/// Claims so few that no kind gets more than its share, whichever kinds are claimed.
fn claim_capacity(counts: &BTreeMap<&str, usize>) -> Option<ClaimCapacity> {
    let free = MAX_RUNNING.saturating_sub(counts.values().sum());
    let mut full =
        counts.iter().filter(|(_, count)| **count >= MAX_RUNNING_PER_KIND).map(|(kind, _)| (*kind).to_owned());
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

    /// `ClaimCapacity` has room for two full kinds: three would leave no free place.
    #[test]
    fn two_full_kinds_are_all_there_can_be() {
        const { assert!(MAX_RUNNING_PER_KIND * 3 > MAX_RUNNING) }
    }
}
