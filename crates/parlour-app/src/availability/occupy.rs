//! The time that a booking needs, taken from somebody who has it.

use chrono::NaiveTime;
use parlour_domain::availability::{Day, Frame, Length, Span, Wanted};
use parlour_domain::booking::{BookingStatus, OpeningHours};
use parlour_domain::customer::Gender;
use parlour_domain::ids::StaffId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::bookings::Booking;
use parlour_store::branches::BookingBranch;
use parlour_store::occupancy::{self, Taken};
use parlour_store::{Conn, DbError, Tx, staff};

use super::day;

/// Who decides on the person and the time.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Chooser<'a> {
    /// The desk may call in whom it likes, whatever the roster says.
    Desk,
    /// A customer has whoever is there, perhaps with a wish.
    Customer { staff: Option<&'a StaffId>, gender: Option<Gender> },
}

impl Chooser<'_> {
    pub(crate) const ANYONE: Self = Self::Customer { staff: None, gender: None };
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum SlotRefusal {
    /// With the nearest times that are free.
    #[error("nobody is free at that time")]
    Taken(Vec<NaiveTime>),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Makes the time that is given away for a booking that which it needs as it stands now, or refuses. A request keeps it
/// for a while, what is agreed on for good; an open branch knows nothing of time.
pub(crate) fn occupy(
    tx: &mut Tx<'_>,
    branch: &BookingBranch,
    booking: &Booking,
    chooser: Chooser<'_>,
    now: Timestamp,
) -> Result<(), SlotRefusal> {
    if !branch.is_live {
        return Ok(());
    }
    let fitting = Fitting { branch, booking, length: length_of(tx, booking)?, now };
    let staff = fitting.choose(tx, chooser)?;
    // Only now: whoever waits for this time has the person already, and would wait for us as we for them.
    occupancy::release(tx, &booking.id)?;
    fitting.take(tx, staff.as_ref())
}

/// The same for a booking that is about something else now, from the same start on. Where that takes no longer than what
/// it was about before, nothing is refused: what is left over is free again.
pub(crate) fn refit(
    tx: &mut Tx<'_>,
    branch: &BookingBranch,
    booking: &Booking,
    before: Length,
    now: Timestamp,
) -> Result<(), SlotRefusal> {
    let length = length_of(tx, booking)?;
    if length.minutes() > before.minutes() {
        return occupy(tx, branch, booking, Chooser::Desk, now);
    }
    let end = length.span(booking.start_time).ends_at(booking.booking_date);
    Ok(occupancy::shorten(tx, &booking.id, end)?)
}

pub(crate) fn length_of(conn: &mut Conn<'_>, booking: &Booking) -> Result<Length, DbError> {
    let buffer_minutes = occupancy::buffer_minutes(conn, &booking.id)?;
    Ok(Length { duration_minutes: booking.total_duration_minutes, buffer_minutes })
}

/// The one who is to do all of it; where several people, or nobody yet, do parts of it, there is none.
pub(crate) fn who_does_all(booking: &Booking) -> Option<&StaffId> {
    let staff = booking.services.first()?.staff_id.as_ref();
    staff.filter(|staff| booking.services.iter().all(|service| service.staff_id.as_ref() == Some(*staff)))
}

/// A customer who moves a request cannot help it that whoever it was meant for is not here any more.
fn has_left(tx: &mut Tx<'_>, staff: &StaffId, chooser: Chooser<'_>) -> Result<bool, DbError> {
    Ok(matches!(chooser, Chooser::Customer { .. }) && !staff::is_active(tx, staff)?)
}

/// A booking that is being fitted into somebody's day.
pub(crate) struct Fitting<'a> {
    pub(crate) branch: &'a BookingBranch,
    pub(crate) booking: &'a Booking,
    pub(crate) length: Length,
    pub(crate) now: Timestamp,
}

impl Fitting<'_> {
    /// Somebody who has the time, and whose time nobody else gives away until the transaction ends. Nothing is written:
    /// of a booking that is refused here there need be no trace.
    pub(crate) fn choose(
        &self,
        tx: &mut Tx<'_>,
        chooser: Chooser<'_>,
    ) -> Result<Option<StaffId>, SlotRefusal> {
        match (who_does_all(self.booking), self.booking.status) {
            _ if !self.branch.is_live => Ok(None),
            (Some(staff), BookingStatus::Pending) if has_left(tx, staff, chooser)? => {
                self.choose_anyone(tx, chooser).map(Some)
            }
            (Some(staff), _) => self.choose_named(tx, staff, chooser).map(|()| Some(staff.clone())),
            (None, BookingStatus::Pending) => self.choose_anyone(tx, chooser).map(Some),
            // Nobody is booked, so nobody can be booked twice.
            (None, _) => Ok(None),
        }
    }

    /// The desk's choice must be free, a customer's also at work.
    fn choose_named(
        &self,
        tx: &mut Tx<'_>,
        staff: &StaffId,
        chooser: Chooser<'_>,
    ) -> Result<(), SlotRefusal> {
        occupancy::hold_member(tx, staff)?;
        let wanted = Wanted { staff_id: Some(staff.clone()), ..Wanted::default() };
        let is_of_desk = matches!(chooser, Chooser::Desk);
        if is_of_desk && self.is_unoccupied(tx, staff)? {
            return Ok(());
        }
        let mut day = self.day(tx)?;
        if !is_of_desk && day.free_staff(self.span(), &wanted).is_some() {
            return Ok(());
        }
        if is_of_desk && day.members.iter().all(|member| member.staff_id != *staff) {
            let open = (self.booking.booking_date, self.hours());
            day = day::of_called_in(tx, staff, open, &self.booking.id, self.now)?;
        }
        Err(self.refused(&day, &wanted))
    }

    /// Somebody keeps the time for it until the desk has decided, and is not told.
    fn choose_anyone(&self, tx: &mut Tx<'_>, chooser: Chooser<'_>) -> Result<StaffId, SlotRefusal> {
        let (staff_id, gender) = match chooser {
            Chooser::Desk => (None, None),
            Chooser::Customer { staff, gender } => (staff.cloned(), gender),
        };
        let wanted = Wanted { service_type: Some(self.booking.service_type), staff_id, gender };
        occupancy::hold_members(tx, &self.booking.branch_id)?;
        let day = self.day(tx)?;
        match day.free_staff(self.span(), &wanted) {
            Some(staff) => Ok(staff.clone()),
            None => Err(self.refused(&day, &wanted)),
        }
    }

    /// Whoever was chosen has less time from now on.
    pub(crate) fn take(&self, tx: &mut Tx<'_>, staff: Option<&StaffId>) -> Result<(), SlotRefusal> {
        let Some(staff_id) = staff else { return Ok(()) };
        let Self { branch, booking, now, .. } = *self;
        occupancy::clear_past(tx, staff_id, Timestamp::ist_midnight(now.ist_date()).plus_days(-1))?;
        let is_tentative = booking.status == BookingStatus::Pending;
        let held_for = branch.hold_minutes.saturating_mul(MINUTE_MS);
        let (span, date) = (self.span(), booking.booking_date);
        let expires_at = is_tentative.then(|| now.plus_millis(held_for));
        let taken = Taken { booking_id: &booking.id, staff_id, date, span, expires_at };
        // The last word is the database's, whoever forgot to hold the person.
        let is_whole = occupancy::take(tx, &taken, now)? == span.len();
        if is_whole { Ok(()) } else { Err(SlotRefusal::Taken(Vec::new())) }
    }

    fn is_unoccupied(&self, tx: &mut Tx<'_>, staff: &StaffId) -> Result<bool, DbError> {
        let (date, span) = (self.booking.booking_date, self.span());
        let taken = occupancy::of_member(tx, staff, date, Some(&self.booking.id), self.now)?;
        let visit = span.starts_at(date)..span.ends_at(date);
        Ok(!taken.iter().any(|cell| visit.contains(&cell.slot_starts_at)))
    }

    fn span(&self) -> Span {
        self.length.span(self.booking.start_time)
    }

    fn day(&self, tx: &mut Tx<'_>) -> Result<Day, DbError> {
        let booking = self.booking;
        day::read(tx, &booking.branch_id, booking.booking_date, Some(&booking.id), self.now)
    }

    fn refused(&self, day: &Day, wanted: &Wanted) -> SlotRefusal {
        let Self { booking, length, now, .. } = *self;
        let frame = Frame { date: booking.booking_date, hours: self.hours(), length, now };
        SlotRefusal::Taken(day.nearest_free(booking.start_time, &frame, wanted))
    }

    fn hours(&self) -> OpeningHours {
        OpeningHours { opens_at: self.branch.opens_at, closes_at: self.branch.closes_at }
    }
}
