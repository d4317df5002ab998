//! Managers say who can be booked.

use axum::extract::{RawQuery, State};
use parlour_app::staff as use_cases;
use parlour_app::staff::{NewStaff, StaffPatch};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::service::ServiceType;
use parlour_domain::text::required_text;
use parlour_http::body::RequestBody;
use parlour_http::error::{HttpError, staff_field_name};
use parlour_http::fields::{Fields, id};
use parlour_http::paging;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, PagedEnvelope, ok, ok_page, stored_created, to_response};
use parlour_http::sessions::{Manager, ReadAs};
use parlour_http::state::HttpState;
use parlour_store::Conn;
use parlour_store::staff::staff_changes::{self, StaffProfile};
use serde::Serialize;
use utoipa::ToSchema;

use crate::customer::gender;
use crate::openapi::ErrorResponse;

const MAX_SERVICE_TYPES: usize = 20;

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
    State(state): State<HttpState>,
    caller: ReadAs<Manager>,
    RawQuery(query): RawQuery,
) -> HttpResult {
    let page = caller.requested_page(&state, query.as_deref()).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_snapshot(|conn| staff_changes::page(conn, page.size, page.offset()))?)
    };
    let (staff, count) = caller.read(&state, read).await?;
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
    responses((status = 201, body = Envelope<StaffView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn create(State(state): State<HttpState>, caller: Manager, body: RequestBody) -> HttpResult {
    let new = new_staff(&state, body.fields()?).await?;
    let staff = caller.write(&state, move |tx, context| Ok(use_cases::add(tx, context, &new)?)).await?;
    Ok(to_response(stored_created(StaffView { staff })?))
}

async fn new_staff(state: &HttpState, mut fields: Fields) -> Result<NewStaff, HttpError> {
    let user_id = fields.required("userId", id(UserId::new));
    let branch_id = fields.required("branchId", id(BranchId::new));
    let display_name = fields.required("displayName", |text| required_text(text, 120));
    let typed = fields.required_list("serviceTypes", MAX_SERVICE_TYPES, ServiceType::parse);
    let service_types = service_types(&mut fields, typed);
    let details = details(&mut fields);
    if fields.has_errors() {
        // The write is not asked where something cannot be read; what can be is looked at all the same.
        let (user, branch) = (user_id.clone(), branch_id.clone());
        let find_field_errors = move |conn: &mut Conn<'_>| {
            use_cases::validate_new(conn, user.as_ref(), branch.as_ref()).map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error::<()>(staff_field_name(field_error), field_error);
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

fn details(fields: &mut Fields) -> StaffPatch {
    StaffPatch {
        gender: fields.optional("gender", gender()),
        is_active: fields.optional_bool("isActive"),
        ..StaffPatch::default()
    }
}

/// Each once, in the order in which they are listed everywhere.
fn service_types(
    fields: &mut Fields,
    typed: Option<Vec<(usize, Option<ServiceType>)>>,
) -> Option<Vec<ServiceType>> {
    let typed = typed?;
    for (place, _) in typed.iter().filter(|(_, word)| word.is_none()) {
        fields.add_error::<()>(&format!("serviceTypes.{place}"), "must be salon or spa");
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
    responses((status = 200, body = Envelope<StaffView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn change(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(named): PathId,
    body: RequestBody,
) -> HttpResult {
    let staff = StaffId::new(named);
    let mut fields = body.fields()?;
    let user_id = fields.optional("userId", id(UserId::new));
    let branch_id = fields.optional("branchId", id(BranchId::new));
    let display_name = fields.optional("displayName", |text| required_text(text, 120));
    let typed = fields.optional_nonempty_list("serviceTypes", MAX_SERVICE_TYPES, ServiceType::parse);
    let service_types = service_types(&mut fields, typed);
    let patch = StaffPatch { user_id, branch_id, display_name, service_types, ..details(&mut fields) };
    if fields.has_errors() {
        let (staff, patch) = (staff.clone(), patch.clone());
        let find_field_errors = move |conn: &mut Conn<'_>| {
            use_cases::validate_change(conn, &staff, &patch).map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error::<()>(staff_field_name(field_error), field_error);
        }
    }
    let patch = fields.build(|| Some(patch))?;
    let staff =
        caller.write(&state, move |tx, context| Ok(use_cases::change(tx, context, &staff, &patch)?)).await?;
    ok(StaffView { staff })
}
