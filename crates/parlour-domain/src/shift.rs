//! Hours that come again every week.

use chrono::NaiveTime;
use serde::Serialize;
use utoipa::ToSchema;

/// Far more than anyone starts work in a week.
pub const MOST_SHIFTS: usize = 50;
/// Far more than anyone rests in a shift.
pub const MOST_BREAKS: usize = 12;

/// From one time of a day to a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Span {
    #[serde(serialize_with = "crate::ist::as_typed")]
    #[schema(value_type = String, example = "13:00")]
    pub start_time: NaiveTime,
    #[serde(serialize_with = "crate::ist::as_typed")]
    #[schema(value_type = String, example = "13:45")]
    pub end_time: NaiveTime,
}

impl Span {
    fn is_in_order(self) -> bool {
        self.start_time < self.end_time
    }

    /// One may begin when the other ends.
    fn overlaps(self, other: Self) -> bool {
        self.start_time < other.end_time && other.start_time < self.end_time
    }
}

/// A shift as it was typed, with its place in the list.
#[derive(Debug, Clone)]
pub struct TypedShift {
    pub place: usize,
    /// 1 is Monday, 7 is Sunday; none where it could not be read.
    pub weekday: Option<i64>,
    pub hours: Span,
    /// Each with its place in the shift's list.
    pub breaks: Vec<(usize, Span)>,
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
pub enum End {
    Start,
    End,
}

/// What is wrong with a time, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShiftComplaint {
    pub shift: usize,
    /// None where it is the shift's own time.
    pub rest: Option<usize>,
    pub end: End,
    pub why: ShiftRefusal,
}

/// Everything that keeps a week from being one; of two that overlap, the later in the list is named.
pub fn complaints(week: &[TypedShift]) -> Vec<ShiftComplaint> {
    let mut found = Vec::new();
    for (at, shift) in week.iter().enumerate() {
        let complain = |end, why| ShiftComplaint { shift: shift.place, rest: None, end, why };
        if !shift.hours.is_in_order() {
            found.push(complain(End::End, ShiftRefusal::EndsBeforeStart));
        } else if week[..at].iter().any(|other| {
            shift.weekday.is_some() && other.weekday == shift.weekday && other.hours.overlaps(shift.hours)
        }) {
            found.push(complain(End::Start, ShiftRefusal::OverlapsShift));
        }
        found.extend(complaints_about_breaks(shift));
    }
    found
}

fn complaints_about_breaks(shift: &TypedShift) -> Vec<ShiftComplaint> {
    let mut found = Vec::new();
    for (at, (place, rest)) in shift.breaks.iter().enumerate() {
        let mut complain =
            |end, why| found.push(ShiftComplaint { shift: shift.place, rest: Some(*place), end, why });
        if !rest.is_in_order() {
            complain(End::End, ShiftRefusal::EndsBeforeStart);
            continue;
        }
        // What lies outside hours that are none says nothing new.
        if shift.hours.is_in_order() && rest.start_time < shift.hours.start_time {
            complain(End::Start, ShiftRefusal::OutsideShift);
        } else if shift.breaks[..at].iter().any(|(_, other)| other.overlaps(*rest)) {
            complain(End::Start, ShiftRefusal::OverlapsBreak);
        }
        if shift.hours.is_in_order() && rest.end_time > shift.hours.end_time {
            complain(End::End, ShiftRefusal::OutsideShift);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ist::parse_time;

    fn span(from: &str, until: &str) -> Span {
        Span { start_time: parse_time(from).unwrap(), end_time: parse_time(until).unwrap() }
    }

    fn shift(place: usize, weekday: i64, hours: Span, breaks: &[Span]) -> TypedShift {
        TypedShift {
            place,
            weekday: Some(weekday),
            hours,
            breaks: breaks.iter().copied().enumerate().collect(),
        }
    }

    fn said(week: &[TypedShift]) -> Vec<(usize, Option<usize>, End, ShiftRefusal)> {
        complaints(week).into_iter().map(|one| (one.shift, one.rest, one.end, one.why)).collect()
    }

    #[test]
    fn a_day_may_have_several_shifts_that_touch() {
        let week = [
            shift(0, 1, span("14:00", "21:00"), &[span("17:00", "17:30"), span("16:30", "17:00")]),
            shift(1, 1, span("10:00", "14:00"), &[span("10:00", "10:15"), span("13:45", "14:00")]),
            shift(2, 2, span("11:00", "20:00"), &[]),
        ];
        assert_eq!(said(&week), []);
    }

    #[test]
    fn everything_that_is_wrong_is_named_where_it_stands() {
        let week = [
            shift(0, 1, span("10:00", "14:00"), &[span("09:00", "10:30"), span("10:00", "11:00")]),
            shift(1, 1, span("13:59", "21:00"), &[span("20:00", "21:30"), span("15:00", "15:00")]),
            shift(2, 3, span("12:00", "12:00"), &[span("01:00", "02:00")]),
            shift(4, 2, span("10:00", "14:00"), &[]),
        ];
        assert_eq!(
            said(&week),
            [
                (0, Some(0), End::Start, ShiftRefusal::OutsideShift),
                (0, Some(1), End::Start, ShiftRefusal::OverlapsBreak),
                (1, None, End::Start, ShiftRefusal::OverlapsShift),
                (1, Some(0), End::End, ShiftRefusal::OutsideShift),
                (1, Some(1), End::End, ShiftRefusal::EndsBeforeStart),
                (2, None, End::End, ShiftRefusal::EndsBeforeStart),
            ]
        );
    }
}
