//! A manager changes an offer, or switches it off.

use chrono::NaiveDate;
use parlour_domain::ids::{OfferId, ServiceId};
use parlour_domain::offer::OfferType;
use parlour_store::Tx;
use parlour_store::offers::{self, Offer};

use super::{OfferRefusal, known_services, with_services};
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

/// What is to change; what is absent stays. Whether the figure fits the type and the dates are in order is not asked:
/// the contract lets such an offer be, and it is refused when it is used.
#[derive(Debug, Clone, Default)]
pub struct OfferChange {
    pub name: Option<String>,
    /// An empty one is taken away.
    pub description: Option<String>,
    /// Empty ones are taken away.
    pub terms: Option<String>,
    pub offer_type: Option<OfferType>,
    pub percentage: Option<i64>,
    pub amount_paise: Option<i64>,
    pub combo_price_paise: Option<i64>,
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    pub is_active: Option<bool>,
    /// In the place of those that it has, each with its place in the list.
    pub services: Option<Vec<(usize, ServiceId)>>,
}

/// The slug stays, so that addresses do.
pub fn change(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &OfferId,
    wish: &OfferChange,
) -> Result<Offer, OfferRefusal> {
    if !offers::hold(tx, id)? {
        return Err(OfferRefusal::Unknown);
    }
    let before = with_services(tx, id)?.ok_or(OfferRefusal::Unknown)?;
    if let Some(named) = &wish.services {
        let services = known_services(tx, named)?;
        offers::set_services(tx, id, &services)?;
    }
    let mut offer = before.offer.clone();
    apply(wish, &mut offer);
    offer.updated_at = occasion.now;
    offers::save(tx, &offer)?;
    let after = with_services(tx, id)?;
    let change = Change {
        action: "offer.change",
        record_id: id.as_str(),
        concerns: None,
        before: state(&before),
        after: after.as_ref().and_then(state),
    };
    audit::record(tx, occasion, change)?;
    Ok(offer)
}

fn apply(wish: &OfferChange, offer: &mut Offer) {
    fn put<T: Clone>(wish: Option<&T>, field: &mut T) {
        if let Some(value) = wish {
            field.clone_from(value);
        }
    }
    fn put_text(wish: Option<&String>, field: &mut Option<String>) {
        if let Some(text) = wish {
            *field = Some(text.clone()).filter(|text| !text.is_empty());
        }
    }
    put(wish.name.as_ref(), &mut offer.name);
    put_text(wish.description.as_ref(), &mut offer.description);
    put_text(wish.terms.as_ref(), &mut offer.terms);
    put(wish.offer_type.as_ref(), &mut offer.offer_type);
    offer.discount_percentage = wish.percentage.or(offer.discount_percentage);
    offer.discount_amount_paise = wish.amount_paise.or(offer.discount_amount_paise);
    offer.combo_price_paise = wish.combo_price_paise.or(offer.combo_price_paise);
    put(wish.start_date.as_ref(), &mut offer.start_date);
    put(wish.end_date.as_ref(), &mut offer.end_date);
    put(wish.is_active.as_ref(), &mut offer.is_active);
}
