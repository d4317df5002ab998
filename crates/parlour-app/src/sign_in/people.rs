//! Somebody named by e-mail, made where missing: for commands, where no provider vouches.

use parlour_domain::email::Email;
use parlour_domain::ids::UserId;
use parlour_domain::role::Role;
use parlour_store::users::{self, NewUser, User};
use parlour_store::{DbError, Tx};

use crate::audit::{self, Change};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum PersonRefusal {
    #[error("{email} is {present}, not {asked}; `parlour user role {email} {asked}` changes that")]
    OtherRole { email: String, present: Role, asked: Role },
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn find_or_make(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    email: &Email,
    name: Option<&str>,
    role: Option<Role>,
) -> Result<User, PersonRefusal> {
    let user = match users::by_email(tx, email)? {
        Some(user) => user,
        None => make(tx, occasion, email, name, role)?,
    };
    match role {
        Some(asked) if asked != user.role => {
            Err(PersonRefusal::OtherRole { email: email.as_str().to_owned(), present: user.role, asked })
        }
        _ => Ok(user),
    }
}

/// Or finds whom somebody else has made in the meantime.
fn make(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    email: &Email,
    name: Option<&str>,
    role: Option<Role>,
) -> Result<User, DbError> {
    let from_email = email.as_str().split('@').next().unwrap_or_default();
    let user = NewUser {
        id: UserId::new(occasion.new_id()),
        name: name.unwrap_or(from_email).to_owned(),
        email: Some(email.clone()),
        email_identifies: true,
        email_verified: true,
        image: None,
        role: role.unwrap_or(Role::Customer),
    };
    if users::insert(tx, &user, occasion.now)? {
        let change = Change {
            action: "user.make",
            record_id: user.id.as_str(),
            concerns: Some(&user.id),
            ..Change::default()
        };
        audit::record(tx, occasion, change)?;
    }
    let raced = || DbError::Unavailable("the same person is being made elsewhere".into());
    users::by_email(tx, email)?.ok_or_else(raced)
}
