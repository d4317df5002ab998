//! An owner opens a new branch.

use chrono::NaiveTime;
use parlour_domain::audit::AuditAction;
use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::branch::{AvailabilityMode, BranchStatus, DEFAULT_HOLD_MINUTES, LIVE_PENDING_LIMIT};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::time_at_minute;
use parlour_domain::membership::DeskMembershipTerms;
use parlour_store::Tx;
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::{self, Branch};
use parlour_store::branches::branding::{self, BranchWithBranding, Branding};
use parlour_store::salon::setup_steps;

use super::branch_patch::BranchPatch;
use super::branding_patch::branch_audit_json;
use super::check::{BranchFieldError, BranchRefusal, check_code_and_number_free, check_opening_hours, is_closed};
use super::unset_primary::unset_primary;
use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewBranch {
    pub code: String,
    pub name: String,
    pub address: String,
    /// The optional fields.
    pub details: BranchPatch,
}

/// The field errors of a new branch of which some fields could not be read.
pub fn validate_new(details: &BranchPatch) -> Vec<BranchFieldError> {
    let (opens_at, closes_at) = default_opening_hours();
    let checked = check_opening_hours(details.opens_at.unwrap_or(opens_at), details.closes_at.unwrap_or(closes_at));
    checked.err().unwrap_or_default()
}

fn default_opening_hours() -> (NaiveTime, NaiveTime) {
    (time_at_minute(10 * 60), time_at_minute(21 * 60))
}

/// A branch without a number gets the next one. The first branch is always the primary one.
pub fn open(tx: &mut Tx<'_>, context: &RequestContext, new: &NewBranch) -> Result<BranchWithBranding, BranchRefusal> {
    branch_changes::lock_branch_changes(tx)?;
    let primary = branch_changes::find_primary(tx)?;
    let mut branch = branch_with_defaults(context, new, branch_changes::highest_number(tx)? + 1);
    new.details.apply(&mut branch);
    limit_requests_if_live(&mut branch);
    check_opening_hours(branch.opens_at, branch.closes_at).map_err(BranchRefusal::InvalidFields)?;
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
    if new.details.has_hours() {
        setup_steps::note_saved_hours(tx, context.now)?;
    }
    let change = AuditedChange {
        after: branch_audit_json(&branch, &branding),
        ..AuditedChange::new(AuditAction::BranchOpen, branch.id.as_str())
    };
    audit::record(tx, context, change)?;
    Ok(BranchWithBranding { branch, branding })
}

/// Of a branch that becomes live: there, every request takes somebody's time.
pub(super) fn limit_requests_if_live(branch: &mut Branch) {
    if branch.availability_mode == AvailabilityMode::Live && branch.max_pending_per_customer.is_none() {
        branch.max_pending_per_customer = Some(LIVE_PENDING_LIMIT);
    }
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
        hours: None,
        availability_mode: AvailabilityMode::Open,
        cancel_window_minutes: None,
        hold_minutes: DEFAULT_HOLD_MINUTES,
        max_pending_per_customer: None,
        desk_discount_percent: 0,
        desk_membership_terms: DeskMembershipTerms::Any,
        round_invoices: RoundInvoices::None,
        upi_id: None,
        upi_name: None,
        logo_url: None,
        created_at: context.now,
        updated_at: context.now,
    }
}
