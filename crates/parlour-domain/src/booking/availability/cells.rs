//! A day in cells of five minutes.

use chrono::{NaiveDate, NaiveTime, Timelike};

use crate::ist::{MINUTE_MS, Timestamp, time_at_minute};

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

    /// The cells of this day that have begun at `now`.
    pub fn begun_by(date: NaiveDate, now: Timestamp) -> Self {
        let begun = now.millis_since(Timestamp::ist_midnight(date)).div_euclid(CELL_MS) + 1;
        Self { first: 0, end: usize::try_from(begun).unwrap_or_default().min(CELLS_PER_DAY) }
    }

    /// The cells of it from an index on.
    #[must_use]
    pub fn from(self, first: usize) -> Self {
        Self { first: self.first.max(first), ..self }
    }

    /// The cells of it before an index.
    #[must_use]
    pub fn until(self, end: usize) -> Self {
        Self { end: self.end.min(end), ..self }
    }

    /// Its cells, one by one.
    pub fn cells(self) -> impl Iterator<Item = Self> {
        (self.first..self.end).map(|first| Self { first, end: first + 1 })
    }

    /// The time of day at which it begins.
    pub fn start(self) -> NaiveTime {
        time_at_minute(u32::try_from(self.first).unwrap_or_default() * CELL_MINUTES)
    }

    /// The time of day at which it ends; the last minute of the day for midnight.
    pub fn end(self) -> NaiveTime {
        let minute = u32::try_from(self.end).unwrap_or_default() * CELL_MINUTES;
        time_at_minute(minute.min(24 * 60 - 1))
    }

    pub fn len(self) -> usize {
        self.end.saturating_sub(self.first)
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The cells of this day from the one that begins at `first_at` to the one that begins at `last_at`, both included.
    pub fn from_first_to_last(date: NaiveDate, first_at: Timestamp, last_at: Timestamp) -> Self {
        let index = |at: Timestamp| {
            let cell = at.millis_since(Timestamp::ist_midnight(date)).div_euclid(CELL_MS);
            usize::try_from(cell.max(0)).unwrap_or_default().min(CELLS_PER_DAY)
        };
        Self { first: index(first_at), end: (index(last_at) + 1).min(CELLS_PER_DAY) }
    }

    /// When its first cell begins.
    pub fn first_at(self, date: NaiveDate) -> Timestamp {
        cell_start(date, self.first)
    }

    /// When its last cell begins.
    pub fn last_at(self, date: NaiveDate) -> Timestamp {
        cell_start(date, self.end.saturating_sub(1))
    }

    /// Its bits in each word of a set.
    fn masks(self) -> [u64; WORDS] {
        let below = |cell: usize, word: usize| match cell.saturating_sub(word * 64) {
            0 => 0,
            bits @ 1..=63 => u64::MAX >> (64 - bits),
            _ => u64::MAX,
        };
        std::array::from_fn(|word| below(self.end, word) & !below(self.first, word))
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

/// How many machine words hold a day. The bits after the last cell are always unset.
const WORDS: usize = CELLS_PER_DAY.div_ceil(64);

/// A set of cells of one day, a bit each: whole days are combined with a few machine instructions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    pub const NONE: Self = Self([0; WORDS]);
    pub const ALL: Self = {
        let mut words = [u64::MAX; WORDS];
        words[WORDS - 1] = u64::MAX >> (WORDS * 64 - CELLS_PER_DAY);
        Self(words)
    };

    pub fn of(span: CellRange) -> Self {
        Self(span.masks())
    }

    pub fn add(&mut self, span: CellRange) {
        for (word, mask) in self.0.iter_mut().zip(span.masks()) {
            *word |= mask;
        }
    }

    pub fn remove(&mut self, span: CellRange) {
        for (word, mask) in self.0.iter_mut().zip(span.masks()) {
            *word &= !mask;
        }
    }

    pub fn add_all(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }

    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & !other.0[index]))
    }

    pub fn contains_all(&self, span: CellRange) -> bool {
        self.0.iter().zip(span.masks()).all(|(word, mask)| word & mask == mask)
    }

    pub fn contains_none(&self, span: CellRange) -> bool {
        self.0.iter().zip(span.masks()).all(|(word, mask)| word & mask == 0)
    }

    /// Whether a span lies between the beginning of the first cell and the end of the last one.
    pub fn surrounds(&self, span: CellRange) -> bool {
        let ranges = self.ranges();
        let ends = ranges.first().zip(ranges.last());
        ends.is_some_and(|(first, last)| first.first <= span.first && span.end <= last.end)
    }

    pub fn contains_cell(&self, cell: usize) -> bool {
        self.0.get(cell / 64).is_some_and(|word| word & (1 << (cell % 64)) != 0)
    }

    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells at which `length` cells of the set begin. What would lie after midnight counts as being in it.
    #[must_use]
    pub fn starts_of_runs(&self, length: usize) -> Self {
        let (mut runs, mut run_length) = (*self, 1);
        if length == 0 {
            return Self::ALL;
        }
        // The cells that begin a run of n and have one of n at distance m <= n begin a run of n + m.
        while run_length < length {
            let step = run_length.min(length - run_length);
            let later = runs.shifted_to_earlier(step);
            runs = runs.intersection(&later);
            run_length += step;
        }
        runs
    }

    /// Each cell moved towards midnight of the morning; the evening is filled.
    fn shifted_to_earlier(&self, cells: usize) -> Self {
        let filled = |index: usize| match self.0.get(index) {
            Some(word) if index == WORDS - 1 => word | !Self::ALL.0[WORDS - 1],
            Some(word) => *word,
            None => u64::MAX,
        };
        let (words, bits) = (cells / 64, cells % 64);
        let moved = std::array::from_fn(|index| {
            let low = filled(index + words) >> bits;
            if bits == 0 { low } else { low | filled(index + words + 1) << (64 - bits) }
        });
        Self(moved).intersection(&Self::ALL)
    }

    /// The ranges of cells that follow each other.
    pub fn ranges(&self) -> Vec<CellRange> {
        let mut found: Vec<CellRange> = Vec::new();
        for cell in (0..CELLS_PER_DAY).filter(|cell| self.contains_cell(*cell)) {
            match found.last_mut() {
                Some(last) if last.end == cell => last.end += 1,
                Some(_) | None => found.push(CellRange { first: cell, end: cell + 1 }),
            }
        }
        found
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} cells", self.count())
    }
}
