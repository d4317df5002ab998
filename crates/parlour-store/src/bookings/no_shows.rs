//! No-shows, and whether a customer's requests need approval because of them.

use parlour_db::{Conn, DbError, Tx, columns, params, row, sql};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use serde::Serialize;

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NoShowRecord {
    pub noshow_count: i64,
    pub consecutive_completed_bookings: i64,
    pub booking_requires_approval: bool,
}
row! { NoShowRecord { noshow_count, consecutive_completed_bookings, booking_requires_approval } }

/// No-shows that are not counted yet, after the given id.
pub fn list_uncounted_no_shows(conn: &mut Conn<'_>, after: &str, limit: i64) -> Result<Vec<BookingId>, DbError> {
    conn.all_values(
        "select id from bookings where noshow_at is not null and noshow_counted_at is null and id > $1
         order by id limit $2",
        params![after, limit],
    )
}

/// Those of a customer that are not counted yet.
pub fn count_uncounted_of(conn: &mut Conn<'_>, customer: &UserId) -> Result<i64, DbError> {
    conn.number(
        "select count(*) from bookings
         where customer_id = $1 and noshow_at is not null and noshow_counted_at is null",
        params![customer],
    )
}

/// True for the transaction that counts it.
pub fn mark_no_show_counted(tx: &mut Tx<'_>, id: &BookingId, now: Timestamp) -> Result<bool, DbError> {
    tx.changes_row(
        "update bookings set noshow_counted_at = $2
         where id = $1 and status = 'no_show' and noshow_counted_at is null",
        params![id, now],
    )
}

/// Reads the no-show counters of a customer and locks them until the transaction ends.
pub fn lock_no_show_record(tx: &mut Tx<'_>, user: &UserId, now: Timestamp) -> Result<Option<NoShowRecord>, DbError> {
    tx.one(
        sql!(
            "update profiles set updated_at = $2 where user_id = $1
             returning ",
            columns!(NoShowRecord, "")
        ),
        params![user, now],
    )
}

/// Adds one no-show. From a given number on, the customer's requests need special approval because of this booking.
pub fn add_no_show(
    tx: &mut Tx<'_>,
    user: &UserId,
    booking: &BookingId,
    approval_threshold: i64,
    now: Timestamp,
) -> Result<Option<NoShowRecord>, DbError> {
    tx.one(
        sql!(
            "update profiles set noshow_count = noshow_count + 1, consecutive_completed_bookings = 0,
                 approval_booking_id = case when booking_requires_approval or noshow_count + 1 < $2
                     then approval_booking_id else $4 end,
                 booking_requires_approval = booking_requires_approval or noshow_count + 1 >= $2, updated_at = $3
             where user_id = $1
             returning ",
            columns!(NoShowRecord, "")
        ),
        params![user, approval_threshold, now, booking],
    )
}
