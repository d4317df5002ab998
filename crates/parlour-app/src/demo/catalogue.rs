//! What the salon offers.

mod salon;
mod spa;

use parlour_domain::ids::{CategoryId, ServiceId};
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::service::ServiceType;
use parlour_domain::text::slug;
use parlour_store::catalogue::{self, Category, Service};
use parlour_store::{DbError, Tx};

use super::draws::Draws;

const HAIR: &str = "999721";
const COSMETIC: &str = "999722";
const WELL_BEING: &str = "999723";
const OTHER_BEAUTY: &str = "999729";

/// A category with its services, as the price list in the window has them.
struct Page {
    name: &'static str,
    description: &'static str,
    service_type: ServiceType,
    sac: &'static str,
    is_active: bool,
    lines: &'static [Line],
}

#[derive(Clone, Copy)]
struct Line {
    name: &'static str,
    description: &'static str,
    duration_minutes: i64,
    buffer_minutes: i64,
    price_paise: i64,
    gems: Option<i64>,
    is_active: bool,
    has_picture: bool,
}

const fn line(
    name: &'static str,
    description: &'static str,
    duration_minutes: i64,
    buffer_minutes: i64,
    rupees: i64,
) -> Line {
    Line {
        name,
        description,
        duration_minutes,
        buffer_minutes,
        price_paise: rupees * 100,
        gems: None,
        is_active: true,
        has_picture: false,
    }
}

impl Line {
    const fn for_gems(self, gems: i64) -> Self {
        Self { gems: Some(gems), ..self }
    }

    const fn retired(self) -> Self {
        Self { is_active: false, ..self }
    }

    const fn with_picture(self) -> Self {
        Self { has_picture: true, ..self }
    }
}

/// Fills the catalogue; returns the services that customers can see.
pub(super) fn stock(tx: &mut Tx<'_>, draws: &Draws) -> Result<Vec<Service>, DbError> {
    let mut on_offer = Vec::new();
    let mut gems_order = 1..;
    // The price list was typed in one morning, a minute a line.
    let mut typed_at = draws.days_ago(899, 9..10);
    for (order, page) in (1_i64..).zip(salon::PAGES.iter().chain(spa::PAGES)) {
        let category = category(draws, page, order, typed_at);
        catalogue::insert_category(tx, &category)?;
        for (order, line) in (1_i64..).zip(page.lines) {
            typed_at = typed_at.plus_millis(MINUTE_MS);
            let mut service = service(draws, &category.id, order, line, typed_at);
            service.gems_catalogue_order = line.gems.and_then(|_| gems_order.next());
            catalogue::insert_service(tx, &service, page.sac)?;
            if page.is_active && service.is_active {
                on_offer.push(service);
            }
        }
    }
    Ok(on_offer)
}

fn category(draws: &Draws, page: &Page, display_order: i64, created_at: Timestamp) -> Category {
    Category {
        id: CategoryId::new(draws.id(created_at)),
        name: page.name.into(),
        slug: slug(page.name),
        description: page.description.into(),
        service_type: page.service_type,
        display_order,
        is_active: page.is_active,
        created_at,
        updated_at: if page.is_active { created_at } else { draws.business_hours(140) },
    }
}

fn service(
    draws: &Draws,
    category: &CategoryId,
    display_order: i64,
    line: &Line,
    created_at: Timestamp,
) -> Service {
    let slug = slug(line.name);
    Service {
        id: ServiceId::new(draws.id(created_at)),
        category_id: category.clone(),
        name: line.name.into(),
        description: line.description.into(),
        duration_minutes: line.duration_minutes,
        buffer_minutes: line.buffer_minutes,
        price_paise: line.price_paise,
        is_active: line.is_active,
        image_url: line.has_picture.then(|| format!("https://images.example.invalid/services/{slug}.jpg")),
        slug,
        display_order,
        gems_redeemable: line.gems.is_some(),
        gems_required: line.gems,
        gems_catalogue_order: None,
        created_at,
        updated_at: if line.is_active { created_at } else { draws.business_hours(90) },
    }
}
