//! Somebody would rather work after all.

use parlour_domain::ids::{LeaveId, UserId};
use parlour_store::{DbError, Tx, leave};

use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum WithdrawRefusal {
    #[error("there is no such request")]
    Unknown,
    #[error("this request is decided already")]
    Decided,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Only one's own, and only while nobody has decided it.
pub fn withdraw(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    id: &LeaveId,
) -> Result<(), WithdrawRefusal> {
    let found = leave::find(tx, id)?.filter(|found| found.user_id == *user);
    let before = found.ok_or(WithdrawRefusal::Unknown)?.leave;
    if !leave::withdraw(tx, id, user)? {
        return Err(WithdrawRefusal::Decided);
    }
    let change = Change {
        action: "leave.withdraw",
        record_id: id.as_str(),
        concerns: Some(user),
        before: state(&before),
        after: None,
    };
    Ok(audit::record(tx, occasion, change)?)
}
