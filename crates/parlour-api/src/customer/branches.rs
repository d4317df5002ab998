//! Branches, for everyone.

use axum::extract::Request;
use parlour_domain::booking::opening_hours::{OpeningHours, WeeklyHours};
use parlour_domain::ids::BranchId;
use parlour_store::branches::branch_records::{self, Branch};
use parlour_store::cache_topics::CacheTopic;

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct Branches {
    branches: Vec<PublicBranch>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PublicBranch {
    id: BranchId,
    name: String,
    address: String,
    phone: Option<String>,
    #[schema(example = "10:00")]
    opens_at: String,
    #[schema(example = "21:00")]
    closes_at: String,
    /// Seven days, Monday first; null on a day on which it is closed. Null: from `opensAt` to `closesAt` every day.
    #[schema(value_type = Option<Vec<Option<OpeningHours>>>, min_items = 7, max_items = 7)]
    hours: Option<WeeklyHours>,
}

impl From<Branch> for PublicBranch {
    fn from(branch: Branch) -> Self {
        Self {
            id: branch.id,
            name: branch.name,
            address: branch.address,
            phone: branch.phone,
            opens_at: branch.opens_at.format("%H:%M").to_string(),
            closes_at: branch.closes_at.format("%H:%M").to_string(),
            hours: branch.hours,
        }
    }
}

/// Operational branches, the primary branch first
#[utoipa::path(get, path = "/api/branches", tag = "Catalogue", responses((status = 200, body = Envelope<Branches>)))]
pub(crate) async fn operational(State(state): State<HttpState>, request: Request) -> HttpResult {
    let read = |conn: &mut Conn<'_>, _| {
        let branches = branch_records::list_operational(conn)?.into_iter().map(PublicBranch::from).collect();
        Ok(Branches { branches })
    };
    state.response_cache().branches.answer(state.app(), &[CacheTopic::Branches], request.headers(), read).await
}
