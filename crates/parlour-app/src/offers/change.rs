//! A manager changes an offer, or switches it off.

use chrono::NaiveDate;
use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{OfferId, ServiceId};
use parlour_domain::offer::OfferType;
use parlour_store::Tx;
use parlour_store::offers::offer_records::{self, Offer};

use super::offer_refusal::OfferRefusal;
use super::offer_services::check_services;
use super::read::offer_with_services;
use crate::audit::{self, AuditedChange, state_json};
use crate::patch::set_if_present;
use crate::request_context::RequestContext;

/// Fields to change. An absent field stays. Type and figure, or the two dates, may contradict each other: the contract
/// allows such an offer, and refuses its use.
#[derive(Debug, Clone, Default)]
pub struct OfferPatch {
    pub name: Option<String>,
    /// An empty text removes it.
    pub description: Option<String>,
    pub name_hi: Option<Option<String>>,
    pub description_hi: Option<Option<String>>,
    /// An empty text removes them.
    pub terms: Option<String>,
    pub offer_type: Option<OfferType>,
    pub percentage: Option<i64>,
    pub amount_paise: Option<i64>,
    pub combo_price_paise: Option<i64>,
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    pub is_active: Option<bool>,
    /// Replaces the present ones. Each has its index in the list that was sent.
    pub services: Option<Vec<(usize, ServiceId)>>,
}

/// The slug stays, so that links keep working.
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
    if let Some(requested) = &patch.services {
        let services = check_services(tx, requested)?.map_err(OfferRefusal::UnknownServices)?;
        offer_records::replace_services(tx, id, &services)?;
    }
    let mut offer = before.offer.clone();
    apply_patch(patch, &mut offer);
    offer.updated_at = context.now;
    offer_records::save(tx, &offer)?;
    let after = offer_with_services(tx, id)?;
    let change = AuditedChange {
        action: AuditAction::OfferChange,
        record_id: id.as_str(),
        concerns: None,
        before: state_json(&before),
        after: after.as_ref().and_then(state_json),
    };
    audit::record(tx, context, change)?;
    Ok(offer)
}

fn apply_patch(patch: &OfferPatch, offer: &mut Offer) {
    fn set_text_if_present(patch: Option<&String>, field: &mut Option<String>) {
        if let Some(text) = patch {
            *field = Some(text.clone()).filter(|text| !text.is_empty());
        }
    }
    set_if_present(patch.name.as_ref(), &mut offer.name);
    set_text_if_present(patch.description.as_ref(), &mut offer.description);
    set_if_present(patch.name_hi.as_ref(), &mut offer.name_hi);
    set_if_present(patch.description_hi.as_ref(), &mut offer.description_hi);
    set_text_if_present(patch.terms.as_ref(), &mut offer.terms);
    set_if_present(patch.offer_type.as_ref(), &mut offer.offer_type);
    offer.discount_percentage = patch.percentage.or(offer.discount_percentage);
    offer.discount_amount_paise = patch.amount_paise.or(offer.discount_amount_paise);
    offer.combo_price_paise = patch.combo_price_paise.or(offer.combo_price_paise);
    set_if_present(patch.start_date.as_ref(), &mut offer.start_date);
    set_if_present(patch.end_date.as_ref(), &mut offer.end_date);
    set_if_present(patch.is_active.as_ref(), &mut offer.is_active);
}
