//! Managers change the categories of the price list.

use parlour_app::services as use_cases;
use parlour_app::services::{CategoryPatch, NewCategory};
use parlour_domain::ids::CategoryId;
use parlour_domain::service::{MAX_DISPLAY_ORDER, ServiceType};
use parlour_store::catalogue::catalogue_records::Category;

use crate::prelude::*;

request_shape! {
    pub(crate) struct CategoryBody {
        name: Name<120>,
        service_type: ServiceType,
        details: Flat<CategoryDetails>,
    }

    pub(crate) struct CategoryChangeBody {
        name: Option<Name<120>>,
        service_type: Option<ServiceType>,
        details: Flat<CategoryDetails>,
    }

    struct CategoryDetails {
        description: Option<TrimmedText<1000>>,
        /// What readers of Hindi see; `null` for the English name.
        #[example = "बाल"]
        name_hi: Patch<Name<120>>,
        /// What readers of Hindi see; `null` for the English description.
        description_hi: Patch<TrimmedText<1000>>,
        display_order: Option<Int<0, MAX_DISPLAY_ORDER>>,
        is_active: Option<bool>,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CategoryView {
    category: Category,
}

/// Add a category
///
/// The slug is made from the name and stays when the name changes.
#[utoipa::path(
    post, path = "/api/services/categories", tag = "Services", security(("session" = ["manager"])),
    request_body = CategoryBody, responses((status = 201, body = Envelope<CategoryView>)),
)]
pub(crate) async fn create(caller: Manager, body: RequestBody) -> HttpResult {
    let CategoryBody { name, service_type, details } = body.parse()?;
    let new = NewCategory { name, service_type, details: details.into() };
    let category = caller.write(move |tx, context| Ok(use_cases::add_category(tx, context, &new)?)).await?;
    created(CategoryView { category })
}

impl From<CategoryDetails> for CategoryPatch {
    fn from(details: CategoryDetails) -> Self {
        let CategoryDetails { description, name_hi, description_hi, display_order, is_active } = details;
        Self { description, name_hi, description_hi, display_order, is_active, ..Self::default() }
    }
}

/// Change a category
///
/// Absent fields stay unchanged; `null` removes what is said in Hindi. `isActive: false` removes the category and its
/// services from the price list.
#[utoipa::path(
    patch, path = "/api/services/categories/{id}", tag = "Services", security(("session" = ["manager"])),
    request_body = CategoryChangeBody,
    responses((status = 200, body = Envelope<CategoryView>)),
)]
pub(crate) async fn change(caller: Manager, PathId(id): PathId<CategoryId>, body: RequestBody) -> HttpResult {
    let CategoryChangeBody { name, service_type, details } = body.parse()?;
    let patch = CategoryPatch { name, service_type, ..details.into() };
    let write = caller.write(move |tx, context| Ok(use_cases::change_category(tx, context, &id, &patch)?));
    ok(CategoryView { category: write.await? })
}
