//! The invoice items of a completed booking, reduced by an offer or gems.

use parlour_domain::gems::{GemsPrice, RedeemRefusal, most_expensive_covered, spendable_gems};
use parlour_domain::ids::{BookingId, OfferId, ServiceId};
use parlour_domain::offer::{PricedLine, discounts_by_line, is_running_on};
use parlour_domain::service::ServiceType;
use parlour_store::Tx;
use parlour_store::bookings::checkout::{self, CheckoutBooking, CheckoutService, OfferTerms};
use parlour_store::gems::gems_accounts;

use super::complete_refusal::CompleteRefusal;
use crate::gems;
use crate::invoices::InvoiceItem;
use crate::request_context::RequestContext;

/// An offer or gems, never both.
#[derive(Debug, Clone)]
pub enum Reduction {
    None,
    Offer(OfferId),
    /// Gems pay for this service, or else for the most expensive that they cover.
    Gems(Option<ServiceId>),
}

pub(super) struct Bill {
    pub(super) items: Vec<InvoiceItem>,
    /// The offer that reduces it, and its name.
    pub(super) offer: Option<(OfferId, String)>,
}

/// A locked booking that is to be billed.
pub(super) struct BillableBooking<'a> {
    pub(super) id: &'a BookingId,
    pub(super) booking: &'a CheckoutBooking,
    pub(super) services: Vec<CheckoutService>,
}

impl BillableBooking<'_> {
    pub(super) fn bill(
        &self,
        tx: &mut Tx<'_>,
        context: &RequestContext,
        reduction: &Reduction,
    ) -> Result<Bill, CompleteRefusal> {
        let mut items: Vec<InvoiceItem> = self.services.iter().map(invoice_item).collect();
        let mut offer = None;
        match reduction {
            Reduction::None => {}
            Reduction::Offer(id) => {
                let (terms, discounts) = self.offer_discounts(tx, context, id)?;
                let customer = &self.booking.customer_id;
                if !checkout::record_offer_use(tx, customer, id, self.id, context.now)? {
                    return Err(CompleteRefusal::OfferNotApplicable);
                }
                for (item, discount) in items.iter_mut().zip(discounts) {
                    item.discount_paise = discount;
                }
                offer = Some((id.clone(), terms.name));
            }
            Reduction::Gems(service) => {
                let index = self.choose_redeemed_service(tx, context, service.as_ref())?;
                items[index].redeemed_value_paise = items[index].price_paise;
                items[index].gems_redeemed = self.services[index].gems_required.unwrap_or_default();
            }
        }
        Ok(Bill { items, offer })
    }

    /// The offer's terms, and its discount on each service.
    fn offer_discounts(
        &self,
        tx: &mut Tx<'_>,
        context: &RequestContext,
        id: &OfferId,
    ) -> Result<(OfferTerms, Vec<i64>), CompleteRefusal> {
        let terms = checkout::find_offer_terms(tx, id)?.ok_or(CompleteRefusal::UnknownOffer)?;
        if !is_running_on(terms.is_active, (terms.start_date, terms.end_date), context.now.ist_date()) {
            return Err(CompleteRefusal::OfferExpired);
        }
        if self.booking.service_type != ServiceType::Salon {
            return Err(CompleteRefusal::OfferNotApplicable);
        }
        let priced = |service: &CheckoutService| PricedLine {
            service_id: service.service_id.clone(),
            price_paise: service.price_paise,
        };
        let lines: Vec<PricedLine> = self.services.iter().map(priced).collect();
        let applies_to = checkout::list_service_ids_of_offer(tx, id)?;
        let discounts = discounts_by_line(&lines, &terms.discount(), &applies_to);
        Ok((terms, discounts.ok_or(CompleteRefusal::OfferNotApplicable)?))
    }

    /// The index of the service that gems pay for: the requested one, or else the most expensive that they cover.
    fn choose_redeemed_service(
        &self,
        tx: &mut Tx<'_>,
        context: &RequestContext,
        requested: Option<&ServiceId>,
    ) -> Result<usize, CompleteRefusal> {
        let is_candidate = |service: &CheckoutService| requested.is_none_or(|id| service.service_id == *id);
        let price_of = |service: &CheckoutService| GemsPrice {
            price_paise: service.price_paise,
            gems: service.gems_required.filter(|_| is_candidate(service)),
        };
        let prices: Vec<GemsPrice> = self.services.iter().map(price_of).collect();
        let customer = &self.booking.customer_id;
        gems::lock_account(tx, context, customer)?;
        let spendable = spendable_gems(&gems_accounts::list_open_lots(tx, customer)?, context.now);
        most_expensive_covered(&prices, spendable).map_err(|refusal| match refusal {
            RedeemRefusal::NothingRedeemable => CompleteRefusal::NotRedeemable,
            RedeemRefusal::TooFew => CompleteRefusal::InsufficientGems,
        })
    }
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
