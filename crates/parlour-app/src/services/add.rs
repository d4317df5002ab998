//! One more line on the price list.

use parlour_domain::ids::{CategoryId, ServiceId};
use parlour_domain::service::DEFAULT_SAC;
use parlour_store::catalogue::catalogue_changes::ManagedService;
use parlour_store::catalogue::catalogue_records::{self, Service};
use parlour_store::{Conn, DbError, Tx};

use super::{ServiceFieldError, ServicePatch, ServiceRefusal, find_field_errors};
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;
use crate::slugs;

#[derive(Debug, Clone)]
pub struct NewService {
    pub category_id: CategoryId,
    pub name: String,
    pub duration_minutes: i64,
    pub price_paise: i64,
    /// All else that was said of it.
    pub details: ServicePatch,
}

/// All that speaks against a new service, as far as it could be read.
pub fn validate_new(
    conn: &mut Conn<'_>,
    category: Option<&CategoryId>,
    details: &ServicePatch,
) -> Result<Vec<ServiceFieldError>, DbError> {
    let gems = (details.gems_redeemable.unwrap_or_default(), details.gems_required.flatten());
    find_field_errors(conn, category, gems)
}

pub fn add(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    new: &NewService,
) -> Result<ManagedService, ServiceRefusal> {
    let field_errors = validate_new(tx, Some(&new.category_id), &new.details)?;
    if !field_errors.is_empty() {
        return Err(ServiceRefusal::InvalidFields(field_errors));
    }
    let added = slugs::claim_free_slug(context, &new.name, "service", |slug| {
        let mut kept = service_with_defaults(context, new, slug);
        new.details.apply(&mut kept);
        let is_free = catalogue_records::insert_service_if_slug_free(tx, &kept.service, &kept.sac)?;
        Ok(is_free.then_some(kept))
    })?;
    let id = added.service.id.as_str();
    let change = AuditedChange {
        action: "service.add",
        record_id: id,
        after: state_json(&added),
        ..AuditedChange::default()
    };
    audit::record(tx, context, change)?;
    Ok(added)
}

fn service_with_defaults(context: &RequestContext, new: &NewService, slug: String) -> ManagedService {
    let service = Service {
        id: ServiceId::new(context.new_id()),
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
        created_at: context.now,
        updated_at: context.now,
    };
    ManagedService { service, sac: DEFAULT_SAC.to_owned() }
}
