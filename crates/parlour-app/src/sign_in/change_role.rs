//! What somebody may do changes, from their next request on.

use parlour_domain::email::Email;
use parlour_domain::role::Role;
use parlour_store::users::{self, User};
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum RoleRefusal {
    #[error("nobody has the e-mail {0}")]
    Unknown(String),
    #[error("this is the last owner; make someone else owner first")]
    LastOwner,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn change_role(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    email: &Email,
    role: Role,
) -> Result<User, RoleRefusal> {
    let unknown = || RoleRefusal::Unknown(email.as_str().to_owned());
    users::queue_up(tx)?;
    let found = users::by_email(tx, email)?.ok_or_else(unknown)?;
    let user = users::hold(tx, &found.id)?.ok_or_else(unknown)?;
    give_role(tx, occasion, user, role)
}

/// To somebody who is held, or they might become the last owner between the look and the change.
pub(crate) fn give_role(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: User,
    role: Role,
) -> Result<User, RoleRefusal> {
    if user.role == Role::Owner && role != Role::Owner && users::count_owners(tx)? <= 1 {
        return Err(RoleRefusal::LastOwner);
    }
    write(tx, occasion, &user, role)?;
    Ok(User { role, ..user })
}

pub(super) fn write(tx: &mut Tx<'_>, occasion: &Occasion, user: &User, role: Role) -> Result<(), DbError> {
    users::set_role(tx, &user.id, role, occasion.now)?;
    let change = Change {
        action: "user.role",
        record_id: user.id.as_str(),
        concerns: Some(&user.id),
        before: state(&json!({ "role": user.role })),
        after: state(&json!({ "role": role })),
    };
    audit::record(tx, occasion, change)
}
