//! A manager adds a staff profile, so that a member of the team can be booked.

use parlour_domain::audit::AuditAction;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::service::ServiceType;
use parlour_store::staff::staff_changes::{self, StaffProfile};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError, Tx};

use super::check::{StaffFieldError, StaffRefusal, check_references};
use super::staff_patch::StaffPatch;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewStaff {
    pub user_id: UserId,
    pub branch_id: BranchId,
    pub display_name: String,
    pub service_types: Vec<ServiceType>,
    /// The optional fields.
    pub details: StaffPatch,
}

/// The field errors of a new profile of which some fields could not be read.
pub fn validate_new(
    conn: &mut Conn<'_>,
    user: Option<&UserId>,
    branch: Option<&BranchId>,
) -> Result<Vec<StaffFieldError>, DbError> {
    Ok(check_references(conn, user, branch)?.err().unwrap_or_default())
}

pub fn add(tx: &mut Tx<'_>, context: &RequestContext, new: &NewStaff) -> Result<StaffProfile, StaffRefusal> {
    // Locked, so that the person is not erased meanwhile.
    user_records::lock_user(tx, &new.user_id)?;
    check_references(tx, Some(&new.user_id), Some(&new.branch_id))?.map_err(StaffRefusal::InvalidFields)?;
    let mut profile = StaffProfile {
        id: StaffId::new(context.new_id()),
        user_id: new.user_id.clone(),
        branch_id: new.branch_id.clone(),
        display_name: new.display_name.clone(),
        gender: Gender::Undisclosed,
        service_types: new.service_types.clone(),
        is_active: true,
        image_url: None,
        created_at: context.now,
        updated_at: context.now,
    };
    new.details.apply(&mut profile);
    if !staff_changes::insert_unless_active(tx, &profile)? {
        return Err(StaffRefusal::AlreadyStaff);
    }
    let change = AuditedChange {
        action: AuditAction::StaffAdd,
        record_id: profile.id.as_str(),
        concerns: Some(&profile.user_id),
        before: None,
        after: state_json(&profile),
    };
    audit::record(tx, context, change)?;
    Ok(profile)
}
