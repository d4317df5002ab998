//! The desk's list of all bookings. Each main filter has its own statements, so that each can use an index.

use std::collections::HashSet;

use chrono::NaiveDate;
use parlour_db::column::position;
use parlour_db::json::{JsonKind, PageEnd, write_field};
use parlour_db::{Columns, Conn, DbError, Row, SqlValue, columns, params, select, sql};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;

use crate::bookings::booking_records::{Booking, BookingServiceWithStaff, BookingState};
use crate::bookings::conflicts::{BusyDay, HAS_CONFLICT};
use crate::bookings::customer_fields::{CUSTOMER_COLUMNS, CUSTOMER_FIELDS, CustomerTags, TAGS_IN_ORDER, TAGS_OF};
use crate::bookings::customer_list::{GUEST_FIELD, ShownBookings, read_services_as_json};

/// Narrows the list down. An unknown status finds nothing.
#[derive(Debug, Clone)]
pub struct DeskBookingFilter {
    pub status: Option<String>,
    pub service_type: Option<ServiceType>,
    pub date: Option<NaiveDate>,
    /// Offered times that have expired by then are not shown.
    pub now: Timestamp,
}

/// Where the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskBookingCursor {
    pub booking_date: NaiveDate,
    pub created_at: Timestamp,
    pub id: BookingId,
}
parlour_db::cursor! { DeskBookingCursor { booking_date, created_at, id } }

impl DeskBookingCursor {
    /// A cursor before the first booking.
    fn start() -> Self {
        let last_day = Timestamp::FAR_FUTURE.utc().date_naive();
        Self { booking_date: last_day, created_at: Timestamp::FAR_FUTURE, id: BookingId::new("") }
    }
}

/// Writes bookings, the latest day first and of a day the newest first, from after a position on: what
/// [`DeskBooking`](crate::bookings::desk_bookings::DeskBooking) would be as JSON.
pub fn write_page(
    conn: &mut Conn<'_>,
    filter: &DeskBookingFilter,
    after: Option<&DeskBookingCursor>,
    limit: i64,
    out: &mut Vec<u8>,
) -> Result<PageEnd<DeskBookingCursor>, DbError> {
    let start = DeskBookingCursor::start();
    let DeskBookingCursor { booking_date, created_at, id } = after.unwrap_or(&start);
    let (status, service_type) = (filter.status.as_deref(), filter.service_type);
    // One row more than is written says that there are more.
    let most = limit + 1;
    conn.in_snapshot(|conn| match (filter.date, status, service_type) {
        (Some(date), ..) => {
            let is_unfiltered = after.is_none() && status.is_none() && service_type.is_none();
            let page = DayPage { is_unfiltered, now: filter.now };
            write_on_date(conn, params![most, date, created_at, id, status, service_type], page, out)
        }
        (None, Some(status), _) => write_matching(
            conn,
            &PageStatements {
                services: sql!(SERVICES, IN_STATUS, SERVICES_END),
                tags: sql!(TAGS, IN_STATUS, TAGS_END),
                rows: sql!(ROWS, HAS_CONFLICT, IN_STATUS, " limit $1"),
            },
            params![most, status, booking_date, created_at, id, service_type],
            filter.now,
            out,
        ),
        (None, None, Some(service_type)) => write_matching(
            conn,
            &PageStatements {
                services: sql!(SERVICES, OF_TYPE, SERVICES_END),
                tags: sql!(TAGS, OF_TYPE, TAGS_END),
                rows: sql!(ROWS, HAS_CONFLICT, OF_TYPE, " limit $1"),
            },
            params![most, service_type, booking_date, created_at, id],
            filter.now,
            out,
        ),
        (None, None, None) => write_matching(
            conn,
            &PageStatements {
                services: sql!(SERVICES, OF_ALL, SERVICES_END),
                tags: sql!(TAGS, OF_ALL, TAGS_END),
                rows: sql!(ROWS, HAS_CONFLICT, OF_ALL, " limit $1"),
            },
            params![most, booking_date, created_at, id],
            filter.now,
            out,
        ),
    })
}

/// Each way to narrow the list down has statements of its own, so that each has its index.
const ON_DATE: &str = " from bookings b
     where b.booking_date = $2 and (b.created_at, b.id) < ($3, $4)
         and (cast($5 as text) is null or b.status = $5) and (cast($6 as text) is null or b.service_type = $6)
     order by b.created_at desc, b.id desc";
const IN_STATUS: &str = " from bookings b
     where b.status = $2 and (b.booking_date, b.created_at, b.id) < ($3, $4, $5)
         and (cast($6 as text) is null or b.service_type = $6)
     order by b.booking_date desc, b.created_at desc, b.id desc";
/// Selects one service type: `>=` and the cursor together allow only this type. With `=`, Postgres would scan all
/// days and skip the rows of the other type, which may be nearly all.
const OF_TYPE: &str = " from bookings b
     where b.service_type >= $2 and (b.service_type, b.booking_date, b.created_at, b.id) < ($2, $3, $4, $5)
     order by b.service_type desc, b.booking_date desc, b.created_at desc, b.id desc";
const OF_ALL: &str = " from bookings b
     where (b.booking_date, b.created_at, b.id) < ($2, $3, $4)
     order by b.booking_date desc, b.created_at desc, b.id desc";

/// The services of a page's bookings. Postgres does not know the limit that is a parameter and expects a tenth of the
/// table, for which it would read all services; the limit within says that a page has at most 1,000 rows.
const SERVICES: &str = sql!(select!(BookingServiceWithStaff, "s"), " from (select id from (select b.id");
const SERVICES_END: &str = " limit 1001) newest limit $1) page join booking_services s on s.booking_id = page.id";

/// The tags of the customers of a page's bookings.
const TAGS: &str = sql!(TAGS_OF, "(select customer_id from (select b.customer_id");
const TAGS_END: &str = sql!(" limit 1001) newest limit $1)", TAGS_IN_ORDER);

/// The cursor, the booking and its customer; whether it has a conflict follows.
const ROWS: &str = sql!(
    "select b.booking_date, b.created_at, ",
    columns!(Booking, "b"),
    ", ",
    columns!(BookingState, "b"),
    ", ",
    CUSTOMER_COLUMNS,
    ", b.guest_name, "
);

/// The statements of one filter. All have the same parameters.
struct PageStatements {
    services: &'static str,
    tags: &'static str,
    rows: &'static str,
}

fn write_matching(
    conn: &mut Conn<'_>,
    statements: &PageStatements,
    params: &[SqlValue<'_>],
    now: Timestamp,
    out: &mut Vec<u8>,
) -> Result<PageEnd<DeskBookingCursor>, DbError> {
    let services = read_services_as_json(conn, statements.services, params, |_, _| Ok(()))?;
    let (shown, tags) = (ShownBookings { services, now }, CustomerTags::read(conn, statements.tags, params)?);
    write_rows(conn, statements.rows, params, &PageParts { shown, tags, conflicts: HashSet::new() }, out)
}

/// A page of one day's bookings.
#[derive(Clone, Copy)]
struct DayPage {
    /// No other filter is set. If the page then contains the whole day, the conflicts are computed from its rows.
    is_unfiltered: bool,
    now: Timestamp,
}

fn write_on_date(
    conn: &mut Conn<'_>,
    params: &[SqlValue<'_>; 6],
    page: DayPage,
    out: &mut Vec<u8>,
) -> Result<PageEnd<DeskBookingCursor>, DbError> {
    let mut day = BusyDay::default();
    let services = read_services_as_json(
        conn,
        sql!(
            select!(BookingServiceWithStaff, "s"),
            ", s.staff_id, page.status, page.start_time, page.end_time
             from (select id, status, start_time, end_time from (select b.id, b.status, b.start_time, b.end_time",
            ON_DATE,
            SERVICES_END
        ),
        params,
        |booking, columns| day.add(booking, columns),
    )?;
    let tags = CustomerTags::read(conn, sql!(TAGS, ON_DATE, TAGS_END), params)?;
    let [most, date, created_at, id, status, service_type] = *params;
    // Every booking has a service.
    let is_complete_day = page.is_unfiltered
        && matches!(most, SqlValue::Int(most) if i64::try_from(services.len()).is_ok_and(|read| read < most));
    let conflicts = if is_complete_day { day.conflicts() } else { HashSet::new() };
    write_rows(
        conn,
        sql!(ROWS, "case when cast($7 as boolean) then false else ", HAS_CONFLICT, " end", ON_DATE, " limit $1"),
        &[most, date, created_at, id, status, service_type, SqlValue::Bool(is_complete_day)],
        &PageParts { shown: ShownBookings { services, now: page.now }, tags, conflicts },
        out,
    )
}

/// What is known of a page's bookings before they are written.
struct PageParts {
    shown: ShownBookings,
    tags: CustomerTags,
    conflicts: HashSet<BookingId>,
}

/// The first parameter is how many rows are read. The last of them is not written: it says that there are more. A
/// booking has a conflict if its row says so, or if that is known of it already.
fn write_rows(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
    parts: &PageParts,
    out: &mut Vec<u8>,
) -> Result<PageEnd<DeskBookingCursor>, DbError> {
    const CUSTOMER_ID: usize = position(<Booking as Row>::COLUMNS, "customer_id");
    let Some(SqlValue::Int(most)) = params.first() else {
        return Err(DbError::Statement("a page of bookings has no limit".into()));
    };
    let (mut rows, mut last) = (0, None);
    conn.all_with(sql, params, |columns| {
        rows += 1;
        if rows == *most {
            return Ok(());
        }
        let (booking_date, created_at) = (columns.take()?, columns.take()?);
        let (id, customer) = (columns.peek::<BookingId>(0)?, columns.peek::<UserId>(CUSTOMER_ID)?);
        let write_desk_fields = |state: &BookingState, columns: &mut Columns<'_>, out: &mut Vec<u8>| {
            columns.write_fields(&CUSTOMER_FIELDS, out)?;
            columns.write_fields(&[GUEST_FIELD], out)?;
            parts.tags.write_field(&customer, out)?;
            state.write_times(out)?;
            let has_conflict = columns.take::<bool>()? || parts.conflicts.contains(&id);
            write_field("hasConflict", SqlValue::Bool(has_conflict), JsonKind::Bool, out)
        };
        parts.shown.write_booking(columns, &id, write_desk_fields, out)?;
        last = Some(DeskBookingCursor { booking_date, created_at, id });
        Ok(())
    })?;
    Ok(PageEnd { last, has_more: rows == *most })
}
