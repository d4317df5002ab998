//! Tags, and who has them.

use axum::extract::State;
use parlour_app::customers::{self as acts, NewTag};
use parlour_domain::ids::{TagId, UserId};
use parlour_domain::text::{at_most, filled};
use parlour_store::customers::{self, Tag};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::both::auth::Done;
use crate::fields::id;
use crate::id_path::{Named, NamedBoth};
use crate::openapi::Failed;
use crate::respond::{Answered, Envelope, answer, created, ok};
use crate::signed_in::{Manager, Reading, Receptionist};
use crate::web::Web;

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
pub(crate) async fn list(State(web): State<Web>, asker: Reading<Receptionist>) -> Answered {
    let tags = asker.read(&web, |conn, _| Ok(customers::tags(conn)?)).await?;
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
    responses((status = 201, body = Envelope<TagView>), (status = 409, response = Failed)),
)]
pub(crate) async fn create(State(web): State<Web>, asker: Manager, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let name = fields.required("name", |text| filled(text, 40));
    let color = fields.required("color", |text| filled(text, 32));
    let description = fields.optional("description", |text| at_most(text.trim(), 500));
    let description = description.filter(|text| !text.is_empty());
    let new = fields.build(|| Some(NewTag { name: name?, color: color?, description }))?;
    let tag = asker.act(&web, move |tx, occasion| Ok(acts::make_tag(tx, occasion, &new)?)).await?;
    Ok(answer(created(TagView { tag })?))
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
    State(web): State<Web>,
    asker: Receptionist,
    Named(customer): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let tag = fields.required("tagId", id(TagId::new));
    let tag = fields.build(|| tag)?;
    let (by, customer) = (asker.user().clone(), UserId::new(customer));
    asker.act(&web, move |tx, occasion| Ok(acts::tag(tx, occasion, &by, &customer, &tag)?)).await?;
    Ok(answer(created(Done { ok: true })?))
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
    State(web): State<Web>,
    asker: Receptionist,
    NamedBoth(customer, tag): NamedBoth,
) -> Answered {
    let (customer, tag) = (UserId::new(customer), TagId::new(tag));
    asker.act(&web, move |tx, occasion| Ok(acts::untag(tx, occasion, &customer, &tag)?)).await?;
    ok(Done { ok: true })
}
