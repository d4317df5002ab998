//! Occupied staff time on live branches: at most one row per staff member and five minutes.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::availability::CellRange;
use parlour_domain::ids::{BookingId, BranchId, StaffId};
use parlour_domain::ist::Timestamp;

use super::ACTIVE_STATUSES;
use crate::db::{Conn, DbError, Engine, Tx, select, sql};
use crate::{params, row};

/// Five minutes that are not free.
#[derive(Debug, Clone)]
pub struct OccupiedCell {
    pub staff_id: StaffId,
    pub slot_starts_at: Timestamp,
}
row! { OccupiedCell { staff_id, slot_starts_at } }

/// The occupied slots of a branch's active staff on a day, except those of one booking. Slots that were held for a
/// request and have expired count as free.
pub fn list_occupied_slots_of_branch(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    date: NaiveDate,
    except_booking: Option<&BookingId>,
    now: Timestamp,
) -> Result<Vec<OccupiedCell>, DbError> {
    let (from, until) = day_bounds(date);
    conn.all(
        sql!(
            select!(OccupiedCell, "o"),
            " from staff s join occupancy o on o.staff_id = s.id
             where s.branch_id = $1 and s.is_active and o.slot_starts_at >= $2 and o.slot_starts_at < $3
                 and o.booking_id <> $4 and (o.expires_at is null or o.expires_at > $5)"
        ),
        params![branch, from, until, except_booking.map_or("", BookingId::as_str), now],
    )
}

/// The occupied slots of one member of staff on a day, at any branch, except those of one booking.
pub fn list_occupied_slots_of_staff(
    conn: &mut Conn<'_>,
    staff: &StaffId,
    date: NaiveDate,
    except_booking: Option<&BookingId>,
    now: Timestamp,
) -> Result<Vec<OccupiedCell>, DbError> {
    let (from, until) = day_bounds(date);
    conn.all(
        sql!(
            select!(OccupiedCell, ""),
            " from occupancy
             where staff_id = $1 and slot_starts_at >= $2 and slot_starts_at < $3
                 and booking_id <> $4 and (expires_at is null or expires_at > $5)"
        ),
        params![staff, from, until, except_booking.map_or("", BookingId::as_str), now],
    )
}

fn day_bounds(date: NaiveDate) -> (Timestamp, Timestamp) {
    let from = Timestamp::ist_midnight(date);
    (from, from.plus_days(1))
}

/// Locks a member of staff: no other transaction assigns their time until this one ends.
pub fn lock_staff_member(tx: &mut Tx<'_>, staff: &StaffId) -> Result<(), DbError> {
    tx.one::<(i64,)>("select 1 from staff where id = $1 for no key update", params![staff])?;
    Ok(())
}

/// Locks everyone who works at a branch, in one order, so that two transactions do not wait for each other.
pub fn lock_branch_staff(tx: &mut Tx<'_>, branch: &BranchId) -> Result<(), DbError> {
    tx.all::<(i64,)>(
        "select 1 from staff where branch_id = $1 and is_active order by id for no key update",
        params![branch],
    )?;
    Ok(())
}

/// Time of a member of staff for a booking.
#[derive(Debug, Clone, Copy)]
pub struct SlotReservation<'a> {
    pub booking_id: &'a BookingId,
    pub staff_id: &'a StaffId,
    pub date: NaiveDate,
    pub span: CellRange,
    /// When the reservation of a pending request ends. `None` for a confirmed booking.
    pub expires_at: Option<Timestamp>,
}

/// Reserves the slots that are free or belong to this booking, and returns their number. If it is smaller than
/// requested, other bookings have the rest.
pub fn reserve_slots(tx: &mut Tx<'_>, reservation: &SlotReservation<'_>, now: Timestamp) -> Result<usize, DbError> {
    let &SlotReservation { booking_id, staff_id, date, span, expires_at } = reservation;
    if tx.engine() == Engine::Postgres {
        let until = span.ends_at(date);
        let changed = tx.execute(
            "insert into occupancy (staff_id, slot_starts_at, booking_id, expires_at)
             select cast($1 as text), slot, cast($2 as text), cast($3 as timestamptz)
             from generate_series(cast($4 as timestamptz), cast($5 as timestamptz), interval '5 minutes') slot
             where slot < $5 order by slot
             on conflict (staff_id, slot_starts_at) do update
                 set booking_id = excluded.booking_id, expires_at = excluded.expires_at
                 where occupancy.booking_id = excluded.booking_id or occupancy.expires_at <= $6",
            params![staff_id, booking_id, expires_at, span.starts_at(date), until, now],
        )?;
        return Ok(usize::try_from(changed).unwrap_or(usize::MAX));
    }
    let mut count = 0;
    for slot in span.cell_starts(date) {
        let changed = tx.execute(
            "insert into occupancy (staff_id, slot_starts_at, booking_id, expires_at) values ($1, $2, $3, $4)
             on conflict (staff_id, slot_starts_at) do update
                 set booking_id = excluded.booking_id, expires_at = excluded.expires_at
                 where occupancy.booking_id = excluded.booking_id or occupancy.expires_at <= $5",
            params![staff_id, slot, booking_id, expires_at, now],
        )?;
        count += usize::from(changed == 1);
    }
    Ok(count)
}

/// Releases all slots of a booking.
pub fn release_booking(tx: &mut Tx<'_>, booking: &BookingId) -> Result<(), DbError> {
    tx.run("delete from occupancy where booking_id = $1", params![booking])
}

/// Releases the slots of a booking from a time on.
pub fn release_booking_from(tx: &mut Tx<'_>, booking: &BookingId, until: Timestamp) -> Result<(), DbError> {
    tx.run("delete from occupancy where booking_id = $1 and slot_starts_at >= $2", params![booking, until])
}

/// Deletes the slots of a staff member before a time. Past slots are not needed.
pub fn delete_past_slots(tx: &mut Tx<'_>, staff: &StaffId, before: Timestamp) -> Result<(), DbError> {
    tx.run("delete from occupancy where staff_id = $1 and slot_starts_at < $2", params![staff, before])
}

/// The sum of the buffers of a booking's services.
pub fn total_buffer_minutes(conn: &mut Conn<'_>, booking: &BookingId) -> Result<i64, DbError> {
    conn.number(
        "select cast(coalesce(sum(buffer_minutes), 0) as bigint) from booking_services where booking_id = $1",
        params![booking],
    )
}

/// A pending or confirmed booking of a branch that becomes live.
#[derive(Debug, Clone)]
pub struct ActiveBooking {
    pub id: BookingId,
    pub status: BookingStatus,
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    pub total_duration_minutes: i64,
}
row! { ActiveBooking { id, status, booking_date, start_time, total_duration_minutes } }

/// Locks the confirmed and pending bookings of a branch from a day on until the transaction ends. Bookings that were
/// confirmed earlier come first, pending ones last.
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
            " order by status = 'pending', confirmed_at, requested_at, id for update"
        ),
        params![branch, since],
    )
}

/// The staff members who are assigned to a booking.
pub fn list_staff_of_booking(conn: &mut Conn<'_>, booking: &BookingId) -> Result<Vec<StaffId>, DbError> {
    conn.all_values(
        "select distinct staff_id from booking_services where booking_id = $1 and staff_id is not null
         order by staff_id",
        params![booking],
    )
}

/// Releases all slots of a branch's bookings from a day on.
pub fn release_branch(tx: &mut Tx<'_>, branch: &BranchId, since: NaiveDate) -> Result<(), DbError> {
    tx.run(
        "delete from occupancy where booking_id in
             (select id from bookings where branch_id = $1 and booking_date >= $2)",
        params![branch, since],
    )
}
