//! The owner keeps the branches.

use axum::extract::{RawQuery, State};
use parlour_app::branches::{self as acts, BranchWish, Logo, LookWish, NewBranch};
use parlour_domain::branch::{
    AvailabilityMode, BranchStatus, LONGEST_CANCEL_WINDOW_MINUTES, LONGEST_HOLD_MINUTES, code, telephone,
};
use parlour_domain::gstin::Gstin;
use parlour_domain::ids::{BranchId, UserId};
use parlour_domain::invoice_document::Colour;
use parlour_domain::text::filled;
use parlour_store::branch_looks::{self, KeptBranch};
use parlour_store::{Conn, DbError, branch_changes};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::error::{ApiError, field_of_branch};
use crate::fields::{Fields, one_of, wall_time};
use crate::id_path::Named;
use crate::openapi::Failed;
use crate::paging;
use crate::respond::{Answered, Envelope, PagedEnvelope, answer, created, ok, ok_page};
use crate::signed_in::{Owner, Reading};
use crate::web::Web;

const LAST_NUMBER: i64 = 999_999;

#[derive(Serialize, ToSchema)]
pub(crate) struct BranchList {
    branches: Vec<KeptBranch>,
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
    State(web): State<Web>,
    asker: Reading<Owner>,
    RawQuery(query): RawQuery,
) -> Answered {
    let page = paging::asked(&web, &asker, query.as_deref()).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_one_state(|conn| kept(conn, page.size, page.skipped()))?)
    };
    let (branches, count) = asker.read(&web, read).await?;
    ok_page(BranchList { branches }, page, count)
}

fn kept(conn: &mut Conn<'_>, limit: i64, skipped: i64) -> Result<(Vec<KeptBranch>, i64), DbError> {
    let (branches, count) = branch_changes::page(conn, limit, skipped)?;
    let looks = branch_looks::page(conn, limit, skipped)?;
    let kept = branches.into_iter().zip(looks).map(|(branch, look)| KeptBranch { branch, look });
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
    branch: KeptBranch,
}

/// Open a branch
///
/// The first one is the primary one.
#[utoipa::path(
    post, path = "/api/branches", tag = "Branches", security(("session" = ["owner"])), request_body = BranchBody,
    responses((status = 201, body = Envelope<BranchView>), (status = 409, response = Failed)),
)]
pub(crate) async fn create(State(web): State<Web>, asker: Owner, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let code = fields.required("code", code);
    let name = fields.required("name", |text| filled(text, 120));
    let address = fields.required("address", |text| filled(text, 500));
    let details = details(&mut fields);
    for complaint in acts::examine_new(&details) {
        fields.refuse_unless_refused(field_of_branch(complaint), complaint);
    }
    let new = fields.build(|| Some(NewBranch { code: code?, name: name?, address: address?, details }))?;
    let branch = asker.act(&web, move |tx, occasion| Ok(acts::open(tx, occasion, &new)?)).await?;
    Ok(answer(created(BranchView { branch })?))
}

fn details(fields: &mut Fields) -> BranchWish {
    let statuses = one_of(BranchStatus::parse, "operational, coming_soon or closed");
    BranchWish {
        number: fields.optional_int("number", 1..=LAST_NUMBER),
        phone: fields.nullable("phone", telephone),
        gstin: fields.nullable("gstin", Gstin::parse),
        gst_registered: fields.optional_bool("gstRegistered"),
        status: fields.optional("status", statuses),
        is_primary: fields.optional_bool("isPrimary"),
        opens_at: fields.optional("opensAt", wall_time),
        closes_at: fields.optional("closesAt", wall_time),
        availability_mode: fields
            .optional("availabilityMode", one_of(AvailabilityMode::parse, "open or live")),
        cancel_window_minutes: fields.nullable_int("cancelWindowMinutes", 0..=LONGEST_CANCEL_WINDOW_MINUTES),
        hold_minutes: fields.optional_int("holdMinutes", 0..=LONGEST_HOLD_MINUTES),
        look: LookWish {
            brand_colour: fields.nullable("brandColour", Colour::parse),
            logo: fields.nullable("logo", Logo::parse),
        },
        ..BranchWish::default()
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
    responses((status = 200, body = Envelope<BranchView>), (status = 409, response = Failed)),
)]
pub(crate) async fn change(
    State(web): State<Web>,
    asker: Owner,
    Named(named): Named,
    body: Body,
) -> Answered {
    let branch = BranchId::new(named);
    let mut fields = body.fields()?;
    let wish = BranchWish {
        code: fields.optional("code", code),
        name: fields.optional("name", |text| filled(text, 120)),
        address: fields.optional("address", |text| filled(text, 500)),
        ..details(&mut fields)
    };
    if fields.have_failed() {
        // The act is not asked where something cannot be read; what can be is looked at all the same.
        let (branch, wish) = (branch.clone(), wish.clone());
        let looked_at =
            move |conn: &mut Conn<'_>| acts::examine_change(conn, &branch, &wish).map_err(ApiError::from);
        for complaint in web.app().db.read(looked_at).await? {
            fields.refuse_unless_refused(field_of_branch(complaint), complaint);
        }
    }
    let wish = fields.build(|| Some(wish))?;
    let branch = asker.act(&web, move |tx, occasion| Ok(acts::change(tx, occasion, &branch, &wish)?)).await?;
    ok(BranchView { branch })
}
