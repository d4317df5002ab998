//! Managers decide who has days off.

use axum::extract::{RawQuery, State};
use parlour_app::leave::{self as acts, DecidedLeave};
use parlour_domain::ids::{LeaveId, UserId};
use parlour_domain::leave::{LeaveDecision, LeaveStatus};
use parlour_store::Conn;
use parlour_store::leave::{self, StaffLeave};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::error::ApiError;
use crate::fields::{Fields, one_of};
use crate::id_path::Named;
use crate::openapi::Failed;
use crate::paging::ListPage;
use crate::respond::{Answered, Envelope, PagedEnvelope, ok, ok_page};
use crate::signed_in::{Manager, Reading};
use crate::web::Web;

#[derive(Serialize, ToSchema)]
pub(crate) struct LeaveList {
    leave: Vec<StaffLeave>,
}

/// Everybody's leave
///
/// What is given, refused or asked for, the latest days first.
#[utoipa::path(
    get, path = "/api/schedule/leave", tag = "Schedule", security(("session" = ["manager"])),
    params(
        ("status" = inline(Option<LeaveStatus>), Query),
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<LeaveList>)),
)]
pub(crate) async fn list(
    State(web): State<Web>,
    asker: Reading<Manager>,
    RawQuery(query): RawQuery,
) -> Answered {
    let (status, page) = asker.understood(&web, question(query.as_deref())).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_one_state(|conn| leave::page(conn, status, page.size, page.skipped()))?)
    };
    let (leave, count) = asker.read(&web, read).await?;
    ok_page(LeaveList { leave }, page, count)
}

fn question(query: Option<&str>) -> Result<(Option<LeaveStatus>, ListPage), ApiError> {
    let mut fields = Fields::of_query(query);
    let status = fields.optional("status", one_of(LeaveStatus::parse, "pending, approved or rejected"));
    let page = ListPage::of(&mut fields);
    fields.build(|| Some((status, page)))
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `decide` reads field by field")]
pub(crate) struct LeaveDecisionBody {
    action: LeaveDecision,
}

/// Decide a request for leave
///
/// Once. Days that are given while visits are booked then stay given: the answer names those visits. 409 CONFLICT where
/// somebody has decided it already.
#[utoipa::path(
    patch, path = "/api/schedule/leave/{id}", tag = "Schedule", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = LeaveDecisionBody,
    responses((status = 200, body = Envelope<DecidedLeave>), (status = 409, response = Failed)),
)]
pub(crate) async fn decide(State(web): State<Web>, asker: Manager, Named(id): Named, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let decision = fields.required("action", one_of(LeaveDecision::parse, "approve or reject"));
    let decision = fields.build(|| decision)?;
    let (by, id) = (asker.user().clone(), LeaveId::new(id));
    ok(asker.act(&web, move |tx, occasion| Ok(acts::decide(tx, occasion, &by, &id, decision)?)).await?)
}
