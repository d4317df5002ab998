//! The bookings of a staff member, without the customer's contact details and without prices.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, FromRow, SqlValue, columns, params, row, select, sql};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::ids::{BookingId, BranchId, ServiceId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::CALLED_OFF_STATUSES;

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
    /// When one of its staff said that it is over.
    pub finished_at: Option<Timestamp>,
    pub notes: Option<String>,
    pub customer_name: String,
    /// Whom the visit is for, if not for the customer.
    pub guest_name: Option<String>,
    /// Whom the customer asked for.
    pub wished_staff_id: Option<StaffId>,
    /// The gender that the customer asked for, where they named nobody.
    pub wished_staff_gender: Option<WishedGender>,
    /// In the order of the booking, those of colleagues too.
    pub services: Vec<AssignedBookingService>,
}
row! { AssignedBooking {
    id, booking_number, branch_id, status, service_type, booking_date, start_time, end_time, finished_at,
    notes, customer_name: "u.name", guest_name, wished_staff_id, wished_staff_gender; services
} }

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
row! { AssignedBookingService {
    service_id, service_name_snapshot, duration_minutes, display_order, is_own: "coalesce(t.user_id = $1, false)",
} }

const ASSIGNED: &str = sql!(
    select!(AssignedBooking, "b"),
    ", ",
    columns!(AssignedBookingService, "s"),
    " from bookings b join users u on u.id = b.customer_id join booking_services s on s.booking_id = b.id
         left join staff t on t.id = s.staff_id"
);

/// The staff member's bookings on these days, by time, without cancelled and rejected ones.
pub fn list_assigned_bookings(
    conn: &mut Conn<'_>,
    user: &UserId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<AssignedBooking>, DbError> {
    collect_assigned(
        conn,
        sql!(
            ASSIGNED,
            " where b.id in (select v.booking_id from staff p join booking_services v on v.staff_id = p.id
                             where p.user_id = $1 and v.booking_date between $2 and $3)
                 and b.status not in ",
            CALLED_OFF_STATUSES,
            "
             order by b.booking_date, b.start_time, b.id, s.display_order"
        ),
        params![user, from, to],
    )
}

/// A booking as this member of its staff sees it.
pub fn find_assigned_booking(
    conn: &mut Conn<'_>,
    user: &UserId,
    id: &BookingId,
) -> Result<Option<AssignedBooking>, DbError> {
    let sql = sql!(ASSIGNED, " where b.id = $2 order by s.display_order");
    Ok(collect_assigned(conn, sql, params![user, id])?.into_iter().next())
}

/// Whether the user does at least one service of the booking.
pub fn has_own_line(conn: &mut Conn<'_>, user: &UserId, id: &BookingId) -> Result<bool, DbError> {
    conn.exists(
        "select 1 from booking_services v join staff p on p.id = v.staff_id
         where v.booking_id = $2 and p.user_id = $1 limit 1",
        params![user, id],
    )
}

fn collect_assigned(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
) -> Result<Vec<AssignedBooking>, DbError> {
    conn.all_grouped::<AssignedBooking, BookingId>(sql, params, |booking, columns| {
        booking.services.push(AssignedBookingService::from_row(columns)?);
        Ok(())
    })
}
