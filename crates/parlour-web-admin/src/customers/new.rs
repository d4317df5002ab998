//! Adding a customer at the desk. Somebody with the same phone or e-mail is shown before.

use askama::Template;
use chrono::NaiveDate;
use http::StatusCode;
use parlour_app::customers as use_cases;
use parlour_app::customers::NewCustomer;
use parlour_domain::customer::{DirectorySort, Gender};
use parlour_domain::email_address::EmailAddress;
use parlour_domain::phone::Phone;
use parlour_http::error::HttpError;
use parlour_http::idempotency::FormBody;
use parlour_http::request::{BlankAsNone, Name, PastedPhone, RequestShape};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_http::validation::check_date_of_birth;
use parlour_store::customers::directory::{self, DirectoryEntry, DirectoryFilter};
use parlour_store::{Conn, DbError};

use super::links::customer_path;
use super::tabs::Hit;
use crate::desk::{DeskFrame, DeskPage, Place, refused_status};
use parlour_texts::CustomersTexts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::see_other;

const FIELDS: [&str; 5] = ["name", "phone", "email", "gender", "dateOfBirth"];
/// The most people that are shown as likely the same.
const MAX_SAME: i64 = 20;

#[derive(Template)]
#[template(path = "customers/new.html")]
struct NewCustomerPage {
    frame: DeskFrame,
    text: CustomersTexts,
    form: FormState,
    /// People with the same phone or e-mail.
    same: Vec<Hit>,
    /// The phone for which these people have been shown, if another customer may have it.
    seen_phone: Option<String>,
}

request_shape! {
    struct NewCustomerForm {
        name: Name<120>,
        phone: PastedPhone,
        email: BlankAsNone<EmailAddress>,
        gender: Option<Gender>,
        date_of_birth: Option<NaiveDate>,
    }
}

/// `/customers/new`
pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let given = FIELDS.map(|name| page.parameter(name).unwrap_or_default());
    let values: Vec<_> = FIELDS.iter().zip(&given).map(|(name, value)| (*name, value.as_str())).collect();
    render(&page, StatusCode::OK, FormState::new(&values), Vec::new(), None)
}

pub(super) async fn submit(page: DeskPage<Receptionist>, body: FormBody) -> HttpResult {
    let typed = body.fields();
    let new = match parse(&body, page.today()) {
        Ok(new) => new,
        Err(error) => return refuse(&page, &body, &error, &[]),
    };
    let same = read_same(&page, &new).await?;
    let phone = new.phone.as_str().to_owned();
    let has_phone = same.iter().any(|entry| entry.phone.as_ref() == Some(&new.phone));
    if has_phone && typed.form_text("seenPhone") != phone {
        let form = FormState::new(&FIELDS.map(|name| (name, typed.form_text(name))));
        return render(&page, StatusCode::CONFLICT, form, hits(&page, &same), Some(phone));
    }
    let added = page.caller.submit_once(&body, move |tx, context| {
        let customer = use_cases::add(tx, context, &new)?;
        Ok(customer_path(&customer.id))
    });
    match added.await {
        Ok(path) => Ok(see_other(&path, Some(Flash::CustomerAdded))),
        Err(error) => refuse(&page, &body, &error, &same),
    }
}

fn parse(body: &FormBody, today: NaiveDate) -> Result<NewCustomer, HttpError> {
    let mut fields = body.fields();
    let readable = NewCustomerForm::read(&mut fields);
    check_date_of_birth(&mut fields, readable.date_of_birth, today);
    let form = fields.build(|| NewCustomerForm::complete(readable))?;
    let NewCustomerForm { name, phone, email, gender, date_of_birth } = form;
    Ok(NewCustomer { name, phone, email, gender, date_of_birth })
}

fn refuse(page: &DeskPage<Receptionist>, body: &FormBody, error: &HttpError, same: &[DirectoryEntry]) -> HttpResult {
    let Some(status) = refused_status(error) else { return Err(HttpError::clone(error)) };
    let form = FormState::refused(&body.fields(), &FIELDS, error);
    render(page, status, form, hits(page, same), None)
}

async fn read_same(page: &DeskPage<Receptionist>, new: &NewCustomer) -> Result<Vec<DirectoryEntry>, HttpError> {
    let (phone, email) = (new.phone.clone(), new.email.clone());
    page.caller.read(move |conn, _| Ok(list_same(conn, &phone, email.as_ref())?)).await
}

/// Customers with exactly this phone or e-mail.
fn list_same(conn: &mut Conn<'_>, phone: &Phone, email: Option<&EmailAddress>) -> Result<Vec<DirectoryEntry>, DbError> {
    let mut same: Vec<DirectoryEntry> = Vec::new();
    let folded = email.map(EmailAddress::folded);
    for term in [Some(phone.as_str()), email.map(EmailAddress::as_str)].into_iter().flatten() {
        let filter = DirectoryFilter::new(term, None);
        let (found, _) = directory::page(conn, &filter, DirectorySort::LastVisit, MAX_SAME, 0)?;
        let is_same = |entry: &DirectoryEntry| {
            let has_email = folded.is_some() && entry.email.as_ref().map(EmailAddress::folded) == folded;
            entry.phone.as_ref() == Some(phone) || has_email
        };
        for entry in found.into_iter().filter(is_same) {
            if same.iter().all(|known| known.id != entry.id) {
                same.push(entry);
            }
        }
    }
    Ok(same)
}

fn hits(page: &DeskPage<Receptionist>, same: &[DirectoryEntry]) -> Vec<Hit> {
    let hit = |entry: &DirectoryEntry| {
        let phone = entry.phone.as_ref().map(format::phone);
        let email = entry.email.as_ref().map(|email| email.as_str().to_owned());
        Hit::new(&entry.id, &entry.name, [phone, email], entry.total_visits, page.texts)
    };
    same.iter().map(hit).collect()
}

fn render(
    page: &DeskPage<Receptionist>,
    status: StatusCode,
    form: FormState,
    same: Vec<Hit>,
    seen_phone: Option<String>,
) -> HttpResult {
    let text = page.texts.customers();
    let frame = page.desk_frame(text.new_title(), Place::Customers);
    page.show_with(status, &NewCustomerPage { frame, text, form, same, seen_phone })
}
