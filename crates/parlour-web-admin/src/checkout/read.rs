//! What the checkout of a booking is shown from.

use parlour_app::bookings::{CompleteRefusal, Quote, Reduction, SuggestedReduction, quote, suggest_reduction};
use parlour_app::hindi_names::{HindiNames, NamedInEnglish};
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::{BookingId, OfferId};
use parlour_http::error::HttpError;
use parlour_http::sessions::Receptionist;
use parlour_store::billing::desk_invoices::{self, DeskInvoice};
use parlour_store::billing::invoice_documents;
use parlour_store::bookings::checkout;
use parlour_store::bookings::desk_bookings::{self, DeskBooking};
use parlour_store::branches::branch_records::{self, UpiAccount};
use parlour_store::{Conn, DbError};

use crate::closed_today::ClosedToday;
use crate::desk::DeskPage;

pub(super) struct CheckoutRead {
    pub(super) found: DeskBooking,
    /// What it costs if nothing is taken off, or why it cannot be billed at all.
    pub(super) unreduced_quote: Result<Quote, CompleteRefusal>,
    /// What it costs with what was chosen to take something off, or why that cannot be. `None` if nothing was.
    pub(super) chosen: Option<Result<Quote, CompleteRefusal>>,
    /// What is taken off unless something else is chosen.
    pub(super) suggested: Option<SuggestedReduction>,
    /// An offer that the customer was promised and that cannot be taken off now.
    pub(super) lost_promise: Option<LostPromise>,
    /// How much discount a receptionist may give by hand.
    pub(super) desk_discount_percent: i64,
    pub(super) upi: Option<UpiAccount>,
    /// If today is closed at the branch.
    pub(super) closed_today: Option<ClosedToday>,
    /// The newest invoice of the booking.
    pub(super) invoice: Option<DeskInvoice>,
}

/// The name of the offer, and why it does not apply.
pub(super) struct LostPromise {
    pub(super) offer: String,
    pub(super) refusal: CompleteRefusal,
}

/// An invoice that there is already keeps the names that it was issued with.
impl NamedInEnglish for CheckoutRead {
    fn translate(&mut self, names: &HindiNames) {
        self.found.translate(names);
        let chosen = self.chosen.iter_mut().filter_map(|chosen| chosen.as_mut().ok());
        for quote in self.unreduced_quote.as_mut().ok().into_iter().chain(chosen) {
            quote.translate(names);
        }
        self.suggested.translate(names);
        if let Some(lost) = &mut self.lost_promise {
            names.translate_offer(&mut lost.offer);
        }
    }
}

impl CheckoutRead {
    pub(super) async fn find(
        page: &DeskPage<Receptionist>,
        id: &BookingId,
        reduction: &Reduction,
    ) -> Result<Self, HttpError> {
        let (id, reduction, user, role) = (id.clone(), reduction.clone(), page.user().clone(), page.role());
        let read = page.caller.read(move |conn, context| {
            let found = desk_bookings::find_desk_booking(conn, &id)?;
            let found = found.ok_or_else(|| HttpError::not_found("This booking"))?.shown_at(context.now);
            let branch = &found.booking.branch_id;
            let seller = branch_records::find_seller(conn, branch)?;
            let unreduced_quote = quoted(conn, context, &id, &Reduction::None)?;
            let chosen = match &reduction {
                Reduction::None => None,
                reduction => Some(quoted(conn, context, &id, reduction)?),
            };
            let promised = found.booking.promised_offer_id.as_ref();
            let (mut suggested, mut lost_promise) = (None, None);
            if let Ok(unreduced_quote) = &unreduced_quote {
                suggested = suggest_reduction(conn, context, &id, unreduced_quote, promised)?;
                let lost = promised
                    .filter(|promised| unreduced_quote.applicable_offers.iter().all(|offer| offer.id != **promised));
                if let Some(offer) = lost {
                    lost_promise = LostPromise::read(conn, context, &id, offer)?;
                }
            }
            let today = context.now.ist_date();
            let closed_today = match &unreduced_quote {
                Err(CompleteRefusal::DayClosed) => ClosedToday::find(conn, branch, (&user, role), today)?,
                _ => None,
            };
            let invoice = match invoice_documents::find_invoice_of_booking(conn, &id)? {
                Some(invoice) => desk_invoices::by_id(conn, &invoice)?,
                None => None,
            };
            Ok(Self {
                desk_discount_percent: seller.map_or(0, |seller| seller.desk_discount_percent),
                upi: branch_records::find_upi_account(conn, branch)?,
                unreduced_quote,
                chosen,
                suggested,
                lost_promise,
                closed_today,
                invoice,
                found,
            })
        });
        let mut read: Self = read.await?;
        page.translate_names(&mut read).await?;
        Ok(read)
    }

    /// Whether the customer was told of this offer.
    pub(super) fn is_promised(&self, offer: &OfferId) -> bool {
        self.found.booking.promised_offer_id.as_ref() == Some(offer)
    }

    /// What is due for the choice, or without it where it cannot be.
    pub(super) fn due_paise(&self) -> i64 {
        let chosen = self.chosen.as_ref().and_then(|chosen| chosen.as_ref().ok());
        chosen.or(self.unreduced_quote.as_ref().ok()).map_or(0, |quote| quote.total_amount_paise)
    }
}

impl LostPromise {
    fn read(
        conn: &mut Conn<'_>,
        context: &RequestContext,
        id: &BookingId,
        offer: &OfferId,
    ) -> Result<Option<Self>, DbError> {
        let Some(terms) = checkout::find_offer_terms(conn, offer)? else { return Ok(None) };
        let refusal = quoted(conn, context, id, &Reduction::Offer(offer.clone()))?.err();
        Ok(refusal.map(|refusal| Self { offer: terms.name, refusal }))
    }
}

/// The outer error is one of the database.
fn quoted(
    conn: &mut Conn<'_>,
    context: &RequestContext,
    id: &BookingId,
    reduction: &Reduction,
) -> Result<Result<Quote, CompleteRefusal>, DbError> {
    match quote(conn, context, id, reduction) {
        Err(CompleteRefusal::Db(error)) => Err(error),
        quoted => Ok(quoted),
    }
}
