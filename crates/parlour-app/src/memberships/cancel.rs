//! A manager ends a membership before its time.

use parlour_domain::ids::MembershipId;
use parlour_domain::membership::{MembershipStatus, with_reason};
use parlour_store::memberships::{self, Membership};
use parlour_store::{DbError, Tx, work};

use super::subject;
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum CancelMembershipRefusal {
    #[error("there is no such membership")]
    Unknown,
    #[error("only an active membership can be cancelled")]
    NotActive,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// What is left of the hours is lost; the reason stays with the notes.
pub fn cancel(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &MembershipId,
    reason: &str,
) -> Result<Membership, CancelMembershipRefusal> {
    let before = memberships::hold(tx, id)?.ok_or(CancelMembershipRefusal::Unknown)?;
    let notes = with_reason(before.notes.as_deref(), reason);
    let is_active = before.status == MembershipStatus::Active;
    if !is_active || !memberships::cancel(tx, id, &notes, occasion.now)? {
        return Err(CancelMembershipRefusal::NotActive);
    }
    work::withdraw(tx, &subject(id))?;
    let after = memberships::by_id(tx, id)?.ok_or(CancelMembershipRefusal::Unknown)?;
    let change = Change {
        action: "membership.cancel",
        record_id: id.as_str(),
        concerns: Some(&after.customer_id),
        before: state(&before),
        after: state(&after),
    };
    audit::record(tx, occasion, change)?;
    Ok(after)
}
