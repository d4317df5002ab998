//! An owner ends all sessions of a user, for example after the loss of a phone.

use parlour_domain::ids::UserId;
use parlour_store::Tx;

use super::locked_user::{UserRefusal, lock_user_not_above_caller};
use crate::request_context::RequestContext;
use crate::sign_in::end_all_sessions;

/// On both apps. The user can sign in again.
pub fn sign_out(tx: &mut Tx<'_>, context: &RequestContext, id: &UserId) -> Result<(), UserRefusal> {
    let (_, user) = lock_user_not_above_caller(tx, context, id)?;
    Ok(end_all_sessions(tx, context, &user.id)?)
}
