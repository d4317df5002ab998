//! An owner begins with services of the starter catalogue.

use std::collections::HashMap;

use parlour_domain::text::slug;
use parlour_store::catalogue::catalogue_changes;
use parlour_store::catalogue::catalogue_records::{self, Category};
use parlour_store::{DbError, Tx};

use super::starter_catalogue::{StarterCategory, StarterService, starter_catalogue};
use crate::request_context::RequestContext;
use crate::services::{
    self, CategoryPatch, CategoryWithAllServices, NewCategory, NewService, ServicePatch, ServiceRefusal,
};

/// A service of the starter catalogue at the terms of this salon.
#[derive(Debug, Clone)]
pub struct AdoptedService {
    pub key: String,
    pub price_paise: i64,
    pub duration_minutes: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StarterFieldError {
    #[error("must all be keys of the starter catalogue")]
    UnknownKey,
    #[error("must not name a service twice")]
    RepeatedKey,
}

#[derive(Debug, thiserror::Error)]
pub enum AdoptRefusal {
    #[error("there are services already")]
    HasServices,
    #[error(transparent)]
    Service(#[from] ServiceRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// What is wrong with the keys that could be read.
pub fn validate_adopted<'a>(keys: impl Iterator<Item = &'a str>) -> Vec<StarterFieldError> {
    let known = || starter_catalogue().iter().flat_map(|category| &category.services);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    let is_known = |key: &&str| known().any(|service| service.key == **key);
    let mut errors = Vec::new();
    if !counts.keys().all(is_known) {
        errors.push(StarterFieldError::UnknownKey);
    }
    if counts.values().any(|count| *count > 1) {
        errors.push(StarterFieldError::RepeatedKey);
    }
    errors
}

/// Adds the chosen services with their categories, in the order of the starter catalogue. Only a catalogue without any
/// service is filled.
pub fn adopt_catalogue(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    adopted: &[AdoptedService],
) -> Result<Vec<CategoryWithAllServices>, AdoptRefusal> {
    catalogue_changes::lock_catalogue(tx)?;
    if catalogue_changes::has_services(tx)? {
        return Err(AdoptRefusal::HasServices);
    }
    let mut categories = Vec::new();
    for (order, starter) in (1..).zip(starter_catalogue()) {
        let chosen = chosen_of(starter, adopted);
        if chosen.is_empty() {
            continue;
        }
        let category = find_or_add_category(tx, context, starter, order)?;
        let mut added = Vec::with_capacity(chosen.len());
        for (order, (service, terms)) in (1..).zip(chosen) {
            let new = NewService {
                category_id: category.id.clone(),
                name: service.name.clone(),
                duration_minutes: terms.duration_minutes,
                price_paise: terms.price_paise,
                details: ServicePatch {
                    name_hi: Some(Some(service.name_hi.clone())),
                    display_order: Some(order),
                    ..ServicePatch::default()
                },
            };
            added.push(services::add(tx, context, &new)?);
        }
        categories.push(CategoryWithAllServices { category, services: added });
    }
    Ok(categories)
}

/// The chosen services of a category, in its order.
fn chosen_of<'a>(
    starter: &'a StarterCategory,
    adopted: &'a [AdoptedService],
) -> Vec<(&'a StarterService, &'a AdoptedService)> {
    let with_terms = |service: &'a StarterService| {
        let terms = adopted.iter().find(|adopted| adopted.key == service.key)?;
        Some((service, terms))
    };
    starter.services.iter().filter_map(with_terms).collect()
}

/// An active category of that name may be there already, without services.
fn find_or_add_category(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    starter: &StarterCategory,
    order: i64,
) -> Result<Category, DbError> {
    if let Some(known) = catalogue_records::category_by_slug(tx, starter.service_type, &slug(&starter.name))?
        && let Some(category) = catalogue_changes::find_category(tx, &known)?.filter(|category| category.is_active)
    {
        return Ok(category);
    }
    let new = NewCategory {
        name: starter.name.clone(),
        service_type: starter.service_type,
        details: CategoryPatch {
            name_hi: Some(Some(starter.name_hi.clone())),
            display_order: Some(order),
            ..CategoryPatch::default()
        },
    };
    services::add_category(tx, context, &new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_of_the_catalogue_and_stand_there_once() {
        let valid = |keys: &[&'static str]| validate_adopted(keys.iter().copied());
        assert!(valid(&["haircut-women", "abhyanga"]).is_empty());
        assert_eq!(valid(&["haircut-women", "Abhyanga"]), [StarterFieldError::UnknownKey]);
        assert_eq!(valid(&["abhyanga", "haircut-women", "abhyanga"]), [StarterFieldError::RepeatedKey]);
        assert_eq!(valid(&["", ""]), [StarterFieldError::UnknownKey, StarterFieldError::RepeatedKey]);
    }
}
