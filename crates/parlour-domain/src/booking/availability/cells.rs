//! A day in cells of five minutes.

use chrono::{NaiveDate, NaiveTime, Timelike};

use crate::ist::{MINUTE_MS, Timestamp};

pub const CELL_MINUTES: u32 = 5;
pub const CELLS_PER_DAY: usize = 288;
const CELL_MS: i64 = CELL_MINUTES as i64 * MINUTE_MS;
const MINUTES_PER_DAY: i64 = 24 * 60;

/// Whether a cell begins at that time.
pub fn is_on_grid(time: NaiveTime) -> bool {
    time.num_seconds_from_midnight().is_multiple_of(CELL_MINUTES * 60)
}

/// A range of consecutive cells of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellRange {
    first: usize,
    /// The index after the last cell.
    end: usize,
}

impl CellRange {
    /// The cells that overlap with the given minutes from `start` on. The range ends at midnight at the latest.
    pub fn of(start: NaiveTime, minutes: i64) -> Self {
        let start = minute_of_day(start);
        let minutes = minutes.clamp(0, MINUTES_PER_DAY - start);
        Self { first: whole_cells(start), end: cells_rounded_up(start + minutes) }
    }

    /// The cells that overlap with the time from `from` to `until`.
    pub fn overlapping(from: NaiveTime, until: NaiveTime) -> Self {
        Self { first: whole_cells(minute_of_day(from)), end: cells_rounded_up(minute_of_day(until)) }
    }

    /// The cells that lie within the time. `until` 23:59 means midnight, because no later time can be entered.
    pub fn within(from: NaiveTime, until: NaiveTime) -> Self {
        let until = minute_of_day(until);
        let until = if until == MINUTES_PER_DAY - 1 { MINUTES_PER_DAY } else { until };
        Self { first: cells_rounded_up(minute_of_day(from)), end: whole_cells(until) }
    }

    /// Every cell that begins before a time.
    pub fn before(time: NaiveTime) -> Self {
        Self { first: 0, end: cells_rounded_up(minute_of_day(time)) }
    }

    /// The cell of this day that begins at the timestamp. `None` if no cell begins then.
    pub fn at(date: NaiveDate, instant: Timestamp) -> Option<Self> {
        let cell = instant.millis_since(Timestamp::ist_midnight(date)).div_euclid(CELL_MS);
        let first = usize::try_from(cell).ok().filter(|cell| *cell < CELLS_PER_DAY)?;
        Some(Self { first, end: first + 1 })
    }

    pub fn len(self) -> usize {
        self.end.saturating_sub(self.first)
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// When its cells begin.
    pub fn cell_starts(self, date: NaiveDate) -> impl Iterator<Item = Timestamp> {
        (self.first..self.end).map(move |cell| cell_start(date, cell))
    }

    pub fn starts_at(self, date: NaiveDate) -> Timestamp {
        cell_start(date, self.first)
    }

    pub fn ends_at(self, date: NaiveDate) -> Timestamp {
        cell_start(date, self.end)
    }
}

fn cell_start(date: NaiveDate, cell: usize) -> Timestamp {
    Timestamp::ist_midnight(date).plus_millis(i64::try_from(cell).unwrap_or(i64::MAX).saturating_mul(CELL_MS))
}

fn minute_of_day(time: NaiveTime) -> i64 {
    i64::from(time.num_seconds_from_midnight() / 60)
}

/// How many whole cells fit into the minutes.
fn whole_cells(minutes: i64) -> usize {
    usize::try_from(minutes / i64::from(CELL_MINUTES)).unwrap_or_default()
}

/// How many cells the minutes need, rounded up.
fn cells_rounded_up(minutes: i64) -> usize {
    whole_cells(minutes + i64::from(CELL_MINUTES) - 1)
}

/// A set of cells of one day.
#[derive(Clone, PartialEq, Eq)]
pub struct CellSet([bool; CELLS_PER_DAY]);

impl CellSet {
    pub const NONE: Self = Self([false; CELLS_PER_DAY]);

    pub fn add(&mut self, span: CellRange) {
        self.set_all(span, true);
    }

    pub fn remove(&mut self, span: CellRange) {
        self.set_all(span, false);
    }

    fn set_all(&mut self, span: CellRange, value: bool) {
        if let Some(cells) = self.0.get_mut(span.first..span.end) {
            cells.fill(value);
        }
    }

    pub fn contains_all(&self, span: CellRange) -> bool {
        self.of(span).iter().all(|cell| *cell)
    }

    pub fn contains_none(&self, span: CellRange) -> bool {
        !self.of(span).iter().any(|cell| *cell)
    }

    fn of(&self, span: CellRange) -> &[bool] {
        self.0.get(span.first..span.end).unwrap_or_default()
    }

    pub fn count(&self) -> usize {
        self.0.iter().filter(|cell| **cell).count()
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} cells", self.count())
    }
}
