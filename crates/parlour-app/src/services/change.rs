//! A manager changes a service, or takes it off the price list.

use parlour_domain::ids::ServiceId;
use parlour_store::catalogue::catalogue_changes::{self, ManagedService};
use parlour_store::{Conn, DbError, Tx};

use super::{ServiceFieldError, ServicePatch, ServiceRefusal, find_field_errors};
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// All that speaks against a change, as far as it could be read. Nothing where there is no such service.
pub fn validate_change(
    conn: &mut Conn<'_>,
    id: &ServiceId,
    patch: &ServicePatch,
) -> Result<Vec<ServiceFieldError>, DbError> {
    match catalogue_changes::find_service(conn, id)? {
        Some(kept) => field_errors_after_patch(conn, kept, patch),
        None => Ok(Vec::new()),
    }
}

fn field_errors_after_patch(
    conn: &mut Conn<'_>,
    mut kept: ManagedService,
    patch: &ServicePatch,
) -> Result<Vec<ServiceFieldError>, DbError> {
    patch.apply(&mut kept);
    let gems = (kept.service.gems_redeemable, kept.service.gems_required);
    find_field_errors(conn, patch.category_id.as_ref(), gems)
}

/// The slug stays, so that addresses do. Bookings keep what was agreed when they were made.
pub fn change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &ServiceId,
    patch: &ServicePatch,
) -> Result<ManagedService, ServiceRefusal> {
    let before = catalogue_changes::lock_service(tx, id)?.ok_or(ServiceRefusal::Unknown)?;
    let field_errors = field_errors_after_patch(tx, before.clone(), patch)?;
    if !field_errors.is_empty() {
        return Err(ServiceRefusal::InvalidFields(field_errors));
    }
    let mut after = before.clone();
    patch.apply(&mut after);
    after.service.updated_at = context.now;
    catalogue_changes::save_service(tx, &after)?;
    let change = AuditedChange {
        action: "service.change",
        record_id: id.as_str(),
        concerns: None,
        before: state_json(&before),
        after: state_json(&after),
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
