//! Occupied staff time: stretches for bookings of live branches and for blocks. Nothing is added over another stretch;
//! only what was booked while a branch was open overlaps.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::staff_days::{StaffDay, StaffDayChange, TakenTime};
use parlour_db::{Conn, DbError, Tx, columns, params, row, select, sql};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::availability::{BookedLine, CellRange, StaffFilter};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BlockId, BookingId, BranchId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;

use super::ACTIVE_STATUSES;
use super::reopening::IS_REOPENED;

/// A stretch of time that is not free. It lies within one day.
#[derive(Debug, Clone)]
pub struct OccupiedTime {
    pub staff_id: StaffId,
    /// None for a block.
    pub booking_id: Option<BookingId>,
    /// The starts of the first and of the last five minutes.
    pub first_slot_at: Timestamp,
    pub last_slot_at: Timestamp,
    /// When it becomes free, if the request that it is for is not confirmed before.
    pub expires_at: Option<Timestamp>,
}
row! { OccupiedTime { staff_id, booking_id, first_slot_at, last_slot_at, expires_at } }

impl OccupiedTime {
    pub fn date(&self) -> NaiveDate {
        self.first_slot_at.ist_date()
    }

    pub fn cells(&self) -> CellRange {
        CellRange::from_first_to_last(self.date(), self.first_slot_at, self.last_slot_at)
    }
}

/// Which occupied time is looked for.
#[derive(Debug, Clone, Copy)]
pub struct OccupiedTimeQuery<'a> {
    pub first_date: NaiveDate,
    pub last_date: NaiveDate,
    /// A booking whose own time counts as free.
    pub except_booking: Option<&'a BookingId>,
    /// Time that was held for a request until then or before counts as free.
    pub now: Timestamp,
}

impl OccupiedTimeQuery<'_> {
    fn bounds(&self) -> (Timestamp, Timestamp) {
        (Timestamp::ist_midnight(self.first_date), Timestamp::ist_midnight(self.last_date).plus_days(1))
    }
}

/// The occupied time of a branch's active staff.
pub fn list_of_branch(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    query: &OccupiedTimeQuery<'_>,
) -> Result<Vec<OccupiedTime>, DbError> {
    let (from, until) = query.bounds();
    conn.all(
        sql!(
            select!(OccupiedTime, "o"),
            " from staff s join occupied_times o on o.staff_id = s.id
             where s.branch_id = $1 and s.is_active and o.first_slot_at >= $2 and o.first_slot_at < $3
                 and (o.block_id is not null or o.booking_id is distinct from $4) and (o.expires_at is null or o.expires_at > $5)"
        ),
        params![branch, from, until, query.except_booking, query.now],
    )
}

/// The occupied time of one member of staff, at any branch.
pub fn list_of_staff(
    conn: &mut Conn<'_>,
    staff: &StaffId,
    query: &OccupiedTimeQuery<'_>,
) -> Result<Vec<OccupiedTime>, DbError> {
    let (from, until) = query.bounds();
    conn.all(
        sql!(
            select!(OccupiedTime, ""),
            " from occupied_times
             where staff_id = $1 and first_slot_at >= $2 and first_slot_at < $3
                 and (block_id is not null or booking_id is distinct from $4) and (expires_at is null or expires_at > $5)"
        ),
        params![staff, from, until, query.except_booking, query.now],
    )
}

/// A member of staff who is locked until the transaction ends.
#[derive(Debug, Clone)]
pub struct LockedStaff {
    pub id: StaffId,
    pub branch_id: BranchId,
    pub gender: Gender,
    pub serves_salon: bool,
    pub serves_spa: bool,
    pub is_active: bool,
}
row! { LockedStaff { id, branch_id, gender, serves_salon, serves_spa, is_active } }

impl LockedStaff {
    /// Whether they work at the branch, and are whom the filter asks for.
    pub fn fits(&self, branch: &BranchId, filter: &StaffFilter) -> bool {
        let serves = match filter.service_type {
            Some(ServiceType::Salon) => self.serves_salon,
            Some(ServiceType::Spa) => self.serves_spa,
            None => true,
        };
        let is_wanted = filter.staff_id.as_ref().is_none_or(|staff| *staff == self.id);
        self.is_active
            && self.branch_id == *branch
            && serves
            && is_wanted
            && filter.gender.is_none_or(|gender| gender == self.gender)
    }
}

/// Locks a member of staff: no other transaction gives them work or changes their profile until this one ends.
pub fn lock_staff_member(tx: &mut Tx<'_>, staff: &StaffId) -> Result<Option<LockedStaff>, DbError> {
    tx.one(sql!(select!(LockedStaff, ""), " from staff where id = $1 for no key update"), params![staff])
}

/// Locks a member of staff, unless another transaction has them locked: this one never waits.
pub fn lock_staff_member_without_waiting(tx: &mut Tx<'_>, staff: &StaffId) -> Result<Option<LockedStaff>, DbError> {
    tx.one(sql!(select!(LockedStaff, ""), " from staff where id = $1 for no key update skip locked"), params![staff])
}

/// Locks everyone who works at a branch, in one order, so that two transactions do not wait for each other.
pub fn lock_branch_staff(tx: &mut Tx<'_>, branch: &BranchId) -> Result<(), DbError> {
    tx.all::<(i64,)>(
        "select 1 from staff where branch_id = $1 and is_active order by id for no key update",
        params![branch],
    )?;
    Ok(())
}

/// What time is occupied for.
#[derive(Debug, Clone, Copy)]
pub enum TimeUse<'a> {
    /// With the time at which it becomes free, for a request that is not confirmed.
    Booking(&'a BookingId, Option<Timestamp>),
    /// Another time that the desk offers for a request, until the offer expires.
    Offer(&'a BookingId, Timestamp),
    Block(&'a BlockId),
}

/// A stretch of a day of a member of staff.
#[derive(Debug, Clone, Copy)]
pub struct StaffTime<'a> {
    pub staff: &'a LockedStaff,
    pub date: NaiveDate,
    pub cells: CellRange,
}

/// Whether a booking occupies time of anybody.
pub fn has_time(conn: &mut Conn<'_>, booking: &BookingId) -> Result<bool, DbError> {
    let time: Option<i64> =
        conn.one_value("select 1 from occupied_times where booking_id = $1 limit 1", params![booking])?;
    Ok(time.is_some())
}

/// Occupies time if nothing else overlaps it. A booking may overlap what it has already. The member of staff is locked:
/// of two transactions that want the same time the second sees what the first has stored.
pub fn occupy(tx: &mut Tx<'_>, time: StaffTime<'_>, time_use: TimeUse<'_>, now: Timestamp) -> Result<bool, DbError> {
    insert_time(tx, time, time_use, Some(now))
}

/// Occupies time whatever overlaps it, because it was booked before the branch was live.
pub fn occupy_beside_others(tx: &mut Tx<'_>, time: StaffTime<'_>, time_use: TimeUse<'_>) -> Result<(), DbError> {
    insert_time(tx, time, time_use, None).map(drop)
}

/// What has not expired by `taken_at` must not overlap. Without it, anything may.
fn insert_time(
    tx: &mut Tx<'_>,
    StaffTime { staff, date, cells }: StaffTime<'_>,
    time_use: TimeUse<'_>,
    taken_at: Option<Timestamp>,
) -> Result<bool, DbError> {
    if cells.is_empty() {
        return Ok(true);
    }
    let (booking, block, expires_at) = match time_use {
        TimeUse::Booking(booking, expires_at) => (Some(booking), None, expires_at),
        TimeUse::Offer(booking, expires_at) => (Some(booking), None, Some(expires_at)),
        TimeUse::Block(block) => (None, Some(block), None),
    };
    let holder = booking.map(BookingId::as_str).or(block.map(BlockId::as_str));
    let is_offer = matches!(time_use, TimeUse::Offer(..));
    let (first, last) = (cells.first_at(date), cells.last_at(date));
    let is_occupied = tx.changes_row(
        "insert into occupied_times (staff_id, first_slot_at, last_slot_at, booking_id, block_id, holder_id, expires_at,
             is_offer)
         select $1, $2, $3, $4, $5, $6, $7, $8
         where not exists (select 1 from occupied_times o
             where o.staff_id = $1 and o.first_slot_at >= $10 and o.first_slot_at <= $3 and o.last_slot_at >= $2
                 and o.holder_id <> $6 and (o.expires_at is null or o.expires_at > $9)) or $9 is null
         on conflict (staff_id, first_slot_at, holder_id, is_offer) do update
             set last_slot_at = excluded.last_slot_at, expires_at = excluded.expires_at",
        params![
            staff.id,
            first,
            last,
            booking,
            block,
            holder,
            expires_at,
            is_offer,
            taken_at,
            Timestamp::ist_midnight(date)
        ],
    )?;
    if is_occupied {
        let taken = TakenTime { staff_id: staff.id.clone(), cells, expires_at };
        tx.note_changed_staff_day(StaffDay { branch_id: staff.branch_id.clone(), date }, StaffDayChange::Taken(taken));
    }
    Ok(is_occupied)
}

/// A stretch that is free again, of a member of staff of this branch.
struct ReleasedTime {
    branch_id: BranchId,
    first_slot_at: Timestamp,
}
row! { ReleasedTime {
    branch_id: "(select s.branch_id from staff s where s.id = occupied_times.staff_id)", first_slot_at,
} }

fn note_released(tx: &mut Tx<'_>, released: Vec<ReleasedTime>) {
    for ReleasedTime { branch_id, first_slot_at } in released {
        let day = StaffDay { branch_id, date: first_slot_at.ist_date() };
        tx.note_changed_staff_day(day, StaffDayChange::Rewritten);
    }
}

/// Releases all time of a booking.
pub fn release_booking(tx: &mut Tx<'_>, booking: &BookingId) -> Result<(), DbError> {
    let released = tx.all(
        sql!("delete from occupied_times where booking_id = $1 returning ", columns!(ReleasedTime, "")),
        params![booking],
    )?;
    note_released(tx, released);
    Ok(())
}

/// Releases the time of a booking after its new, earlier end: the start of its last five minutes.
pub fn shorten_booking(tx: &mut Tx<'_>, booking: &BookingId, last_slot_at: Timestamp) -> Result<(), DbError> {
    let released = tx.all(
        sql!(
            "delete from occupied_times where booking_id = $1 and first_slot_at > $2 returning ",
            columns!(ReleasedTime, "")
        ),
        params![booking, last_slot_at],
    )?;
    note_released(tx, released);
    let shortened = tx.all(
        sql!(
            "update occupied_times set last_slot_at = $2 where booking_id = $1 and last_slot_at > $2 returning ",
            columns!(ReleasedTime, "")
        ),
        params![booking, last_slot_at],
    )?;
    note_released(tx, shortened);
    Ok(())
}

/// Releases the time that is held for the offer of another time.
pub fn release_offer(tx: &mut Tx<'_>, booking: &BookingId) -> Result<(), DbError> {
    let released = tx.all(
        sql!("delete from occupied_times where booking_id = $1 and is_offer returning ", columns!(ReleasedTime, "")),
        params![booking],
    )?;
    note_released(tx, released);
    Ok(())
}

/// Releases the time of a block.
pub fn release_block(tx: &mut Tx<'_>, block: &BlockId) -> Result<(), DbError> {
    let released = tx.all(
        sql!("delete from occupied_times where block_id = $1 returning ", columns!(ReleasedTime, "")),
        params![block],
    )?;
    note_released(tx, released);
    Ok(())
}

/// A pending or confirmed booking of a branch that becomes live.
#[derive(Debug, Clone)]
pub struct ActiveBooking {
    pub id: BookingId,
    pub status: BookingStatus,
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    pub offered_date: Option<NaiveDate>,
    pub offered_start_time: Option<NaiveTime>,
    pub offered_staff_id: Option<StaffId>,
    pub offer_expires_at: Option<Timestamp>,
}
row! { ActiveBooking {
    id, status, booking_date, start_time, offered_date, offered_start_time, offered_staff_id, offer_expires_at,
} }

/// Locks the bookings of a branch from a day on that are not over until the transaction ends; one that was reopened is.
/// Bookings that were confirmed earlier come first, pending ones last.
pub fn lock_active_bookings(
    tx: &mut Tx<'_>,
    branch: &BranchId,
    since: NaiveDate,
) -> Result<Vec<ActiveBooking>, DbError> {
    tx.all(
        sql!(
            select!(ActiveBooking, ""),
            " from bookings
             where branch_id = $1 and booking_date >= $2 and status in ",
            ACTIVE_STATUSES,
            " and not ",
            IS_REOPENED,
            " order by status = 'pending', confirmed_at, requested_at, id for update"
        ),
        params![branch, since],
    )
}

/// The services of a booking, in their order.
pub fn list_lines(conn: &mut Conn<'_>, booking: &BookingId) -> Result<Vec<BookedLine>, DbError> {
    conn.all(
        sql!(select!(BookedLine, ""), " from booking_services where booking_id = $1 order by display_order"),
        params![booking],
    )
}

/// Releases all time of a branch's bookings from a day on. Blocks keep theirs.
pub fn release_branch(tx: &mut Tx<'_>, branch: &BranchId, since: NaiveDate) -> Result<(), DbError> {
    let released = tx.all(
        sql!(
            "delete from occupied_times
             where booking_id in (select id from bookings where branch_id = $1 and booking_date >= $2) returning ",
            columns!(ReleasedTime, "")
        ),
        params![branch, since],
    )?;
    note_released(tx, released);
    Ok(())
}
