//! A manager erases a customer who never signed in, and so cannot do it themselves.

use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_domain::text::is_same_name;
use parlour_store::customers::{erasure, profiles};
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};

use crate::profile::erase_user;
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum EraseCustomerRefusal {
    #[error("there is no such customer")]
    Unknown,
    #[error("only customers can be erased here, not members of the team")]
    NotACustomer,
    #[error("this customer signs in, and can erase their data themselves")]
    HasSignedIn,
    #[error("must be the customer's phone")]
    PhoneNotConfirmed,
    #[error("must be the customer's name")]
    NameNotConfirmed,
    #[error("a membership is still active; cancel it first")]
    MembershipActive,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// As a customer's own erasure. `confirmed` is the customer's phone, or their name if they have none.
pub fn erase(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &UserId,
    confirmed: &str,
) -> Result<(), EraseCustomerRefusal> {
    // Locked, so that a sign-in does not claim the record meanwhile.
    let customer = user_records::lock_user(tx, id)?.ok_or(EraseCustomerRefusal::Unknown)?;
    if customer.role != Role::Customer {
        return Err(EraseCustomerRefusal::NotACustomer);
    }
    if user_records::has_identity(tx, id)? {
        return Err(EraseCustomerRefusal::HasSignedIn);
    }
    let phone = profiles::find_by_user(tx, id)?.and_then(|profile| profile.phone);
    check_confirmation(&customer.name, phone.as_ref(), confirmed)?;
    if erasure::has_active_membership(tx, id)? {
        return Err(EraseCustomerRefusal::MembershipActive);
    }
    Ok(erase_user(tx, context, id)?)
}

fn check_confirmation(name: &str, phone: Option<&Phone>, confirmed: &str) -> Result<(), EraseCustomerRefusal> {
    let (is_confirmed, refusal) = match phone {
        Some(phone) => {
            (Phone::parse(confirmed).is_ok_and(|typed| typed == *phone), EraseCustomerRefusal::PhoneNotConfirmed)
        }
        None => (is_same_name(confirmed, name), EraseCustomerRefusal::NameNotConfirmed),
    };
    if is_confirmed { Ok(()) } else { Err(refusal) }
}
