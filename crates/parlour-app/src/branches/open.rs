//! One more house.

use chrono::NaiveTime;
use parlour_domain::branch::{AvailabilityMode, BranchStatus, USUAL_HOLD_MINUTES};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::minutes_after_midnight;
use parlour_store::branch_looks::{self, KeptBranch, Look};
use parlour_store::branches::{self, Branch};
use parlour_store::{Tx, branch_changes};

use super::look::logged;
use super::{BranchComplaint, BranchRefusal, BranchWish, complaints, depose, is_closed, refuse_taken};
use crate::audit::{self, Change};
use crate::occasion::Occasion;

#[derive(Debug, Clone)]
pub struct NewBranch {
    pub code: String,
    pub name: String,
    pub address: String,
    /// All else that was said of it.
    pub details: BranchWish,
}

/// All that speaks against a new branch, as far as it could be read.
pub fn examine_new(details: &BranchWish) -> Vec<BranchComplaint> {
    let opens_at = details.opens_at.unwrap_or_else(|| usual_hours().0);
    let closes_at = details.closes_at.unwrap_or_else(|| usual_hours().1);
    (opens_at >= closes_at).then_some(BranchComplaint::ClosesBeforeItOpens).into_iter().collect()
}

fn usual_hours() -> (NaiveTime, NaiveTime) {
    (minutes_after_midnight(10 * 60), minutes_after_midnight(21 * 60))
}

/// Without a number it gets the next one. The first branch is the primary one, whatever was said.
pub fn open(tx: &mut Tx<'_>, occasion: &Occasion, new: &NewBranch) -> Result<KeptBranch, BranchRefusal> {
    branch_changes::queue_up(tx)?;
    let primary = branch_changes::primary(tx)?;
    let mut branch = as_usual(occasion, new, branch_changes::highest_number(tx)? + 1);
    new.details.apply(&mut branch);
    let complaints = complaints(&branch);
    if !complaints.is_empty() {
        return Err(BranchRefusal::NotPossible(complaints));
    }
    refuse_taken(tx, &branch)?;
    branch.is_primary = primary.is_none() || new.details.is_primary == Some(true);
    if branch.is_primary && is_closed(&branch) {
        return Err(BranchRefusal::PrimaryClosed);
    }
    if let Some(primary) = primary.filter(|_| branch.is_primary) {
        depose(tx, occasion, &primary)?;
    }
    let look = new.details.look.applied_to(&Look::default());
    branches::insert(tx, &branch)?;
    branch_looks::save(tx, &branch.id, &look)?;
    let change = Change {
        action: "branch.open",
        record_id: branch.id.as_str(),
        after: logged(&branch, &look),
        ..Change::default()
    };
    audit::record(tx, occasion, change)?;
    Ok(KeptBranch { branch, look })
}

fn as_usual(occasion: &Occasion, new: &NewBranch, number: i64) -> Branch {
    let (opens_at, closes_at) = usual_hours();
    Branch {
        id: BranchId::new(occasion.new_id()),
        code: new.code.clone(),
        number,
        name: new.name.clone(),
        address: new.address.clone(),
        phone: None,
        gstin: None,
        gst_registered: true,
        status: BranchStatus::Operational.as_str().to_owned(),
        is_primary: false,
        opens_at,
        closes_at,
        availability_mode: AvailabilityMode::Open.as_str().to_owned(),
        cancel_window_minutes: None,
        hold_minutes: USUAL_HOLD_MINUTES,
        created_at: occasion.now,
        updated_at: occasion.now,
    }
}
