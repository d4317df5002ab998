//! Correcting how a customer is reached, and what their invoices are made out to.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::customers as use_cases;
use parlour_app::customers::{ChangeContactRefusal, ContactPatch};
use parlour_domain::auth::role::Role;
use parlour_domain::customer::Gender;
use parlour_domain::ids::UserId;
use parlour_http::error::{FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{FormValues, RequestShape};
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_http::shapes::customers::{ContactBody, contact_patch};
use parlour_store::customers::customer_records::{self, CustomerDetail};
use parlour_store::users::user_records;

use super::labels::{gender_word, label};
use super::links::customer_path;
use crate::concurrent_edits::{
    HiddenField, SavedField, hidden_fields, merge_with_saved, text_fields, with_saved_values,
};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::{CustomersTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedOrRefused, FormState};
use parlour_web::format;

#[derive(Template)]
#[template(path = "customers/contact.html")]
struct ContactPage {
    frame: DeskFrame,
    text: CustomersTexts,
    path: String,
    name: String,
    form: FormState,
    first_shown: Vec<HiddenField>,
    /// Somebody who signs in with their e-mail changes it themselves.
    signs_in: bool,
    /// A member of the team with a profile.
    is_team: bool,
}

/// `/customers/{id}/edit`
pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>) -> HttpResult {
    render(&page, &id, FormState::default()).await
}

pub(super) async fn submit(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let (customer, typed, texts, today) = (id.clone(), form.values.clone(), page.texts, page.today());
    let saved = page.form(&form, label).write(parse(&typed, today).map(drop), move |tx, context, ()| {
        let refused = ChangedOrRefused::<ChangeContactRefusal>::Refused;
        user_records::lock_user(tx, &customer)?;
        let before = customer_records::find_customer_detail(tx, &customer)?;
        let before = before.ok_or(refused(ChangeContactRefusal::Unknown))?;
        let patch = parse(&merge_with_saved(&typed, &fields_of(&before, texts), texts, label)?, today)?;
        use_cases::change_contact(tx, context, &customer, &patch).map_err(refused)?;
        Ok::<_, ChangedOrRefused<ChangeContactRefusal>>(customer_path(&customer))
    });
    saved.await?.answer(Flash::CustomerSaved, |state| render(&page, &id, state)).await
}

fn parse(typed: &FormValues, today: NaiveDate) -> Result<ContactPatch, FieldErrors> {
    let mut fields = typed.fields();
    // A patch may leave the name out, but this form has a field for it.
    fields.require_present("name");
    let readable = ContactBody::read(&mut fields);
    // It has none for the pinned note.
    Ok(ContactPatch { pinned_note: None, ..contact_patch((fields, readable), today)? })
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

fn fields_of(detail: &CustomerDetail, texts: Texts) -> Vec<SavedField> {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let mut fields = text_fields([
        ("name", detail.name.clone()),
        ("phone", detail.phone.as_ref().map(format::phone).unwrap_or_default()),
        ("email", detail.email.as_ref().map(|email| email.as_str().to_owned()).unwrap_or_default()),
        ("dateOfBirth", detail.date_of_birth.map(|born| born.to_string()).unwrap_or_default()),
        ("gstin", text(&detail.gstin)),
        ("legalName", text(&detail.legal_name)),
        ("billingAddress", text(&detail.billing_address)),
    ]);
    let gender = detail.gender.map_or("", Gender::as_str);
    fields.push(SavedField::choice("gender", gender, gender_word(gender, texts)));
    fields
}

/// The form with what was typed, or with what is saved.
async fn render(page: &DeskPage<Receptionist>, id: &UserId, typed: FormState) -> HttpResult {
    let (detail, signs_in) = read(page, id).await?;
    let form = with_saved_values(typed, &fields_of(&detail, page.texts));
    let text = page.texts.customers();
    page.show_with(
        form.status,
        &ContactPage {
            frame: page.desk_frame(text.edit_title(), Place::Customers),
            text,
            path: customer_path(&detail.id),
            name: detail.name.clone(),
            first_shown: hidden_fields(&form),
            form,
            signs_in,
            is_team: detail.role != Role::Customer,
        },
    )
}
