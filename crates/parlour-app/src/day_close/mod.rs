//! Closing a day of a branch, and cash that moves apart from sales.

mod close;
mod record_movement;
mod reopen;

pub use close::{CloseDayRefusal, NewDayClose, close};
pub use record_movement::{NewCashMovement, RecordMovementRefusal, record_movement};
pub use reopen::{ReopenDayRefusal, check_authority, may_reopen, reopen};

use parlour_domain::ids::BranchId;
use parlour_store::branches::holidays::branch_exists;
use parlour_store::{Conn, DbError};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DayFieldError {
    #[error("is not a branch of ours")]
    UnknownBranch,
}

/// The field errors of a request of which some fields could not be read.
pub fn validate_branch(conn: &mut Conn<'_>, branch: Option<&BranchId>) -> Result<Vec<DayFieldError>, DbError> {
    let Some(branch) = branch else { return Ok(Vec::new()) };
    Ok(if branch_exists(conn, branch)? { Vec::new() } else { vec![DayFieldError::UnknownBranch] })
}
