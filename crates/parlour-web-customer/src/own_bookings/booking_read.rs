//! What the pages of one booking read.

use parlour_domain::booking::customer_move::{CustomerMoveRefusal, check_move_before_start};
use parlour_domain::booking::is_cancel_window_past;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::offer::{PricedLine, discounts_by_line, is_running_on};
use parlour_http::error::HttpError;
use parlour_store::billing::invoices::{self, BookingInvoice};
use parlour_store::bookings::booking_records::{self, Booking, BookingServiceWithStaff, CustomerBooking};
use parlour_store::bookings::checkout;
use parlour_store::bookings::customer_pages::{self, BookingHistory};
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::Branch;
use parlour_store::{Conn, DbError};

use super::booking_parts::starts_at;
use parlour_web::page::SignedInPage;

/// A booking with what its customer may know and do.
#[derive(Debug)]
pub(crate) struct BookingRead {
    pub(crate) found: CustomerBooking,
    pub(crate) history: BookingHistory,
    pub(crate) invoice: Option<BookingInvoice>,
    pub(crate) branch: Option<Branch>,
    /// The offer that a visit to come was booked with.
    pub(crate) promise: Option<PromisedOffer>,
}

#[derive(Debug)]
pub(crate) struct PromisedOffer {
    pub(crate) name: String,
    /// Not so if it does not run on the day of the visit, or is for other services: the visit was changed, or the offer.
    pub(crate) is_kept: bool,
}

impl BookingRead {
    /// Of somebody else's booking: not found.
    pub(super) async fn find(page: &SignedInPage, id: &BookingId) -> Result<Self, HttpError> {
        let (user, id, now) = (page.signed_in_user.id.clone(), id.clone(), page.now());
        page.caller
            .read(move |conn, _| {
                let missing = || HttpError::not_found("This visit");
                let found = booking_records::find_customer_booking(conn, &id, &user)?.ok_or_else(missing)?;
                Ok(Self {
                    promise: PromisedOffer::read(conn, &found.booking)?,
                    history: customer_pages::find_history(conn, &id, &user)?.ok_or_else(missing)?,
                    invoice: invoices::find_own_by_booking(conn, &id, &user)?,
                    branch: branch_changes::by_id(conn, &found.booking.branch_id)?,
                    found: found.shown_at(now),
                })
            })
            .await
    }

    pub(super) fn phone(&self) -> Option<&str> {
        self.branch.as_ref().and_then(|branch| branch.phone.as_deref())
    }

    /// Until when the customer may cancel, if the branch has such a rule.
    pub(super) fn cancel_until(&self) -> Option<Timestamp> {
        let minutes = self.branch.as_ref()?.cancel_window_minutes?;
        Some(starts_at(&self.found.booking).plus_millis(-minutes.saturating_mul(MINUTE_MS)))
    }

    pub(super) fn is_too_late_to_cancel(&self, now: Timestamp) -> bool {
        let window = self.branch.as_ref().and_then(|branch| branch.cancel_window_minutes);
        is_cancel_window_past(window, starts_at(&self.found.booking), now)
    }

    /// Whether to offer the customer to move it.
    pub(super) fn check_move_before_start(&self, now: Timestamp) -> Result<(), CustomerMoveRefusal> {
        let booking = &self.found.booking;
        check_move_before_start(booking.status, self.history.customer_reschedule_count, starts_at(booking), now)
    }
}

impl PromisedOffer {
    fn read(conn: &mut Conn<'_>, booking: &Booking<BookingServiceWithStaff>) -> Result<Option<Self>, DbError> {
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
        let takes_off = discounts.is_ok_and(|parts| parts.iter().sum::<i64>() > 0);
        let runs = is_running_on(terms.is_active, (terms.start_date, terms.end_date), booking.booking_date);
        Ok(Some(Self { name: terms.name, is_kept: runs && takes_off }))
    }
}
