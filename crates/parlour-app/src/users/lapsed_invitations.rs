//! Invitations that nobody accepted in time. Their users are removed, so that the e-mail address is free again.

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
    remove_invited_user(tx, context, id)?;
    audit::record(tx, context, AuditedChange::new(AuditAction::UserInvitationLapse, id.as_str()))?;
    Ok(true)
}

/// The user is anonymised and not deleted, because other records may name them. Somebody who can be booked stays, without
/// the e-mail address.
pub(super) fn remove_invited_user(tx: &mut Tx<'_>, context: &RequestContext, id: &UserId) -> Result<(), DbError> {
    if invitations::has_active_staff_profile(tx, id)? {
        invitations::detach(tx, id, context.now)
    } else {
        erasure::anonymise(tx, id, context.now)
    }
}

/// Removes at most `limit` lapsed invitations, and returns how many.
pub fn remove_lapsed_invitations(tx: &mut Tx<'_>, context: &RequestContext, limit: i64) -> Result<usize, DbError> {
    let lapsed = invitations::list_lapsed(tx, context.now, limit)?;
    for id in &lapsed {
        remove_if_lapsed(tx, context, id)?;
    }
    Ok(lapsed.len())
}
