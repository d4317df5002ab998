//! The catalogue: categories and services.

mod salon;
mod spa;
mod spec;

use parlour_domain::ids::{CategoryId, ServiceId};
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::service::ServiceType;
use parlour_domain::text::slug;
use parlour_store::catalogue::catalogue_records::{self, Category, Service};
use parlour_store::{DbError, Tx};

use super::hindi::in_hindi;
use super::random::DemoRandom;
use spec::ServiceSpec;

/// Inserts the catalogue and returns the services that customers can see.
pub(super) fn insert_catalogue(tx: &mut Tx<'_>, random: &DemoRandom) -> Result<Vec<Service>, DbError> {
    let mut visible_services = Vec::new();
    let mut gems_order = 1..;
    // All services were created on one morning, one per minute.
    let mut created_at = random.days_ago(899, 9..10);
    let salon = salon::CATEGORIES.iter().map(|category| (ServiceType::Salon, category));
    let spa = spa::CATEGORIES.iter().map(|category| (ServiceType::Spa, category));
    for (order, (service_type, category_spec)) in (1_i64..).zip(salon.chain(spa)) {
        let (name_hi, description_hi) = in_hindi(category_spec.name);
        let category = Category {
            id: CategoryId::new(random.id(created_at)),
            name: category_spec.name.into(),
            slug: slug(category_spec.name),
            description: category_spec.description.into(),
            name_hi,
            description_hi,
            service_type,
            display_order: order,
            is_active: category_spec.is_active,
            created_at,
            updated_at: if category_spec.is_active { created_at } else { random.business_time_days_ago(140) },
        };
        catalogue_records::insert_category(tx, &category)?;
        for (order, service_spec) in (1_i64..).zip(category_spec.services) {
            created_at = created_at.plus_millis(MINUTE_MS);
            let mut service = new_service(random, &category.id, order, service_spec, created_at);
            service.gems_catalogue_order = service_spec.gems.and_then(|_| gems_order.next());
            catalogue_records::insert_service(tx, &service, category_spec.sac)?;
            if category_spec.is_active && service.is_active {
                visible_services.push(service);
            }
        }
    }
    Ok(visible_services)
}

fn new_service(
    random: &DemoRandom,
    category: &CategoryId,
    display_order: i64,
    service_spec: &ServiceSpec,
    created_at: Timestamp,
) -> Service {
    let slug = slug(service_spec.name);
    let (name_hi, description_hi) = in_hindi(service_spec.name);
    Service {
        id: ServiceId::new(random.id(created_at)),
        category_id: category.clone(),
        name: service_spec.name.into(),
        description: service_spec.description.into(),
        name_hi,
        description_hi,
        duration_minutes: service_spec.duration_minutes,
        buffer_minutes: service_spec.buffer_minutes,
        price_paise: service_spec.price_paise,
        is_active: service_spec.is_active,
        image_url: None,
        slug,
        display_order,
        gems_redeemable: service_spec.gems.is_some(),
        gems_required: service_spec.gems,
        gems_catalogue_order: None,
        created_at,
        updated_at: if service_spec.is_active { created_at } else { random.business_time_days_ago(90) },
    }
}
