//! What an offer takes off services of the price list.

use parlour_app::hindi_names::Described;
use parlour_domain::ids::ServiceId;
use parlour_domain::offer::{OfferDiscount, OfferType, PricedLine, discounts_by_line};
use parlour_store::catalogue::catalogue_records::Service;
use parlour_texts::Texts;
use parlour_web::format;

/// So many services are enough to see what an offer does.
const MAX_EXAMPLES: usize = 2;

/// One or more services with their price before and after.
#[derive(Debug)]
pub(super) struct Example {
    pub(super) name: String,
    pub(super) before: String,
    pub(super) after: String,
    pub(super) less: String,
}

/// A combo of all its services; of other offers the first services, each by itself.
pub(super) fn examples(discount: &OfferDiscount, services: &[&Service], texts: Texts) -> Vec<Example> {
    let ids: Vec<ServiceId> = services.iter().map(|service| service.id.clone()).collect();
    let visits: Vec<&[&Service]> = match discount.offer_type {
        _ if services.is_empty() => Vec::new(),
        OfferType::ComboPrice => vec![services],
        OfferType::Percentage | OfferType::Flat => services.chunks(1).take(MAX_EXAMPLES).collect(),
    };
    visits.into_iter().filter_map(|visit| Example::new(discount, visit, &ids, texts)).collect()
}

impl Example {
    fn new(discount: &OfferDiscount, visit: &[&Service], applies_to: &[ServiceId], texts: Texts) -> Option<Self> {
        let line = |service: &&Service| PricedLine { service_id: service.id.clone(), price_paise: service.price_paise };
        let lines: Vec<PricedLine> = visit.iter().map(line).collect();
        let before: i64 = lines.iter().map(|line| line.price_paise).sum();
        let less: i64 = discounts_by_line(&lines, discount, applies_to).ok()?.iter().sum();
        let text = texts.desk_offers();
        let names = visit.iter().map(|service| service.name_in(texts)).collect::<Vec<_>>().join(", ");
        Some(Self {
            name: if visit.len() > 1 { text.together(&names) } else { names },
            before: format::money(before),
            after: format::money(before - less),
            less: text.less(&format::money(less)),
        })
    }
}
