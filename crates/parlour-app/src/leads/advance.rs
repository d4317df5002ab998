//! The desk takes a lead a step further, or gives it up.

use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::lead::LeadStatus;
use parlour_store::leads::{self, Lead};
use parlour_store::{DbError, Tx};

use super::{note, progress};
use crate::audit::{self, Change};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum AdvanceRefusal {
    #[error("there is no such lead")]
    Unknown,
    #[error("a lead that is {0} cannot become {1}")]
    NotAllowed(LeadStatus, LeadStatus),
    #[error(transparent)]
    Db(#[from] DbError),
}

#[derive(Debug, Clone)]
pub struct Step<'a> {
    pub to: LeadStatus,
    /// Kept as a note.
    pub reason: Option<&'a str>,
    pub by: &'a UserId,
}

pub fn advance(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &LeadId,
    step: &Step<'_>,
) -> Result<Lead, AdvanceRefusal> {
    if !leads::hold(tx, id)? {
        return Err(AdvanceRefusal::Unknown);
    }
    let before = leads::by_id(tx, id)?.ok_or(AdvanceRefusal::Unknown)?;
    if !before.status.may_become(step.to) {
        return Err(AdvanceRefusal::NotAllowed(before.status, step.to));
    }
    leads::set_stage(tx, id, step.to, occasion.now)?;
    let lead = leads::by_id(tx, id)?.ok_or(AdvanceRefusal::Unknown)?;
    if let Some(reason) = step.reason {
        note(tx, occasion, step.by, id, reason)?;
    }
    let change = Change {
        action: "lead.advance",
        record_id: id.as_str(),
        before: progress(&before),
        after: progress(&lead),
        ..Change::default()
    };
    audit::record(tx, occasion, change)?;
    Ok(lead)
}
