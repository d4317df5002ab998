//! A manager changes what somebody does and where, or that they can be booked at all.

use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_store::staff_changes::{self, StaffProfile};
use parlour_store::{Conn, DbError, Tx, users};

use super::{StaffComplaint, StaffRefusal, StaffWish, complaints};
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

/// All that speaks against a change, as far as it could be read. Nothing where there is no such profile.
pub fn examine_change(
    conn: &mut Conn<'_>,
    id: &StaffId,
    wish: &StaffWish,
) -> Result<Vec<StaffComplaint>, DbError> {
    match staff_changes::by_id(conn, id)? {
        Some(profile) => {
            let (user, branch) = in_question(&profile, wish);
            complaints(conn, user, branch)
        }
        None => Ok(Vec::new()),
    }
}

/// Whoever begins to be booked must be of the team. Whoever only stops, or stays what they are, is not asked again:
/// somebody who has lost their role can still be taken off the list.
fn in_question<'a>(
    profile: &'a StaffProfile,
    wish: &'a StaffWish,
) -> (Option<&'a UserId>, Option<&'a BranchId>) {
    let begins = wish.is_active == Some(true) && !profile.is_active;
    let user = wish.user_id.as_ref().or_else(|| begins.then_some(&profile.user_id));
    (user, wish.branch_id.as_ref())
}

/// Visits that are agreed stay with whom they were agreed, until the desk gives them to somebody else.
pub fn change(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &StaffId,
    wish: &StaffWish,
) -> Result<StaffProfile, StaffRefusal> {
    let before = staff_changes::hold(tx, id)?.ok_or(StaffRefusal::Unknown)?;
    let (user, branch) = in_question(&before, wish);
    if let Some(user) = user {
        users::hold(tx, user)?;
    }
    let complaints = complaints(tx, user, branch)?;
    if !complaints.is_empty() {
        return Err(StaffRefusal::NotPossible(complaints));
    }
    let mut after = before.clone();
    wish.apply(&mut after);
    after.updated_at = occasion.now;
    if !staff_changes::save(tx, &after)? {
        return Err(StaffRefusal::AlreadyStaff);
    }
    write_down(tx, occasion, &before, &after)?;
    Ok(after)
}

/// A profile that changes hands is two lines in the log, so that whoever is erased takes their own with them.
fn write_down(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    before: &StaffProfile,
    after: &StaffProfile,
) -> Result<(), DbError> {
    let change = Change {
        action: "staff.change",
        record_id: after.id.as_str(),
        concerns: Some(&after.user_id),
        before: state(before),
        after: state(after),
    };
    if before.user_id == after.user_id {
        return audit::record(tx, occasion, change);
    }
    let of_the_other = Change { concerns: Some(&before.user_id), after: None, ..change.clone() };
    audit::record(tx, occasion, of_the_other)?;
    audit::record(tx, occasion, Change { before: None, ..change })
}
