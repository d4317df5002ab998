//! Lists of bookings, written as JSON while they are read.

use std::collections::HashMap;
use std::io::Write as _;

use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;

use crate::bookings::conflicts;
use crate::db::json::JsonKind::{At, Bool, Date, Int, Plain, Text, Time};
use crate::db::json::{JsonField, PageEnd, write_separator};
use crate::db::{Columns, Conn, DbError, SqlValue};
use crate::params;

/// Where the next page of a newest-first list begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingCursor {
    pub created_at: Timestamp,
    pub id: BookingId,
}
crate::db::cursor::cursor! { BookingCursor { created_at, id } }

const BOOKING_FIELDS: [JsonField; 24] = [
    ("bookingNumber", Plain),
    ("branchId", Plain),
    ("customerId", Plain),
    ("status", Plain),
    ("serviceType", Plain),
    ("bookingDate", Date),
    ("startTime", Time),
    ("endTime", Time),
    ("totalAmountPaise", Int),
    ("totalDurationMinutes", Int),
    ("notes", Text),
    ("isWalkin", Bool),
    ("isMembershipSession", Bool),
    ("offerId", Plain),
    ("spaMembershipId", Plain),
    ("confirmedAt", At),
    ("completedAt", At),
    ("cancelledAt", At),
    ("rejectedAt", At),
    ("cancellationReason", Text),
    ("rejectionReason", Text),
    ("rescheduleCount", Int),
    ("createdAt", At),
    ("updatedAt", At),
];

/// What the desk sees of whose they are.
pub(crate) const CUSTOMER_FIELDS: [JsonField; 2] = [("customerName", Text), ("customerEmail", Text)];

/// After the two by which services are put in their places.
const SERVICE_FIELDS: [JsonField; 6] = [
    ("id", Plain),
    ("serviceId", Plain),
    ("staffId", Plain),
    ("serviceNameSnapshot", Text),
    ("priceAtBookingPaise", Int),
    ("durationMinutes", Int),
];

/// Writes a customer's bookings, newest first, from after a position on: what
/// [`Booking`](crate::bookings::booking_records::Booking) would be as JSON.
pub fn write_own_page(
    conn: &mut Conn<'_>,
    customer: &UserId,
    after: Option<&BookingCursor>,
    limit: i64,
    out: &mut Vec<u8>,
) -> Result<PageEnd<BookingCursor>, DbError> {
    conn.in_snapshot(|conn| write_customer_page(conn, customer, (after, limit), |_, _| {}, out))
}

/// The same on the state that the connection is in, each with what `more` writes.
fn write_customer_page(
    conn: &mut Conn<'_>,
    customer: &UserId,
    (after, limit): (Option<&BookingCursor>, i64),
    more: impl Fn(&BookingId, &mut Vec<u8>),
    out: &mut Vec<u8>,
) -> Result<PageEnd<BookingCursor>, DbError> {
    let (created_at, id) = after.map_or((Timestamp::FAR_FUTURE, ""), |at| (at.created_at, at.id.as_str()));
    // One more than is written tells whether there are more.
    let most = limit + 1;
    let params = params![customer, created_at, id, most];
    let services = read_services_as_json(
        conn,
        "select s.booking_id, s.display_order, s.id, s.service_id, s.staff_id, s.service_name_snapshot,
             s.price_at_booking_paise, s.duration_minutes
         from (select id from bookings where customer_id = $1 and (created_at, id) < ($2, $3)
               order by created_at desc, id desc limit $4) b
             join booking_services s on s.booking_id = b.id",
        params,
    )?;
    let (mut rows, mut last) = (0, None);
    conn.all_with(
        "select created_at, id, booking_number, branch_id, customer_id, status, service_type, booking_date,
             start_time, end_time, total_amount_paise, total_duration_minutes, notes, is_walkin,
             is_membership_session, offer_id, spa_membership_id, confirmed_at, completed_at, cancelled_at,
             rejected_at, cancellation_reason, rejection_reason, reschedule_count, created_at, updated_at
         from bookings where customer_id = $1 and (created_at, id) < ($2, $3)
         order by created_at desc, id desc limit $4",
        params,
        |columns| {
            rows += 1;
            if rows == most {
                return Ok(());
            }
            let (created_at, id) = (columns.take()?, columns.take::<BookingId>()?);
            let write_extra_fields = |_: &mut Columns<'_>, out: &mut Vec<u8>| {
                more(&id, out);
                Ok(())
            };
            write_booking(columns, &id, write_extra_fields, &services, out)?;
            last = Some(BookingCursor { created_at, id });
            Ok(())
        },
    )?;
    Ok(PageEnd { last, has_more: rows == most })
}

/// Writes a customer's bookings as the desk sees them: what [`DeskBooking`](crate::bookings::desk_bookings::DeskBooking) would
/// be as JSON.
pub fn write_customer_page_for_desk(
    conn: &mut Conn<'_>,
    customer: &UserId,
    after: Option<&BookingCursor>,
    limit: i64,
    out: &mut Vec<u8>,
) -> Result<PageEnd<BookingCursor>, DbError> {
    conn.in_snapshot(|conn| {
        let mut whose = Vec::new();
        conn.all_with("select name, email from users where id = $1", params![customer], |columns| {
            columns.write_fields(&CUSTOMER_FIELDS, &mut whose)
        })?;
        let conflicts = conflicts::list_conflicts_of_customer(conn, customer)?;
        let write_desk_fields = |id: &BookingId, out: &mut Vec<u8>| {
            out.extend_from_slice(&whose);
            let has_conflict = conflicts.contains(id);
            // Writing to memory does not fail.
            let _ = write!(out, ",\"hasConflict\":{has_conflict}");
        };
        write_customer_page(conn, customer, (after, limit), write_desk_fields, out)
    })
}

/// The services of several bookings as JSON: of each booking, in any order.
pub(crate) type ServicesJson = HashMap<BookingId, Vec<(i64, Vec<u8>)>>;

pub(crate) fn read_services_as_json(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
) -> Result<ServicesJson, DbError> {
    read_services_as_json_with(conn, sql, params, |_, _| Ok(()))
}

/// The same where a statement has more columns than are written: `more` reads them, of the booking that it is given.
pub(crate) fn read_services_as_json_with(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
    mut more: impl FnMut(&BookingId, &mut Columns<'_>) -> Result<(), DbError>,
) -> Result<ServicesJson, DbError> {
    let mut services = ServicesJson::new();
    conn.all_with(sql, params, |columns| {
        let (booking, order) = (columns.take::<BookingId>()?, columns.take::<i64>()?);
        let mut service = Vec::with_capacity(384);
        service.extend_from_slice(b"{\"bookingId\":\"");
        service.extend_from_slice(booking.as_str().as_bytes());
        service.push(b'"');
        columns.write_fields(&SERVICE_FIELDS, &mut service)?;
        // Writing to memory does not fail.
        let _ = write!(service, ",\"displayOrder\":{order}}}");
        more(&booking, columns)?;
        services.entry(booking).or_default().push((order, service));
        Ok(())
    })?;
    for services in services.values_mut() {
        services.sort_by_key(|(order, _)| *order);
    }
    Ok(services)
}

/// The columns after the id as the next entry of a list, with what this list has more than others.
pub(crate) fn write_booking(
    columns: &mut Columns<'_>,
    id: &BookingId,
    more: impl FnOnce(&mut Columns<'_>, &mut Vec<u8>) -> Result<(), DbError>,
    services: &ServicesJson,
    out: &mut Vec<u8>,
) -> Result<(), DbError> {
    write_separator(out);
    out.extend_from_slice(b"{\"id\":\"");
    out.extend_from_slice(id.as_str().as_bytes());
    out.push(b'"');
    columns.write_fields(&BOOKING_FIELDS, out)?;
    more(columns, out)?;
    out.extend_from_slice(b",\"services\":[");
    for (_, service) in services.get(id).into_iter().flatten() {
        write_separator(out);
        out.extend_from_slice(service);
    }
    out.extend_from_slice(b"]}");
    Ok(())
}
