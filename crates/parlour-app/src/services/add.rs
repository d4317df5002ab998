//! A manager adds a service.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{CategoryId, ServiceId};
use parlour_domain::service::DEFAULT_SAC;
use parlour_store::catalogue::catalogue_changes::ManagedService;
use parlour_store::catalogue::catalogue_records::{self, Service};
use parlour_store::{Conn, DbError, Tx};

use super::check::{GemsTerms, ServiceFieldError, ServiceRefusal, check_service};
use super::service_patch::ServicePatch;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;
use crate::slugs;

#[derive(Debug, Clone)]
pub struct NewService {
    pub category_id: CategoryId,
    pub name: String,
    pub duration_minutes: i64,
    pub price_paise: i64,
    /// The optional fields.
    pub details: ServicePatch,
}

/// The field errors of a new service of which some fields could not be read.
pub fn validate_new(
    conn: &mut Conn<'_>,
    category: Option<&CategoryId>,
    details: &ServicePatch,
) -> Result<Vec<ServiceFieldError>, DbError> {
    Ok(check_service(conn, category, gems_terms(details))?.err().unwrap_or_default())
}

fn gems_terms(details: &ServicePatch) -> GemsTerms {
    GemsTerms { redeemable: details.gems_redeemable.unwrap_or_default(), required: details.gems_required.flatten() }
}

pub fn add(tx: &mut Tx<'_>, context: &RequestContext, new: &NewService) -> Result<ManagedService, ServiceRefusal> {
    check_service(tx, Some(&new.category_id), gems_terms(&new.details))?.map_err(ServiceRefusal::InvalidFields)?;
    let added = slugs::claim_free_slug(context, &new.name, "service", |slug| {
        let mut managed = service_with_defaults(context, new, slug);
        new.details.apply(&mut managed);
        let is_free = catalogue_records::insert_service_if_slug_free(tx, &managed.service, &managed.sac)?;
        Ok(is_free.then_some(managed))
    })?;
    let id = added.service.id.as_str();
    let change = AuditedChange { after: state_json(&added), ..AuditedChange::new(AuditAction::ServiceAdd, id) };
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
        name_hi: None,
        description_hi: None,
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
