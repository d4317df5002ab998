//! One more line on the price list.

use parlour_domain::ids::{CategoryId, ServiceId};
use parlour_domain::service::USUAL_SAC;
use parlour_store::catalogue::Service;
use parlour_store::catalogue_changes::{self, KeptService};
use parlour_store::{Conn, DbError, Tx};

use super::{ServiceComplaint, ServiceRefusal, ServiceWish, complaints};
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;
use crate::slugs;

#[derive(Debug, Clone)]
pub struct NewService {
    pub category_id: CategoryId,
    pub name: String,
    pub duration_minutes: i64,
    pub price_paise: i64,
    /// All else that was said of it.
    pub details: ServiceWish,
}

/// All that speaks against a new service, as far as it could be read.
pub fn examine_new(
    conn: &mut Conn<'_>,
    category: Option<&CategoryId>,
    details: &ServiceWish,
) -> Result<Vec<ServiceComplaint>, DbError> {
    let gems = (details.gems_redeemable.unwrap_or_default(), details.gems_required.flatten());
    complaints(conn, category, gems)
}

pub fn add(tx: &mut Tx<'_>, occasion: &Occasion, new: &NewService) -> Result<KeptService, ServiceRefusal> {
    let complaints = examine_new(tx, Some(&new.category_id), &new.details)?;
    if !complaints.is_empty() {
        return Err(ServiceRefusal::NotPossible(complaints));
    }
    let added = slugs::claim(occasion, &new.name, "service", |slug| {
        let mut kept = as_usual(occasion, new, slug);
        new.details.apply(&mut kept);
        let is_free = catalogue_changes::add_service(tx, &kept.service, &kept.sac)?;
        Ok(is_free.then_some(kept))
    })?;
    let id = added.service.id.as_str();
    let change = Change { action: "service.add", record_id: id, after: state(&added), ..Change::default() };
    audit::record(tx, occasion, change)?;
    Ok(added)
}

fn as_usual(occasion: &Occasion, new: &NewService, slug: String) -> KeptService {
    let service = Service {
        id: ServiceId::new(occasion.new_id()),
        category_id: new.category_id.clone(),
        name: new.name.clone(),
        slug,
        description: String::new(),
        duration_minutes: new.duration_minutes,
        buffer_minutes: 0,
        price_paise: new.price_paise,
        is_active: true,
        image_url: None,
        display_order: 0,
        gems_redeemable: false,
        gems_required: None,
        gems_catalogue_order: None,
        created_at: occasion.now,
        updated_at: occasion.now,
    };
    KeptService { service, sac: USUAL_SAC.to_owned() }
}
