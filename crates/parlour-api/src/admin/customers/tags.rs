//! Tags of customers.

use parlour_app::customers as use_cases;
use parlour_app::customers::{NewTag, TagPatch};
use parlour_domain::ids::{TagId, UserId};
use parlour_http::path_id::PathIdPair;
use parlour_http::shapes::customers::AssignBody;
use parlour_store::customers::customer_records::{self, Tag};

use crate::prelude::*;
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
pub(crate) async fn list(caller: ReadAs<Receptionist>) -> HttpResult {
    let tags = caller.read(|conn, _| Ok(customer_records::list_tags(conn)?)).await?;
    ok(TagList { tags })
}

request_shape! {
    pub(crate) struct TagBody {
        name: Name<40>,
        #[example = "#b45309"]
        color: Text<32>,
        description: Option<TrimmedText<500>>,
    }

    pub(crate) struct TagChangeBody {
        name: Option<Name<40>>,
        #[example = "#b45309"]
        color: Option<Text<32>>,
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
pub(crate) async fn create(caller: Manager, body: RequestBody) -> HttpResult {
    let TagBody { name, color, description } = body.parse()?;
    let new = NewTag { name, color, description: description.filter(|text| !text.is_empty()) };
    let tag = caller.write(move |tx, context| Ok(use_cases::create_tag(tx, context, &new)?)).await?;
    created(TagView { tag })
}

/// Change a tag
///
/// Absent fields stay unchanged. The slug follows the name; 409 CONFLICT if another tag has it.
#[utoipa::path(
    patch, path = "/api/tags/{id}", tag = "Customers", security(("session" = ["manager"])),
    request_body = TagChangeBody,
    responses((status = 200, body = Envelope<TagView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn change(caller: Manager, PathId(id): PathId<TagId>, body: RequestBody) -> HttpResult {
    let TagChangeBody { name, color } = body.parse()?;
    let patch = TagPatch { name, color };
    let tag = caller.write(move |tx, context| Ok(use_cases::change_tag(tx, context, &id, &patch)?)).await?;
    ok(TagView { tag })
}

/// Add a tag to a customer
///
/// Succeeds also if the customer has the tag already.
#[utoipa::path(
    post, path = "/api/customers/{id}/tags", tag = "Customers", security(("session" = ["receptionist"])),
    request_body = AssignBody,
    responses((status = 201, body = Envelope<Done>)),
)]
pub(crate) async fn assign(caller: Receptionist, PathId(customer): PathId<UserId>, body: RequestBody) -> HttpResult {
    let AssignBody { tag_id: tag } = body.parse()?;
    let by = caller.user().clone();
    caller.write(move |tx, context| Ok(use_cases::tag(tx, context, &by, &customer, &tag)?)).await?;
    created(Done { ok: true })
}

/// Remove a tag from a customer
///
/// Succeeds also if the customer does not have the tag.
#[utoipa::path(
    delete, path = "/api/customers/{id}/tags/{tagId}", tag = "Customers", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn remove(
    caller: Receptionist,
    PathIdPair(customer, tag): PathIdPair<UserId, TagId>,
    _: NoBody,
) -> HttpResult {
    caller.write(move |tx, context| Ok(use_cases::untag(tx, context, &customer, &tag)?)).await?;
    ok(Done { ok: true })
}
