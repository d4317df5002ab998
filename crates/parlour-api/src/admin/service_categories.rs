//! Managers keep the pages of the price list.

use axum::extract::State;
use parlour_app::services as use_cases;
use parlour_app::services::{CategoryPatch, NewCategory};
use parlour_domain::ids::CategoryId;
use parlour_domain::service::ServiceType;
use parlour_domain::text::{limited_text, required_text};
use parlour_http::body::RequestBody;
use parlour_http::fields::{Fields, one_of};
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, ok, stored_created, to_response};
use parlour_http::sessions::Manager;
use parlour_http::state::HttpState;
use parlour_store::catalogue::catalogue_records::Category;
use serde::Serialize;
use utoipa::ToSchema;

use super::services::MAX_DISPLAY_ORDER;

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `create` reads field by field")]
pub(crate) struct CategoryBody {
    #[schema(min_length = 1, max_length = 120)]
    name: String,
    service_type: ServiceType,
    #[schema(max_length = 1000)]
    description: Option<String>,
    #[schema(minimum = 0, maximum = 1_000_000)]
    display_order: Option<i64>,
    is_active: Option<bool>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CategoryView {
    category: Category,
}

/// Add a category
///
/// Its slug is made of its name and stays when the name changes.
#[utoipa::path(
    post, path = "/api/services/categories", tag = "Services", security(("session" = ["manager"])),
    request_body = CategoryBody, responses((status = 201, body = Envelope<CategoryView>)),
)]
pub(crate) async fn create(State(state): State<HttpState>, caller: Manager, body: RequestBody) -> HttpResult {
    let mut fields = body.fields()?;
    let name = fields.required("name", |text| required_text(text, 120));
    let service_type = fields.required("serviceType", service_type());
    let details = details(&mut fields);
    let new = fields.build(|| Some(NewCategory { name: name?, service_type: service_type?, details }))?;
    let category =
        caller.write(&state, move |tx, context| Ok(use_cases::add_category(tx, context, &new)?)).await?;
    Ok(to_response(stored_created(CategoryView { category })?))
}

fn details(fields: &mut Fields) -> CategoryPatch {
    CategoryPatch {
        description: fields.optional("description", |text| limited_text(text.trim(), 1_000)),
        display_order: fields.optional_int("displayOrder", 0..=MAX_DISPLAY_ORDER),
        is_active: fields.optional_bool("isActive"),
        ..CategoryPatch::default()
    }
}

fn service_type() -> impl Fn(&str) -> Result<ServiceType, String> {
    one_of(ServiceType::parse, "salon or spa")
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `change` reads field by field")]
pub(crate) struct CategoryChangeBody {
    #[schema(min_length = 1, max_length = 120)]
    name: Option<String>,
    service_type: Option<ServiceType>,
    #[schema(max_length = 1000)]
    description: Option<String>,
    #[schema(minimum = 0, maximum = 1_000_000)]
    display_order: Option<i64>,
    is_active: Option<bool>,
}

/// Change a category
///
/// What is absent stays. `isActive: false` takes it off the price list, with all that is in it.
#[utoipa::path(
    patch, path = "/api/services/categories/{id}", tag = "Services", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = CategoryChangeBody,
    responses((status = 200, body = Envelope<CategoryView>)),
)]
pub(crate) async fn change(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let patch = CategoryPatch {
        name: fields.optional("name", |text| required_text(text, 120)),
        service_type: fields.optional("serviceType", service_type()),
        ..details(&mut fields)
    };
    let patch = fields.build(|| Some(patch))?;
    let id = CategoryId::new(id);
    let write =
        caller.write(&state, move |tx, context| Ok(use_cases::change_category(tx, context, &id, &patch)?));
    ok(CategoryView { category: write.await? })
}
