//! An owner invites somebody, who has the role from their first sign-in on.

use parlour_domain::audit::AuditAction;
use parlour_domain::auth::invitation::invitation_expires_at;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_store::notifications::emails::{self, EmailDestination, NewEmail};
use parlour_store::users::invitations;
use parlour_store::users::user_records::{self, NewUser, User};
use parlour_store::{DbError, Tx};

use super::lapsed_invitations::remove_if_lapsed;
use super::locked_user::{UserRefusal, read_caller_role};
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// Whom to invite.
#[derive(Debug, Clone)]
pub struct Invitation {
    pub email: EmailAddress,
    pub name: String,
    pub role: Role,
}

#[derive(Debug, thiserror::Error)]
pub enum InviteRefusal {
    #[error("{0} is known already")]
    EmailKnown(String),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<InviteRefusal> for UserRefusal {
    fn from(refusal: InviteRefusal) -> Self {
        match refusal {
            InviteRefusal::EmailKnown(_) => Self::EmailKnown,
            InviteRefusal::Db(error) => Self::Db(error),
        }
    }
}

/// Nobody gives a role above their own.
pub fn invite(tx: &mut Tx<'_>, context: &RequestContext, invitation: &Invitation) -> Result<User, UserRefusal> {
    if invitation.role > read_caller_role(tx, context)? {
        return Err(UserRefusal::RoleAboveTheCaller);
    }
    Ok(open_invitation(tx, context, invitation)?)
}

/// Adds the user and writes the e-mail to them. For the command, which can give any role.
pub fn open_invitation(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    invitation: &Invitation,
) -> Result<User, InviteRefusal> {
    let known = || InviteRefusal::EmailKnown(invitation.email.as_str().to_owned());
    if let Some(user) = user_records::by_email(tx, &invitation.email)?
        && !remove_if_lapsed(tx, context, &user.id)?
    {
        return Err(known());
    }
    let user = NewUser {
        id: UserId::new(context.new_id()),
        name: invitation.name.clone(),
        email: Some(invitation.email.clone()),
        email_identifies: true,
        email_verified: false,
        image: None,
        role: invitation.role,
    };
    if !user_records::insert(tx, &user, context.now)? {
        return Err(known());
    }
    invitations::open(tx, &user.id, invitation_expires_at(context.now), context.now)?;
    let email = NewEmail {
        id: &context.new_id(),
        kind: EmailKind::Invitation,
        to: EmailDestination::User(&user.id),
        subject: user.id.as_str(),
        period: "",
    };
    emails::enqueue_email(tx, &email, context.now)?;
    let missing = || DbError::Statement("a user who was just invited is missing".into());
    let invited = user_records::by_id(tx, &user.id)?.ok_or_else(missing)?;
    let change = AuditedChange {
        action: AuditAction::UserInvite,
        record_id: invited.id.as_str(),
        concerns: Some(&invited.id),
        before: None,
        after: state_json(&invited),
    };
    audit::record(tx, context, change)?;
    Ok(invited)
}
