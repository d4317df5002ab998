//! The rules of a live branch once more, as simple as can be: lists, and loops over minutes.
//!
//! Days count from the first one of the story, a Monday; minutes from midnight.

pub(super) const OPENS: i64 = 10 * 60;
pub(super) const CLOSES: i64 = 21 * 60;
pub(super) const A_DAY: i64 = 24 * 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Salon,
    Spa,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Pending,
    Confirmed,
    InProgress,
    Over,
}

/// Somebody who works here, or (`is_here` false) at another branch.
#[derive(Debug)]
pub(super) struct Colleague {
    pub(super) id: &'static str,
    pub(super) gender: &'static str,
    pub(super) kind: Kind,
    pub(super) is_here: bool,
    /// Weekday, from, until.
    pub(super) shifts: Vec<(i64, i64, i64)>,
    pub(super) breaks: Vec<(i64, i64, i64)>,
    /// Days.
    pub(super) leave: Vec<i64>,
}

/// Time of somebody that a visit has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taken {
    pub(super) staff: usize,
    pub(super) day: i64,
    pub(super) from: i64,
    pub(super) until: i64,
    /// When it is nobody's again; never, once it is agreed on.
    pub(super) expires: Option<i64>,
}

#[derive(Debug)]
pub(super) struct Visit {
    pub(super) id: String,
    pub(super) customer: usize,
    pub(super) kind: Kind,
    pub(super) status: Status,
    pub(super) day: i64,
    pub(super) start: i64,
    pub(super) length: Length,
    pub(super) staff: Option<usize>,
    pub(super) taken: Option<Taken>,
    pub(super) moves: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Length {
    pub(super) duration: i64,
    pub(super) buffer: i64,
}

impl Length {
    /// Time is given away in fives, and not past midnight.
    fn end_from(self, start: i64) -> i64 {
        ((start + self.duration + self.buffer + 4) / 5 * 5).min(A_DAY)
    }
}

/// Whom somebody wants.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wish {
    pub(super) kind: Option<Kind>,
    pub(super) staff: Option<usize>,
    pub(super) gender: Option<&'static str>,
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum No {
    Invalid,
    Code(&'static str),
    /// With the nearest free times.
    Taken(Vec<i64>),
}

pub(super) const WRONG_STATUS: No = No::Code("BOOKING_INVALID_STATUS_TRANSITION");
pub(super) const NOT_AHEAD: No = No::Code("BOOKING_ALREADY_CANCELLED");
pub(super) const TOO_OFTEN: No = No::Code("BOOKING_MAX_RESCHEDULES");

/// When a visit is to be.
#[derive(Debug, Clone, Copy)]
pub(super) struct When {
    pub(super) day: i64,
    pub(super) start: i64,
}

#[derive(Debug)]
pub(super) struct Model {
    /// Minutes since the first midnight.
    pub(super) now: i64,
    pub(super) hold_minutes: i64,
    pub(super) staff: Vec<Colleague>,
    pub(super) holidays: Vec<i64>,
    pub(super) visits: Vec<Visit>,
}

impl Model {
    pub(super) fn today(&self) -> i64 {
        self.now / A_DAY
    }

    /// The minutes of a day at which somebody has nothing else to do than this visit.
    fn unoccupied(&self, staff: usize, day: i64, but_for: usize) -> Vec<bool> {
        let mut minutes = vec![true; 1440];
        for (place, visit) in self.visits.iter().enumerate() {
            let Some(taken) = visit.taken else { continue };
            let is_held = taken.expires.is_none_or(|expires| expires > self.now);
            if place != but_for && is_held && taken.staff == staff && taken.day == day {
                for minute in taken.from..taken.until {
                    minutes[at(minute)] = false;
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
        for minute in 0..A_DAY {
            let is_in = |times: &[(i64, i64, i64)]| {
                times.iter().any(|(weekday, from, until)| {
                    *weekday == weekday_of(day) && (*from..*until).contains(&minute)
                })
            };
            minutes[at(minute)] = is_in(&somebody.shifts) && !is_in(&somebody.breaks);
        }
        minutes
    }

    /// The minutes of a day at which somebody works and has nothing to do.
    fn free(&self, staff: usize, day: i64, but_for: usize) -> Vec<bool> {
        let (unoccupied, at_work) = (self.unoccupied(staff, day, but_for), self.at_work(staff, day));
        unoccupied.iter().zip(at_work).map(|(one, other)| *one && other).collect()
    }

    fn wanted(&self, wish: Wish) -> Vec<usize> {
        let is_wanted = |staff: &usize| {
            let somebody = &self.staff[*staff];
            wish.kind.is_none_or(|kind| kind == somebody.kind)
                && wish.staff.is_none_or(|wanted| wanted == *staff)
                && wish.gender.is_none_or(|gender| gender == somebody.gender)
        };
        (0..self.staff.len()).filter(is_wanted).collect()
    }

    fn can_begin(&self, when: When, duration: i64) -> bool {
        when.day * A_DAY + when.start > self.now
            && (OPENS..CLOSES).contains(&when.start)
            && when.start + duration < A_DAY
    }

    /// The three nearest times of a day at which one of several people is free.
    fn nearest(&self, when: When, length: Length, people: &[Vec<bool>]) -> No {
        let mut times: Vec<i64> = (0..A_DAY)
            .step_by(5)
            .filter(|start| self.can_begin(When { start: *start, ..when }, length.duration))
            .filter(|start| people.iter().any(|free| is_free(free, *start, length)))
            .collect();
        times.sort_by_key(|time| ((time - when.start).abs(), *time));
        times.truncate(3);
        No::Taken(times)
    }

    /// The half hours of a day, and whether one could come.
    pub(super) fn slots(&self, day: i64, length: Length, wish: Wish) -> Vec<(i64, bool)> {
        let people: Vec<_> =
            self.wanted(wish).iter().map(|staff| self.free(*staff, day, usize::MAX)).collect();
        let slot = |start| {
            let can = self.can_begin(When { day, start }, length.duration)
                && people.iter().any(|free| is_free(free, start, length));
            (start, can)
        };
        (OPENS..CLOSES).step_by(30).map(slot).collect()
    }

    /// Somebody keeps the time for a request: whoever has the least to do that day, by name.
    fn fit_with_anyone(&self, place: usize, when: When, length: Length, wish: Wish) -> Result<usize, No> {
        let people = self.wanted(wish);
        let free: Vec<_> = people.iter().map(|staff| self.free(*staff, when.day, place)).collect();
        let able = people.iter().zip(&free).filter(|(_, free)| is_free(free, when.start, length));
        let busy = |staff: usize| {
            let unoccupied = self.unoccupied(staff, when.day, place);
            unoccupied.iter().filter(|is_so| !**is_so).count()
        };
        let chosen = able.map(|(staff, _)| *staff).min_by_key(|staff| (busy(*staff), self.staff[*staff].id));
        chosen.ok_or_else(|| self.nearest(when, length, &free))
    }

    /// The desk's choice only must not be occupied; a customer's must be at work too.
    fn fit_with(&self, place: usize, staff: usize, state: &State, is_desk: bool) -> Result<usize, No> {
        let State { when, length, .. } = *state;
        let (unoccupied, mut free) =
            (self.unoccupied(staff, when.day, place), self.free(staff, when.day, place));
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
            free = (0..A_DAY)
                .map(|minute| unoccupied[at(minute)] && (OPENS..CLOSES).contains(&minute))
                .collect();
        }
        Err(self.nearest(when, length, &[free]))
    }

    /// Takes the time that a visit needs in a new state, or says why not.
    pub(super) fn fit(
        &self,
        place: usize,
        state: &State,
        is_desk: bool,
        wish: Wish,
    ) -> Result<Option<Taken>, No> {
        let State { status, when, length, staff, kind } = *state;
        let staff = match (staff, status) {
            (Some(staff), _) => self.fit_with(place, staff, state, is_desk)?,
            (None, Status::Pending) => {
                self.fit_with_anyone(place, when, length, Wish { kind: Some(kind), ..wish })?
            }
            (None, _) => return Ok(None),
        };
        let expires = (status == Status::Pending).then_some(self.now + self.hold_minutes);
        let until = length.end_from(when.start);
        Ok(Some(Taken { staff, day: when.day, from: when.start, until, expires }))
    }

    /// What speaks against a time, whoever is free.
    pub(super) fn check(&self, when: When, duration: i64, is_desk: bool) -> Result<(), No> {
        let is_in_time = if is_desk {
            when.day >= self.today() && when.start + duration < A_DAY
        } else {
            self.can_begin(when, duration)
        };
        if is_in_time && when.start % 5 == 0 { Ok(()) } else { Err(No::Invalid) }
    }
}

/// A visit as it would be.
#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    pub(super) status: Status,
    pub(super) kind: Kind,
    pub(super) when: When,
    pub(super) length: Length,
    pub(super) staff: Option<usize>,
}

fn is_free(minutes: &[bool], start: i64, length: Length) -> bool {
    (start..length.end_from(start)).all(|minute| minutes[at(minute)])
}

fn at(minute: i64) -> usize {
    usize::try_from(minute).unwrap()
}

pub(super) fn weekday_of(day: i64) -> i64 {
    day % 7 + 1
}
