//! Managers keep the pages of the price list.

use axum::extract::State;
use parlour_app::services::{self as acts, CategoryWish, NewCategory};
use parlour_domain::ids::CategoryId;
use parlour_domain::service::ServiceType;
use parlour_domain::text::{at_most, filled};
use parlour_store::catalogue::Category;
use serde::Serialize;
use utoipa::ToSchema;

use super::services::LAST_PLACE;
use crate::body::Body;
use crate::fields::{Fields, one_of};
use crate::id_path::Named;
use crate::respond::{Answered, Envelope, answer, created, ok};
use crate::signed_in::Manager;
use crate::web::Web;

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
pub(crate) async fn create(State(web): State<Web>, asker: Manager, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let name = fields.required("name", |text| filled(text, 120));
    let service_type = fields.required("serviceType", service_type());
    let details = details(&mut fields);
    let new = fields.build(|| Some(NewCategory { name: name?, service_type: service_type?, details }))?;
    let category = asker.act(&web, move |tx, occasion| Ok(acts::add_category(tx, occasion, &new)?)).await?;
    Ok(answer(created(CategoryView { category })?))
}

fn details(fields: &mut Fields) -> CategoryWish {
    CategoryWish {
        description: fields.optional("description", |text| at_most(text.trim(), 1_000)),
        display_order: fields.optional_int("displayOrder", 0..=LAST_PLACE),
        is_active: fields.optional_bool("isActive"),
        ..CategoryWish::default()
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
pub(crate) async fn change(State(web): State<Web>, asker: Manager, Named(id): Named, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let wish = CategoryWish {
        name: fields.optional("name", |text| filled(text, 120)),
        service_type: fields.optional("serviceType", service_type()),
        ..details(&mut fields)
    };
    let wish = fields.build(|| Some(wish))?;
    let id = CategoryId::new(id);
    let act = asker.act(&web, move |tx, occasion| Ok(acts::change_category(tx, occasion, &id, &wish)?));
    ok(CategoryView { category: act.await? })
}
