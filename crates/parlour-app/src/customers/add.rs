//! The desk adds a customer who has not signed in. A later sign-in with the same verified e-mail claims the record.

use chrono::NaiveDate;
use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::customer::Gender;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_store::customers::customer_records::{self, CustomerDetail};
use parlour_store::customers::profiles::{self, Profile};
use parlour_store::users::user_records::{self, NewUser};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewCustomer {
    pub name: String,
    pub phone: Phone,
    pub email: Option<EmailAddress>,
    pub gender: Option<Gender>,
    pub date_of_birth: Option<NaiveDate>,
}

#[derive(Debug, thiserror::Error)]
pub enum AddCustomerRefusal {
    #[error("this e-mail is another person's")]
    EmailTaken,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn add(tx: &mut Tx<'_>, context: &RequestContext, new: &NewCustomer) -> Result<CustomerDetail, AddCustomerRefusal> {
    let id = UserId::new(context.new_id());
    let user = NewUser {
        id: id.clone(),
        name: new.name.clone(),
        email: new.email.clone(),
        email_identifies: true,
        email_verified: false,
        image: None,
        role: Role::Customer,
    };
    if !user_records::insert(tx, &user, context.now)? {
        return Err(AddCustomerRefusal::EmailTaken);
    }
    // Inserted with all fields at once, because every change of a profile also writes its directory entry.
    let profile = Profile {
        phone: Some(new.phone.clone()),
        gender: new.gender,
        date_of_birth: new.date_of_birth,
        ..Profile::blank(context.new_id(), id.clone(), context.now)
    };
    profiles::insert(tx, &profile)?;
    let missing = || DbError::Statement("a customer that was just added is missing".into());
    let customer = customer_records::find_customer_detail(tx, &id)?.ok_or_else(missing)?;
    let change = AuditedChange {
        action: AuditAction::CustomerAdd,
        record_id: id.as_str(),
        concerns: Some(&id),
        before: None,
        after: state_json(&customer),
    };
    audit::record(tx, context, change)?;
    Ok(customer)
}
