//! A manager adds a category.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::CategoryId;
use parlour_domain::service::ServiceType;
use parlour_store::catalogue::catalogue_records::{self, Category};
use parlour_store::{DbError, Tx};

use super::category_patch::CategoryPatch;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;
use crate::slugs;

#[derive(Debug, Clone)]
pub struct NewCategory {
    pub name: String,
    pub service_type: ServiceType,
    /// The optional fields.
    pub details: CategoryPatch,
}

pub fn add_category(tx: &mut Tx<'_>, context: &RequestContext, new: &NewCategory) -> Result<Category, DbError> {
    let added = slugs::claim_free_slug(context, &new.name, "category", |slug| {
        let mut category = Category {
            id: CategoryId::new(context.new_id()),
            name: new.name.clone(),
            slug,
            description: String::new(),
            name_hi: None,
            description_hi: None,
            service_type: new.service_type,
            display_order: 0,
            is_active: true,
            created_at: context.now,
            updated_at: context.now,
        };
        new.details.apply(&mut category);
        let is_free = catalogue_records::insert_category_if_slug_free(tx, &category)?;
        Ok(is_free.then_some(category))
    })?;
    let change =
        AuditedChange { after: state_json(&added), ..AuditedChange::new(AuditAction::CategoryAdd, added.id.as_str()) };
    audit::record(tx, context, change)?;
    Ok(added)
}
