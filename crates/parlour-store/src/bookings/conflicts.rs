//! Conflicts: bookings that need the same staff member at the same time. Only open branches allow them.
//!
//! A booking has a conflict while it is pending, confirmed or in progress, and one of its staff members has another
//! such booking on that day, at any branch, whose time overlaps. The times are those that customers see: the buffer
//! after a booking does not count, because it may be cut short.
//!
//! The desk's statements find conflicts by the index on staff member and day. Where a whole day is read anyway, they
//! are computed from the rows that were read, which costs almost nothing.

use std::collections::HashSet;

use chrono::NaiveTime;
use parlour_db::{Columns, Conn, DbError, params, sql};
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, StaffId, UserId};

use super::ACTIVE_STATUSES;

/// Whether the booking `b` has a conflict.
pub(crate) const HAS_CONFLICT: &str = sql!(
    "case when b.status in ",
    ACTIVE_STATUSES,
    " then exists (
     select 1 from booking_services m join booking_services o on o.staff_id = m.staff_id
         join bookings c on c.id = o.booking_id
     where m.booking_id = b.id and o.booking_date = b.booking_date and o.booking_id <> b.id
         and c.start_time < b.end_time and c.end_time > b.start_time
         and c.status in ",
    ACTIVE_STATUSES,
    ") else false end"
);

/// Those of a customer's bookings that have a conflict.
pub(crate) fn list_conflicts_of_customer(
    conn: &mut Conn<'_>,
    customer: &UserId,
) -> Result<HashSet<BookingId>, DbError> {
    let found = conn.all_values(
        sql!("select b.id from bookings b where b.customer_id = $1 and ", HAS_CONFLICT),
        params![customer],
    )?;
    Ok(found.into_iter().collect())
}

/// When a booking keeps a member of staff busy.
#[derive(Debug)]
struct StaffBusyTime {
    staff_id: StaffId,
    start: NaiveTime,
    end: NaiveTime,
    booking_id: BookingId,
}

/// When members of staff are busy on one day.
#[derive(Debug, Default)]
pub(crate) struct BusyDay(Vec<StaffBusyTime>);

impl BusyDay {
    /// From the columns staff, status, start and end of a service.
    pub(crate) fn add(&mut self, booking_id: &BookingId, columns: &mut Columns<'_>) -> Result<(), DbError> {
        let (staff_id, status): (Option<StaffId>, BookingStatus) = (columns.take()?, columns.take()?);
        let (start, end) = (columns.take()?, columns.take()?);
        let is_busy = matches!(status, BookingStatus::Pending | BookingStatus::Confirmed | BookingStatus::InProgress);
        if let Some(staff_id) = staff_id.filter(|_| is_busy) {
            self.0.push(StaffBusyTime { staff_id, start, end, booking_id: booking_id.clone() });
        }
        Ok(())
    }

    /// Those that have a conflict.
    pub(crate) fn conflicts(mut self) -> HashSet<BookingId> {
        self.0
            .sort_by(|one, other| (&one.staff_id, one.start, one.end).cmp(&(&other.staff_id, other.start, other.end)));
        let mut found = HashSet::new();
        for (index, one) in self.0.iter().enumerate() {
            let later = &self.0[index + 1..];
            let overlaps = |other: &&StaffBusyTime| other.staff_id == one.staff_id && other.start < one.end;
            for other in later.iter().take_while(overlaps).filter(|other| other.booking_id != one.booking_id) {
                found.insert(one.booking_id.clone());
                found.insert(other.booking_id.clone());
            }
        }
        found
    }
}
