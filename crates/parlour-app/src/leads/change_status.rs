//! The desk moves a lead to another status.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::lead::LeadStatus;
use parlour_store::leads::lead_records::{self, Lead};
use parlour_store::{DbError, Tx};

use super::add_note::add_note;
use super::progress::progress_json;
use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum AdvanceLeadRefusal {
    #[error("there is no such lead")]
    Unknown,
    #[error("a lead that is {0} cannot become {1}")]
    NotAllowed(LeadStatus, LeadStatus),
    #[error("the lead is {0} meanwhile")]
    MovedMeanwhile(LeadStatus),
    #[error(transparent)]
    Db(#[from] DbError),
}

#[derive(Debug, Clone)]
pub struct LeadStatusChange<'a> {
    pub to: LeadStatus,
    /// What the desk saw. Another status by now is refused.
    pub seen: Option<LeadStatus>,
    /// Is added to the lead as a note.
    pub reason: Option<&'a str>,
    pub by: &'a UserId,
}

pub fn change_status(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &LeadId,
    step: &LeadStatusChange<'_>,
) -> Result<Lead, AdvanceLeadRefusal> {
    if !lead_records::lock_lead(tx, id)? {
        return Err(AdvanceLeadRefusal::Unknown);
    }
    let before = lead_records::by_id(tx, id)?.ok_or(AdvanceLeadRefusal::Unknown)?;
    if step.seen.is_some_and(|seen| seen != before.status) {
        return Err(AdvanceLeadRefusal::MovedMeanwhile(before.status));
    }
    if !before.status.can_become(step.to) {
        return Err(AdvanceLeadRefusal::NotAllowed(before.status, step.to));
    }
    lead_records::set_stage(tx, id, step.to, context.now)?;
    let lead = lead_records::by_id(tx, id)?.ok_or(AdvanceLeadRefusal::Unknown)?;
    if let Some(reason) = step.reason {
        add_note(tx, context, step.by, id, reason)?;
    }
    let change = AuditedChange {
        before: progress_json(&before),
        after: progress_json(&lead),
        ..AuditedChange::new(AuditAction::LeadAdvance, id.as_str())
    };
    audit::record(tx, context, change)?;
    Ok(lead)
}
