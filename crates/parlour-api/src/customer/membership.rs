//! The customer's membership and its sessions.

use parlour_domain::ids::UserId;
use parlour_domain::membership::MembershipStatus;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::memberships::membership_records::{self, Membership, SessionBooking, SessionService};

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct MembershipView {
    active: Option<Membership>,
    /// Expired and cancelled ones, newest first.
    past: Vec<Membership>,
    /// Those of the active membership, newest first.
    #[schema(value_type = Vec<Booking<SessionService>>)]
    sessions: Vec<SessionBooking>,
}

/// My membership
///
/// The active membership with its sessions, and past memberships.
#[utoipa::path(
    get, path = "/api/membership", tag = "Membership", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<MembershipView>)),
)]
pub(crate) async fn show(caller: ReadAs<Customer>) -> HttpResult {
    ok(caller.read(|conn, user| Ok(conn.in_snapshot(|conn| view(conn, user))?)).await?)
}

fn view(conn: &mut Conn<'_>, user: &UserId) -> Result<MembershipView, DbError> {
    let mut past = membership_records::list_own_memberships(conn, user)?;
    // The database allows at most one.
    let active = past.iter().position(|one| one.status == MembershipStatus::Active).map(|at| past.remove(at));
    let sessions = match &active {
        Some(active) => membership_records::list_own_sessions(conn, &active.id, user)?,
        None => Vec::new(),
    };
    Ok(MembershipView { active, past, sessions })
}
