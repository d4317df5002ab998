//! An owner withdraws an invitation that was not accepted yet.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::UserId;
use parlour_store::Tx;
use parlour_store::users::user_records;

use super::lapsed_invitations::remove_invited_user;
use super::locked_user::{UserRefusal, lock_user_not_above_caller};
use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// The user is removed; the e-mail address is free again.
pub fn withdraw_invitation(tx: &mut Tx<'_>, context: &RequestContext, id: &UserId) -> Result<(), UserRefusal> {
    let (_, user) = lock_user_not_above_caller(tx, context, id)?;
    if user.invitation_expires_at.is_none() {
        let has_signed_in = user_records::has_identity(tx, id)?;
        return Err(if has_signed_in { UserRefusal::InvitationAccepted } else { UserRefusal::NotInvited });
    }
    remove_invited_user(tx, context, id)?;
    Ok(audit::record(tx, context, AuditedChange::new(AuditAction::UserWithdraw, id.as_str()))?)
}
