//! Memberships, and the visits that were taken from their hours.

use parlour_domain::ids::{BookingId, InvoiceId, MembershipId, ServiceId, StaffId, TierId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::MembershipStatus;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::{self, Booking};
use crate::db::{Columns, Conn, DbError};
use crate::{params, row};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Membership {
    pub id: MembershipId,
    #[schema(example = "PRL-MEM-27-1-K7QXW")]
    pub membership_number: String,
    pub customer_id: UserId,
    pub tier_id: TierId,
    pub tier_name_snapshot: String,
    pub total_hours_minutes: i64,
    pub used_hours_minutes: i64,
    pub price_paid_paise: i64,
    pub starts_at: Timestamp,
    pub expires_at: Timestamp,
    pub status: MembershipStatus,
    pub created_by: UserId,
    pub invoice_id: InvoiceId,
    pub notes: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
row! { Membership {
    id, membership_number, customer_id, tier_id, tier_name_snapshot, total_hours_minutes, used_hours_minutes,
    price_paid_paise, starts_at, expires_at, status, created_by, invoice_id, notes, created_at, updated_at,
} }

/// A booking that was paid with hours, and who did what.
pub type SessionBooking = Booking<SessionService>;

/// A service of a session. It has no price: the hours were paid with the membership.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionService {
    pub booking_id: BookingId,
    pub service_id: ServiceId,
    pub staff_id: Option<StaffId>,
    pub service_name_snapshot: String,
    pub duration_minutes: i64,
    pub display_order: i64,
    pub staff_name: Option<String>,
}

impl SessionService {
    fn read(columns: &mut Columns<'_>) -> Result<Option<Self>, DbError> {
        let Some(booking_id) = columns.take()? else { return Ok(None) };
        Ok(Some(Self {
            booking_id,
            service_id: columns.take()?,
            staff_id: columns.take()?,
            service_name_snapshot: columns.take()?,
            duration_minutes: columns.take()?,
            display_order: columns.take()?,
            staff_name: columns.take()?,
        }))
    }
}

/// Every membership of a customer, newest first.
pub fn own(conn: &mut Conn<'_>, customer: &UserId) -> Result<Vec<Membership>, DbError> {
    conn.all(
        "select id, membership_number, customer_id, tier_id, tier_name_snapshot, total_hours_minutes,
             used_hours_minutes, price_paid_paise, starts_at, expires_at, status, created_by, invoice_id, notes,
             created_at, updated_at
         from memberships where customer_id = $1 order by created_at desc, id desc",
        params![customer],
    )
}

/// The sessions taken from a customer's membership, newest first.
pub fn own_sessions(
    conn: &mut Conn<'_>,
    id: &MembershipId,
    customer: &UserId,
) -> Result<Vec<SessionBooking>, DbError> {
    bookings::gathered(
        conn,
        "select b.id, b.booking_number, b.branch_id, b.customer_id, b.status, b.service_type, b.booking_date,
             b.start_time, b.end_time, b.total_amount_paise, b.total_duration_minutes, b.notes, b.is_walkin,
             b.is_membership_session, b.offer_id, b.spa_membership_id, b.confirmed_at, b.completed_at, b.cancelled_at,
             b.rejected_at, b.cancellation_reason, b.rejection_reason, b.reschedule_count, b.created_at, b.updated_at,
             s.booking_id, s.service_id, s.staff_id, s.service_name_snapshot, s.duration_minutes, s.display_order,
             t.display_name
         from bookings b
             left join booking_services s on s.booking_id = b.id
             left join staff t on t.id = s.staff_id
         where b.spa_membership_id = $1 and b.customer_id = $2 and b.is_membership_session and b.status = 'completed'
         order by b.created_at desc, b.id desc, s.display_order",
        params![id, customer],
        SessionService::read,
    )
}
