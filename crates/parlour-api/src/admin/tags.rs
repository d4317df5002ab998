//! Tags of customers.

use axum::extract::State;
use parlour_app::customers as use_cases;
use parlour_app::customers::NewTag;
use parlour_domain::ids::{TagId, UserId};
use parlour_http::body::RequestBody;
use parlour_http::request::{Text, TrimmedText};
use parlour_http::request_shape;

use parlour_http::path_id::{PathId, PathIdPair};
use parlour_http::respond::{Envelope, HttpResult, created, ok};
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

/// All tags
#[utoipa::path(
    get, path = "/api/tags", tag = "Customers", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<TagList>)),
)]
pub(crate) async fn list(State(state): State<HttpState>, caller: ReadAs<Receptionist>) -> HttpResult {
    let tags = caller.read(&state, |conn, _| Ok(customer_records::list_tags(conn)?)).await?;
    ok(TagList { tags })
}

request_shape! {
    pub(crate) struct TagBody {
        name: Text<40>,
        #[example = "#b45309"]
        color: Text<32>,
        description: Option<TrimmedText<500>>,
    }

    pub(crate) struct AssignBody {
        tag_id: TagId,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct TagView {
    tag: Tag,
}

/// Create a tag
#[utoipa::path(
    post, path = "/api/tags", tag = "Customers", security(("session" = ["manager"])), request_body = TagBody,
    responses((status = 201, body = Envelope<TagView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn create(State(state): State<HttpState>, caller: Manager, body: RequestBody) -> HttpResult {
    let TagBody { name, color, description } = body.parse()?;
    let new = NewTag { name, color, description: description.filter(|text| !text.is_empty()) };
    let tag = caller.write(&state, move |tx, context| Ok(use_cases::create_tag(tx, context, &new)?)).await?;
    created(TagView { tag })
}

/// Add a tag to a customer
///
/// Succeeds also if the customer has the tag already.
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
    let AssignBody { tag_id: tag } = body.parse()?;
    let (by, customer) = (caller.user().clone(), UserId::new(customer));
    caller.write(&state, move |tx, context| Ok(use_cases::tag(tx, context, &by, &customer, &tag)?)).await?;
    created(Done { ok: true })
}

/// Remove a tag from a customer
///
/// Succeeds also if the customer does not have the tag.
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
