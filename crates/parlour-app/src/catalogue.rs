//! The public catalogue, and the offers that are current on a day.

use std::collections::HashMap;

use chrono::NaiveDate;
use parlour_domain::ids::{CategoryId, OfferId, ServiceId};
use parlour_store::catalogue::catalogue_records::{Category, Service};
use parlour_store::offers::offer_records::{Offer, OfferService};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

/// A category with its active services.
#[derive(Debug, Serialize, ToSchema)]
pub struct CategoryWithServices {
    #[serde(flatten)]
    pub category: Category,
    pub services: Vec<Service>,
}

pub fn active_catalogue(conn: &mut Conn<'_>) -> Result<Vec<CategoryWithServices>, DbError> {
    let mut by_category: HashMap<CategoryId, Vec<Service>> = HashMap::new();
    for service in parlour_store::catalogue::catalogue_records::active_services(conn)? {
        by_category.entry(service.category_id.clone()).or_default().push(service);
    }
    let categories = parlour_store::catalogue::catalogue_records::active_categories(conn)?;
    Ok(categories
        .into_iter()
        .map(|category| {
            let services = by_category.remove(&category.id).unwrap_or_default();
            CategoryWithServices { category, services }
        })
        .collect())
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ServiceName {
    pub id: ServiceId,
    pub name: String,
    /// Pages only.
    #[serde(skip)]
    #[schema(ignore)]
    pub name_hi: Option<String>,
}

/// An offer with the services that it applies to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferWithServices {
    #[serde(flatten)]
    pub offer: Offer,
    pub services: Vec<ServiceName>,
    pub service_ids: Vec<ServiceId>,
    pub service_names: Vec<String>,
}

pub fn current_offers(conn: &mut Conn<'_>, today: NaiveDate) -> Result<Vec<OfferWithServices>, DbError> {
    let services = parlour_store::offers::offer_records::list_services_of_current(conn, today)?;
    let offers = parlour_store::offers::offer_records::list_current(conn, today)?;
    Ok(attach_services_to_offers(offers, services))
}

pub(crate) fn attach_services_to_offers(offers: Vec<Offer>, services: Vec<OfferService>) -> Vec<OfferWithServices> {
    let mut by_offer: HashMap<OfferId, Vec<ServiceName>> = HashMap::new();
    for OfferService { offer_id, service_id, service_name, service_name_hi } in services {
        let named = ServiceName { id: service_id, name: service_name, name_hi: service_name_hi };
        by_offer.entry(offer_id).or_default().push(named);
    }
    offers
        .into_iter()
        .map(|offer| {
            let services = by_offer.remove(&offer.id).unwrap_or_default();
            OfferWithServices {
                service_ids: services.iter().map(|service| service.id.clone()).collect(),
                service_names: services.iter().map(|service| service.name.clone()).collect(),
                services,
                offer,
            }
        })
        .collect()
}
