//! What can be done to the bookings of a live branch, in the model.

use super::model::{
    BookingLength, BookingStart, BookingStatus, BranchModel, ModelBooking, NOT_CANCELLABLE, ProposedBooking, Refusal,
    ServiceKind, StaffPreference, TOO_MANY_RESCHEDULES, WRONG_STATUS,
};

/// A booking that somebody asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct BookingRequest {
    pub(super) customer: usize,
    pub(super) kind: ServiceKind,
    pub(super) when: BookingStart,
    pub(super) length: BookingLength,
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
    fn state(&self) -> ProposedBooking {
        let when = BookingStart { day: self.day, start: self.start };
        ProposedBooking { status: self.status, kind: self.kind, when, length: self.length, staff: self.staff }
    }
}

impl BranchModel {
    /// Tries the state; where it fits, the booking is so.
    fn change_booking_to(
        &mut self,
        booking_index: usize,
        state: ProposedBooking,
        is_desk: bool,
    ) -> Result<(), Refusal> {
        let occupied = self.find_time(booking_index, &state, is_desk, StaffPreference::default())?;
        let booking = &mut self.bookings[booking_index];
        booking.occupied = occupied;
        (booking.status, booking.staff, booking.length) = (state.status, state.staff, state.length);
        (booking.day, booking.start) = (state.when.day, state.when.start);
        Ok(())
    }

    /// What is allowed is a booking more, which still needs its id.
    pub(super) fn book(&mut self, request: &BookingRequest, by: BookedBy) -> Result<(), Refusal> {
        let BookingRequest { customer, kind, when, length, preference } = *request;
        self.check(when, length.duration, matches!(by, BookedBy::Desk(_)))?;
        if preference.staff.is_some_and(|staff| !self.staff[staff].is_here) {
            return Err(Refusal::Invalid);
        }
        let staff = match by {
            BookedBy::Customer => None,
            BookedBy::Desk(staff) => staff,
        };
        let status = if staff.is_some() { BookingStatus::Confirmed } else { BookingStatus::Pending };
        let booking_index = self.bookings.len();
        let state = ProposedBooking { status, kind, when, length, staff };
        let occupied = self.find_time(booking_index, &state, staff.is_some(), preference)?;
        let BookingStart { day, start } = when;
        let id = String::new();
        self.bookings.push(ModelBooking { id, customer, kind, status, day, start, length, staff, occupied, moves: 0 });
        Ok(())
    }

    pub(super) fn approve(&mut self, booking_index: usize, staff: usize) -> Result<(), Refusal> {
        let state = self.bookings[booking_index].state();
        if state.status != BookingStatus::Pending {
            return Err(WRONG_STATUS);
        }
        self.change_booking_to(
            booking_index,
            ProposedBooking { status: BookingStatus::Confirmed, staff: Some(staff), ..state },
            true,
        )
    }

    pub(super) fn assign(&mut self, booking_index: usize, staff: usize) -> Result<(), Refusal> {
        let state = self.bookings[booking_index].state();
        if state.status == BookingStatus::Over {
            self.bookings[booking_index].staff = Some(staff);
            return Ok(());
        }
        self.change_booking_to(booking_index, ProposedBooking { staff: Some(staff), ..state }, true)
    }

    pub(super) fn move_at_desk(&mut self, booking_index: usize, when: BookingStart) -> Result<(), Refusal> {
        let state = self.bookings[booking_index].state();
        if ![BookingStatus::Pending, BookingStatus::Confirmed].contains(&state.status) {
            return Err(WRONG_STATUS);
        }
        self.check(when, state.length.duration, true)?;
        self.change_booking_to(booking_index, ProposedBooking { when, ..state }, true)
    }

    /// What was agreed on is request for anew, of anyone.
    pub(super) fn move_by_customer(&mut self, booking_index: usize, when: BookingStart) -> Result<(), Refusal> {
        let state = self.bookings[booking_index].state();
        if ![BookingStatus::Pending, BookingStatus::Confirmed].contains(&state.status) {
            return Err(WRONG_STATUS);
        }
        if self.bookings[booking_index].moves >= 2 {
            return Err(TOO_MANY_RESCHEDULES);
        }
        self.check(when, state.length.duration, false)?;
        let staff = state.staff.filter(|_| state.status == BookingStatus::Pending);
        self.change_booking_to(
            booking_index,
            ProposedBooking { when, staff, status: BookingStatus::Pending, ..state },
            false,
        )?;
        self.bookings[booking_index].moves += 1;
        Ok(())
    }

    /// What takes no longer than before is never refused.
    pub(super) fn change_services(&mut self, booking_index: usize, length: BookingLength) -> Result<(), Refusal> {
        let state = self.bookings[booking_index].state();
        if state.status == BookingStatus::Over {
            return Err(WRONG_STATUS);
        }
        if state.when.start + length.duration >= super::model::MINUTES_PER_DAY {
            return Err(Refusal::Invalid);
        }
        let minutes = |length: BookingLength| length.duration + length.buffer;
        if minutes(length) > minutes(state.length) {
            return self.change_booking_to(booking_index, ProposedBooking { length, ..state }, true);
        }
        let booking = &mut self.bookings[booking_index];
        booking.length = length;
        if let Some(occupied) = &mut booking.occupied {
            occupied.until = occupied.until.min((booking.start + minutes(length) + 4) / 5 * 5);
        }
        Ok(())
    }

    pub(super) fn start(&mut self, booking_index: usize) -> Result<(), Refusal> {
        if self.bookings[booking_index].status != BookingStatus::Confirmed {
            return Err(WRONG_STATUS);
        }
        self.bookings[booking_index].status = BookingStatus::InProgress;
        Ok(())
    }

    /// Cancelled, by whomever.
    pub(super) fn cancel(&mut self, booking_index: usize) -> Result<(), Refusal> {
        self.end(booking_index, &[BookingStatus::Pending, BookingStatus::Confirmed], NOT_CANCELLABLE)
    }

    pub(super) fn reject(&mut self, booking_index: usize) -> Result<(), Refusal> {
        self.end(booking_index, &[BookingStatus::Pending], WRONG_STATUS)
    }

    pub(super) fn miss(&mut self, booking_index: usize) -> Result<(), Refusal> {
        self.end(booking_index, &[BookingStatus::Confirmed], WRONG_STATUS)
    }

    pub(super) fn complete(&mut self, booking_index: usize) -> Result<(), Refusal> {
        self.end(booking_index, &[BookingStatus::Confirmed, BookingStatus::InProgress], WRONG_STATUS)
    }

    /// Over, in one way or another: its time is nobody's.
    fn end(&mut self, booking_index: usize, allowed: &[BookingStatus], otherwise: Refusal) -> Result<(), Refusal> {
        let booking = &mut self.bookings[booking_index];
        if !allowed.contains(&booking.status) {
            return Err(otherwise);
        }
        (booking.status, booking.occupied) = (BookingStatus::Over, None);
        Ok(())
    }
}
