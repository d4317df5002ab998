//! The rules that a staff profile has to keep.

use parlour_domain::auth::role::Role;
use parlour_domain::ids::{BranchId, UserId};
use parlour_store::branches::branch_changes;
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};

use crate::validation::Checked;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StaffFieldError {
    #[error("must be somebody of the team")]
    NotTeamMember,
    #[error("is not a branch of ours")]
    UnknownBranch,
}

#[derive(Debug, thiserror::Error)]
pub enum StaffRefusal {
    #[error("there is no such staff profile")]
    Unknown,
    #[error("the fields of the profile are not valid")]
    InvalidFields(Vec<StaffFieldError>),
    #[error("this person has an active staff profile already")]
    AlreadyStaff,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Checks the given references. The person needs a role in the team, which the owner gives first.
pub(super) fn check_references(
    conn: &mut Conn<'_>,
    user: Option<&UserId>,
    branch: Option<&BranchId>,
) -> Checked<(), StaffFieldError> {
    let mut field_errors = Vec::new();
    if let Some(user) = user
        && user_records::by_id(conn, user)?.is_none_or(|user| user.role < Role::Staff)
    {
        field_errors.push(StaffFieldError::NotTeamMember);
    }
    if let Some(branch) = branch
        && branch_changes::by_id(conn, branch)?.is_none()
    {
        field_errors.push(StaffFieldError::UnknownBranch);
    }
    Ok(if field_errors.is_empty() { Ok(()) } else { Err(field_errors) })
}
