//! A manager thinks of an offer.

use chrono::NaiveDate;
use parlour_domain::ids::{OfferId, ServiceId};
use parlour_domain::offer::{OfferDiscount, OfferType};
use parlour_domain::text::slug;
use parlour_store::Tx;
use parlour_store::offers::offer_records::{self, Offer};

use super::{OfferRefusal, check_and_deduplicate_services, offer_with_services};
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewOffer {
    pub name: String,
    pub description: Option<String>,
    pub terms: Option<String>,
    /// Of its figures only the one that its type needs is kept.
    pub discount: OfferDiscount,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    /// Each with its place in the list.
    pub services: Vec<(usize, ServiceId)>,
}

pub fn create(tx: &mut Tx<'_>, context: &RequestContext, new: &NewOffer) -> Result<Offer, OfferRefusal> {
    let services = check_and_deduplicate_services(tx, &new.services)?;
    let figure = |of: OfferType, figure: Option<i64>| figure.filter(|_| new.discount.offer_type == of);
    let offer = Offer {
        id: OfferId::new(context.new_id()),
        name: new.name.clone(),
        slug: offer_slug(&new.name, &context.rng.short_code::<6>()),
        description: new.description.clone(),
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
        AuditedChange {
            action: "offer.create",
            record_id: offer.id.as_str(),
            after,
            ..AuditedChange::default()
        },
    )?;
    Ok(offer)
}

/// Offers of one name are told apart by the suffix; a name may have nothing that an address can show.
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
