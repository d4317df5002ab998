//! The clock. No other file reads the system time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use parlour_domain::ist::Timestamp;

/// Business time: real, with another start, or standing still.
#[derive(Debug, Clone)]
pub struct Clock(TimeSource);

#[derive(Debug, Clone)]
enum TimeSource {
    WithOffset { millis: i64 },
    StandingStill(Arc<AtomicI64>),
}

impl Clock {
    pub fn real() -> Self {
        Self(TimeSource::WithOffset { millis: 0 })
    }

    /// Shows `start` now and runs on from there.
    pub fn starting_at(start: Timestamp) -> Self {
        Self(TimeSource::WithOffset { millis: start.millis() - real_millis() })
    }

    /// Shows `at` until it is advanced.
    pub fn standing_still(at: Timestamp) -> Self {
        Self(TimeSource::StandingStill(Arc::new(AtomicI64::new(at.millis()))))
    }

    pub fn now(&self) -> Timestamp {
        Timestamp::from_millis(match &self.0 {
            TimeSource::WithOffset { millis } => real_millis() + millis,
            TimeSource::StandingStill(at) => at.load(Ordering::Acquire),
        })
    }

    /// Advances a clock that stands still; does nothing to a running one.
    pub fn advance_millis(&self, millis: i64) {
        if let TimeSource::StandingStill(at) = &self.0 {
            at.fetch_add(millis, Ordering::AcqRel);
        }
    }

    /// Real time in seconds since 1970, for tokens and signatures of other services.
    pub fn real_unix_seconds() -> i64 {
        real_millis().div_euclid(1_000)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the clock that everyone else is given")]
fn real_millis() -> i64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX)
}
