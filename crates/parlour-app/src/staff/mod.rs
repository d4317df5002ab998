//! What managers do with staff profiles: who can be booked, where, and for what.

mod add;
mod change;

use parlour_domain::auth::role::Role;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, UserId};
use parlour_domain::service::ServiceType;
use parlour_store::branches::branch_changes;
use parlour_store::staff::staff_changes::StaffProfile;
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};

use crate::patch::set_if_present;

pub use add::{NewStaff, add, validate_new};
pub use change::{change, validate_change};

/// What a manager says of a profile; what is absent stays, or is as usual with a new one.
#[derive(Debug, Clone, Default)]
pub struct StaffPatch {
    pub user_id: Option<UserId>,
    pub branch_id: Option<BranchId>,
    pub display_name: Option<String>,
    pub gender: Option<Gender>,
    pub service_types: Option<Vec<ServiceType>>,
    pub is_active: Option<bool>,
}

impl StaffPatch {
    fn apply(&self, profile: &mut StaffProfile) {
        set_if_present(self.user_id.as_ref(), &mut profile.user_id);
        set_if_present(self.branch_id.as_ref(), &mut profile.branch_id);
        set_if_present(self.display_name.as_ref(), &mut profile.display_name);
        set_if_present(self.gender.as_ref(), &mut profile.gender);
        set_if_present(self.service_types.as_ref(), &mut profile.service_types);
        set_if_present(self.is_active.as_ref(), &mut profile.is_active);
    }
}

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
    #[error("the profile cannot be like that")]
    InvalidFields(Vec<StaffFieldError>),
    #[error("this person has an active staff profile already")]
    AlreadyStaff,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// All that speaks against a profile, as far as it could be read. A customer is made staff by the owner first.
fn find_field_errors(
    conn: &mut Conn<'_>,
    user: Option<&UserId>,
    branch: Option<&BranchId>,
) -> Result<Vec<StaffFieldError>, DbError> {
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
    Ok(field_errors)
}
