//! A manager changes a category, or hides it with all its services.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::CategoryId;
use parlour_store::catalogue::catalogue_changes;
use parlour_store::catalogue::catalogue_records::Category;
use parlour_store::{DbError, Tx};

use super::category_patch::CategoryPatch;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum CategoryRefusal {
    #[error("there is no such category")]
    Unknown,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The slug stays, so that links keep working.
pub fn change_category(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &CategoryId,
    patch: &CategoryPatch,
) -> Result<Category, CategoryRefusal> {
    let before = catalogue_changes::lock_category(tx, id)?.ok_or(CategoryRefusal::Unknown)?;
    let mut after = before.clone();
    patch.apply(&mut after);
    after.updated_at = context.now;
    catalogue_changes::save_category(tx, &after)?;
    let change = AuditedChange {
        action: AuditAction::CategoryChange,
        record_id: id.as_str(),
        concerns: None,
        before: state_json(&before),
        after: state_json(&after),
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
