//! A manager ends a membership before its time.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::MembershipId;
use parlour_domain::job::subject::JobSubject;
use parlour_domain::membership::{MembershipStatus, append_reason};
use parlour_store::jobs::queued_jobs;
use parlour_store::memberships::membership_records::{self, Membership};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum CancelMembershipRefusal {
    #[error("there is no such membership")]
    Unknown,
    #[error("only an active membership can be cancelled")]
    NotActive,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The remaining hours are lost. The reason is added to the notes.
pub fn cancel(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &MembershipId,
    reason: &str,
) -> Result<Membership, CancelMembershipRefusal> {
    let before = membership_records::lock_membership(tx, id)?.ok_or(CancelMembershipRefusal::Unknown)?;
    let notes = append_reason(before.notes.as_deref(), reason);
    let is_active = before.status == MembershipStatus::Active;
    if !is_active || !membership_records::cancel(tx, id, &notes, context.now)? {
        return Err(CancelMembershipRefusal::NotActive);
    }
    queued_jobs::cancel_by_subject(tx, &JobSubject::Membership(id).to_string())?;
    let after = membership_records::by_id(tx, id)?.ok_or(CancelMembershipRefusal::Unknown)?;
    let change = AuditedChange {
        action: AuditAction::MembershipCancel,
        record_id: id.as_str(),
        concerns: Some(&after.customer_id),
        before: state_json(&before),
        after: state_json(&after),
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
