//! The desk closes days and moves cash.

use std::num::NonZeroI64;

use chrono::NaiveDate;
use parlour_app::day_close as use_cases;
use parlour_app::day_close::{NewCashMovement, NewDayClose, ReopenDayRefusal};
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::ids::{BranchId, DayCloseId};
use parlour_http::respond::stored_ok;
use parlour_store::billing::cash_movements::CashMovement;
use parlour_store::billing::day_closes::DayClose;

use crate::prelude::*;

request_shape! {
    pub(crate) struct DayCloseBody {
        branch_id: BranchId,
        /// Today or earlier.
        date: NaiveDate,
        /// The cash that was there in the morning.
        opening_float_paise: Int<0, MAX_PAISE>,
        counted_cash_paise: Int<0, MAX_PAISE>,
        note: OptionalText<500>,
    }

    pub(crate) struct DayReopenBody {
        reason: Text<500>,
    }

    pub(crate) struct CashMovementBody {
        branch_id: BranchId,
        /// Negative if cash is taken out. Not 0.
        amount_paise: Int<{ -MAX_PAISE }, MAX_PAISE>,
        reason: Text<500>,
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DayCloseView {
    day_close: DayClose,
}

/// Close a day
///
/// The expected cash is the float, cash payments and cash tips, less cash refunds, and cash movements. While the day is
/// closed, nothing changes its money: checkouts, sales, credit notes, payment corrections and cash movements of the
/// branch and day are 409. 409 also if the day is closed already.
#[utoipa::path(
    post, path = "/api/day-close", tag = "Billing", security(("session" = ["receptionist"])), params(IdempotencyKey),
    request_body = DayCloseBody,
    responses((status = 201, body = Envelope<DayCloseView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn close(caller: Receptionist, body: KeyedBody) -> HttpResult {
    let new = new_day_close(&caller.state, &body).await?;
    let user = caller.user().clone();
    caller
        .write_once(&body, move |tx, context| {
            let day_close = use_cases::close(tx, context, &user, &new)?;
            Ok(stored_created(DayCloseView { day_close })?.about_no_user())
        })
        .await
}

async fn new_day_close(state: &HttpState, body: &RequestBody) -> Result<NewDayClose, HttpError> {
    let (mut fields, partial) = body.read::<DayCloseBody>()?;
    if partial.date.is_some_and(|date| date > state.today()) {
        fields.add_error::<()>("date", "must not be in the future");
    }
    let branch = partial.branch_id.clone();
    let check = move |conn: &mut Conn<'_>| use_cases::validate_branch(conn, branch.as_ref());
    check_readable(state, &mut fields, check).await?;
    let body = fields.build(|| DayCloseBody::complete(partial))?;
    let DayCloseBody { branch_id, date, opening_float_paise, counted_cash_paise, note } = body;
    Ok(NewDayClose { branch_id, date, opening_float_paise, counted_cash_paise, note })
}

/// Reopen a closed day
///
/// The day can be changed and closed again. A manager can do this at any time; on the day on which it was closed, also
/// the user who closed it, whatever their role, while `differencePaise` is 0. 409 if it is open again already.
#[utoipa::path(
    post, path = "/api/day-close/{id}/reopen", tag = "Billing", security(("session" = ["manager"])),
    params(IdempotencyKey),
    request_body = DayReopenBody,
    responses((status = 200, body = Envelope<DayCloseView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn reopen(caller: Receptionist, PathId(id): PathId<DayCloseId>, body: KeyedBody) -> HttpResult {
    let (named, user, role, today) = (id.clone(), caller.user().clone(), caller.session.role, caller.state.today());
    // Before the body is looked at: users who may not do this are refused whatever they send.
    let check = move |conn: &mut Conn<'_>| match use_cases::check_authority(conn, &named, (&user, role), today) {
        Ok(_) | Err(ReopenDayRefusal::Unknown) => Ok(()),
        Err(refusal) => Err(refusal.into()),
    };
    caller.state.read(check).await?;
    let DayReopenBody { reason } = body.parse()?;
    caller
        .write_once(&body, move |tx, context| {
            let day_close = use_cases::reopen(tx, context, &id, &reason)?;
            Ok(stored_ok(DayCloseView { day_close })?.about_no_user())
        })
        .await
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CashMovementView {
    cash_movement: CashMovement,
}

/// Put cash into the drawer, or take some out
///
/// Apart from sales, for instance to buy milk. It counts today; 409 if today is closed.
#[utoipa::path(
    post, path = "/api/desk/cash-movements", tag = "Desk", security(("session" = ["receptionist"])),
    params(IdempotencyKey),
    request_body = CashMovementBody,
    responses((status = 201, body = Envelope<CashMovementView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn record_movement(caller: Receptionist, body: KeyedBody) -> HttpResult {
    let new = new_movement(&caller.state, &body).await?;
    let user = caller.user().clone();
    caller
        .write_once(&body, move |tx, context| {
            let cash_movement = use_cases::record_movement(tx, context, &user, &new)?;
            Ok(stored_created(CashMovementView { cash_movement })?.about_no_user())
        })
        .await
}

async fn new_movement(state: &HttpState, body: &RequestBody) -> Result<NewCashMovement, HttpError> {
    let (mut fields, partial) = body.read::<CashMovementBody>()?;
    let amount = partial.amount_paise.and_then(NonZeroI64::new);
    if partial.amount_paise == Some(0) {
        fields.add_error::<()>("amountPaise", "must not be 0");
    }
    let branch = partial.branch_id.clone();
    let check = move |conn: &mut Conn<'_>| use_cases::validate_branch(conn, branch.as_ref());
    check_readable(state, &mut fields, check).await?;
    let (body, amount_paise) = fields.build(|| CashMovementBody::complete(partial).zip(amount))?;
    Ok(NewCashMovement { branch_id: body.branch_id, amount_paise, reason: body.reason })
}
