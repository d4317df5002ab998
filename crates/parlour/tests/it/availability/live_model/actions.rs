//! What can be done to the bookings of a live branch, in the model.

use super::lines::{BookingLength, Line, Service, ServiceKind, sole_staff};
use super::model::{
    BookingStart, BookingStatus, BranchModel, MANAGERS_ONLY, ModelBooking, NOT_CANCELLABLE, ProposedBooking, Refusal,
    StaffPreference, TOO_MANY_RESCHEDULES, WRONG_STATUS,
};
use super::visit_actions::Act;

/// A booking that somebody asks for.
#[derive(Debug, Clone)]
pub(super) struct BookingRequest {
    pub(super) customer: usize,
    pub(super) kind: ServiceKind,
    pub(super) when: BookingStart,
    pub(super) services: Vec<Service>,
    /// A customer's, or the desk's where it names nobody.
    pub(super) preference: StaffPreference,
}

/// Who books; the desk may say who is to do it.
#[derive(Debug, Clone, Copy)]
pub(super) enum BookedBy {
    Customer,
    Desk(Option<usize>),
}

impl ModelBooking {
    pub(super) fn state(&self) -> ProposedBooking {
        let ModelBooking { status, kind, when, lines, .. } = self;
        ProposedBooking { status: *status, kind: *kind, when: *when, lines: lines.clone() }
    }

    /// As it is when one person does everything.
    pub(super) fn state_with(&self, staff: usize) -> ProposedBooking {
        let mut state = self.state();
        state.lines.iter_mut().for_each(|line| line.staff = Some(staff));
        state
    }
}

impl BranchModel {
    /// Tries the state; where it fits, the booking is so. What was held for an offer is released. Of a day that is over
    /// nothing else is taken or released.
    pub(super) fn change_booking_to(
        &mut self,
        booking_index: usize,
        state: ProposedBooking,
        is_desk: bool,
    ) -> Result<(), Refusal> {
        let occupied = if state.when.day < self.today() {
            self.bookings[booking_index].occupied.iter().copied().filter(|occupied| !occupied.is_offer).collect()
        } else {
            self.find_time(booking_index, &state, is_desk, self.bookings[booking_index].wish)?
        };
        let booking = &mut self.bookings[booking_index];
        booking.occupied = occupied;
        booking.has_arrived &= booking.when.day == state.when.day;
        (booking.status, booking.when, booking.lines) = (state.status, state.when, state.lines);
        Ok(())
    }

    /// What is allowed is a booking more, which still needs its id.
    pub(super) fn book(&mut self, request: &BookingRequest, by: BookedBy) -> Result<(), Refusal> {
        let BookingRequest { customer, kind, when, services, preference } = request;
        let staff = match by {
            BookedBy::Customer => None,
            BookedBy::Desk(staff) => staff,
        };
        let lines: Vec<Line> = services.iter().map(|service| Line::of(service, staff)).collect();
        let is_desk = matches!(by, BookedBy::Desk(_));
        let is_past_day = is_desk && when.day < self.today();
        let start = if is_past_day { BookingStart { day: self.today(), ..*when } } else { *when };
        self.check(start, BookingLength::of(&lines).duration, is_desk)?;
        if preference.staff.is_some_and(|staff| !self.staff[staff].is_here) {
            return Err(Refusal::Invalid);
        }
        if is_past_day {
            return Err(MANAGERS_ONLY);
        }
        let status = if staff.is_some() { BookingStatus::Confirmed } else { BookingStatus::Pending };
        let state = ProposedBooking { status, kind: *kind, when: *when, lines };
        let occupied = self.find_time(self.bookings.len(), &state, staff.is_some(), *preference)?;
        self.bookings.push(ModelBooking {
            id: String::new(),
            customer: *customer,
            kind: *kind,
            status,
            when: *when,
            lines: state.lines,
            occupied,
            offer: None,
            wish: StaffPreference {
                kind: None,
                staff: preference.staff,
                // Nobody asks for somebody whose gender is not told; and a person has one already.
                gender: preference.gender.filter(|gender| preference.staff.is_none() && *gender != "undisclosed"),
            },
            has_arrived: false,
            acts: Vec::new(),
            moves: 0,
        });
        Ok(())
    }

    pub(super) fn approve(&mut self, booking_index: usize, staff: usize) -> Result<(), Refusal> {
        let booking = &self.bookings[booking_index];
        if booking.status != BookingStatus::Pending {
            return Err(WRONG_STATUS);
        }
        let state = ProposedBooking { status: BookingStatus::Confirmed, ..booking.state_with(staff) };
        self.change_booking_to(booking_index, state, true)?;
        self.bookings[booking_index].offer = None;
        Ok(())
    }

    /// Who did the work of a booking that is over can be corrected.
    pub(super) fn assign(&mut self, booking_index: usize, staff: usize) -> Result<(), Refusal> {
        let state = self.bookings[booking_index].state_with(staff);
        if !state.status.is_open() {
            self.bookings[booking_index].lines = state.lines;
            return Ok(());
        }
        self.change_booking_to(booking_index, state, true)?;
        self.keep_offer_if_possible(booking_index);
        Ok(())
    }

    /// Another time, with another person or the same ones.
    pub(super) fn place(
        &mut self,
        booking_index: usize,
        when: BookingStart,
        staff: Option<usize>,
    ) -> Result<(), Refusal> {
        let booking = &self.bookings[booking_index];
        if !booking.status.is_upcoming() {
            return Err(WRONG_STATUS);
        }
        self.check(when, BookingLength::of(&booking.lines).duration, true)?;
        let state = staff.map_or_else(|| booking.state(), |staff| booking.state_with(staff));
        self.change_booking_to(booking_index, ProposedBooking { when, ..state }, true)?;
        self.bookings[booking_index].offer = None;
        Ok(())
    }

    /// What was agreed on is asked for anew, of anyone whom the customer asked for.
    pub(super) fn move_by_customer(&mut self, booking_index: usize, when: BookingStart) -> Result<(), Refusal> {
        let booking = &self.bookings[booking_index];
        if !booking.status.is_upcoming() {
            return Err(WRONG_STATUS);
        }
        if booking.moves >= 2 {
            return Err(TOO_MANY_RESCHEDULES);
        }
        let is_due = self.has_come(booking) || booking.when.minute() <= self.now;
        if booking.status == BookingStatus::Confirmed && is_due {
            return Err(WRONG_STATUS);
        }
        let mut state = booking.state();
        self.check(when, BookingLength::of(&state.lines).duration, false)?;
        let was_confirmed = state.status == BookingStatus::Confirmed;
        if was_confirmed {
            state.lines.iter_mut().for_each(|line| line.staff = None);
        }
        let state = ProposedBooking { when, status: BookingStatus::Pending, ..state };
        self.change_booking_to(booking_index, state, false)?;
        let booking = &mut self.bookings[booking_index];
        booking.has_arrived &= !was_confirmed;
        booking.offer = None;
        booking.moves += 1;
        Ok(())
    }

    /// As the catalogue has them; whoever did everything does them.
    pub(super) fn change_services(&mut self, booking_index: usize, services: &[Service]) -> Result<(), Refusal> {
        let staff = sole_staff(&self.bookings[booking_index].lines);
        let lines = services.iter().map(|service| Line::of(service, staff)).collect();
        self.replace_lines(booking_index, lines)
    }

    /// No time is looked for where the same person, or the one who holds it for a request, needs no more of it.
    pub(super) fn replace_lines(&mut self, booking_index: usize, lines: Vec<Line>) -> Result<(), Refusal> {
        let state = self.bookings[booking_index].state();
        if !state.status.is_open() {
            return Err(WRONG_STATUS);
        }
        let length = BookingLength::of(&lines);
        if state.when.start + length.duration >= super::model::MINUTES_PER_DAY {
            return Err(Refusal::Invalid);
        }
        let staff = state.lines[0].staff;
        let is_same_person = state.lines.iter().chain(&lines).all(|line| line.staff == staff);
        if is_same_person && length.minutes() <= BookingLength::of(&state.lines).minutes() {
            let booking = &mut self.bookings[booking_index];
            booking.occupied.retain(|occupied| !occupied.is_offer);
            for occupied in &mut booking.occupied {
                occupied.until = occupied.until.min(length.end_from(state.when.start));
            }
            booking.lines = lines;
        } else {
            self.change_booking_to(booking_index, ProposedBooking { lines, ..state }, true)?;
        }
        self.keep_offer_if_possible(booking_index);
        Ok(())
    }

    /// By the customer.
    pub(super) fn cancel(&mut self, booking_index: usize) -> Result<(), Refusal> {
        let booking = &self.bookings[booking_index];
        if booking.status.is_upcoming() && self.has_come(booking) {
            return Err(WRONG_STATUS);
        }
        self.end(booking_index, BookingStatus::Cancelled, NOT_CANCELLABLE)
    }

    pub(super) fn cancel_at_desk(&mut self, booking_index: usize) -> Result<(), Refusal> {
        self.end_by_act(booking_index, Act::Cancel, NOT_CANCELLABLE)
    }

    pub(super) fn reject(&mut self, booking_index: usize) -> Result<(), Refusal> {
        self.end_by_act(booking_index, Act::Reject, WRONG_STATUS)
    }

    pub(super) fn miss(&mut self, booking_index: usize) -> Result<(), Refusal> {
        self.end_by_act(booking_index, Act::Miss, WRONG_STATUS)
    }

    pub(super) fn complete(&mut self, booking_index: usize) -> Result<(), Refusal> {
        self.end(booking_index, BookingStatus::Completed, WRONG_STATUS)
    }

    fn has_come(&self, booking: &ModelBooking) -> bool {
        booking.has_arrived && self.today() >= booking.when.day
    }

    fn end_by_act(&mut self, booking_index: usize, act: Act, otherwise: Refusal) -> Result<(), Refusal> {
        let before = self.bookings[booking_index].status;
        self.end(booking_index, act.resulting_status(), otherwise)?;
        self.record_act(booking_index, act, before);
        Ok(())
    }

    /// Over, in one way or another: its time is nobody's.
    fn end(&mut self, booking_index: usize, to: BookingStatus, otherwise: Refusal) -> Result<(), Refusal> {
        use BookingStatus::{Confirmed, InProgress, Pending};
        let booking = &mut self.bookings[booking_index];
        let is_allowed = match to {
            BookingStatus::Rejected => booking.status == Pending,
            BookingStatus::NoShow => booking.status == Confirmed,
            BookingStatus::Completed => [Confirmed, InProgress].contains(&booking.status),
            _ => booking.status.is_upcoming(),
        };
        if !is_allowed {
            return Err(otherwise);
        }
        (booking.status, booking.offer) = (to, None);
        booking.occupied.clear();
        Ok(())
    }
}
