//! A customer's bookings, for the customer and for the desk. Rows are written as JSON while they are read.

use std::collections::HashMap;

use parlour_db::column::position;
use parlour_db::json::{JsonField, JsonKind, JsonRow, PageEnd, write_field, write_separator};
use parlour_db::{Columns, Conn, DbError, FromRow, Row, SqlValue, columns, params, select, sql};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;

use crate::bookings::booking_records::{BRANCH_NAME, Booking, BookingService, BookingServiceWithStaff, BookingState};
use crate::bookings::conflicts;
use crate::bookings::customer_fields::{CUSTOMER_COLUMNS, CUSTOMER_FIELDS, CustomerTags, TAGS_IN_ORDER, TAGS_OF};

/// Where the next page of a newest-first list begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingCursor {
    pub created_at: Timestamp,
    pub id: BookingId,
}
parlour_db::cursor! { BookingCursor { created_at, id } }

/// Whom a visit is for, if not for the customer. The desk sees it with each booking.
pub(crate) const GUEST_FIELD: JsonField = JsonField { name: "guestName", kind: JsonKind::Text };
const BRANCH_FIELD: JsonField = JsonField { name: "branchName", kind: JsonKind::Text };
const STAFF_FIELD: JsonField = JsonField { name: "staffName", kind: JsonKind::Text };

/// A page of one customer's bookings.
#[derive(Debug, Clone, Copy)]
pub struct CustomerPage<'a> {
    pub customer: &'a UserId,
    pub after: Option<&'a BookingCursor>,
    pub limit: i64,
    /// Offered times that have expired by then are not shown.
    pub now: Timestamp,
}

/// Writes a page of a customer's bookings as JSON, newest first, starting after the cursor. The JSON equals that of
/// [`CustomerBooking`](crate::bookings::booking_records::CustomerBooking).
pub fn write_page_for_customer(
    conn: &mut Conn<'_>,
    page: &CustomerPage<'_>,
    out: &mut Vec<u8>,
) -> Result<PageEnd<BookingCursor>, DbError> {
    let rows_sql = sql!(
        "select b.created_at, ",
        columns!(Booking, "b"),
        ", ",
        columns!(BookingState, "b"),
        ", ",
        BRANCH_NAME,
        " ",
        NEWEST_OF_CUSTOMER
    );
    let write_branch = |_: &BookingId, _: &BookingState, columns: &mut Columns<'_>, out: &mut Vec<u8>| {
        columns.write_fields(&[BRANCH_FIELD], out)
    };
    conn.in_snapshot(|conn| write_customer_page(conn, rows_sql, page, write_branch, out))
}

/// Writes a page in a snapshot that has begun. `more` writes further fields of each booking.
fn write_customer_page(
    conn: &mut Conn<'_>,
    rows_sql: &'static str,
    page: &CustomerPage<'_>,
    more: impl Fn(&BookingId, &BookingState, &mut Columns<'_>, &mut Vec<u8>) -> Result<(), DbError>,
    out: &mut Vec<u8>,
) -> Result<PageEnd<BookingCursor>, DbError> {
    let (created_at, id) =
        page.after.map_or((Timestamp::FAR_FUTURE, ""), |after| (after.created_at, after.id.as_str()));
    // One more row is read than is written, to find out whether there are more.
    let most = page.limit + 1;
    let params = params![page.customer, created_at, id, most];
    let services = read_services_as_json(
        conn,
        sql!(
            select!(BookingServiceWithStaff, "s"),
            " from (select b.id ",
            NEWEST_OF_CUSTOMER,
            ") page
             join booking_services s on s.booking_id = page.id"
        ),
        params,
        |_, _| Ok(()),
    )?;
    let shown = ShownBookings { services, now: page.now };
    let (mut rows, mut last) = (0, None);
    conn.all_with(rows_sql, params, |columns| {
        rows += 1;
        if rows == most {
            return Ok(());
        }
        let (created_at, id) = (columns.take()?, columns.peek::<BookingId>(0)?);
        let write_extra_fields =
            |state: &BookingState, columns: &mut Columns<'_>, out: &mut Vec<u8>| more(&id, state, columns, out);
        shown.write_booking(columns, &id, write_extra_fields, out)?;
        last = Some(BookingCursor { created_at, id });
        Ok(())
    })?;
    Ok(PageEnd { last, has_more: rows == most })
}

const NEWEST_OF_CUSTOMER: &str = "from bookings b where b.customer_id = $1 and (b.created_at, b.id) < ($2, $3)
     order by b.created_at desc, b.id desc limit $4";

/// Writes a customer's bookings as the desk sees them: what [`DeskBooking`](crate::bookings::desk_bookings::DeskBooking) would
/// be as JSON.
pub fn write_page_for_desk(
    conn: &mut Conn<'_>,
    page: &CustomerPage<'_>,
    out: &mut Vec<u8>,
) -> Result<PageEnd<BookingCursor>, DbError> {
    conn.in_snapshot(|conn| {
        let mut whose = Vec::new();
        let whose_sql =
            sql!("select ", CUSTOMER_COLUMNS, " from (select id as customer_id from users where id = $1) b");
        conn.all_with(whose_sql, params![page.customer], |columns| columns.write_fields(&CUSTOMER_FIELDS, &mut whose))?;
        CustomerTags::read(conn, sql!(TAGS_OF, "($1)", TAGS_IN_ORDER), params![page.customer])?
            .write_field(page.customer, &mut whose)?;
        let conflicts = conflicts::list_conflicts_of_customer(conn, page.customer)?;
        let write_desk_fields = |id: &BookingId, state: &BookingState, columns: &mut Columns<'_>, out: &mut Vec<u8>| {
            out.extend_from_slice(&whose);
            state.write_times(out)?;
            write_field("hasConflict", SqlValue::Bool(conflicts.contains(id)), JsonKind::Bool, out)?;
            columns.write_fields(&[GUEST_FIELD], out)
        };
        let rows_sql = sql!(
            "select b.created_at, ",
            columns!(Booking, "b"),
            ", ",
            columns!(BookingState, "b"),
            ", b.guest_name ",
            NEWEST_OF_CUSTOMER
        );
        write_customer_page(conn, rows_sql, page, write_desk_fields, out)
    })
}

/// For each booking its services, in display order: the position and the JSON object.
pub(crate) type ServicesJson = HashMap<BookingId, Vec<(i64, Vec<u8>)>>;

/// Reads rows of [`BookingServiceWithStaff`] as JSON. If the statement selects further columns, `more` reads them.
pub(crate) fn read_services_as_json(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
    mut more: impl FnMut(&BookingId, &mut Columns<'_>) -> Result<(), DbError>,
) -> Result<ServicesJson, DbError> {
    const BOOKING_ID: usize = position(BookingService::COLUMNS, "booking_id");
    const DISPLAY_ORDER: usize = position(BookingService::COLUMNS, "display_order");
    let mut services = ServicesJson::new();
    conn.all_with(sql, params, |columns| {
        let (booking, order) = (columns.peek::<BookingId>(BOOKING_ID)?, columns.peek(DISPLAY_ORDER)?);
        let mut service = Vec::with_capacity(384);
        service.push(b'{');
        columns.write_fields(BookingService::FIELDS, &mut service)?;
        columns.write_fields(&[STAFF_FIELD], &mut service)?;
        service.push(b'}');
        more(&booking, columns)?;
        services.entry(booking).or_default().push((order, service));
        Ok(())
    })?;
    for services in services.values_mut() {
        services.sort_by_key(|(order, _)| *order);
    }
    Ok(services)
}

/// What is known of a page's bookings before they are written.
pub(crate) struct ShownBookings {
    pub(crate) services: ServicesJson,
    pub(crate) now: Timestamp,
}

impl ShownBookings {
    /// Writes the columns of [`Booking`] and [`BookingState`] as the next entry of a list, with the fields that `more` adds.
    pub(crate) fn write_booking(
        &self,
        columns: &mut Columns<'_>,
        id: &BookingId,
        more: impl FnOnce(&BookingState, &mut Columns<'_>, &mut Vec<u8>) -> Result<(), DbError>,
        out: &mut Vec<u8>,
    ) -> Result<(), DbError> {
        write_separator(out);
        out.push(b'{');
        columns.write_fields(<Booking as JsonRow>::FIELDS, out)?;
        let state = BookingState::from_row(columns)?;
        state.write_offered_time(self.now, out)?;
        more(&state, columns, out)?;
        out.extend_from_slice(b",\"services\":[");
        for (_, service) in self.services.get(id).into_iter().flatten() {
            write_separator(out);
            out.extend_from_slice(service);
        }
        out.extend_from_slice(b"]}");
        Ok(())
    }
}

impl BookingState {
    fn write_offered_time(&self, now: Timestamp, out: &mut Vec<u8>) -> Result<(), DbError> {
        let open = self.offered_time.as_ref().filter(|offered| offered.expires_at > now);
        out.extend_from_slice(b",\"offeredTime\":");
        serde_json::to_writer(out, &open).map_err(|error| DbError::Statement(error.to_string()))
    }

    /// When the customer came, and when the visit was over.
    pub(crate) fn write_times(&self, out: &mut Vec<u8>) -> Result<(), DbError> {
        for (name, at) in [("arrivedAt", self.arrived_at), ("finishedAt", self.finished_at)] {
            write_field(name, at.map_or(SqlValue::Null, SqlValue::Timestamp), JsonKind::At, out)?;
        }
        Ok(())
    }
}
