//! The time that a booking needs, taken from somebody who has it.

use chrono::NaiveTime;
use parlour_domain::booking::availability::{
    BookingDuration, BranchDay, CellRange, StaffFilter, StartConstraints,
};
use parlour_domain::booking::{BookingStatus, OpeningHours};
use parlour_domain::customer::Gender;
use parlour_domain::ids::StaffId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::occupancy::{self, SlotReservation};
use parlour_store::branches::branch_records::BranchBookingRules;
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError, Tx};

use super::branch_day;

/// Who decides on the person and the time.
#[derive(Debug, Clone, Copy)]
pub(crate) enum StaffChoice<'a> {
    /// The desk may call in whom it likes, whatever the roster says.
    Desk,
    /// A customer has whoever is there, perhaps with a wish.
    Customer { staff: Option<&'a StaffId>, gender: Option<Gender> },
}

impl StaffChoice<'_> {
    pub(crate) const ANY_STAFF: Self = Self::Customer { staff: None, gender: None };
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
pub(crate) fn occupy_staff_time(
    tx: &mut Tx<'_>,
    branch: &BranchBookingRules,
    booking: &Booking,
    staff_choice: StaffChoice<'_>,
    now: Timestamp,
) -> Result<(), SlotRefusal> {
    if !branch.is_live {
        return Ok(());
    }
    let allocation = SlotAllocation { branch, booking, length: booking_length(tx, booking)?, now };
    let staff = allocation.choose_and_lock_staff(tx, staff_choice)?;
    // Only now: whoever waits for this time has the person already, and would wait for us as we for them.
    occupancy::release_booking(tx, &booking.id)?;
    allocation.take(tx, staff.as_ref())
}

/// The same for a booking that is about something else now, from the same start on. Where that takes no longer than what
/// it was about before, nothing is refused: what is left over is free again.
pub(crate) fn resize_occupied_time(
    tx: &mut Tx<'_>,
    branch: &BranchBookingRules,
    booking: &Booking,
    before: BookingDuration,
    now: Timestamp,
) -> Result<(), SlotRefusal> {
    let length = booking_length(tx, booking)?;
    if length.minutes() > before.minutes() {
        return occupy_staff_time(tx, branch, booking, StaffChoice::Desk, now);
    }
    let end = length.span(booking.start_time).ends_at(booking.booking_date);
    Ok(occupancy::release_booking_from(tx, &booking.id, end)?)
}

pub(crate) fn booking_length(conn: &mut Conn<'_>, booking: &Booking) -> Result<BookingDuration, DbError> {
    let buffer_minutes = occupancy::total_buffer_minutes(conn, &booking.id)?;
    Ok(BookingDuration { duration_minutes: booking.total_duration_minutes, buffer_minutes })
}

/// The one who is to do all of it; where several people, or nobody yet, do parts of it, there is none.
pub(crate) fn sole_staff(booking: &Booking) -> Option<&StaffId> {
    let staff = booking.services.first()?.staff_id.as_ref();
    staff.filter(|staff| booking.services.iter().all(|service| service.staff_id.as_ref() == Some(*staff)))
}

/// A customer who moves a request cannot help it that whoever it was meant for is not here any more.
fn has_left(tx: &mut Tx<'_>, staff: &StaffId, staff_choice: StaffChoice<'_>) -> Result<bool, DbError> {
    Ok(matches!(staff_choice, StaffChoice::Customer { .. }) && !staff_records::is_active(tx, staff)?)
}

/// A booking that is being fitted into somebody's day.
pub(crate) struct SlotAllocation<'a> {
    pub(crate) branch: &'a BranchBookingRules,
    pub(crate) booking: &'a Booking,
    pub(crate) length: BookingDuration,
    pub(crate) now: Timestamp,
}

impl SlotAllocation<'_> {
    /// Somebody who has the time, and whose time nobody else gives away until the transaction ends. Nothing is written:
    /// of a booking that is refused here there need be no trace.
    pub(crate) fn choose_and_lock_staff(
        &self,
        tx: &mut Tx<'_>,
        staff_choice: StaffChoice<'_>,
    ) -> Result<Option<StaffId>, SlotRefusal> {
        match (sole_staff(self.booking), self.booking.status) {
            _ if !self.branch.is_live => Ok(None),
            (Some(staff), BookingStatus::Pending) if has_left(tx, staff, staff_choice)? => {
                self.lock_any_free_staff(tx, staff_choice).map(Some)
            }
            (Some(staff), _) => self.lock_named_staff(tx, staff, staff_choice).map(|()| Some(staff.clone())),
            (None, BookingStatus::Pending) => self.lock_any_free_staff(tx, staff_choice).map(Some),
            // Nobody is booked, so nobody can be booked twice.
            (None, _) => Ok(None),
        }
    }

    /// The desk's choice must be free, a customer's also at work.
    fn lock_named_staff(
        &self,
        tx: &mut Tx<'_>,
        staff: &StaffId,
        staff_choice: StaffChoice<'_>,
    ) -> Result<(), SlotRefusal> {
        occupancy::lock_staff_member(tx, staff)?;
        let wanted = StaffFilter { staff_id: Some(staff.clone()), ..StaffFilter::default() };
        let is_of_desk = matches!(staff_choice, StaffChoice::Desk);
        if is_of_desk && self.is_unoccupied(tx, staff)? {
            return Ok(());
        }
        let mut day = self.branch_day(tx)?;
        if !is_of_desk && day.least_busy_free_staff(self.span(), &wanted).is_some() {
            return Ok(());
        }
        if is_of_desk && day.members.iter().all(|member| member.staff_id != *staff) {
            let open = (self.booking.booking_date, self.hours());
            day = branch_day::read_called_in_staff_day(tx, staff, open, &self.booking.id, self.now)?;
        }
        Err(self.refused(&day, &wanted))
    }

    /// Somebody keeps the time for it until the desk has decided, and is not told.
    fn lock_any_free_staff(
        &self,
        tx: &mut Tx<'_>,
        staff_choice: StaffChoice<'_>,
    ) -> Result<StaffId, SlotRefusal> {
        let (staff_id, gender) = match staff_choice {
            StaffChoice::Desk => (None, None),
            StaffChoice::Customer { staff, gender } => (staff.cloned(), gender),
        };
        let wanted = StaffFilter { service_type: Some(self.booking.service_type), staff_id, gender };
        occupancy::lock_branch_staff(tx, &self.booking.branch_id)?;
        let day = self.branch_day(tx)?;
        match day.least_busy_free_staff(self.span(), &wanted) {
            Some(staff) => Ok(staff.clone()),
            None => Err(self.refused(&day, &wanted)),
        }
    }

    /// Whoever was chosen has less time from now on.
    pub(crate) fn take(&self, tx: &mut Tx<'_>, staff: Option<&StaffId>) -> Result<(), SlotRefusal> {
        let Some(staff_id) = staff else { return Ok(()) };
        let Self { branch, booking, now, .. } = *self;
        occupancy::delete_past_slots(tx, staff_id, Timestamp::ist_midnight(now.ist_date()).plus_days(-1))?;
        let is_tentative = booking.status == BookingStatus::Pending;
        let held_for = branch.hold_minutes.saturating_mul(MINUTE_MS);
        let (span, date) = (self.span(), booking.booking_date);
        let expires_at = is_tentative.then(|| now.plus_millis(held_for));
        let taken = SlotReservation { booking_id: &booking.id, staff_id, date, span, expires_at };
        // The last word is the database's, whoever forgot to hold the person.
        let is_whole = occupancy::reserve_slots(tx, &taken, now)? == span.len();
        if is_whole { Ok(()) } else { Err(SlotRefusal::Taken(Vec::new())) }
    }

    fn is_unoccupied(&self, tx: &mut Tx<'_>, staff: &StaffId) -> Result<bool, DbError> {
        let (date, span) = (self.booking.booking_date, self.span());
        let taken =
            occupancy::list_occupied_slots_of_staff(tx, staff, date, Some(&self.booking.id), self.now)?;
        let visit = span.starts_at(date)..span.ends_at(date);
        Ok(!taken.iter().any(|cell| visit.contains(&cell.slot_starts_at)))
    }

    fn span(&self) -> CellRange {
        self.length.span(self.booking.start_time)
    }

    fn branch_day(&self, tx: &mut Tx<'_>) -> Result<BranchDay, DbError> {
        let booking = self.booking;
        branch_day::read_branch_day(tx, &booking.branch_id, booking.booking_date, Some(&booking.id), self.now)
    }

    fn refused(&self, day: &BranchDay, wanted: &StaffFilter) -> SlotRefusal {
        let Self { booking, length, now, .. } = *self;
        let frame = StartConstraints { date: booking.booking_date, hours: self.hours(), length, now };
        SlotRefusal::Taken(day.nearest_free_starts(booking.start_time, &frame, wanted))
    }

    fn hours(&self) -> OpeningHours {
        OpeningHours { opens_at: self.branch.opens_at, closes_at: self.branch.closes_at }
    }
}
