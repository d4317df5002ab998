//! One lead: who it is, what happened, and what may happen next.

use askama::Template;
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

use super::card::{Move, ago, source_line, whatsapp_link};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::lead_status::lead_status_word;
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
    team: Vec<TeamChoice>,
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
struct TeamChoice {
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
    show_with(&page, id, FormState::default()).await
}

/// The page again, with what is wrong with one of its forms.
pub(super) async fn show_with(page: &DeskPage<Receptionist>, id: LeadId, form: FormState) -> HttpResult {
    let read = read(page, id).await?;
    page.show_with(form.status, &LeadPage::new(page, read, form))
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
    let mut read = read.await?;
    page.translate_names(&mut read.found).await?;
    Ok(read)
}

impl LeadPage {
    fn new(page: &DeskPage<Receptionist>, read: LeadRead, form: FormState) -> Self {
        let (context, text) = (page.text_context(), page.texts.leads());
        let LeadRead { found: named, notes, stages: passed, team } = read;
        let lead = &named.lead;
        let who = named.assigned_to_name.clone().unwrap_or_else(|| text.nobody().to_owned());
        let greeting = text.whatsapp_text(&lead.name, &page.salon.name);
        let booking = lead.converted_booking_id.as_ref().zip(named.converted_booking_number.clone());
        Self {
            frame: page.desk_frame(lead.name.clone(), Place::Leads),
            id: lead.id.as_str().to_owned(),
            phone: format::phone(&lead.phone),
            call: format::tel_link(lead.phone.as_str()),
            whatsapp: whatsapp_link(&lead.phone, &greeting),
            status: lead_status_word(lead.status, page.texts),
            status_value: lead.status.as_str(),
            age: ago(lead.created_at, context),
            is_stale: is_stale(lead.status, lead.created_at, lead.last_contacted_at, context.now),
            is_open: !matches!(lead.status, LeadStatus::Won | LeadStatus::Lost),
            moves: Move::all_from(lead.status, page.texts),
            facts: facts(lead, named.service_name.as_deref(), &who, context),
            campaign: campaign(lead, context),
            booking: booking.map(|(id, number)| (format!("/bookings/{id}"), number)),
            notes: notes.into_iter().map(|note| Note::new(note, context)).collect(),
            stages: stages(lead, &passed, context),
            team: team_choices(page, team, lead, &form),
            me: page.user().as_str().to_owned(),
            is_mine: lead.assigned_to.as_ref() == Some(page.user()),
            version: format!("{}/{who}", lead.updated_at.millis()),
            name: lead.name.clone(),
            form,
        }
    }
}

impl Note {
    fn new(found: LeadNoteWithAuthor, context: TextContext) -> Self {
        let when = context.moment(found.note.created_at);
        let about = context.texts.leads().note_about(&found.author_name, &when);
        Self { text: found.note.content, about }
    }
}

fn facts(lead: &Lead, service: Option<&str>, who: &str, context: TextContext) -> Vec<(&'static str, String)> {
    let text = context.texts.leads();
    let mut facts = vec![
        (text.service(), service.unwrap_or(text.no_service()).to_owned()),
        (text.source(), source_line(lead, context.texts)),
        (text.asked(), context.moment(lead.created_at)),
        (text.who(), who.to_owned()),
    ];
    facts.extend(lead.last_contacted_at.map(|at| (text.last_contact(), context.moment(at))));
    facts.extend(lead.email.as_ref().map(|email| (text.email(), email.as_str().to_owned())));
    facts
}

fn campaign(lead: &Lead, context: TextContext) -> Vec<(&'static str, String)> {
    let values =
        [&lead.utm_source, &lead.utm_medium, &lead.utm_campaign, &lead.utm_content, &lead.utm_term].map(Clone::clone);
    let labels = context.texts.leads().utm();
    labels.into_iter().zip(values).filter_map(|((label, _), value)| Some((label, value?))).collect()
}

/// In the order in which they happened.
fn stages(lead: &Lead, found: &LeadStages, context: TextContext) -> Vec<Stage> {
    let text = context.texts.leads();
    let times = [
        Some(lead.created_at),
        found.first_contacted_at,
        found.followed_up_at,
        found.booked_at,
        found.won_at,
        found.lost_at,
    ];
    let mut passed: Vec<(Timestamp, &'static str)> =
        times.into_iter().zip(text.stages()).filter_map(|(at, what)| Some((at?, what))).collect();
    let again = lead.last_contacted_at.filter(|at| found.first_contacted_at != Some(*at));
    passed.extend(again.map(|at| (at, text.spoken_again())));
    passed.sort_by_key(|(at, _)| *at);
    passed.into_iter().map(|(at, what)| Stage { what, when: context.moment(at) }).collect()
}

fn team_choices(
    page: &DeskPage<Receptionist>,
    team: Vec<TeamMember>,
    lead: &Lead,
    form: &FormState,
) -> Vec<TeamChoice> {
    let typed = form.value("assignedTo");
    let chosen = lead.assigned_to.as_ref().map_or("", UserId::as_str);
    let chosen = if typed.is_empty() { chosen } else { typed };
    let choice = |member: TeamMember| TeamChoice {
        is_chosen: member.id.as_str() == chosen,
        name: if member.id == *page.user() { page.texts.leads().me(&member.name) } else { member.name },
        id: member.id.as_str().to_owned(),
    };
    team.into_iter().map(choice).collect()
}
