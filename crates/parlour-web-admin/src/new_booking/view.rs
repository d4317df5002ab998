//! The form of a new booking.

use askama::Template;
use chrono::NaiveTime;
use http::StatusCode;
use parlour_app::hindi_names::Described;
use parlour_domain::ids::BranchId;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::branches::branch_records::Branch;
use parlour_store::leads::lead_records;

use super::customers::{Hit, find_hits};
use super::draft::{BookingDraft, OVER_BOARD};
use super::times::{TimesView, read_times};
use crate::board::{board_path, show_beside};
use crate::booking::{Question, title_of};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::{NewBookingTexts, Texts};
use parlour_web::cache::{Catalogue, current_catalogue};
use parlour_web::form::FormState;
use parlour_web::format;

#[derive(Template)]
#[template(path = "new_booking/page.html")]
pub(crate) struct NewBookingPage {
    pub(crate) frame: DeskFrame,
    pub(crate) view: View,
}

#[derive(Template)]
#[template(path = "new_booking/sheet.html")]
struct NewBookingSheet {
    frame: DeskFrame,
    view: View,
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
    pub(crate) draft: BookingDraft,
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
    /// The address of the visit that the form has booked already.
    pub(crate) sent: Option<String>,
    /// Books it all the same.
    pub(crate) question: Option<Question>,
    pub(crate) lead_name: Option<String>,
    /// The address of the board, where the form stands beside it.
    pub(crate) beside: Option<String>,
}

#[derive(Debug)]
pub(crate) struct ServiceView {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The English name where another is shown: the search on the page finds both.
    pub(crate) other_name: Option<String>,
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
    /// The visit that the form has booked already, before it was changed.
    pub(super) sent: Option<String>,
    /// What the desk is asked before it is booked.
    pub(super) question: Option<Question>,
}

impl View {
    pub(super) async fn read(
        page: &DeskPage<Receptionist>,
        mut draft: BookingDraft,
        refused: Refused,
    ) -> Result<Self, HttpError> {
        let branch = match page.salon.branch(&draft.branch) {
            Some(named) => named.clone(),
            None => page.require_branch()?.clone(),
        };
        branch.id.as_str().clone_into(&mut draft.branch);
        let lead_name = read_lead(page, &mut draft).await?;
        let catalogue = current_catalogue(&page.state).await?;
        let (services, price_paise, minutes) = list_services(&catalogue, &draft, page.texts);
        let times = read_times(page, &branch, &draft, minutes).await?;
        let (asked, context) = (draft.clone(), page.text_context());
        let hits = page.caller.read(move |conn, _| find_hits(conn, &asked, context)).await?;
        let texts = page.texts;
        let nearest = refused.nearest.iter().map(|time| (format::time_value(*time), texts.format_time(*time)));
        Ok(Self {
            texts,
            nearest: nearest.collect(),
            sent: refused.sent,
            question: refused.question,
            form: refused.form.with_values(first_values(&draft)),
            branches: list_branches(page, &branch),
            hits,
            services,
            sum: format::money(price_paise),
            minutes: texts.format_minutes(minutes),
            times,
            day: if draft.day.is_empty() { page.today().to_string() } else { draft.day.clone() },
            lead_name,
            beside: draft.is_over_board.then(|| board_path(&branch, draft.date(page.today()).unwrap_or(page.today()))),
            draft,
        })
    }

    /// The form on a page of its own, or beside the board.
    pub(super) async fn show(self, page: &DeskPage<Receptionist>, status: StatusCode) -> HttpResult {
        let frame = page.desk_frame(page.texts.new_booking().title(), Place::Board);
        let frame = frame.of_branch(&BranchId::new(self.draft.branch.as_str()));
        if self.beside.is_none() {
            return page.show_with(status, &NewBookingPage { frame, view: self });
        }
        let sheet = NewBookingSheet { frame, view: self }.render();
        show_beside(page, status, sheet.map_err(|error| HttpError::internal(error.to_string()))?).await
    }

    /// Where the form is sent to: the address says which board is behind it.
    fn action(&self) -> String {
        let path = "/bookings/new";
        self.beside
            .as_deref()
            .and_then(|board| board.split_once('?'))
            .map_or_else(|| path.to_owned(), |(_, day)| format!("{path}?over={OVER_BOARD}&{day}"))
    }

    fn text(&self) -> NewBookingTexts {
        self.texts.new_booking()
    }

    /// Over a form that was not carried out.
    fn title_or<'a>(&'a self, otherwise: &'a str) -> &'a str {
        title_of(self.question.as_ref(), otherwise)
    }

    fn chosen(&self) -> impl Iterator<Item = &ServiceView> {
        self.services.iter().filter(|service| service.is_chosen)
    }

    /// Whether somebody who is to be added has the phone of one of those who are shown.
    fn has_same_phone(&self) -> bool {
        self.hits.iter().any(|hit| hit.has_same_phone)
    }

    /// `Add “faiz” as a new customer`.
    fn add_text(&self) -> String {
        let typed = &self.draft.search;
        let has_letters = typed.chars().any(char::is_alphabetic);
        if has_letters { self.text().add_named(typed) } else { self.text().new_customer().to_owned() }
    }

    fn typed_name(&self) -> &str {
        typed_name(&self.draft)
    }

    fn typed_phone(&self) -> &str {
        typed_phone(&self.draft)
    }

    /// Whether it shows what somebody has filled in and not saved.
    fn is_typed(&self) -> bool {
        self.form.is_refused() || self.draft.chosen_services > 0
    }

    fn wrong(&self, name: &str) -> &'static str {
        if self.form.error(name).is_some() { " wrong" } else { "" }
    }
}

/// What was searched for, as the name of somebody new.
fn typed_name(draft: &BookingDraft) -> &str {
    if draft.search.chars().any(char::is_alphabetic) { &draft.search } else { "" }
}

/// What was searched for, as the phone of somebody new.
fn typed_phone(draft: &BookingDraft) -> &str {
    if draft.search.chars().any(char::is_alphabetic) { "" } else { &draft.search }
}

/// Without scripts, the fields of a new customer begin with what was searched for.
fn first_values(draft: &BookingDraft) -> [(&'static str, String); 4] {
    let name = if draft.name.is_empty() { typed_name(draft) } else { &draft.name };
    let phone = if draft.phone.is_empty() { typed_phone(draft) } else { &draft.phone };
    let values = [("name", name), ("phone", phone), ("guest", &draft.guest), ("note", &draft.note)];
    values.map(|(name, value)| (name, value.to_owned()))
}

fn list_branches(page: &DeskPage<Receptionist>, chosen: &Branch) -> Vec<(String, String, bool)> {
    let branches = &page.salon.branches;
    if branches.len() < 2 {
        return Vec::new();
    }
    branches.iter().map(|one| (one.id.as_str().to_owned(), one.name.clone(), one.id == chosen.id)).collect()
}

/// The name of the lead that the booking comes from. Their phone is searched for, in case the salon knows them.
async fn read_lead(page: &DeskPage<Receptionist>, draft: &mut BookingDraft) -> Result<Option<String>, HttpError> {
    let Some(id) = draft.lead_id() else { return Ok(None) };
    let found = page.caller.read(move |conn, _| Ok(lead_records::find_with_names(conn, &id)?)).await?;
    let Some(found) = found else {
        draft.lead.clear();
        return Ok(None);
    };
    let lead = found.lead;
    if draft.customer.is_empty() && draft.search.is_empty() {
        lead.phone.as_str().clone_into(&mut draft.search);
        if draft.name.is_empty() {
            draft.name.clone_from(&lead.name);
        }
        if draft.phone.is_empty() {
            lead.phone.as_str().clone_into(&mut draft.phone);
        }
        if let Some(service) = lead.service_interested_id.filter(|_| draft.services.is_empty()) {
            draft.services.push(service);
        }
    }
    Ok(Some(lead.name))
}

/// The services with the sum of the chosen ones: paise and minutes.
fn list_services(catalogue: &Catalogue, draft: &BookingDraft, texts: Texts) -> (Vec<ServiceView>, i64, i64) {
    let mut services = Vec::new();
    let (mut price_paise, mut minutes) = (0_i64, 0_i64);
    for group in &catalogue.categories {
        for service in &group.services {
            let is_chosen = draft.has_service(&service.id);
            if is_chosen {
                price_paise = price_paise.saturating_add(service.price_paise);
                minutes = minutes.saturating_add(service.duration_minutes);
            }
            services.push(ServiceView {
                id: service.id.as_str().to_owned(),
                name: service.name_in(texts).to_owned(),
                other_name: (service.name_in(texts) != service.name).then(|| service.name.clone()),
                category: group.category.name_in(texts).to_owned(),
                price_paise: service.price_paise,
                price: format::money(service.price_paise),
                minutes: service.duration_minutes,
                duration: texts.format_minutes(service.duration_minutes),
                is_chosen,
            });
        }
    }
    (services, price_paise, minutes)
}
