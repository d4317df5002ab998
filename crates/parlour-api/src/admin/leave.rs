//! Managers decide requests for leave.

use axum::extract::{RawQuery, State};
use parlour_app::leave as use_cases;
use parlour_app::leave::DecidedLeave;
use parlour_domain::ids::{LeaveId, UserId};
use parlour_domain::staff::leave::{LeaveDecision, LeaveStatus};
use parlour_http::body::RequestBody;
use parlour_http::paging::ListPage;
use parlour_http::path_id::PathId;
use parlour_http::request::Flat;
use parlour_http::request_shape;
use parlour_http::respond::{Envelope, HttpResult, PagedEnvelope, ok, ok_page};
use parlour_http::sessions::{Manager, ReadAs};
use parlour_http::state::HttpState;
use parlour_store::Conn;
use parlour_store::staff::leave::{self, StaffLeave};
use serde::Serialize;
use utoipa::ToSchema;

use crate::openapi::ErrorResponse;

#[derive(Serialize, ToSchema)]
pub(crate) struct LeaveList {
    leave: Vec<StaffLeave>,
}

/// Leave of all staff
///
/// Approved, rejected and pending leave, the latest days first.
#[utoipa::path(
    get, path = "/api/schedule/leave", tag = "Schedule", security(("session" = ["manager"])),
    params(LeaveQuery),
    responses((status = 200, body = PagedEnvelope<LeaveList>)),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Manager>,
    RawQuery(query): RawQuery,
) -> HttpResult {
    let LeaveQuery { status, page } = caller.parse_query(&state, query.as_deref()).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_snapshot(|conn| leave::page(conn, status, page.size, page.offset()))?)
    };
    let (leave, count) = caller.read(&state, read).await?;
    ok_page(LeaveList { leave }, page, count)
}

request_shape! {
    pub(crate) struct LeaveQuery {
        status: Option<LeaveStatus>,
        page: Flat<ListPage>,
    }

    pub(crate) struct LeaveDecisionBody {
        action: LeaveDecision,
    }
}

/// Decide a request for leave
///
/// A request can be decided once; 409 CONFLICT afterwards. Approved leave stays approved even if bookings fall into
/// it: the response lists those bookings.
#[utoipa::path(
    patch, path = "/api/schedule/leave/{id}", tag = "Schedule", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = LeaveDecisionBody,
    responses((status = 200, body = Envelope<DecidedLeave>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn decide(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let LeaveDecisionBody { action: decision } = body.parse()?;
    let (by, id) = (caller.user().clone(), LeaveId::new(id));
    ok(caller.write(&state, move |tx, context| Ok(use_cases::decide(tx, context, &by, &id, decision)?)).await?)
}
