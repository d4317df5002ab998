//! An owner ends somebody's sessions: a phone was lost, or a colleague has left.

use parlour_domain::ids::UserId;
use parlour_store::Tx;

use super::{UserRefusal, face};
use crate::occasion::Occasion;
use crate::sign_in::end_everywhere;

/// On both apps. They can sign in again; what they may then is for their role to say.
pub fn sign_out(tx: &mut Tx<'_>, occasion: &Occasion, id: &UserId) -> Result<(), UserRefusal> {
    let (_, user) = face(tx, occasion, id)?;
    Ok(end_everywhere(tx, occasion, &user.id)?)
}
