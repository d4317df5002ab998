//! Whom the requests for anyone are being given.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::NaiveDate;
use parlour_domain::booking::availability::{CellRange, CellSet};
use parlour_domain::ids::StaffId;

/// Requests that choose at the same moment would all choose the same person. With this each tries somebody else first.
/// It is a hint about the order; the database decides.
#[derive(Debug, Default, Clone)]
pub(super) struct GivenTimes(Arc<Mutex<Given>>);

#[derive(Debug, Default)]
struct Given {
    latest: u64,
    times: Vec<GivenTime>,
}

/// Given by a transaction that has not ended yet; the days in memory follow its commit.
#[derive(Debug)]
struct GivenTime {
    number: u64,
    staff_id: StaffId,
    date: NaiveDate,
    cells: CellRange,
}

/// Forgets a given time when it is dropped.
#[derive(Debug)]
pub(super) struct ForgetOnDrop {
    given: GivenTimes,
    number: u64,
}

impl Drop for ForgetOnDrop {
    fn drop(&mut self) {
        self.given.lock().times.retain(|time| time.number != self.number);
    }
}

impl GivenTimes {
    /// Until the result is dropped.
    pub(super) fn note(&self, staff: &StaffId, date: NaiveDate, cells: CellRange) -> ForgetOnDrop {
        let mut given = self.lock();
        given.latest += 1;
        let number = given.latest;
        given.times.push(GivenTime { number, staff_id: staff.clone(), date, cells });
        ForgetOnDrop { given: self.clone(), number }
    }

    /// Those who are not being given away at that time come first; otherwise the order stays.
    pub(super) fn put_last(&self, staff: &mut [&StaffId], date: NaiveDate, cells: CellRange) {
        let given = self.lock();
        let overlaps = |time: &&GivenTime| time.date == date && !CellSet::of(time.cells).contains_none(cells);
        let busy: HashSet<&StaffId> = given.times.iter().filter(overlaps).map(|time| &time.staff_id).collect();
        staff.sort_by_key(|staff| busy.contains(*staff));
    }

    fn lock(&self) -> MutexGuard<'_, Given> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    fn who_is_being_given_at_that_time_comes_last() {
        let (asha, kiran, meera) = (StaffId::new("asha"), StaffId::new("kiran"), StaffId::new("meera"));
        let friday = NaiveDate::from_ymd_opt(2027, 3, 5).unwrap();
        let given = GivenTimes::default();
        let order_at = |date: NaiveDate, hour: u32| {
            let mut staff = [&asha, &kiran, &meera];
            given.put_last(&mut staff, date, half_hour_from(hour));
            staff.map(StaffId::as_str)
        };
        let not_ended = [given.note(&asha, friday, half_hour_from(10)), given.note(&meera, friday, half_hour_from(12))];
        assert_eq!(order_at(friday, 10), ["kiran", "meera", "asha"]);
        assert_eq!(order_at(friday, 11), ["asha", "kiran", "meera"]);
        assert_eq!(order_at(friday.succ_opt().unwrap(), 10), ["asha", "kiran", "meera"]);
        drop(not_ended);
        assert_eq!(order_at(friday, 10), ["asha", "kiran", "meera"]);
        assert!(given.lock().times.is_empty());
    }
}
