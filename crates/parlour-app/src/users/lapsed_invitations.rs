//! Invitations that nobody accepted in time. Their users are anonymised, so that the e-mail address is free again.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::UserId;
use parlour_store::customers::erasure;
use parlour_store::users::{invitations, user_records};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// Removes the user if their invitation has lapsed; true if it did.
pub(crate) fn remove_if_lapsed(tx: &mut Tx<'_>, context: &RequestContext, id: &UserId) -> Result<bool, DbError> {
    let user = user_records::lock_user(tx, id)?;
    let expires_at = user.and_then(|user| user.invitation_expires_at);
    if expires_at.is_none_or(|expires_at| expires_at > context.now) {
        return Ok(false);
    }
    erasure::anonymise(tx, id, context.now)?;
    audit::record(tx, context, AuditedChange::new(AuditAction::UserInvitationLapse, id.as_str()))?;
    Ok(true)
}

/// Removes at most `limit` lapsed invitations, and returns how many.
pub fn remove_lapsed_invitations(tx: &mut Tx<'_>, context: &RequestContext, limit: i64) -> Result<usize, DbError> {
    let lapsed = invitations::list_lapsed(tx, context.now, limit)?;
    for id in &lapsed {
        remove_if_lapsed(tx, context, id)?;
    }
    Ok(lapsed.len())
}
