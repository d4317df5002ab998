//! The desk's list of everybody's bookings. Each kind of question has statements of its own, so that each has its index.

use std::collections::HashSet;

use chrono::NaiveDate;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;

use crate::bookings::conflicts::BusyDay;
use crate::bookings::customer_list::{
    CUSTOMER_FIELDS, ServicesJson, read_services_as_json, read_services_as_json_with, write_booking,
};
use crate::db::json::{JsonKind, PageEnd, write_field};
use crate::db::{Columns, Conn, DbError, SqlValue};
use crate::params;

/// Exactly these, as far as they are named; a status that nobody knows is nobody's.
#[derive(Debug, Clone, Default)]
pub struct DeskBookingFilter {
    pub status: Option<String>,
    pub service_type: Option<ServiceType>,
    pub date: Option<NaiveDate>,
}

/// Where the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskBookingCursor {
    pub booking_date: NaiveDate,
    pub created_at: Timestamp,
    pub id: BookingId,
}
crate::db::cursor::cursor! { DeskBookingCursor { booking_date, created_at, id } }

impl DeskBookingCursor {
    /// Before every booking.
    fn start() -> Self {
        let last_day = Timestamp::FAR_FUTURE.utc().date_naive();
        Self { booking_date: last_day, created_at: Timestamp::FAR_FUTURE, id: BookingId::new("") }
    }
}

/// Writes bookings, the latest day first and of a day the newest first, from after a position on: what
/// [`DeskBooking`](crate::bookings::desk_bookings::DeskBooking) would be as JSON.
///
/// A page has at most 1,000 rows. The statements say so a second time, for Postgres: of a limit that it does not know
/// it expects a tenth of the table, and would then read all services that there are.
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
    // One more than is written tells whether there are more.
    let most = limit + 1;
    conn.in_snapshot(|conn| match (filter.date, status, service_type) {
        (Some(date), ..) => {
            let is_unfiltered = after.is_none() && status.is_none() && service_type.is_none();
            write_on_date(conn, params![date, created_at, id, status, service_type, most], is_unfiltered, out)
        }
        (None, Some(status), _) => {
            write_in_status(conn, params![status, booking_date, created_at, id, service_type, most], out)
        }
        (None, None, Some(service_type)) => {
            write_of_type(conn, params![service_type, booking_date, created_at, id, most], out)
        }
        (None, None, None) => write_all(conn, params![booking_date, created_at, id, most], out),
    })
}

/// `is_unfiltered` where nothing of the day is left out but by the page's end. Where the day ends first, its conflicts are found
/// in what is read of it anyway.
fn write_on_date(
    conn: &mut Conn<'_>,
    params: &[SqlValue<'_>; 6],
    is_unfiltered: bool,
    out: &mut Vec<u8>,
) -> Result<PageEnd<DeskBookingCursor>, DbError> {
    let mut day = BusyDay::default();
    let services = read_services_as_json_with(
        conn,
        "select s.booking_id, s.display_order, s.id, s.service_id, s.staff_id, s.service_name_snapshot,
             s.price_at_booking_paise, s.duration_minutes, s.staff_id, b.status, b.start_time, b.end_time
         from (select id, status, start_time, end_time
               from (select id, status, start_time, end_time from bookings
                     where booking_date = $1 and (created_at, id) < ($2, $3)
                         and (cast($4 as text) is null or status = $4)
                         and (cast($5 as text) is null or service_type = $5)
                     order by created_at desc, id desc limit 1001) newest
               limit $6) b
             join booking_services s on s.booking_id = b.id",
        params,
        |booking, columns| day.add(booking, columns),
    )?;
    let [date, created_at, id, status, service_type, most] = *params;
    // No booking is without a service.
    let is_complete_day = is_unfiltered
        && matches!(most, SqlValue::Int(most) if i64::try_from(services.len()).is_ok_and(|read| read < most));
    let conflicts = if is_complete_day { day.conflicts() } else { HashSet::new() };
    write_rows(
        conn,
        "select b.booking_date, b.created_at, b.id, b.booking_number, b.branch_id, b.customer_id, b.status,
             b.service_type, b.booking_date, b.start_time, b.end_time, b.total_amount_paise, b.total_duration_minutes,
             b.notes, b.is_walkin, b.is_membership_session, b.offer_id, b.spa_membership_id, b.confirmed_at,
             b.completed_at, b.cancelled_at, b.rejected_at, b.cancellation_reason, b.rejection_reason,
             b.reschedule_count, b.created_at, b.updated_at,
             (select u.name from users u where u.id = b.customer_id),
             (select u.email from users u where u.id = b.customer_id),
             case when not cast($6 as boolean) and b.status in ('pending', 'confirmed', 'in_progress') then exists (
                 select 1 from booking_services m join booking_services o on o.staff_id = m.staff_id
                     join bookings c on c.id = o.booking_id
                 where m.booking_id = b.id and o.booking_date = b.booking_date and o.booking_id <> b.id
                     and c.start_time < b.end_time and c.end_time > b.start_time
                     and c.status in ('pending', 'confirmed', 'in_progress')) else false end
         from bookings b
         where b.booking_date = $1 and (b.created_at, b.id) < ($2, $3)
             and (cast($4 as text) is null or b.status = $4)
             and (cast($5 as text) is null or b.service_type = $5)
         order by b.created_at desc, b.id desc limit $7",
        &[date, created_at, id, status, service_type, SqlValue::Bool(is_complete_day), most],
        (&services, &conflicts),
        out,
    )
}

fn write_in_status(
    conn: &mut Conn<'_>,
    params: &[SqlValue<'_>],
    out: &mut Vec<u8>,
) -> Result<PageEnd<DeskBookingCursor>, DbError> {
    let services = read_services_as_json(
        conn,
        "select s.booking_id, s.display_order, s.id, s.service_id, s.staff_id, s.service_name_snapshot,
             s.price_at_booking_paise, s.duration_minutes
         from (select id from (select id from bookings
                               where status = $1 and (booking_date, created_at, id) < ($2, $3, $4)
                                   and (cast($5 as text) is null or service_type = $5)
                               order by booking_date desc, created_at desc, id desc limit 1001) newest
               limit $6) b
             join booking_services s on s.booking_id = b.id",
        params,
    )?;
    write_rows(
        conn,
        "select b.booking_date, b.created_at, b.id, b.booking_number, b.branch_id, b.customer_id, b.status,
             b.service_type, b.booking_date, b.start_time, b.end_time, b.total_amount_paise, b.total_duration_minutes,
             b.notes, b.is_walkin, b.is_membership_session, b.offer_id, b.spa_membership_id, b.confirmed_at,
             b.completed_at, b.cancelled_at, b.rejected_at, b.cancellation_reason, b.rejection_reason,
             b.reschedule_count, b.created_at, b.updated_at,
             (select u.name from users u where u.id = b.customer_id),
             (select u.email from users u where u.id = b.customer_id),
             case when b.status in ('pending', 'confirmed', 'in_progress') then exists (
                 select 1 from booking_services m join booking_services o on o.staff_id = m.staff_id
                     join bookings c on c.id = o.booking_id
                 where m.booking_id = b.id and o.booking_date = b.booking_date and o.booking_id <> b.id
                     and c.start_time < b.end_time and c.end_time > b.start_time
                     and c.status in ('pending', 'confirmed', 'in_progress')) else false end
         from bookings b
         where b.status = $1 and (b.booking_date, b.created_at, b.id) < ($2, $3, $4)
             and (cast($5 as text) is null or b.service_type = $5)
         order by b.booking_date desc, b.created_at desc, b.id desc limit $6",
        params,
        (&services, &HashSet::new()),
        out,
    )
}

/// Exactly that type: none above it is below the position. Postgres would take an equality for an invitation to walk
/// through all days and leave out what is of the other type, which may be nearly all.
fn write_of_type(
    conn: &mut Conn<'_>,
    params: &[SqlValue<'_>],
    out: &mut Vec<u8>,
) -> Result<PageEnd<DeskBookingCursor>, DbError> {
    let services = read_services_as_json(
        conn,
        "select s.booking_id, s.display_order, s.id, s.service_id, s.staff_id, s.service_name_snapshot,
             s.price_at_booking_paise, s.duration_minutes
         from (select id from (select id from bookings
                               where service_type >= $1 and (service_type, booking_date, created_at, id) < ($1, $2, $3, $4)
                               order by service_type desc, booking_date desc, created_at desc, id desc
                               limit 1001) newest
               limit $5) b
             join booking_services s on s.booking_id = b.id",
        params,
    )?;
    write_rows(
        conn,
        "select b.booking_date, b.created_at, b.id, b.booking_number, b.branch_id, b.customer_id, b.status,
             b.service_type, b.booking_date, b.start_time, b.end_time, b.total_amount_paise, b.total_duration_minutes,
             b.notes, b.is_walkin, b.is_membership_session, b.offer_id, b.spa_membership_id, b.confirmed_at,
             b.completed_at, b.cancelled_at, b.rejected_at, b.cancellation_reason, b.rejection_reason,
             b.reschedule_count, b.created_at, b.updated_at,
             (select u.name from users u where u.id = b.customer_id),
             (select u.email from users u where u.id = b.customer_id),
             case when b.status in ('pending', 'confirmed', 'in_progress') then exists (
                 select 1 from booking_services m join booking_services o on o.staff_id = m.staff_id
                     join bookings c on c.id = o.booking_id
                 where m.booking_id = b.id and o.booking_date = b.booking_date and o.booking_id <> b.id
                     and c.start_time < b.end_time and c.end_time > b.start_time
                     and c.status in ('pending', 'confirmed', 'in_progress')) else false end
         from bookings b
         where b.service_type >= $1 and (b.service_type, b.booking_date, b.created_at, b.id) < ($1, $2, $3, $4)
         order by b.service_type desc, b.booking_date desc, b.created_at desc, b.id desc limit $5",
        params,
        (&services, &HashSet::new()),
        out,
    )
}

fn write_all(
    conn: &mut Conn<'_>,
    params: &[SqlValue<'_>],
    out: &mut Vec<u8>,
) -> Result<PageEnd<DeskBookingCursor>, DbError> {
    let services = read_services_as_json(
        conn,
        "select s.booking_id, s.display_order, s.id, s.service_id, s.staff_id, s.service_name_snapshot,
             s.price_at_booking_paise, s.duration_minutes
         from (select id from (select id from bookings
                               where (booking_date, created_at, id) < ($1, $2, $3)
                               order by booking_date desc, created_at desc, id desc limit 1001) newest
               limit $4) b
             join booking_services s on s.booking_id = b.id",
        params,
    )?;
    write_rows(
        conn,
        "select b.booking_date, b.created_at, b.id, b.booking_number, b.branch_id, b.customer_id, b.status,
             b.service_type, b.booking_date, b.start_time, b.end_time, b.total_amount_paise, b.total_duration_minutes,
             b.notes, b.is_walkin, b.is_membership_session, b.offer_id, b.spa_membership_id, b.confirmed_at,
             b.completed_at, b.cancelled_at, b.rejected_at, b.cancellation_reason, b.rejection_reason,
             b.reschedule_count, b.created_at, b.updated_at,
             (select u.name from users u where u.id = b.customer_id),
             (select u.email from users u where u.id = b.customer_id),
             case when b.status in ('pending', 'confirmed', 'in_progress') then exists (
                 select 1 from booking_services m join booking_services o on o.staff_id = m.staff_id
                     join bookings c on c.id = o.booking_id
                 where m.booking_id = b.id and o.booking_date = b.booking_date and o.booking_id <> b.id
                     and c.start_time < b.end_time and c.end_time > b.start_time
                     and c.status in ('pending', 'confirmed', 'in_progress')) else false end
         from bookings b
         where (b.booking_date, b.created_at, b.id) < ($1, $2, $3)
         order by b.booking_date desc, b.created_at desc, b.id desc limit $4",
        params,
        (&services, &HashSet::new()),
        out,
    )
}

/// The last of the rows that are asked for is not written: it tells that there are more. A row has a conflict if it says
/// so itself, or if that is known of it already.
fn write_rows(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
    (services, conflicts): (&ServicesJson, &HashSet<BookingId>),
    out: &mut Vec<u8>,
) -> Result<PageEnd<DeskBookingCursor>, DbError> {
    let Some(SqlValue::Int(most)) = params.last() else {
        return Err(DbError::Statement("a page of bookings has no limit".into()));
    };
    let (mut rows, mut last) = (0, None);
    conn.all_with(sql, params, |columns| {
        rows += 1;
        if rows == *most {
            return Ok(());
        }
        let (booking_date, created_at) = (columns.take()?, columns.take()?);
        let id = columns.take::<BookingId>()?;
        let write_desk_fields = |columns: &mut Columns<'_>, out: &mut Vec<u8>| {
            columns.write_fields(&CUSTOMER_FIELDS, out)?;
            let has_conflict = columns.take::<bool>()? || conflicts.contains(&id);
            write_field("hasConflict", SqlValue::Bool(has_conflict), JsonKind::Bool, out)
        };
        write_booking(columns, &id, write_desk_fields, services, out)?;
        last = Some(DeskBookingCursor { booking_date, created_at, id });
        Ok(())
    })?;
    Ok(PageEnd { last, has_more: rows == *most })
}
