//! What can be done to the visits of a live branch, in the model.

use super::naive::{
    Kind, Length, Model, NOT_AHEAD, No, State, Status, TOO_OFTEN, Visit, WRONG_STATUS, When, Wish,
};

/// A visit that somebody asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    pub(super) customer: usize,
    pub(super) kind: Kind,
    pub(super) when: When,
    pub(super) length: Length,
    /// A customer's, or the desk's where it names nobody.
    pub(super) wish: Wish,
}

/// Who books; the desk may say who is to do it.
#[derive(Debug, Clone, Copy)]
pub(super) enum By {
    Customer,
    Desk(Option<usize>),
}

impl Visit {
    fn state(&self) -> State {
        let when = When { day: self.day, start: self.start };
        State { status: self.status, kind: self.kind, when, length: self.length, staff: self.staff }
    }
}

impl Model {
    /// Tries the state; where it fits, the visit is so.
    fn turn_into(&mut self, place: usize, state: State, is_desk: bool) -> Result<(), No> {
        let taken = self.fit(place, &state, is_desk, Wish::default())?;
        let visit = &mut self.visits[place];
        visit.taken = taken;
        (visit.status, visit.staff, visit.length) = (state.status, state.staff, state.length);
        (visit.day, visit.start) = (state.when.day, state.when.start);
        Ok(())
    }

    /// What is allowed is a visit more, which still needs its id.
    pub(super) fn book(&mut self, asked: &Asked, by: By) -> Result<(), No> {
        let Asked { customer, kind, when, length, wish } = *asked;
        self.check(when, length.duration, matches!(by, By::Desk(_)))?;
        if wish.staff.is_some_and(|staff| !self.staff[staff].is_here) {
            return Err(No::Invalid);
        }
        let staff = match by {
            By::Customer => None,
            By::Desk(staff) => staff,
        };
        let status = if staff.is_some() { Status::Confirmed } else { Status::Pending };
        let place = self.visits.len();
        let state = State { status, kind, when, length, staff };
        let taken = self.fit(place, &state, staff.is_some(), wish)?;
        let When { day, start } = when;
        let id = String::new();
        self.visits.push(Visit { id, customer, kind, status, day, start, length, staff, taken, moves: 0 });
        Ok(())
    }

    pub(super) fn approve(&mut self, place: usize, staff: usize) -> Result<(), No> {
        let state = self.visits[place].state();
        if state.status != Status::Pending {
            return Err(WRONG_STATUS);
        }
        self.turn_into(place, State { status: Status::Confirmed, staff: Some(staff), ..state }, true)
    }

    pub(super) fn assign(&mut self, place: usize, staff: usize) -> Result<(), No> {
        let state = self.visits[place].state();
        if state.status == Status::Over {
            self.visits[place].staff = Some(staff);
            return Ok(());
        }
        self.turn_into(place, State { staff: Some(staff), ..state }, true)
    }

    pub(super) fn move_at_desk(&mut self, place: usize, when: When) -> Result<(), No> {
        let state = self.visits[place].state();
        if ![Status::Pending, Status::Confirmed].contains(&state.status) {
            return Err(WRONG_STATUS);
        }
        self.check(when, state.length.duration, true)?;
        self.turn_into(place, State { when, ..state }, true)
    }

    /// What was agreed on is asked for anew, of anyone.
    pub(super) fn move_by_customer(&mut self, place: usize, when: When) -> Result<(), No> {
        let state = self.visits[place].state();
        if ![Status::Pending, Status::Confirmed].contains(&state.status) {
            return Err(WRONG_STATUS);
        }
        if self.visits[place].moves >= 2 {
            return Err(TOO_OFTEN);
        }
        self.check(when, state.length.duration, false)?;
        let staff = state.staff.filter(|_| state.status == Status::Pending);
        self.turn_into(place, State { when, staff, status: Status::Pending, ..state }, false)?;
        self.visits[place].moves += 1;
        Ok(())
    }

    /// What takes no longer than before is never refused.
    pub(super) fn change_services(&mut self, place: usize, length: Length) -> Result<(), No> {
        let state = self.visits[place].state();
        if state.status == Status::Over {
            return Err(WRONG_STATUS);
        }
        if state.when.start + length.duration >= super::naive::A_DAY {
            return Err(No::Invalid);
        }
        let minutes = |length: Length| length.duration + length.buffer;
        if minutes(length) > minutes(state.length) {
            return self.turn_into(place, State { length, ..state }, true);
        }
        let visit = &mut self.visits[place];
        visit.length = length;
        if let Some(taken) = &mut visit.taken {
            taken.until = taken.until.min((visit.start + minutes(length) + 4) / 5 * 5);
        }
        Ok(())
    }

    pub(super) fn start(&mut self, place: usize) -> Result<(), No> {
        if self.visits[place].status != Status::Confirmed {
            return Err(WRONG_STATUS);
        }
        self.visits[place].status = Status::InProgress;
        Ok(())
    }

    /// Cancelled, by whomever.
    pub(super) fn cancel(&mut self, place: usize) -> Result<(), No> {
        self.end(place, &[Status::Pending, Status::Confirmed], NOT_AHEAD)
    }

    pub(super) fn reject(&mut self, place: usize) -> Result<(), No> {
        self.end(place, &[Status::Pending], WRONG_STATUS)
    }

    pub(super) fn miss(&mut self, place: usize) -> Result<(), No> {
        self.end(place, &[Status::Confirmed], WRONG_STATUS)
    }

    pub(super) fn complete(&mut self, place: usize) -> Result<(), No> {
        self.end(place, &[Status::Confirmed, Status::InProgress], WRONG_STATUS)
    }

    /// Over, in one way or another: its time is nobody's.
    fn end(&mut self, place: usize, allowed: &[Status], otherwise: No) -> Result<(), No> {
        let visit = &mut self.visits[place];
        if !allowed.contains(&visit.status) {
            return Err(otherwise);
        }
        (visit.status, visit.taken) = (Status::Over, None);
        Ok(())
    }
}
