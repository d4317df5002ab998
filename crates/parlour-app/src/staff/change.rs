//! A manager changes a staff profile: branch, service types, or whether the person can be booked.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_store::staff::staff_changes::{self, StaffProfile};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError, Tx};

use super::check::{StaffFieldError, StaffRefusal, check_references};
use super::staff_patch::StaffPatch;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// The field errors of a change of which some fields could not be read. An unknown profile has none.
pub fn validate_change(conn: &mut Conn<'_>, id: &StaffId, patch: &StaffPatch) -> Result<Vec<StaffFieldError>, DbError> {
    match staff_changes::by_id(conn, id)? {
        Some(profile) => {
            let (user, branch) = references_to_check(&profile, patch);
            Ok(check_references(conn, user, branch)?.err().unwrap_or_default())
        }
        None => Ok(Vec::new()),
    }
}

/// The references that the change has to keep valid. The person is checked when they change or become active, not when
/// they become inactive: a profile of somebody who lost their role can still be switched off.
fn references_to_check<'a>(
    profile: &'a StaffProfile,
    patch: &'a StaffPatch,
) -> (Option<&'a UserId>, Option<&'a BranchId>) {
    let becomes_active = patch.is_active == Some(true) && !profile.is_active;
    let user = patch.user_id.as_ref().or_else(|| becomes_active.then_some(&profile.user_id));
    (user, patch.branch_id.as_ref())
}

/// Existing bookings stay with the profile until the desk assigns them to somebody else.
pub fn change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &StaffId,
    patch: &StaffPatch,
) -> Result<StaffProfile, StaffRefusal> {
    let before = staff_changes::lock_profile(tx, id)?.ok_or(StaffRefusal::Unknown)?;
    let (user, branch) = references_to_check(&before, patch);
    if let Some(user) = user {
        user_records::lock_user(tx, user)?;
    }
    check_references(tx, user, branch)?.map_err(StaffRefusal::InvalidFields)?;
    let mut after = before.clone();
    patch.apply(&mut after);
    after.updated_at = context.now;
    if !staff_changes::save(tx, &after)? {
        return Err(StaffRefusal::AlreadyStaff);
    }
    audit_change(tx, context, &before, &after)?;
    Ok(after)
}

/// A profile that gets another person is audited in two entries, so that erasing one person finds theirs.
fn audit_change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    before: &StaffProfile,
    after: &StaffProfile,
) -> Result<(), DbError> {
    let change = AuditedChange {
        action: AuditAction::StaffChange,
        record_id: after.id.as_str(),
        concerns: Some(&after.user_id),
        before: state_json(before),
        after: state_json(after),
    };
    if before.user_id == after.user_id {
        return audit::record(tx, context, change);
    }
    let of_previous_person = AuditedChange { concerns: Some(&before.user_id), after: None, ..change.clone() };
    audit::record(tx, context, of_previous_person)?;
    audit::record(tx, context, AuditedChange { before: None, ..change })
}
