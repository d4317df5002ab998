//! Occupies staff time for a booking.

use chrono::NaiveTime;
use parlour_domain::booking::availability::{BookingDuration, BranchDay, CellRange, StaffFilter, StartConstraints};
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

/// Who chooses the member of staff.
#[derive(Debug, Clone, Copy)]
pub(crate) enum StaffChoice<'a> {
    /// The desk may also choose somebody who is not rostered.
    Desk,
    /// A customer gets somebody who is rostered, and may have a preference.
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

/// Replaces the time that a booking occupies by what it needs now, or refuses. A pending request occupies it for a
/// limited time, a confirmed booking until its end. At an open branch nothing is occupied.
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
    // After the staff lock: in the other order two transactions could wait for each other.
    occupancy::release_booking(tx, &booking.id)?;
    allocation.take(tx, staff.as_ref())
}

/// Occupies the time of a booking with new services and the same start. A booking that got shorter is never refused,
/// and releases the rest of its time.
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

/// The member of staff who does every service. None if several people do them, or some are not assigned.
pub(crate) fn sole_staff(booking: &Booking) -> Option<&StaffId> {
    let staff = booking.services.first()?.staff_id.as_ref();
    staff.filter(|staff| booking.services.iter().all(|service| service.staff_id.as_ref() == Some(*staff)))
}

/// Whether a customer's choice is no longer active. A request that is moved then gets somebody else.
fn has_left(tx: &mut Tx<'_>, staff: &StaffId, staff_choice: StaffChoice<'_>) -> Result<bool, DbError> {
    Ok(matches!(staff_choice, StaffChoice::Customer { .. }) && !staff_records::is_active(tx, staff)?)
}

/// A booking for which staff time is looked for.
pub(crate) struct SlotAllocation<'a> {
    pub(crate) branch: &'a BranchBookingRules,
    pub(crate) booking: &'a Booking,
    pub(crate) length: BookingDuration,
    pub(crate) now: Timestamp,
}

impl SlotAllocation<'_> {
    /// Chooses a free member of staff and locks their time until the transaction ends. Writes nothing, so that it can
    /// run before the booking is inserted.
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
            // Without assigned staff there is no time to occupy.
            (None, _) => Ok(None),
        }
    }

    /// The desk's choice must be free, a customer's choice also rostered.
    fn lock_named_staff(
        &self,
        tx: &mut Tx<'_>,
        staff: &StaffId,
        staff_choice: StaffChoice<'_>,
    ) -> Result<(), SlotRefusal> {
        occupancy::lock_staff_member(tx, staff)?;
        let filter = StaffFilter { staff_id: Some(staff.clone()), ..StaffFilter::default() };
        let is_desk = matches!(staff_choice, StaffChoice::Desk);
        if is_desk && self.is_unoccupied(tx, staff)? {
            return Ok(());
        }
        let mut day = self.branch_day(tx)?;
        if !is_desk && day.least_busy_free_staff(self.span(), &filter).is_some() {
            return Ok(());
        }
        if is_desk && day.members.iter().all(|member| member.staff_id != *staff) {
            day = branch_day::read_called_in_staff_day(tx, staff, self.booking, self.hours(), self.now)?;
        }
        Err(self.refused(&day, &filter))
    }

    /// Somebody's time is reserved until the desk decides. They are not notified.
    fn lock_any_free_staff(&self, tx: &mut Tx<'_>, staff_choice: StaffChoice<'_>) -> Result<StaffId, SlotRefusal> {
        let (staff_id, gender) = match staff_choice {
            StaffChoice::Desk => (None, None),
            StaffChoice::Customer { staff, gender } => (staff.cloned(), gender),
        };
        let filter = StaffFilter { service_type: Some(self.booking.service_type), staff_id, gender };
        occupancy::lock_branch_staff(tx, &self.booking.branch_id)?;
        let day = self.branch_day(tx)?;
        match day.least_busy_free_staff(self.span(), &filter) {
            Some(staff) => Ok(staff.clone()),
            None => Err(self.refused(&day, &filter)),
        }
    }

    /// Occupies the time of the chosen member of staff.
    pub(crate) fn take(&self, tx: &mut Tx<'_>, staff: Option<&StaffId>) -> Result<(), SlotRefusal> {
        let Some(staff_id) = staff else { return Ok(()) };
        let Self { branch, booking, now, .. } = *self;
        occupancy::delete_past_slots(tx, staff_id, Timestamp::ist_midnight(now.ist_date()).plus_days(-1))?;
        let is_tentative = booking.status == BookingStatus::Pending;
        let reserved_for_ms = branch.hold_minutes.saturating_mul(MINUTE_MS);
        let (span, date) = (self.span(), booking.booking_date);
        let expires_at = is_tentative.then(|| now.plus_millis(reserved_for_ms));
        let reservation = SlotReservation { booking_id: &booking.id, staff_id, date, span, expires_at };
        // The unique index decides, also if the staff lock was forgotten.
        let is_whole = occupancy::reserve_slots(tx, &reservation, now)? == span.len();
        if is_whole { Ok(()) } else { Err(SlotRefusal::Taken(Vec::new())) }
    }

    fn is_unoccupied(&self, tx: &mut Tx<'_>, staff: &StaffId) -> Result<bool, DbError> {
        let (date, span) = (self.booking.booking_date, self.span());
        let occupied = occupancy::list_occupied_slots_of_staff(tx, staff, date, Some(&self.booking.id), self.now)?;
        let needed = span.starts_at(date)..span.ends_at(date);
        Ok(!occupied.iter().any(|slot| needed.contains(&slot.slot_starts_at)))
    }

    fn span(&self) -> CellRange {
        self.length.span(self.booking.start_time)
    }

    fn branch_day(&self, tx: &mut Tx<'_>) -> Result<BranchDay, DbError> {
        let booking = self.booking;
        branch_day::read_branch_day(tx, &booking.branch_id, booking.booking_date, Some(&booking.id), self.now)
    }

    fn refused(&self, day: &BranchDay, filter: &StaffFilter) -> SlotRefusal {
        let Self { booking, length, now, .. } = *self;
        let constraints = StartConstraints { date: booking.booking_date, hours: self.hours(), length, now };
        SlotRefusal::Taken(day.nearest_free_starts(booking.start_time, &constraints, filter))
    }

    fn hours(&self) -> OpeningHours {
        OpeningHours { opens_at: self.branch.opens_at, closes_at: self.branch.closes_at }
    }
}
