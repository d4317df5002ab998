//! What owners do with branches.

mod branding_patch;
mod change;
mod open;

use chrono::NaiveTime;
use parlour_domain::billing::gstin::Gstin;
use parlour_domain::branch::{AvailabilityMode, BranchStatus};
use parlour_store::branches::branch_records::Branch;
use parlour_store::branches::{branch_changes, branding};
use parlour_store::{Conn, DbError, Tx};

use crate::audit::{self, AuditedChange};
use crate::patch::set_if_present;
use crate::request_context::RequestContext;

pub use branding_patch::{BrandingPatch, Logo, LogoError, MAX_LOGO_BYTES};
pub use change::{change, validate_change};
pub use open::{NewBranch, open, validate_new};

/// What an owner says of a branch; what is absent stays, or is as usual with a new one.
#[derive(Debug, Clone, Default)]
pub struct BranchPatch {
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
    pub branding: BrandingPatch,
}

impl BranchPatch {
    /// But for which branch is the primary one, which concerns another one too, and for its branding, which is kept apart.
    fn apply(&self, branch: &mut Branch) {
        set_if_present(self.code.as_ref(), &mut branch.code);
        set_if_present(self.number.as_ref(), &mut branch.number);
        set_if_present(self.name.as_ref(), &mut branch.name);
        set_if_present(self.address.as_ref(), &mut branch.address);
        set_if_present(self.phone.as_ref(), &mut branch.phone);
        if let Some(gstin) = &self.gstin {
            branch.gstin = gstin.as_ref().map(|gstin| gstin.as_str().to_owned());
        }
        set_if_present(self.gst_registered.as_ref(), &mut branch.gst_registered);
        set_if_present(self.opens_at.as_ref(), &mut branch.opens_at);
        set_if_present(self.closes_at.as_ref(), &mut branch.closes_at);
        if let Some(status) = self.status {
            status.as_str().clone_into(&mut branch.status);
        }
        if let Some(mode) = self.availability_mode {
            mode.as_str().clone_into(&mut branch.availability_mode);
        }
        set_if_present(self.cancel_window_minutes.as_ref(), &mut branch.cancel_window_minutes);
        set_if_present(self.hold_minutes.as_ref(), &mut branch.hold_minutes);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BranchFieldError {
    #[error("must be after opensAt")]
    ClosesBeforeItOpens,
}

#[derive(Debug, thiserror::Error)]
pub enum BranchRefusal {
    #[error("there is no such branch")]
    Unknown,
    #[error("the branch cannot be like that")]
    InvalidFields(Vec<BranchFieldError>),
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

fn find_field_errors(branch: &Branch) -> Vec<BranchFieldError> {
    let opens_late = branch.opens_at >= branch.closes_at;
    opens_late.then_some(BranchFieldError::ClosesBeforeItOpens).into_iter().collect()
}

fn is_closed(branch: &Branch) -> bool {
    branch.status == BranchStatus::Closed.as_str()
}

/// Nobody else changes branches meanwhile, so what is free now is free when it is written.
fn check_code_and_number_free(conn: &mut Conn<'_>, branch: &Branch) -> Result<(), BranchRefusal> {
    match branch_changes::are_code_and_number_taken(conn, &branch.id, &branch.code, branch.number)? {
        (true, _) => Err(BranchRefusal::CodeTaken),
        (false, true) => Err(BranchRefusal::NumberTaken),
        (false, false) => Ok(()),
    }
}

/// The branch that was the primary one no longer is.
fn unset_primary(tx: &mut Tx<'_>, context: &RequestContext, primary: &Branch) -> Result<(), DbError> {
    branch_changes::unset_primary(tx, &primary.id, context.now)?;
    let after = Branch { is_primary: false, updated_at: context.now, ..primary.clone() };
    let branding = branding::find_branding(tx, &primary.id)?;
    let change = AuditedChange {
        action: "branch.change",
        record_id: primary.id.as_str(),
        concerns: None,
        before: branding_patch::branch_audit_json(primary, &branding),
        after: branding_patch::branch_audit_json(&after, &branding),
    };
    audit::record(tx, context, change)
}
