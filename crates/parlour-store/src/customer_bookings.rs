//! One customer's bookings, as the desk sees them.

use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;

use crate::bookings::{CUSTOMER_FIELDS, Position, write_booking, written_services};
use crate::db::json::{Field, Kind, Page};
use crate::db::{Columns, Conn, DbError};
use crate::params;

const CONFLICT_FIELD: [Field; 1] = [("hasConflict", Kind::Bool)];

/// Writes them, newest first, from after a position on: what a desk's booking would be as JSON.
pub fn write_page(
    conn: &mut Conn<'_>,
    customer: &UserId,
    after: Option<&Position>,
    limit: i64,
    out: &mut Vec<u8>,
) -> Result<Page<Position>, DbError> {
    let (created_at, id) = after.map_or((Timestamp::FAR_FUTURE, ""), |at| (at.created_at, at.id.as_str()));
    // One more than is written tells whether there are more.
    let most = limit + 1;
    let params = params![customer, created_at, id, most];
    conn.in_one_state(|conn| {
        let services = written_services(
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
            "select b.created_at, b.id, b.booking_number, b.branch_id, b.customer_id, b.status, b.service_type,
                 b.booking_date, b.start_time, b.end_time, b.total_amount_paise, b.total_duration_minutes, b.notes,
                 b.is_walkin, b.is_membership_session, b.offer_id, b.spa_membership_id, b.confirmed_at,
                 b.completed_at, b.cancelled_at, b.rejected_at, b.cancellation_reason, b.rejection_reason,
                 b.reschedule_count, b.created_at, b.updated_at, u.name, u.email,
                 b.status in ('pending', 'confirmed', 'in_progress') and exists (
                     select 1 from booking_services m join booking_services o on o.staff_id = m.staff_id
                         join bookings c on c.id = o.booking_id
                     where m.booking_id = b.id and o.booking_date = b.booking_date and o.booking_id <> b.id
                         and c.start_time < b.end_time and c.end_time > b.start_time
                         and c.status in ('pending', 'confirmed', 'in_progress'))
             from (select id from bookings where customer_id = $1 and (created_at, id) < ($2, $3)
                   order by created_at desc, id desc limit $4) page
                 join bookings b on b.id = page.id join users u on u.id = b.customer_id
             order by b.created_at desc, b.id desc",
            params,
            |columns| {
                rows += 1;
                if rows == most {
                    return Ok(());
                }
                let (created_at, id) = (columns.take()?, columns.take::<BookingId>()?);
                let as_desk_sees_it = |columns: &mut Columns<'_>, out: &mut Vec<u8>| {
                    columns.write_fields(&CUSTOMER_FIELDS, out)?;
                    columns.write_fields(&CONFLICT_FIELD, out)
                };
                write_booking(columns, &id, as_desk_sees_it, &services, out)?;
                last = Some(Position { created_at, id });
                Ok(())
            },
        )?;
        Ok(Page { last, has_more: rows == most })
    })
}
