//! What was found, as lists of links.

use parlour_app::desk_search::DeskSearchResult;
use parlour_domain::lead::LeadStatus;
use parlour_store::customers::directory::DirectoryEntry;
use parlour_store::desk_search::bookings::FoundBooking;
use parlour_store::desk_search::invoices::FoundInvoice;
use parlour_store::desk_search::leads::FoundLead;
use parlour_web::format;
use parlour_web::format::national_number;
use parlour_web::icon;
use parlour_web::page::TextContext;

use super::highlight::Highlight;
use crate::status::{DeskStatus, avatar_class};

pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) hits: Vec<Hit>,
}

pub(super) struct Hit {
    pub(super) path: String,
    /// As SVG; initials are shown without one.
    pub(super) icon: &'static str,
    /// Initials and the class of their colour.
    pub(super) person: Option<(String, &'static str)>,
    pub(super) name: Highlight,
    pub(super) about: Highlight,
    /// At the end of the line.
    pub(super) end: String,
    pub(super) status: Option<DeskStatus>,
}

impl Hit {
    pub(super) fn new(path: String, icon: &'static str, name: Highlight) -> Self {
        let about = Highlight::plain("");
        Self { path, icon, person: None, name, about, end: String::new(), status: None }
    }
}

/// Those that have something.
pub(super) fn sections(found: &DeskSearchResult, typed: &str, context: TextContext) -> Vec<Section> {
    let text = context.texts.search();
    let all = [
        (text.customers(), found.customers.iter().map(|entry| customer(entry, typed, context)).collect::<Vec<_>>()),
        (text.bookings(), found.bookings.iter().map(|entry| booking(entry, typed, context)).collect()),
        (text.invoices(), found.invoices.iter().map(|entry| invoice(entry, typed, context)).collect()),
        (text.leads(), found.leads.iter().map(|entry| lead(entry, typed, context)).collect()),
    ];
    let filled = all.into_iter().filter(|(_, hits)| !hits.is_empty());
    filled.map(|(title, hits)| Section { title, hits }).collect()
}

fn customer(entry: &DirectoryEntry, typed: &str, context: TextContext) -> Hit {
    let text = context.texts.search();
    let phone = entry.phone.as_ref().map(|phone| national_number(phone.as_str()));
    let email = entry.email.as_ref().map(|email| email.as_str().to_owned());
    let visits = entry.total_visits;
    Hit {
        person: Some((format::initials(&entry.name), avatar_class(&entry.name))),
        about: Highlight::new(&phone.or(email).unwrap_or_default(), typed),
        end: if visits == 0 { text.no_visits().to_owned() } else { text.visits(visits) },
        ..Hit::new(format!("/customers/{}", entry.id), "", Highlight::new(&entry.name, typed))
    }
}

fn booking(entry: &FoundBooking, typed: &str, context: TextContext) -> Hit {
    let (text, texts) = (context.texts.search(), context.texts);
    let mut about = entry.customer_name.clone();
    if let Some(guest) = &entry.guest_name {
        about = format!("{about}, {}", text.for_guest(guest));
    }
    let when = texts.format_day_and_time(entry.booking_date, entry.start_time, context.today());
    Hit {
        about: Highlight::new(&format!("{about}, {when}"), typed),
        status: Some(DeskStatus::of_status(entry.status)),
        ..Hit::new(format!("/bookings/{}", entry.id), icon!("calendar"), Highlight::new(&entry.booking_number, typed))
    }
}

fn invoice(entry: &FoundInvoice, typed: &str, context: TextContext) -> Hit {
    let day = context.texts.format_relative_day(entry.invoice_date, context.today());
    Hit {
        about: Highlight::new(&format!("{}, {day}", entry.customer_name), typed),
        end: format::money(entry.total_amount_paise),
        ..Hit::new(format!("/invoices/{}", entry.id), icon!("receipt"), Highlight::new(&entry.invoice_number, typed))
    }
}

fn lead(entry: &FoundLead, typed: &str, context: TextContext) -> Hit {
    let place = LeadStatus::ALL.iter().position(|status| *status == entry.status);
    let status = place.and_then(|place| context.texts.leads().statuses().get(place).copied()).unwrap_or_default();
    Hit {
        about: Highlight::new(&national_number(entry.phone.as_str()), typed),
        end: status.to_owned(),
        ..Hit::new(format!("/leads/{}", entry.id), icon!("funnel"), Highlight::new(&entry.name, typed))
    }
}
