//! The desk blocks time of staff.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::blocks::{self as use_cases, BlockFields, NewBlock};
use parlour_domain::ids::{BlockId, BranchId, StaffId};
use parlour_store::staff::blocks::{self, BlockRow};

use crate::prelude::*;
use crate::shared::auth::Done;

request_shape! {
    pub(crate) struct BlockQuery {
        branch_id: BranchId,
        #[example = "2030-01-31"]
        date: NaiveDate,
    }

    pub(crate) struct BlockBody {
        staff_id: StaffId,
        /// Today or later.
        #[example = "2030-01-31"]
        date: NaiveDate,
        #[example = "13:00"]
        start_time: NaiveTime,
        #[example = "14:30"]
        end_time: NaiveTime,
        reason: Option<TrimmedText<200>>,
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
    let new = new_block(&caller, &body).await?;
    caller
        .write_once(&body, move |tx, context| {
            let block = use_cases::add(tx, context, &new)?;
            Ok(stored_created(BlockView { block })?.about_no_user())
        })
        .await
}

async fn new_block(caller: &Receptionist, body: &RequestBody) -> Result<NewBlock, HttpError> {
    let (mut fields, partial) = body.read::<BlockBody>()?;
    let block = BlockFields {
        staff_id: partial.staff_id.clone(),
        date: partial.date,
        start_time: partial.start_time,
        end_time: partial.end_time,
    };
    let now = caller.state.now();
    let check = move |conn: &mut Conn<'_>| use_cases::validate_block(conn, &block, now);
    check_readable(&caller.state, &mut fields, check).await?;
    let BlockBody { staff_id, date, start_time, end_time, reason } = fields.build(|| BlockBody::complete(partial))?;
    let reason = reason.filter(|reason| !reason.is_empty());
    Ok(NewBlock { staff_id, date, start_time, end_time, reason, by: caller.session.user_id.clone() })
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
