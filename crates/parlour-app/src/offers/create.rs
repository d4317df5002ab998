//! A manager creates an offer.

use chrono::NaiveDate;
use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{OfferId, ServiceId};
use parlour_domain::offer::{OfferDiscount, OfferType};
use parlour_domain::text::slug;
use parlour_store::Tx;
use parlour_store::offers::offer_records::{self, Offer};

use super::offer_refusal::OfferRefusal;
use super::offer_services::check_services;
use super::read::offer_with_services;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewOffer {
    pub name: String,
    pub description: Option<String>,
    pub name_hi: Option<String>,
    pub description_hi: Option<String>,
    pub terms: Option<String>,
    /// Only the figure that belongs to the offer's type is stored.
    pub discount: OfferDiscount,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    /// Each with its index in the list that was sent.
    pub services: Vec<(usize, ServiceId)>,
}

pub fn create(tx: &mut Tx<'_>, context: &RequestContext, new: &NewOffer) -> Result<Offer, OfferRefusal> {
    let services = check_services(tx, &new.services)?.map_err(OfferRefusal::UnknownServices)?;
    let figure = |of: OfferType, figure: Option<i64>| figure.filter(|_| new.discount.offer_type == of);
    let offer = Offer {
        id: OfferId::new(context.new_id()),
        name: new.name.clone(),
        slug: offer_slug(&new.name, &context.rng.random_letters::<6>()),
        description: new.description.clone(),
        name_hi: new.name_hi.clone(),
        description_hi: new.description_hi.clone(),
        offer_type: new.discount.offer_type,
        discount_percentage: figure(OfferType::Percentage, new.discount.percentage),
        discount_amount_paise: figure(OfferType::Flat, new.discount.amount_paise),
        combo_price_paise: figure(OfferType::ComboPrice, new.discount.combo_price_paise),
        start_date: new.start_date,
        end_date: new.end_date,
        is_active: true,
        terms: new.terms.clone(),
        image_url: None,
        display_order: 0,
        created_at: context.now,
        updated_at: context.now,
    };
    offer_records::insert(tx, &offer, &services)?;
    let after = offer_with_services(tx, &offer.id)?.as_ref().and_then(state_json);
    audit::record(
        tx,
        context,
        AuditedChange { after, ..AuditedChange::new(AuditAction::OfferCreate, offer.id.as_str()) },
    )?;
    Ok(offer)
}

/// The suffix distinguishes offers of the same name. A name may have no letters that an address can show.
fn offer_slug(name: &str, suffix: &str) -> String {
    match slug(name).as_str() {
        "" => format!("offer-{suffix}"),
        words => format!("{words}-{suffix}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offer_slug_has_words_and_suffix() {
        assert_eq!(offer_slug("Glow Month: 20% off!", "k3x9ab"), "glow-month-20-off-k3x9ab");
        assert_eq!(offer_slug("% ★ %", "k3x9ab"), "offer-k3x9ab");
    }
}
