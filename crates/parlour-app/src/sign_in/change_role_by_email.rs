//! Changes the role of a user who is named by e-mail. It takes effect with their next request.

use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_store::users::user_records::{self, User};
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum RoleRefusal {
    #[error("nobody has the e-mail {0}")]
    Unknown(String),
    #[error("this is the last owner; make someone else owner first")]
    LastOwner,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn change_role_by_email(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    email: &EmailAddress,
    role: Role,
) -> Result<User, RoleRefusal> {
    let unknown = || RoleRefusal::Unknown(email.as_str().to_owned());
    user_records::lock_role_changes(tx)?;
    let found = user_records::by_email(tx, email)?.ok_or_else(unknown)?;
    let user = user_records::lock_user(tx, &found.id)?.ok_or_else(unknown)?;
    change_locked_user_role(tx, context, user, role)
}

/// The user must be locked, so that they do not become the last owner meanwhile.
pub(crate) fn change_locked_user_role(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: User,
    role: Role,
) -> Result<User, RoleRefusal> {
    // Somebody who is only invited is no owner yet.
    let is_owner = user.role == Role::Owner && user.invitation_expires_at.is_none();
    if is_owner && role != Role::Owner && user_records::lock_and_count_owners(tx)? <= 1 {
        return Err(RoleRefusal::LastOwner);
    }
    write_role(tx, context, &user, role)?;
    Ok(User { role, ..user })
}

pub(super) fn write_role(tx: &mut Tx<'_>, context: &RequestContext, user: &User, role: Role) -> Result<(), DbError> {
    user_records::set_role(tx, &user.id, role, context.now)?;
    let change = AuditedChange {
        action: AuditAction::UserRole,
        record_id: user.id.as_str(),
        concerns: Some(&user.id),
        before: state_json(&json!({ "role": user.role })),
        after: state_json(&json!({ "role": role })),
    };
    audit::record(tx, context, change)
}
