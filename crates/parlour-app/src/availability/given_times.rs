//! Whom the requests for anyone were given a moment ago.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use parlour_domain::booking::availability::{CellRange, CellSet};
use parlour_domain::ids::StaffId;

/// Longer than a transaction waits for its commit; the days in memory follow the commit.
const GIVEN_FOR: Duration = Duration::from_millis(200);
const MAX_GIVEN: usize = 64;

/// Requests that choose at the same moment would all choose the same person. With this each tries somebody else first.
/// It is a hint about the order; the database decides.
#[derive(Debug, Default)]
pub(super) struct GivenTimes(Mutex<VecDeque<GivenTime>>);

/// Given by a transaction that may not have ended yet.
#[derive(Debug)]
struct GivenTime {
    staff_id: StaffId,
    date: NaiveDate,
    cells: CellRange,
    at: Instant,
}

impl GivenTimes {
    pub(super) fn note(&self, staff: &StaffId, date: NaiveDate, cells: CellRange) {
        let mut given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = Instant::now();
        while given.len() >= MAX_GIVEN || given.front().is_some_and(|oldest| at - oldest.at > GIVEN_FOR) {
            given.pop_front();
        }
        given.push_back(GivenTime { staff_id: staff.clone(), date, cells, at });
    }

    /// Those who were not given away a moment ago come first; otherwise the order stays.
    pub(super) fn put_last(&self, staff: &mut [&StaffId], date: NaiveDate, cells: CellRange) {
        let given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let overlaps = |time: &GivenTime| {
            time.date == date && now - time.at <= GIVEN_FOR && !CellSet::of(time.cells).contains_none(cells)
        };
        let busy: HashSet<&StaffId> = given.iter().filter(|time| overlaps(time)).map(|time| &time.staff_id).collect();
        staff.sort_by_key(|staff| busy.contains(*staff));
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveTime;

    use super::*;

    fn half_hour_from(hour: u32) -> CellRange {
        CellRange::of(NaiveTime::from_hms_opt(hour, 0, 0).unwrap(), 30)
    }

    #[test]
    fn who_was_given_at_that_time_comes_last_for_a_moment() {
        let (asha, kiran, meera) = (StaffId::new("asha"), StaffId::new("kiran"), StaffId::new("meera"));
        let friday = NaiveDate::from_ymd_opt(2027, 3, 5).unwrap();
        let given = GivenTimes::default();
        let order_at = |date: NaiveDate, hour: u32| {
            let mut staff = [&asha, &kiran, &meera];
            given.put_last(&mut staff, date, half_hour_from(hour));
            staff.map(StaffId::as_str)
        };
        given.note(&asha, friday, half_hour_from(10));
        assert_eq!(order_at(friday, 10), ["kiran", "meera", "asha"]);
        assert_eq!(order_at(friday, 11), ["asha", "kiran", "meera"]);
        assert_eq!(order_at(friday.succ_opt().unwrap(), 10), ["asha", "kiran", "meera"]);
        std::thread::sleep(GIVEN_FOR + Duration::from_millis(5));
        assert_eq!(order_at(friday, 10), ["asha", "kiran", "meera"]);
    }

    #[test]
    fn only_the_latest_are_kept() {
        let given = GivenTimes::default();
        let friday = NaiveDate::from_ymd_opt(2027, 3, 5).unwrap();
        for number in 0..=MAX_GIVEN {
            given.note(&StaffId::new(number.to_string()), friday, half_hour_from(10));
        }
        assert_eq!(given.0.lock().unwrap().len(), MAX_GIVEN);
    }
}
