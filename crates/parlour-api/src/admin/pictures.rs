//! Pictures of services, staff and branches.

use parlour_app::branches::{self, BranchPatch};
use parlour_app::services::{self, ServicePatch};
use parlour_app::staff::{self, StaffPatch};
use parlour_domain::ids::{BranchId, ServiceId, StaffId};
use parlour_http::body::UploadBody;
use parlour_http::pages::pictures::store_picture;

use super::branches::BranchView;
use super::services::KeptServiceView;
use super::staff::StaffView;
use crate::prelude::*;

/// Set the picture of a service
///
/// The body is a PNG, JPEG or WebP file of at most 5 MiB, 40 million pixels and 12,000 pixels a side. It is stored with at
/// most 1,600 pixels a side and without metadata.
#[utoipa::path(
    put, path = "/api/services/{id}/image", tag = "Services", security(("session" = ["manager"])),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Envelope<KeptServiceView>)),
)]
pub(crate) async fn set_service_image(
    caller: Manager,
    PathId(id): PathId<ServiceId>,
    UploadBody(upload): UploadBody,
) -> HttpResult {
    let url = store_picture(&caller, upload).await?;
    let patch = ServicePatch { image_url: Some(Some(url)), ..ServicePatch::default() };
    let service = caller.write(move |tx, context| Ok(services::change(tx, context, &id, &patch)?));
    ok(KeptServiceView { service: service.await? })
}

/// Remove the picture of a service
#[utoipa::path(
    delete, path = "/api/services/{id}/image", tag = "Services", security(("session" = ["manager"])),
    responses((status = 200, body = Envelope<KeptServiceView>)),
)]
pub(crate) async fn delete_service_image(caller: Manager, PathId(id): PathId<ServiceId>, _: NoBody) -> HttpResult {
    let patch = ServicePatch { image_url: Some(None), ..ServicePatch::default() };
    let service = caller.write(move |tx, context| Ok(services::change(tx, context, &id, &patch)?));
    ok(KeptServiceView { service: service.await? })
}

/// Set the picture of a staff member
///
/// The body is a PNG, JPEG or WebP file of at most 5 MiB, 40 million pixels and 12,000 pixels a side. It is stored with at
/// most 1,600 pixels a side and without metadata.
#[utoipa::path(
    put, path = "/api/staff/{id}/image", tag = "Staff", security(("session" = ["manager"])),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Envelope<StaffView>)),
)]
pub(crate) async fn set_staff_image(
    caller: Manager,
    PathId(id): PathId<StaffId>,
    UploadBody(upload): UploadBody,
) -> HttpResult {
    let url = store_picture(&caller, upload).await?;
    let patch = StaffPatch { image_url: Some(Some(url)), ..StaffPatch::default() };
    let staff = caller.write(move |tx, context| Ok(staff::change(tx, context, &id, &patch)?));
    ok(StaffView { staff: staff.await? })
}

/// Remove the picture of a staff member
#[utoipa::path(
    delete, path = "/api/staff/{id}/image", tag = "Staff", security(("session" = ["manager"])),
    responses((status = 200, body = Envelope<StaffView>)),
)]
pub(crate) async fn delete_staff_image(caller: Manager, PathId(id): PathId<StaffId>, _: NoBody) -> HttpResult {
    let patch = StaffPatch { image_url: Some(None), ..StaffPatch::default() };
    let staff = caller.write(move |tx, context| Ok(staff::change(tx, context, &id, &patch)?));
    ok(StaffView { staff: staff.await? })
}

/// Set the logo of a branch
///
/// The body is a PNG, JPEG or WebP file of at most 5 MiB, 40 million pixels and 12,000 pixels a side. It is stored with at
/// most 1,600 pixels a side and without metadata. It is on the pages, and on invoices, credit notes and session slips
/// unless the branch has a `logo` for these alone.
#[utoipa::path(
    put, path = "/api/branches/{id}/logo", tag = "Branches", security(("session" = ["owner"])),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Envelope<BranchView>)),
)]
pub(crate) async fn set_branch_logo(
    caller: Owner,
    PathId(id): PathId<BranchId>,
    UploadBody(upload): UploadBody,
) -> HttpResult {
    let url = store_picture(&caller, upload).await?;
    let patch = BranchPatch { logo_url: Some(Some(url)), ..BranchPatch::default() };
    let branch = caller.write(move |tx, context| Ok(branches::change(tx, context, &id, &patch)?));
    ok(BranchView { branch: branch.await? })
}

/// Remove the logo of a branch
#[utoipa::path(
    delete, path = "/api/branches/{id}/logo", tag = "Branches", security(("session" = ["owner"])),
    responses((status = 200, body = Envelope<BranchView>)),
)]
pub(crate) async fn delete_branch_logo(caller: Owner, PathId(id): PathId<BranchId>, _: NoBody) -> HttpResult {
    let patch = BranchPatch { logo_url: Some(None), ..BranchPatch::default() };
    let branch = caller.write(move |tx, context| Ok(branches::change(tx, context, &id, &patch)?));
    ok(BranchView { branch: branch.await? })
}
