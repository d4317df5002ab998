//! A provider vouches for someone: find them, claim what the desk prepared, or welcome them.

use parlour_domain::app_side::AppSide;
use parlour_domain::email::Email;
use parlour_domain::ids::UserId;
use parlour_domain::role::Role;
use parlour_domain::text::filled;
use parlour_store::users::{self, NewUser, User};
use parlour_store::{DbError, Tx};

use super::session::{self, Started};
use crate::audit::{self, Change};
use crate::occasion::Occasion;
use crate::outside::identity::Identity;

#[derive(Debug)]
pub struct SignedIn {
    pub session: Started,
    /// Nobody has vouched for this person before, and they have not told us about themselves.
    pub is_first: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum SignInRefusal {
    /// Another sign-in of the same person was a moment earlier; trying again finds it.
    #[error("the same person is signing in elsewhere")]
    Raced,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Always a new session. A user is (issuer, subject); an e-mail joins one to an existing user only
/// where the provider says that it is theirs.
pub fn with_identity(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    app: AppSide,
    identity: &Identity,
    owner_email: Option<&Email>,
) -> Result<SignedIn, SignInRefusal> {
    let email = identity.email.as_deref().and_then(|text| Email::parse(text).ok());
    let verified = email.as_ref().filter(|_| identity.email_verified);
    let (user, is_first) = match users::by_identity(tx, &identity.issuer, &identity.subject)? {
        Some(user) => {
            if let Some(email) = verified.filter(|_| !user.email_verified) {
                users::confirm_email(tx, &user.id, email, occasion.now)?;
            }
            (user, false)
        }
        None => link(tx, occasion, identity, email.as_ref(), verified)?,
    };
    if let (Some(verified), Some(owner)) = (verified, owner_email)
        && verified.folded() == owner.folded()
        && users::count_owners(tx)? == 0
    {
        let user_became = Occasion { who: Some((user.id.clone(), user.role)), ..occasion.clone() };
        super::change_role::write(tx, &user_became, &user, Role::Owner)?;
    }
    let who = Occasion { who: Some((user.id.clone(), user.role)), ..occasion.clone() };
    let session = session::start(tx, &who, &user.id, app)?;
    Ok(SignedIn { session, is_first: is_first && !user.onboarded })
}

fn link(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    identity: &Identity,
    email: Option<&Email>,
    verified: Option<&Email>,
) -> Result<(User, bool), SignInRefusal> {
    let known = match verified {
        Some(email) => users::by_email(tx, email)?,
        None => None,
    };
    let user = match known {
        Some(user) => {
            users::mark_email_verified(tx, &user.id, occasion.now)?;
            user
        }
        None => welcome(tx, occasion, identity, email, verified.is_some())?,
    };
    if let (None, Some(picture)) = (&user.image, &identity.picture) {
        users::set_image(tx, &user.id, picture, occasion.now)?;
    }
    let is_first = !users::has_identity(tx, &user.id)?;
    if !users::link_identity(tx, &user.id, &identity.issuer, &identity.subject, occasion.now)? {
        return Err(SignInRefusal::Raced);
    }
    let change = Change {
        action: "user.link_identity",
        record_id: user.id.as_str(),
        concerns: Some(&user.id),
        ..Change::default()
    };
    audit::record(tx, occasion, change)?;
    Ok((user, is_first))
}

fn welcome(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    identity: &Identity,
    email: Option<&Email>,
    email_verified: bool,
) -> Result<User, SignInRefusal> {
    let named = identity.name.as_deref().and_then(|name| filled(name, 120).ok());
    let from_email = || email.and_then(|email| email.as_str().split('@').next()).map(str::to_owned);
    let user = NewUser {
        id: UserId::new(occasion.new_id()),
        name: named.or_else(from_email).unwrap_or_else(|| "Guest".to_owned()),
        email: email.cloned(),
        email_identifies: email_verified,
        email_verified,
        image: identity.picture.clone(),
        role: Role::Customer,
    };
    if !users::insert(tx, &user, occasion.now)? {
        return Err(SignInRefusal::Raced);
    }
    users::by_id(tx, &user.id)?.ok_or(SignInRefusal::Raced)
}
