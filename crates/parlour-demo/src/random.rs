//! Seeded random numbers and times for demo data.

use chrono::{Days, NaiveDate, NaiveTime};
use parlour_app::rng::SharedRng;
use parlour_domain::customer::Gender;
use parlour_domain::ist::{Timestamp, time_at_minute};

const SEED: u64 = 0x5041_524c_4f55_5200;

/// A random sequence with a fixed seed, and the date that all times are relative to.
#[derive(Debug)]
pub(super) struct DemoRandom {
    pub(super) rng: SharedRng,
    pub(super) today: NaiveDate,
}

impl DemoRandom {
    /// Every seed name has a sequence of its own, so that an additional service does not change all customers.
    pub(super) fn new(seed_name: &str, today: NaiveDate) -> Self {
        let seed = seed_name.bytes().fold(SEED, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        Self { rng: SharedRng::seeded(seed), today }
    }

    pub(super) fn id(&self, created_at: Timestamp) -> String {
        self.rng.id(created_at)
    }

    /// A number from `from` (inclusive) to `below` (exclusive).
    pub(super) fn number(&self, from: i64, below: i64) -> i64 {
        let span = usize::try_from(below - from).unwrap_or(1);
        from + i64::try_from(self.rng.below(span)).unwrap_or_default()
    }

    pub(super) fn days(&self, from: i64, below: i64) -> u64 {
        self.number(from, below).unsigned_abs()
    }

    /// Returns true with this probability in per cent.
    pub(super) fn percent_chance(&self, percent: usize) -> bool {
        self.rng.below(100) < percent
    }

    /// Most customers are women.
    pub(super) fn customer_gender(&self) -> Gender {
        match self.number(0, 100) {
            0..62 => Gender::Female,
            62..94 => Gender::Male,
            94..96 => Gender::Other,
            _ => Gender::Undisclosed,
        }
    }

    /// From 18 to 67 years. The smaller of two numbers: most customers are young.
    pub(super) fn adult_age_days(&self) -> u64 {
        self.days(18 * 366, 68 * 365).min(self.days(18 * 366, 68 * 365))
    }

    pub(super) fn one_of<'a, T>(&self, choices: &'a [T]) -> &'a T {
        &choices[self.rng.below(choices.len())]
    }

    /// A random time between two hours (IST) that many days ago, at least one day ago: it must be in the past at any
    /// time of day.
    pub(super) fn days_ago(&self, days: u64, hours: std::ops::Range<i64>) -> Timestamp {
        let date = self.today - Days::new(days.max(1));
        let start = Timestamp::from_ist(date, NaiveTime::MIN);
        start.plus_millis(self.number(hours.start * 3_600_000, hours.end * 3_600_000))
    }

    /// A random time in business hours, that many days ago.
    pub(super) fn business_time_days_ago(&self, days_ago: u64) -> Timestamp {
        self.days_ago(days_ago, 10..20)
    }

    /// A random time in business hours after `from`, yesterday at the latest. Returns `from` if that is too recent.
    pub(super) fn later_than(&self, from: Timestamp) -> Timestamp {
        let age = (self.today - from.ist_date()).num_days();
        if age < 2 {
            return from;
        }
        self.business_time_days_ago(self.number(1, age).unsigned_abs())
    }

    pub(super) fn date_in_days(&self, days: u64) -> NaiveDate {
        self.today + Days::new(days)
    }
}

/// A full hour (IST).
pub(super) fn full_hour(hour: u32) -> NaiveTime {
    time_at_minute(hour * 60)
}
