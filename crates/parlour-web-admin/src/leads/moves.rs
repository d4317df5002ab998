//! What the desk does with a lead: move it on, give it to somebody, write a note.

use parlour_app::leads as use_cases;
use parlour_app::leads::{AdvanceLeadRefusal, AssignLeadRefusal, LeadStatusChange};
use parlour_domain::ids::LeadId;
use parlour_domain::lead::LeadStatus;
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{Flat, OptionalText, RequestShape};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_http::shapes::leads::{LeadAssignBody, LeadNoteBody, LeadStatusBody};
use parlour_store::DbError;
use parlour_store::leads::lead_records;

use super::{lead, lost};
use crate::desk::DeskPage;
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, PageRefusal, ShownRefusal};

request_shape! {
    struct StatusForm {
        change: Flat<LeadStatusBody>,
        /// The status that the page showed.
        seen: Option<LeadStatus>,
        /// One of the reasons of a lost lead.
        why: OptionalText<20>,
    }
}

/// Where the form was: the columns, or the page of the lead.
fn path_back(form: &FormBody, id: &LeadId) -> String {
    if form.text("back") == "lanes" { "/leads".to_owned() } else { format!("/leads/{id}") }
}

/// The label of a field of the forms of a lead.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.leads();
    match name {
        "content" => text.note_label(),
        "assignedTo" => text.assign(),
        "why" => text.why_name(),
        "reason" => text.reason(),
        _ => text.status(),
    }
}

/// `/leads/{id}/status`
pub(super) async fn change_status(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<LeadId>,
    form: FormBody,
) -> HttpResult {
    let (by, lead, path) = (page.user().clone(), id.clone(), path_back(&form, &id));
    let moved = page.form(&form, label).write(read_step(&form, page.texts), move |tx, context, step| {
        let change = LeadStatusChange { to: step.to, seen: step.seen, reason: step.reason.as_deref(), by: &by };
        use_cases::change_status(tx, context, &lead, &change)?;
        Ok::<_, AdvanceLeadRefusal>(path.clone())
    });
    let is_lost = form.text("status") == LeadStatus::Lost.as_str();
    moved.await?.answer(Flash::LeadMoved, |state| show_unmoved(&page, id, is_lost, state)).await
}

/// What is wrong with the reason is said where it is asked for.
async fn show_unmoved(page: &DeskPage<Receptionist>, id: LeadId, is_lost: bool, state: FormState) -> HttpResult {
    if is_lost && state.has_errors() {
        lost::show_with(page, id, state).await
    } else {
        lead::show_with(page, id, state).await
    }
}

/// A move that the form asks for.
struct Step {
    to: LeadStatus,
    seen: Option<LeadStatus>,
    /// Why a lead is lost.
    reason: Option<String>,
}

fn read_step(form: &FormBody, texts: Texts) -> Result<Step, FieldErrors> {
    let text = texts.leads();
    let sentence = |text: &str| FieldError::Sentence(text.to_owned());
    let mut fields = form.fields();
    let readable = StatusForm::read(&mut fields);
    let why = readable.why.as_deref().and_then(|why| {
        let known = text.reasons().iter().find(|(value, _)| *value == why).map(|(value, text)| (*value, *text));
        known.or_else(|| fields.add_error("why", sentence(text.unknown_reason())))
    });
    let typed = readable.change.reason.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let reason = match (why, typed) {
        (None | Some(("other", _)), typed) => typed.map(str::to_owned),
        (Some((_, why)), Some(typed)) => Some(format!("{why}: {typed}")),
        (Some((_, why)), None) => Some(why.to_owned()),
    };
    if readable.change.status == Some(LeadStatus::Lost) && reason.is_none() && !fields.has_errors() {
        fields.add_error::<()>("reason", sentence(text.reason_required()));
    }
    fields.finish(|| Some(Step { to: readable.change.status?, seen: readable.seen, reason }))
}

/// `/leads/{id}/assign`
pub(super) async fn assign(page: DeskPage<Receptionist>, PathId(id): PathId<LeadId>, form: FormBody) -> HttpResult {
    let (lead, path) = (id.clone(), path_back(&form, &id));
    let assigned = page.form(&form, label).write(form.parse::<LeadAssignBody>(), move |tx, context, form| {
        use_cases::assign(tx, context, &lead, form.assigned_to.as_ref())?;
        Ok::<_, AssignLeadRefusal>(path.clone())
    });
    assigned.await?.answer(Flash::LeadAssigned, |state| lead::show_with(&page, id, state)).await
}

/// `/leads/{id}/notes`
pub(super) async fn add_note(page: DeskPage<Receptionist>, PathId(id): PathId<LeadId>, form: FormBody) -> HttpResult {
    let (lead, author, path) = (id.clone(), page.user().clone(), path_back(&form, &id));
    let noted = page.form(&form, label).create(form.parse::<LeadNoteBody>(), move |tx, context, form| {
        // The use case answers an unknown lead with a database error.
        if !lead_records::lock_lead(tx, &lead)? {
            return Err(NoteRefusal::UnknownLead);
        }
        use_cases::add_note(tx, context, &author, &lead, &form.content)?;
        Ok(path.clone())
    });
    noted.await?.answer(Flash::LeadNoted, |state| lead::show_with(&page, id, state)).await
}

/// Why a note is not added.
enum NoteRefusal {
    UnknownLead,
    Db(DbError),
}

impl From<DbError> for NoteRefusal {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

impl From<NoteRefusal> for HttpError {
    fn from(refusal: NoteRefusal) -> Self {
        match refusal {
            NoteRefusal::UnknownLead => Self::not_found("This lead"),
            NoteRefusal::Db(error) => error.into(),
        }
    }
}

impl PageRefusal for NoteRefusal {
    fn shown(&self, _: Texts) -> ShownRefusal {
        match self {
            Self::UnknownLead | Self::Db(_) => ShownRefusal::ErrorPage,
        }
    }
}
