//! How much waits for the desk.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, params};
use parlour_domain::ids::{BookingId, BranchId};

/// Bookings of a branch that wait for an answer.
pub fn count_requests(conn: &mut Conn<'_>, branch: &BranchId) -> Result<i64, DbError> {
    conn.number("select count(*) from bookings where status = 'pending' and branch_id = $1", params![branch])
}

/// The same of every branch that has some, also of one that is closed by now.
pub fn count_requests_by_branch(conn: &mut Conn<'_>) -> Result<Vec<(BranchId, i64)>, DbError> {
    conn.all(
        "select branch_id, count(*) from bookings where status = 'pending' group by branch_id order by branch_id",
        params![],
    )
}

/// The requests of a branch that come first: today's, then by their start. Those of days that are over come last.
pub fn list_first_requests(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    today: NaiveDate,
    limit: i64,
) -> Result<Vec<BookingId>, DbError> {
    conn.all_values(
        "select id from bookings where status = 'pending' and branch_id = $1
         order by booking_date < $2, booking_date, start_time, id limit $3",
        params![branch, today, limit],
    )
}

/// Leads that nobody has called yet.
pub fn count_new_leads(conn: &mut Conn<'_>) -> Result<i64, DbError> {
    conn.number("select count(*) from leads where status = 'new'", params![])
}
