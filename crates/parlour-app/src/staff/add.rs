//! Somebody of the team can be booked from now on.

use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::service::ServiceType;
use parlour_store::staff_changes::{self, StaffProfile};
use parlour_store::{Conn, DbError, Tx, users};

use super::{StaffComplaint, StaffRefusal, StaffWish, complaints};
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, Clone)]
pub struct NewStaff {
    pub user_id: UserId,
    pub branch_id: BranchId,
    pub display_name: String,
    pub service_types: Vec<ServiceType>,
    /// All else that was said of them.
    pub details: StaffWish,
}

/// All that speaks against a new profile, as far as it could be read.
pub fn examine_new(
    conn: &mut Conn<'_>,
    user: Option<&UserId>,
    branch: Option<&BranchId>,
) -> Result<Vec<StaffComplaint>, DbError> {
    complaints(conn, user, branch)
}

pub fn add(tx: &mut Tx<'_>, occasion: &Occasion, new: &NewStaff) -> Result<StaffProfile, StaffRefusal> {
    // Held, so that nobody is erased while they are made staff.
    users::hold(tx, &new.user_id)?;
    let complaints = complaints(tx, Some(&new.user_id), Some(&new.branch_id))?;
    if !complaints.is_empty() {
        return Err(StaffRefusal::NotPossible(complaints));
    }
    let mut profile = StaffProfile {
        id: StaffId::new(occasion.new_id()),
        user_id: new.user_id.clone(),
        branch_id: new.branch_id.clone(),
        display_name: new.display_name.clone(),
        gender: Gender::Undisclosed,
        service_types: new.service_types.clone(),
        is_active: true,
        created_at: occasion.now,
        updated_at: occasion.now,
    };
    new.details.apply(&mut profile);
    if !staff_changes::add(tx, &profile)? {
        return Err(StaffRefusal::AlreadyStaff);
    }
    let change = Change {
        action: "staff.add",
        record_id: profile.id.as_str(),
        concerns: Some(&profile.user_id),
        before: None,
        after: state(&profile),
    };
    audit::record(tx, occasion, change)?;
    Ok(profile)
}
