//! What managers do with the catalogue.

mod add;
mod add_category;
mod change;
mod change_category;
mod read;

use parlour_domain::ids::CategoryId;
use parlour_domain::service::ServiceType;
use parlour_store::catalogue::catalogue_changes::{self, ManagedService};
use parlour_store::catalogue::catalogue_records::Category;
use parlour_store::{Conn, DbError};

use crate::patch::set_if_present;

pub use add::{NewService, add, validate_new};
pub use add_category::{NewCategory, add_category};
pub use change::{change, validate_change};
pub use change_category::{CategoryRefusal, change_category};
pub use read::{CategoryWithAllServices, page};

/// What a manager says of a service; what is absent stays, or is as usual with a new one.
#[derive(Debug, Clone, Default)]
pub struct ServicePatch {
    pub category_id: Option<CategoryId>,
    pub name: Option<String>,
    pub description: Option<String>,
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
    fn apply(&self, kept: &mut ManagedService) {
        let service = &mut kept.service;
        set_if_present(self.category_id.as_ref(), &mut service.category_id);
        set_if_present(self.name.as_ref(), &mut service.name);
        set_if_present(self.description.as_ref(), &mut service.description);
        set_if_present(self.duration_minutes.as_ref(), &mut service.duration_minutes);
        set_if_present(self.buffer_minutes.as_ref(), &mut service.buffer_minutes);
        set_if_present(self.price_paise.as_ref(), &mut service.price_paise);
        set_if_present(self.is_active.as_ref(), &mut service.is_active);
        set_if_present(self.image_url.as_ref(), &mut service.image_url);
        set_if_present(self.display_order.as_ref(), &mut service.display_order);
        set_if_present(self.gems_redeemable.as_ref(), &mut service.gems_redeemable);
        set_if_present(self.gems_required.as_ref(), &mut service.gems_required);
        set_if_present(self.gems_catalogue_order.as_ref(), &mut service.gems_catalogue_order);
        set_if_present(self.sac.as_ref(), &mut kept.sac);
    }
}

/// What a manager says of a category; what is absent stays, or is as usual with a new one.
#[derive(Debug, Clone, Default)]
pub struct CategoryPatch {
    pub name: Option<String>,
    pub description: Option<String>,
    pub service_type: Option<ServiceType>,
    pub display_order: Option<i64>,
    pub is_active: Option<bool>,
}

impl CategoryPatch {
    fn apply(&self, category: &mut Category) {
        set_if_present(self.name.as_ref(), &mut category.name);
        set_if_present(self.description.as_ref(), &mut category.description);
        set_if_present(self.service_type.as_ref(), &mut category.service_type);
        set_if_present(self.display_order.as_ref(), &mut category.display_order);
        set_if_present(self.is_active.as_ref(), &mut category.is_active);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ServiceFieldError {
    #[error("is not a category of ours")]
    UnknownCategory,
    #[error("is needed where gems can pay for the service")]
    GemsMissing,
}

#[derive(Debug, thiserror::Error)]
pub enum ServiceRefusal {
    #[error("there is no such service")]
    Unknown,
    #[error("the service cannot be like that")]
    InvalidFields(Vec<ServiceFieldError>),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// All that speaks against a service, as far as it could be read.
fn find_field_errors(
    conn: &mut Conn<'_>,
    category: Option<&CategoryId>,
    gems: (bool, Option<i64>),
) -> Result<Vec<ServiceFieldError>, DbError> {
    let mut field_errors = Vec::new();
    if let Some(category) = category
        && catalogue_changes::find_category(conn, category)?.is_none()
    {
        field_errors.push(ServiceFieldError::UnknownCategory);
    }
    if matches!(gems, (true, None)) {
        field_errors.push(ServiceFieldError::GemsMissing);
    }
    Ok(field_errors)
}
