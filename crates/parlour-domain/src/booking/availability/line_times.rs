//! Which time of whom the services of a booking need.

use chrono::{NaiveTime, TimeDelta};

use super::cells::{CellRange, CellSet};
use crate::ids::StaffId;

/// A service of a booking. The services follow one another.
#[derive(Debug, Clone)]
pub struct BookedLine {
    pub staff_id: Option<StaffId>,
    pub duration_minutes: i64,
    /// The time for tidying up afterwards.
    pub buffer_minutes: i64,
}

/// The time that one member of staff needs for a booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineTime {
    pub staff_id: StaffId,
    pub cells: CellSet,
}

/// The time of everyone who is assigned, in the order of their ids. Services that one person does in a row are one
/// stretch, with all their buffers at its end. A service without staff occupies nobody.
pub fn line_times(start: NaiveTime, lines: &[BookedLine]) -> Vec<LineTime> {
    let mut times: Vec<LineTime> = Vec::new();
    let mut run_starts_after = 0_i64;
    for run in lines.chunk_by(|line, next| line.staff_id == next.staff_id) {
        let minutes = |part: fn(&BookedLine) -> i64| run.iter().map(part).fold(0_i64, i64::saturating_add);
        let duration = minutes(|line| line.duration_minutes);
        if let Some(staff_id) = &run[0].staff_id {
            let first = start.overflowing_add_signed(TimeDelta::minutes(run_starts_after)).0;
            let cells = CellRange::of(first, duration.saturating_add(minutes(|line| line.buffer_minutes)));
            match times.iter_mut().find(|time| time.staff_id == *staff_id) {
                Some(time) => time.cells.add(cells),
                None => times.push(LineTime { staff_id: staff_id.clone(), cells: CellSet::of(cells) }),
            }
        }
        run_starts_after = run_starts_after.saturating_add(duration);
    }
    times.sort_by(|one, other| one.staff_id.cmp(&other.staff_id));
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ist::parse_time;

    fn line(staff: &str, duration_minutes: i64, buffer_minutes: i64) -> BookedLine {
        let staff_id = (!staff.is_empty()).then(|| StaffId::new(staff));
        BookedLine { staff_id, duration_minutes, buffer_minutes }
    }

    fn shown(lines: &[BookedLine]) -> Vec<String> {
        let day = crate::ist::parse_date("2027-03-05").unwrap();
        let wall = |at: crate::ist::Timestamp| at.ist_time().format("%H:%M").to_string();
        let of_one = |time: LineTime| {
            let ranges = time.cells.ranges();
            let ranges =
                ranges.iter().map(|range| format!("{}-{}", wall(range.first_at(day)), wall(range.last_at(day))));
            format!("{} {}", time.staff_id.as_str(), ranges.collect::<Vec<_>>().join(" "))
        };
        line_times(parse_time("10:00").unwrap(), lines).into_iter().map(of_one).collect()
    }

    #[test]
    fn one_person_has_one_stretch_with_all_buffers_at_its_end() {
        assert_eq!(shown(&[line("a", 30, 10), line("a", 30, 5)]), ["a 10:00-11:10"]);
    }

    #[test]
    fn everyone_is_busy_for_their_own_services_only() {
        let lines = [line("b", 45, 5), line("", 15, 0), line("a", 30, 0), line("b", 20, 10)];
        assert_eq!(shown(&lines), ["a 11:00-11:25", "b 10:00-10:45 11:30-11:55"]);
    }

    #[test]
    fn nobody_is_busy_without_being_assigned() {
        assert_eq!(shown(&[line("", 45, 5)]), [] as [&str; 0]);
    }
}
