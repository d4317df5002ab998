//! The desk puts cash into the drawer or takes some out, apart from sales.

use std::num::NonZeroI64;

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{BranchId, CashMovementId, UserId};
use parlour_store::billing::cash_movements::{self, CashMovement};
use parlour_store::billing::day_closes;
use parlour_store::{DbError, Tx};

use super::{DayFieldError, validate_branch};
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewCashMovement {
    pub branch_id: BranchId,
    /// Negative if cash is taken out.
    pub amount_paise: NonZeroI64,
    pub reason: String,
}

#[derive(Debug, thiserror::Error)]
pub enum RecordMovementRefusal {
    #[error("the movement is not possible")]
    InvalidFields(Vec<DayFieldError>),
    #[error("the day is closed")]
    DayClosed,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// It counts today.
pub fn record_movement(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    new: &NewCashMovement,
) -> Result<CashMovement, RecordMovementRefusal> {
    let errors = validate_branch(tx, Some(&new.branch_id))?;
    if !errors.is_empty() {
        return Err(RecordMovementRefusal::InvalidFields(errors));
    }
    let today = context.now.ist_date();
    if !day_closes::lock_open_day(tx, &new.branch_id, today)? {
        return Err(RecordMovementRefusal::DayClosed);
    }
    let movement = CashMovement {
        id: CashMovementId::new(context.new_id()),
        branch_id: new.branch_id.clone(),
        date: today,
        amount_paise: new.amount_paise.get(),
        reason: new.reason.clone(),
        created_by: user.clone(),
        created_at: context.now,
    };
    cash_movements::insert(tx, &movement)?;
    let change = AuditedChange {
        after: state_json(&movement),
        ..AuditedChange::new(AuditAction::CashMovementRecord, movement.id.as_str())
    };
    audit::record(tx, context, change)?;
    Ok(movement)
}
