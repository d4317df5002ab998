//! The offer that a visit was booked with.

use chrono::NaiveDate;
use parlour_domain::ids::{OfferId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::offer::{PricedLine, discounts_by_line, is_running_on};
use parlour_store::bookings::booking_records::{Booking, BookingServiceWithStaff};
use parlour_store::bookings::checkout::{self, CheckoutService};
use parlour_store::{Conn, DbError};

use crate::hindi_names::{HindiNames, NamedInEnglish};

#[derive(Debug, Clone)]
pub struct PromisedOffer {
    pub name: String,
    /// What it takes off the visit as it is now, in paise.
    pub takes_off: Result<i64, LostBecause>,
}

impl NamedInEnglish for PromisedOffer {
    fn translate(&mut self, names: &HindiNames) {
        names.translate_offer(&mut self.name);
    }
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
    let priced = |line: &BookingServiceWithStaff| PricedLine {
        service_id: line.service.service_id.clone(),
        price_paise: line.service.price_at_booking_paise,
    };
    let lines: Vec<PricedLine> = booking.services.iter().map(priced).collect();
    let day = booking.booking_date;
    let Some((name, takes_off)) = find_discount(conn, id, &lines, day)? else { return Ok(None) };
    let takes_off = if takes_off <= 0 {
        Err(LostBecause::NotForThisVisit)
    } else if has_offer_on(conn, &booking.customer_id, day, (booking.created_at, booking.id.as_str()))? {
        Err(LostBecause::OnceADay)
    } else {
        Ok(takes_off)
    };
    Ok(Some(PromisedOffer { name, takes_off }))
}

/// The name of an offer, and what it takes off a visit with these lines on a day: nothing where it does not run then, or is
/// for other services.
fn find_discount(
    conn: &mut Conn<'_>,
    id: &OfferId,
    lines: &[PricedLine],
    day: NaiveDate,
) -> Result<Option<(String, i64)>, DbError> {
    let Some(terms) = checkout::find_offer_terms(conn, id)? else { return Ok(None) };
    if !is_running_on(terms.is_active, (terms.start_date, terms.end_date), day) {
        return Ok(Some((terms.name, 0)));
    }
    let applies_to = checkout::list_service_ids_of_offer(conn, id)?;
    let discounts = discounts_by_line(lines, &terms.discount(), &applies_to);
    Ok(Some((terms.name, discounts.map_or(0, |parts| parts.iter().sum()))))
}

/// Whether a customer has an offer for a visit of that day already: used, or promised with a booking that was made before
/// this one and from which it still takes something off.
fn has_offer_on(
    conn: &mut Conn<'_>,
    customer: &UserId,
    day: NaiveDate,
    booked: (Timestamp, &str),
) -> Result<bool, DbError> {
    if checkout::has_used_offer(conn, customer, day)? {
        return Ok(true);
    }
    for (earlier, offer) in checkout::list_promises_before(conn, customer, day, booked)? {
        let services = checkout::list_services_to_bill(conn, &earlier)?;
        let lines: Vec<PricedLine> = services.iter().map(CheckoutService::priced_line).collect();
        if find_discount(conn, &offer, &lines, day)?.is_some_and(|(_, takes_off)| takes_off > 0) {
            return Ok(true);
        }
    }
    Ok(false)
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
