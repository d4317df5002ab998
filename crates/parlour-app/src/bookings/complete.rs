//! A visit is over and paid at the counter.

use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::booking::{BookingStatus, COMPLETED_UNTIL_NO_APPROVAL};
use parlour_domain::gems::{GemsPrice, RedeemRefusal, gems_earned, most_expensive_covered, spendable_gems};
use parlour_domain::ids::{BookingId, InvoiceId, OfferId, ServiceId, UserId};
use parlour_domain::offer::{PricedLine, discounts_by_line, is_running_on};
use parlour_domain::service::ServiceType;
use parlour_store::billing::invoices::Invoice;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::checkout::{self, CheckoutBooking, CheckoutService, OfferTerms};
use parlour_store::bookings::occupancy;
use parlour_store::customers::profiles;
use parlour_store::gems::gems_accounts as balances;
use parlour_store::{DbError, Tx};

use super::follow_up;
use crate::audit::{self, AuditedChange, state_json};
use crate::gems::{self, Redemption, SpendRefusal};
use crate::idempotency::IdempotencyRefusal;
use crate::invoices::{InvoiceItem, IssueRefusal, Purchase, Sale, TaxPolicy, issue};
use crate::request_context::RequestContext;

/// What the desk says at the counter.
#[derive(Debug, Clone)]
pub struct Checkout {
    pub payment_method: PaymentMethod,
    pub reduction: Reduction,
    pub taxes: TaxPolicy,
}

/// An offer or gems, never both.
#[derive(Debug, Clone)]
pub enum Reduction {
    None,
    Offer(OfferId),
    /// Gems pay for this service, or for the dearest that they can pay for.
    Gems(Option<ServiceId>),
}

#[derive(Debug)]
pub struct CompletedBooking {
    pub booking: Booking,
    pub invoice: Invoice,
}

#[derive(Debug, thiserror::Error)]
pub enum CompleteRefusal {
    #[error("there is no such booking")]
    Unknown,
    #[error("only confirmed bookings and those in progress can be completed")]
    NotConfirmedOrInProgress,
    #[error("there is no such offer")]
    UnknownOffer,
    #[error("the offer is not running")]
    OfferExpired,
    #[error("the offer does not apply to this visit")]
    OfferNotApplicable,
    #[error("gems cannot pay for that")]
    NotRedeemable,
    #[error("the gems balance is too low")]
    InsufficientGems,
    #[error(transparent)]
    Issue(#[from] IssueRefusal),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SpendRefusal> for CompleteRefusal {
    fn from(refusal: SpendRefusal) -> Self {
        match refusal {
            SpendRefusal::InsufficientBalance => Self::InsufficientGems,
            SpendRefusal::Db(error) => error.into(),
        }
    }
}

pub fn complete(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    checkout_request: &Checkout,
) -> Result<CompletedBooking, CompleteRefusal> {
    let visit = checkout::lock_booking_for_checkout(tx, id)?.ok_or(CompleteRefusal::Unknown)?;
    if !matches!(visit.status, BookingStatus::Confirmed | BookingStatus::InProgress) {
        return Err(CompleteRefusal::NotConfirmedOrInProgress);
    }
    let before = booking_records::find_own_booking(tx, id, &visit.customer_id)?;
    let services = checkout::list_services_to_bill(tx, id)?;
    let bill = build_bill(tx, context, id, (&visit, &services), &checkout_request.reduction)?;
    checkout::complete_booking(tx, id, bill.offer.as_ref().map(|(offer, _)| offer), context.now)?;
    occupancy::release_booking(tx, id)?;
    let invoice = issue_invoice_and_move_gems(tx, context, id, (&visit, checkout_request), &bill)?;
    profiles::create_if_missing(tx, &context.new_id(), &visit.customer_id, context.now)?;
    let spent = invoice.total_amount_paise;
    let paid = profiles::CompletedVisit { spent_paise: spent, visited_at: context.now };
    profiles::count_visit(tx, &visit.customer_id, paid, COMPLETED_UNTIL_NO_APPROVAL, context.now)?;
    follow_up::withdraw_jobs(tx, id)?;
    follow_up::schedule_jobs_after_completion(tx, context, id)?;
    let booking =
        booking_records::find_own_booking(tx, id, &visit.customer_id)?.ok_or(CompleteRefusal::Unknown)?;
    let change = AuditedChange {
        action: "booking.complete",
        record_id: id.as_str(),
        concerns: Some(&visit.customer_id),
        before: before.as_ref().and_then(state_json),
        after: state_json(&booking),
    };
    audit::record(tx, context, change)?;
    let change = AuditedChange {
        action: "invoice.issue",
        record_id: invoice.id.as_str(),
        concerns: Some(&visit.customer_id),
        before: None,
        after: state_json(&invoice),
    };
    audit::record(tx, context, change)?;
    Ok(CompletedBooking { booking, invoice })
}

/// The lines, reduced, and by what.
struct Bill {
    items: Vec<InvoiceItem>,
    offer: Option<(OfferId, String)>,
}

fn build_bill(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &BookingId,
    (visit, services): (&CheckoutBooking, &[CheckoutService]),
    reduction: &Reduction,
) -> Result<Bill, CompleteRefusal> {
    let mut items: Vec<InvoiceItem> = services.iter().map(invoice_item).collect();
    let mut offer = None;
    match reduction {
        Reduction::None => {}
        Reduction::Offer(id) => {
            let (terms, parts) = offer_discounts(tx, context, (visit, services), id)?;
            if !checkout::record_offer_use(tx, &visit.customer_id, id, booking, context.now)? {
                return Err(CompleteRefusal::OfferNotApplicable);
            }
            for (item, part) in items.iter_mut().zip(parts) {
                item.discount_paise = part;
            }
            offer = Some((id.clone(), terms.name));
        }
        Reduction::Gems(wanted) => {
            let at = choose_redeemed_service(tx, context, (&visit.customer_id, services), wanted.as_ref())?;
            items[at].redeemed_value_paise = items[at].price_paise;
            items[at].gems_redeemed = services[at].gems_required.unwrap_or_default();
        }
    }
    Ok(Bill { items, offer })
}

fn invoice_item(service: &CheckoutService) -> InvoiceItem {
    InvoiceItem {
        service_id: Some(service.service_id.clone()),
        staff_id: service.staff_id.clone(),
        description: service.description.clone(),
        sac: service.sac.clone(),
        price_paise: service.price_paise,
        discount_paise: 0,
        redeemed_value_paise: 0,
        gems_redeemed: 0,
    }
}

/// What the offer takes off each line.
fn offer_discounts(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    (visit, services): (&CheckoutBooking, &[CheckoutService]),
    id: &OfferId,
) -> Result<(OfferTerms, Vec<i64>), CompleteRefusal> {
    let terms = checkout::find_offer_terms(tx, id)?.ok_or(CompleteRefusal::UnknownOffer)?;
    if !is_running_on(terms.is_active, (terms.start_date, terms.end_date), context.now.ist_date()) {
        return Err(CompleteRefusal::OfferExpired);
    }
    if visit.service_type != ServiceType::Salon {
        return Err(CompleteRefusal::OfferNotApplicable);
    }
    let priced = |service: &CheckoutService| PricedLine {
        service_id: service.service_id.clone(),
        price_paise: service.price_paise,
    };
    let lines: Vec<PricedLine> = services.iter().map(priced).collect();
    let applies_to = checkout::list_service_ids_of_offer(tx, id)?;
    let parts = discounts_by_line(&lines, &terms.discount(), &applies_to);
    Ok((terms, parts.ok_or(CompleteRefusal::OfferNotApplicable)?))
}

/// Which of the services gems pay for.
fn choose_redeemed_service(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    (customer, services): (&UserId, &[CheckoutService]),
    wanted: Option<&ServiceId>,
) -> Result<usize, CompleteRefusal> {
    let is_wanted = |service: &CheckoutService| wanted.is_none_or(|id| service.service_id == *id);
    let price_of = |service: &CheckoutService| GemsPrice {
        price_paise: service.price_paise,
        gems: service.gems_required.filter(|_| is_wanted(service)),
    };
    let prices: Vec<GemsPrice> = services.iter().map(price_of).collect();
    // Held from here on, so that nobody spends them meanwhile.
    gems::lock_account(tx, context, customer)?;
    let spendable = spendable_gems(&balances::list_open_lots(tx, customer)?, context.now);
    most_expensive_covered(&prices, spendable).map_err(|refusal| match refusal {
        RedeemRefusal::NothingRedeemable => CompleteRefusal::NotRedeemable,
        RedeemRefusal::TooFew => CompleteRefusal::InsufficientGems,
    })
}

/// The invoice, and the gems that it takes and gives.
fn issue_invoice_and_move_gems(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &BookingId,
    (visit, checkout_request): (&CheckoutBooking, &Checkout),
    bill: &Bill,
) -> Result<Invoice, CompleteRefusal> {
    let sale = Sale {
        id: InvoiceId::new(context.new_id()),
        bought: Purchase::Booking(booking),
        branch: &visit.branch_id,
        customer: &visit.customer_id,
        items: &bill.items,
        offer: bill.offer.as_ref().map(|(id, name)| (id, name.as_str())),
        payment_method: Some(checkout_request.payment_method),
        taxes: checkout_request.taxes,
    };
    if gems_earned(bill.items.iter().map(InvoiceItem::total_paise).sum()) > 0 {
        // Before the number: whoever pays with gems holds the account first, and both would wait for each other.
        gems::lock_account(tx, context, &visit.customer_id)?;
    }
    let invoice = issue(tx, context, &sale)?;
    if let Some(item) = bill.items.iter().find(|item| item.gems_redeemed > 0) {
        let description = format!("Redeemed for {}", item.description);
        let redemption =
            Redemption { invoice: &invoice.id, gems: item.gems_redeemed, description: &description };
        gems::redeem(tx, context, &visit.customer_id, &redemption)?;
    }
    gems::earn(tx, context, &visit.customer_id, &invoice.id, invoice.total_amount_paise)?;
    Ok(invoice)
}
