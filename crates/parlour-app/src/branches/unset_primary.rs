//! Another branch becomes the primary one.

use parlour_domain::audit::AuditAction;
use parlour_store::branches::branch_records::Branch;
use parlour_store::branches::{branch_changes, branding};
use parlour_store::{DbError, Tx};

use super::branding_patch::branch_audit_json;
use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// The branch that was the primary one no longer is.
pub(super) fn unset_primary(tx: &mut Tx<'_>, context: &RequestContext, primary: &Branch) -> Result<(), DbError> {
    branch_changes::unset_primary(tx, &primary.id, context.now)?;
    let after = Branch { is_primary: false, updated_at: context.now, ..primary.clone() };
    let branding = branding::find_branding(tx, &primary.id)?;
    let change = AuditedChange {
        before: branch_audit_json(primary, &branding),
        after: branch_audit_json(&after, &branding),
        ..AuditedChange::new(AuditAction::BranchChange, primary.id.as_str())
    };
    audit::record(tx, context, change)
}
