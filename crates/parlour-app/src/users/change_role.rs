//! An owner says what somebody may do, from their next request on.

use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_store::Tx;
use parlour_store::users::user_records::{self, User};

use super::{UserRefusal, lock_user_not_above_caller};
use crate::request_context::RequestContext;
use crate::sign_in::change_locked_user_role;

/// Nobody touches those above them or raises anyone above themselves. Owners may step down, but for the last one.
pub fn change_role(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &UserId,
    role: Role,
) -> Result<User, UserRefusal> {
    user_records::lock_role_changes(tx)?;
    let (caller_role, user) = lock_user_not_above_caller(tx, context, id)?;
    if role > caller_role {
        return Err(UserRefusal::RoleAboveTheCaller);
    }
    if user.role == role {
        return Ok(user);
    }
    Ok(change_locked_user_role(tx, context, user, role)?)
}
