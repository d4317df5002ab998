//! A user that an owner changes, locked until the transaction ends.

use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_store::users::user_records::{self, User};
use parlour_store::{DbError, Tx};

use crate::request_context::RequestContext;
use crate::sign_in::RoleRefusal;

#[derive(Debug, thiserror::Error)]
pub enum UserRefusal {
    #[error("there is no such person")]
    Unknown,
    #[error("this person's role is above yours")]
    AboveTheCaller,
    #[error("nobody gives a role above their own")]
    RoleAboveTheCaller,
    #[error("you are no longer an owner")]
    NoLongerOwner,
    #[error("this is the last owner; make someone else owner first")]
    LastOwner,
    #[error("this e-mail is known already")]
    EmailKnown,
    #[error("this person has signed in already")]
    InvitationAccepted,
    #[error("this person was not invited")]
    NotInvited,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<RoleRefusal> for UserRefusal {
    fn from(refusal: RoleRefusal) -> Self {
        match refusal {
            RoleRefusal::Unknown(_) => Self::Unknown,
            RoleRefusal::LastOwner => Self::LastOwner,
            RoleRefusal::Db(error) => Self::Db(error),
        }
    }
}

/// The caller's present role, which is owner or above. It is read again because it may have changed since the session
/// was checked.
pub(super) fn read_caller_role(tx: &mut Tx<'_>, context: &RequestContext) -> Result<Role, UserRefusal> {
    let caller = match &context.actor {
        Some((caller, _)) => user_records::by_id(tx, caller)?,
        None => None,
    };
    let role = caller.map(|caller| caller.role).filter(|role| *role >= Role::Owner);
    role.ok_or(UserRefusal::NoLongerOwner)
}

/// Locks a user whose role is not above the caller's, and returns the caller's present role with them.
pub(super) fn lock_user_not_above_caller(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &UserId,
) -> Result<(Role, User), UserRefusal> {
    let target = user_records::lock_user(tx, id)?;
    let role = read_caller_role(tx, context)?;
    let target = target.ok_or(UserRefusal::Unknown)?;
    if target.role > role { Err(UserRefusal::AboveTheCaller) } else { Ok((role, target)) }
}
