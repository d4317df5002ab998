//! A lead gets somebody who looks after it, or nobody.

use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::role::Role;
use parlour_store::leads::{self, Lead};
use parlour_store::{DbError, Tx, users};

use super::progress;
use crate::audit::{self, Change};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum AssignRefusal {
    #[error("there is no such lead")]
    Unknown,
    #[error("must be somebody of the team")]
    NotOfTheTeam,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn assign(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &LeadId,
    to: Option<&UserId>,
) -> Result<Lead, AssignRefusal> {
    if !leads::hold(tx, id)? {
        return Err(AssignRefusal::Unknown);
    }
    if let Some(user) = to
        && users::by_id(tx, user)?.is_none_or(|user| user.role < Role::Staff)
    {
        return Err(AssignRefusal::NotOfTheTeam);
    }
    let before = leads::by_id(tx, id)?.ok_or(AssignRefusal::Unknown)?;
    leads::assign(tx, id, to, occasion.now)?;
    let lead = leads::by_id(tx, id)?.ok_or(AssignRefusal::Unknown)?;
    let change = Change {
        action: "lead.assign",
        record_id: id.as_str(),
        before: progress(&before),
        after: progress(&lead),
        ..Change::default()
    };
    audit::record(tx, occasion, change)?;
    Ok(lead)
}
