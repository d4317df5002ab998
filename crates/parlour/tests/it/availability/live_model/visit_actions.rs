//! What the desk does around a visit, in the model: arrivals, acts that are taken back, offered times, blocks.

use super::free_time::is_all;
use super::lines::{BookingLength, BusyTime, RequestedLine, in_fives, requested_lines};
use super::model::{
    BookingStart, BookingStatus, BranchModel, MINUTES_PER_DAY, ModelBlock, OccupiedTime, ProposedBooking, Refusal,
    SOMETHING_IS_BOOKED, StaffPreference, WRONG_STATUS,
};

/// What the desk can take back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Arrive,
    Start,
    Miss,
    Reject,
    Cancel,
}

impl Act {
    pub(super) fn resulting_status(self) -> BookingStatus {
        match self {
            Self::Arrive => BookingStatus::Confirmed,
            Self::Start => BookingStatus::InProgress,
            Self::Miss => BookingStatus::NoShow,
            Self::Reject => BookingStatus::Rejected,
            Self::Cancel => BookingStatus::Cancelled,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct RecordedAct {
    act: Act,
    before: BookingStatus,
    day: i64,
}

/// Another time for a request.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimeOffer {
    pub(super) when: BookingStart,
    pub(super) staff: usize,
    expires: i64,
}

impl BranchModel {
    pub(super) fn record_act(&mut self, booking_index: usize, act: Act, before: BookingStatus) {
        let day = self.today();
        self.bookings[booking_index].acts.push(RecordedAct { act, before, day });
    }

    pub(super) fn arrive(&mut self, booking_index: usize) -> Result<(), Refusal> {
        if self.bookings[booking_index].status != BookingStatus::Confirmed {
            return Err(WRONG_STATUS);
        }
        if !self.bookings[booking_index].has_arrived {
            self.bookings[booking_index].has_arrived = true;
            self.record_act(booking_index, Act::Arrive, BookingStatus::Confirmed);
        }
        Ok(())
    }

    pub(super) fn start(&mut self, booking_index: usize) -> Result<(), Refusal> {
        if self.bookings[booking_index].status != BookingStatus::Confirmed {
            return Err(WRONG_STATUS);
        }
        self.bookings[booking_index].status = BookingStatus::InProgress;
        self.record_act(booking_index, Act::Start, BookingStatus::Confirmed);
        Ok(())
    }

    /// On the day of the act, and where nothing else has happened since. Time that was released must still be free.
    pub(super) fn undo(&mut self, booking_index: usize) -> Result<(), Refusal> {
        let booking = &self.bookings[booking_index];
        let Some(RecordedAct { act, before, day }) = booking.acts.last().copied() else { return Err(WRONG_STATUS) };
        let is_last_change = booking.status == act.resulting_status() && (act != Act::Arrive || booking.has_arrived);
        if day != self.today() || !is_last_change {
            return Err(WRONG_STATUS);
        }
        match act {
            Act::Arrive => self.bookings[booking_index].has_arrived = false,
            Act::Start => {}
            Act::Miss | Act::Reject | Act::Cancel => {
                let state = ProposedBooking { status: before, ..booking.state() };
                self.change_booking_to(booking_index, state, true)?;
            }
        }
        let booking = &mut self.bookings[booking_index];
        booking.status = before;
        booking.acts.pop();
        Ok(())
    }

    pub(super) fn change_lines(&mut self, booking_index: usize, requested: &[RequestedLine]) -> Result<(), Refusal> {
        let lines = requested_lines(&self.bookings[booking_index].lines, requested);
        self.replace_lines(booking_index, lines)
    }

    /// Until when it could be answered; not where that is now.
    fn offer_expires(&self, when: BookingStart) -> Option<i64> {
        Some((self.now + MINUTES_PER_DAY).min(when.minute() - 60)).filter(|expires| *expires > self.now)
    }

    pub(super) fn offer_time(&mut self, booking_index: usize, when: BookingStart, staff: usize) -> Result<(), Refusal> {
        let booking = &self.bookings[booking_index];
        if booking.status != BookingStatus::Pending {
            return Err(WRONG_STATUS);
        }
        self.check(when, BookingLength::of(&booking.lines).duration, true)?;
        let expires = self.offer_expires(when).ok_or(Refusal::Invalid)?;
        self.hold_offer(booking_index, TimeOffer { when, staff, expires })
    }

    /// Beside what the request itself holds, and instead of what was held for an earlier offer.
    fn hold_offer(&mut self, booking_index: usize, offer: TimeOffer) -> Result<(), Refusal> {
        let TimeOffer { when, staff, expires } = offer;
        let booking = &self.bookings[booking_index];
        let state = ProposedBooking { status: BookingStatus::Confirmed, when, ..booking.state_with(staff) };
        let times = self.find_time(booking_index, &state, true, StaffPreference::default())?;
        let booking = &mut self.bookings[booking_index];
        booking.offer = Some(offer);
        booking.occupied.retain(|occupied| !occupied.is_offer);
        let held = |time| OccupiedTime { expires: Some(expires), is_offer: true, ..time };
        booking.occupied.extend(times.into_iter().map(held));
        Ok(())
    }

    /// An offer that no longer fits ends.
    pub(super) fn keep_offer_if_possible(&mut self, booking_index: usize) {
        let Some(offer) = self.open_offer(booking_index) else { return };
        let duration = BookingLength::of(&self.bookings[booking_index].lines).duration;
        let ends_in_time = offer.when.start + duration < MINUTES_PER_DAY;
        if !ends_in_time || self.hold_offer(booking_index, offer).is_err() {
            let booking = &mut self.bookings[booking_index];
            booking.offer = None;
            booking.occupied.retain(|occupied| !occupied.is_offer);
        }
    }

    pub(super) fn open_offer(&self, booking_index: usize) -> Option<TimeOffer> {
        let booking = &self.bookings[booking_index];
        booking.offer.filter(|offer| booking.status == BookingStatus::Pending && offer.expires > self.now)
    }

    pub(super) fn accept_time(&mut self, booking_index: usize) -> Result<(), Refusal> {
        let TimeOffer { when, staff, .. } = self.open_offer(booking_index).ok_or(WRONG_STATUS)?;
        let booking = &self.bookings[booking_index];
        let state = ProposedBooking { status: BookingStatus::Confirmed, when, ..booking.state_with(staff) };
        self.change_booking_to(booking_index, state, true)?;
        self.bookings[booking_index].offer = None;
        Ok(())
    }

    pub(super) fn decline_time(&mut self, booking_index: usize) -> Result<(), Refusal> {
        self.open_offer(booking_index).ok_or(WRONG_STATUS)?;
        let booking = &mut self.bookings[booking_index];
        booking.offer = None;
        booking.occupied.retain(|occupied| !occupied.is_offer);
        Ok(())
    }

    /// What is allowed is a block more, which still needs its id. Only a live branch has something in the way.
    pub(super) fn block(&mut self, day: i64, time: BusyTime) -> Result<(), Refusal> {
        if day < self.today() || time.until <= time.from {
            return Err(Refusal::Invalid);
        }
        let (from, until) = in_fives(time.from, time.until - time.from);
        let unoccupied = self.unoccupied(time.staff, day, usize::MAX);
        if self.staff[time.staff].is_here && !is_all(&unoccupied, from, until) {
            return Err(SOMETHING_IS_BOOKED);
        }
        self.blocks.push(ModelBlock { id: String::new(), day, time: BusyTime { from, until, ..time } });
        Ok(())
    }
}
