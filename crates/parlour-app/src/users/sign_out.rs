//! An owner ends somebody's sessions: a phone was lost, or a colleague has left.

use parlour_domain::ids::UserId;
use parlour_store::Tx;

use super::{UserRefusal, lock_user_not_above_caller};
use crate::request_context::RequestContext;
use crate::sign_in::end_all_sessions;

/// On both apps. They can sign in again; what they may then is for their role to say.
pub fn sign_out(tx: &mut Tx<'_>, context: &RequestContext, id: &UserId) -> Result<(), UserRefusal> {
    let (_, user) = lock_user_not_above_caller(tx, context, id)?;
    Ok(end_all_sessions(tx, context, &user.id)?)
}
