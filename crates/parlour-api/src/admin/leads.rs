//! Leads at the desk.

use parlour_app::leads as use_cases;
use parlour_app::leads::{LeadStatusChange, LeadWithNotes, ListedLead, capture};
use parlour_domain::ids::LeadId;
use parlour_domain::lead::LeadStatus;
use parlour_http::shapes::leads::{DESK_SOURCE, LeadAssignBody, LeadFields, LeadNoteBody, LeadStatusBody};
use parlour_store::leads::lead_records::{Lead, LeadCursor, LeadNote, LeadNoteWithAuthor};

use crate::prelude::*;
use crate::shared::lead_details::{CapturedLead, check_service};

list_shape! { pub(crate) struct LeadList { leads: ListedLead } }

request_shape! {
    pub(crate) struct LeadQuery {
        /// Only leads with this status
        status: Option<LeadStatus>,
    }

    pub(crate) struct ManualLeadBody {
        details: Flat<LeadFields>,
        /// Always `manual`.
        source: Option<ManualSource>,
    }
}

text_rules! {
    struct ManualSource -> () = manual_source, |schema| schema.pattern(Some("^manual$"));
}

fn manual_source(text: &str) -> Result<(), &'static str> {
    if text == DESK_SOURCE { Ok(()) } else { Err("must be manual") }
}

/// Leads
///
/// Newest first. The whole list, unless `limit` or `cursor` asks for a part.
#[utoipa::path(
    get, path = "/api/leads", tag = "Leads", security(("session" = ["receptionist"])),
    params(LeadQuery, ListParameters),
    responses((status = 200, body = Envelope<LeadList>)),
)]
pub(crate) async fn list(mut requested: ListRequest<Receptionist>) -> HttpResult {
    let status = LeadQuery::read(&mut requested.fields).status;
    let now = requested.caller.state.now();
    let read = move |conn: &mut Conn<'_>, part: &ListPart<'_, LeadCursor>| {
        use_cases::page(conn, status, now, part.after, part.limit)
    };
    let cursor_of = |row: &ListedLead| {
        let lead = &row.lead.lead;
        LeadCursor { created_at: lead.created_at, id: lead.id.clone() }
    };
    requested.answer_rows::<LeadList, _, _>(read, cursor_of).await
}

/// Capture a lead at the desk
#[utoipa::path(
    post, path = "/api/leads", tag = "Leads", security(("session" = ["receptionist"])),
    request_body = ManualLeadBody,
    params(IdempotencyKey),
    responses((status = 201, body = Envelope<CapturedLead>)),
)]
pub(crate) async fn create(caller: Receptionist, body: KeyedBody) -> HttpResult {
    let (mut fields, partial) = body.read::<ManualLeadBody>()?;
    check_service(&caller.state, &mut fields, &partial.details).await?;
    let body_fields = fields.build(|| ManualLeadBody::complete(partial))?;
    let lead = body_fields.details.into_lead(DESK_SOURCE.to_owned());
    caller
        .write_once(&body, move |tx, context| {
            Ok(stored_created(CapturedLead { lead_id: capture(tx, context, &lead)? })?.about_no_user())
        })
        .await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LeadWithNotesView {
    lead: LeadWithNotes,
    /// Equals `lead.notes`.
    notes: Vec<LeadNoteWithAuthor>,
}

/// A lead with its notes
#[utoipa::path(
    get, path = "/api/leads/{id}", tag = "Leads", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<LeadWithNotesView>)),
)]
pub(crate) async fn show(caller: ReadAs<Receptionist>, PathId(id): PathId<LeadId>) -> HttpResult {
    let found = caller.read(move |conn, _| Ok(use_cases::detail(conn, &id)?)).await?;
    let lead = found.ok_or_else(|| HttpError::not_found("This lead"))?;
    ok(LeadWithNotesView { notes: lead.notes.clone(), lead })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LeadView {
    lead: Lead,
}

/// Change the status of a lead
///
/// Only to a status that may follow the present one. `contacted` sets the time of the last contact.
#[utoipa::path(
    patch, path = "/api/leads/{id}", tag = "Leads", security(("session" = ["receptionist"])),
    request_body = LeadStatusBody,
    responses((status = 200, body = Envelope<LeadView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn change_status(caller: Receptionist, PathId(id): PathId<LeadId>, body: RequestBody) -> HttpResult {
    let (to, reason) = status_change(&body)?;
    let by = caller.user().clone();
    let lead = caller
        .write(move |tx, context| {
            let step = LeadStatusChange { to, seen: None, reason: reason.as_deref(), by: &by };
            Ok(use_cases::change_status(tx, context, &id, &step)?)
        })
        .await?;
    ok(LeadView { lead })
}

fn status_change(body: &RequestBody) -> Result<(LeadStatus, Option<String>), HttpError> {
    let (mut fields, partial) = body.read::<LeadStatusBody>()?;
    let is_given = partial.reason.is_some();
    let reason = partial.reason.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    // A reason that cannot be read is reported already.
    if partial.status == Some(LeadStatus::Lost) && reason.is_none() && !fields.has_errors() {
        let message =
            if is_given { "must not be empty when a lead is lost" } else { "is required when a lead is lost" };
        fields.add_error::<()>("reason", message);
    }
    fields.build(|| Some((partial.status?, reason)))
}

/// Assign a lead
#[utoipa::path(
    post, path = "/api/leads/{id}/assign", tag = "Leads", security(("session" = ["receptionist"])),
    request_body = LeadAssignBody,
    responses((status = 200, body = Envelope<LeadView>)),
)]
pub(crate) async fn assign(caller: Receptionist, PathId(lead): PathId<LeadId>, body: RequestBody) -> HttpResult {
    let LeadAssignBody { assigned_to: to } = body.parse()?;
    let lead = caller.write(move |tx, context| Ok(use_cases::assign(tx, context, &lead, to.as_ref())?)).await?;
    ok(LeadView { lead })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LeadNoteView {
    note: LeadNote,
}

/// Add a note to a lead
///
/// An unknown lead is a 500, as the contract requires.
#[utoipa::path(
    post, path = "/api/leads/{id}/notes", tag = "Leads", security(("session" = ["receptionist"])),
    request_body = LeadNoteBody,
    responses((status = 201, body = Envelope<LeadNoteView>)),
)]
pub(crate) async fn add_note(caller: Receptionist, PathId(id): PathId<LeadId>, body: RequestBody) -> HttpResult {
    let LeadNoteBody { content } = body.parse()?;
    let author = caller.user().clone();
    let note = caller.write(move |tx, context| Ok(use_cases::add_note(tx, context, &author, &id, &content)?)).await?;
    created(LeadNoteView { note })
}
