//! A manager thinks of an offer.

use chrono::NaiveDate;
use parlour_domain::ids::{OfferId, ServiceId};
use parlour_domain::offer::{Discount, OfferType};
use parlour_domain::text::slug;
use parlour_store::Tx;
use parlour_store::offers::{self, Offer};

use super::{OfferRefusal, known_services, with_services};
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, Clone)]
pub struct NewOffer {
    pub name: String,
    pub description: Option<String>,
    pub terms: Option<String>,
    /// Of its figures only the one that its type needs is kept.
    pub discount: Discount,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    /// Each with its place in the list.
    pub services: Vec<(usize, ServiceId)>,
}

pub fn create(tx: &mut Tx<'_>, occasion: &Occasion, new: &NewOffer) -> Result<Offer, OfferRefusal> {
    let services = known_services(tx, &new.services)?;
    let figure = |of: OfferType, figure: Option<i64>| figure.filter(|_| new.discount.offer_type == of);
    let offer = Offer {
        id: OfferId::new(occasion.new_id()),
        name: new.name.clone(),
        slug: slug_of(&new.name, &occasion.chance.short_code::<6>()),
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
        created_at: occasion.now,
        updated_at: occasion.now,
    };
    offers::insert(tx, &offer, &services)?;
    let after = with_services(tx, &offer.id)?.as_ref().and_then(state);
    audit::record(
        tx,
        occasion,
        Change { action: "offer.create", record_id: offer.id.as_str(), after, ..Change::default() },
    )?;
    Ok(offer)
}

/// Offers of one name are told apart by the suffix; a name may have nothing that an address can show.
fn slug_of(name: &str, suffix: &str) -> String {
    match slug(name).as_str() {
        "" => format!("offer-{suffix}"),
        words => format!("{words}-{suffix}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_has_words_and_a_suffix() {
        assert_eq!(slug_of("Glow Month: 20% off!", "k3x9ab"), "glow-month-20-off-k3x9ab");
        assert_eq!(slug_of("% ★ %", "k3x9ab"), "offer-k3x9ab");
    }
}
