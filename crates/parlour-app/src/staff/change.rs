//! A manager changes what somebody does and where, or that they can be booked at all.

use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_store::staff::staff_changes::{self, StaffProfile};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError, Tx};

use super::{StaffFieldError, StaffPatch, StaffRefusal, find_field_errors};
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// All that speaks against a change, as far as it could be read. Nothing where there is no such profile.
pub fn validate_change(
    conn: &mut Conn<'_>,
    id: &StaffId,
    patch: &StaffPatch,
) -> Result<Vec<StaffFieldError>, DbError> {
    match staff_changes::by_id(conn, id)? {
        Some(profile) => {
            let (user, branch) = references_to_check(&profile, patch);
            find_field_errors(conn, user, branch)
        }
        None => Ok(Vec::new()),
    }
}

/// Whoever begins to be booked must be of the team. Whoever only stops, or stays what they are, is not asked again:
/// somebody who has lost their role can still be taken off the list.
fn references_to_check<'a>(
    profile: &'a StaffProfile,
    patch: &'a StaffPatch,
) -> (Option<&'a UserId>, Option<&'a BranchId>) {
    let begins = patch.is_active == Some(true) && !profile.is_active;
    let user = patch.user_id.as_ref().or_else(|| begins.then_some(&profile.user_id));
    (user, patch.branch_id.as_ref())
}

/// Visits that are agreed stay with whom they were agreed, until the desk gives them to somebody else.
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
    let field_errors = find_field_errors(tx, user, branch)?;
    if !field_errors.is_empty() {
        return Err(StaffRefusal::InvalidFields(field_errors));
    }
    let mut after = before.clone();
    patch.apply(&mut after);
    after.updated_at = context.now;
    if !staff_changes::save(tx, &after)? {
        return Err(StaffRefusal::AlreadyStaff);
    }
    audit_change(tx, context, &before, &after)?;
    Ok(after)
}

/// A profile that changes hands is two lines in the log, so that whoever is erased takes their own with them.
fn audit_change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    before: &StaffProfile,
    after: &StaffProfile,
) -> Result<(), DbError> {
    let change = AuditedChange {
        action: "staff.change",
        record_id: after.id.as_str(),
        concerns: Some(&after.user_id),
        before: state_json(before),
        after: state_json(after),
    };
    if before.user_id == after.user_id {
        return audit::record(tx, context, change);
    }
    let of_the_other = AuditedChange { concerns: Some(&before.user_id), after: None, ..change.clone() };
    audit::record(tx, context, of_the_other)?;
    audit::record(tx, context, AuditedChange { before: None, ..change })
}
