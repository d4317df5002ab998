//! The desk looks after those who have not booked yet.

use axum::extract::State;
use parlour_app::leads::{self as acts, LeadDetail, ListedLead, Step, capture};
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::LeadStatus;
use parlour_domain::text::{at_most, filled};
use parlour_store::db::json::Page;
use parlour_store::leads::{Lead, LeadNote, NoteWithAuthor, Position};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::customer::{Captured, read_lead};
use crate::error::ApiError;
use crate::fields::{Fields, id, one_of};
use crate::id_path::Named;
use crate::idempotency::ActKey;
use crate::listed::{self, Asked, List, write_rows};
use crate::openapi::Failed;
use crate::respond::{Answered, Envelope, answer, created, ok};
use crate::signed_in::{Reading, Receptionist};
use crate::web::Web;

/// What the desk captures came by no campaign's form.
const SOURCE: &str = "manual";

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

impl List for LeadList {
    const NAME: &'static str = "leads";
    type Position = Position;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&Position>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<Page<Position>, DbError> {
        let rows = acts::page(conn, self.status, self.now, after, limit + 1)?;
        let position_of = |row: &ListedLead| {
            let lead = &row.lead.lead;
            Position { created_at: lead.created_at, id: lead.id.clone() }
        };
        write_rows(rows, limit, position_of, out)
    }
}

impl listed::Position for Position {
    fn written(&self) -> String {
        format!("{} {}", self.created_at.millis(), self.id)
    }

    fn read(written: &str) -> Option<Self> {
        let (millis, id) = written.split_once(' ')?;
        let created_at = Timestamp::from_millis(millis.parse().ok()?);
        let is_believable = (Timestamp::from_millis(0)..=Timestamp::FAR_FUTURE).contains(&created_at);
        is_believable.then(|| Self { created_at, id: LeadId::new(id) })
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
pub(crate) async fn list(State(web): State<Web>, asker: Reading<Receptionist>, mut asked: Asked) -> Answered {
    let status = asked.fields.optional("status", status());
    let now = web.app().clock.now();
    asked.answer(&web, &asker, LeadList { status, now }).await
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
pub(crate) async fn create(State(web): State<Web>, asker: Receptionist, key: ActKey, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let is_manual = |text: &str| if text == SOURCE { Ok(()) } else { Err("must be manual") };
    fields.optional("source", is_manual);
    let lead = read_lead(&web, fields, SOURCE.to_owned()).await?;
    asker
        .act_once(&web, &key, &body, move |tx, occasion| {
            Ok(created(Captured { lead_id: capture(tx, occasion, &lead)? })?.about_nobody())
        })
        .await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LeadDetailView {
    lead: LeadDetail,
    /// The same as in the lead.
    notes: Vec<NoteWithAuthor>,
}

/// A lead with its notes
#[utoipa::path(
    get, path = "/api/leads/{id}", tag = "Leads", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<LeadDetailView>)),
)]
pub(crate) async fn show(State(web): State<Web>, asker: Reading<Receptionist>, Named(id): Named) -> Answered {
    let id = LeadId::new(id);
    let found = asker.read(&web, move |conn, _| Ok(acts::detail(conn, &id)?)).await?;
    let lead = found.ok_or_else(|| ApiError::not_found("This lead"))?;
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
    responses((status = 200, body = Envelope<LeadView>), (status = 409, response = Failed)),
)]
pub(crate) async fn advance(
    State(web): State<Web>,
    asker: Receptionist,
    Named(id): Named,
    body: Body,
) -> Answered {
    let (to, reason) = wish(body.fields()?)?;
    let (id, by) = (LeadId::new(id), asker.user().clone());
    let lead = asker
        .act(&web, move |tx, occasion| {
            let step = Step { to, reason: reason.as_deref(), by: &by };
            Ok(acts::advance(tx, occasion, &id, &step)?)
        })
        .await?;
    ok(LeadView { lead })
}

fn wish(mut fields: Fields) -> Result<(LeadStatus, Option<String>), ApiError> {
    let to = fields.required("status", status());
    let text = fields.optional("reason", |text| at_most(text, 500));
    let has_text = text.is_some();
    let reason = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    // One that cannot be read is not missing too.
    if to == Some(LeadStatus::Lost) && reason.is_none() && !fields.have_failed() {
        let why = if has_text {
            "must not be empty when a lead is lost"
        } else {
            "is required when a lead is lost"
        };
        fields.refuse::<()>("reason", why);
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
    State(web): State<Web>,
    asker: Receptionist,
    Named(lead): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let to = fields.optional_but_named("assignedTo", id(UserId::new));
    let (to, lead) = (fields.build(|| Some(to))?, LeadId::new(lead));
    let lead =
        asker.act(&web, move |tx, occasion| Ok(acts::assign(tx, occasion, &lead, to.as_ref())?)).await?;
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
    State(web): State<Web>,
    asker: Receptionist,
    Named(id): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let content = fields.required("content", |text| filled(text, 1_000));
    let (content, id, author) = (fields.build(|| content)?, LeadId::new(id), asker.user().clone());
    let note =
        asker.act(&web, move |tx, occasion| Ok(acts::note(tx, occasion, &author, &id, &content)?)).await?;
    Ok(answer(created(LeadNoteView { note })?))
}
