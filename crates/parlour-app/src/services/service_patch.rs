//! Changes to the fields of a service.

use parlour_domain::ids::CategoryId;
use parlour_store::catalogue::catalogue_changes::ManagedService;

use crate::patch::set_if_present;

/// Fields to change. An absent field stays, or has its default in a new service.
#[derive(Debug, Clone, Default)]
pub struct ServicePatch {
    pub category_id: Option<CategoryId>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub name_hi: Option<Option<String>>,
    pub description_hi: Option<Option<String>>,
    pub duration_minutes: Option<i64>,
    pub buffer_minutes: Option<i64>,
    pub price_paise: Option<i64>,
    pub sac: Option<String>,
    pub is_active: Option<bool>,
    pub image_url: Option<Option<String>>,
    pub display_order: Option<i64>,
    pub gems_redeemable: Option<bool>,
    pub gems_required: Option<Option<i64>>,
    pub gems_catalogue_order: Option<Option<i64>>,
}

impl ServicePatch {
    pub(super) fn apply(&self, managed: &mut ManagedService) {
        let service = &mut managed.service;
        set_if_present(self.category_id.as_ref(), &mut service.category_id);
        set_if_present(self.name.as_ref(), &mut service.name);
        set_if_present(self.description.as_ref(), &mut service.description);
        set_if_present(self.name_hi.as_ref(), &mut service.name_hi);
        set_if_present(self.description_hi.as_ref(), &mut service.description_hi);
        set_if_present(self.duration_minutes.as_ref(), &mut service.duration_minutes);
        set_if_present(self.buffer_minutes.as_ref(), &mut service.buffer_minutes);
        set_if_present(self.price_paise.as_ref(), &mut service.price_paise);
        set_if_present(self.is_active.as_ref(), &mut service.is_active);
        set_if_present(self.image_url.as_ref(), &mut service.image_url);
        set_if_present(self.display_order.as_ref(), &mut service.display_order);
        set_if_present(self.gems_redeemable.as_ref(), &mut service.gems_redeemable);
        set_if_present(self.gems_required.as_ref(), &mut service.gems_required);
        set_if_present(self.gems_catalogue_order.as_ref(), &mut service.gems_catalogue_order);
        set_if_present(self.sac.as_ref(), &mut managed.sac);
    }
}
