//! Bookings as the desk sees them: everybody's, with the customer's name.

use chrono::NaiveDate;
use parlour_db::sql_text::TWENTY_PARAMETERS;
use parlour_db::{Conn, DbError, FromRow, SqlValue, columns, params, row, select, sql};
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{BookingId, BranchId};
use parlour_domain::ist::Timestamp;
use parlour_domain::phone::Phone;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::CALLED_OFF_STATUSES;
use crate::bookings::booking_records::{Booking, BookingServiceWithStaff, BookingState, ShownWish};
use crate::bookings::conflicts::HAS_CONFLICT;
use crate::bookings::customer_fields::{
    CUSTOMER_NOSHOW_COUNT, CUSTOMER_PHONE, CustomerTags, HAS_ACTIVE_MEMBERSHIP, TAGS_IN_ORDER, TAGS_OF,
};
use crate::customers::customer_records::TagLabel;

/// One statement reads so many by their ids.
const BOOKINGS_PER_STATEMENT: usize = 20;

/// A booking and whose it is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBooking {
    #[serde(flatten)]
    pub booking: Booking<BookingServiceWithStaff>,
    pub customer_name: String,
    /// Null for a customer who was made at the desk without one.
    pub customer_email: Option<EmailAddress>,
    pub customer_phone: Option<Phone>,
    pub customer_noshow_count: i64,
    /// Whether they have a membership whose status is `active`.
    pub has_active_membership: bool,
    /// Whom the visit is for, if not for the customer.
    pub guest_name: Option<String>,
    /// Pages only.
    #[serde(skip)]
    pub wish: ShownWish,
    /// Whether one of its staff members has another booking at the same time. Live branches refuse such bookings.
    pub has_conflict: bool,
    /// When the customer came.
    pub arrived_at: Option<Timestamp>,
    /// When its staff said that it is over: it can be paid.
    pub finished_at: Option<Timestamp>,
    /// By name.
    pub customer_tags: Vec<TagLabel>,
}
row! { DeskBooking {
    booking: [Booking<BookingServiceWithStaff>], customer_name: "u.name", customer_email: "u.email",
    customer_phone: (CUSTOMER_PHONE), customer_noshow_count: (CUSTOMER_NOSHOW_COUNT),
    has_active_membership: (HAS_ACTIVE_MEMBERSHIP), guest_name, wish: [ShownWish],
    has_conflict: (HAS_CONFLICT),
    arrived_at: "b.arrived_at", finished_at: "b.finished_at"; customer_tags
} }

impl DeskBooking {
    /// The booking as it is shown at this time: without an offer that has expired.
    #[must_use]
    pub fn shown_at(self, now: Timestamp) -> Self {
        Self { booking: self.booking.shown_at(now), ..self }
    }
}

pub fn find_desk_booking(conn: &mut Conn<'_>, id: &BookingId) -> Result<Option<DeskBooking>, DbError> {
    let found = collect_desk_bookings(
        conn,
        sql!(
            select!(DeskBooking, "b"),
            ", ",
            columns!(BookingState, "b"),
            ", ",
            columns!(BookingServiceWithStaff, "s"),
            " from bookings b join users u on u.id = b.customer_id left join booking_services s on s.booking_id = b.id
             where b.id = $1 order by s.display_order"
        ),
        sql!(TAGS_OF, "(select customer_id from bookings where id = $1)", TAGS_IN_ORDER),
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
            columns!(BookingState, "b"),
            ", ",
            columns!(BookingServiceWithStaff, "s"),
            " from bookings b join users u on u.id = b.customer_id left join booking_services s on s.booking_id = b.id
             where b.branch_id = $1 and b.booking_date = $2 and b.status not in ",
            CALLED_OFF_STATUSES,
            "
             order by b.start_time, b.id, s.display_order"
        ),
        sql!(
            TAGS_OF,
            "(select b.customer_id from bookings b
              where b.branch_id = $1 and b.booking_date = $2 and b.status not in ",
            CALLED_OFF_STATUSES,
            ")",
            TAGS_IN_ORDER
        ),
        params![branch, date],
    )
}

/// In this order. Those that do not exist are left out.
pub(crate) fn list_with_ids(conn: &mut Conn<'_>, ids: &[BookingId]) -> Result<Vec<DeskBooking>, DbError> {
    let mut found = Vec::with_capacity(ids.len());
    for some in ids.chunks(BOOKINGS_PER_STATEMENT) {
        // Unused parameters are empty texts, which match no id.
        let parameters: [SqlValue<'_>; BOOKINGS_PER_STATEMENT] =
            std::array::from_fn(|at| SqlValue::Text(some.get(at).map_or("", BookingId::as_str)));
        found.extend(collect_desk_bookings(
            conn,
            sql!(
                select!(DeskBooking, "b"),
                ", ",
                columns!(BookingState, "b"),
                ", ",
                columns!(BookingServiceWithStaff, "s"),
                " from bookings b join users u on u.id = b.customer_id
                     left join booking_services s on s.booking_id = b.id
                 where b.id in (",
                TWENTY_PARAMETERS,
                ") order by b.id, s.display_order"
            ),
            sql!(TAGS_OF, "(select customer_id from bookings where id in (", TWENTY_PARAMETERS, "))", TAGS_IN_ORDER),
            &parameters,
        )?);
    }
    found.sort_by_key(|desk| ids.iter().position(|id| *id == desk.booking.id));
    Ok(found)
}

/// `tags_sql` reads the tags of the customers of these bookings.
pub(super) fn collect_desk_bookings(
    conn: &mut Conn<'_>,
    sql: &'static str,
    tags_sql: &'static str,
    params: &[SqlValue<'_>],
) -> Result<Vec<DeskBooking>, DbError> {
    let mut bookings = conn.all_grouped::<DeskBooking, BookingId>(sql, params, |desk, columns| {
        desk.booking.set_state(BookingState::from_row(columns)?);
        desk.booking.services.extend(Option::<BookingServiceWithStaff>::from_row(columns)?);
        Ok(())
    })?;
    if !bookings.is_empty() {
        let tags = CustomerTags::read(conn, tags_sql, params)?;
        for desk in &mut bookings {
            desk.customer_tags = tags.of(&desk.booking.customer_id).to_vec();
        }
    }
    Ok(bookings)
}
