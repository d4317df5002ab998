//! An owner changes a user's role. It takes effect with the user's next request.

use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_store::Tx;
use parlour_store::users::user_records::{self, User};

use super::locked_user::{UserRefusal, lock_user_not_above_caller};
use crate::request_context::RequestContext;
use crate::sign_in::change_locked_user_role;

/// Nobody changes a user above them or gives a role above their own. The last owner stays owner.
pub fn change_role(tx: &mut Tx<'_>, context: &RequestContext, id: &UserId, role: Role) -> Result<User, UserRefusal> {
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
