//! Managers decide requests for leave.

use parlour_app::leave as use_cases;
use parlour_app::leave::DecidedLeave;
use parlour_domain::ids::{LeaveId, UserId};
use parlour_domain::staff::leave::LeaveStatus;
use parlour_http::shapes::leave::{LeaveDecisionBody, leave_answer};
use parlour_store::staff::leave::{self, StaffLeave};

use crate::prelude::*;

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
pub(crate) async fn list(caller: ReadAs<Manager>) -> HttpResult {
    let LeaveQuery { status, page } = caller.parse_query().await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| leave::page(conn, status, page.size, page.offset());
    caller.answer_page(page, read, |leave| LeaveList { leave }).await
}

request_shape! {
    pub(crate) struct LeaveQuery {
        status: Option<LeaveStatus>,
        page: Flat<ListPage>,
    }
}

/// Decide a request for leave
///
/// A request can be decided once; 409 CONFLICT afterwards. Approved leave stays approved even if bookings fall into
/// it: the response lists those bookings. `moves` gives bookings to others in the same step, all of them or none: each as
/// `assign` does it, with the same refusals, of which the message and `details` name the booking.
#[utoipa::path(
    patch, path = "/api/schedule/leave/{id}", tag = "Schedule", security(("session" = ["manager"])),
    request_body = LeaveDecisionBody,
    responses(
        (status = 200, body = Envelope<DecidedLeave>),
        (status = 409, response = ErrorResponse),
        (status = 422, response = ErrorResponse),
    ),
)]
pub(crate) async fn decide(caller: Manager, PathId(id): PathId<LeaveId>, body: RequestBody) -> HttpResult {
    let answer = leave_answer(&caller.state, body.read::<LeaveDecisionBody>()?).await??;
    let by = caller.user().clone();
    ok(caller.write(move |tx, context| Ok(use_cases::decide(tx, context, &by, &id, &answer)?)).await?)
}
