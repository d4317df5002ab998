//! Changes to the fields of a category.

use parlour_domain::service::ServiceType;
use parlour_store::catalogue::catalogue_records::Category;

use crate::patch::set_if_present;

/// Fields to change. An absent field stays, or has its default in a new category.
#[derive(Debug, Clone, Default)]
pub struct CategoryPatch {
    pub name: Option<String>,
    pub description: Option<String>,
    pub name_hi: Option<Option<String>>,
    pub description_hi: Option<Option<String>>,
    pub service_type: Option<ServiceType>,
    pub display_order: Option<i64>,
    pub is_active: Option<bool>,
}

impl CategoryPatch {
    pub(super) fn apply(&self, category: &mut Category) {
        set_if_present(self.name.as_ref(), &mut category.name);
        set_if_present(self.description.as_ref(), &mut category.description);
        set_if_present(self.name_hi.as_ref(), &mut category.name_hi);
        set_if_present(self.description_hi.as_ref(), &mut category.description_hi);
        set_if_present(self.service_type.as_ref(), &mut category.service_type);
        set_if_present(self.display_order.as_ref(), &mut category.display_order);
        set_if_present(self.is_active.as_ref(), &mut category.is_active);
    }
}
