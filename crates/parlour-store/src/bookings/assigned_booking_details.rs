//! What the page of a staff member's own day shows of its bookings besides the fields of the contract.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;

#[derive(Debug, Clone)]
pub struct AssignedBookingDetails {
    pub booking_id: BookingId,
    pub arrived_at: Option<Timestamp>,
    pub started_at: Option<Timestamp>,
    /// What the salon must know of the customer first, such as an allergy.
    pub pinned_note: Option<String>,
}
row! { AssignedBookingDetails {
    booking_id: "b.id", arrived_at, started_at, pinned_note: "p.pinned_note",
} }

/// The bookings of a day on which the user does at least one service.
pub fn list_of_day(
    conn: &mut Conn<'_>,
    user: &UserId,
    date: NaiveDate,
) -> Result<Vec<AssignedBookingDetails>, DbError> {
    conn.all(
        sql!(
            select!(AssignedBookingDetails, "b"),
            " from bookings b left join profiles p on p.user_id = b.customer_id
             where b.id in (select v.booking_id from staff t join booking_services v on v.staff_id = t.id
                            where t.user_id = $1 and v.booking_date = $2)"
        ),
        params![user, date],
    )
}
