//! A visit of long ago, as another system knew it.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::{BookingStatus, COMPLETED_IN_A_ROW, booking_number, counted_month};
use parlour_domain::ids::{BookingId, BranchId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::money::spread;
use parlour_domain::service::ServiceType;
use parlour_store::bookings::{self, Booking};
use parlour_store::catalogue::Bookable;
use parlour_store::{DbError, Tx, checkout, desk_changes, profiles};

use super::request::{asked_for, line};
use crate::audit::{self, Change};
use crate::occasion::Occasion;

#[derive(Debug)]
pub(crate) struct PastVisit {
    pub(crate) customer_id: UserId,
    pub(crate) branch_id: BranchId,
    pub(crate) branch_code: String,
    pub(crate) service_type: ServiceType,
    pub(crate) booking_date: NaiveDate,
    pub(crate) start_time: NaiveTime,
    pub(crate) end_time: NaiveTime,
    pub(crate) services: Vec<Bookable>,
    /// What was paid then, where it is known to differ from today's prices.
    pub(crate) amount_paise: Option<i64>,
    pub(crate) staff_id: Option<StaffId>,
    /// How it ended: completed, cancelled or as a no-show.
    pub(crate) ended: BookingStatus,
    pub(crate) notes: Option<String>,
}

/// It counts as the visit that it was, on the day on which it was. Its invoice stays in the other system, so nothing is
/// billed, and nobody is told.
pub(crate) fn record_past(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    visit: &PastVisit,
) -> Result<BookingId, DbError> {
    let booking = as_booked(tx, occasion, visit)?;
    bookings::insert(tx, &booking)?;
    for (line, service) in booking.services.iter().zip(&visit.services) {
        bookings::insert_service(tx, line, booking.booking_date, service.buffer_minutes)?;
    }
    let ended_at = Timestamp::from_ist(visit.booking_date, visit.end_time);
    match visit.ended {
        BookingStatus::Cancelled => bookings::cancel(tx, &booking.id, None, false, ended_at)?,
        BookingStatus::NoShow => desk_changes::miss(tx, &booking.id, ended_at)?,
        _ => {
            checkout::complete(tx, &booking.id, None, ended_at)?;
            profiles::open(tx, &occasion.new_id(), &visit.customer_id, occasion.now)?;
            let paid = (booking.total_amount_paise, ended_at);
            profiles::count_visit(tx, &visit.customer_id, paid, COMPLETED_IN_A_ROW, occasion.now)?;
        }
    }
    let change = Change {
        action: "booking.import",
        record_id: booking.id.as_str(),
        concerns: Some(&visit.customer_id),
        before: None,
        after: Some(asked_for(&booking)),
    };
    audit::record(tx, occasion, change)?;
    Ok(booking.id)
}

/// Before it ended. It is dated, and so numbered, by its own day: lists show the newest first.
fn as_booked(tx: &mut Tx<'_>, occasion: &Occasion, visit: &PastVisit) -> Result<Booking, DbError> {
    let id = BookingId::new(occasion.new_id());
    let (date, kind) = (visit.booking_date, visit.service_type);
    let made_at = Timestamp::from_ist(date, visit.start_time);
    let number = bookings::next_number(tx, &visit.branch_id, &counted_month(date), kind)?;
    let staff = visit.staff_id.as_ref();
    let places = visit.services.iter().zip(1..);
    let mut services: Vec<_> =
        places.map(|(service, place)| line(occasion, &id, service, (place, staff))).collect();
    if let Some(amount) = visit.amount_paise {
        let prices: Vec<i64> = services.iter().map(|line| line.price_at_booking_paise.max(1)).collect();
        for (line, part) in services.iter_mut().zip(spread(amount, &prices)) {
            line.price_at_booking_paise = part;
        }
    }
    Ok(Booking {
        id,
        booking_number: booking_number(&visit.branch_code, date, kind, number),
        branch_id: visit.branch_id.clone(),
        customer_id: visit.customer_id.clone(),
        status: BookingStatus::Confirmed,
        service_type: kind,
        booking_date: date,
        start_time: visit.start_time,
        end_time: visit.end_time,
        total_amount_paise: services.iter().map(|line| line.price_at_booking_paise).sum(),
        total_duration_minutes: services.iter().map(|line| line.duration_minutes).sum(),
        notes: visit.notes.clone(),
        is_walkin: false,
        is_membership_session: false,
        offer_id: None,
        spa_membership_id: None,
        confirmed_at: Some(made_at),
        completed_at: None,
        cancelled_at: None,
        rejected_at: None,
        cancellation_reason: None,
        rejection_reason: None,
        reschedule_count: 0,
        created_at: made_at,
        updated_at: made_at,
        services,
    })
}
