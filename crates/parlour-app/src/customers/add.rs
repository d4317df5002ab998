//! Someone walks in or calls: a customer without sign-in, whom a verified e-mail claims later.

use chrono::NaiveDate;
use parlour_domain::customer::Gender;
use parlour_domain::email::Email;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_domain::role::Role;
use parlour_store::customers::{self, CustomerDetail};
use parlour_store::profiles::{self, Profile};
use parlour_store::users::{self, NewUser};
use parlour_store::{DbError, Tx};

use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, Clone)]
pub struct NewCustomer {
    pub name: String,
    pub phone: Phone,
    pub email: Option<Email>,
    pub gender: Option<Gender>,
    pub date_of_birth: Option<NaiveDate>,
}

#[derive(Debug, thiserror::Error)]
pub enum AddRefusal {
    #[error("this e-mail is another person's")]
    EmailTaken,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn add(tx: &mut Tx<'_>, occasion: &Occasion, new: &NewCustomer) -> Result<CustomerDetail, AddRefusal> {
    let id = UserId::new(occasion.new_id());
    let user = NewUser {
        id: id.clone(),
        name: new.name.clone(),
        email: new.email.clone(),
        email_identifies: true,
        email_verified: false,
        image: None,
        role: Role::Customer,
    };
    if !users::insert(tx, &user, occasion.now)? {
        return Err(AddRefusal::EmailTaken);
    }
    // Written at once: the directory is searched by what is in it, and to search by something else is dear to write.
    let profile = Profile {
        phone: Some(new.phone.clone()),
        gender: new.gender,
        date_of_birth: new.date_of_birth,
        ..Profile::blank(occasion.new_id(), id.clone(), occasion.now)
    };
    profiles::insert(tx, &profile)?;
    let missing = || DbError::Statement("a customer who was just made is missing".into());
    let customer = customers::detail(tx, &id)?.ok_or_else(missing)?;
    let change = Change {
        action: "customer.add",
        record_id: id.as_str(),
        concerns: Some(&id),
        before: None,
        after: state(&customer),
    };
    audit::record(tx, occasion, change)?;
    Ok(customer)
}
