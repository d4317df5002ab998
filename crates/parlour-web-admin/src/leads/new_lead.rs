//! The desk adds somebody who called or came in.

use askama::Template;
use parlour_app::hindi_names::Described;
use parlour_app::leads::{CaptureLeadRefusal, add_note, capture};
use parlour_http::form::FormBody;
use parlour_http::request::{Flat, OptionalText};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_http::shapes::leads::{DESK_SOURCE, LeadFields};
use parlour_store::catalogue::catalogue_records::Service;

use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::Texts;
use parlour_web::cache::current_catalogue;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;

request_shape! {
    struct NewLeadForm {
        lead: Flat<LeadFields>,
        note: OptionalText<1000>,
    }
}

#[derive(Template)]
#[template(path = "leads/new.html")]
struct NewLeadPage {
    frame: DeskFrame,
    /// Category, with id and name of its services.
    services: Vec<(String, Vec<(String, String)>)>,
    form: FormState,
}

/// `/leads/new`, `/leads/new?name=Asha&phone=…`
pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let typed = |name: &str| page.parameter(name).unwrap_or_default();
    show_with(&page, FormState::new([("name", typed("name")), ("phone", typed("phone"))])).await
}

async fn show_with(page: &DeskPage<Receptionist>, form: FormState) -> HttpResult {
    let catalogue = current_catalogue(&page.state).await?;
    let filled = catalogue.categories.iter().filter(|group| !group.services.is_empty());
    let services = filled.map(|group| {
        let option = |service: &Service| (service.id.as_str().to_owned(), service.name_in(page.texts).to_owned());
        (group.category.name_in(page.texts).to_owned(), group.services.iter().map(option).collect())
    });
    let frame = page.desk_frame(page.texts.leads().new_title(), Place::Leads);
    page.show_with(form.status, &NewLeadPage { frame, services: services.collect(), form })
}

pub(super) async fn submit(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    let author = page.user().clone();
    let new = form.parse().map(|NewLeadForm { lead, note }| (lead.into_lead(DESK_SOURCE.to_owned()), note));
    let added = page.form(&form, label).create(new, move |tx, context, (lead, note)| {
        let id = capture(tx, context, lead)?;
        if let Some(note) = note {
            add_note(tx, context, &author, &id, note)?;
        }
        Ok::<_, CaptureLeadRefusal>(format!("/leads/{id}"))
    });
    added.await?.answer(Flash::LeadAdded, |state| show_with(&page, state)).await
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.leads();
    match name {
        "name" => text.name(),
        "phone" => text.phone(),
        "email" => text.email(),
        "serviceInterestedId" => text.service(),
        "utmSource" => text.heard(),
        _ => text.note(),
    }
}
