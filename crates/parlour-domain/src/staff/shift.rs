//! Weekly shifts with their breaks.

use chrono::NaiveTime;
use serde::Serialize;
use utoipa::ToSchema;

/// More shifts than a staff member has in a week.
pub const MAX_SHIFTS_PER_WEEK: usize = 50;
/// More breaks than a shift has.
pub const MAX_BREAKS_PER_SHIFT: usize = 12;

/// From one time of a day to a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeRange {
    #[serde(serialize_with = "crate::ist::serialize_hh_mm")]
    #[schema(value_type = String, example = "13:00")]
    pub start_time: NaiveTime,
    #[serde(serialize_with = "crate::ist::serialize_hh_mm")]
    #[schema(value_type = String, example = "13:45")]
    pub end_time: NaiveTime,
}

impl TimeRange {
    fn is_in_order(self) -> bool {
        self.start_time < self.end_time
    }

    /// Ranges that only touch do not overlap.
    fn overlaps(self, other: Self) -> bool {
        self.start_time < other.end_time && other.start_time < self.end_time
    }
}

/// A shift as it was typed, with its place in the list.
#[derive(Debug, Clone)]
pub struct ShiftInput {
    pub place: usize,
    /// 1 is Monday, 7 is Sunday; none where it could not be read.
    pub weekday: Option<i64>,
    pub hours: TimeRange,
    /// Each with its place in the shift's list.
    pub breaks: Vec<(usize, TimeRange)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ShiftRefusal {
    #[error("must be after startTime")]
    EndsBeforeStart,
    #[error("overlaps another shift of that day")]
    OverlapsShift,
    #[error("must be within the shift")]
    OutsideShift,
    #[error("overlaps another break of this shift")]
    OverlapsBreak,
}

/// Which of the two times is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShiftTimeField {
    Start,
    End,
}

/// A wrong time, and where it is in the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShiftFieldError {
    pub shift: usize,
    /// The index of the break. `None` if a time of the shift itself is wrong.
    pub rest: Option<usize>,
    pub end: ShiftTimeField,
    pub refusal: ShiftRefusal,
}

/// All errors of a week. Of two overlapping ranges, the error names the one that comes later in the list.
pub fn field_errors(week: &[ShiftInput]) -> Vec<ShiftFieldError> {
    let mut found = Vec::new();
    for (at, shift) in week.iter().enumerate() {
        let field_error = |end, refusal| ShiftFieldError { shift: shift.place, rest: None, end, refusal };
        if !shift.hours.is_in_order() {
            found.push(field_error(ShiftTimeField::End, ShiftRefusal::EndsBeforeStart));
        } else if week[..at]
            .iter()
            .any(|other| shift.weekday.is_some() && other.weekday == shift.weekday && other.hours.overlaps(shift.hours))
        {
            found.push(field_error(ShiftTimeField::Start, ShiftRefusal::OverlapsShift));
        }
        found.extend(break_field_errors(shift));
    }
    found
}

fn break_field_errors(shift: &ShiftInput) -> Vec<ShiftFieldError> {
    let mut found = Vec::new();
    for (at, (place, rest)) in shift.breaks.iter().enumerate() {
        let mut field_error = |end, refusal| {
            found.push(ShiftFieldError { shift: shift.place, rest: Some(*place), end, refusal });
        };
        if !rest.is_in_order() {
            field_error(ShiftTimeField::End, ShiftRefusal::EndsBeforeStart);
            continue;
        }
        // If the hours of the shift are invalid, breaks outside them are not reported as well.
        if shift.hours.is_in_order() && rest.start_time < shift.hours.start_time {
            field_error(ShiftTimeField::Start, ShiftRefusal::OutsideShift);
        } else if shift.breaks[..at].iter().any(|(_, other)| other.overlaps(*rest)) {
            field_error(ShiftTimeField::Start, ShiftRefusal::OverlapsBreak);
        }
        if shift.hours.is_in_order() && rest.end_time > shift.hours.end_time {
            field_error(ShiftTimeField::End, ShiftRefusal::OutsideShift);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ist::parse_time;

    fn span(from: &str, until: &str) -> TimeRange {
        TimeRange { start_time: parse_time(from).unwrap(), end_time: parse_time(until).unwrap() }
    }

    fn shift(place: usize, weekday: i64, hours: TimeRange, breaks: &[TimeRange]) -> ShiftInput {
        ShiftInput { place, weekday: Some(weekday), hours, breaks: breaks.iter().copied().enumerate().collect() }
    }

    fn reported_errors(week: &[ShiftInput]) -> Vec<(usize, Option<usize>, ShiftTimeField, ShiftRefusal)> {
        field_errors(week).into_iter().map(|one| (one.shift, one.rest, one.end, one.refusal)).collect()
    }

    #[test]
    fn a_day_may_have_several_shifts_that_touch() {
        let week = [
            shift(0, 1, span("14:00", "21:00"), &[span("17:00", "17:30"), span("16:30", "17:00")]),
            shift(1, 1, span("10:00", "14:00"), &[span("10:00", "10:15"), span("13:45", "14:00")]),
            shift(2, 2, span("11:00", "20:00"), &[]),
        ];
        assert_eq!(reported_errors(&week), []);
    }

    #[test]
    fn every_error_names_its_field() {
        let week = [
            shift(0, 1, span("10:00", "14:00"), &[span("09:00", "10:30"), span("10:00", "11:00")]),
            shift(1, 1, span("13:59", "21:00"), &[span("20:00", "21:30"), span("15:00", "15:00")]),
            shift(2, 3, span("12:00", "12:00"), &[span("01:00", "02:00")]),
            shift(4, 2, span("10:00", "14:00"), &[]),
        ];
        assert_eq!(
            reported_errors(&week),
            [
                (0, Some(0), ShiftTimeField::Start, ShiftRefusal::OutsideShift),
                (0, Some(1), ShiftTimeField::Start, ShiftRefusal::OverlapsBreak),
                (1, None, ShiftTimeField::Start, ShiftRefusal::OverlapsShift),
                (1, Some(0), ShiftTimeField::End, ShiftRefusal::OutsideShift),
                (1, Some(1), ShiftTimeField::End, ShiftRefusal::EndsBeforeStart),
                (2, None, ShiftTimeField::End, ShiftRefusal::EndsBeforeStart),
            ]
        );
    }
}
