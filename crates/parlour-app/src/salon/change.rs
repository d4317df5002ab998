//! An owner says how the salon is called and what it is.

use parlour_domain::audit::AuditAction;
use parlour_store::branches::branch_changes;
use parlour_store::salon::salon_settings::{self, SalonSettings};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::patch::set_if_present;
use crate::request_context::RequestContext;

/// Fields to change. An absent field stays.
#[derive(Debug, Clone, Default)]
pub struct SalonPatch {
    /// None for the name of the primary branch.
    pub name: Option<Option<String>>,
    pub about: Option<String>,
    pub about_hi: Option<Option<String>>,
    pub website: Option<Option<String>>,
    pub invoice_footer: Option<String>,
}

/// Documents that were printed before keep what they say.
pub fn change(tx: &mut Tx<'_>, context: &RequestContext, patch: &SalonPatch) -> Result<SalonSettings, DbError> {
    // Of two changes to different fields, both stay.
    branch_changes::lock_branch_changes(tx)?;
    let before = salon_settings::find(tx)?;
    let mut after = before.clone();
    set_if_present(patch.name.as_ref(), &mut after.name);
    set_if_present(patch.about.as_ref(), &mut after.about);
    set_if_present(patch.about_hi.as_ref(), &mut after.about_hi);
    set_if_present(patch.website.as_ref(), &mut after.website);
    set_if_present(patch.invoice_footer.as_ref(), &mut after.invoice_footer);
    salon_settings::save(tx, &after, context.now)?;
    let change = AuditedChange {
        before: state_json(&before),
        after: state_json(&after),
        ..AuditedChange::new(AuditAction::SalonChange, "salon")
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
