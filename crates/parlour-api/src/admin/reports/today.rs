//! What a manager sees first.

use http::Uri;
use parlour_app::today::{self, Today};
use parlour_domain::ids::BranchId;

use super::response::check_branch;
use crate::prelude::*;

request_shape! {
    pub(crate) struct TodayQuery {
        /// One branch; by default all
        branch_id: Option<BranchId>,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct TodayData {
    today: Today,
}

/// Today at a glance
///
/// Takings so far beside the whole day a week ago, the appointments of the day, what waits, how full the next seven days
/// are, the best services and the takings of 28 days beside the 28 before. Every figure is that of the reports.
#[utoipa::path(
    get, path = "/api/today", tag = "Reports", security(("session" = ["manager"])), params(TodayQuery),
    responses((status = 200, body = Envelope<TodayData>)),
)]
pub(crate) async fn show(caller: Manager, uri: Uri) -> HttpResult {
    let mut fields = Fields::from_query(uri.query());
    let partial = TodayQuery::read(&mut fields);
    check_branch(&caller.state, &mut fields, partial.branch_id.clone()).await?;
    let TodayQuery { branch_id: branch } = fields.build(|| TodayQuery::complete(partial))?;
    let now = caller.state.now();
    let today = caller.state.read(move |conn| Ok(today::today(conn, branch.as_ref(), now)?)).await?;
    ok(TodayData { today })
}
