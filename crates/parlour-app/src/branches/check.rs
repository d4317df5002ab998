//! The rules that a branch has to keep.

use chrono::NaiveTime;
use parlour_domain::branch::BranchStatus;
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::Branch;
use parlour_store::{Conn, DbError};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BranchFieldError {
    #[error("must be after opensAt")]
    ClosesBeforeItOpens,
}

#[derive(Debug, thiserror::Error)]
pub enum BranchRefusal {
    #[error("there is no such branch")]
    Unknown,
    #[error("the fields of the branch are not valid")]
    InvalidFields(Vec<BranchFieldError>),
    #[error("another branch has this code")]
    CodeTaken,
    #[error("another branch has this number")]
    NumberTaken,
    #[error("bookings or invoices carry this branch's code; it can no longer change")]
    CodeUsed,
    #[error("one branch is the primary one; make another branch primary instead")]
    StaysPrimary,
    #[error("the primary branch cannot be closed; make another branch primary first")]
    PrimaryClosed,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub(super) fn check_opening_hours(opens_at: NaiveTime, closes_at: NaiveTime) -> Result<(), Vec<BranchFieldError>> {
    if opens_at < closes_at { Ok(()) } else { Err(vec![BranchFieldError::ClosesBeforeItOpens]) }
}

pub(super) fn is_closed(branch: &Branch) -> bool {
    branch.status == BranchStatus::Closed.as_str()
}

/// Changes to branches are locked, so what is free now is free when it is written.
pub(super) fn check_code_and_number_free(conn: &mut Conn<'_>, branch: &Branch) -> Result<(), BranchRefusal> {
    match branch_changes::are_code_and_number_taken(conn, &branch.id, &branch.code, branch.number)? {
        (true, _) => Err(BranchRefusal::CodeTaken),
        (false, true) => Err(BranchRefusal::NumberTaken),
        (false, false) => Ok(()),
    }
}
