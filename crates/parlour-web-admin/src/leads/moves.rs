//! What the desk does with a lead: move it on, give it to somebody, write a note.

use http::StatusCode;
use parlour_app::leads as use_cases;
use parlour_app::leads::LeadStatusChange;
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::lead::LeadStatus;
use parlour_http::error::HttpError;
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{LimitedText, OptionalText, RequestShape, RequiredNullable, Text};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::leads::lead_records;

use super::card::status_word;
use super::{lead, lost};
use crate::desk::{DeskPage, refused_status};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::see_other;

request_shape! {
    struct StatusForm {
        status: LeadStatus,
        /// The status that the page showed.
        seen: Option<LeadStatus>,
        /// One of the reasons of a lost lead.
        why: OptionalText<20>,
        reason: Option<LimitedText<500>>,
    }

    struct AssignForm {
        assigned_to: RequiredNullable<UserId>,
    }

    struct NoteForm {
        content: Text<1000>,
    }
}

/// Where the form was: the columns, or the page of the lead.
fn path_back(form: &FormBody, id: &LeadId) -> String {
    if form.fields().form_text("back") == "lanes" { "/leads".to_owned() } else { format!("/leads/{id}") }
}

/// `/leads/{id}/status`
pub(super) async fn change_status(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<LeadId>,
    form: FormBody,
) -> HttpResult {
    let moved = match status_change(&form, page.texts) {
        Ok(step) => submit_status(&page, &id, &form, step).await,
        Err(error) => Err(error),
    };
    let error = match moved {
        Ok(path) => return Ok(see_other(&path, Some(Flash::LeadMoved))),
        Err(error) => error,
    };
    let Some(status) = refused_status(&error) else { return Err(error) };
    if status == StatusCode::UNPROCESSABLE_ENTITY && form.fields().form_text("status") == LeadStatus::Lost.as_str() {
        let state = FormState::refused(&form.fields(), &["why", "reason"], &error);
        return lost::show_with(&page, id, status, state).await;
    }
    let mut state = FormState::refused(&form.fields(), &[], &error);
    if state.refusal.is_some() {
        state.refusal = Some(moved_meanwhile(&page, id.clone()).await?);
    }
    lead::show_with(&page, id, status, state).await
}

/// A move that the form asks for.
struct Step {
    to: LeadStatus,
    seen: Option<LeadStatus>,
    /// Why a lead is lost.
    reason: Option<String>,
}

fn status_change(form: &FormBody, texts: Texts) -> Result<Step, HttpError> {
    let text = texts.leads();
    let mut fields = form.fields();
    let readable = StatusForm::read(&mut fields);
    let why = readable.why.as_deref().and_then(|why| {
        let known = text.reasons().iter().find(|(value, _)| *value == why).map(|(value, text)| (*value, *text));
        known.or_else(|| fields.add_error("why", text.unknown_reason()))
    });
    let typed = readable.reason.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let reason = match (why, typed) {
        (None | Some(("other", _)), typed) => typed.map(str::to_owned),
        (Some((_, why)), Some(typed)) => Some(format!("{why}: {typed}")),
        (Some((_, why)), None) => Some(why.to_owned()),
    };
    if readable.status == Some(LeadStatus::Lost) && reason.is_none() && !fields.has_errors() {
        fields.add_error::<()>("reason", text.reason_required());
    }
    fields.build(|| Some(Step { to: readable.status?, seen: readable.seen, reason }))
}

async fn submit_status(
    page: &DeskPage<Receptionist>,
    id: &LeadId,
    form: &FormBody,
    Step { to, seen, reason }: Step,
) -> Result<String, HttpError> {
    let (by, id, path) = (page.user().clone(), id.clone(), path_back(form, id));
    page.caller
        .submit_once(form, move |tx, context| {
            let step = LeadStatusChange { to, seen, reason: reason.as_deref(), by: &by };
            use_cases::change_status(tx, context, &id, &step)?;
            Ok(path.clone())
        })
        .await
}

/// Two desks: the second sees what the first has done.
async fn moved_meanwhile(page: &DeskPage<Receptionist>, id: LeadId) -> Result<String, HttpError> {
    let read = page.caller.read(move |conn, _| Ok(lead_records::by_id(conn, &id)?));
    let lead = read.await?.ok_or_else(|| HttpError::not_found("This lead"))?;
    Ok(page.texts.leads().moved_meanwhile(status_word(lead.status, page.texts)))
}

/// `/leads/{id}/assign`
pub(super) async fn assign(page: DeskPage<Receptionist>, PathId(id): PathId<LeadId>, form: FormBody) -> HttpResult {
    let assigned = match form.parse::<AssignForm>() {
        Ok(AssignForm { assigned_to: to }) => {
            let (lead, path) = (id.clone(), path_back(&form, &id));
            let submitted = page.caller.submit_once(&form, move |tx, context| {
                use_cases::assign(tx, context, &lead, to.as_ref())?;
                Ok(path.clone())
            });
            submitted.await
        }
        Err(error) => Err(error),
    };
    finish(&page, id, &form, assigned, Flash::LeadAssigned).await
}

/// `/leads/{id}/notes`
pub(super) async fn add_note(page: DeskPage<Receptionist>, PathId(id): PathId<LeadId>, form: FormBody) -> HttpResult {
    let noted = match form.parse::<NoteForm>() {
        Ok(NoteForm { content }) => {
            let (lead, author, path) = (id.clone(), page.user().clone(), path_back(&form, &id));
            let submitted = page.caller.submit_once(&form, move |tx, context| {
                // The use case answers an unknown lead with a database error.
                if !lead_records::lock_lead(tx, &lead)? {
                    return Err(HttpError::not_found("This lead"));
                }
                use_cases::add_note(tx, context, &author, &lead, &content)?;
                Ok(path.clone())
            });
            submitted.await
        }
        Err(error) => Err(error),
    };
    finish(&page, id, &form, noted, Flash::LeadNoted).await
}

async fn finish(
    page: &DeskPage<Receptionist>,
    id: LeadId,
    form: &FormBody,
    done: Result<String, HttpError>,
    flash: Flash,
) -> HttpResult {
    let error = match done {
        Ok(path) => return Ok(see_other(&path, Some(flash))),
        Err(error) => error,
    };
    let Some(status) = refused_status(&error) else { return Err(error) };
    lead::show_with(page, id, status, FormState::refused(&form.fields(), &["content", "assignedTo"], &error)).await
}
