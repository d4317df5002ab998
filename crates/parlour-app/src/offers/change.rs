//! A manager changes an offer, or switches it off.

use chrono::NaiveDate;
use parlour_domain::ids::{OfferId, ServiceId};
use parlour_domain::offer::OfferType;
use parlour_store::Tx;
use parlour_store::offers::offer_records::{self, Offer};

use super::{OfferRefusal, check_and_deduplicate_services, offer_with_services};
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// What is to change; what is absent stays. Whether the figure fits the type and the dates are in order is not asked:
/// the contract lets such an offer be, and it is refused when it is used.
#[derive(Debug, Clone, Default)]
pub struct OfferPatch {
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
    context: &RequestContext,
    id: &OfferId,
    patch: &OfferPatch,
) -> Result<Offer, OfferRefusal> {
    if !offer_records::lock_offer(tx, id)? {
        return Err(OfferRefusal::Unknown);
    }
    let before = offer_with_services(tx, id)?.ok_or(OfferRefusal::Unknown)?;
    if let Some(named) = &patch.services {
        let services = check_and_deduplicate_services(tx, named)?;
        offer_records::replace_services(tx, id, &services)?;
    }
    let mut offer = before.offer.clone();
    apply_patch(patch, &mut offer);
    offer.updated_at = context.now;
    offer_records::save(tx, &offer)?;
    let after = offer_with_services(tx, id)?;
    let change = AuditedChange {
        action: "offer.change",
        record_id: id.as_str(),
        concerns: None,
        before: state_json(&before),
        after: after.as_ref().and_then(state_json),
    };
    audit::record(tx, context, change)?;
    Ok(offer)
}

fn apply_patch(patch: &OfferPatch, offer: &mut Offer) {
    fn set_if_present<T: Clone>(patch: Option<&T>, field: &mut T) {
        if let Some(value) = patch {
            field.clone_from(value);
        }
    }
    fn set_text_if_present(patch: Option<&String>, field: &mut Option<String>) {
        if let Some(text) = patch {
            *field = Some(text.clone()).filter(|text| !text.is_empty());
        }
    }
    set_if_present(patch.name.as_ref(), &mut offer.name);
    set_text_if_present(patch.description.as_ref(), &mut offer.description);
    set_text_if_present(patch.terms.as_ref(), &mut offer.terms);
    set_if_present(patch.offer_type.as_ref(), &mut offer.offer_type);
    offer.discount_percentage = patch.percentage.or(offer.discount_percentage);
    offer.discount_amount_paise = patch.amount_paise.or(offer.discount_amount_paise);
    offer.combo_price_paise = patch.combo_price_paise.or(offer.combo_price_paise);
    set_if_present(patch.start_date.as_ref(), &mut offer.start_date);
    set_if_present(patch.end_date.as_ref(), &mut offer.end_date);
    set_if_present(patch.is_active.as_ref(), &mut offer.is_active);
}
