//! The owner changes branches.

use chrono::NaiveTime;
use parlour_app::branches as use_cases;
use parlour_app::branches::{BranchPatch, BrandingPatch, LiveCheck, Logo, NewBranch};
use parlour_domain::billing::gstin::Gstin;
use parlour_domain::billing::invoice_document::Colour;
use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::billing::upi::is_upi_id;
use parlour_domain::booking::opening_hours::{OpeningHours, WeeklyHours};
use parlour_domain::branch::{
    AvailabilityMode, BranchStatus, MAX_CANCEL_WINDOW_MINUTES, MAX_HOLD_MINUTES, MAX_PENDING_LIMIT, parse_branch_code,
    parse_branch_phone,
};
use parlour_domain::ids::{BranchId, UserId};
use parlour_domain::membership::DeskMembershipTerms;
use parlour_http::error::FieldErrors;
use parlour_http::request::NullableObjects;
use parlour_store::branches::branch_changes;
use parlour_store::branches::branding::{self, BranchWithBranding};

use crate::prelude::*;

const MAX_BRANCH_NUMBER: i64 = 999_999;
const DAYS_PER_WEEK: usize = 7;

#[derive(Serialize, ToSchema)]
pub(crate) struct BranchList {
    branches: Vec<BranchWithBranding>,
}

/// All branches
///
/// The primary branch first, then by number; including closed and coming branches.
#[utoipa::path(
    get, path = "/api/branches", tag = "Branches", security(("session" = ["owner"])),
    params(ListPage),
    responses((status = 200, body = PagedEnvelope<BranchList>)),
)]
pub(crate) async fn list(caller: ReadAs<Owner>) -> HttpResult {
    let page: ListPage = caller.parse_query().await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| branches_with_branding(conn, page.size, page.offset());
    caller.answer_page(page, read, |branches| BranchList { branches }).await
}

fn branches_with_branding(
    conn: &mut Conn<'_>,
    limit: i64,
    offset: i64,
) -> Result<(Vec<BranchWithBranding>, i64), DbError> {
    let (branches, count) = branch_changes::page(conn, limit, offset)?;
    let branding = branding::page(conn, limit, offset)?;
    let branches = branches.into_iter().zip(branding).map(|(branch, branding)| BranchWithBranding { branch, branding });
    Ok((branches.collect(), count))
}

request_shape! {
    pub(crate) struct BranchBody {
        /// Part of booking and invoice numbers; no other branch has it.
        code: BranchCode,
        name: Name<120>,
        address: Text<500>,
        details: Flat<BranchDetails>,
    }

    pub(crate) struct BranchChangeBody {
        /// Cannot change once a booking or an invoice carries it.
        code: Option<BranchCode>,
        name: Option<Name<120>>,
        address: Option<Text<500>>,
        details: Flat<BranchDetails>,
    }

    struct BranchDetails {
        /// Part of membership numbers; no other branch has it. A new branch gets the next number by default.
        number: Option<Int<1, MAX_BRANCH_NUMBER>>,
        /// Ten digits, a mobile or a landline with its area code, optionally with `+91` or `0` in front.
        phone: Patch<BranchPhone>,
        #[example = "29AAGCB7383J1Z4"]
        gstin: Patch<Gstin>,
        gst_registered: Option<bool>,
        status: Option<BranchStatus>,
        /// Makes this the primary branch in place of the present one.
        is_primary: Option<bool>,
        #[example = "10:00"]
        opens_at: Option<NaiveTime>,
        /// After it opens.
        #[example = "21:00"]
        closes_at: Option<NaiveTime>,
        /// Seven days, Monday first, each with its hours or `null` if the branch is closed. `null` opens it from
        /// `opensAt` to `closesAt` every day.
        hours: Patch<NullableObjects<DayHours, DAYS_PER_WEEK>>,
        availability_mode: Option<AvailabilityMode>,
        /// How long before the start customers can no longer cancel; `null` lets them cancel at any time.
        cancel_window_minutes: Patch<Int<0, MAX_CANCEL_WINDOW_MINUTES>>,
        /// For how long a request that is not answered keeps the staff member's time.
        hold_minutes: Option<Int<0, MAX_HOLD_MINUTES>>,
        /// How many requests of one customer may wait for an answer; `null` for any number. A branch that is opened live, or
        /// becomes live without a limit, gets 3.
        max_pending_per_customer: Patch<Int<1, MAX_PENDING_LIMIT>>,
        /// How much discount a receptionist may give by hand; a manager may give any.
        desk_discount_percent: Option<Int<0, 100>>,
        /// With `tier`, a receptionist sells memberships with the minutes, the price and the validity of their tier only,
        /// and records no session with fewer minutes than the catalogue's.
        desk_membership_terms: Option<DeskMembershipTerms>,
        /// Whether the totals of service invoices are rounded.
        round_invoices: Option<RoundInvoices>,
        /// The UPI account to which customers pay.
        #[example = "salon@okbank"]
        upi_id: Patch<UpiId>,
        /// The payee that a payment app shows; the name of the branch by default.
        upi_name: Patch<Name<80>>,
        /// The colour of the lines on invoices.
        #[example = "#7A3B69"]
        brand_colour: Patch<BrandColour>,
        /// For invoices: a PNG or JPEG of at most 150 KiB and 4 million pixels, in base64.
        logo: Patch<LogoText>,
    }

    /// The opening hours of one weekday.
    struct DayHours {
        #[example = "10:00"]
        opens_at: NaiveTime,
        /// After it opens.
        #[example = "21:00"]
        closes_at: NaiveTime,
    }
}

text_rules! {
    struct BranchCode -> String = parse_branch_code, |schema| schema.pattern(Some("^[A-Z0-9]{2,4}$"));
    struct BranchPhone -> String = parse_branch_phone, |schema| schema;
    struct BrandColour -> Colour = Colour::parse, |schema| schema.pattern(Some("^#[0-9A-Fa-f]{6}$"));
    struct UpiId -> String = parse_upi_id, |schema| schema;
    struct LogoText -> Logo = Logo::parse, |schema| schema.content_encoding("base64");
}

fn parse_upi_id(typed: &str) -> Result<String, &'static str> {
    let typed = typed.trim();
    if is_upi_id(typed) { Ok(typed.to_owned()) } else { Err("must be a UPI account, written name@bank") }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct BranchView {
    pub(super) branch: BranchWithBranding,
}

/// Open a branch
///
/// The first branch becomes the primary branch.
#[utoipa::path(
    post, path = "/api/branches", tag = "Branches", security(("session" = ["owner"])), request_body = BranchBody,
    responses((status = 201, body = Envelope<BranchView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn create(caller: Owner, body: RequestBody) -> HttpResult {
    let (mut fields, partial) = body.read::<BranchBody>()?;
    let details = branch_patch(&mut fields, partial.details.clone());
    fields.add_errors(FieldErrors::of_use_case(use_cases::validate_new(&details)));
    let BranchBody { code, name, address, .. } = fields.build(|| BranchBody::complete(partial))?;
    let new = NewBranch { code, name, address, details };
    let branch = caller.write(move |tx, context| Ok(use_cases::open(tx, context, &new)?)).await?;
    created(BranchView { branch })
}

fn branch_patch(fields: &mut Fields, details: <BranchDetails as RequestShape>::Partial) -> BranchPatch {
    BranchPatch {
        number: details.number,
        phone: details.phone,
        gstin: details.gstin,
        gst_registered: details.gst_registered,
        status: details.status,
        is_primary: details.is_primary,
        opens_at: details.opens_at,
        closes_at: details.closes_at,
        hours: details.hours.and_then(|hours| match hours {
            Some(days) => weekly_hours(fields, &days).map(Some),
            None => Some(None),
        }),
        availability_mode: details.availability_mode,
        cancel_window_minutes: details.cancel_window_minutes,
        hold_minutes: details.hold_minutes,
        max_pending_per_customer: details.max_pending_per_customer,
        desk_discount_percent: details.desk_discount_percent,
        desk_membership_terms: details.desk_membership_terms,
        round_invoices: details.round_invoices,
        upi_id: details.upi_id,
        upi_name: details.upi_name,
        branding: BrandingPatch { brand_colour: details.brand_colour, logo: details.logo },
        ..BranchPatch::default()
    }
}

/// The hours of a week, or `None` if some are wrong; each wrong one is reported.
fn weekly_hours(
    fields: &mut Fields,
    days: &[(usize, Option<<DayHours as RequestShape>::Partial>)],
) -> Option<WeeklyHours> {
    let mut week = [None; DAYS_PER_WEEK];
    let mut is_whole = days.len() == DAYS_PER_WEEK;
    for (index, day) in days {
        let Some(day) = day else { continue };
        match day.opens_at.zip(day.closes_at) {
            Some((opens_at, closes_at)) if opens_at < closes_at => {
                if let Some(hours) = week.get_mut(*index) {
                    *hours = Some(OpeningHours { opens_at, closes_at });
                }
            }
            Some(_) => {
                fields.add_error::<()>(&format!("hours.{index}.closesAt"), "must be after opensAt");
                is_whole = false;
            }
            None => is_whole = false,
        }
    }
    is_whole.then(|| WeeklyHours::new(week))
}

/// Change a branch
///
/// Absent fields stay unchanged; `null` removes an optional value. The primary branch stays primary until another
/// branch is made primary, and cannot be closed. Bookings of a branch that closes stay confirmed.
#[utoipa::path(
    patch, path = "/api/branches/{id}", tag = "Branches", security(("session" = ["owner"])),
    request_body = BranchChangeBody,
    responses((status = 200, body = Envelope<BranchView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn change(caller: Owner, PathId(branch): PathId<BranchId>, body: RequestBody) -> HttpResult {
    let (mut fields, partial) = body.read::<BranchChangeBody>()?;
    let patch = BranchPatch {
        code: partial.code,
        name: partial.name,
        address: partial.address,
        ..branch_patch(&mut fields, partial.details)
    };
    let (id, checked) = (branch.clone(), patch.clone());
    let check = move |conn: &mut Conn<'_>| use_cases::validate_change(conn, &id, &checked);
    check_readable(&caller.state, &mut fields, check).await?;
    let patch = fields.build(|| Some(patch))?;
    let branch = caller.write(move |tx, context| Ok(use_cases::change(tx, context, &branch, &patch)?)).await?;
    ok(BranchView { branch })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LiveCheckView {
    check: LiveCheck,
}

/// What to mend before a branch goes live
///
/// Bookings that need the same person at the same time, and staff whom nobody could book. Both stay as they are when the
/// branch goes live.
#[utoipa::path(
    get, path = "/api/branches/{id}/live-check", tag = "Branches", security(("session" = ["owner"])),
    responses((status = 200, body = Envelope<LiveCheckView>)),
)]
pub(crate) async fn live_check(caller: ReadAs<Owner>, PathId(branch): PathId<BranchId>) -> HttpResult {
    let today = caller.state.today();
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        conn.in_snapshot(|conn| Ok::<_, HttpError>(use_cases::live_check(conn, &branch, today)?))
    };
    ok(LiveCheckView { check: caller.read(read).await? })
}
