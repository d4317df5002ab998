//! A visit is over and paid at the counter.

use parlour_domain::booking::{BookingStatus, COMPLETED_IN_A_ROW};
use parlour_domain::gems::{GemsPrice, RedeemRefusal, dearest_paid_by, gems_earned, spendable};
use parlour_domain::ids::{BookingId, InvoiceId, OfferId, ServiceId, UserId};
use parlour_domain::invoice::PaymentMethod;
use parlour_domain::offer::{Priced, discount, is_running};
use parlour_domain::service::ServiceType;
use parlour_store::bookings::{self, Booking};
use parlour_store::checkout::{self, BilledService, OfferTerms, Visit};
use parlour_store::invoices::Invoice;
use parlour_store::{DbError, Tx, gems as balances, occupancy, profiles};

use super::follow_up;
use crate::audit::{self, Change, state};
use crate::gems::{self, Redemption, SpendRefusal};
use crate::invoices::{Bought, IssueRefusal, Item, Sale, Taxes, issue};
use crate::occasion::Occasion;
use crate::once::OnceRefusal;

/// What the desk says at the counter.
#[derive(Debug, Clone)]
pub struct Checkout {
    pub payment_method: PaymentMethod,
    pub reduction: Reduction,
    pub taxes: Taxes,
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
pub struct Completed {
    pub booking: Booking,
    pub invoice: Invoice,
}

#[derive(Debug, thiserror::Error)]
pub enum CompleteRefusal {
    #[error("there is no such booking")]
    Unknown,
    #[error("only confirmed bookings and those in progress can be completed")]
    NotUnderWay,
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
    Once(#[from] OnceRefusal),
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
    occasion: &Occasion,
    id: &BookingId,
    wish: &Checkout,
) -> Result<Completed, CompleteRefusal> {
    let visit = checkout::hold(tx, id)?.ok_or(CompleteRefusal::Unknown)?;
    if !matches!(visit.status, BookingStatus::Confirmed | BookingStatus::InProgress) {
        return Err(CompleteRefusal::NotUnderWay);
    }
    let before = bookings::own(tx, id, &visit.customer_id)?;
    let services = checkout::services(tx, id)?;
    let bill = bill(tx, occasion, id, (&visit, &services), &wish.reduction)?;
    checkout::complete(tx, id, bill.offer.as_ref().map(|(offer, _)| offer), occasion.now)?;
    occupancy::release(tx, id)?;
    let invoice = charge(tx, occasion, id, (&visit, wish), &bill)?;
    profiles::open(tx, &occasion.new_id(), &visit.customer_id, occasion.now)?;
    let spent = invoice.total_amount_paise;
    let paid = (spent, occasion.now);
    profiles::count_visit(tx, &visit.customer_id, paid, COMPLETED_IN_A_ROW, occasion.now)?;
    follow_up::withdraw(tx, id)?;
    follow_up::after_visit(tx, occasion, id)?;
    let booking = bookings::own(tx, id, &visit.customer_id)?.ok_or(CompleteRefusal::Unknown)?;
    let change = Change {
        action: "booking.complete",
        record_id: id.as_str(),
        concerns: Some(&visit.customer_id),
        before: before.as_ref().and_then(state),
        after: state(&booking),
    };
    audit::record(tx, occasion, change)?;
    let change = Change {
        action: "invoice.issue",
        record_id: invoice.id.as_str(),
        concerns: Some(&visit.customer_id),
        before: None,
        after: state(&invoice),
    };
    audit::record(tx, occasion, change)?;
    Ok(Completed { booking, invoice })
}

/// The lines, reduced, and by what.
struct Bill {
    items: Vec<Item>,
    offer: Option<(OfferId, String)>,
}

fn bill(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    booking: &BookingId,
    (visit, services): (&Visit, &[BilledService]),
    reduction: &Reduction,
) -> Result<Bill, CompleteRefusal> {
    let mut items: Vec<Item> = services.iter().map(item).collect();
    let mut offer = None;
    match reduction {
        Reduction::None => {}
        Reduction::Offer(id) => {
            let (terms, parts) = discounted(tx, occasion, (visit, services), id)?;
            if !checkout::use_offer(tx, &visit.customer_id, id, booking, occasion.now)? {
                return Err(CompleteRefusal::OfferNotApplicable);
            }
            for (item, part) in items.iter_mut().zip(parts) {
                item.discount_paise = part;
            }
            offer = Some((id.clone(), terms.name));
        }
        Reduction::Gems(wanted) => {
            let at = redeemed(tx, occasion, (&visit.customer_id, services), wanted.as_ref())?;
            items[at].redeemed_value_paise = items[at].price_paise;
            items[at].gems_redeemed = services[at].gems_required.unwrap_or_default();
        }
    }
    Ok(Bill { items, offer })
}

fn item(service: &BilledService) -> Item {
    Item {
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
fn discounted(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    (visit, services): (&Visit, &[BilledService]),
    id: &OfferId,
) -> Result<(OfferTerms, Vec<i64>), CompleteRefusal> {
    let terms = checkout::offer(tx, id)?.ok_or(CompleteRefusal::UnknownOffer)?;
    if !is_running(terms.is_active, (terms.start_date, terms.end_date), occasion.now.ist_date()) {
        return Err(CompleteRefusal::OfferExpired);
    }
    if visit.service_type != ServiceType::Salon {
        return Err(CompleteRefusal::OfferNotApplicable);
    }
    let priced = |service: &BilledService| Priced {
        service_id: service.service_id.clone(),
        price_paise: service.price_paise,
    };
    let lines: Vec<Priced> = services.iter().map(priced).collect();
    let applies_to = checkout::services_of_offer(tx, id)?;
    let parts = discount(&lines, &terms.discount(), &applies_to);
    Ok((terms, parts.ok_or(CompleteRefusal::OfferNotApplicable)?))
}

/// Which of the services gems pay for.
fn redeemed(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    (customer, services): (&UserId, &[BilledService]),
    wanted: Option<&ServiceId>,
) -> Result<usize, CompleteRefusal> {
    let is_wanted = |service: &BilledService| wanted.is_none_or(|id| service.service_id == *id);
    let price_of = |service: &BilledService| GemsPrice {
        price_paise: service.price_paise,
        gems: service.gems_required.filter(|_| is_wanted(service)),
    };
    let prices: Vec<GemsPrice> = services.iter().map(price_of).collect();
    // Held from here on, so that nobody spends them meanwhile.
    gems::hold(tx, occasion, customer)?;
    let spendable = spendable(&balances::open_lots(tx, customer)?, occasion.now);
    dearest_paid_by(&prices, spendable).map_err(|refusal| match refusal {
        RedeemRefusal::NothingRedeemable => CompleteRefusal::NotRedeemable,
        RedeemRefusal::TooFew => CompleteRefusal::InsufficientGems,
    })
}

/// The invoice, and the gems that it takes and gives.
fn charge(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    booking: &BookingId,
    (visit, wish): (&Visit, &Checkout),
    bill: &Bill,
) -> Result<Invoice, CompleteRefusal> {
    let sale = Sale {
        id: InvoiceId::new(occasion.new_id()),
        bought: Bought::Visit(booking),
        branch: &visit.branch_id,
        customer: &visit.customer_id,
        items: &bill.items,
        offer: bill.offer.as_ref().map(|(id, name)| (id, name.as_str())),
        payment_method: Some(wish.payment_method),
        taxes: wish.taxes,
    };
    if gems_earned(bill.items.iter().map(Item::total_paise).sum()) > 0 {
        // Before the number: whoever pays with gems holds the account first, and both would wait for each other.
        gems::hold(tx, occasion, &visit.customer_id)?;
    }
    let invoice = issue(tx, occasion, &sale)?;
    if let Some(item) = bill.items.iter().find(|item| item.gems_redeemed > 0) {
        let description = format!("Redeemed for {}", item.description);
        let redemption =
            Redemption { invoice: &invoice.id, gems: item.gems_redeemed, description: &description };
        gems::redeem(tx, occasion, &visit.customer_id, &redemption)?;
    }
    gems::earn(tx, occasion, &visit.customer_id, &invoice.id, invoice.total_amount_paise)?;
    Ok(invoice)
}
