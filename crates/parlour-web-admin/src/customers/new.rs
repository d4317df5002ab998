//! Adding a customer at the desk. Somebody with the same phone or e-mail is shown before.

use askama::Template;
use http::StatusCode;
use parlour_app::customers as use_cases;
use parlour_app::customers::{AddCustomerRefusal, NewCustomer};
use parlour_domain::customer::DirectorySort;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::phone::Phone;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_http::shapes::customers::{NewCustomerBody, new_customer};
use parlour_store::customers::directory::{self, DirectoryEntry, DirectoryFilter};
use parlour_store::{Conn, DbError};

use super::labels::label;
use super::links::customer_path;
use super::tabs::Hit;
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::CustomersTexts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;

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

/// `/customers/new`
pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let form = FormState::new(FIELDS.map(|name| (name, page.parameter(name).unwrap_or_default())));
    render(&page, form, Vec::new(), None)
}

pub(super) async fn submit(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    let new = new_customer(form.read::<NewCustomerBody>(), page.today());
    let same = match &new {
        Ok(new) => read_same(&page, new).await?,
        Err(_) => Vec::new(),
    };
    let email = new.as_ref().ok().and_then(|new| new.email.as_ref()).map(EmailAddress::folded);
    let hits = || hits(&page, &same, email.as_deref());
    if let Ok(NewCustomer { phone, .. }) = &new {
        let has_phone = same.iter().any(|entry| entry.phone.as_ref() == Some(phone));
        if has_phone && form.text("seenPhone") != phone.as_str() {
            let mut state = FormState::typed(&form.values);
            state.status = StatusCode::CONFLICT;
            return render(&page, state, hits(), Some(phone.as_str().to_owned()));
        }
    }
    let added = page.form(&form, label).create(new, |tx, context, new| {
        let customer = use_cases::add(tx, context, new)?;
        Ok::<_, AddCustomerRefusal>(customer_path(&customer.id))
    });
    added.await?.answer(Flash::CustomerAdded, async |state| render(&page, state, hits(), None)).await
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

fn hits(page: &DeskPage<Receptionist>, same: &[DirectoryEntry], typed_email: Option<&str>) -> Vec<Hit> {
    let hit = |entry: &DirectoryEntry| {
        let phone = entry.phone.as_ref().map(format::phone);
        let email = entry.email.as_ref().map(|email| email.as_str().to_owned());
        let has_email =
            typed_email.is_some() && entry.email.as_ref().map(EmailAddress::folded).as_deref() == typed_email;
        let hit = Hit::new(&entry.id, &entry.name, [phone, email], entry.total_visits, page.texts);
        Hit { is_unproven: !has_email, ..hit }
    };
    same.iter().map(hit).collect()
}

fn render(page: &DeskPage<Receptionist>, form: FormState, same: Vec<Hit>, seen_phone: Option<String>) -> HttpResult {
    let text = page.texts.customers();
    let frame = page.desk_frame(text.new_title(), Place::Customers);
    page.show_with(form.status, &NewCustomerPage { frame, text, form, same, seen_phone })
}
