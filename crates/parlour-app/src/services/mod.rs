//! What managers do with the catalogue.

mod add;
mod add_category;
mod category_patch;
mod change;
mod change_category;
mod check;
mod read;
mod reorder;
mod service_patch;

pub use add::{NewService, add, validate_new};
pub use add_category::{NewCategory, add_category};
pub use category_patch::CategoryPatch;
pub use change::{change, validate_change};
pub use change_category::{CategoryRefusal, change_category};
pub use check::{ServiceFieldError, ServiceRefusal};
pub use read::{CategoryWithAllServices, page};
pub use reorder::{ORDER_STEP, reorder};
pub use service_patch::ServicePatch;
