//! The lines of bookings, as the time of whoever does them.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::ids::{BranchId, StaffId};

#[derive(Debug, Clone)]
pub struct StaffLine {
    pub staff_id: StaffId,
    pub date: NaiveDate,
    /// When the booking begins.
    pub booking_start: NaiveTime,
    /// How long its earlier lines take, whoever does them.
    pub minutes_before: i64,
    /// Without the time for tidying up.
    pub duration_minutes: i64,
}
row! { StaffLine {
    staff_id: "v.staff_id", date: "v.booking_date", booking_start: "b.start_time",
    minutes_before: "(select cast(coalesce(sum(p.duration_minutes), 0) as bigint) from booking_services p
                      where p.booking_id = v.booking_id and p.display_order < v.display_order)",
    duration_minutes: "v.duration_minutes",
} }

/// What the active staff of a branch, or of all, are or were booked for on these days, at whichever branch: lines of
/// confirmed and completed bookings and of those in progress.
pub fn list_between(
    conn: &mut Conn<'_>,
    branch: Option<&BranchId>,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<StaffLine>, DbError> {
    conn.all(
        sql!(
            select!(StaffLine, "v"),
            " from staff s join booking_services v on v.staff_id = s.id
                 join bookings b on b.id = v.booking_id and b.booking_date = v.booking_date
             where s.is_active and ($1 = '' or s.branch_id = $1) and v.booking_date between $2 and $3
                 and b.booking_date between $2 and $3 and b.status in ('confirmed', 'in_progress', 'completed')"
        ),
        params![branch.map_or("", BranchId::as_str), from, to],
    )
}
