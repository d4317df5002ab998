//! Somebody who was invited signs in for the first time.

use parlour_domain::audit::AuditAction;
use parlour_store::users::invitations;
use parlour_store::users::user_records::User;
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// From now on the role counts.
pub(crate) fn accept_invitation(tx: &mut Tx<'_>, context: &RequestContext, user: User) -> Result<User, DbError> {
    invitations::close(tx, &user.id, context.now)?;
    let change = AuditedChange {
        action: AuditAction::UserClaim,
        record_id: user.id.as_str(),
        concerns: Some(&user.id),
        before: None,
        after: state_json(&json!({ "role": user.role })),
    };
    audit::record(tx, context, change)?;
    Ok(User { invitation_expires_at: None, ..user })
}
