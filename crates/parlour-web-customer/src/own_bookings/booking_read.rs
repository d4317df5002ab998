//! What the pages of one booking read.

use parlour_app::offers::{PromisedOffer, find_promised_offer};
use parlour_domain::booking::customer_move::{CustomerMoveRefusal, check_move_before_start};
use parlour_domain::booking::is_cancel_window_past;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_http::error::HttpError;
use parlour_store::billing::invoices::{self, BookingInvoice};
use parlour_store::bookings::booking_records::{self, CustomerBooking};
use parlour_store::bookings::customer_pages::{self, BookingHistory};
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::Branch;

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

impl BookingRead {
    /// Of somebody else's booking: not found.
    pub(super) async fn find(page: &SignedInPage, id: &BookingId) -> Result<Self, HttpError> {
        let (user, id, now) = (page.signed_in_user.id.clone(), id.clone(), page.now());
        let read = page.caller.read(move |conn, _| {
            let missing = || HttpError::not_found("This visit");
            let found = booking_records::find_customer_booking(conn, &id, &user)?.ok_or_else(missing)?;
            Ok(Self {
                promise: find_promised_offer(conn, &found.booking)?,
                history: customer_pages::find_history(conn, &id, &user)?.ok_or_else(missing)?,
                invoice: invoices::find_own_by_booking(conn, &id, &user)?,
                branch: branch_changes::by_id(conn, &found.booking.branch_id)?,
                found: found.shown_at(now),
            })
        });
        let mut read: Self = read.await?;
        page.translate_names(&mut read.found).await?;
        page.translate_names(&mut read.promise).await?;
        Ok(read)
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
