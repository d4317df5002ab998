//! Occupies staff time for a booking.

use chrono::NaiveTime;
use parlour_domain::booking::availability::{
    BookedLine, BookingDuration, BranchDay, CellRange, CellSet, LineTime, StaffFilter, StartConstraints, line_times,
    nearest_starts_for_lines,
};
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::booking::{BookingStatus, OpeningHours};
use parlour_domain::customer::Gender;
use parlour_domain::ids::StaffId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::occupancy::{self, LockedStaff, StaffTime, TimeUse};
use parlour_store::bookings::reopening;
use parlour_store::branches::branch_records::BranchBookingRules;
use parlour_store::staff::{roster, staff_records};
use parlour_store::{Conn, DbError, Tx};

use super::availability_cache::AvailabilityCache;
use super::branch_day::{self, of_day};

/// Who chooses the member of staff. Where nobody is assigned, it is somebody whom the customer asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum StaffChoice {
    /// The desk may also choose somebody who is not rostered.
    Desk,
    /// A customer gets somebody who is rostered. `gender` is one that the booking need not keep as a wish.
    Customer { gender: Option<Gender> },
}

impl StaffChoice {
    pub(crate) const AS_WISHED: Self = Self::Customer { gender: None };
}

/// Those who can do a booking and are whom its customer asked for. Instead of somebody who has left the branch anybody
/// will do.
pub fn find_wished_staff<S>(
    conn: &mut Conn<'_>,
    booking: &Booking<S>,
    availability_cache: Option<&AvailabilityCache>,
) -> Result<StaffFilter, DbError> {
    let is_known = |staff| availability_cache.is_some_and(|cache| cache.has_staff(&booking.branch_id, staff));
    let staff_id = match &booking.wished_staff_id {
        Some(staff) if is_known(staff) || roster::works_at_branch(conn, &booking.branch_id, staff)? => {
            Some(staff.clone())
        }
        Some(_) | None => None,
    };
    let gender = booking.wished_staff_gender.map(WishedGender::gender);
    Ok(StaffFilter { service_type: Some(booking.service_type), staff_id, gender })
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
    staff_choice: StaffChoice,
    now: Timestamp,
) -> Result<(), SlotRefusal> {
    if !branch.is_live {
        return Ok(());
    }
    if takes_no_time(tx, booking, now)? {
        return Ok(occupancy::release_offer(tx, &booking.id)?);
    }
    let lines = occupancy::list_lines(tx, &booking.id)?;
    let allocation = SlotAllocation { branch, booking, lines: &lines, availability_cache: None, now };
    let times = allocation.choose_and_lock_staff(tx, staff_choice)?;
    // After the staff lock: in the other order two transactions could wait for each other.
    occupancy::release_booking(tx, &booking.id)?;
    allocation.take(tx, &times)
}

/// Occupies the time of a booking whose lines have changed, with the same start. One that one person does, or that
/// nobody is assigned to, and that got shorter is never refused, and releases the rest of its time.
pub(crate) fn occupy_changed_lines(
    tx: &mut Tx<'_>,
    branch: &BranchBookingRules,
    before: &[BookedLine],
    booking: &Booking,
    now: Timestamp,
) -> Result<(), SlotRefusal> {
    let lines = occupancy::list_lines(tx, &booking.id)?;
    let (length, start) = (total_length(&lines), booking.start_time);
    if !branch.is_live || line_times(start, before) == line_times(start, &lines) && length == total_length(before) {
        return Ok(());
    }
    if has_same_staff(before, &lines) && length.minutes() <= total_length(before).minutes() {
        let last = length.span(start).last_at(booking.booking_date);
        return Ok(occupancy::shorten_booking(tx, &booking.id, last)?);
    }
    occupy_staff_time(tx, branch, booking, StaffChoice::Desk, now)
}

/// Whether one and the same person does everything before and after a change, or nobody is assigned in either.
fn has_same_staff(before: &[BookedLine], after: &[BookedLine]) -> bool {
    let staff = before.first().map(|line| &line.staff_id);
    before.iter().chain(after).all(|line| Some(&line.staff_id) == staff)
}

pub(super) fn total_length(lines: &[BookedLine]) -> BookingDuration {
    let minutes = |part: fn(&BookedLine) -> i64| lines.iter().map(part).fold(0_i64, i64::saturating_add);
    BookingDuration {
        duration_minutes: minutes(|line| line.duration_minutes),
        buffer_minutes: minutes(|line| line.buffer_minutes),
    }
}

/// The member of staff who does every service. None if several people do them, or some are not assigned.
pub(crate) fn sole_staff(booking: &Booking) -> Option<&StaffId> {
    let staff = booking.services.first()?.staff_id.as_ref();
    staff.filter(|staff| booking.services.iter().all(|service| service.staff_id.as_ref() == Some(*staff)))
}

/// A booking for which staff time is looked for.
pub(crate) struct SlotAllocation<'a> {
    pub(crate) branch: &'a BranchBookingRules,
    pub(crate) booking: &'a Booking,
    /// Its services, in their order.
    pub(crate) lines: &'a [BookedLine],
    /// Where somebody who is free is looked for first.
    pub(crate) availability_cache: Option<&'a AvailabilityCache>,
    pub(crate) now: Timestamp,
}

/// Time of a locked member of staff that a booking is to occupy.
pub(crate) struct ChosenTime {
    staff: LockedStaff,
    cells: CellSet,
    /// Set where only memory says that they are free: whom to look for if they are not.
    recalled_for: Option<StaffFilter>,
}

/// More of the staff than this are not tried one by one: the whole day is read then.
const MAX_RECALLED_STAFF: usize = 8;

impl SlotAllocation<'_> {
    /// Chooses free staff and locks their time until the transaction ends. Writes nothing, so that it can run before
    /// the booking is inserted.
    pub(crate) fn choose_and_lock_staff(
        &self,
        tx: &mut Tx<'_>,
        staff_choice: StaffChoice,
    ) -> Result<Vec<ChosenTime>, SlotRefusal> {
        if !self.branch.is_live {
            return Ok(Vec::new());
        }
        let assigned = line_times(self.booking.start_time, self.lines);
        let is_pending = self.booking.status == BookingStatus::Pending;
        match &assigned[..] {
            [] if is_pending => Ok(vec![self.lock_any_free_staff(tx, staff_choice)?]),
            // Without assigned staff there is no time to occupy.
            [] => Ok(Vec::new()),
            [one] if is_pending && has_left(tx, &one.staff_id, staff_choice)? => {
                Ok(vec![self.lock_any_free_staff(tx, staff_choice)?])
            }
            _ => self.lock_assigned_staff(tx, assigned, staff_choice),
        }
    }

    /// The desk's choice must be free, a customer's choice also rostered.
    fn lock_assigned_staff(
        &self,
        tx: &mut Tx<'_>,
        assigned: Vec<LineTime>,
        staff_choice: StaffChoice,
    ) -> Result<Vec<ChosenTime>, SlotRefusal> {
        let mut chosen = Vec::with_capacity(assigned.len());
        // In the order of their ids, as everywhere: two transactions do not wait for each other.
        for LineTime { staff_id, cells } in assigned {
            let Some(staff) = occupancy::lock_staff_member(tx, &staff_id)? else {
                return Err(SlotRefusal::Taken(Vec::new()));
            };
            chosen.push(ChosenTime { staff, cells, recalled_for: None });
        }
        for ChosenTime { staff, cells, .. } in &chosen {
            let occupied = branch_day::read_occupied_cells(tx, &staff.id, &self.of_day())?;
            let is_free = cells.intersection(&occupied) == CellSet::NONE;
            let is_there = match staff_choice {
                StaffChoice::Desk => true,
                StaffChoice::Customer { .. } => cells.without(&self.rostered_cells(tx, staff)?) == CellSet::NONE,
            };
            if !is_free || !is_there {
                return Err(self.refuse_assigned(tx, &chosen, staff_choice)?);
            }
        }
        Ok(chosen)
    }

    /// Somebody's time is reserved until the desk decides. They are not notified.
    fn lock_any_free_staff(&self, tx: &mut Tx<'_>, staff_choice: StaffChoice) -> Result<ChosenTime, SlotRefusal> {
        let mut filter = find_wished_staff(tx, self.booking, self.availability_cache)?;
        if let StaffChoice::Customer { gender: Some(gender) } = staff_choice {
            filter.gender = Some(gender);
        }
        match self.lock_recalled_staff(tx, &filter)? {
            Some(chosen) => Ok(chosen),
            None => self.lock_free_staff(tx, &filter),
        }
    }

    /// Somebody who is free according to the database.
    fn lock_free_staff(&self, tx: &mut Tx<'_>, filter: &StaffFilter) -> Result<ChosenTime, SlotRefusal> {
        let booking = self.booking;
        let day = if let Some(staff) = &filter.staff_id {
            occupancy::lock_staff_member(tx, staff)?;
            let there = branch_day::read_staff_day(tx, &booking.branch_id, staff, &self.of_day())?;
            BranchDay { members: there.into_iter().collect() }
        } else {
            occupancy::lock_branch_staff(tx, &booking.branch_id)?;
            branch_day::read_branch_day(tx, &booking.branch_id, &self.of_day())?
        };
        let Some(staff) = day.least_busy_free_staff(self.span(), filter) else {
            let nearest = day.nearest_free_starts(booking.start_time, &self.constraints(), filter);
            return Err(SlotRefusal::Taken(nearest));
        };
        let staff = occupancy::lock_staff_member(tx, staff)?.ok_or_else(|| SlotRefusal::Taken(Vec::new()))?;
        Ok(ChosenTime { staff, cells: CellSet::of(self.span()), recalled_for: None })
    }

    /// Somebody who is free according to memory. None if memory knows nobody, or others have locked them.
    fn lock_recalled_staff(&self, tx: &mut Tx<'_>, filter: &StaffFilter) -> Result<Option<ChosenTime>, SlotRefusal> {
        let (booking, date, cells) = (self.booking, self.booking.booking_date, self.span());
        let availability_cache = self.availability_cache.filter(|_| tx.is_first_attempt());
        let Some(availability_cache) = availability_cache else { return Ok(None) };
        let Some(day) = availability_cache.recall(&booking.branch_id, date, self.now) else { return Ok(None) };
        let (is_anyone, mut has_lock) = (filter.staff_id.is_none(), false);
        let mut free = day.free_staff_by_load(cells, filter);
        if is_anyone {
            availability_cache.given_times().put_last(&mut free, date, cells);
        }
        for staff in free.into_iter().take(MAX_RECALLED_STAFF) {
            // Not in the order of their ids, so it must not wait for anybody but the one who is named.
            let locked = if is_anyone {
                occupancy::lock_staff_member_without_waiting(tx, staff)?
            } else {
                occupancy::lock_staff_member(tx, staff)?
            };
            let Some(staff) = locked else { continue };
            has_lock = true;
            if staff.fits(&booking.branch_id, filter) {
                tx.keep_until_known(availability_cache.given_times().note(&staff.id, date, cells));
                return Ok(Some(ChosenTime { staff, cells: CellSet::of(cells), recalled_for: Some(filter.clone()) }));
            }
        }
        // Everyone else locks staff in the order of their ids; with this lock two transactions could wait for each other.
        if is_anyone && has_lock {
            tx.restart_without_locks()?;
        }
        Ok(None)
    }

    /// Occupies the chosen time.
    pub(crate) fn take(&self, tx: &mut Tx<'_>, chosen: &[ChosenTime]) -> Result<(), SlotRefusal> {
        let Self { branch, booking, now, .. } = *self;
        let is_tentative = booking.status == BookingStatus::Pending;
        let reserved_for_ms = branch.hold_minutes.saturating_mul(MINUTE_MS);
        let expires_at = is_tentative.then(|| now.plus_millis(reserved_for_ms));
        self.take_for(tx, chosen, TimeUse::Booking(&booking.id, expires_at))
    }

    /// Occupies the chosen time for a use of its own.
    pub(super) fn take_for(
        &self,
        tx: &mut Tx<'_>,
        chosen: &[ChosenTime],
        time_use: TimeUse<'_>,
    ) -> Result<(), SlotRefusal> {
        for ChosenTime { staff, cells, recalled_for } in chosen {
            for cells in cells.ranges() {
                let time = StaffTime { staff, date: self.booking.booking_date, cells };
                // The database decides, whatever was read before.
                if !occupancy::occupy(tx, time, time_use, self.now)? {
                    let Some(filter) = recalled_for else { return Err(SlotRefusal::Taken(Vec::new())) };
                    tx.restart_without_locks()?;
                    let other = self.lock_free_staff(tx, filter)?;
                    return self.take_for(tx, &[other], time_use);
                }
            }
        }
        Ok(())
    }

    /// Nearest free times are looked for only now.
    fn refuse_assigned(
        &self,
        tx: &mut Tx<'_>,
        chosen: &[ChosenTime],
        staff_choice: StaffChoice,
    ) -> Result<SlotRefusal, DbError> {
        let mut free = Vec::with_capacity(chosen.len());
        for ChosenTime { staff, .. } in chosen {
            let occupied = branch_day::read_occupied_cells(tx, &staff.id, &self.of_day())?;
            let mut rostered = self.rostered_cells(tx, staff)?;
            // Somebody whom the desk calls in works whenever the branch is open.
            if rostered == CellSet::NONE && matches!(staff_choice, StaffChoice::Desk) {
                let hours = self.hours();
                rostered.add(CellRange::within(hours.opens_at, hours.closes_at));
            }
            free.push(LineTime { staff_id: staff.id.clone(), cells: rostered.without(&occupied) });
        }
        let nearest = nearest_starts_for_lines(self.lines, &free, &self.constraints(), self.booking.start_time);
        Ok(SlotRefusal::Taken(nearest))
    }

    fn rostered_cells(&self, tx: &mut Tx<'_>, staff: &LockedStaff) -> Result<CellSet, DbError> {
        let day = branch_day::read_staff_day(tx, &self.booking.branch_id, &staff.id, &self.of_day())?;
        Ok(day.map_or(CellSet::NONE, |day| day.rostered))
    }

    fn of_day(&self) -> occupancy::OccupiedTimeQuery<'_> {
        of_day(self.booking.booking_date, Some(&self.booking.id), self.now)
    }

    fn span(&self) -> CellRange {
        total_length(self.lines).span(self.booking.start_time)
    }

    fn constraints(&self) -> StartConstraints {
        let length = total_length(self.lines);
        StartConstraints { date: self.booking.booking_date, hours: self.hours(), length, now: self.now }
    }

    fn hours(&self) -> OpeningHours {
        // The desk may also book on a day on which the branch is closed.
        self.branch.opening_hours(self.booking.booking_date).unwrap_or(self.branch.daily_hours())
    }
}

/// Whether a customer's choice is no longer active. A request that is moved then gets somebody else.
fn has_left(tx: &mut Tx<'_>, staff: &StaffId, staff_choice: StaffChoice) -> Result<bool, DbError> {
    Ok(matches!(staff_choice, StaffChoice::Customer { .. }) && !staff_records::is_active(tx, staff)?)
}

/// Nobody can be booked for a past day, and a visit that was reopened to be billed again is over. One that nobody was
/// assigned to for a while has no time either, but needs it.
fn takes_no_time(conn: &mut Conn<'_>, booking: &Booking, now: Timestamp) -> Result<bool, DbError> {
    if booking.booking_date < now.ist_date() {
        return Ok(true);
    }
    let is_in_progress = booking.status == BookingStatus::InProgress;
    Ok(is_in_progress && !occupancy::has_time(conn, &booking.id)? && reopening::is_reopened(conn, &booking.id)?)
}
