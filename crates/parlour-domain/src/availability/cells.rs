//! A day in cells of five minutes.

use chrono::{NaiveDate, NaiveTime, Timelike};

use crate::ist::{MINUTE_MS, Timestamp};

pub const CELL_MINUTES: u32 = 5;
pub const CELLS_A_DAY: usize = 288;
const CELL_MS: i64 = CELL_MINUTES as i64 * MINUTE_MS;
const MINUTES_A_DAY: i64 = 24 * 60;

/// Whether a cell begins at that time.
pub fn is_on_grid(time: NaiveTime) -> bool {
    time.num_seconds_from_midnight().is_multiple_of(CELL_MINUTES * 60)
}

/// Cells in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    first: usize,
    /// The one after the last.
    end: usize,
}

impl Span {
    /// Every cell that so many minutes from `start` on touch. Nothing reaches past midnight.
    pub fn of(start: NaiveTime, minutes: i64) -> Self {
        let start = minute_of(start);
        let minutes = minutes.clamp(0, MINUTES_A_DAY - start);
        Self { first: cells(start), end: cells_begun(start + minutes) }
    }

    /// Every cell that some part of a time touches.
    pub fn touched(from: NaiveTime, until: NaiveTime) -> Self {
        Self { first: cells(minute_of(from)), end: cells_begun(minute_of(until)) }
    }

    /// Every cell that lies within a time. A day that ends at 23:59 ends at midnight: no later end can be written.
    pub fn within(from: NaiveTime, until: NaiveTime) -> Self {
        let until = minute_of(until);
        let until = if until == MINUTES_A_DAY - 1 { MINUTES_A_DAY } else { until };
        Self { first: cells_begun(minute_of(from)), end: cells(until) }
    }

    /// Every cell that begins before a time.
    pub fn before(time: NaiveTime) -> Self {
        Self { first: 0, end: cells_begun(minute_of(time)) }
    }

    /// The cell that begins at that instant, if it is one of that day.
    pub fn at(date: NaiveDate, instant: Timestamp) -> Option<Self> {
        let cell = instant.millis_since(Timestamp::ist_midnight(date)).div_euclid(CELL_MS);
        let first = usize::try_from(cell).ok().filter(|cell| *cell < CELLS_A_DAY)?;
        Some(Self { first, end: first + 1 })
    }

    pub fn len(self) -> usize {
        self.end.saturating_sub(self.first)
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// When its cells begin.
    pub fn instants(self, date: NaiveDate) -> impl Iterator<Item = Timestamp> {
        (self.first..self.end).map(move |cell| instant(date, cell))
    }

    pub fn starts_at(self, date: NaiveDate) -> Timestamp {
        instant(date, self.first)
    }

    pub fn ends_at(self, date: NaiveDate) -> Timestamp {
        instant(date, self.end)
    }
}

fn instant(date: NaiveDate, cell: usize) -> Timestamp {
    Timestamp::ist_midnight(date).plus_millis(i64::try_from(cell).unwrap_or(i64::MAX).saturating_mul(CELL_MS))
}

fn minute_of(time: NaiveTime) -> i64 {
    i64::from(time.num_seconds_from_midnight() / 60)
}

/// Whole cells in so many minutes of a day.
fn cells(minutes: i64) -> usize {
    usize::try_from(minutes / i64::from(CELL_MINUTES)).unwrap_or_default()
}

/// The same, with one that has only begun.
fn cells_begun(minutes: i64) -> usize {
    cells(minutes + i64::from(CELL_MINUTES) - 1)
}

/// Some of a day's cells.
#[derive(Clone, PartialEq, Eq)]
pub struct Cells([bool; CELLS_A_DAY]);

impl Cells {
    pub const NONE: Self = Self([false; CELLS_A_DAY]);

    pub fn add(&mut self, span: Span) {
        self.put(span, true);
    }

    pub fn remove(&mut self, span: Span) {
        self.put(span, false);
    }

    fn put(&mut self, span: Span, value: bool) {
        if let Some(cells) = self.0.get_mut(span.first..span.end) {
            cells.fill(value);
        }
    }

    pub fn has_all(&self, span: Span) -> bool {
        self.of(span).iter().all(|cell| *cell)
    }

    pub fn has_none(&self, span: Span) -> bool {
        !self.of(span).iter().any(|cell| *cell)
    }

    fn of(&self, span: Span) -> &[bool] {
        self.0.get(span.first..span.end).unwrap_or_default()
    }

    pub fn count(&self) -> usize {
        self.0.iter().filter(|cell| **cell).count()
    }
}

impl std::fmt::Debug for Cells {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} cells", self.count())
    }
}
