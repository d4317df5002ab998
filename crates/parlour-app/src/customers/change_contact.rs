//! The desk corrects how a customer is reached, what their invoices are made out to, and the note that is shown first.

use chrono::NaiveDate;
use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::billing::gstin::Gstin;
use parlour_domain::customer::Gender;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_store::customers::customer_records::{self, CustomerDetail, DeskDetails};
use parlour_store::customers::profiles;
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::patch::set_if_present;
use crate::profile::set_marketing_consent;
use crate::request_context::RequestContext;

/// Fields to change. An absent field stays; `Some(None)` clears it.
#[derive(Debug, Clone, Default)]
pub struct ContactPatch {
    pub name: Option<String>,
    pub phone: Option<Option<Phone>>,
    pub email: Option<Option<EmailAddress>>,
    pub gender: Option<Option<Gender>>,
    pub date_of_birth: Option<Option<NaiveDate>>,
    pub gstin: Option<Option<Gstin>>,
    pub legal_name: Option<Option<String>>,
    pub billing_address: Option<Option<String>>,
    pub pinned_note: Option<Option<String>>,
}

#[derive(Debug, thiserror::Error)]
pub enum ChangeContactRefusal {
    #[error("there is no such customer")]
    Unknown,
    #[error("this e-mail is another person's")]
    EmailTaken,
    #[error("this customer signs in with their e-mail, so only they can change it")]
    HasSignedIn,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Only customers, not members of the team. The e-mail of somebody who has signed in is their provider's to change.
pub fn change_contact(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &UserId,
    patch: &ContactPatch,
) -> Result<CustomerDetail, ChangeContactRefusal> {
    user_records::lock_user(tx, id)?;
    let before = customer_records::find_customer_detail(tx, id)?.filter(|customer| customer.role == Role::Customer);
    let before = before.ok_or(ChangeContactRefusal::Unknown)?;
    if let Some(email) = &patch.email {
        set_email(tx, context, &before, email.as_ref())?;
    }
    if let Some(name) = &patch.name {
        user_records::rename(tx, id, name, context.now)?;
    }
    let mut profile = profiles::find_by_user(tx, id)?.ok_or(ChangeContactRefusal::Unknown)?;
    set_if_present(patch.phone.as_ref(), &mut profile.phone);
    set_if_present(patch.gender.as_ref(), &mut profile.gender);
    set_if_present(patch.date_of_birth.as_ref(), &mut profile.date_of_birth);
    if profile.marketing_consent {
        // A new date of birth can end the consent.
        set_marketing_consent(tx, context, &mut profile, true)?;
    }
    profile.updated_at = context.now;
    // Also writes the directory entry, from the new name and e-mail.
    profiles::save(tx, &profile)?;
    customer_records::set_desk_details(tx, id, &desk_details(&before, patch), context.now)?;
    let after = customer_records::find_customer_detail(tx, id)?.ok_or(ChangeContactRefusal::Unknown)?;
    let change = AuditedChange {
        action: AuditAction::CustomerContact,
        record_id: id.as_str(),
        concerns: Some(id),
        before: state_json(&before),
        after: state_json(&after),
    };
    audit::record(tx, context, change)?;
    Ok(after)
}

/// The same address in other letters is no change for somebody who has signed in.
fn set_email(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &CustomerDetail,
    email: Option<&EmailAddress>,
) -> Result<(), ChangeContactRefusal> {
    if customer.email.as_ref() == email {
        return Ok(());
    }
    let is_same_address = customer.email.as_ref().map(EmailAddress::folded) == email.map(EmailAddress::folded);
    if user_records::has_identity(tx, &customer.id)? {
        return if is_same_address { Ok(()) } else { Err(ChangeContactRefusal::HasSignedIn) };
    }
    match user_records::set_unverified_email(tx, &customer.id, email, context.now) {
        Ok(true) => Ok(()),
        // Unique: another request took the address at the same moment.
        Ok(false) | Err(DbError::Unique(_)) => Err(ChangeContactRefusal::EmailTaken),
        Err(error) => Err(error.into()),
    }
}

fn desk_details(before: &CustomerDetail, patch: &ContactPatch) -> DeskDetails {
    let mut details = DeskDetails {
        gstin: before.gstin.clone(),
        legal_name: before.legal_name.clone(),
        billing_address: before.billing_address.clone(),
        pinned_note: before.pinned_note.clone(),
    };
    if let Some(gstin) = &patch.gstin {
        details.gstin = gstin.as_ref().map(|gstin| gstin.as_str().to_owned());
    }
    set_if_present(patch.legal_name.as_ref(), &mut details.legal_name);
    set_if_present(patch.billing_address.as_ref(), &mut details.billing_address);
    set_if_present(patch.pinned_note.as_ref(), &mut details.pinned_note);
    details
}
