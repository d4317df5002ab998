//! The bookings that a member of staff works on, as they need to know them: without the customer's address or money.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, BranchId, ServiceId, UserId};
use parlour_domain::service::ServiceType;
use serde::Serialize;
use utoipa::ToSchema;

use crate::db::{Columns, Conn, DbError};
use crate::params;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssignedBooking {
    pub id: BookingId,
    pub booking_number: String,
    pub branch_id: BranchId,
    pub status: BookingStatus,
    pub service_type: ServiceType,
    pub booking_date: NaiveDate,
    #[schema(value_type = String, example = "10:30:00")]
    pub start_time: NaiveTime,
    #[schema(value_type = String, example = "11:15:00")]
    pub end_time: NaiveTime,
    pub notes: Option<String>,
    pub customer_name: String,
    /// In the order of the booking, those of colleagues too.
    pub services: Vec<AssignedBookingService>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssignedBookingService {
    pub service_id: ServiceId,
    pub service_name_snapshot: String,
    pub duration_minutes: i64,
    pub display_order: i64,
    /// Whether the reader does it.
    pub is_own: bool,
}

/// What keeps somebody busy on those days, in the order of the bookings.
pub fn list_assigned_bookings(
    conn: &mut Conn<'_>,
    user: &UserId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<AssignedBooking>, DbError> {
    let mut found: Vec<AssignedBooking> = Vec::new();
    conn.all_with(
        "select b.id, b.booking_number, b.branch_id, b.status, b.service_type, b.booking_date, b.start_time, b.end_time,
             b.notes, u.name, s.service_id, s.service_name_snapshot, s.duration_minutes, s.display_order,
             coalesce(t.user_id = $1, false)
         from bookings b join users u on u.id = b.customer_id join booking_services s on s.booking_id = b.id
             left join staff t on t.id = s.staff_id
         where b.id in (select v.booking_id from staff p join booking_services v on v.staff_id = p.id
                        where p.user_id = $1 and v.booking_date between $2 and $3)
             and b.status not in ('cancelled', 'rejected')
         order by b.booking_date, b.start_time, b.id, s.display_order",
        params![user, from, to],
        |columns| {
            let booking = read_booking(columns)?;
            if found.last().is_none_or(|last| last.id != booking.id) {
                found.push(booking);
            }
            let service = AssignedBookingService {
                service_id: columns.take()?,
                service_name_snapshot: columns.take()?,
                duration_minutes: columns.take()?,
                display_order: columns.take()?,
                is_own: columns.take()?,
            };
            if let Some(booking) = found.last_mut() {
                booking.services.push(service);
            }
            Ok(())
        },
    )?;
    Ok(found)
}

fn read_booking(columns: &mut Columns<'_>) -> Result<AssignedBooking, DbError> {
    Ok(AssignedBooking {
        id: columns.take()?,
        booking_number: columns.take()?,
        branch_id: columns.take()?,
        status: columns.take()?,
        service_type: columns.take()?,
        booking_date: columns.take()?,
        start_time: columns.take()?,
        end_time: columns.take()?,
        notes: columns.take()?,
        customer_name: columns.take()?,
        services: Vec::new(),
    })
}
