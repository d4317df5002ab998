//! One lead: who it is, what happened, and what may happen next.

use askama::Template;
use http::StatusCode;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::{LeadStatus, is_stale};
use parlour_http::error::HttpError;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::leads::desk_leads::{self, LeadStages, TeamMember};
use parlour_store::leads::lead_records::{self, Lead, LeadNoteWithAuthor, LeadWithNames};

use super::card::{Move, ago, call_link, source_line, status_word, whatsapp_link};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::TextContext;

/// More people of one role than any salon has.
const MAX_TEAM_PER_ROLE: i64 = 100;

#[derive(Template)]
#[template(path = "leads/lead.html")]
struct LeadPage {
    frame: DeskFrame,
    id: String,
    name: String,
    phone: String,
    call: String,
    whatsapp: String,
    status: &'static str,
    /// As forms send it.
    status_value: &'static str,
    age: String,
    is_stale: bool,
    is_open: bool,
    moves: Vec<Move>,
    facts: Vec<(&'static str, String)>,
    campaign: Vec<(&'static str, String)>,
    /// Path and number.
    booking: Option<(String, String)>,
    notes: Vec<Note>,
    stages: Vec<Stage>,
    team: Vec<Choice>,
    me: String,
    is_mine: bool,
    version: String,
    form: FormState,
}

#[derive(Debug)]
struct Note {
    text: String,
    about: String,
}

#[derive(Debug)]
struct Stage {
    what: &'static str,
    when: String,
}

#[derive(Debug)]
struct Choice {
    id: String,
    name: String,
    is_chosen: bool,
}

#[derive(Debug)]
struct LeadRead {
    found: LeadWithNames,
    notes: Vec<LeadNoteWithAuthor>,
    stages: LeadStages,
    team: Vec<TeamMember>,
}

/// `/leads/{id}`
pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<LeadId>) -> HttpResult {
    show_with(&page, id, StatusCode::OK, FormState::default()).await
}

/// The page again, with what is wrong with one of its forms.
pub(super) async fn show_with(
    page: &DeskPage<Receptionist>,
    id: LeadId,
    status: StatusCode,
    form: FormState,
) -> HttpResult {
    let read = read(page, id).await?;
    page.show_with(status, &LeadPage::new(page, read, form))
}

async fn read(page: &DeskPage<Receptionist>, id: LeadId) -> Result<LeadRead, HttpError> {
    let unknown = || HttpError::not_found("This lead");
    let read = page.caller.read(move |conn, _| {
        let found = lead_records::find_with_names(conn, &id)?.ok_or_else(unknown)?;
        let notes = lead_records::list_notes(conn, &id)?;
        let stages = desk_leads::find_stages(conn, &id)?.ok_or_else(unknown)?;
        let mut team = Vec::new();
        for role in Role::ALL.iter().filter(|role| **role >= Role::Staff) {
            team.extend(desk_leads::list_team_members(conn, *role, MAX_TEAM_PER_ROLE)?);
        }
        team.sort_by_key(|member| member.name.to_lowercase());
        Ok(LeadRead { found, notes, stages, team })
    });
    read.await
}

impl LeadPage {
    fn new(page: &DeskPage<Receptionist>, read: LeadRead, form: FormState) -> Self {
        let (texts, said) = (page.text_context(), &page.words.desk.leads);
        let LeadRead { found: named, notes, stages: passed, team } = read;
        let lead = &named.lead;
        let who = named.assigned_to_name.clone().unwrap_or_else(|| said.nobody.to_owned());
        let greeting = (said.whatsapp_text)(&lead.name, &page.salon.name);
        let booking = lead.converted_booking_id.as_ref().zip(named.converted_booking_number.clone());
        Self {
            frame: page.desk_frame(lead.name.clone(), Place::Leads),
            id: lead.id.as_str().to_owned(),
            phone: format::phone(&lead.phone),
            call: call_link(&lead.phone),
            whatsapp: whatsapp_link(&lead.phone, &greeting),
            status: status_word(lead.status, page.words),
            status_value: lead.status.as_str(),
            age: ago(lead.created_at, texts),
            is_stale: is_stale(lead.status, lead.created_at, lead.last_contacted_at, texts.now),
            is_open: !matches!(lead.status, LeadStatus::Won | LeadStatus::Lost),
            moves: Move::all_from(lead.status, page.words),
            facts: facts(lead, named.service_name.as_deref(), &who, texts),
            campaign: campaign(lead, texts),
            booking: booking.map(|(id, number)| (format!("/bookings/{id}"), number)),
            notes: notes.into_iter().map(|note| Note::new(note, texts)).collect(),
            stages: stages(lead, &passed, texts),
            team: choices(page, team, lead, &form),
            me: page.user().as_str().to_owned(),
            is_mine: lead.assigned_to.as_ref() == Some(page.user()),
            version: format!("{}/{who}", lead.updated_at.millis()),
            name: lead.name.clone(),
            form,
        }
    }

    /// The name of a field in the list of errors.
    fn label(&self, name: &str) -> &'static str {
        let said = &self.frame.words.desk.leads;
        match name {
            "content" => said.note_label,
            "assignedTo" => said.assign,
            _ => said.status,
        }
    }
}

impl Note {
    fn new(found: LeadNoteWithAuthor, texts: TextContext) -> Self {
        let when = moment(found.note.created_at, texts);
        let about = (texts.words.desk.leads.note_about)(&found.author_name, &when);
        Self { text: found.note.content, about }
    }
}

/// `Mon 16 Nov, 10:30 am`.
fn moment(at: Timestamp, texts: TextContext) -> String {
    let day = format::near_day(at.ist_date(), texts.today(), texts.words);
    format!("{day}, {}", format::time(at.ist_time(), texts.words))
}

fn facts(lead: &Lead, service: Option<&str>, who: &str, texts: TextContext) -> Vec<(&'static str, String)> {
    let said = &texts.words.desk.leads;
    let mut facts = vec![
        (said.service, service.unwrap_or(said.no_service).to_owned()),
        (said.source, source_line(lead, texts.words)),
        (said.asked, moment(lead.created_at, texts)),
        (said.who, who.to_owned()),
    ];
    facts.extend(lead.last_contacted_at.map(|at| (said.last_contact, moment(at, texts))));
    facts.extend(lead.email.as_ref().map(|email| (said.email, email.as_str().to_owned())));
    facts
}

fn campaign(lead: &Lead, texts: TextContext) -> Vec<(&'static str, String)> {
    let values =
        [&lead.utm_source, &lead.utm_medium, &lead.utm_campaign, &lead.utm_content, &lead.utm_term].map(Clone::clone);
    let labels = texts.words.desk.leads.utm;
    labels.into_iter().zip(values).filter_map(|((label, _), value)| Some((label, value?))).collect()
}

/// In the order in which they happened.
fn stages(lead: &Lead, found: &LeadStages, texts: TextContext) -> Vec<Stage> {
    let said = &texts.words.desk.leads;
    let times = [
        Some(lead.created_at),
        found.first_contacted_at,
        found.followed_up_at,
        found.booked_at,
        found.won_at,
        found.lost_at,
    ];
    let mut passed: Vec<(Timestamp, &'static str)> =
        times.into_iter().zip(said.stages).filter_map(|(at, what)| Some((at?, what))).collect();
    let again = lead.last_contacted_at.filter(|at| found.first_contacted_at != Some(*at));
    passed.extend(again.map(|at| (at, said.spoken_again)));
    passed.sort_by_key(|(at, _)| *at);
    passed.into_iter().map(|(at, what)| Stage { what, when: moment(at, texts) }).collect()
}

fn choices(page: &DeskPage<Receptionist>, team: Vec<TeamMember>, lead: &Lead, form: &FormState) -> Vec<Choice> {
    let typed = form.value("assignedTo");
    let chosen = lead.assigned_to.as_ref().map_or("", UserId::as_str);
    let chosen = if typed.is_empty() { chosen } else { typed };
    let choice = |member: TeamMember| Choice {
        is_chosen: member.id.as_str() == chosen,
        name: if member.id == *page.user() { (page.words.desk.leads.me)(&member.name) } else { member.name },
        id: member.id.as_str().to_owned(),
    };
    team.into_iter().map(choice).collect()
}
