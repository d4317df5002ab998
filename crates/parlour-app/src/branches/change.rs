//! An owner changes a branch: its hours, how it takes bookings, that it is closed.

use parlour_domain::audit::AuditAction;
use parlour_domain::branch::AvailabilityMode;
use parlour_domain::ids::BranchId;
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::Branch;
use parlour_store::branches::branding::{self, BranchWithBranding};
use parlour_store::salon::setup_steps;
use parlour_store::{Conn, DbError, Tx};

use super::branch_patch::BranchPatch;
use super::branding_patch::branch_audit_json;
use super::check::{BranchFieldError, BranchRefusal, check_code_and_number_free, check_opening_hours, is_closed};
use super::open::limit_requests_if_live;
use super::unset_primary::unset_primary;
use crate::audit::{self, AuditedChange};
use crate::availability;
use crate::request_context::RequestContext;

/// The field errors of a change of which some fields could not be read. An unknown branch has none.
pub fn validate_change(
    conn: &mut Conn<'_>,
    id: &BranchId,
    patch: &BranchPatch,
) -> Result<Vec<BranchFieldError>, DbError> {
    let Some(mut branch) = branch_changes::by_id(conn, id)? else { return Ok(Vec::new()) };
    patch.apply(&mut branch);
    Ok(check_opening_hours(branch.opens_at, branch.closes_at).err().unwrap_or_default())
}

/// Existing bookings stay as they are, also when the branch closes. The desk moves or cancels them.
pub fn change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BranchId,
    patch: &BranchPatch,
) -> Result<BranchWithBranding, BranchRefusal> {
    branch_changes::lock_branch_changes(tx)?;
    let before = branch_changes::lock_branch(tx, id)?.ok_or(BranchRefusal::Unknown)?;
    let mut after = before.clone();
    patch.apply(&mut after);
    after.updated_at = context.now;
    if before.availability_mode != AvailabilityMode::Live {
        limit_requests_if_live(&mut after);
    }
    check_opening_hours(after.opens_at, after.closes_at).map_err(BranchRefusal::InvalidFields)?;
    if after.code != before.code && branch_changes::is_code_used(tx, id)? {
        return Err(BranchRefusal::CodeUsed);
    }
    check_code_and_number_free(tx, &after)?;
    after.is_primary = resolve_primary(tx, context, &after, patch.is_primary)?;
    let branding_before = branding::find_branding(tx, id)?;
    let branding = patch.branding.applied_to(&branding_before);
    branch_changes::save(tx, &after)?;
    if branding != branding_before {
        branding::save(tx, id, &branding)?;
    }
    apply_availability_mode_change(tx, context, &before, &after)?;
    if patch.has_hours() {
        setup_steps::note_saved_hours(tx, context.now)?;
    }
    let change = AuditedChange {
        action: AuditAction::BranchChange,
        record_id: id.as_str(),
        concerns: None,
        before: branch_audit_json(&before, &branding_before),
        after: branch_audit_json(&after, &branding),
    };
    audit::record(tx, context, change)?;
    Ok(BranchWithBranding { branch: after, branding })
}

/// Whether the branch is the primary one after the change. There is always one, and it is not closed.
fn resolve_primary(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    branch: &Branch,
    patch: Option<bool>,
) -> Result<bool, BranchRefusal> {
    match (branch.is_primary, patch) {
        (true, Some(false)) => Err(BranchRefusal::StaysPrimary),
        (true, _) | (false, Some(true)) if is_closed(branch) => Err(BranchRefusal::PrimaryClosed),
        (false, Some(true)) => {
            if let Some(primary) = branch_changes::find_primary(tx)? {
                unset_primary(tx, context, &primary)?;
            }
            Ok(true)
        }
        (is_primary, _) => Ok(is_primary),
    }
}

/// When a branch becomes live, its bookings occupy their staff's time; when it becomes open, they release it.
fn apply_availability_mode_change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    before: &Branch,
    after: &Branch,
) -> Result<(), DbError> {
    if before.availability_mode == after.availability_mode {
        return Ok(());
    }
    if after.availability_mode == AvailabilityMode::Live {
        availability::occupy_time_of_existing_bookings(tx, &after.id, context.now)
    } else {
        availability::release_time_of_branch(tx, &after.id, context.now)
    }
}
