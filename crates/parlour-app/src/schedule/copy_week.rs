//! A manager gives the weekly shifts of a member of staff to others.

use std::collections::BTreeMap;

use parlour_domain::ids::StaffId;
use parlour_store::staff::shifts::{self, WeeklyShift};
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError, Tx};

use super::set_week::replace_week;
use crate::request_context::RequestContext;

/// What is wrong with an entry of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CopyFieldError {
    #[error("is not a member of our staff")]
    UnknownStaff(usize),
    #[error("works at another branch")]
    OtherBranch(usize),
}

#[derive(Debug, thiserror::Error)]
pub enum CopyWeekRefusal {
    #[error("there is no such member of staff")]
    Unknown,
    #[error("some of the others cannot have this week")]
    InvalidFields(Vec<CopyFieldError>),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Every field error of those who are to get the week, each with its place in the list. If nobody has the week, there is
/// none.
pub fn validate_copy(
    conn: &mut Conn<'_>,
    from: &StaffId,
    to: &[(usize, StaffId)],
) -> Result<Vec<CopyFieldError>, DbError> {
    let Some(branch) = staff_records::find_branch(conn, from)? else { return Ok(Vec::new()) };
    let mut errors = Vec::new();
    for (index, staff) in to {
        match staff_records::find_branch(conn, staff)? {
            Some(other) if other == branch => {}
            Some(_) => errors.push(CopyFieldError::OtherBranch(*index)),
            None => errors.push(CopyFieldError::UnknownStaff(*index)),
        }
    }
    Ok(errors)
}

/// Replaces the weeks of all, or of none. Whose week it is keeps it as it is. Bookings outside the new hours stay.
pub fn copy_week(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    from: &StaffId,
    to: &[(usize, StaffId)],
) -> Result<Vec<WeeklyShift>, CopyWeekRefusal> {
    // Each once, and locked in the order of their ids, as everywhere: two transactions do not wait for each other.
    let mut profiles: BTreeMap<&StaffId, _> = to.iter().map(|(_, staff)| (staff, None)).collect();
    profiles.insert(from, None);
    for (staff, user) in &mut profiles {
        *user = shifts::lock_staff_profile(tx, staff)?;
    }
    if profiles.remove(from).flatten().is_none() {
        return Err(CopyWeekRefusal::Unknown);
    }
    let errors = validate_copy(tx, from, to)?;
    if !errors.is_empty() {
        return Err(CopyWeekRefusal::InvalidFields(errors));
    }
    let week = shifts::list_by_staff(tx, from)?;
    for (staff, user) in profiles {
        if let Some(user) = user {
            replace_week(tx, context, (staff, &user), &week)?;
        }
    }
    Ok(week)
}
