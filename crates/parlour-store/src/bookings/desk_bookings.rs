//! Bookings as the desk sees them: everybody's, with the customer's name.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{BookingId, BranchId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::booking_records::{Booking, BookingService, collect_bookings};
use crate::db::{Conn, DbError, SqlValue};
use crate::params;

/// A booking and whose it is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBooking {
    #[serde(flatten)]
    pub booking: Booking,
    pub customer_name: String,
    /// Null for a customer who was made at the desk without one.
    pub customer_email: Option<EmailAddress>,
    /// Whether somebody who does something in it has another booking to do at the same time. Live branches refuse that.
    pub has_conflict: bool,
}

pub fn find_desk_booking(conn: &mut Conn<'_>, id: &BookingId) -> Result<Option<DeskBooking>, DbError> {
    let found = collect_desk_bookings(
        conn,
        "select b.id, b.booking_number, b.branch_id, b.customer_id, b.status, b.service_type, b.booking_date,
             b.start_time, b.end_time, b.total_amount_paise, b.total_duration_minutes, b.notes, b.is_walkin,
             b.is_membership_session, b.offer_id, b.spa_membership_id, b.confirmed_at, b.completed_at, b.cancelled_at,
             b.rejected_at, b.cancellation_reason, b.rejection_reason, b.reschedule_count, b.created_at, b.updated_at,
             u.id, u.name, u.email,
             case when b.status in ('pending', 'confirmed', 'in_progress') and exists (
                 select 1 from booking_services m join booking_services o on o.staff_id = m.staff_id
                     join bookings c on c.id = o.booking_id
                 where m.booking_id = b.id and o.booking_date = b.booking_date and o.booking_id <> b.id
                     and c.start_time < b.end_time and c.end_time > b.start_time
                     and c.status in ('pending', 'confirmed', 'in_progress')) then b.id end,
             s.id, s.booking_id, s.service_id, s.staff_id, s.service_name_snapshot, s.price_at_booking_paise,
             s.duration_minutes, s.display_order
         from bookings b join users u on u.id = b.customer_id left join booking_services s on s.booking_id = b.id
         where b.id = $1 order by s.display_order",
        params![id],
    )?;
    Ok(found.into_iter().next())
}

/// A branch's day as far as it keeps somebody busy, in the order of the bookings.
pub fn list_for_day(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    date: NaiveDate,
) -> Result<Vec<DeskBooking>, DbError> {
    collect_desk_bookings(
        conn,
        "select b.id, b.booking_number, b.branch_id, b.customer_id, b.status, b.service_type, b.booking_date,
             b.start_time, b.end_time, b.total_amount_paise, b.total_duration_minutes, b.notes, b.is_walkin,
             b.is_membership_session, b.offer_id, b.spa_membership_id, b.confirmed_at, b.completed_at, b.cancelled_at,
             b.rejected_at, b.cancellation_reason, b.rejection_reason, b.reschedule_count, b.created_at, b.updated_at,
             u.id, u.name, u.email,
             case when b.status in ('pending', 'confirmed', 'in_progress') and exists (
                 select 1 from booking_services m join booking_services o on o.staff_id = m.staff_id
                     join bookings c on c.id = o.booking_id
                 where m.booking_id = b.id and o.booking_date = b.booking_date and o.booking_id <> b.id
                     and c.start_time < b.end_time and c.end_time > b.start_time
                     and c.status in ('pending', 'confirmed', 'in_progress')) then b.id end,
             s.id, s.booking_id, s.service_id, s.staff_id, s.service_name_snapshot, s.price_at_booking_paise,
             s.duration_minutes, s.display_order
         from bookings b join users u on u.id = b.customer_id left join booking_services s on s.booking_id = b.id
         where b.branch_id = $1 and b.booking_date = $2 and b.status not in ('cancelled', 'rejected')
         order by b.start_time, b.id, s.display_order",
        params![branch, date],
    )
}

fn collect_desk_bookings(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
) -> Result<Vec<DeskBooking>, DbError> {
    let mut customers: HashMap<UserId, (String, Option<EmailAddress>)> = HashMap::new();
    let mut conflicts: HashSet<BookingId> = HashSet::new();
    let found = collect_bookings(conn, sql, params, |columns| {
        let customer = columns.take()?;
        let name_and_email = (columns.take()?, columns.take()?);
        customers.entry(customer).or_insert(name_and_email);
        conflicts.extend(columns.take::<Option<BookingId>>()?);
        BookingService::read(columns)
    })?;
    let to_desk_booking = |booking: Booking| {
        let (customer_name, customer_email) =
            customers.get(&booking.customer_id).cloned().unwrap_or_default();
        let has_conflict = conflicts.contains(&booking.id);
        DeskBooking { booking, customer_name, customer_email, has_conflict }
    };
    Ok(found.into_iter().map(to_desk_booking).collect())
}
