//! One more house.

use chrono::NaiveTime;
use parlour_domain::branch::{AvailabilityMode, BranchStatus, DEFAULT_HOLD_MINUTES};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::time_at_minute;
use parlour_store::Tx;
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::{self, Branch};
use parlour_store::branches::branding::{self, BranchWithBranding, Branding};

use super::branding_patch::branch_audit_json;
use super::{
    BranchFieldError, BranchPatch, BranchRefusal, check_code_and_number_free, find_field_errors, is_closed,
    unset_primary,
};
use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewBranch {
    pub code: String,
    pub name: String,
    pub address: String,
    /// All else that was said of it.
    pub details: BranchPatch,
}

/// All that speaks against a new branch, as far as it could be read.
pub fn validate_new(details: &BranchPatch) -> Vec<BranchFieldError> {
    let opens_at = details.opens_at.unwrap_or_else(|| default_opening_hours().0);
    let closes_at = details.closes_at.unwrap_or_else(|| default_opening_hours().1);
    (opens_at >= closes_at).then_some(BranchFieldError::ClosesBeforeItOpens).into_iter().collect()
}

fn default_opening_hours() -> (NaiveTime, NaiveTime) {
    (time_at_minute(10 * 60), time_at_minute(21 * 60))
}

/// Without a number it gets the next one. The first branch is the primary one, whatever was said.
pub fn open(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    new: &NewBranch,
) -> Result<BranchWithBranding, BranchRefusal> {
    branch_changes::lock_branch_changes(tx)?;
    let primary = branch_changes::find_primary(tx)?;
    let mut branch = branch_with_defaults(context, new, branch_changes::highest_number(tx)? + 1);
    new.details.apply(&mut branch);
    let field_errors = find_field_errors(&branch);
    if !field_errors.is_empty() {
        return Err(BranchRefusal::InvalidFields(field_errors));
    }
    check_code_and_number_free(tx, &branch)?;
    branch.is_primary = primary.is_none() || new.details.is_primary == Some(true);
    if branch.is_primary && is_closed(&branch) {
        return Err(BranchRefusal::PrimaryClosed);
    }
    if let Some(primary) = primary.filter(|_| branch.is_primary) {
        unset_primary(tx, context, &primary)?;
    }
    let branding = new.details.branding.applied_to(&Branding::default());
    branch_records::insert(tx, &branch)?;
    branding::save(tx, &branch.id, &branding)?;
    let change = AuditedChange {
        action: "branch.open",
        record_id: branch.id.as_str(),
        after: branch_audit_json(&branch, &branding),
        ..AuditedChange::default()
    };
    audit::record(tx, context, change)?;
    Ok(BranchWithBranding { branch, branding })
}

fn branch_with_defaults(context: &RequestContext, new: &NewBranch, number: i64) -> Branch {
    let (opens_at, closes_at) = default_opening_hours();
    Branch {
        id: BranchId::new(context.new_id()),
        code: new.code.clone(),
        number,
        name: new.name.clone(),
        address: new.address.clone(),
        phone: None,
        gstin: None,
        gst_registered: true,
        status: BranchStatus::Operational.as_str().to_owned(),
        is_primary: false,
        opens_at,
        closes_at,
        availability_mode: AvailabilityMode::Open.as_str().to_owned(),
        cancel_window_minutes: None,
        hold_minutes: DEFAULT_HOLD_MINUTES,
        created_at: context.now,
        updated_at: context.now,
    }
}
