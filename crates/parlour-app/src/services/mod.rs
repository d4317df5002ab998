//! What managers do with the catalogue.

mod add;
mod add_category;
mod change;
mod change_category;
mod read;

pub use add::{NewService, add, examine_new};
pub use add_category::{NewCategory, add_category};
pub use change::{change, examine_change};
pub use change_category::{CategoryRefusal, change_category};
pub use read::{KeptCategory, page};

use parlour_domain::ids::CategoryId;
use parlour_domain::service::ServiceType;
use parlour_store::catalogue::Category;
use parlour_store::catalogue_changes::{self, KeptService};
use parlour_store::{Conn, DbError};

use crate::wish::put;

/// What a manager says of a service; what is absent stays, or is as usual with a new one.
#[derive(Debug, Clone, Default)]
pub struct ServiceWish {
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

impl ServiceWish {
    fn apply(&self, kept: &mut KeptService) {
        let service = &mut kept.service;
        put(self.category_id.as_ref(), &mut service.category_id);
        put(self.name.as_ref(), &mut service.name);
        put(self.description.as_ref(), &mut service.description);
        put(self.duration_minutes.as_ref(), &mut service.duration_minutes);
        put(self.buffer_minutes.as_ref(), &mut service.buffer_minutes);
        put(self.price_paise.as_ref(), &mut service.price_paise);
        put(self.is_active.as_ref(), &mut service.is_active);
        put(self.image_url.as_ref(), &mut service.image_url);
        put(self.display_order.as_ref(), &mut service.display_order);
        put(self.gems_redeemable.as_ref(), &mut service.gems_redeemable);
        put(self.gems_required.as_ref(), &mut service.gems_required);
        put(self.gems_catalogue_order.as_ref(), &mut service.gems_catalogue_order);
        put(self.sac.as_ref(), &mut kept.sac);
    }
}

/// What a manager says of a category; what is absent stays, or is as usual with a new one.
#[derive(Debug, Clone, Default)]
pub struct CategoryWish {
    pub name: Option<String>,
    pub description: Option<String>,
    pub service_type: Option<ServiceType>,
    pub display_order: Option<i64>,
    pub is_active: Option<bool>,
}

impl CategoryWish {
    fn apply(&self, category: &mut Category) {
        put(self.name.as_ref(), &mut category.name);
        put(self.description.as_ref(), &mut category.description);
        put(self.service_type.as_ref(), &mut category.service_type);
        put(self.display_order.as_ref(), &mut category.display_order);
        put(self.is_active.as_ref(), &mut category.is_active);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ServiceComplaint {
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
    NotPossible(Vec<ServiceComplaint>),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// All that speaks against a service, as far as it could be read.
fn complaints(
    conn: &mut Conn<'_>,
    category: Option<&CategoryId>,
    gems: (bool, Option<i64>),
) -> Result<Vec<ServiceComplaint>, DbError> {
    let mut complaints = Vec::new();
    if let Some(category) = category
        && catalogue_changes::category(conn, category)?.is_none()
    {
        complaints.push(ServiceComplaint::UnknownCategory);
    }
    if matches!(gems, (true, None)) {
        complaints.push(ServiceComplaint::GemsMissing);
    }
    Ok(complaints)
}
