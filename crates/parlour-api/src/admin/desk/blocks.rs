//! The desk blocks time of staff.

use chrono::NaiveDate;
use parlour_app::blocks as use_cases;
use parlour_domain::ids::{BlockId, BranchId};
use parlour_http::shapes::blocks::{BlockBody, new_block};
use parlour_store::staff::blocks::{self, BlockRow};

use crate::prelude::*;
use crate::shared::auth::Done;

request_shape! {
    pub(crate) struct BlockQuery {
        branch_id: BranchId,
        #[example = "2030-01-31"]
        date: NaiveDate,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct BlockList {
    blocks: Vec<BlockRow>,
}

/// Blocked time of a day
///
/// Of the branch's staff, by time.
#[utoipa::path(
    get, path = "/api/desk/blocks", tag = "Desk", security(("session" = ["receptionist"])),
    params(BlockQuery),
    responses((status = 200, body = Envelope<BlockList>)),
)]
pub(crate) async fn list(caller: ReadAs<Receptionist>) -> HttpResult {
    let BlockQuery { branch_id, date } = caller.parse_query().await?;
    let blocks = caller.read(move |conn, _| Ok(blocks::list_for_day(conn, &branch_id, date)?)).await?;
    ok(BlockList { blocks })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct BlockView {
    block: BlockRow,
}

/// Block time
///
/// At a live branch nobody can book it. 409 `BOOKING_SLOT_UNAVAILABLE` if something is there already.
#[utoipa::path(
    post, path = "/api/desk/blocks", tag = "Desk", security(("session" = ["receptionist"])),
    params(IdempotencyKey),
    request_body = BlockBody,
    responses((status = 201, body = Envelope<BlockView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn add(caller: Receptionist, body: KeyedBody) -> HttpResult {
    let new = new_block(&caller.state, caller.user(), body.read::<BlockBody>()?).await??;
    caller
        .write_once(&body, move |tx, context| {
            let block = use_cases::add(tx, context, &new)?;
            Ok(stored_created(BlockView { block })?.about_no_user())
        })
        .await
}

/// Give blocked time back
#[utoipa::path(
    delete, path = "/api/desk/blocks/{id}", tag = "Desk", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn remove(caller: Receptionist, PathId(id): PathId<BlockId>, _: NoBody) -> HttpResult {
    caller.write(move |tx, context| Ok(use_cases::remove(tx, context, &id)?)).await?;
    ok(Done { ok: true })
}
