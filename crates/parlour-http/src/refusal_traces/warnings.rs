//! Which refused requests of strangers and customers get a line in the log: nobody can cause many.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::refusal::RefusalReason;

/// Of each kind, in one minute.
const MAX_WARNINGS: u64 = 10;
const WINDOW: Duration = Duration::from_mins(1);

/// What is counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum RefusedKind {
    Reason(RefusalReason),
    /// By a customer, or about a user.
    ReasonOfCustomer(RefusalReason),
    /// Requests of nobody who is known, that were answered with this status and for no reason of the others.
    Status(u16),
}

/// The refusals of the last minute, by kind.
#[derive(Debug, Default)]
pub(crate) struct RefusalWarnings {
    minutes: Mutex<HashMap<RefusedKind, Minute>>,
}

#[derive(Debug)]
struct Minute {
    began: Instant,
    count: u64,
}

impl Minute {
    fn left_out(&self) -> u64 {
        self.count.saturating_sub(MAX_WARNINGS)
    }
}

/// Whether a refusal is written into the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Warning {
    Written,
    LeftOut,
    /// The first one that is left out in a minute, which ends after this time: then somebody says how many were.
    FirstLeftOut(Duration),
}

impl RefusalWarnings {
    pub(super) fn next(&self, kind: RefusedKind, now: Instant) -> Warning {
        let mut minutes = self.minutes.lock().unwrap_or_else(PoisonError::into_inner);
        let minute = minutes.entry(kind).or_insert(Minute { began: now, count: 0 });
        let elapsed = now.saturating_duration_since(minute.began);
        // A minute with refusals that were left out ends when their number is taken.
        if elapsed >= WINDOW && minute.count <= MAX_WARNINGS {
            *minute = Minute { began: now, count: 0 };
        }
        minute.count += 1;
        match minute.count {
            ..=MAX_WARNINGS => Warning::Written,
            count if count == MAX_WARNINGS + 1 => Warning::FirstLeftOut(WINDOW.saturating_sub(elapsed)),
            _ => Warning::LeftOut,
        }
    }

    /// How many were left out in the minute that ends now.
    pub(super) fn take_left_out(&self, kind: RefusedKind) -> u64 {
        let mut minutes = self.minutes.lock().unwrap_or_else(PoisonError::into_inner);
        minutes.remove(&kind).map_or(0, |minute| minute.left_out())
    }
}

/// The process ends before the minute does.
impl Drop for RefusalWarnings {
    fn drop(&mut self) {
        for (kind, minute) in self.minutes.get_mut().unwrap_or_else(PoisonError::into_inner).drain() {
            warn_of_left_out(kind, minute.left_out());
        }
    }
}

pub(super) fn warn_of_left_out(kind: RefusedKind, left_out: u64) {
    if left_out == 0 {
        return;
    }
    match kind {
        RefusedKind::Reason(reason) => {
            let reason = reason.as_str();
            tracing::warn!(
                reason,
                left_out,
                "more requests of strangers were refused than are written here in a minute"
            );
        }
        RefusedKind::ReasonOfCustomer(reason) => {
            let reason = reason.as_str();
            tracing::warn!(
                reason,
                left_out,
                "more requests of customers were refused than are written here in a minute"
            );
        }
        RefusedKind::Status(status) => {
            tracing::warn!(
                status,
                left_out,
                "more requests of strangers were answered like this than are written here in a minute"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_of_a_reason_are_written_in_a_minute_and_the_others_counted() {
        let warnings = RefusalWarnings::default();
        let begin = Instant::now();
        let next = |kind, seconds: u64| warnings.next(kind, begin + Duration::from_secs(seconds));
        let (link, job) = (RefusedKind::Reason(RefusalReason::LinkToken), RefusedKind::Status(401));
        assert!((0..10).all(|_| next(link, 1) == Warning::Written));
        assert_eq!(next(link, 21), Warning::FirstLeftOut(Duration::from_secs(40)));
        assert!((0..500).all(|_| next(link, 30) == Warning::LeftOut));
        assert_eq!(next(job, 30), Warning::Written, "another kind");
        assert_eq!(next(link, 90), Warning::LeftOut, "until the number is taken");
        assert_eq!((warnings.take_left_out(link), warnings.take_left_out(job)), (502, 0));
        assert_eq!(next(link, 91), Warning::Written);
        // Few in each minute are all written.
        assert!((0..100).all(|number| next(job, 100 + number * 10) == Warning::Written));
    }
}
