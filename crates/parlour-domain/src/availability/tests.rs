use proptest::prelude::*;

use super::*;
use crate::ist::{parse_date, parse_time};

fn time(typed: &str) -> NaiveTime {
    parse_time(typed).unwrap()
}

fn day() -> NaiveDate {
    parse_date("2027-03-05").unwrap()
}

fn hours() -> OpeningHours {
    OpeningHours { opens_at: time("10:00"), closes_at: time("21:00") }
}

fn frame(duration_minutes: i64, buffer_minutes: i64) -> Frame {
    let now = Timestamp::parse("2027-03-01T10:00:00+05:30").unwrap();
    Frame { date: day(), hours: hours(), length: Length { duration_minutes, buffer_minutes }, now }
}

fn member(id: &str, from: &str, until: &str) -> Member {
    let mut rostered = Cells::NONE;
    rostered.add(Span::within(time(from), time(until)));
    Member {
        staff_id: StaffId::new(id),
        gender: Gender::Female,
        serves_salon: true,
        serves_spa: false,
        rostered,
        occupied: Cells::NONE,
    }
}

fn busy(mut member: Member, from: &str, until: &str) -> Member {
    member.occupied.add(Span::touched(time(from), time(until)));
    member
}

fn available(day: &Day, frame: &Frame, wanted: &Wanted) -> Vec<String> {
    let slots = day.slots(frame, wanted).into_iter().filter(|slot| slot.available);
    slots.map(|slot| slot.start.format("%H:%M").to_string()).collect()
}

fn nearest(day: &Day, start: &str, frame: &Frame) -> Vec<String> {
    let times = day.nearest_free(time(start), frame, &Wanted::default()).into_iter();
    times.map(|time| time.format("%H:%M").to_string()).collect()
}

#[test]
fn an_open_day_has_22_half_hours_from_10_to_21() {
    let slots: Vec<Slot> = open_day().collect();
    assert_eq!(slots.len(), 22);
    assert_eq!(slots[0].start.to_string(), "10:00:00");
    assert_eq!(slots[21].start.to_string(), "20:30:00");
    assert_eq!(slots[21].end.to_string(), "21:00:00");
    assert!(slots.windows(2).all(|pair| pair[0].end == pair[1].start));
    assert!(slots.iter().all(|slot| slot.available));
}

#[test]
fn a_live_day_of_usual_hours_has_the_same_half_hours() {
    let live = Day::default().slots(&frame(30, 0), &Wanted::default());
    let times = |slots: Vec<Slot>| slots.into_iter().map(|slot| (slot.start, slot.end)).collect::<Vec<_>>();
    assert!(live.iter().all(|slot| !slot.available), "nobody is there");
    assert_eq!(times(live), times(open_day().collect()));
}

#[test]
fn a_live_day_has_the_half_hours_that_lie_within_its_opening_hours() {
    let shown = |opens_at: &str, closes_at: &str| {
        let hours = OpeningHours { opens_at: time(opens_at), closes_at: time(closes_at) };
        let slots = Day::default().slots(&Frame { hours, ..frame(30, 0) }, &Wanted::default());
        let edges = slots.first().zip(slots.last());
        let edges = edges.map(|(first, last)| (first.start.to_string(), last.end.to_string()));
        (slots.len(), edges.unwrap_or_default())
    };
    let edges = |first: &str, last: &str| (format!("{first}:00"), format!("{last}:00"));
    assert_eq!(shown("09:15", "11:00"), (3, edges("09:15", "10:45")));
    assert_eq!(shown("09:02", "10:05"), (2, edges("09:05", "10:05")));
    assert_eq!(shown("00:00", "23:59"), (47, edges("00:00", "23:30")));
    assert_eq!(shown("10:00", "10:29"), (0, Default::default()));
}

#[test]
fn a_visit_fits_with_its_buffer_before_the_next_one_and_before_the_end_of_the_shift() {
    let day = Day { members: vec![busy(member("a", "10:00", "13:00"), "11:00", "11:30")] };
    let anyone = Wanted::default();
    assert_eq!(available(&day, &frame(30, 0), &anyone), ["10:00", "10:30", "11:30", "12:00", "12:30"]);
    assert_eq!(available(&day, &frame(30, 5), &anyone), ["10:00", "11:30", "12:00"]);
    assert_eq!(available(&day, &frame(60, 0), &anyone), ["10:00", "11:30", "12:00"]);
    assert_eq!(
        available(&day, &frame(56, 0), &anyone),
        ["10:00", "11:30", "12:00"],
        "56 minutes are 12 cells"
    );
    assert_eq!(available(&day, &frame(61, 0), &anyone), ["11:30"]);
}

#[test]
fn a_visit_lies_in_one_shift_without_the_break() {
    let mut split = member("a", "10:00", "12:00");
    split.rostered.add(Span::within(time("14:00"), time("15:00")));
    split.rostered.remove(Span::touched(time("10:31"), time("10:44")));
    let day = Day { members: vec![split] };
    let half_hours = available(&day, &frame(30, 0), &Wanted::default());
    assert_eq!(half_hours, ["10:00", "11:00", "11:30", "14:00", "14:30"]);
}

#[test]
fn only_those_who_are_wanted_count() {
    let mut he = busy(member("b", "10:00", "11:00"), "10:00", "10:30");
    (he.gender, he.serves_spa) = (Gender::Male, true);
    let day = Day { members: vec![member("a", "10:00", "10:30"), he] };
    let starts = |wanted: &Wanted| available(&day, &frame(30, 0), wanted);
    assert_eq!(starts(&Wanted::default()), ["10:00", "10:30"]);
    let one = Wanted { staff_id: Some(StaffId::new("b")), ..Wanted::default() };
    assert_eq!(starts(&one), ["10:30"]);
    assert_eq!(starts(&Wanted { gender: Some(Gender::Female), ..Wanted::default() }), ["10:00"]);
    assert_eq!(starts(&Wanted { gender: Some(Gender::Female), ..one }), [] as [&str; 0]);
    let spa = Wanted { service_type: Some(ServiceType::Spa), ..Wanted::default() };
    assert_eq!(starts(&spa), ["10:30"]);
    assert_eq!(starts(&Wanted { staff_id: Some(StaffId::new("a")), ..spa }), [] as [&str; 0]);
}

#[test]
fn a_start_that_is_past_or_would_end_too_late_is_none() {
    let day = Day { members: vec![member("a", "00:00", "23:59")] };
    let now = Timestamp::parse("2027-03-05T20:00:00+05:30").unwrap();
    let frame = Frame { now, ..frame(30, 0) };
    assert_eq!(available(&day, &frame, &Wanted::default()), ["20:30"], "at 20:00 it is too late for 20:00");
    let length = |duration_minutes| Length { duration_minutes, buffer_minutes: 0 };
    let long = Frame { length: length(209), ..frame };
    assert_eq!(available(&day, &long, &Wanted::default()), ["20:30"], "until 23:59");
    let too_long = Frame { length: length(210), ..frame };
    assert_eq!(available(&day, &too_long, &Wanted::default()), [] as [&str; 0]);
    let tidied = Frame { length: Length { buffer_minutes: 600, ..length(209) }, ..frame };
    assert_eq!(available(&day, &tidied, &Wanted::default()), ["20:30"], "no buffer reaches past midnight");
}

#[test]
fn the_one_with_the_least_to_do_is_chosen() {
    let span = Span::of(time("12:00"), 30);
    let chosen = |members| {
        let day = Day { members };
        day.free_staff(span, &Wanted::default()).map(|staff| staff.as_str().to_owned())
    };
    let at_work = |id| member(id, "10:00", "18:00");
    assert_eq!(chosen(vec![at_work("b"), at_work("a")]).as_deref(), Some("a"));
    assert_eq!(chosen(vec![at_work("b"), busy(at_work("a"), "10:00", "10:05")]).as_deref(), Some("b"));
    assert_eq!(chosen(vec![busy(at_work("b"), "12:25", "12:30"), at_work("c")]).as_deref(), Some("c"));
    assert_eq!(chosen(vec![busy(at_work("b"), "12:25", "12:30")]), None);
    assert_eq!(chosen(vec![member("a", "12:05", "18:00"), member("b", "10:00", "12:25")]), None);
}

#[test]
fn the_nearest_free_times_are_proposed_the_earlier_of_two_as_near() {
    let day = Day { members: vec![busy(member("a", "10:00", "18:00"), "12:00", "13:00")] };
    assert_eq!(nearest(&day, "12:15", &frame(30, 0)), ["11:30", "13:00", "11:25"]);
    assert_eq!(nearest(&day, "12:00", &frame(60, 0)), ["11:00", "13:00", "10:55"]);
    assert_eq!(nearest(&day, "09:00", &frame(30, 0)), ["10:00", "10:05", "10:10"]);
    assert_eq!(nearest(&day, "12:00", &frame(290, 0)), ["13:00", "13:05", "13:10"]);
    assert_eq!(nearest(&day, "12:00", &frame(300, 0)), ["13:00"]);
    assert_eq!(nearest(&day, "12:00", &frame(301, 0)), [] as [&str; 0]);
    assert_eq!(nearest(&Day::default(), "12:00", &frame(30, 0)), [] as [&str; 0]);
}

#[test]
fn cells_begin_on_the_wall_s_grid() {
    let span = Span::of(time("00:00"), 5);
    assert_eq!(span.starts_at(day()).to_string(), "2027-03-04T18:30:00.000Z");
    assert_eq!(Span::of(time("23:55"), 5).ends_at(day()), Timestamp::ist_midnight(day().succ_opt().unwrap()));
    let odd = Span::of(time("11:07"), 45);
    assert_eq!((odd.starts_at(day()), odd.len()), (Timestamp::from_ist(day(), time("11:05")), 10));
    let last = odd.instants(day()).last().unwrap();
    assert_eq!(Span::at(day(), last), Some(Span::of(time("11:50"), 5)));
    assert_eq!(Span::at(day(), Timestamp::ist_midnight(day()).plus_millis(-1)), None);
    assert_eq!(Span::at(day(), Span::of(time("23:55"), 5).ends_at(day())), None);
    assert!(is_on_grid(time("23:55")) && !is_on_grid(time("23:59")));
}

proptest! {
    /// Against the plainest there is: minutes, one by one.
    #[test]
    fn two_visits_share_a_cell_exactly_if_they_share_five_minutes_of_the_grid(
        one in (0_u32..1440, 1_i64..600), other in (0_u32..1440, 1_i64..600),
    ) {
        let span = |(start, minutes)| Span::of(minutes_after_midnight(start), minutes);
        let touched = |(start, minutes): (u32, i64)| -> Vec<bool> {
            let mut cells = vec![false; CELLS_A_DAY];
            for minute in i64::from(start)..(i64::from(start) + minutes).min(1440) {
                cells[usize::try_from(minute / 5).unwrap()] = true;
            }
            cells
        };
        let mut cells = Cells::NONE;
        cells.add(span(one));
        let overlap = touched(one).iter().zip(touched(other)).any(|(one, other)| *one && other);
        prop_assert_eq!(cells.has_none(span(other)), !overlap);
        prop_assert_eq!(cells.count(), touched(one).iter().filter(|cell| **cell).count());
        cells.remove(span(one));
        prop_assert_eq!(cells.count(), 0);
    }

    /// What is proposed is free, and nothing nearer is.
    #[test]
    fn nothing_free_is_nearer_than_what_is_proposed(
        shift in (0_u32..1300, 10_u32..500), taken in (0_u32..1400, 1_i64..300),
        start in 0_u32..288, minutes in 1_i64..200,
    ) {
        let at = minutes_after_midnight;
        let mut one = member("a", "00:00", "00:00");
        one.rostered.add(Span::within(at(shift.0), at((shift.0 + shift.1).min(1439))));
        one.occupied.add(Span::of(at(taken.0), taken.1));
        let day = Day { members: vec![one] };
        let frame = frame(minutes, 0);
        let start = at(start * 5);
        let proposed = day.nearest_free(start, &frame, &Wanted::default());
        let is_free = |time: NaiveTime| {
            frame.allows(time) && day.free_staff(frame.length.span(time), &Wanted::default()).is_some()
        };
        let away = |time: NaiveTime| time.signed_duration_since(start).abs();
        let all: Vec<_> = (0..288).map(|cell| at(cell * 5)).filter(|time| is_free(*time)).collect();
        prop_assert_eq!(proposed.len(), all.len().min(3));
        prop_assert!(proposed.iter().all(|time| all.contains(time)));
        prop_assert!(proposed.is_sorted_by_key(|time| (away(*time), *time)));
        let furthest = proposed.iter().map(|time| away(*time)).max();
        let nearer = all.iter().filter(|time| Some(away(**time)) < furthest && !proposed.contains(time));
        prop_assert_eq!(nearer.count(), 0);
    }
}
