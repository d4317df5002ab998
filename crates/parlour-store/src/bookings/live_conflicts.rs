//! Bookings of a branch that stand in each other's way once it is live.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::ids::{BookingId, BranchId, StaffId};

use super::ACTIVE_STATUSES;
use super::conflicts::HAS_CONFLICT;

/// A booking, as it is ordered among others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacedBooking {
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    pub id: BookingId,
}
row! { PlacedBooking { booking_date, start_time, id } }

/// Those of a branch that have a conflict, from a day on, the first ones first.
pub fn list_from(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    since: NaiveDate,
    limit: i64,
) -> Result<Vec<PlacedBooking>, DbError> {
    conn.all(
        sql!(
            select!(PlacedBooking, "b"),
            " from bookings b where b.branch_id = $1 and b.booking_date >= $2 and ",
            HAS_CONFLICT,
            " order by b.booking_date, b.start_time, b.id limit $3"
        ),
        params![branch, since, limit],
    )
}

/// A booking that needs somebody at the same time as another one does.
#[derive(Debug, Clone)]
pub struct OverlappingBooking {
    /// Whom both need.
    pub staff_id: StaffId,
    pub booking: PlacedBooking,
}
row! { OverlappingBooking { staff_id: "m.staff_id", booking: [PlacedBooking, "c"] } }

/// With which bookings, of any branch, one has a conflict.
pub fn list_overlapping(conn: &mut Conn<'_>, booking: &BookingId) -> Result<Vec<OverlappingBooking>, DbError> {
    conn.all(
        sql!(
            select!(OverlappingBooking, ""),
            " from bookings b
                 join booking_services m on m.booking_id = b.id
                 join booking_services o on o.staff_id = m.staff_id and o.booking_date = m.booking_date
                 join bookings c on c.id = o.booking_id
             where b.id = $1 and c.id <> b.id and c.start_time < b.end_time and c.end_time > b.start_time and c.status in ",
            ACTIVE_STATUSES,
            " order by m.staff_id, c.start_time, c.id"
        ),
        params![booking],
    )
}
