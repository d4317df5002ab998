//! Refuses changes while the clock is wrong: they would be dated, numbered and taxed wrongly, and what looks overdue
//! would be ended.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlour_domain::ist::{DAY_MS, MINUTE_MS, Timestamp};

use super::conn::{Conn, Tx};
use super::error::DbError;
use crate::{params, row};

/// The clocks of several machines differ a little.
const MAX_BEFORE_NEWEST_MS: i64 = 10 * MINUTE_MS;
/// No salon is without a change for so long.
const MAX_AFTER_NEWEST_MS: i64 = 30 * DAY_MS;
/// What other processes write is read again after this time.
const READ_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Compares the clock with the newest audit entry before each change.
pub(super) struct ClockCheck {
    now: Box<dyn Fn() -> Timestamp + Send + Sync>,
    last_read: Mutex<Option<(Instant, KnownTimes)>>,
}

impl fmt::Debug for ClockCheck {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("ClockCheck")
    }
}

#[derive(Debug, Clone, Copy)]
struct KnownTimes {
    newest_entry_at: Option<Timestamp>,
    accepted_at: Option<Timestamp>,
    /// The newest entry when the clock was accepted.
    newest_then: Option<Timestamp>,
}
row! { KnownTimes { newest_entry_at, accepted_at, newest_then } }

impl ClockCheck {
    pub(super) fn new(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self { now: Box::new(now), last_read: Mutex::default() }
    }

    pub(super) fn check(&self, conn: &mut Conn<'_>) -> Result<(), DbError> {
        let now = (self.now)();
        let last_read = *self.last_read.lock().unwrap_or_else(PoisonError::into_inner);
        if last_read.is_some_and(|(at, known)| at.elapsed() < READ_AGAIN_AFTER && known.allow(now)) {
            return Ok(());
        }
        let known = KnownTimes::read(conn)?;
        if let (false, Some(newest)) = (known.allow(now), known.newest_entry_at) {
            return Err(DbError::WrongClock { now, newest });
        }
        *self.last_read.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), known));
        Ok(())
    }
}

impl KnownTimes {
    fn read(conn: &mut Conn<'_>) -> Result<Self, DbError> {
        let known = conn.one(
            "select (select max(created_at) from audit_log), (select accepted_at from clock_acceptances),
                    (select newest_entry_at from clock_acceptances)",
            params![],
        )?;
        known.ok_or_else(|| DbError::Statement("a row without a table is missing".into()))
    }

    fn allow(&self, now: Timestamp) -> bool {
        let Some(newest) = self.newest_entry_at else { return true };
        // Since a clock that had run ahead was set back and accepted, no entry is newer than those of then.
        let accepted = self.accepted_at.filter(|_| self.newest_then == Some(newest));
        let earliest = accepted.map_or(newest, |accepted| accepted.min(newest));
        let latest = accepted.map_or(newest, |accepted| accepted.max(newest));
        now.millis_since(earliest) >= -MAX_BEFORE_NEWEST_MS && now.millis_since(latest) <= MAX_AFTER_NEWEST_MS
    }
}

/// Fails with [`DbError::WrongClock`] if changes are refused at this time.
pub fn check_clock(conn: &mut Conn<'_>, now: Timestamp) -> Result<(), DbError> {
    ClockCheck::new(move || now).check(conn)
}

/// Stores that the clock is right now. The caller writes an audit entry in the same transaction.
pub fn accept_clock(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "insert into clock_acceptances (id, accepted_at, newest_entry_at)
         values (1, $1, (select max(created_at) from audit_log))
         on conflict (id) do update set accepted_at = excluded.accepted_at, newest_entry_at = excluded.newest_entry_at",
        params![now],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(number: i64) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + number * DAY_MS)
    }

    #[test]
    fn the_clock_is_near_the_newest_entry() {
        let known = KnownTimes { newest_entry_at: Some(day(0)), accepted_at: None, newest_then: None };
        for (now, allowed) in [
            (day(0).plus_millis(-10 * MINUTE_MS), true),
            (day(0).plus_millis(-10 * MINUTE_MS - 1), false),
            (day(30), true),
            (day(30).plus_millis(1), false),
        ] {
            assert_eq!(known.allow(now), allowed, "{now:?}");
        }
        let empty = KnownTimes { newest_entry_at: None, ..known };
        assert!(empty.allow(day(-9_000)));
    }

    #[test]
    fn an_accepted_clock_may_be_before_entries_of_a_clock_that_ran_ahead() {
        let known =
            KnownTimes { newest_entry_at: Some(day(700)), accepted_at: Some(day(0)), newest_then: Some(day(700)) };
        for (now, allowed) in [(day(-1), false), (day(0), true), (day(100), true), (day(730), true), (day(731), false)]
        {
            assert_eq!(known.allow(now), allowed, "{now:?}");
        }
        // There are newer entries again.
        let later = KnownTimes { newest_entry_at: Some(day(701)), ..known };
        assert!(!later.allow(day(100)) && later.allow(day(702)));
    }

    #[test]
    fn after_a_long_pause_the_entry_of_the_acceptance_is_the_newest() {
        let known =
            KnownTimes { newest_entry_at: Some(day(90)), accepted_at: Some(day(90)), newest_then: Some(day(0)) };
        assert!(known.allow(day(90)) && known.allow(day(120)));
        assert!(!known.allow(day(89)) && !known.allow(day(121)));
    }
}
