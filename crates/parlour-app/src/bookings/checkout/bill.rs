//! What a booking costs at checkout. The quote and the checkout compute it here, and so they agree.

use chrono::NaiveDate;
use parlour_domain::billing::hand_discount::{HandDiscount, desk_limit_paise};
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::booking::{BookingStatus, checked_sum};
use parlour_domain::gems::{GemsPrice, RedeemRefusal, most_expensive_covered, spendable_gems};
use parlour_domain::ids::{BookingId, MembershipId, OfferId, ServiceId};
use parlour_domain::offer::{OfferMismatch, PricedLine, discounts_by_line, is_running_on};
use parlour_domain::service::ServiceType;
use parlour_store::Conn;
use parlour_store::bookings::checkout::{self, CheckoutBooking, CheckoutService, OfferTerms};
use parlour_store::gems::gems_accounts;
use parlour_store::memberships::membership_records::{self, Membership};

use super::complete_refusal::{CheckoutFieldError, CompleteRefusal};
use crate::invoices::{GivenDiscount, InvoiceAmounts, InvoiceItem, IssueRefusal, SellingBranch};
use crate::memberships::{SessionRefusal, check_usable};
use crate::request_context::RequestContext;

/// What makes a booking cheaper: at most one of these.
#[derive(Debug, Clone)]
pub enum Reduction {
    None,
    Offer(OfferId),
    /// Gems pay for this service, or else for the most expensive that they cover.
    Gems(Option<ServiceId>),
    /// The desk gives a discount.
    ByHand(HandDiscount),
    /// The hours of a membership pay for a spa booking.
    Membership(MembershipId),
}

pub(super) struct Bill {
    pub(super) items: Vec<InvoiceItem>,
    pub(super) amounts: InvoiceAmounts,
    /// The offer that reduces it, and its name.
    pub(super) offer: Option<(OfferId, String)>,
    pub(super) hand_discount: Option<GivenDiscount>,
    pub(super) session: Option<PaidSession>,
}

/// A membership that pays for the booking, and the minutes that are taken from it.
pub(super) struct PaidSession {
    pub(super) membership: Membership,
    pub(super) minutes: i64,
}

/// A booking that can be billed.
pub(super) struct BillableBooking<'a> {
    pub(super) id: &'a BookingId,
    pub(super) booking: CheckoutBooking,
    pub(super) services: Vec<CheckoutService>,
    pub(super) branch: SellingBranch,
}

/// A booking in a status in which it can be billed.
pub(super) fn check_status(found: Option<CheckoutBooking>) -> Result<CheckoutBooking, CompleteRefusal> {
    let booking = found.ok_or(CompleteRefusal::Unknown)?;
    if !matches!(booking.status, BookingStatus::Confirmed | BookingStatus::InProgress) {
        return Err(CompleteRefusal::NotConfirmedOrInProgress);
    }
    Ok(booking)
}

impl<'a> BillableBooking<'a> {
    pub(super) fn read(
        conn: &mut Conn<'_>,
        context: &RequestContext,
        id: &'a BookingId,
        booking: CheckoutBooking,
    ) -> Result<Self, CompleteRefusal> {
        let services = checkout::list_services_to_bill(conn, id)?;
        let branch = SellingBranch::find(conn, &booking.branch_id, context)?.ok_or(IssueRefusal::Nobody)?;
        Ok(Self { id, booking, services, branch })
    }

    /// Writes nothing.
    pub(super) fn bill(
        &self,
        conn: &mut Conn<'_>,
        context: &RequestContext,
        reduction: &Reduction,
    ) -> Result<Bill, CompleteRefusal> {
        let mut items: Vec<InvoiceItem> = self.services.iter().map(invoice_item).collect();
        let (mut offer, mut hand_discount, mut session) = (None, None, None);
        match reduction {
            Reduction::None => {}
            Reduction::Offer(id) => {
                let (terms, discounts) = self.offer_discounts(conn, context, id)?;
                set_discounts(&mut items, &discounts);
                offer = Some((id.clone(), terms.name));
            }
            Reduction::Gems(service) => {
                let index = self.choose_redeemed_service(conn, context, service.as_ref())?;
                items[index].redeemed_value_paise = items[index].price_paise;
                items[index].gems_redeemed = self.services[index].gems_required.unwrap_or_default();
            }
            Reduction::ByHand(discount) => {
                set_discounts(&mut items, &self.hand_discounts(context, discount)?);
                hand_discount = Some(given_discount(context, discount)?);
            }
            Reduction::Membership(id) => {
                session = Some(self.paid_session(conn, context, id)?);
                // The hours were paid with the membership.
                for item in &mut items {
                    item.price_paise = 0;
                }
            }
        }
        let amounts = self.branch.amounts(invoice_type(session.as_ref()), &items);
        Ok(Bill { items, amounts, offer, hand_discount, session })
    }

    /// The services as an offer sees them.
    pub(super) fn priced_lines(&self) -> Vec<PricedLine> {
        self.services.iter().map(CheckoutService::priced_line).collect()
    }

    /// Whether offers apply to this booking at all today.
    pub(super) fn check_takes_offers(&self, conn: &mut Conn<'_>, today: NaiveDate) -> Result<(), CompleteRefusal> {
        if self.booking.service_type != ServiceType::Salon {
            return Err(OfferMismatch::SpaBooking.into());
        }
        if checkout::has_used_offer(conn, &self.booking.customer_id, today)? {
            return Err(OfferMismatch::UsedToday.into());
        }
        Ok(())
    }

    /// The offer's terms, and its discount on each service.
    fn offer_discounts(
        &self,
        conn: &mut Conn<'_>,
        context: &RequestContext,
        id: &OfferId,
    ) -> Result<(OfferTerms, Vec<i64>), CompleteRefusal> {
        let today = context.now.ist_date();
        let terms = checkout::find_offer_terms(conn, id)?.ok_or(CompleteRefusal::UnknownOffer)?;
        if !is_running_on(terms.is_active, (terms.start_date, terms.end_date), today) {
            return Err(CompleteRefusal::OfferExpired);
        }
        self.check_takes_offers(conn, today)?;
        let applies_to = checkout::list_service_ids_of_offer(conn, id)?;
        let discounts = discounts_by_line(&self.priced_lines(), &terms.discount(), &applies_to)?;
        Ok((terms, discounts))
    }

    /// The index of the service that gems pay for: the requested one, or else the most expensive that they cover.
    fn choose_redeemed_service(
        &self,
        conn: &mut Conn<'_>,
        context: &RequestContext,
        requested: Option<&ServiceId>,
    ) -> Result<usize, CompleteRefusal> {
        let is_candidate = |service: &CheckoutService| requested.is_none_or(|id| service.service_id == *id);
        if !self.services.iter().any(is_candidate) {
            return Err(CompleteRefusal::NotInBooking);
        }
        let price_of = |service: &CheckoutService| GemsPrice {
            price_paise: service.price_paise,
            gems: service.gems_required.filter(|_| is_candidate(service)),
        };
        let prices: Vec<GemsPrice> = self.services.iter().map(price_of).collect();
        let lots = gems_accounts::list_open_lots(conn, &self.booking.customer_id)?;
        most_expensive_covered(&prices, spendable_gems(&lots, context.now)).map_err(|refusal| match refusal {
            RedeemRefusal::NothingRedeemable if requested.is_some() => CompleteRefusal::NotRedeemable,
            RedeemRefusal::NothingRedeemable => CompleteRefusal::NothingRedeemable,
            RedeemRefusal::TooFew => CompleteRefusal::InsufficientGems,
        })
    }

    /// The discount on each service, if the actor may give as much.
    fn hand_discounts(&self, context: &RequestContext, discount: &HandDiscount) -> Result<Vec<i64>, CompleteRefusal> {
        let prices: Vec<i64> = self.services.iter().map(|service| service.price_paise).collect();
        let too_much = |_| CompleteRefusal::InvalidFields(vec![CheckoutFieldError::DiscountExceedsSubtotal]);
        let discounts = discount.size.by_line(&prices).map_err(too_much)?;
        let limit = desk_limit_paise(prices.iter().sum(), self.branch.seller.desk_discount_percent);
        if context.is_by_manager() || discounts.iter().sum::<i64>() <= limit {
            Ok(discounts)
        } else {
            Err(CompleteRefusal::DiscountAboveLimit)
        }
    }

    fn paid_session(
        &self,
        conn: &mut Conn<'_>,
        context: &RequestContext,
        id: &MembershipId,
    ) -> Result<PaidSession, CompleteRefusal> {
        if self.booking.service_type != ServiceType::Spa {
            return Err(CompleteRefusal::InvalidFields(vec![CheckoutFieldError::MembershipForSalon]));
        }
        let membership = membership_records::by_id(conn, id)?;
        let membership = membership.filter(|membership| membership.customer_id == self.booking.customer_id);
        let membership = membership.ok_or(SessionRefusal::Unknown)?;
        let minutes = checked_sum(self.services.iter().map(|service| service.membership_minutes));
        let minutes = minutes.ok_or(SessionRefusal::InsufficientHours)?;
        // A booking that is billed early is a session of today.
        let day = self.booking.booking_date.min(context.now.ist_date());
        check_usable(&membership, day, minutes, context.now)?;
        Ok(PaidSession { membership, minutes })
    }
}

fn invoice_type(session: Option<&PaidSession>) -> InvoiceType {
    if session.is_some() { InvoiceType::MembershipSession } else { InvoiceType::Service }
}

/// The actor signs for the discount.
fn given_discount(context: &RequestContext, discount: &HandDiscount) -> Result<GivenDiscount, CompleteRefusal> {
    let (given_by, _) = context.actor.clone().ok_or(CompleteRefusal::DiscountAboveLimit)?;
    Ok(GivenDiscount { reason: discount.reason.clone(), given_by })
}

fn set_discounts(items: &mut [InvoiceItem], discounts: &[i64]) {
    for (item, discount) in items.iter_mut().zip(discounts) {
        item.discount_paise = *discount;
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
