//! What owners do with branches.

mod change;
mod look;
mod open;

pub use change::{change, examine_change};
pub use look::{LARGEST_LOGO_BYTES, Logo, LookWish, NotALogo};
pub use open::{NewBranch, examine_new, open};

use chrono::NaiveTime;
use parlour_domain::branch::{AvailabilityMode, BranchStatus};
use parlour_domain::gstin::Gstin;
use parlour_store::branches::Branch;
use parlour_store::{Conn, DbError, Tx, branch_changes, branch_looks};

use crate::audit::{self, Change};
use crate::occasion::Occasion;
use crate::wish::put;

/// What an owner says of a branch; what is absent stays, or is as usual with a new one.
#[derive(Debug, Clone, Default)]
pub struct BranchWish {
    pub code: Option<String>,
    pub number: Option<i64>,
    pub name: Option<String>,
    pub address: Option<String>,
    pub phone: Option<Option<String>>,
    pub gstin: Option<Option<Gstin>>,
    pub gst_registered: Option<bool>,
    pub status: Option<BranchStatus>,
    pub is_primary: Option<bool>,
    pub opens_at: Option<NaiveTime>,
    pub closes_at: Option<NaiveTime>,
    pub availability_mode: Option<AvailabilityMode>,
    /// None lets customers cancel at any time.
    pub cancel_window_minutes: Option<Option<i64>>,
    pub hold_minutes: Option<i64>,
    pub look: LookWish,
}

impl BranchWish {
    /// But for which branch is the primary one, which concerns another one too, and for its look, which is kept apart.
    fn apply(&self, branch: &mut Branch) {
        put(self.code.as_ref(), &mut branch.code);
        put(self.number.as_ref(), &mut branch.number);
        put(self.name.as_ref(), &mut branch.name);
        put(self.address.as_ref(), &mut branch.address);
        put(self.phone.as_ref(), &mut branch.phone);
        if let Some(gstin) = &self.gstin {
            branch.gstin = gstin.as_ref().map(|gstin| gstin.as_str().to_owned());
        }
        put(self.gst_registered.as_ref(), &mut branch.gst_registered);
        put(self.opens_at.as_ref(), &mut branch.opens_at);
        put(self.closes_at.as_ref(), &mut branch.closes_at);
        if let Some(status) = self.status {
            status.as_str().clone_into(&mut branch.status);
        }
        if let Some(mode) = self.availability_mode {
            mode.as_str().clone_into(&mut branch.availability_mode);
        }
        put(self.cancel_window_minutes.as_ref(), &mut branch.cancel_window_minutes);
        put(self.hold_minutes.as_ref(), &mut branch.hold_minutes);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BranchComplaint {
    #[error("must be after opensAt")]
    ClosesBeforeItOpens,
}

#[derive(Debug, thiserror::Error)]
pub enum BranchRefusal {
    #[error("there is no such branch")]
    Unknown,
    #[error("the branch cannot be like that")]
    NotPossible(Vec<BranchComplaint>),
    #[error("another branch has this code")]
    CodeTaken,
    #[error("another branch has this number")]
    NumberTaken,
    #[error("bookings or invoices carry this branch's code; it can no longer change")]
    CodeUsed,
    #[error("one branch is the primary one; make another branch primary instead")]
    StaysPrimary,
    #[error("the primary branch cannot be closed; make another branch primary first")]
    PrimaryClosed,
    #[error(transparent)]
    Db(#[from] DbError),
}

fn complaints(branch: &Branch) -> Vec<BranchComplaint> {
    let opens_late = branch.opens_at >= branch.closes_at;
    opens_late.then_some(BranchComplaint::ClosesBeforeItOpens).into_iter().collect()
}

fn is_closed(branch: &Branch) -> bool {
    branch.status == BranchStatus::Closed.as_str()
}

/// Nobody else changes branches meanwhile, so what is free now is free when it is written.
fn refuse_taken(conn: &mut Conn<'_>, branch: &Branch) -> Result<(), BranchRefusal> {
    match branch_changes::taken(conn, &branch.id, &branch.code, branch.number)? {
        (true, _) => Err(BranchRefusal::CodeTaken),
        (false, true) => Err(BranchRefusal::NumberTaken),
        (false, false) => Ok(()),
    }
}

/// The branch that was the primary one no longer is.
fn depose(tx: &mut Tx<'_>, occasion: &Occasion, primary: &Branch) -> Result<(), DbError> {
    branch_changes::depose(tx, &primary.id, occasion.now)?;
    let after = Branch { is_primary: false, updated_at: occasion.now, ..primary.clone() };
    let look = branch_looks::of(tx, &primary.id)?;
    let change = Change {
        action: "branch.change",
        record_id: primary.id.as_str(),
        concerns: None,
        before: look::logged(primary, &look),
        after: look::logged(&after, &look),
    };
    audit::record(tx, occasion, change)
}
