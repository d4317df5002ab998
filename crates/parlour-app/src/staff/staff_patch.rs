//! Changes to the fields of a staff profile.

use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, UserId};
use parlour_domain::service::ServiceType;
use parlour_store::staff::staff_changes::StaffProfile;

use crate::patch::set_if_present;

/// Fields to change. An absent field stays, or has its default in a new profile.
#[derive(Debug, Clone, Default)]
pub struct StaffPatch {
    pub user_id: Option<UserId>,
    pub branch_id: Option<BranchId>,
    pub display_name: Option<String>,
    pub gender: Option<Gender>,
    pub service_types: Option<Vec<ServiceType>>,
    pub is_active: Option<bool>,
    pub image_url: Option<Option<String>>,
}

impl StaffPatch {
    pub(super) fn apply(&self, profile: &mut StaffProfile) {
        set_if_present(self.user_id.as_ref(), &mut profile.user_id);
        set_if_present(self.branch_id.as_ref(), &mut profile.branch_id);
        set_if_present(self.display_name.as_ref(), &mut profile.display_name);
        set_if_present(self.gender.as_ref(), &mut profile.gender);
        set_if_present(self.service_types.as_ref(), &mut profile.service_types);
        set_if_present(self.is_active.as_ref(), &mut profile.is_active);
        set_if_present(self.image_url.as_ref(), &mut profile.image_url);
    }
}
