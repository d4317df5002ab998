//! How the occupied staff time has changed, so that what is kept in memory of a day can follow.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::NaiveDate;
use parlour_domain::booking::availability::CellRange;
use parlour_domain::ids::{BranchId, StaffId};
use parlour_domain::ist::Timestamp;

/// The time of a branch's staff on one day.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StaffDay {
    pub branch_id: BranchId,
    pub date: NaiveDate,
}

/// Time that has become occupied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenTime {
    pub staff_id: StaffId,
    pub cells: CellRange,
    /// When it becomes free, if the request that it is for is not confirmed before.
    pub expires_at: Option<Timestamp>,
}

/// One change of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StaffDayChange {
    Taken(TakenTime),
    /// Something else: the day must be read again.
    Rewritten,
}

/// What happened to a day since it was read.
#[derive(Debug, PartialEq, Eq)]
pub enum ChangesSince {
    Nothing,
    /// With the version of the last of them.
    Taken(Vec<TakenTime>, u64),
    Rewritten,
}

/// With more days than this in memory, all of them count as rewritten.
const MAX_DAYS: usize = 20_000;
/// With more changes than this, a day counts as rewritten.
const MAX_TAKEN: usize = 64;

/// The changes that this process knows of, in their order. Taken time may be reported twice, and in any order: it adds
/// up to the same day.
#[derive(Debug, Default)]
pub struct StaffDayVersions(Mutex<Versions>);

#[derive(Debug, Default)]
struct Versions {
    latest: u64,
    /// How many commits of this process changed staff time.
    own_commits: i64,
    all_rewritten_at: u64,
    days: HashMap<StaffDay, DayHistory>,
}

#[derive(Debug, Default)]
struct DayHistory {
    rewritten_at: u64,
    taken: Vec<(u64, TakenTime)>,
}

impl StaffDayVersions {
    /// The version of a read that begins now.
    pub fn latest(&self) -> u64 {
        self.lock().latest
    }

    /// What happened to a day that was read at a version.
    pub fn changes_since(&self, day: &StaffDay, version: u64) -> ChangesSince {
        let versions = self.lock();
        if versions.all_rewritten_at > version {
            return ChangesSince::Rewritten;
        }
        let Some(history) = versions.days.get(day) else { return ChangesSince::Nothing };
        if history.rewritten_at > version {
            return ChangesSince::Rewritten;
        }
        let later = history.taken.iter().filter(|(at, _)| *at > version);
        let taken: Vec<TakenTime> = later.map(|(_, taken)| taken.clone()).collect();
        match history.taken.last() {
            Some((last, _)) if !taken.is_empty() => ChangesSince::Taken(taken, *last),
            Some(_) | None => ChangesSince::Nothing,
        }
    }

    pub(crate) fn own_commits(&self) -> i64 {
        self.lock().own_commits
    }

    /// Makes known what a commit of this process changed.
    pub(crate) fn advance_by_own_commit(&self, changes: &[(StaffDay, StaffDayChange)]) {
        if !changes.is_empty() {
            self.lock().own_commits += 1;
            self.advance(changes);
        }
    }

    pub(crate) fn advance(&self, changes: &[(StaffDay, StaffDayChange)]) {
        let mut versions = self.lock();
        versions.latest += 1;
        let latest = versions.latest;
        if versions.days.len() + changes.len() > MAX_DAYS {
            versions.days.clear();
            versions.all_rewritten_at = latest;
        }
        for (day, change) in changes {
            let history = versions.days.entry(day.clone()).or_default();
            match change {
                StaffDayChange::Taken(taken) if history.taken.len() < MAX_TAKEN => {
                    history.taken.push((latest, taken.clone()));
                }
                StaffDayChange::Taken(_) | StaffDayChange::Rewritten => {
                    *history = DayHistory { rewritten_at: latest, taken: Vec::new() };
                }
            }
        }
    }

    /// Any day may have changed: another process wrote, or its message was missed.
    pub(crate) fn advance_all(&self) {
        let mut versions = self.lock();
        versions.latest += 1;
        versions.all_rewritten_at = versions.latest;
        versions.days.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Versions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(branch: &str) -> StaffDay {
        StaffDay { branch_id: BranchId::new(branch), date: NaiveDate::MIN }
    }

    fn taken(staff: &str) -> TakenTime {
        let cells = CellRange::of(chrono::NaiveTime::MIN, 30);
        TakenTime { staff_id: StaffId::new(staff), cells, expires_at: None }
    }

    #[test]
    fn a_day_follows_its_own_changes() {
        let versions = StaffDayVersions::default();
        let read_at = versions.latest();
        versions.advance(&[(day("a"), StaffDayChange::Taken(taken("asha")))]);
        versions.advance(&[(day("a"), StaffDayChange::Taken(taken("kiran")))]);
        assert_eq!(versions.changes_since(&day("b"), read_at), ChangesSince::Nothing);
        let both = ChangesSince::Taken(vec![taken("asha"), taken("kiran")], 2);
        assert_eq!(versions.changes_since(&day("a"), read_at), both);
        assert_eq!(versions.changes_since(&day("a"), 1), ChangesSince::Taken(vec![taken("kiran")], 2));
        assert_eq!(versions.changes_since(&day("a"), 2), ChangesSince::Nothing);
        versions.advance(&[(day("a"), StaffDayChange::Rewritten)]);
        assert_eq!(versions.changes_since(&day("a"), 2), ChangesSince::Rewritten);
        assert_eq!(versions.changes_since(&day("a"), versions.latest()), ChangesSince::Nothing);
        versions.advance_all();
        assert_eq!(versions.changes_since(&day("b"), 3), ChangesSince::Rewritten);
    }

    #[test]
    fn memory_is_bounded() {
        let versions = StaffDayVersions::default();
        for _ in 0..=MAX_TAKEN {
            versions.advance(&[(day("a"), StaffDayChange::Taken(taken("asha")))]);
        }
        assert_eq!(versions.changes_since(&day("a"), 0), ChangesSince::Rewritten);
        for number in 0..=MAX_DAYS {
            versions.advance(&[(day(&number.to_string()), StaffDayChange::Rewritten)]);
        }
        assert!(versions.lock().days.len() <= MAX_DAYS);
        assert_eq!(versions.changes_since(&day("0"), 0), ChangesSince::Rewritten);
    }
}
