//! An owner changes a branch: its hours, how it takes bookings, that it is closed.

use parlour_domain::branch::AvailabilityMode;
use parlour_domain::ids::BranchId;
use parlour_store::branch_looks::{self, KeptBranch};
use parlour_store::branches::Branch;
use parlour_store::{Conn, DbError, Tx, branch_changes};

use super::look::logged;
use super::{BranchComplaint, BranchRefusal, BranchWish, complaints, depose, is_closed, refuse_taken};
use crate::audit::{self, Change};
use crate::availability;
use crate::occasion::Occasion;

/// All that speaks against a change, as far as it could be read. Nothing where there is no such branch.
pub fn examine_change(
    conn: &mut Conn<'_>,
    id: &BranchId,
    wish: &BranchWish,
) -> Result<Vec<BranchComplaint>, DbError> {
    let Some(mut branch) = branch_changes::by_id(conn, id)? else { return Ok(Vec::new()) };
    wish.apply(&mut branch);
    Ok(complaints(&branch))
}

/// Visits that are agreed stay agreed, also where the house closes: they are the desk's to move or to call off.
pub fn change(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &BranchId,
    wish: &BranchWish,
) -> Result<KeptBranch, BranchRefusal> {
    branch_changes::queue_up(tx)?;
    let before = branch_changes::hold(tx, id)?.ok_or(BranchRefusal::Unknown)?;
    let mut after = before.clone();
    wish.apply(&mut after);
    after.updated_at = occasion.now;
    let complaints = complaints(&after);
    if !complaints.is_empty() {
        return Err(BranchRefusal::NotPossible(complaints));
    }
    if after.code != before.code && branch_changes::is_code_used(tx, id)? {
        return Err(BranchRefusal::CodeUsed);
    }
    refuse_taken(tx, &after)?;
    after.is_primary = crown(tx, occasion, &after, wish.is_primary)?;
    let look_before = branch_looks::of(tx, id)?;
    let look = wish.look.applied_to(&look_before);
    branch_changes::save(tx, &after)?;
    if look != look_before {
        branch_looks::save(tx, id, &look)?;
    }
    follow_mode(tx, occasion, &before, &after)?;
    let change = Change {
        action: "branch.change",
        record_id: id.as_str(),
        concerns: None,
        before: logged(&before, &look_before),
        after: logged(&after, &look),
    };
    audit::record(tx, occasion, change)?;
    Ok(KeptBranch { branch: after, look })
}

/// Whether the branch is the primary one from now on. There is always one, and it is not closed.
fn crown(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    branch: &Branch,
    wish: Option<bool>,
) -> Result<bool, BranchRefusal> {
    match (branch.is_primary, wish) {
        (true, Some(false)) => Err(BranchRefusal::StaysPrimary),
        (true, _) | (false, Some(true)) if is_closed(branch) => Err(BranchRefusal::PrimaryClosed),
        (false, Some(true)) => {
            if let Some(primary) = branch_changes::primary(tx)? {
                depose(tx, occasion, &primary)?;
            }
            Ok(true)
        }
        (is_primary, _) => Ok(is_primary),
    }
}

/// Where free times begin to count, visits that are agreed take theirs; where they no longer do, all are given back.
fn follow_mode(tx: &mut Tx<'_>, occasion: &Occasion, before: &Branch, after: &Branch) -> Result<(), DbError> {
    if before.availability_mode == after.availability_mode {
        return Ok(());
    }
    if after.availability_mode == AvailabilityMode::Live.as_str() {
        availability::occupy_existing(tx, &after.id, occasion.now)
    } else {
        availability::release_branch(tx, &after.id, occasion.now)
    }
}
