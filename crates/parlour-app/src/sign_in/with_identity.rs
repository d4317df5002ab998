//! Signs in a person whom an identity provider has authenticated: a known user, a record that the desk made, or a new one.

use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::text::{clean_name, required_name};
use parlour_integrations::identity::Identity;
use parlour_store::users::user_records::{self, NewUser, User};
use parlour_store::{DbError, Tx};

use super::session::{self, SessionClient, StartedSession};
use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;
use crate::users::{accept_invitation, remove_if_lapsed};

#[derive(Debug)]
pub struct SignedIn {
    pub session: StartedSession,
    /// The person signs in for the first time and has not completed onboarding.
    pub is_first: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum SignInRefusal {
    /// Another sign-in of the same person was faster. A second attempt succeeds.
    #[error("the same person is signing in elsewhere")]
    ConcurrentSignIn,
    /// The e-mail address belongs to a user whom the provider knows as somebody else: the address was given to another
    /// person.
    #[error("the e-mail address belongs to a user with another subject at this provider")]
    RecycledEmail(UserId),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Always starts a new session, and ends the one that the browser had. A user is known by issuer and subject. By e-mail
/// an identity is linked to an existing user only if the provider has verified the e-mail and that user has no subject at
/// this provider yet.
pub fn sign_in_with_identity(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    client: &SessionClient,
    identity: &Identity,
    owner_email: Option<&EmailAddress>,
) -> Result<SignedIn, SignInRefusal> {
    let email = identity.email.as_deref().and_then(|text| EmailAddress::parse(text).ok());
    let verified = email.as_ref().filter(|_| identity.email_verified);
    let (user, is_first) = match user_records::by_identity(tx, &identity.issuer, &identity.subject)? {
        Some(user) => {
            if let Some(email) = verified.filter(|_| !user.email_verified) {
                user_records::confirm_email(tx, &user.id, email, context.now)?;
            }
            (user, false)
        }
        None => link_identity(tx, context, identity, email.as_ref(), verified)?,
    };
    if let (Some(verified), Some(owner)) = (verified, owner_email)
        && verified.folded() == owner.folded()
        && user_records::lock_and_count_owners(tx)? == 0
    {
        let owner_context = RequestContext { actor: Some((user.id.clone(), user.role)), ..context.clone() };
        super::change_role_by_email::write_role(tx, &owner_context, &user, Role::Owner)?;
    }
    let actor = RequestContext { actor: Some((user.id.clone(), user.role)), ..context.clone() };
    if let Some(token) = &client.replaced_token {
        session::end_replaced_session(tx, &actor, token, client.app)?;
    }
    let age_ms = identity.signed_in_seconds_ago.unwrap_or_default().saturating_mul(1_000);
    let session = session::start_session_of(tx, &actor, &user.id, client, context.now.plus_millis(-age_ms))?;
    Ok(SignedIn { session, is_first: is_first && !user.onboarded })
}

fn link_identity(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    identity: &Identity,
    email: Option<&EmailAddress>,
    verified: Option<&EmailAddress>,
) -> Result<(User, bool), SignInRefusal> {
    let known = match verified {
        Some(email) => claim_known_user(tx, context, identity, email)?,
        None => None,
    };
    let user = match known {
        Some(user) => {
            user_records::mark_email_verified(tx, &user.id, context.now)?;
            user
        }
        None => create_user(tx, context, identity, email, verified.is_some())?,
    };
    if let (None, Some(picture)) = (&user.image, &identity.picture) {
        user_records::set_image(tx, &user.id, picture, context.now)?;
    }
    let is_first = !user_records::has_identity(tx, &user.id)?;
    if !user_records::link_identity(tx, &user.id, &identity.issuer, &identity.subject, context.now)? {
        return Err(SignInRefusal::ConcurrentSignIn);
    }
    let change = AuditedChange {
        concerns: Some(&user.id),
        ..AuditedChange::new(AuditAction::UserLinkIdentity, user.id.as_str())
    };
    audit::record(tx, context, change)?;
    Ok((user, is_first))
}

/// The user whom this e-mail identifies. If they were invited, the role counts from now on; if the invitation has lapsed,
/// the user is removed.
fn claim_known_user(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    identity: &Identity,
    email: &EmailAddress,
) -> Result<Option<User>, SignInRefusal> {
    let Some(found) = user_records::by_email(tx, email)? else { return Ok(None) };
    // Locked, and read again: the desk may just have changed the e-mail or erased the user.
    let user = user_records::lock_user(tx, &found.id)?;
    let user = user.filter(|user| user.email.as_ref().is_some_and(|own| own.folded() == email.folded()));
    let user = user.ok_or(SignInRefusal::ConcurrentSignIn)?;
    if user_records::has_identity_at(tx, &user.id, &identity.issuer)? {
        // It may be the same person, linked by another sign-in while this one waited for the lock.
        let is_linked = user_records::by_identity(tx, &identity.issuer, &identity.subject)?.is_some();
        let refusal = SignInRefusal::RecycledEmail(user.id);
        return Err(if is_linked { SignInRefusal::ConcurrentSignIn } else { refusal });
    }
    if user.invitation_expires_at.is_none() {
        return Ok(Some(user));
    }
    if remove_if_lapsed(tx, context, &user.id)? {
        return Ok(None);
    }
    Ok(Some(accept_invitation(tx, context, user)?))
}

fn create_user(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    identity: &Identity,
    email: Option<&EmailAddress>,
    email_verified: bool,
) -> Result<User, SignInRefusal> {
    let named = identity.name.as_deref().and_then(|name| required_name(&clean_name(name), 120).ok());
    let from_email = || email.and_then(|email| email.as_str().split('@').next()).map(str::to_owned);
    let user = NewUser {
        id: UserId::new(context.new_id()),
        name: named.or_else(from_email).unwrap_or_else(|| "Guest".to_owned()),
        email: email.cloned(),
        email_identifies: email_verified,
        email_verified,
        image: identity.picture.clone(),
        role: Role::Customer,
    };
    if !user_records::insert(tx, &user, context.now)? {
        return Err(SignInRefusal::ConcurrentSignIn);
    }
    user_records::by_id(tx, &user.id)?.ok_or(SignInRefusal::ConcurrentSignIn)
}
