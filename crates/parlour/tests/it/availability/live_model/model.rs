//! The rules of a live branch once more, as simple as can be: lists, and loops over minutes.
//!
//! Days count from the first one of the story, a Monday; minutes from midnight.

pub(super) const OPENING_MINUTE: i64 = 10 * 60;
pub(super) const CLOSING_MINUTE: i64 = 21 * 60;
pub(super) const MINUTES_PER_DAY: i64 = 24 * 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ServiceKind {
    Salon,
    Spa,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BookingStatus {
    Pending,
    Confirmed,
    InProgress,
    Over,
}

/// Somebody who works here, or (`is_here` false) at another branch.
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
}

#[derive(Debug)]
pub(super) struct ModelBooking {
    pub(super) id: String,
    pub(super) customer: usize,
    pub(super) kind: ServiceKind,
    pub(super) status: BookingStatus,
    pub(super) day: i64,
    pub(super) start: i64,
    pub(super) length: BookingLength,
    pub(super) staff: Option<usize>,
    pub(super) occupied: Option<OccupiedTime>,
    pub(super) moves: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct BookingLength {
    pub(super) duration: i64,
    pub(super) buffer: i64,
}

impl BookingLength {
    /// Time is given away in fives, and not past midnight.
    fn end_from(self, start: i64) -> i64 {
        ((start + self.duration + self.buffer + 4) / 5 * 5).min(MINUTES_PER_DAY)
    }
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

/// When and with whom a booking is to be.
#[derive(Debug, Clone, Copy)]
pub(super) struct BookingStart {
    pub(super) day: i64,
    pub(super) start: i64,
}

#[derive(Debug)]
pub(super) struct BranchModel {
    /// Minutes since the first midnight.
    pub(super) now: i64,
    pub(super) hold_minutes: i64,
    pub(super) staff: Vec<StaffMember>,
    pub(super) holidays: Vec<i64>,
    pub(super) bookings: Vec<ModelBooking>,
}

impl BranchModel {
    pub(super) fn today(&self) -> i64 {
        self.now / MINUTES_PER_DAY
    }

    /// The minutes of a day at which somebody has nothing else to do than this booking.
    fn unoccupied(&self, staff: usize, day: i64, except_booking: usize) -> Vec<bool> {
        let mut minutes = vec![true; 1440];
        for (booking_index, booking) in self.bookings.iter().enumerate() {
            let Some(occupied) = booking.occupied else { continue };
            let is_held = occupied.expires.is_none_or(|expires| expires > self.now);
            if booking_index != except_booking && is_held && occupied.staff == staff && occupied.day == day {
                for minute in occupied.from..occupied.until {
                    minutes[minute_index(minute)] = false;
                }
            }
        }
        minutes
    }

    /// The minutes of a day at which somebody works.
    fn at_work(&self, staff: usize, day: i64) -> Vec<bool> {
        let somebody = &self.staff[staff];
        let mut minutes = vec![false; 1440];
        if !somebody.is_here || somebody.leave.contains(&day) || self.holidays.contains(&day) {
            return minutes;
        }
        for minute in 0..MINUTES_PER_DAY {
            let is_in = |times: &[(i64, i64, i64)]| {
                times
                    .iter()
                    .any(|(weekday, from, until)| *weekday == weekday_of(day) && (*from..*until).contains(&minute))
            };
            minutes[minute_index(minute)] = is_in(&somebody.shifts) && !is_in(&somebody.breaks);
        }
        minutes
    }

    /// The minutes of a day at which somebody works and has nothing to do.
    fn free(&self, staff: usize, day: i64, except_booking: usize) -> Vec<bool> {
        let (unoccupied, at_work) = (self.unoccupied(staff, day, except_booking), self.at_work(staff, day));
        unoccupied.iter().zip(at_work).map(|(one, other)| *one && other).collect()
    }

    fn wanted(&self, preference: StaffPreference) -> Vec<usize> {
        let is_wanted = |staff: &usize| {
            let somebody = &self.staff[*staff];
            preference.kind.is_none_or(|kind| kind == somebody.kind)
                && preference.staff.is_none_or(|wanted| wanted == *staff)
                && preference.gender.is_none_or(|gender| gender == somebody.gender)
        };
        (0..self.staff.len()).filter(is_wanted).collect()
    }

    fn can_start(&self, when: BookingStart, duration: i64) -> bool {
        when.day * MINUTES_PER_DAY + when.start > self.now
            && (OPENING_MINUTE..CLOSING_MINUTE).contains(&when.start)
            && when.start + duration < MINUTES_PER_DAY
    }

    /// The three nearest times of a day at which one of several staff members is free.
    fn nearest_times(&self, when: BookingStart, length: BookingLength, people: &[Vec<bool>]) -> Refusal {
        let mut times: Vec<i64> = (0..MINUTES_PER_DAY)
            .step_by(5)
            .filter(|start| self.can_start(BookingStart { start: *start, ..when }, length.duration))
            .filter(|start| people.iter().any(|free| is_free(free, *start, length)))
            .collect();
        times.sort_by_key(|time| ((time - when.start).abs(), *time));
        times.truncate(3);
        Refusal::OccupiedTime(times)
    }

    /// The half hours of a day, and whether one could come.
    pub(super) fn slots(&self, day: i64, length: BookingLength, preference: StaffPreference) -> Vec<(i64, bool)> {
        let people: Vec<_> = self.wanted(preference).iter().map(|staff| self.free(*staff, day, usize::MAX)).collect();
        let slot = |start| {
            let can = self.can_start(BookingStart { day, start }, length.duration)
                && people.iter().any(|free| is_free(free, start, length));
            (start, can)
        };
        (OPENING_MINUTE..CLOSING_MINUTE).step_by(30).map(slot).collect()
    }

    /// Somebody keeps the time for a request: whoever has the least to do that day, by name.
    fn choose_any_staff(
        &self,
        booking_index: usize,
        when: BookingStart,
        length: BookingLength,
        preference: StaffPreference,
    ) -> Result<usize, Refusal> {
        let people = self.wanted(preference);
        let free: Vec<_> = people.iter().map(|staff| self.free(*staff, when.day, booking_index)).collect();
        let able = people.iter().zip(&free).filter(|(_, free)| is_free(free, when.start, length));
        let busy = |staff: usize| {
            let unoccupied = self.unoccupied(staff, when.day, booking_index);
            unoccupied.iter().filter(|is_so| !**is_so).count()
        };
        let chosen = able.map(|(staff, _)| *staff).min_by_key(|staff| (busy(*staff), self.staff[*staff].id));
        chosen.ok_or_else(|| self.nearest_times(when, length, &free))
    }

    /// The desk's choice only must not be occupied; a customer's must be at work too.
    fn check_staff(
        &self,
        booking_index: usize,
        staff: usize,
        state: &ProposedBooking,
        is_desk: bool,
    ) -> Result<usize, Refusal> {
        let ProposedBooking { when, length, .. } = *state;
        let (unoccupied, mut free) =
            (self.unoccupied(staff, when.day, booking_index), self.free(staff, when.day, booking_index));
        if is_free(if is_desk { &unoccupied } else { &free }, when.start, length) {
            return Ok(staff);
        }
        let somebody = &self.staff[staff];
        let is_expected = somebody.is_here
            && somebody.shifts.iter().any(|(weekday, ..)| *weekday == weekday_of(when.day))
            && !somebody.leave.contains(&when.day)
            && !self.holidays.contains(&when.day);
        if is_desk && !is_expected {
            // Whoever is called in comes while the branch is open.
            free = (0..MINUTES_PER_DAY)
                .map(|minute| unoccupied[minute_index(minute)] && (OPENING_MINUTE..CLOSING_MINUTE).contains(&minute))
                .collect();
        }
        Err(self.nearest_times(when, length, &[free]))
    }

    /// Takes the time that a booking needs in a new state, or says why not.
    pub(super) fn find_time(
        &self,
        booking_index: usize,
        state: &ProposedBooking,
        is_desk: bool,
        preference: StaffPreference,
    ) -> Result<Option<OccupiedTime>, Refusal> {
        let ProposedBooking { status, when, length, staff, kind } = *state;
        let staff = match (staff, status) {
            (Some(staff), _) => self.check_staff(booking_index, staff, state, is_desk)?,
            (None, BookingStatus::Pending) => {
                self.choose_any_staff(booking_index, when, length, StaffPreference { kind: Some(kind), ..preference })?
            }
            (None, _) => return Ok(None),
        };
        let expires = (status == BookingStatus::Pending).then_some(self.now + self.hold_minutes);
        let until = length.end_from(when.start);
        Ok(Some(OccupiedTime { staff, day: when.day, from: when.start, until, expires }))
    }

    /// What speaks against a time, whoever is free.
    pub(super) fn check(&self, when: BookingStart, duration: i64, is_desk: bool) -> Result<(), Refusal> {
        let is_in_time = if is_desk {
            when.day >= self.today() && when.start + duration < MINUTES_PER_DAY
        } else {
            self.can_start(when, duration)
        };
        if is_in_time && when.start % 5 == 0 { Ok(()) } else { Err(Refusal::Invalid) }
    }
}

/// A booking as it would be.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProposedBooking {
    pub(super) status: BookingStatus,
    pub(super) kind: ServiceKind,
    pub(super) when: BookingStart,
    pub(super) length: BookingLength,
    pub(super) staff: Option<usize>,
}

fn is_free(minutes: &[bool], start: i64, length: BookingLength) -> bool {
    (start..length.end_from(start)).all(|minute| minutes[minute_index(minute)])
}

fn minute_index(minute: i64) -> usize {
    usize::try_from(minute).unwrap()
}

pub(super) fn weekday_of(day: i64) -> i64 {
    day % 7 + 1
}
