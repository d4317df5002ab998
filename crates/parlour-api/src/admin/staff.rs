//! Managers say who can be booked.

use axum::extract::{RawQuery, State};
use parlour_app::staff::{self as acts, NewStaff, StaffWish};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::service::ServiceType;
use parlour_domain::text::filled;
use parlour_store::Conn;
use parlour_store::staff_changes::{self, StaffProfile};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::customer::gender;
use crate::error::{ApiError, field_of_staff};
use crate::fields::{Fields, id};
use crate::id_path::Named;
use crate::openapi::Failed;
use crate::paging;
use crate::respond::{Answered, Envelope, PagedEnvelope, answer, created, ok, ok_page};
use crate::signed_in::{Manager, Reading};
use crate::web::Web;

const MOST_WORDS: usize = 20;

#[derive(Serialize, ToSchema)]
pub(crate) struct StaffList {
    staff: Vec<StaffProfile>,
}

/// Everyone who can be booked, or once could
///
/// Those who can come first, each by name.
#[utoipa::path(
    get, path = "/api/staff", tag = "Staff", security(("session" = ["manager"])),
    params(
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<StaffList>)),
)]
pub(crate) async fn list(
    State(web): State<Web>,
    asker: Reading<Manager>,
    RawQuery(query): RawQuery,
) -> Answered {
    let page = paging::asked(&web, &asker, query.as_deref()).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_one_state(|conn| staff_changes::page(conn, page.size, page.skipped()))?)
    };
    let (staff, count) = asker.read(&web, read).await?;
    ok_page(StaffList { staff }, page, count)
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `new_staff` reads field by field")]
pub(crate) struct StaffBody {
    /// Somebody whose role is staff or a higher one.
    #[schema(min_length = 1)]
    user_id: String,
    #[schema(min_length = 1)]
    branch_id: String,
    #[schema(min_length = 1, max_length = 120)]
    display_name: String,
    /// What they do.
    #[schema(min_items = 1, max_items = 20)]
    service_types: Vec<ServiceType>,
    gender: Option<Gender>,
    is_active: Option<bool>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct StaffView {
    staff: StaffProfile,
}

/// Let somebody of the team be booked
///
/// A person has one active profile.
#[utoipa::path(
    post, path = "/api/staff", tag = "Staff", security(("session" = ["manager"])), request_body = StaffBody,
    responses((status = 201, body = Envelope<StaffView>), (status = 409, response = Failed)),
)]
pub(crate) async fn create(State(web): State<Web>, asker: Manager, body: Body) -> Answered {
    let new = new_staff(&web, body.fields()?).await?;
    let staff = asker.act(&web, move |tx, occasion| Ok(acts::add(tx, occasion, &new)?)).await?;
    Ok(answer(created(StaffView { staff })?))
}

async fn new_staff(web: &Web, mut fields: Fields) -> Result<NewStaff, ApiError> {
    let user_id = fields.required("userId", id(UserId::new));
    let branch_id = fields.required("branchId", id(BranchId::new));
    let display_name = fields.required("displayName", |text| filled(text, 120));
    let typed = fields.required_list("serviceTypes", MOST_WORDS, ServiceType::parse);
    let service_types = service_types(&mut fields, typed);
    let details = details(&mut fields);
    if fields.have_failed() {
        // The act is not asked where something cannot be read; what can be is looked at all the same.
        let (user, branch) = (user_id.clone(), branch_id.clone());
        let looked_at = move |conn: &mut Conn<'_>| {
            acts::examine_new(conn, user.as_ref(), branch.as_ref()).map_err(ApiError::from)
        };
        for complaint in web.app().db.read(looked_at).await? {
            fields.refuse::<()>(field_of_staff(complaint), complaint);
        }
    }
    fields.build(|| {
        Some(NewStaff {
            user_id: user_id?,
            branch_id: branch_id?,
            display_name: display_name?,
            service_types: service_types?,
            details,
        })
    })
}

fn details(fields: &mut Fields) -> StaffWish {
    StaffWish {
        gender: fields.optional("gender", gender()),
        is_active: fields.optional_bool("isActive"),
        ..StaffWish::default()
    }
}

/// Each once, in the order in which they are listed everywhere.
fn service_types(
    fields: &mut Fields,
    typed: Option<Vec<(usize, Option<ServiceType>)>>,
) -> Option<Vec<ServiceType>> {
    let typed = typed?;
    for (place, _) in typed.iter().filter(|(_, word)| word.is_none()) {
        fields.refuse::<()>(&format!("serviceTypes.{place}"), "must be salon or spa");
    }
    let is_named = |kind: &&ServiceType| typed.iter().any(|(_, word)| word.as_ref() == Some(*kind));
    Some(ServiceType::ALL.iter().filter(is_named).copied().collect())
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `change` reads field by field")]
pub(crate) struct StaffChangeBody {
    #[schema(min_length = 1)]
    user_id: Option<String>,
    #[schema(min_length = 1)]
    branch_id: Option<String>,
    #[schema(min_length = 1, max_length = 120)]
    display_name: Option<String>,
    /// In the place of what they did.
    #[schema(min_items = 1, max_items = 20)]
    service_types: Option<Vec<ServiceType>>,
    gender: Option<Gender>,
    is_active: Option<bool>,
}

/// Change a staff profile
///
/// What is absent stays. With `isActive: false` nobody books them any more; visits that are agreed stay theirs until the
/// desk gives them to somebody else.
#[utoipa::path(
    patch, path = "/api/staff/{id}", tag = "Staff", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = StaffChangeBody,
    responses((status = 200, body = Envelope<StaffView>), (status = 409, response = Failed)),
)]
pub(crate) async fn change(
    State(web): State<Web>,
    asker: Manager,
    Named(named): Named,
    body: Body,
) -> Answered {
    let staff = StaffId::new(named);
    let mut fields = body.fields()?;
    let user_id = fields.optional("userId", id(UserId::new));
    let branch_id = fields.optional("branchId", id(BranchId::new));
    let display_name = fields.optional("displayName", |text| filled(text, 120));
    let typed = fields.optional_filled_list("serviceTypes", MOST_WORDS, ServiceType::parse);
    let service_types = service_types(&mut fields, typed);
    let wish = StaffWish { user_id, branch_id, display_name, service_types, ..details(&mut fields) };
    if fields.have_failed() {
        let (staff, wish) = (staff.clone(), wish.clone());
        let looked_at =
            move |conn: &mut Conn<'_>| acts::examine_change(conn, &staff, &wish).map_err(ApiError::from);
        for complaint in web.app().db.read(looked_at).await? {
            fields.refuse::<()>(field_of_staff(complaint), complaint);
        }
    }
    let wish = fields.build(|| Some(wish))?;
    let staff = asker.act(&web, move |tx, occasion| Ok(acts::change(tx, occasion, &staff, &wish)?)).await?;
    ok(StaffView { staff })
}
