//! Correcting how a customer is reached, and what their invoices are made out to.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::customers as use_cases;
use parlour_app::customers::{ChangeContactRefusal, ContactPatch};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_http::error::{FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::RequestShape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_http::shapes::customers::{ContactBody, contact_patch};
use parlour_store::customers::customer_records::{self, CustomerDetail};
use parlour_store::users::user_records;

use super::labels::label;
use super::links::customer_path;
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::was::{is_touched, was_name};
use parlour_texts::CustomersTexts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;

const FIELDS: [&str; 8] = ["name", "phone", "email", "gender", "dateOfBirth", "gstin", "legalName", "billingAddress"];

#[derive(Template)]
#[template(path = "customers/contact.html")]
struct ContactPage {
    frame: DeskFrame,
    text: CustomersTexts,
    path: String,
    name: String,
    form: FormState,
    /// What the form showed first. What is still the same is not written: somebody else may have changed it.
    was: Vec<(&'static str, String)>,
    /// Somebody who signs in with their e-mail changes it themselves.
    signs_in: bool,
    /// A member of the team with a profile.
    is_team: bool,
}

/// `/customers/{id}/edit`
pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>) -> HttpResult {
    let (detail, signs_in) = read(&page, &id).await?;
    let form = first_values(&detail);
    let was = FIELDS.map(|name| (name, form.value(name).to_owned())).to_vec();
    render(&page, &detail, signs_in, form, was)
}

pub(super) async fn submit(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let customer = id.clone();
    let saved = page.form(&form, label).write(parse(&form, page.today()), move |tx, context, patch| {
        use_cases::change_contact(tx, context, &customer, patch)?;
        Ok::<_, ChangeContactRefusal>(customer_path(&customer))
    });
    let show = async |state| {
        let (detail, signs_in) = read(&page, &id).await?;
        let was = FIELDS.map(|name| (name, form.text(&was_name(name)).to_owned())).to_vec();
        render(&page, &detail, signs_in, state, was)
    };
    saved.await?.answer(Flash::CustomerSaved, show).await
}

fn parse(form: &FormBody, today: NaiveDate) -> Result<ContactPatch, FieldErrors> {
    let mut fields = form.fields();
    // A patch may leave the name out, but this form has a field for it.
    fields.require_present("name");
    let readable = ContactBody::read(&mut fields);
    let contact = contact_patch((fields, readable), today)?;
    let is_changed = |name: &str| is_touched(&form.values, name);
    Ok(ContactPatch {
        name: contact.name.filter(|_| is_changed("name")),
        phone: contact.phone.filter(|_| is_changed("phone")),
        email: contact.email.filter(|_| is_changed("email")),
        gender: contact.gender.filter(|_| is_changed("gender")),
        date_of_birth: contact.date_of_birth.filter(|_| is_changed("dateOfBirth")),
        gstin: contact.gstin.filter(|_| is_changed("gstin")),
        legal_name: contact.legal_name.filter(|_| is_changed("legalName")),
        billing_address: contact.billing_address.filter(|_| is_changed("billingAddress")),
        pinned_note: None,
    })
}

async fn read(page: &DeskPage<Receptionist>, id: &UserId) -> Result<(CustomerDetail, bool), HttpError> {
    let id = id.clone();
    let found = page.caller.read(move |conn, _| {
        let detail = customer_records::find_customer_detail(conn, &id)?;
        let detail = detail.ok_or_else(|| HttpError::not_found("This customer"))?;
        Ok((detail, user_records::has_identity(conn, &id)?))
    });
    found.await
}

fn first_values(detail: &CustomerDetail) -> FormState {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let values = [
        detail.name.clone(),
        detail.phone.as_ref().map(format::phone).unwrap_or_default(),
        detail.email.as_ref().map(|email| email.as_str().to_owned()).unwrap_or_default(),
        detail.gender.map(|gender| gender.as_str().to_owned()).unwrap_or_default(),
        detail.date_of_birth.map(|born| born.to_string()).unwrap_or_default(),
        text(&detail.gstin),
        text(&detail.legal_name),
        text(&detail.billing_address),
    ];
    FormState::new(FIELDS.into_iter().zip(values))
}

fn render(
    page: &DeskPage<Receptionist>,
    detail: &CustomerDetail,
    signs_in: bool,
    form: FormState,
    was: Vec<(&'static str, String)>,
) -> HttpResult {
    let text = page.texts.customers();
    page.show_with(
        form.status,
        &ContactPage {
            frame: page.desk_frame(text.edit_title(), Place::Customers),
            text,
            path: customer_path(&detail.id),
            name: detail.name.clone(),
            form,
            was,
            signs_in,
            is_team: detail.role != Role::Customer,
        },
    )
}
