//! A manager adds a holiday: a branch is closed on a day.

use chrono::NaiveDate;
use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{BranchId, HolidayId};
use parlour_store::branches::holidays::{self, HolidayRow};
use parlour_store::{DbError, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewHoliday {
    pub branch_id: BranchId,
    pub date: NaiveDate,
    pub name: String,
}

/// The holiday, and how many bookings it affects.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedHoliday {
    pub holiday: HolidayRow,
    /// How many upcoming bookings the branch has that day. The desk has to move them.
    pub affected_count: i64,
}

#[derive(Debug, thiserror::Error)]
pub enum HolidayRefusal {
    #[error("there is no such holiday")]
    Unknown,
    #[error("is not a branch of ours")]
    UnknownBranch,
    #[error("the branch has a holiday that day already")]
    Taken,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn add(tx: &mut Tx<'_>, context: &RequestContext, new: &NewHoliday) -> Result<AddedHoliday, HolidayRefusal> {
    if !holidays::branch_exists(tx, &new.branch_id)? {
        return Err(HolidayRefusal::UnknownBranch);
    }
    let row = HolidayRow {
        id: HolidayId::new(context.new_id()),
        branch_id: new.branch_id.clone(),
        date: new.date,
        name: new.name.clone(),
        created_at: context.now,
    };
    if !holidays::insert(tx, &row)? {
        return Err(HolidayRefusal::Taken);
    }
    let change =
        AuditedChange { after: state_json(&row), ..AuditedChange::new(AuditAction::HolidayAdd, row.id.as_str()) };
    audit::record(tx, context, change)?;
    let affected_count = holidays::count_upcoming_bookings(tx, &row.branch_id, row.date)?;
    Ok(AddedHoliday { holiday: row, affected_count })
}
