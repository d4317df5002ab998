//! The rules of a live branch once more, as simple as can be: lists, and loops over minutes.
//!
//! Days count from the first one of the story, a Monday; minutes from midnight.

use super::free_time::is_all;
use super::lines::{BookingLength, BusyTime, Line, ServiceKind, busy_times};
use super::visit_actions::{RecordedAct, TimeOffer};

pub(super) const OPENING_MINUTE: i64 = 10 * 60;
pub(super) const CLOSING_MINUTE: i64 = 21 * 60;
pub(super) const MINUTES_PER_DAY: i64 = 24 * 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BookingStatus {
    Pending,
    Confirmed,
    InProgress,
    Completed,
    Cancelled,
    NoShow,
    Rejected,
}

impl BookingStatus {
    pub(super) fn is_upcoming(self) -> bool {
        [Self::Pending, Self::Confirmed].contains(&self)
    }

    /// Until it is completed or called off.
    pub(super) fn is_open(self) -> bool {
        self.is_upcoming() || self == Self::InProgress
    }
}

/// Somebody who works here, or (`is_here` false) at another branch, which is open.
#[derive(Debug)]
pub(super) struct StaffMember {
    pub(super) id: &'static str,
    pub(super) gender: &'static str,
    pub(super) kind: ServiceKind,
    pub(super) is_here: bool,
    /// Weekday, from, until.
    pub(super) shifts: Vec<(i64, i64, i64)>,
    pub(super) breaks: Vec<(i64, i64, i64)>,
    /// Days.
    pub(super) leave: Vec<i64>,
}

/// Time of somebody that a booking has.
#[derive(Debug, Clone, Copy)]
pub(super) struct OccupiedTime {
    pub(super) staff: usize,
    pub(super) day: i64,
    pub(super) from: i64,
    pub(super) until: i64,
    /// When the reservation ends; never, once the booking is confirmed.
    pub(super) expires: Option<i64>,
    /// Held for the other time that is offered.
    pub(super) is_offer: bool,
}

#[derive(Debug)]
pub(super) struct ModelBooking {
    pub(super) id: String,
    pub(super) customer: usize,
    pub(super) kind: ServiceKind,
    pub(super) status: BookingStatus,
    pub(super) when: BookingStart,
    pub(super) lines: Vec<Line>,
    pub(super) occupied: Vec<OccupiedTime>,
    pub(super) offer: Option<TimeOffer>,
    /// Whom the customer asked for.
    pub(super) wish: StaffPreference,
    pub(super) has_arrived: bool,
    /// What the desk may still take back.
    pub(super) acts: Vec<RecordedAct>,
    pub(super) moves: usize,
}

/// Time of somebody that the desk has blocked.
#[derive(Debug, Clone)]
pub(super) struct ModelBlock {
    pub(super) id: String,
    pub(super) day: i64,
    pub(super) time: BusyTime,
}

/// Whom somebody wants.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StaffPreference {
    pub(super) kind: Option<ServiceKind>,
    pub(super) staff: Option<usize>,
    pub(super) gender: Option<&'static str>,
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    Invalid,
    Code(&'static str),
    /// With the nearest free times.
    OccupiedTime(Vec<i64>),
}

pub(super) const WRONG_STATUS: Refusal = Refusal::Code("BOOKING_INVALID_STATUS_TRANSITION");
pub(super) const NOT_CANCELLABLE: Refusal = Refusal::Code("BOOKING_ALREADY_CANCELLED");
pub(super) const TOO_MANY_RESCHEDULES: Refusal = Refusal::Code("BOOKING_MAX_RESCHEDULES");
/// A visit of one of the last days.
pub(super) const MANAGERS_ONLY: Refusal = Refusal::Code("FORBIDDEN");
/// Blocked time has no nearest free times.
pub(super) const SOMETHING_IS_BOOKED: Refusal = Refusal::Code("BOOKING_SLOT_UNAVAILABLE");

/// When a booking is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BookingStart {
    pub(super) day: i64,
    pub(super) start: i64,
}

impl BookingStart {
    /// Since the first midnight.
    pub(super) fn minute(self) -> i64 {
        self.day * MINUTES_PER_DAY + self.start
    }
}

/// A booking as it would be.
#[derive(Debug, Clone)]
pub(super) struct ProposedBooking {
    pub(super) status: BookingStatus,
    pub(super) kind: ServiceKind,
    pub(super) when: BookingStart,
    pub(super) lines: Vec<Line>,
}

/// From and until, or closed.
pub(super) type Hours = Option<(i64, i64)>;

#[derive(Debug)]
pub(super) struct BranchModel {
    /// Minutes since the first midnight.
    pub(super) now: i64,
    pub(super) hold_minutes: i64,
    /// By weekday, Monday first; none where every day is the same.
    pub(super) week: Option<[Hours; 7]>,
    pub(super) staff: Vec<StaffMember>,
    pub(super) holidays: Vec<i64>,
    pub(super) bookings: Vec<ModelBooking>,
    pub(super) blocks: Vec<ModelBlock>,
}

impl BranchModel {
    pub(super) fn today(&self) -> i64 {
        self.now / MINUTES_PER_DAY
    }

    /// The three nearest times of a day at which it is possible.
    fn nearest_times(&self, when: BookingStart, duration: i64, is_possible: impl Fn(i64) -> bool) -> Refusal {
        let hours = self.hours_at_desk(when.day);
        let mut times: Vec<i64> = (0..MINUTES_PER_DAY)
            .step_by(5)
            .filter(|start| self.can_start(BookingStart { start: *start, ..when }, duration, hours))
            .filter(|start| is_possible(*start))
            .collect();
        times.sort_by_key(|time| ((time - when.start).abs(), *time));
        times.truncate(3);
        Refusal::OccupiedTime(times)
    }

    /// Somebody keeps the time for a request: whoever has the least to do that day, by name.
    fn choose_any_staff(
        &self,
        booking_index: usize,
        state: &ProposedBooking,
        preference: StaffPreference,
    ) -> Result<BusyTime, Refusal> {
        let (when, length) = (state.when, BookingLength::of(&state.lines));
        let people = self.wanted(preference);
        let free: Vec<_> = people.iter().map(|staff| self.free(*staff, when.day, booking_index)).collect();
        let until = length.end_from(when.start);
        let able = people.iter().zip(&free).filter(|(_, free)| is_all(free, when.start, until));
        let busy = |staff: usize| {
            let unoccupied = self.unoccupied(staff, when.day, booking_index);
            unoccupied.iter().filter(|is_so| !**is_so).count()
        };
        let chosen = able.map(|(staff, _)| *staff).min_by_key(|staff| (busy(*staff), self.staff[*staff].id));
        let is_possible = |start| free.iter().any(|free| is_all(free, start, length.end_from(start)));
        let staff = chosen.ok_or_else(|| self.nearest_times(when, length.duration, is_possible))?;
        Ok(BusyTime { staff, from: when.start, until })
    }

    /// Those whom the desk chooses only must not be occupied; a customer's choice must be at work too.
    fn check_staff(
        &self,
        booking_index: usize,
        state: &ProposedBooking,
        is_desk: bool,
    ) -> Result<Vec<BusyTime>, Refusal> {
        let ProposedBooking { when, lines, .. } = state;
        let needed = busy_times(when.start, lines);
        let is_possible = |time: &BusyTime| {
            let unoccupied = self.unoccupied(time.staff, when.day, booking_index);
            let free = self.free(time.staff, when.day, booking_index);
            is_all(if is_desk { &unoccupied } else { &free }, time.from, time.until)
        };
        if needed.iter().all(is_possible) {
            return Ok(needed);
        }
        let proposed: Vec<Vec<bool>> =
            (0..self.staff.len()).map(|staff| self.proposed(staff, when.day, booking_index, is_desk)).collect();
        let is_free =
            |start| busy_times(start, lines).iter().all(|time| is_all(&proposed[time.staff], time.from, time.until));
        Err(self.nearest_times(*when, BookingLength::of(lines).duration, is_free))
    }

    /// Takes the time that a booking needs in a new state, or says why not.
    pub(super) fn find_time(
        &self,
        booking_index: usize,
        state: &ProposedBooking,
        is_desk: bool,
        preference: StaffPreference,
    ) -> Result<Vec<OccupiedTime>, Refusal> {
        let is_pending = state.status == BookingStatus::Pending;
        let times = if state.lines.iter().any(|line| line.staff.is_some()) {
            self.check_staff(booking_index, state, is_desk)?
        } else if is_pending {
            let preference = StaffPreference { kind: Some(state.kind), ..preference };
            vec![self.choose_any_staff(booking_index, state, preference)?]
        } else {
            Vec::new()
        };
        let (day, expires) = (state.when.day, is_pending.then_some(self.now + self.hold_minutes));
        let occupied =
            |BusyTime { staff, from, until }| OccupiedTime { staff, day, from, until, expires, is_offer: false };
        Ok(times.into_iter().map(occupied).collect())
    }

    /// What speaks against a time, whoever is free.
    pub(super) fn check(&self, when: BookingStart, duration: i64, is_desk: bool) -> Result<(), Refusal> {
        let is_in_time = if is_desk {
            when.day >= self.today() && when.start + duration < MINUTES_PER_DAY
        } else {
            self.hours(when.day).is_some_and(|hours| self.can_start(when, duration, hours))
        };
        if is_in_time && when.start % 5 == 0 { Ok(()) } else { Err(Refusal::Invalid) }
    }
}
