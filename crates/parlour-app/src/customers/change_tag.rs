//! A manager changes the name or the colour of a tag.

use parlour_domain::audit::AuditAction;
use parlour_domain::customer::tag_slug;
use parlour_domain::ids::TagId;
use parlour_store::customers::customer_records::{self, Tag};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::patch::set_if_present;
use crate::request_context::RequestContext;

/// Fields to change. An absent field stays.
#[derive(Debug, Clone)]
pub struct TagPatch {
    pub name: Option<String>,
    pub color: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum ChangeTagRefusal {
    #[error("there is no such tag")]
    Unknown,
    #[error("there is a tag of this name")]
    NameTaken,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The slug follows the name: by it names are compared. Customers keep the tag.
pub fn change_tag(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &TagId,
    patch: &TagPatch,
) -> Result<Tag, ChangeTagRefusal> {
    let before = customer_records::lock_tag(tx, id)?.ok_or(ChangeTagRefusal::Unknown)?;
    let mut after = before.clone();
    if let Some(name) = &patch.name {
        after.name.clone_from(name);
        after.slug = tag_slug(name);
    }
    set_if_present(patch.color.as_ref(), &mut after.color);
    if !customer_records::save_tag(tx, &after)? {
        return Err(ChangeTagRefusal::NameTaken);
    }
    let change = AuditedChange {
        action: AuditAction::TagChange,
        record_id: id.as_str(),
        concerns: None,
        before: state_json(&before),
        after: state_json(&after),
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
