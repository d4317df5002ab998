//! Tags, and who has them.

use axum::extract::State;
use parlour_app::customers as use_cases;
use parlour_app::customers::NewTag;
use parlour_domain::ids::{TagId, UserId};
use parlour_domain::text::{limited_text, required_text};
use parlour_http::body::RequestBody;
use parlour_http::fields::id;
use parlour_http::path_id::{PathId, PathIdPair};
use parlour_http::respond::{Envelope, HttpResult, ok, stored_created, to_response};
use parlour_http::sessions::{Manager, ReadAs, Receptionist};
use parlour_http::state::HttpState;
use parlour_store::customers::customer_records::{self, Tag};
use serde::Serialize;
use utoipa::ToSchema;

use crate::openapi::ErrorResponse;
use crate::shared::auth::Done;

#[derive(Serialize, ToSchema)]
pub(crate) struct TagList {
    /// By name.
    tags: Vec<Tag>,
}

/// The tags that customers can have
#[utoipa::path(
    get, path = "/api/tags", tag = "Customers", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<TagList>)),
)]
pub(crate) async fn list(State(state): State<HttpState>, caller: ReadAs<Receptionist>) -> HttpResult {
    let tags = caller.read(&state, |conn, _| Ok(customer_records::list_tags(conn)?)).await?;
    ok(TagList { tags })
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `create` reads field by field")]
pub(crate) struct TagBody {
    #[schema(min_length = 1, max_length = 40)]
    name: String,
    #[schema(min_length = 1, max_length = 32, example = "#b45309")]
    color: String,
    #[schema(max_length = 500)]
    description: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct TagView {
    tag: Tag,
}

/// Make a tag
#[utoipa::path(
    post, path = "/api/tags", tag = "Customers", security(("session" = ["manager"])), request_body = TagBody,
    responses((status = 201, body = Envelope<TagView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn create(State(state): State<HttpState>, caller: Manager, body: RequestBody) -> HttpResult {
    let mut fields = body.fields()?;
    let name = fields.required("name", |text| required_text(text, 40));
    let color = fields.required("color", |text| required_text(text, 32));
    let description = fields.optional("description", |text| limited_text(text.trim(), 500));
    let description = description.filter(|text| !text.is_empty());
    let new = fields.build(|| Some(NewTag { name: name?, color: color?, description }))?;
    let tag = caller.write(&state, move |tx, context| Ok(use_cases::create_tag(tx, context, &new)?)).await?;
    Ok(to_response(stored_created(TagView { tag })?))
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `assign` reads field by field")]
pub(crate) struct AssignBody {
    #[schema(min_length = 1)]
    tag_id: String,
}

/// Put a tag on a customer
///
/// One that is there already stays as it is.
#[utoipa::path(
    post, path = "/api/customers/{id}/tags", tag = "Customers", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = AssignBody,
    responses((status = 201, body = Envelope<Done>)),
)]
pub(crate) async fn assign(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathId(customer): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let tag = fields.required("tagId", id(TagId::new));
    let tag = fields.build(|| tag)?;
    let (by, customer) = (caller.user().clone(), UserId::new(customer));
    caller.write(&state, move |tx, context| Ok(use_cases::tag(tx, context, &by, &customer, &tag)?)).await?;
    Ok(to_response(stored_created(Done { ok: true })?))
}

/// Take a tag off a customer
///
/// Also where there is none.
#[utoipa::path(
    delete, path = "/api/customers/{id}/tags/{tagId}", tag = "Customers", security(("session" = ["receptionist"])),
    params(("id" = String, Path), ("tagId" = String, Path)),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn remove(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathIdPair(customer, tag): PathIdPair,
) -> HttpResult {
    let (customer, tag) = (UserId::new(customer), TagId::new(tag));
    caller.write(&state, move |tx, context| Ok(use_cases::untag(tx, context, &customer, &tag)?)).await?;
    ok(Done { ok: true })
}
