//! A member of staff withdraws a request for leave.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{LeaveId, UserId};
use parlour_store::staff::leave;
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum WithdrawLeaveRefusal {
    #[error("there is no such request")]
    Unknown,
    #[error("this request is decided already")]
    Decided,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Only one's own request, and only before it is decided.
pub fn withdraw(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    id: &LeaveId,
) -> Result<(), WithdrawLeaveRefusal> {
    let found = leave::find(tx, id)?.filter(|found| found.user_id == *user);
    let before = found.ok_or(WithdrawLeaveRefusal::Unknown)?.leave;
    if !leave::withdraw(tx, id, user)? {
        return Err(WithdrawLeaveRefusal::Decided);
    }
    let change = AuditedChange {
        action: AuditAction::LeaveWithdraw,
        record_id: id.as_str(),
        concerns: Some(user),
        before: state_json(&before),
        after: None,
    };
    Ok(audit::record(tx, context, change)?)
}
