//! What managers do with staff profiles: who can be booked, where, and for what.

mod add;
mod change;

pub use add::{NewStaff, add, examine_new};
pub use change::{change, examine_change};

use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, UserId};
use parlour_domain::role::Role;
use parlour_domain::service::ServiceType;
use parlour_store::staff_changes::StaffProfile;
use parlour_store::{Conn, DbError, branch_changes, users};

use crate::wish::put;

/// What a manager says of a profile; what is absent stays, or is as usual with a new one.
#[derive(Debug, Clone, Default)]
pub struct StaffWish {
    pub user_id: Option<UserId>,
    pub branch_id: Option<BranchId>,
    pub display_name: Option<String>,
    pub gender: Option<Gender>,
    pub service_types: Option<Vec<ServiceType>>,
    pub is_active: Option<bool>,
}

impl StaffWish {
    fn apply(&self, profile: &mut StaffProfile) {
        put(self.user_id.as_ref(), &mut profile.user_id);
        put(self.branch_id.as_ref(), &mut profile.branch_id);
        put(self.display_name.as_ref(), &mut profile.display_name);
        put(self.gender.as_ref(), &mut profile.gender);
        put(self.service_types.as_ref(), &mut profile.service_types);
        put(self.is_active.as_ref(), &mut profile.is_active);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StaffComplaint {
    #[error("must be somebody of the team")]
    NotOfTheTeam,
    #[error("is not a branch of ours")]
    UnknownBranch,
}

#[derive(Debug, thiserror::Error)]
pub enum StaffRefusal {
    #[error("there is no such staff profile")]
    Unknown,
    #[error("the profile cannot be like that")]
    NotPossible(Vec<StaffComplaint>),
    #[error("this person has an active staff profile already")]
    AlreadyStaff,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// All that speaks against a profile, as far as it could be read. A customer is made staff by the owner first.
fn complaints(
    conn: &mut Conn<'_>,
    user: Option<&UserId>,
    branch: Option<&BranchId>,
) -> Result<Vec<StaffComplaint>, DbError> {
    let mut complaints = Vec::new();
    if let Some(user) = user
        && users::by_id(conn, user)?.is_none_or(|user| user.role < Role::Staff)
    {
        complaints.push(StaffComplaint::NotOfTheTeam);
    }
    if let Some(branch) = branch
        && branch_changes::by_id(conn, branch)?.is_none()
    {
        complaints.push(StaffComplaint::UnknownBranch);
    }
    Ok(complaints)
}
