//! A manager changes a service, or takes it off the price list.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::ServiceId;
use parlour_store::catalogue::catalogue_changes::{self, ManagedService};
use parlour_store::{Conn, DbError, Tx};

use super::check::{GemsTerms, ServiceFieldError, ServiceRefusal, check_service};
use super::service_patch::ServicePatch;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;
use crate::validation::Checked;

/// The field errors of a change of which some fields could not be read. An unknown service has none.
pub fn validate_change(
    conn: &mut Conn<'_>,
    id: &ServiceId,
    patch: &ServicePatch,
) -> Result<Vec<ServiceFieldError>, DbError> {
    match catalogue_changes::find_service(conn, id)? {
        Some(service) => Ok(check_change(conn, service, patch)?.err().unwrap_or_default()),
        None => Ok(Vec::new()),
    }
}

/// The service with its changes.
fn check_change(
    conn: &mut Conn<'_>,
    mut managed: ManagedService,
    patch: &ServicePatch,
) -> Checked<ManagedService, ServiceFieldError> {
    patch.apply(&mut managed);
    let gems = GemsTerms { redeemable: managed.service.gems_redeemable, required: managed.service.gems_required };
    Ok(check_service(conn, patch.category_id.as_ref(), gems)?.map(|()| managed))
}

/// The slug stays, so that links keep working. Bookings keep the terms they were made with.
pub fn change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &ServiceId,
    patch: &ServicePatch,
) -> Result<ManagedService, ServiceRefusal> {
    let before = catalogue_changes::lock_service(tx, id)?.ok_or(ServiceRefusal::Unknown)?;
    let mut after = check_change(tx, before.clone(), patch)?.map_err(ServiceRefusal::InvalidFields)?;
    after.service.updated_at = context.now;
    catalogue_changes::save_service(tx, &after)?;
    let change = AuditedChange {
        action: AuditAction::ServiceChange,
        record_id: id.as_str(),
        concerns: None,
        before: state_json(&before),
        after: state_json(&after),
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
