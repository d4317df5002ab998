//! An owner says what somebody may do, from their next request on.

use parlour_domain::ids::UserId;
use parlour_domain::role::Role;
use parlour_store::Tx;
use parlour_store::users::{self, User};

use super::{UserRefusal, face};
use crate::occasion::Occasion;
use crate::sign_in::give_role;

/// Nobody touches those above them or raises anyone above themselves. Owners may step down, but for the last one.
pub fn change_role(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &UserId,
    role: Role,
) -> Result<User, UserRefusal> {
    users::queue_up(tx)?;
    let (callers, user) = face(tx, occasion, id)?;
    if role > callers {
        return Err(UserRefusal::RoleAboveTheCaller);
    }
    if user.role == role {
        return Ok(user);
    }
    Ok(give_role(tx, occasion, user, role)?)
}
