//! The branch and the services of a membership session, and who did them.

use parlour_domain::ids::{BranchId, ServiceId, StaffId};
use parlour_store::bookings::membership_sessions::{self, ServiceForSession};
use parlour_store::memberships::membership_records::{self, MembershipBranch};
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError};

use crate::validation::Checked;

/// One service of a session, and who did it.
#[derive(Debug, Clone)]
pub struct SessionLine {
    pub service_id: ServiceId,
    pub staff_id: StaffId,
    pub duration_minutes: i64,
}

/// A line as far as it could be read.
#[derive(Debug, Clone, Copy)]
pub struct SessionLineFields<'a> {
    /// Its index in the list that was sent.
    pub index: usize,
    pub service: Option<&'a ServiceId>,
    pub staff: Option<&'a StaffId>,
}

/// A session as far as it could be read.
#[derive(Debug, Clone)]
pub struct SessionFields<'a> {
    /// None for the primary branch.
    pub branch: Option<&'a BranchId>,
    pub lines: Vec<SessionLineFields<'a>>,
}

/// A broken rule; of a line, with its index in the list that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SessionFieldError {
    #[error("is not an operational branch")]
    UnknownBranch,
    #[error("is not a service of ours")]
    UnknownService(usize),
    #[error("is not an active member of staff")]
    UnknownStaff(usize),
}

/// What the fields of a session name.
pub(super) struct CheckedSession {
    /// None if there is no primary branch.
    pub(super) branch: Option<MembershipBranch>,
    /// In the order of the lines.
    pub(super) services: Vec<ServiceForSession>,
}

/// The field errors of a session of which some fields could not be read.
pub fn validate_session_fields(
    conn: &mut Conn<'_>,
    fields: &SessionFields<'_>,
) -> Result<Vec<SessionFieldError>, DbError> {
    Ok(check_session_fields(conn, fields)?.err().unwrap_or_default())
}

pub(super) fn check_session_fields(
    conn: &mut Conn<'_>,
    fields: &SessionFields<'_>,
) -> Checked<CheckedSession, SessionFieldError> {
    let (mut services, mut errors) = (Vec::new(), Vec::new());
    let branch = find_membership_branch(conn, fields.branch)?;
    if fields.branch.is_some() && branch.is_none() {
        errors.push(SessionFieldError::UnknownBranch);
    }
    for &SessionLineFields { index, service, staff } in &fields.lines {
        if let Some(id) = service {
            match membership_sessions::find_service_for_session(conn, id)? {
                Some(service) => services.push(service),
                None => errors.push(SessionFieldError::UnknownService(index)),
            }
        }
        if let Some(staff) = staff
            && !staff_records::is_active(conn, staff)?
        {
            errors.push(SessionFieldError::UnknownStaff(index));
        }
    }
    Ok(if errors.is_empty() { Ok(CheckedSession { branch, services }) } else { Err(errors) })
}

/// The operational branch that is named, or else the primary one.
pub(super) fn find_membership_branch(
    conn: &mut Conn<'_>,
    requested: Option<&BranchId>,
) -> Result<Option<MembershipBranch>, DbError> {
    match requested {
        Some(id) => membership_records::find_operational_branch(conn, id),
        None => membership_records::find_primary_branch(conn),
    }
}
