//! The form of a new visit.

use askama::Template;
use chrono::NaiveTime;
use parlour_http::error::HttpError;
use parlour_http::sessions::Receptionist;
use parlour_store::branches::branch_records::Branch;
use parlour_store::leads::lead_records;

use super::choice::Choice;
use super::customers::{Hit, find_hits};
use super::times::{TimesView, read_times};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::{NewBookingTexts, Texts};
use parlour_web::cache::{Catalogue, current_catalogue};
use parlour_web::form::FormState;
use parlour_web::format;

pub(super) const MAX_NOTE_CHARS: usize = 500;
pub(super) const MAX_GUEST_CHARS: usize = 80;

#[derive(Template)]
#[template(path = "new_booking/page.html")]
pub(crate) struct NewBookingPage {
    pub(crate) frame: DeskFrame,
    pub(crate) view: View,
}

/// What the script asks for while somebody types.
#[derive(Template)]
#[template(path = "new_booking/customers.html")]
pub(crate) struct CustomersPart<'a> {
    pub(crate) view: &'a View,
}

#[derive(Template)]
#[template(path = "new_booking/times_part.html")]
pub(crate) struct TimesPart<'a> {
    pub(crate) view: &'a View,
}

#[derive(Debug)]
pub(crate) struct View {
    texts: Texts,
    pub(crate) choice: Choice,
    pub(crate) form: FormState,
    /// Id, name and whether it is chosen; empty where there is one branch.
    pub(crate) branches: Vec<(String, String, bool)>,
    pub(crate) hits: Vec<Hit>,
    pub(crate) services: Vec<ServiceView>,
    pub(crate) sum: String,
    pub(crate) minutes: String,
    pub(crate) times: TimesView,
    pub(crate) day: String,
    /// Times that are free instead of the one that was refused: value and text.
    pub(crate) nearest: Vec<(String, String)>,
    pub(crate) lead_name: Option<String>,
}

#[derive(Debug)]
pub(crate) struct ServiceView {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) category: String,
    pub(crate) price_paise: i64,
    pub(crate) price: String,
    pub(crate) minutes: i64,
    pub(crate) duration: String,
    pub(crate) is_chosen: bool,
}

/// Why a form is shown again.
#[derive(Debug, Default)]
pub(super) struct Refused {
    pub(super) form: FormState,
    pub(super) nearest: Vec<NaiveTime>,
}

impl View {
    pub(super) async fn read(
        page: &DeskPage<Receptionist>,
        mut choice: Choice,
        refused: Refused,
    ) -> Result<Self, HttpError> {
        let branch = match page.salon.branch(&choice.branch) {
            Some(named) => named.clone(),
            None => page.require_branch()?.clone(),
        };
        branch.id.as_str().clone_into(&mut choice.branch);
        let lead_name = read_lead(page, &mut choice).await?;
        let catalogue = current_catalogue(&page.state).await?;
        let (services, price_paise, minutes) = list_services(&catalogue, &choice, page.texts);
        let times = read_times(page, &branch, &choice).await?;
        let (asked, context) = (choice.clone(), page.text_context());
        let hits = page.caller.read(move |conn, _| find_hits(conn, &asked, context)).await?;
        let texts = page.texts;
        let nearest = refused.nearest.iter().map(|time| (format::time_value(*time), format::time(*time, texts)));
        Ok(Self {
            texts,
            nearest: nearest.collect(),
            form: refused.form,
            branches: list_branches(page, &branch),
            hits,
            services,
            sum: format::money(price_paise),
            minutes: format::minutes(minutes, texts),
            times,
            day: if choice.day.is_empty() { page.today().to_string() } else { choice.day.clone() },
            lead_name,
            choice,
        })
    }

    pub(super) fn page(self, page: &DeskPage<Receptionist>) -> NewBookingPage {
        NewBookingPage { frame: page.desk_frame(page.texts.new_booking().title(), Place::Board), view: self }
    }

    fn text(&self) -> NewBookingTexts {
        self.texts.new_booking()
    }

    /// Whether somebody who is to be added has the phone of one of those who are shown.
    fn has_same_phone(&self) -> bool {
        self.hits.iter().any(|hit| hit.has_same_phone)
    }

    /// `Add “faiz” as a new customer`.
    fn add_text(&self) -> String {
        let typed = &self.choice.search;
        let has_letters = typed.chars().any(char::is_alphabetic);
        if has_letters { self.text().add_named(typed) } else { self.text().new_customer().to_owned() }
    }

    /// What was typed, as the name of somebody new.
    fn typed_name(&self) -> &str {
        let typed = &self.choice.search;
        if typed.chars().any(char::is_alphabetic) { typed } else { "" }
    }

    /// What was typed, as the phone of somebody new.
    fn typed_phone(&self) -> &str {
        let typed = &self.choice.search;
        if typed.chars().any(char::is_alphabetic) { "" } else { typed }
    }

    /// The name that the field of a new customer begins with: without scripts, what was searched for.
    fn new_name(&self) -> &str {
        if self.choice.name.is_empty() { self.typed_name() } else { &self.choice.name }
    }

    fn new_phone(&self) -> &str {
        if self.choice.phone.is_empty() { self.typed_phone() } else { &self.choice.phone }
    }

    fn wrong(&self, name: &str) -> &'static str {
        if self.form.error(name).is_some() { " wrong" } else { "" }
    }
}

fn list_branches(page: &DeskPage<Receptionist>, chosen: &Branch) -> Vec<(String, String, bool)> {
    let branches = &page.salon.branches;
    if branches.len() < 2 {
        return Vec::new();
    }
    branches.iter().map(|one| (one.id.as_str().to_owned(), one.name.clone(), one.id == chosen.id)).collect()
}

/// The name of the lead that the visit comes from. Their phone is searched for, in case the salon knows them.
async fn read_lead(page: &DeskPage<Receptionist>, choice: &mut Choice) -> Result<Option<String>, HttpError> {
    let Some(id) = choice.lead_id() else { return Ok(None) };
    let found = page.caller.read(move |conn, _| Ok(lead_records::find_with_names(conn, &id)?)).await?;
    let Some(found) = found else {
        choice.lead.clear();
        return Ok(None);
    };
    let lead = found.lead;
    if choice.customer.is_empty() && choice.search.is_empty() {
        lead.phone.as_str().clone_into(&mut choice.search);
        if choice.name.is_empty() {
            choice.name.clone_from(&lead.name);
        }
        if choice.phone.is_empty() {
            lead.phone.as_str().clone_into(&mut choice.phone);
        }
        if let Some(service) = lead.service_interested_id.filter(|_| choice.services.is_empty()) {
            choice.services.push(service);
        }
    }
    Ok(Some(lead.name))
}

/// The services with the sum of the chosen ones: paise and minutes.
fn list_services(catalogue: &Catalogue, choice: &Choice, texts: Texts) -> (Vec<ServiceView>, i64, i64) {
    let mut services = Vec::new();
    let (mut price_paise, mut minutes) = (0_i64, 0_i64);
    for group in &catalogue.categories {
        for service in &group.services {
            let is_chosen = choice.has_service(&service.id);
            if is_chosen {
                price_paise = price_paise.saturating_add(service.price_paise);
                minutes = minutes.saturating_add(service.duration_minutes);
            }
            services.push(ServiceView {
                id: service.id.as_str().to_owned(),
                name: service.name.clone(),
                category: group.category.name.clone(),
                price_paise: service.price_paise,
                price: format::money(service.price_paise),
                minutes: service.duration_minutes,
                duration: format::minutes(service.duration_minutes, texts),
                is_chosen,
            });
        }
    }
    (services, price_paise, minutes)
}
