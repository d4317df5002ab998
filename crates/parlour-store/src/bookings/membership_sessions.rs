//! Bookings that are paid with a membership's hours.

use parlour_db::{Conn, DbError, Tx, params, row, select, sql};
use parlour_domain::ids::{MembershipId, ServiceId};
use parlour_domain::ist::Timestamp;

/// Takes minutes from an active membership; false if there are not as many.
pub fn use_minutes(tx: &mut Tx<'_>, id: &MembershipId, minutes: i64, now: Timestamp) -> Result<bool, DbError> {
    tx.changes_row(
        "update memberships set used_hours_minutes = used_hours_minutes + $2, updated_at = $3
         where id = $1 and status = 'active' and used_hours_minutes + $2 <= total_hours_minutes",
        params![id, minutes, now],
    )
}

/// What a session takes over from a service, on offer or not.
#[derive(Debug, Clone)]
pub struct ServiceForSession {
    pub name: String,
    pub sac: String,
    pub duration_minutes: i64,
    pub buffer_minutes: i64,
}
row! { ServiceForSession { name, sac, duration_minutes, buffer_minutes } }

pub fn find_service_for_session(conn: &mut Conn<'_>, id: &ServiceId) -> Result<Option<ServiceForSession>, DbError> {
    conn.one(sql!(select!(ServiceForSession, ""), " from services where id = $1"), params![id])
}
