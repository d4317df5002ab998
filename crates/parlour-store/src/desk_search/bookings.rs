//! Bookings by number, and by their customer. The latest day first, as in the desk's list.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::sql_text::TWENTY_PARAMETERS;
use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::number_search::BookingNumberSearch;
use parlour_domain::ids::{BookingId, BranchId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::phone::Phone;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    CUSTOMER_MATCHES, CUSTOMERS_PER_STATEMENT, MAX_HITS, MatchingCustomers, NEWEST_ROWS, customers_and_limit, newest,
    twenty,
};
use crate::bookings::customer_fields::CUSTOMER_PHONE;

/// A booking that a search has found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundBooking {
    pub id: BookingId,
    pub booking_number: String,
    pub branch_id: BranchId,
    pub customer_id: UserId,
    pub customer_name: String,
    pub customer_phone: Option<Phone>,
    /// Whom the visit is for, if not for the customer.
    pub guest_name: Option<String>,
    pub status: BookingStatus,
    pub booking_date: NaiveDate,
    #[schema(value_type = String, example = "10:30:00")]
    pub start_time: NaiveTime,
    pub total_amount_paise: i64,
}
row! { FoundBooking {
    id, booking_number, branch_id, customer_id, customer_name: "u.name", customer_phone: (CUSTOMER_PHONE), guest_name,
    status, booking_date, start_time, total_amount_paise,
} }

/// What bookings are sorted by.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct BookingOrder {
    booking_date: NaiveDate,
    created_at: Timestamp,
    id: BookingId,
}
row! { BookingOrder { booking_date, created_at, id } }

const NEWEST_FIRST: &str = " order by booking_date desc, created_at desc, id desc limit ";

/// Materialized, or Postgres would look through the days for them.
const BY_NUMBER: &str = sql!(
    "with found as materialized (",
    select!(BookingOrder, "b"),
    " from bookings b
     where substr(rtrim(b.booking_number, '-M'), length(rtrim(b.booking_number, '-M')) - 2) = $1
         and (b.booking_number like $2 or b.booking_number like $3)) ",
    select!(BookingOrder, ""),
    " from found",
    NEWEST_FIRST,
    "$4"
);
const OF_CUSTOMERS: &str = sql!(
    "with found as materialized (",
    select!(BookingOrder, "b"),
    " from bookings b where b.customer_id in (",
    TWENTY_PARAMETERS,
    ")) ",
    select!(BookingOrder, ""),
    " from found",
    NEWEST_FIRST,
    "$21"
);
/// Goes through the newest bookings until it has found enough, and looks each customer up.
const NEWEST_OF_MANY: &str = sql!(
    select!(BookingOrder, "r"),
    " from (select booking_date, created_at, id, customer_id from bookings",
    NEWEST_FIRST,
    "$2) r where ",
    CUSTOMER_MATCHES,
    " limit $3"
);

pub fn find_bookings(
    conn: &mut Conn<'_>,
    number: Option<&BookingNumberSearch>,
    customers: &MatchingCustomers,
) -> Result<Vec<FoundBooking>, DbError> {
    let mut found: Vec<BookingOrder> = Vec::new();
    if let Some(number) = number {
        let [end, session_end] = [&number.end, &number.session_end].map(|end| format!("%{end}"));
        found.extend(conn.all::<BookingOrder>(BY_NUMBER, params![number.key, end, session_end, MAX_HITS])?);
    }
    match customers {
        MatchingCustomers::Few(ids) => {
            for some in ids.chunks(CUSTOMERS_PER_STATEMENT) {
                found.extend(conn.all::<BookingOrder>(OF_CUSTOMERS, &customers_and_limit(some))?);
            }
        }
        MatchingCustomers::Many(pattern) => {
            found.extend(conn.all::<BookingOrder>(NEWEST_OF_MANY, params![pattern, NEWEST_ROWS, MAX_HITS])?);
        }
    }
    let found = newest(found);
    let mut bookings = conn.all::<FoundBooking>(
        sql!(
            select!(FoundBooking, "b"),
            " from bookings b join users u on u.id = b.customer_id where b.id in (",
            TWENTY_PARAMETERS,
            ")"
        ),
        &twenty(found.iter().map(|order| order.id.as_str())),
    )?;
    bookings.sort_by_key(|booking| found.iter().position(|order| order.id == booking.id));
    Ok(bookings)
}
