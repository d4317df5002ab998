//! Memberships, and the visits that were taken from their hours.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{
    BookingId, BranchId, InvoiceId, MembershipId, OfferId, ServiceId, StaffId, TierId, UserId,
};
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::MembershipStatus;
use parlour_domain::service::ServiceType;
use serde::Serialize;
use utoipa::ToSchema;

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
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionBooking {
    pub id: BookingId,
    #[schema(example = "BK-BLR-2703-S-00007-M")]
    pub booking_number: String,
    pub branch_id: BranchId,
    pub customer_id: UserId,
    pub status: BookingStatus,
    pub service_type: ServiceType,
    pub booking_date: NaiveDate,
    #[schema(value_type = String, example = "10:30:00")]
    pub start_time: NaiveTime,
    #[schema(value_type = String, example = "11:30:00")]
    pub end_time: NaiveTime,
    pub total_amount_paise: i64,
    pub total_duration_minutes: i64,
    pub notes: Option<String>,
    pub is_walkin: bool,
    pub is_membership_session: bool,
    pub offer_id: Option<OfferId>,
    pub spa_membership_id: Option<MembershipId>,
    pub confirmed_at: Option<Timestamp>,
    pub completed_at: Option<Timestamp>,
    pub cancelled_at: Option<Timestamp>,
    pub rejected_at: Option<Timestamp>,
    pub cancellation_reason: Option<String>,
    pub rejection_reason: Option<String>,
    pub reschedule_count: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// In the order of the visit.
    pub services: Vec<SessionService>,
}

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

impl SessionBooking {
    const COLUMNS: usize = 25;

    /// Every column after the id.
    fn with_id(id: BookingId, columns: &mut Columns<'_>) -> Result<Self, DbError> {
        Ok(Self {
            id,
            booking_number: columns.take()?,
            branch_id: columns.take()?,
            customer_id: columns.take()?,
            status: columns.take()?,
            service_type: columns.take()?,
            booking_date: columns.take()?,
            start_time: columns.take()?,
            end_time: columns.take()?,
            total_amount_paise: columns.take()?,
            total_duration_minutes: columns.take()?,
            notes: columns.take()?,
            is_walkin: columns.take()?,
            is_membership_session: columns.take()?,
            offer_id: columns.take()?,
            spa_membership_id: columns.take()?,
            confirmed_at: columns.take()?,
            completed_at: columns.take()?,
            cancelled_at: columns.take()?,
            rejected_at: columns.take()?,
            cancellation_reason: columns.take()?,
            rejection_reason: columns.take()?,
            reschedule_count: columns.take()?,
            created_at: columns.take()?,
            updated_at: columns.take()?,
            services: Vec::new(),
        })
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

/// The sessions taken from a customer's membership, newest first: in one statement, a row per service, which repeats
/// its booking.
pub fn own_sessions(
    conn: &mut Conn<'_>,
    id: &MembershipId,
    customer: &UserId,
) -> Result<Vec<SessionBooking>, DbError> {
    let mut found: Vec<SessionBooking> = Vec::new();
    conn.all_with(
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
        |columns| {
            let id = columns.take::<BookingId>()?;
            if found.last().is_some_and(|booking| booking.id == id) {
                columns.skip(SessionBooking::COLUMNS - 1);
            } else {
                found.push(SessionBooking::with_id(id, columns)?);
            }
            if let (Some(booking), Some(booking_id)) = (found.last_mut(), columns.take()?) {
                booking.services.push(SessionService {
                    booking_id,
                    service_id: columns.take()?,
                    staff_id: columns.take()?,
                    service_name_snapshot: columns.take()?,
                    duration_minutes: columns.take()?,
                    display_order: columns.take()?,
                    staff_name: columns.take()?,
                });
            }
            Ok(())
        },
    )?;
    Ok(found)
}
