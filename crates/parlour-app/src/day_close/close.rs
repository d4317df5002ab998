//! The desk closes a day: cash is counted, and the money of the day does not change any more.

use chrono::NaiveDate;
use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{BranchId, DayCloseId, UserId};
use parlour_domain::report::period::Period;
use parlour_store::billing::day_closes::{self, DayClose};
use parlour_store::reports::ReportScope;
use parlour_store::{DbError, Tx};

use super::DayFieldError;
use crate::audit::{self, AuditedChange, state_json};
use crate::reports::{DayCloseReport, Report};
use crate::request_context::RequestContext;

/// What the desk has counted.
#[derive(Debug, Clone)]
pub struct NewDayClose {
    pub branch_id: BranchId,
    /// Not in the future.
    pub date: NaiveDate,
    pub opening_float_paise: i64,
    pub counted_cash_paise: i64,
    pub note: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum CloseDayRefusal {
    #[error("the day cannot be closed")]
    InvalidFields(Vec<DayFieldError>),
    #[error("the day is closed already")]
    AlreadyClosed,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Waits for everybody who changes the money of the branch, so that nothing is missing in the expected cash.
pub fn close(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    new: &NewDayClose,
) -> Result<DayClose, CloseDayRefusal> {
    if !day_closes::lock_for_closing(tx, &new.branch_id)? {
        return Err(CloseDayRefusal::InvalidFields(vec![DayFieldError::UnknownBranch]));
    }
    let scope = ReportScope { period: Period::of_day(new.date), branch: Some(new.branch_id.clone()) };
    let cash = DayCloseReport::compute(tx, &scope, new.date)?.cash;
    let expected_cash_paise = new.opening_float_paise + cash.change_paise;
    let close = DayClose {
        id: DayCloseId::new(context.new_id()),
        branch_id: new.branch_id.clone(),
        date: new.date,
        opening_float_paise: new.opening_float_paise,
        counted_cash_paise: new.counted_cash_paise,
        expected_cash_paise,
        difference_paise: new.counted_cash_paise - expected_cash_paise,
        note: new.note.clone(),
        closed_by: user.clone(),
        closed_at: context.now,
        reopened_at: None,
        reopened_by: None,
        reopen_reason: None,
    };
    if !day_closes::insert(tx, &close)? {
        return Err(CloseDayRefusal::AlreadyClosed);
    }
    let change =
        AuditedChange { after: state_json(&close), ..AuditedChange::new(AuditAction::DayClose, close.id.as_str()) };
    audit::record(tx, context, change)?;
    Ok(close)
}
