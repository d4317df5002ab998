//! Bookings that are paid with a membership's hours.

use parlour_domain::ids::{MembershipId, ServiceId};
use parlour_domain::ist::Timestamp;

use crate::bookings::booking_records::Booking;
use crate::db::{Conn, DbError, Tx, columns, sql};
use crate::{params, row};

/// Takes minutes from an active membership; false if there are not as many.
pub fn use_minutes(tx: &mut Tx<'_>, id: &MembershipId, minutes: i64, now: Timestamp) -> Result<bool, DbError> {
    let used = tx.execute(
        "update memberships set used_hours_minutes = used_hours_minutes + $2, updated_at = $3
         where id = $1 and status = 'active' and used_hours_minutes + $2 <= total_hours_minutes",
        params![id, minutes, now],
    )?;
    Ok(used == 1)
}

/// What a session takes over from a service, on offer or not.
#[derive(Debug, Clone)]
pub struct ServiceForSession {
    pub name: String,
    pub sac: String,
    pub buffer_minutes: i64,
}
row! { ServiceForSession { name, sac, buffer_minutes } }

pub fn find_service_for_session(conn: &mut Conn<'_>, id: &ServiceId) -> Result<Option<ServiceForSession>, DbError> {
    conn.one(sql!("select ", columns!(ServiceForSession, ""), " from services where id = $1"), params![id])
}

/// Inserts a completed booking that was paid with hours.
pub fn insert_session_booking(tx: &mut Tx<'_>, booking: &Booking) -> Result<(), DbError> {
    tx.execute(
        "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date,
             start_time, end_time, total_amount_paise, total_duration_minutes, is_membership_session,
             spa_membership_id, requested_at, completed_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $14, $15, $16)",
        params![
            booking.id,
            booking.booking_number,
            booking.branch_id,
            booking.customer_id,
            booking.status,
            booking.service_type,
            booking.booking_date,
            booking.start_time,
            booking.end_time,
            booking.total_amount_paise,
            booking.total_duration_minutes,
            booking.is_membership_session,
            booking.spa_membership_id,
            booking.completed_at,
            booking.created_at,
            booking.updated_at
        ],
    )?;
    Ok(())
}
