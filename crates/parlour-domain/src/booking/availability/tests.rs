use proptest::prelude::*;

use super::*;
use crate::booking::{booking_end, check_in_future, check_within_opening_hours};
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

fn constraints(duration_minutes: i64, buffer_minutes: i64) -> StartConstraints {
    let now = Timestamp::parse("2027-03-01T10:00:00+05:30").unwrap();
    StartConstraints { date: day(), hours: hours(), length: BookingDuration { duration_minutes, buffer_minutes }, now }
}

fn member(id: &str, from: &str, until: &str) -> StaffDay {
    let mut rostered = CellSet::NONE;
    rostered.add(CellRange::within(time(from), time(until)));
    StaffDay {
        staff_id: StaffId::new(id),
        gender: Gender::Female,
        serves_salon: true,
        serves_spa: false,
        rostered,
        occupied: CellSet::NONE,
    }
}

fn busy(mut member: StaffDay, from: &str, until: &str) -> StaffDay {
    member.occupied.add(CellRange::overlapping(time(from), time(until)));
    member
}

fn available(day: &BranchDay, constraints: &StartConstraints, staff_filter: &StaffFilter) -> Vec<String> {
    let slots = day.slots(constraints, staff_filter).into_iter().filter(|slot| slot.available);
    slots.map(|slot| slot.start.format("%H:%M").to_string()).collect()
}

fn nearest(day: &BranchDay, start: &str, constraints: &StartConstraints) -> Vec<String> {
    let times = day.nearest_free_starts(time(start), constraints, &StaffFilter::default()).into_iter();
    times.take(MAX_PROPOSED_STARTS).map(|time| time.format("%H:%M").to_string()).collect()
}

#[test]
fn an_open_day_has_22_half_hours_from_10_to_21() {
    let slots: Vec<Slot> = open_branch_slots().collect();
    assert_eq!(slots.len(), 22);
    assert_eq!(slots[0].start.to_string(), "10:00:00");
    assert_eq!(slots[21].start.to_string(), "20:30:00");
    assert_eq!(slots[21].end.to_string(), "21:00:00");
    assert!(slots.windows(2).all(|pair| pair[0].end == pair[1].start));
    assert!(slots.iter().all(|slot| slot.available));
}

#[test]
fn a_live_day_of_usual_hours_has_the_same_half_hours() {
    let live = BranchDay::default().slots(&constraints(30, 0), &StaffFilter::default());
    let times = |slots: Vec<Slot>| slots.into_iter().map(|slot| (slot.start, slot.end)).collect::<Vec<_>>();
    assert!(live.iter().all(|slot| !slot.available), "nobody is there");
    assert_eq!(times(live), times(open_branch_slots().collect()));
}

#[test]
fn a_live_day_has_the_half_hours_that_lie_within_its_opening_hours() {
    let shown = |opens_at: &str, closes_at: &str| {
        let hours = OpeningHours { opens_at: time(opens_at), closes_at: time(closes_at) };
        let slots =
            BranchDay::default().slots(&StartConstraints { hours, ..constraints(30, 0) }, &StaffFilter::default());
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
fn booking_with_buffer_must_end_before_next_booking_and_shift_end() {
    let day = BranchDay { members: vec![busy(member("a", "10:00", "13:00"), "11:00", "11:30")] };
    let anyone = StaffFilter::default();
    assert_eq!(available(&day, &constraints(30, 0), &anyone), ["10:00", "10:30", "11:30", "12:00", "12:30"]);
    assert_eq!(available(&day, &constraints(30, 5), &anyone), ["10:00", "11:30", "12:00"]);
    assert_eq!(available(&day, &constraints(60, 0), &anyone), ["10:00", "11:30", "12:00"]);
    assert_eq!(available(&day, &constraints(56, 0), &anyone), ["10:00", "11:30", "12:00"], "56 minutes are 12 cells");
    assert_eq!(available(&day, &constraints(61, 0), &anyone), ["11:30"]);
}

#[test]
fn booking_must_fit_in_one_shift_outside_the_break() {
    let mut split = member("a", "10:00", "12:00");
    split.rostered.add(CellRange::within(time("14:00"), time("15:00")));
    split.rostered.remove(CellRange::overlapping(time("10:31"), time("10:44")));
    let day = BranchDay { members: vec![split] };
    let half_hours = available(&day, &constraints(30, 0), &StaffFilter::default());
    assert_eq!(half_hours, ["10:00", "11:00", "11:30", "14:00", "14:30"]);
}

#[test]
fn only_staff_matching_the_filter_count() {
    let mut he = busy(member("b", "10:00", "11:00"), "10:00", "10:30");
    (he.gender, he.serves_spa) = (Gender::Male, true);
    let day = BranchDay { members: vec![member("a", "10:00", "10:30"), he] };
    let starts = |staff_filter: &StaffFilter| available(&day, &constraints(30, 0), staff_filter);
    assert_eq!(starts(&StaffFilter::default()), ["10:00", "10:30"]);
    let one = StaffFilter { staff_id: Some(StaffId::new("b")), ..StaffFilter::default() };
    assert_eq!(starts(&one), ["10:30"]);
    assert_eq!(starts(&StaffFilter { gender: Some(Gender::Female), ..StaffFilter::default() }), ["10:00"]);
    assert_eq!(starts(&StaffFilter { gender: Some(Gender::Female), ..one }), [] as [&str; 0]);
    let spa = StaffFilter { service_type: Some(ServiceType::Spa), ..StaffFilter::default() };
    assert_eq!(starts(&spa), ["10:30"]);
    assert_eq!(starts(&StaffFilter { staff_id: Some(StaffId::new("a")), ..spa }), [] as [&str; 0]);
}

#[test]
fn past_or_too_late_starts_are_unavailable() {
    let day = BranchDay { members: vec![member("a", "00:00", "23:59")] };
    let now = Timestamp::parse("2027-03-05T20:00:00+05:30").unwrap();
    let constraints = StartConstraints { now, ..constraints(30, 0) };
    assert_eq!(available(&day, &constraints, &StaffFilter::default()), ["20:30"], "at 20:00 it is too late for 20:00");
    let length = |duration_minutes| BookingDuration { duration_minutes, buffer_minutes: 0 };
    let long = StartConstraints { length: length(209), ..constraints };
    assert_eq!(available(&day, &long, &StaffFilter::default()), ["20:30"], "until 23:59");
    let too_long = StartConstraints { length: length(210), ..constraints };
    assert_eq!(available(&day, &too_long, &StaffFilter::default()), [] as [&str; 0]);
    let tidied = StartConstraints { length: BookingDuration { buffer_minutes: 600, ..length(209) }, ..constraints };
    assert_eq!(available(&day, &tidied, &StaffFilter::default()), ["20:30"], "no buffer reaches past midnight");
}

#[test]
fn least_busy_staff_member_is_chosen() {
    let span = CellRange::of(time("12:00"), 30);
    let chosen = |members| {
        let day = BranchDay { members };
        day.least_busy_free_staff(span, &StaffFilter::default()).map(|staff| staff.as_str().to_owned())
    };
    let at_work = |id| member(id, "10:00", "18:00");
    assert_eq!(chosen(vec![at_work("b"), at_work("a")]).as_deref(), Some("a"));
    assert_eq!(chosen(vec![at_work("b"), busy(at_work("a"), "10:00", "10:05")]).as_deref(), Some("b"));
    assert_eq!(chosen(vec![busy(at_work("b"), "12:25", "12:30"), at_work("c")]).as_deref(), Some("c"));
    assert_eq!(chosen(vec![busy(at_work("b"), "12:25", "12:30")]), None);
    assert_eq!(chosen(vec![member("a", "12:05", "18:00"), member("b", "10:00", "12:25")]), None);
}

#[test]
fn nearest_free_starts_are_proposed_earlier_first() {
    let day = BranchDay { members: vec![busy(member("a", "10:00", "18:00"), "12:00", "13:00")] };
    assert_eq!(nearest(&day, "12:15", &constraints(30, 0)), ["11:30", "13:00", "11:25"]);
    assert_eq!(nearest(&day, "12:00", &constraints(60, 0)), ["11:00", "13:00", "10:55"]);
    assert_eq!(nearest(&day, "09:00", &constraints(30, 0)), ["10:00", "10:05", "10:10"]);
    assert_eq!(nearest(&day, "12:00", &constraints(290, 0)), ["13:00", "13:05", "13:10"]);
    assert_eq!(nearest(&day, "12:00", &constraints(300, 0)), ["13:00"]);
    assert_eq!(nearest(&day, "12:00", &constraints(301, 0)), [] as [&str; 0]);
    assert_eq!(nearest(&BranchDay::default(), "12:00", &constraints(30, 0)), [] as [&str; 0]);
}

#[test]
fn offered_starts_are_a_quarter_of_an_hour_apart_and_not_the_refused_one() {
    let times = |texts: &[&str]| texts.iter().map(|text| time(text)).collect::<Vec<_>>();
    let nearest = times(&["12:15", "12:10", "12:20", "12:25", "12:30", "11:55", "11:50", "12:45"]);
    assert_eq!(starts_to_offer(&nearest, Some(time("12:15"))), times(&["12:10", "12:25", "11:55"]));
    assert_eq!(starts_to_offer(&nearest, None), times(&["12:15", "12:30", "11:55"]));
    assert_eq!(starts_to_offer(&times(&["12:00"]), Some(time("12:00"))), []);
    assert_eq!(starts_to_offer(&times(&["00:00", "23:55"]), None), times(&["00:00", "23:55"]));
}

#[test]
fn cells_start_on_the_ist_grid() {
    let span = CellRange::of(time("00:00"), 5);
    assert_eq!(span.first_at(day()).to_string(), "2027-03-04T18:30:00.000Z");
    let odd = CellRange::of(time("11:07"), 45);
    assert_eq!((odd.first_at(day()), odd.len()), (Timestamp::from_ist(day(), time("11:05")), 10));
    assert_eq!(odd.last_at(day()), Timestamp::from_ist(day(), time("11:50")));
    for range in [span, odd, CellRange::of(time("23:55"), 5), CellRange::of(time("00:00"), 1440)] {
        assert_eq!(CellRange::from_first_to_last(day(), range.first_at(day()), range.last_at(day())), range);
    }
    assert!(is_on_grid(time("23:55")) && !is_on_grid(time("23:59")));
}

/// Each rule by itself, as a booking is checked.
fn allows_start(constraints: &StartConstraints, start: NaiveTime) -> bool {
    check_in_future(constraints.date, start, constraints.now).is_ok()
        && check_within_opening_hours(start, constraints.hours).is_ok()
        && booking_end(start, constraints.length.duration_minutes).is_ok()
}

proptest! {
    #[test]
    fn allowed_starts_are_those_that_a_booking_may_have(
        opens in 0_u32..1440, closes in 0_u32..1440, minutes in 0_i64..1500, now in -1500_i64..3000,
    ) {
        let constraints = StartConstraints {
            date: day(),
            hours: OpeningHours { opens_at: time_at_minute(opens), closes_at: time_at_minute(closes) },
            length: BookingDuration { duration_minutes: minutes, buffer_minutes: 0 },
            now: Timestamp::ist_midnight(day()).plus_millis(now * 60_000),
        };
        let allowed = CellSet::of(constraints.allowed_starts());
        for cell in 0..CELLS_PER_DAY {
            let start = time_at_minute(u32::try_from(cell).unwrap() * CELL_MINUTES);
            prop_assert_eq!(allowed.contains_cell(cell), allows_start(&constraints, start), "{}", start);
        }
    }

    /// Against a look at each cell of each run.
    #[test]
    fn starts_of_runs_are_the_cells_that_begin_one(
        taken in prop::collection::vec((0_u32..1440, 1_i64..200), 0..8), length in 0_usize..300,
    ) {
        let mut free = CellSet::ALL;
        for (start, minutes) in taken {
            free.remove(CellRange::of(time_at_minute(start), minutes));
        }
        let starts = free.starts_of_runs(length);
        for first in 0..CELLS_PER_DAY {
            let is_free = (first..(first + length).min(CELLS_PER_DAY)).all(|cell| free.contains_cell(cell));
            prop_assert_eq!(starts.contains_cell(first), is_free, "{}", first);
        }
    }

    /// Against the plainest there is: minutes, one by one.
    #[test]
    fn ranges_share_a_cell_exactly_if_they_overlap_on_the_grid(
        one in (0_u32..1440, 1_i64..600), other in (0_u32..1440, 1_i64..600),
    ) {
        let span = |(start, minutes)| CellRange::of(time_at_minute(start), minutes);
        let overlapping = |(start, minutes): (u32, i64)| -> Vec<bool> {
            let mut cells = vec![false; CELLS_PER_DAY];
            for minute in i64::from(start)..(i64::from(start) + minutes).min(1440) {
                cells[usize::try_from(minute / 5).unwrap()] = true;
            }
            cells
        };
        let mut cells = CellSet::NONE;
        cells.add(span(one));
        let overlap = overlapping(one).iter().zip(overlapping(other)).any(|(one, other)| *one && other);
        prop_assert_eq!(cells.contains_none(span(other)), !overlap);
        prop_assert_eq!(cells.count() as usize, overlapping(one).iter().filter(|cell| **cell).count());
        prop_assert_eq!(cells.ranges(), vec![span(one)]);
        cells.remove(span(one));
        prop_assert_eq!(cells.count(), 0);
    }

    #[test]
    fn all_free_starts_are_proposed_the_nearest_first(
        shift in (0_u32..1300, 10_u32..500), taken in (0_u32..1400, 1_i64..300),
        start in 0_u32..288, minutes in 1_i64..200,
    ) {
        let at = time_at_minute;
        let mut one = member("a", "00:00", "00:00");
        one.rostered.add(CellRange::within(at(shift.0), at((shift.0 + shift.1).min(1439))));
        one.occupied.add(CellRange::of(at(taken.0), taken.1));
        let day = BranchDay { members: vec![one] };
        let constraints = constraints(minutes, 0);
        let start = at(start * 5);
        let proposed = day.nearest_free_starts(start, &constraints, &StaffFilter::default());
        let is_free = |time: NaiveTime| {
            allows_start(&constraints, time) && day.least_busy_free_staff(constraints.length.span(time), &StaffFilter::default()).is_some()
        };
        let away = |time: NaiveTime| time.signed_duration_since(start).abs();
        let mut free: Vec<_> = (0..288).map(|cell| at(cell * 5)).filter(|time| is_free(*time)).collect();
        free.sort_by_key(|time| (away(*time), *time));
        prop_assert_eq!(proposed, free);
    }
}
