//! The desk assigns a lead to a member of the team, or to nobody.

use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{LeadId, UserId};
use parlour_store::leads::lead_records::{self, Lead};
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};

use super::progress::progress_json;
use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum AssignLeadRefusal {
    #[error("there is no such lead")]
    Unknown,
    #[error("must be somebody of the team")]
    NotTeamMember,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn assign(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &LeadId,
    to: Option<&UserId>,
) -> Result<Lead, AssignLeadRefusal> {
    if !lead_records::lock_lead(tx, id)? {
        return Err(AssignLeadRefusal::Unknown);
    }
    if let Some(user) = to
        && user_records::by_id(tx, user)?.is_none_or(|user| user.role < Role::Staff)
    {
        return Err(AssignLeadRefusal::NotTeamMember);
    }
    let before = lead_records::by_id(tx, id)?.ok_or(AssignLeadRefusal::Unknown)?;
    lead_records::assign(tx, id, to, context.now)?;
    let lead = lead_records::by_id(tx, id)?.ok_or(AssignLeadRefusal::Unknown)?;
    let change = AuditedChange {
        before: progress_json(&before),
        after: progress_json(&lead),
        ..AuditedChange::new(AuditAction::LeadAssign, id.as_str())
    };
    audit::record(tx, context, change)?;
    Ok(lead)
}
