//! Staff, branches and services, as the desk reads them.

pub(super) mod blocks;
pub(super) mod free_times;
pub(super) mod search;

use chrono::NaiveDate;
use parlour_app::catalogue::{self, CategoryWithServices, OfferWithServices};
use parlour_app::schedule::{DayBoard, desk_day_board};
use parlour_domain::booking::opening_hours::{OpeningHours, WeeklyHours};
use parlour_domain::branch::AvailabilityMode;
use parlour_domain::ids::{BranchId, UserId};
use parlour_store::branches::branch_records::{self, Branch};
use parlour_store::staff::staff_records::{self, DeskStaffMember};

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct Colleagues {
    staff: Vec<DeskStaffMember>,
}

/// Active staff
#[utoipa::path(
    get, path = "/api/desk/staff", tag = "Desk", security(("session" = ["receptionist"])),
    params(ListPage),
    responses((status = 200, body = PagedEnvelope<Colleagues>)),
)]
pub(crate) async fn staff(caller: ReadAs<Receptionist>) -> HttpResult {
    let page: ListPage = caller.parse_query().await?;
    let (staff, count) = caller.read(move |conn, _| Ok(page.paginate(staff_records::list_active(conn)?))).await?;
    ok_page(Colleagues { staff }, page, count)
}

#[derive(Serialize, ToSchema)]
pub(crate) struct DeskBranches {
    branches: Vec<DeskBranch>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskBranch {
    id: BranchId,
    code: String,
    number: i64,
    name: String,
    address: String,
    phone: Option<String>,
    #[schema(example = "operational")]
    status: String,
    is_primary: bool,
    #[schema(example = "10:00")]
    opens_at: String,
    #[schema(example = "21:00")]
    closes_at: String,
    /// Seven days, Monday first; null on a day on which it is closed. Null: from `opensAt` to `closesAt` every day.
    #[schema(value_type = Option<Vec<Option<OpeningHours>>>, min_items = 7, max_items = 7)]
    hours: Option<WeeklyHours>,
    #[schema(example = "open")]
    availability_mode: AvailabilityMode,
    cancel_window_minutes: Option<i64>,
    hold_minutes: i64,
}

impl From<Branch> for DeskBranch {
    fn from(branch: Branch) -> Self {
        Self {
            id: branch.id,
            code: branch.code,
            number: branch.number,
            name: branch.name,
            address: branch.address,
            phone: branch.phone,
            status: branch.status,
            is_primary: branch.is_primary,
            opens_at: branch.opens_at.format("%H:%M").to_string(),
            closes_at: branch.closes_at.format("%H:%M").to_string(),
            hours: branch.hours,
            availability_mode: branch.availability_mode,
            cancel_window_minutes: branch.cancel_window_minutes,
            hold_minutes: branch.hold_minutes,
        }
    }
}

/// Operational branches, the primary branch first
#[utoipa::path(
    get, path = "/api/desk/branches", tag = "Desk", security(("session" = ["receptionist"])),
    params(ListPage),
    responses((status = 200, body = PagedEnvelope<DeskBranches>)),
)]
pub(crate) async fn branches(caller: ReadAs<Receptionist>) -> HttpResult {
    let page: ListPage = caller.parse_query().await?;
    let (branches, count) =
        caller.read(move |conn, _| Ok(page.paginate(branch_records::list_operational(conn)?))).await?;
    ok_page(DeskBranches { branches: branches.into_iter().map(DeskBranch::from).collect() }, page, count)
}

#[derive(Serialize, ToSchema)]
pub(crate) struct DeskCatalogue {
    categories: Vec<CategoryWithServices>,
}

/// The active catalogue
///
/// Active categories in their order, each with its active services.
#[utoipa::path(
    get, path = "/api/desk/services", tag = "Desk", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<DeskCatalogue>)),
)]
pub(crate) async fn services(caller: ReadAs<Receptionist>) -> HttpResult {
    let read = caller.read(|conn, _| conn.in_snapshot(|conn| Ok(catalogue::active_catalogue(conn)?)));
    ok(DeskCatalogue { categories: read.await? })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CurrentOffers {
    offers: Vec<OfferWithServices>,
}

/// Today's offers
///
/// Those that are active and whose dates include today, in the order in which customers see them.
#[utoipa::path(
    get, path = "/api/desk/offers", tag = "Desk", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<CurrentOffers>)),
)]
pub(crate) async fn offers(caller: ReadAs<Receptionist>) -> HttpResult {
    let today = caller.state.now().ist_date();
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        conn.in_snapshot(|conn| Ok::<_, HttpError>(catalogue::current_offers(conn, today)?))
    };
    ok(CurrentOffers { offers: caller.read(read).await? })
}

/// A day at a branch
///
/// Each staff member with working hours, approved or pending leave (without the reason) and bookings of that day.
/// Cancelled and rejected bookings are left out.
#[utoipa::path(
    get, path = "/api/desk/board", tag = "Desk", security(("session" = ["receptionist"])),
    params(BoardQuery),
    responses((status = 200, body = Envelope<DayBoard>)),
)]
pub(crate) async fn board(caller: ReadAs<Receptionist>) -> HttpResult {
    let BoardQuery { date, branch_id: branch } = caller.parse_query().await?;
    let now = caller.state.now();
    ok(caller.read(move |conn, _| Ok(desk_day_board::desk_day_board(conn, &branch, date, now)?)).await?)
}

request_shape! {
    /// Which day at which branch.
    pub(crate) struct BoardQuery {
        #[example = "2030-01-31"]
        date: NaiveDate,
        branch_id: BranchId,
    }
}
