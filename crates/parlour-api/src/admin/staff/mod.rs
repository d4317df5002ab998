//! Managers change staff profiles.

pub(super) mod leave;
pub(super) mod me;
pub(super) mod own_visits;
pub(super) mod schedule;

use parlour_app::staff as use_cases;
use parlour_app::staff::{NewStaff, StaffPatch};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::service::ServiceType;
use parlour_store::staff::staff_changes::{self, StaffProfile};

use crate::prelude::*;

const MAX_SERVICE_TYPES: usize = 20;

#[derive(Serialize, ToSchema)]
pub(crate) struct StaffList {
    staff: Vec<StaffProfile>,
}

/// All staff profiles
///
/// Active staff first, then inactive staff, each by name.
#[utoipa::path(
    get, path = "/api/staff", tag = "Staff", security(("session" = ["manager"])),
    params(ListPage),
    responses((status = 200, body = PagedEnvelope<StaffList>)),
)]
pub(crate) async fn list(caller: ReadAs<Manager>) -> HttpResult {
    let page: ListPage = caller.parse_query().await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| staff_changes::page(conn, page.size, page.offset());
    caller.answer_page(page, read, |staff| StaffList { staff }).await
}

request_shape! {
    pub(crate) struct StaffBody {
        /// A user with the role staff or a higher one.
        user_id: UserId,
        branch_id: BranchId,
        display_name: Name<120>,
        /// The types of services that they do.
        service_types: TextList<ServiceType, 1, MAX_SERVICE_TYPES>,
        gender: Option<Gender>,
        is_active: Option<bool>,
    }

    pub(crate) struct StaffChangeBody {
        user_id: Option<UserId>,
        branch_id: Option<BranchId>,
        display_name: Option<Name<120>>,
        /// Replaces the present types.
        service_types: Option<TextList<ServiceType, 1, MAX_SERVICE_TYPES>>,
        gender: Option<Gender>,
        is_active: Option<bool>,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct StaffView {
    pub(super) staff: StaffProfile,
}

/// Create a staff profile
///
/// A user has at most one active profile.
#[utoipa::path(
    post, path = "/api/staff", tag = "Staff", security(("session" = ["manager"])), request_body = StaffBody,
    responses((status = 201, body = Envelope<StaffView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn create(caller: Manager, body: RequestBody) -> HttpResult {
    let new = new_staff(&caller.state, &body).await?;
    let staff = caller.write(move |tx, context| Ok(use_cases::add(tx, context, &new)?)).await?;
    created(StaffView { staff })
}

async fn new_staff(state: &HttpState, body: &RequestBody) -> Result<NewStaff, HttpError> {
    let (mut fields, partial) = body.read::<StaffBody>()?;
    let (user, branch) = (partial.user_id.clone(), partial.branch_id.clone());
    let check = move |conn: &mut Conn<'_>| use_cases::validate_new(conn, user.as_ref(), branch.as_ref());
    check_readable(state, &mut fields, check).await?;
    let body = fields.build(|| StaffBody::complete(partial))?;
    Ok(NewStaff {
        user_id: body.user_id,
        branch_id: body.branch_id,
        display_name: body.display_name,
        service_types: in_display_order(&body.service_types),
        details: StaffPatch { gender: body.gender, is_active: body.is_active, ..StaffPatch::default() },
    })
}

/// Each type once, in the order in which types are listed everywhere.
fn in_display_order(given: &[(usize, ServiceType)]) -> Vec<ServiceType> {
    let is_given = |kind: &&ServiceType| given.iter().any(|(_, given)| given == *kind);
    ServiceType::ALL.iter().filter(is_given).copied().collect()
}

/// Change a staff profile
///
/// Absent fields stay unchanged. With `isActive: false` they cannot be booked any more; confirmed bookings stay theirs
/// until the desk assigns someone else.
#[utoipa::path(
    patch, path = "/api/staff/{id}", tag = "Staff", security(("session" = ["manager"])),
    request_body = StaffChangeBody,
    responses((status = 200, body = Envelope<StaffView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn change(caller: Manager, PathId(staff): PathId<StaffId>, body: RequestBody) -> HttpResult {
    let (mut fields, partial) = body.read::<StaffChangeBody>()?;
    let patch = StaffPatch {
        user_id: partial.user_id,
        branch_id: partial.branch_id,
        display_name: partial.display_name,
        service_types: partial.service_types.as_deref().map(in_display_order),
        gender: partial.gender,
        is_active: partial.is_active,
        image_url: None,
    };
    let (id, checked) = (staff.clone(), patch.clone());
    let check = move |conn: &mut Conn<'_>| use_cases::validate_change(conn, &id, &checked);
    check_readable(&caller.state, &mut fields, check).await?;
    let patch = fields.build(|| Some(patch))?;
    let staff = caller.write(move |tx, context| Ok(use_cases::change(tx, context, &staff, &patch)?)).await?;
    ok(StaffView { staff })
}
