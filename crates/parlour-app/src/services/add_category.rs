//! One more page of the price list.

use parlour_domain::ids::CategoryId;
use parlour_domain::service::ServiceType;
use parlour_store::catalogue::Category;
use parlour_store::{DbError, Tx, catalogue_changes};

use super::CategoryWish;
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;
use crate::slugs;

#[derive(Debug, Clone)]
pub struct NewCategory {
    pub name: String,
    pub service_type: ServiceType,
    /// All else that was said of it.
    pub details: CategoryWish,
}

pub fn add_category(tx: &mut Tx<'_>, occasion: &Occasion, new: &NewCategory) -> Result<Category, DbError> {
    let added = slugs::claim(occasion, &new.name, "category", |slug| {
        let mut category = Category {
            id: CategoryId::new(occasion.new_id()),
            name: new.name.clone(),
            slug,
            description: String::new(),
            service_type: new.service_type,
            display_order: 0,
            is_active: true,
            created_at: occasion.now,
            updated_at: occasion.now,
        };
        new.details.apply(&mut category);
        let is_free = catalogue_changes::add_category(tx, &category)?;
        Ok(is_free.then_some(category))
    })?;
    let change = Change {
        action: "category.add",
        record_id: added.id.as_str(),
        after: state(&added),
        ..Change::default()
    };
    audit::record(tx, occasion, change)?;
    Ok(added)
}
