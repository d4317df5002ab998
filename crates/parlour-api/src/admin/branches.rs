//! The owner keeps the branches.

use axum::extract::{RawQuery, State};
use parlour_app::branches as use_cases;
use parlour_app::branches::{BranchPatch, BrandingPatch, Logo, NewBranch};
use parlour_domain::billing::gstin::Gstin;
use parlour_domain::billing::invoice_document::Colour;
use parlour_domain::branch::{
    AvailabilityMode, BranchStatus, MAX_CANCEL_WINDOW_MINUTES, MAX_HOLD_MINUTES, parse_branch_code,
    parse_branch_phone,
};
use parlour_domain::ids::{BranchId, UserId};
use parlour_domain::text::required_text;
use parlour_http::body::RequestBody;
use parlour_http::error::{HttpError, branch_field_name};
use parlour_http::fields::{Fields, one_of, wall_time};
use parlour_http::paging;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, PagedEnvelope, ok, ok_page, stored_created, to_response};
use parlour_http::sessions::{Owner, ReadAs};
use parlour_http::state::HttpState;
use parlour_store::branches::branch_changes;
use parlour_store::branches::branding::{self, BranchWithBranding};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::openapi::ErrorResponse;

const MAX_BRANCH_NUMBER: i64 = 999_999;

#[derive(Serialize, ToSchema)]
pub(crate) struct BranchList {
    branches: Vec<BranchWithBranding>,
}

/// Every branch
///
/// The primary one first, then by number; those that are closed or to come too.
#[utoipa::path(
    get, path = "/api/branches", tag = "Branches", security(("session" = ["owner"])),
    params(
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<BranchList>)),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Owner>,
    RawQuery(query): RawQuery,
) -> HttpResult {
    let page = caller.requested_page(&state, query.as_deref()).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_snapshot(|conn| branches_with_branding(conn, page.size, page.offset()))?)
    };
    let (branches, count) = caller.read(&state, read).await?;
    ok_page(BranchList { branches }, page, count)
}

fn branches_with_branding(
    conn: &mut Conn<'_>,
    limit: i64,
    offset: i64,
) -> Result<(Vec<BranchWithBranding>, i64), DbError> {
    let (branches, count) = branch_changes::page(conn, limit, offset)?;
    let looks = branding::page(conn, limit, offset)?;
    let kept =
        branches.into_iter().zip(looks).map(|(branch, branding)| BranchWithBranding { branch, branding });
    Ok((kept.collect(), count))
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `create` reads field by field")]
pub(crate) struct BranchBody {
    /// Part of booking and invoice numbers; no other branch has it.
    #[schema(pattern = "^[A-Z0-9]{2,4}$")]
    code: String,
    #[schema(min_length = 1, max_length = 120)]
    name: String,
    #[schema(min_length = 1, max_length = 500)]
    address: String,
    /// Part of membership numbers; no other branch has it. A new branch gets the next one unless it is said.
    #[schema(minimum = 1, maximum = 999_999)]
    number: Option<i64>,
    /// Ten digits, a mobile or a line with its area code, with `+91` or `0` in front or not.
    phone: Option<String>,
    #[schema(example = "29AAGCB7383J1Z4")]
    gstin: Option<String>,
    gst_registered: Option<bool>,
    status: Option<BranchStatus>,
    /// Takes it from the branch that was it.
    is_primary: Option<bool>,
    #[schema(example = "10:00")]
    opens_at: Option<String>,
    /// After it opens.
    #[schema(example = "21:00")]
    closes_at: Option<String>,
    availability_mode: Option<AvailabilityMode>,
    /// How long before the start customers can no longer cancel; `null` lets them at any time.
    #[schema(minimum = 0, maximum = 43_200)]
    cancel_window_minutes: Option<i64>,
    /// For how long a request that nobody has answered keeps somebody's time.
    #[schema(minimum = 0, maximum = 1_440)]
    hold_minutes: Option<i64>,
    /// Of the lines on its invoices.
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$", example = "#7A3B69")]
    brand_colour: Option<String>,
    /// For its invoices: a PNG or JPEG of at most 150 KiB and 4 million points, in base64.
    #[schema(content_encoding = "base64")]
    logo: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct BranchView {
    branch: BranchWithBranding,
}

/// Open a branch
///
/// The first one is the primary one.
#[utoipa::path(
    post, path = "/api/branches", tag = "Branches", security(("session" = ["owner"])), request_body = BranchBody,
    responses((status = 201, body = Envelope<BranchView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn create(State(state): State<HttpState>, caller: Owner, body: RequestBody) -> HttpResult {
    let mut fields = body.fields()?;
    let code = fields.required("code", parse_branch_code);
    let name = fields.required("name", |text| required_text(text, 120));
    let address = fields.required("address", |text| required_text(text, 500));
    let details = details(&mut fields);
    for field_error in use_cases::validate_new(&details) {
        fields.add_error_if_none(branch_field_name(field_error), field_error);
    }
    let new = fields.build(|| Some(NewBranch { code: code?, name: name?, address: address?, details }))?;
    let branch = caller.write(&state, move |tx, context| Ok(use_cases::open(tx, context, &new)?)).await?;
    Ok(to_response(stored_created(BranchView { branch })?))
}

fn details(fields: &mut Fields) -> BranchPatch {
    let statuses = one_of(BranchStatus::parse, "operational, coming_soon or closed");
    BranchPatch {
        number: fields.optional_int("number", 1..=MAX_BRANCH_NUMBER),
        phone: fields.nullable("phone", parse_branch_phone),
        gstin: fields.nullable("gstin", Gstin::parse),
        gst_registered: fields.optional_bool("gstRegistered"),
        status: fields.optional("status", statuses),
        is_primary: fields.optional_bool("isPrimary"),
        opens_at: fields.optional("opensAt", wall_time),
        closes_at: fields.optional("closesAt", wall_time),
        availability_mode: fields
            .optional("availabilityMode", one_of(AvailabilityMode::parse, "open or live")),
        cancel_window_minutes: fields.nullable_int("cancelWindowMinutes", 0..=MAX_CANCEL_WINDOW_MINUTES),
        hold_minutes: fields.optional_int("holdMinutes", 0..=MAX_HOLD_MINUTES),
        branding: BrandingPatch {
            brand_colour: fields.nullable("brandColour", Colour::parse),
            logo: fields.nullable("logo", Logo::parse),
        },
        ..BranchPatch::default()
    }
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `change` reads field by field")]
pub(crate) struct BranchChangeBody {
    /// Stays for good once a booking or an invoice carries it.
    #[schema(pattern = "^[A-Z0-9]{2,4}$")]
    code: Option<String>,
    #[schema(min_length = 1, max_length = 120)]
    name: Option<String>,
    #[schema(min_length = 1, max_length = 500)]
    address: Option<String>,
    /// Part of membership numbers; no other branch has it. A new branch gets the next one unless it is said.
    #[schema(minimum = 1, maximum = 999_999)]
    number: Option<i64>,
    /// Ten digits, a mobile or a line with its area code, with `+91` or `0` in front or not.
    phone: Option<String>,
    #[schema(example = "29AAGCB7383J1Z4")]
    gstin: Option<String>,
    gst_registered: Option<bool>,
    status: Option<BranchStatus>,
    /// Takes it from the branch that was it.
    is_primary: Option<bool>,
    #[schema(example = "10:00")]
    opens_at: Option<String>,
    /// After it opens.
    #[schema(example = "21:00")]
    closes_at: Option<String>,
    availability_mode: Option<AvailabilityMode>,
    /// How long before the start customers can no longer cancel; `null` lets them at any time.
    #[schema(minimum = 0, maximum = 43_200)]
    cancel_window_minutes: Option<i64>,
    /// For how long a request that nobody has answered keeps somebody's time.
    #[schema(minimum = 0, maximum = 1_440)]
    hold_minutes: Option<i64>,
    /// Of the lines on its invoices.
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$", example = "#7A3B69")]
    brand_colour: Option<String>,
    /// For its invoices: a PNG or JPEG of at most 150 KiB and 4 million points, in base64.
    #[schema(content_encoding = "base64")]
    logo: Option<String>,
}

/// Change a branch
///
/// What is absent stays; `null` takes away what a branch can be without. The primary branch stays it until another is
/// made it, and cannot be closed. Visits that are agreed stay agreed where a branch closes.
#[utoipa::path(
    patch, path = "/api/branches/{id}", tag = "Branches", security(("session" = ["owner"])),
    params(("id" = String, Path)), request_body = BranchChangeBody,
    responses((status = 200, body = Envelope<BranchView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn change(
    State(state): State<HttpState>,
    caller: Owner,
    PathId(named): PathId,
    body: RequestBody,
) -> HttpResult {
    let branch = BranchId::new(named);
    let mut fields = body.fields()?;
    let patch = BranchPatch {
        code: fields.optional("code", parse_branch_code),
        name: fields.optional("name", |text| required_text(text, 120)),
        address: fields.optional("address", |text| required_text(text, 500)),
        ..details(&mut fields)
    };
    if fields.has_errors() {
        // The write is not asked where something cannot be read; what can be is looked at all the same.
        let (branch, patch) = (branch.clone(), patch.clone());
        let find_field_errors = move |conn: &mut Conn<'_>| {
            use_cases::validate_change(conn, &branch, &patch).map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error_if_none(branch_field_name(field_error), field_error);
        }
    }
    let patch = fields.build(|| Some(patch))?;
    let branch =
        caller.write(&state, move |tx, context| Ok(use_cases::change(tx, context, &branch, &patch)?)).await?;
    ok(BranchView { branch })
}
