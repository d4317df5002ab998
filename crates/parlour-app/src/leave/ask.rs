//! Somebody would like some days off.

use parlour_domain::ids::{LeaveId, UserId};
use parlour_domain::leave::{DaysOff, LeaveStatus};
use parlour_store::leave::{self, LeaveRow};
use parlour_store::staff::{self, Leave};
use parlour_store::{DbError, Tx};

use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, Clone)]
pub struct LeaveWish {
    pub days: DaysOff,
    pub reason: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum AskRefusal {
    #[error("nobody is rostered under this account")]
    NotOnTheRoster,
    #[error("some of the days are asked for or given already")]
    Taken,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn ask(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    wish: &LeaveWish,
) -> Result<LeaveRow, AskRefusal> {
    let staff_id = leave::hold_asker(tx, user)?.ok_or(AskRefusal::NotOnTheRoster)?;
    let DaysOff { start_date, end_date } = wish.days;
    if leave::is_taken(tx, &staff_id, start_date, end_date)? {
        return Err(AskRefusal::Taken);
    }
    let row = LeaveRow {
        id: LeaveId::new(occasion.new_id()),
        staff_id,
        start_date,
        end_date,
        reason: wish.reason.clone(),
        status: LeaveStatus::Pending,
        decided_by: None,
        decided_at: None,
        created_at: occasion.now,
        updated_at: occasion.now,
    };
    let asked = Leave {
        id: row.id.as_str().to_owned(),
        staff_id: row.staff_id.clone(),
        start_date,
        end_date,
        reason: row.reason.clone(),
        status: row.status.as_str().to_owned(),
        decided_by: None,
        decided_at: None,
        created_at: row.created_at,
    };
    staff::insert_leave(tx, &asked)?;
    let change = Change {
        action: "leave.ask",
        record_id: row.id.as_str(),
        concerns: Some(user),
        before: None,
        after: state(&row),
    };
    audit::record(tx, occasion, change)?;
    Ok(row)
}
