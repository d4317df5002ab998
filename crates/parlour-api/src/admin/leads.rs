//! The desk looks after those who have not booked yet.

use axum::extract::State;
use parlour_app::leads as use_cases;
use parlour_app::leads::{LeadAdvance, LeadDetail, ListedLead, capture};
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::LeadStatus;
use parlour_domain::text::{limited_text, required_text};
use parlour_http::body::RequestBody;
use parlour_http::error::HttpError;
use parlour_http::fields::{Fields, id, one_of};
use parlour_http::idempotency::IdempotencyKey;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, ok, stored_created, to_response};
use parlour_http::sessions::{ReadAs, Receptionist};
use parlour_http::state::HttpState;
use parlour_http::streamed_list::{self, ListRequest, StreamedList, write_rows};
use parlour_store::db::json::PageEnd;
use parlour_store::leads::lead_records::{Lead, LeadCursor, LeadNote, LeadNoteWithAuthor};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::customer::{Captured, parse_lead};
use crate::openapi::ErrorResponse;

/// What the desk captures came by no campaign's form.
const DESK_SOURCE: &str = "manual";

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct Leads {
    leads: Vec<ListedLead>,
}

/// Newest first.
struct LeadList {
    status: Option<LeadStatus>,
    now: Timestamp,
}

impl StreamedList for LeadList {
    const NAME: &'static str = "leads";
    type Cursor = LeadCursor;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&LeadCursor>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<PageEnd<LeadCursor>, DbError> {
        let rows = use_cases::page(conn, self.status, self.now, after, limit + 1)?;
        let cursor_of = |row: &ListedLead| {
            let lead = &row.lead.lead;
            LeadCursor { created_at: lead.created_at, id: lead.id.clone() }
        };
        write_rows(rows, limit, cursor_of, out)
    }
}

/// Leads
///
/// Newest first. All of them, unless `limit` or `cursor` say otherwise.
#[utoipa::path(
    get, path = "/api/leads", tag = "Leads", security(("session" = ["receptionist"])),
    params(
        ("status" = Option<LeadStatus>, Query, description = "Those alone"),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "At most this many"),
        ("cursor" = Option<String>, Query, description = "From the `Link` of the page before"),
    ),
    responses((
        status = 200, body = Envelope<Leads>,
        headers(("Link" = String, description = "The next page, where `limit` has left some out")),
    )),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    mut requested: ListRequest,
) -> HttpResult {
    let status = requested.fields.optional("status", status());
    let now = state.app().clock.now();
    requested.answer(&state, &caller, LeadList { status, now }).await
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `read_lead` reads field by field")]
pub(crate) struct ManualLeadBody {
    #[schema(min_length = 1, max_length = 120, example = "Asha Rao")]
    name: String,
    /// An Indian mobile, with `+91` or `0` in front or not.
    #[schema(pattern = r"^(\+91|0)?[6-9][0-9]{9}$", example = "9876543210")]
    phone: String,
    #[schema(format = Email)]
    email: Option<String>,
    /// A service's id.
    #[schema(min_length = 1)]
    service_interested_id: Option<String>,
    /// Always that.
    #[schema(pattern = "^manual$")]
    source: Option<String>,
    #[schema(max_length = 120)]
    utm_source: Option<String>,
    #[schema(max_length = 120)]
    utm_medium: Option<String>,
    #[schema(max_length = 120)]
    utm_campaign: Option<String>,
    #[schema(max_length = 120)]
    utm_content: Option<String>,
    #[schema(max_length = 120)]
    utm_term: Option<String>,
}

/// Write down who has called
#[utoipa::path(
    post, path = "/api/leads", tag = "Leads", security(("session" = ["receptionist"])),
    request_body = ManualLeadBody,
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255)),
    responses((status = 201, body = Envelope<Captured>)),
)]
pub(crate) async fn create(
    State(state): State<HttpState>,
    caller: Receptionist,
    key: IdempotencyKey,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let is_manual = |text: &str| if text == DESK_SOURCE { Ok(()) } else { Err("must be manual") };
    fields.optional("source", is_manual);
    let lead = parse_lead(&state, fields, DESK_SOURCE.to_owned()).await?;
    caller
        .write_once(&state, &key, &body, move |tx, context| {
            Ok(stored_created(Captured { lead_id: capture(tx, context, &lead)? })?.about_no_user())
        })
        .await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LeadDetailView {
    lead: LeadDetail,
    /// The same as in the lead.
    notes: Vec<LeadNoteWithAuthor>,
}

/// A lead with its notes
#[utoipa::path(
    get, path = "/api/leads/{id}", tag = "Leads", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<LeadDetailView>)),
)]
pub(crate) async fn show(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    PathId(id): PathId,
) -> HttpResult {
    let id = LeadId::new(id);
    let found = caller.read(&state, move |conn, _| Ok(use_cases::detail(conn, &id)?)).await?;
    let lead = found.ok_or_else(|| HttpError::not_found("This lead"))?;
    ok(LeadDetailView { notes: lead.notes.clone(), lead })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LeadView {
    lead: Lead,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `wish` reads field by field")]
pub(crate) struct AdvanceBody {
    status: LeadStatus,
    /// Becomes a note. A lead is not lost without one.
    #[schema(max_length = 500)]
    reason: Option<String>,
}

/// Take a lead a step further
///
/// Only where the pipeline leads on from its present status. `contacted` is the moment of the last contact.
#[utoipa::path(
    patch, path = "/api/leads/{id}", tag = "Leads", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = AdvanceBody,
    responses((status = 200, body = Envelope<LeadView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn advance(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let (to, reason) = status_change(body.fields()?)?;
    let (id, by) = (LeadId::new(id), caller.user().clone());
    let lead = caller
        .write(&state, move |tx, context| {
            let step = LeadAdvance { to, reason: reason.as_deref(), by: &by };
            Ok(use_cases::advance(tx, context, &id, &step)?)
        })
        .await?;
    ok(LeadView { lead })
}

fn status_change(mut fields: Fields) -> Result<(LeadStatus, Option<String>), HttpError> {
    let to = fields.required("status", status());
    let text = fields.optional("reason", |text| limited_text(text, 500));
    let has_text = text.is_some();
    let reason = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    // One that cannot be read is not missing too.
    if to == Some(LeadStatus::Lost) && reason.is_none() && !fields.has_errors() {
        let why = if has_text {
            "must not be empty when a lead is lost"
        } else {
            "is required when a lead is lost"
        };
        fields.add_error::<()>("reason", why);
    }
    fields.build(|| Some((to?, reason)))
}

fn status() -> impl Fn(&str) -> Result<LeadStatus, String> {
    one_of(LeadStatus::parse, "new, contacted, follow_up, booked, won or lost")
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `assign` reads field by field")]
pub(crate) struct LeadAssignBody {
    /// Somebody of the team, or `null` for nobody.
    #[schema(required = true, min_length = 1)]
    assigned_to: Option<String>,
}

/// Give a lead to somebody
#[utoipa::path(
    post, path = "/api/leads/{id}/assign", tag = "Leads", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = LeadAssignBody,
    responses((status = 200, body = Envelope<LeadView>)),
)]
pub(crate) async fn assign(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathId(lead): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let to = fields.required_nullable("assignedTo", id(UserId::new));
    let (to, lead) = (fields.build(|| Some(to))?, LeadId::new(lead));
    let lead = caller
        .write(&state, move |tx, context| Ok(use_cases::assign(tx, context, &lead, to.as_ref())?))
        .await?;
    ok(LeadView { lead })
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `note` reads field by field")]
pub(crate) struct LeadNoteBody {
    #[schema(min_length = 1, max_length = 1000)]
    content: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LeadNoteView {
    note: LeadNote,
}

/// Write something down about a lead
///
/// A lead that does not exist is a 500, as the contract has it.
#[utoipa::path(
    post, path = "/api/leads/{id}/notes", tag = "Leads", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = LeadNoteBody,
    responses((status = 201, body = Envelope<LeadNoteView>)),
)]
pub(crate) async fn note(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let content = fields.required("content", |text| required_text(text, 1_000));
    let (content, id, author) = (fields.build(|| content)?, LeadId::new(id), caller.user().clone());
    let note = caller
        .write(&state, move |tx, context| Ok(use_cases::add_note(tx, context, &author, &id, &content)?))
        .await?;
    Ok(to_response(stored_created(LeadNoteView { note })?))
}
