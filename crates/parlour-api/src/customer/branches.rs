//! Where to find us.

use axum::extract::{Request, State};
use parlour_domain::ids::BranchId;
use parlour_store::branches::{self, Branch};
use parlour_store::changes::Topic;
use serde::Serialize;
use utoipa::ToSchema;

use crate::respond::{Answered, Envelope};
use crate::web::Web;

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
        }
    }
}

/// Operational branches, the primary one first
#[utoipa::path(get, path = "/api/branches", tag = "Catalogue", responses((status = 200, body = Envelope<Branches>)))]
pub(crate) async fn operational(State(web): State<Web>, request: Request) -> Answered {
    let read = |conn: &mut parlour_store::Conn<'_>, _| {
        let branches = branches::operational(conn)?.into_iter().map(PublicBranch::from).collect();
        Ok(Branches { branches })
    };
    web.hot().branches.answer(web.app(), &[Topic::Branches], request.headers(), read).await
}
