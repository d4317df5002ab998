//! Bookings as the desk sees them: everybody's, with the customer's name.

use chrono::NaiveDate;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{BookingId, BranchId};
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::CALLED_OFF_STATUSES;
use crate::bookings::booking_records::{Booking, BookingService, VisitState};
use crate::bookings::conflicts::HAS_CONFLICT;
use crate::db::{Conn, DbError, FromRow, SqlValue, columns, select, sql};
use crate::{params, row};

/// A booking and whose it is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBooking {
    #[serde(flatten)]
    pub booking: Booking,
    pub customer_name: String,
    /// Null for a customer who was made at the desk without one.
    pub customer_email: Option<EmailAddress>,
    /// Whether one of its staff members has another booking at the same time. Live branches refuse such bookings.
    pub has_conflict: bool,
    /// When the customer came.
    pub arrived_at: Option<Timestamp>,
}
row! { DeskBooking {
    booking: [Booking], customer_name: "u.name", customer_email: "u.email", has_conflict: (HAS_CONFLICT),
    arrived_at: "b.arrived_at",
} }

impl DeskBooking {
    /// The booking as it is shown at this time: without an offer that has expired.
    #[must_use]
    pub fn shown_at(self, now: Timestamp) -> Self {
        Self { booking: self.booking.shown_at(now), ..self }
    }
}

pub fn find_desk_booking(conn: &mut Conn<'_>, id: &BookingId) -> Result<Option<DeskBooking>, DbError> {
    let found =
        collect_desk_bookings(
            conn,
            sql!(
            select!(DeskBooking, "b"), ", ", columns!(VisitState, "b"), ", ", columns!(BookingService, "s"),
            " from bookings b join users u on u.id = b.customer_id left join booking_services s on s.booking_id = b.id
             where b.id = $1 order by s.display_order"
        ),
            params![id],
        )?;
    Ok(found.into_iter().next())
}

/// The bookings of a branch on one day, by time, without cancelled and rejected ones.
pub fn list_for_day(conn: &mut Conn<'_>, branch: &BranchId, date: NaiveDate) -> Result<Vec<DeskBooking>, DbError> {
    collect_desk_bookings(
        conn,
        sql!(
            select!(DeskBooking, "b"),
            ", ",
            columns!(VisitState, "b"),
            ", ",
            columns!(BookingService, "s"),
            " from bookings b join users u on u.id = b.customer_id left join booking_services s on s.booking_id = b.id
             where b.branch_id = $1 and b.booking_date = $2 and b.status not in ",
            CALLED_OFF_STATUSES,
            "
             order by b.start_time, b.id, s.display_order"
        ),
        params![branch, date],
    )
}

fn collect_desk_bookings(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
) -> Result<Vec<DeskBooking>, DbError> {
    conn.all_grouped::<DeskBooking, BookingId>(sql, params, |desk, columns| {
        desk.booking.set_visit_state(VisitState::from_row(columns)?);
        desk.booking.services.extend(Option::<BookingService>::from_row(columns)?);
        Ok(())
    })
}
