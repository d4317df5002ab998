//! The desk's list of bookings by branch, days and text. Which bookings a page has is found first, each way by its own
//! index; then they are read.

use chrono::NaiveDate;
use parlour_db::sql_text::TWENTY_PARAMETERS;
use parlour_db::{AsSqlValue, Conn, DbError, SqlValue, params, row, select, sql};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::number_search::BookingNumberSearch;
use parlour_domain::customer::DirectorySort;
use parlour_domain::ids::{BookingId, BranchId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;

use crate::bookings::desk_bookings::{self, DeskBooking};
use crate::bookings::desk_list::DeskBookingCursor;
use crate::customers::directory::{self, DirectoryFilter};
use crate::desk_search::{
    CUSTOMER_MATCHES, CUSTOMERS_PER_STATEMENT, MAX_HITS, MatchingCustomers, NEWEST_ROWS, find_matching_customers,
    twenty,
};

/// Narrows the list down. An unknown status finds nothing.
#[derive(Debug, Clone, Default)]
pub struct DeskBookingSearch {
    pub status: Option<String>,
    pub service_type: Option<ServiceType>,
    pub branch: Option<BranchId>,
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    /// A part of the customer's name or phone, or the end of a booking's number.
    pub text: Option<String>,
}

row! { DeskBookingCursor { booking_date, created_at, id } }

impl DeskBookingCursor {
    pub fn of(found: &DeskBooking) -> Self {
        let booking = &found.booking;
        Self { booking_date: booking.booking_date, created_at: booking.created_at, id: booking.id.clone() }
    }
}

/// The latest day first and of a day the newest first, from after a position on. If the text matches more than 400
/// customers, their bookings are looked for among the 20,000 that follow.
pub fn page(
    conn: &mut Conn<'_>,
    search: &DeskBookingSearch,
    after: Option<&DeskBookingCursor>,
    limit: i64,
) -> Result<Vec<DeskBooking>, DbError> {
    let start = search.start();
    // An address may name a position outside the days that it asks for.
    let after = after.filter(|after| after.booking_date <= start.booking_date).unwrap_or(&start);
    let found = match &search.text {
        Some(text) => search.find_by_text(conn, text, after, limit)?,
        None => search.find_by_filters(conn, after, limit)?,
    };
    let ids: Vec<BookingId> = found.into_iter().map(|position| position.id).collect();
    desk_bookings::list_with_ids(conn, &ids)
}

const NEWEST_FIRST: &str = " order by booking_date desc, created_at desc, id desc limit ";

const IN_STATUS: &str = sql!(
    select!(DeskBookingCursor, "b"),
    " from bookings b where b.status = $2 and (b.booking_date, b.created_at, b.id) < ($3, $4, $5)
         and b.booking_date >= $6 and (cast($7 as text) is null or b.service_type = $7)
         and (cast($8 as text) is null or b.branch_id = $8)
     order by b.booking_date desc, b.created_at desc, b.id desc limit $1"
);
const OF_BRANCH: &str = sql!(
    select!(DeskBookingCursor, "b"),
    " from bookings b where b.branch_id = $2 and (b.booking_date, b.created_at, b.id) < ($3, $4, $5)
         and b.booking_date >= $6 and (cast($7 as text) is null or b.service_type = $7)
         and (cast($8 as text) is null or b.status = $8)
     order by b.booking_date desc, b.created_at desc, b.id desc limit $1"
);
const OF_TYPE: &str = sql!(
    select!(DeskBookingCursor, "b"),
    " from bookings b
     where b.service_type >= $2 and (b.service_type, b.booking_date, b.created_at, b.id) < ($2, $3, $4, $5)
         and b.booking_date >= $6
     order by b.service_type desc, b.booking_date desc, b.created_at desc, b.id desc limit $1"
);
const ON_DAYS: &str = sql!(
    select!(DeskBookingCursor, "b"),
    " from bookings b
     where (b.booking_date, b.created_at, b.id) < ($2, $3, $4) and b.booking_date >= $5
     order by b.booking_date desc, b.created_at desc, b.id desc limit $1"
);
/// Materialized, or Postgres would look through the days for them.
const BY_NUMBER: &str = sql!(
    "with found as materialized (",
    select!(DeskBookingCursor, "b"),
    " from bookings b
     where substr(rtrim(b.booking_number, '-M'), length(rtrim(b.booking_number, '-M')) - 2) = $1
         and (b.booking_number like $2 or b.booking_number like $3) and b.booking_date >= $4
         and (cast($5 as text) is null or b.status = $5)
         and (cast($6 as text) is null or b.service_type = $6)
         and (cast($7 as text) is null or b.branch_id = $7)
     ) ",
    select!(DeskBookingCursor, ""),
    " from found where (booking_date, created_at, id) < ($8, $9, $10)",
    NEWEST_FIRST,
    "$11"
);
const OF_CUSTOMERS: &str = sql!(
    "with found as materialized (",
    select!(DeskBookingCursor, "b"),
    " from bookings b where b.customer_id in (",
    TWENTY_PARAMETERS,
    ") and b.booking_date >= $21
         and (cast($22 as text) is null or b.status = $22)
         and (cast($23 as text) is null or b.service_type = $23)
         and (cast($24 as text) is null or b.branch_id = $24)
     ) ",
    select!(DeskBookingCursor, ""),
    " from found where (booking_date, created_at, id) < ($25, $26, $27)",
    NEWEST_FIRST,
    "$28"
);
/// Goes through the bookings that follow until it has found enough, and looks each customer up.
const NEWEST_OF_MANY: &str = sql!(
    select!(DeskBookingCursor, "r"),
    " from (select b.booking_date, b.created_at, b.id, b.customer_id from bookings b
            where (b.booking_date, b.created_at, b.id) < ($2, $3, $4)",
    AMONG_NEWEST,
    CUSTOMER_MATCHES,
    " limit $9"
);
/// The same in a branch.
const NEWEST_OF_MANY_IN_BRANCH: &str = sql!(
    select!(DeskBookingCursor, "r"),
    " from (select b.booking_date, b.created_at, b.id, b.customer_id from bookings b
            where b.branch_id = $10 and (b.booking_date, b.created_at, b.id) < ($2, $3, $4)",
    AMONG_NEWEST,
    CUSTOMER_MATCHES,
    " limit $9"
);
const AMONG_NEWEST: &str = " and b.booking_date >= $5
         and (cast($6 as text) is null or b.status = $6)
         and (cast($7 as text) is null or b.service_type = $7)
      order by b.booking_date desc, b.created_at desc, b.id desc limit $8) r where ";

impl DeskBookingSearch {
    /// A position before the first booking that can match.
    fn start(&self) -> DeskBookingCursor {
        let last_day = Timestamp::FAR_FUTURE.utc().date_naive();
        let booking_date = self.to.map_or(last_day, |to| to.min(last_day));
        DeskBookingCursor { booking_date, created_at: Timestamp::FAR_FUTURE, id: BookingId::new("") }
    }

    fn first_day(&self) -> NaiveDate {
        // No salon booked anything before.
        let first_day = Timestamp::from_millis(0).utc().date_naive();
        self.from.map_or(first_day, |from| from.max(first_day))
    }

    fn find_by_filters(
        &self,
        conn: &mut Conn<'_>,
        after: &DeskBookingCursor,
        limit: i64,
    ) -> Result<Vec<DeskBookingCursor>, DbError> {
        let DeskBookingCursor { booking_date, created_at, id } = after;
        let (from, service_type) = (self.first_day(), self.service_type);
        match (&self.status, &self.branch) {
            // Most bookings of a branch end like this; the others are few in all branches.
            (status, Some(branch))
                if status.as_deref().is_none_or(|status| status == BookingStatus::Completed.as_str()) =>
            {
                conn.all(OF_BRANCH, params![limit, branch, booking_date, created_at, id, from, service_type, status])
            }
            (Some(status), branch) => {
                conn.all(IN_STATUS, params![limit, status, booking_date, created_at, id, from, service_type, branch])
            }
            (None, _) => match service_type {
                Some(service_type) => {
                    conn.all(OF_TYPE, params![limit, service_type, booking_date, created_at, id, from])
                }
                None => conn.all(ON_DAYS, params![limit, booking_date, created_at, id, from]),
            },
        }
    }

    fn find_by_text(
        &self,
        conn: &mut Conn<'_>,
        text: &str,
        after: &DeskBookingCursor,
        limit: i64,
    ) -> Result<Vec<DeskBookingCursor>, DbError> {
        let DeskBookingCursor { booking_date, created_at, id } = after;
        let Self { status, service_type, branch, .. } = self;
        let from = self.first_day();
        let mut found: Vec<DeskBookingCursor> = Vec::new();
        if let Some(number) = BookingNumberSearch::read(text) {
            let [end, session_end] = [&number.end, &number.session_end].map(|end| format!("%{end}"));
            found.extend(conn.all::<DeskBookingCursor>(
                BY_NUMBER,
                params![
                    number.key,
                    end,
                    session_end,
                    from,
                    status,
                    service_type,
                    branch,
                    booking_date,
                    created_at,
                    id,
                    limit
                ],
            )?);
        }
        match find_customers(conn, text)? {
            MatchingCustomers::Few(customers) => {
                let more = params![from, status, service_type, branch, booking_date, created_at, id, limit];
                for some in customers.chunks(CUSTOMERS_PER_STATEMENT) {
                    let parameters: Vec<SqlValue<'_>> =
                        twenty(some.iter().map(UserId::as_str)).into_iter().chain(more.iter().copied()).collect();
                    found.extend(conn.all::<DeskBookingCursor>(OF_CUSTOMERS, &parameters)?);
                }
            }
            MatchingCustomers::Many(pattern) => {
                let all =
                    params![pattern, booking_date, created_at, id, from, status, service_type, NEWEST_ROWS, limit];
                found.extend(match branch {
                    Some(branch) => {
                        let parameters: Vec<SqlValue<'_>> =
                            all.iter().copied().chain([branch.as_sql_value()]).collect();
                        conn.all::<DeskBookingCursor>(NEWEST_OF_MANY_IN_BRANCH, &parameters)?
                    }
                    None => conn.all::<DeskBookingCursor>(NEWEST_OF_MANY, all)?,
                });
            }
        }
        found.sort_unstable_by(|one, other| {
            let order = |at: &DeskBookingCursor| (at.booking_date, at.created_at);
            order(other).cmp(&order(one)).then_with(|| other.id.cmp(&one.id))
        });
        found.dedup();
        found.truncate(usize::try_from(limit).unwrap_or_default());
        Ok(found)
    }
}

fn find_customers(conn: &mut Conn<'_>, text: &str) -> Result<MatchingCustomers, DbError> {
    let filter = DirectoryFilter::new(text, None);
    let (shown, count) = directory::page(conn, &filter, DirectorySort::LastVisit, MAX_HITS, 0)?;
    find_matching_customers(conn, &filter, &shown, count)
}
