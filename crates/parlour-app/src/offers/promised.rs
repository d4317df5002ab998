//! The offer that a visit was booked with.

use chrono::NaiveDate;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::offer::{PricedLine, discounts_by_line, is_running_on};
use parlour_store::bookings::booking_records::{Booking, BookingServiceWithStaff};
use parlour_store::bookings::checkout;
use parlour_store::{Conn, DbError};

#[derive(Debug, Clone)]
pub struct PromisedOffer {
    pub name: String,
    /// What it takes off the visit as it is now, in paise.
    pub takes_off: Result<i64, LostBecause>,
}

/// Why a promised offer takes nothing off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostBecause {
    /// It does not run on the day of the visit, or is for other services: the visit was changed, or the offer.
    NotForThisVisit,
    /// The customer has an offer for another visit of that day.
    OnceADay,
}

/// Of a visit to come; the checkout looks at it again.
pub fn find_promised_offer(
    conn: &mut Conn<'_>,
    booking: &Booking<BookingServiceWithStaff>,
) -> Result<Option<PromisedOffer>, DbError> {
    let promised = booking.promised_offer_id.as_ref().filter(|_| booking.status.is_upcoming());
    let Some(id) = promised else { return Ok(None) };
    let Some(terms) = checkout::find_offer_terms(conn, id)? else { return Ok(None) };
    let priced = |line: &BookingServiceWithStaff| PricedLine {
        service_id: line.service.service_id.clone(),
        price_paise: line.service.price_at_booking_paise,
    };
    let lines: Vec<PricedLine> = booking.services.iter().map(priced).collect();
    let applies_to = checkout::list_service_ids_of_offer(conn, id)?;
    let discounts = discounts_by_line(&lines, &terms.discount(), &applies_to);
    let takes_off: i64 = discounts.map_or(0, |parts| parts.iter().sum());
    let day = booking.booking_date;
    let runs = is_running_on(terms.is_active, (terms.start_date, terms.end_date), day);
    let takes_off = if !runs || takes_off <= 0 {
        Err(LostBecause::NotForThisVisit)
    } else if has_offer_on(conn, &booking.customer_id, day, (booking.created_at, booking.id.as_str()))? {
        Err(LostBecause::OnceADay)
    } else {
        Ok(takes_off)
    };
    Ok(Some(PromisedOffer { name: terms.name, takes_off }))
}

/// Whether a customer has an offer for a visit of that day already: used, or promised with a booking that was made before
/// this one.
fn has_offer_on(
    conn: &mut Conn<'_>,
    customer: &UserId,
    day: NaiveDate,
    booked: (Timestamp, &str),
) -> Result<bool, DbError> {
    Ok(checkout::has_used_offer(conn, customer, day)? || checkout::has_promise_before(conn, customer, day, booked)?)
}

/// The same for a visit that is not booked yet.
pub fn has_offer_already(
    conn: &mut Conn<'_>,
    customer: &UserId,
    day: NaiveDate,
    now: Timestamp,
) -> Result<bool, DbError> {
    has_offer_on(conn, customer, day, (now.plus_millis(1), ""))
}
