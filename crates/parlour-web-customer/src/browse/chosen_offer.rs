//! The offer that a visitor books with: its services stand before all others, and it is kept up to the booking.

use parlour_app::catalogue::OfferWithServices;
use parlour_app::hindi_names::Described;
use parlour_domain::offer::OfferType;

use super::basket::{Basket, Narrowing, ServiceRow, service_row};
use super::offer::cut;
use parlour_web::cache::Catalogue;
use parlour_web::page::PageContext;

#[derive(Debug)]
pub(crate) struct ChosenOffer {
    pub(crate) slug: String,
    pub(crate) heading: String,
    /// What it takes off, and until when.
    pub(crate) text: String,
    pub(crate) rows: Vec<ServiceRow>,
}

impl ChosenOffer {
    pub(super) fn new(
        found: &OfferWithServices,
        catalogue: &Catalogue,
        basket: &Basket,
        narrowing: &Narrowing<'_>,
        page: &PageContext,
    ) -> Self {
        let texts = page.texts;
        let of_offer = found.service_ids.iter().filter_map(|id| catalogue.find(|service| service.id == *id));
        let rows = of_offer
            .filter(|(group, service)| narrowing.shows(group, service))
            .map(|(group, service)| service_row(group, service, basket, texts))
            .collect();
        Self {
            slug: found.offer.slug.clone(),
            heading: texts.services().with_offer(found.offer.name_in(texts)),
            text: text(found, page),
            rows,
        }
    }
}

fn text(found: &OfferWithServices, page: &PageContext) -> String {
    let (texts, text) = (page.texts, page.texts.services());
    let until = texts.format_day(found.offer.end_date, page.today());
    match (found.offer.offer_type, cut(found, texts).0) {
        // One whose value was removed.
        (_, cut) if cut.is_empty() => text.offer_at_counter(&until),
        (OfferType::ComboPrice, price) => text.offer_together(&price, &until),
        (OfferType::Percentage | OfferType::Flat, cut) => text.offer_takes_off(&cut, &until),
    }
}
