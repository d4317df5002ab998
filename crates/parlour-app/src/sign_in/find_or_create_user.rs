//! Finds a user by e-mail or creates them. For commands, which have no identity provider.

use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_store::users::user_records::{self, NewUser, User};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;
use crate::users::accept_invitation;

#[derive(Debug, thiserror::Error)]
pub enum FindOrCreateUserRefusal {
    #[error("{email} is {current}, not {requested}; `parlour user role {email} {requested}` changes that")]
    RoleDiffers { email: String, current: Role, requested: Role },
    #[error("nobody has the e-mail {0}; to create the user, give --name")]
    NameMissing(String),
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn find_or_create_user(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    email: &EmailAddress,
    name: Option<&str>,
    role: Option<Role>,
) -> Result<User, FindOrCreateUserRefusal> {
    let user = match user_records::by_email(tx, email)? {
        Some(user) => user,
        // Without a name, a mistyped e-mail would create a user.
        None => match name {
            Some(name) => create_user(tx, context, email, name, role)?,
            None => return Err(FindOrCreateUserRefusal::NameMissing(email.as_str().to_owned())),
        },
    };
    match role {
        Some(requested) if requested != user.role => Err(FindOrCreateUserRefusal::RoleDiffers {
            email: email.as_str().to_owned(),
            current: user.role,
            requested,
        }),
        Some(_) | None if user.invitation_expires_at.is_some() => Ok(accept_invitation(tx, context, user)?),
        Some(_) | None => Ok(user),
    }
}

/// Finds the user if somebody else has created them in the meantime.
fn create_user(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    email: &EmailAddress,
    name: &str,
    role: Option<Role>,
) -> Result<User, DbError> {
    let user = NewUser {
        id: UserId::new(context.new_id()),
        name: name.to_owned(),
        email: Some(email.clone()),
        email_identifies: true,
        email_verified: true,
        image: None,
        role: role.unwrap_or(Role::Customer),
    };
    if user_records::insert(tx, &user, context.now)? {
        let change =
            AuditedChange { concerns: Some(&user.id), ..AuditedChange::new(AuditAction::UserMake, user.id.as_str()) };
        audit::record(tx, context, change)?;
    }
    let raced = || DbError::Unavailable("the same person is being added elsewhere".into());
    user_records::by_email(tx, email)?.ok_or_else(raced)
}
