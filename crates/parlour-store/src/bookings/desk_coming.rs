//! The visits that the desk expects, the next one first.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::ids::{BookingId, BranchId};
use parlour_domain::ist::Timestamp;

use crate::bookings::desk_bookings::{self, DeskBooking};

/// Where the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComingBookingCursor {
    pub starts_at: Timestamp,
    pub id: BookingId,
}
parlour_db::cursor! { ComingBookingCursor { starts_at, id } }

impl ComingBookingCursor {
    pub fn of(found: &DeskBooking) -> Self {
        let booking = &found.booking;
        Self { starts_at: Timestamp::from_ist(booking.booking_date, booking.start_time), id: booking.id.clone() }
    }
}

struct Found {
    id: BookingId,
}
row! { Found { id } }

/// Visits of a branch, or of all, that are open and not over yet, from after a position on.
pub fn page(
    conn: &mut Conn<'_>,
    branch: Option<&BranchId>,
    now: Timestamp,
    after: Option<&ComingBookingCursor>,
    limit: i64,
) -> Result<Vec<DeskBooking>, DbError> {
    let (today, time): (NaiveDate, NaiveTime) = (now.ist_date(), now.ist_time());
    let (day, start, id) = match after {
        Some(after) => (after.starts_at.ist_date(), after.starts_at.ist_time(), after.id.as_str()),
        None => (today, NaiveTime::MIN, ""),
    };
    let found: Vec<Found> = conn.all(
        sql!(
            select!(Found, "b"),
            " from bookings b
             where b.status in ('pending', 'confirmed', 'in_progress') and b.booking_date >= $2
                 and (b.booking_date > $2 or b.end_time > $3 or b.status = 'in_progress')
                 and (b.booking_date, b.start_time, b.id) > ($4, $5, $6)
                 and (cast($7 as text) is null or b.branch_id = $7)
             order by b.booking_date, b.start_time, b.id limit $1"
        ),
        params![limit, today, time, day, start, id, branch],
    )?;
    let ids: Vec<BookingId> = found.into_iter().map(|found| found.id).collect();
    desk_bookings::list_with_ids(conn, &ids)
}
