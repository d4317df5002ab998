//! One membership: what is left, its sessions, and what can be done with it.

use askama::Template;
use parlour_app::hindi_names::Described;
use parlour_app::memberships as use_cases;
use parlour_app::memberships::{CancelMembershipRefusal, ReverseSessionRefusal, SessionRefusal};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{BookingId, MembershipId};
use parlour_domain::membership::remaining_minutes;
use parlour_domain::service::ServiceType;
use parlour_http::error::{FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::path_id::{PathId, PathIdPair};
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{Manager, Receptionist};
use parlour_http::shapes::memberships::{MembershipCancelBody, ReverseSessionBody};
use parlour_store::DbError;
use parlour_store::memberships::membership_records::{self, MembershipWithCustomer, SessionBooking};
use parlour_store::staff::staff_records::{self, DeskStaffMember};

use super::session_form::{self, MAX_LINES, TypedSession, line_names, spa_services, typed_minutes};
use super::view::{Hours, State, last_day, membership_path};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::Texts;
use parlour_web::cache::{Catalogue, current_catalogue};
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, PageRefusal, ShownRefusal};
use parlour_web::format;
use parlour_web::page::TextContext;

#[derive(Template)]
#[template(path = "memberships/detail.html")]
struct DetailPage {
    frame: DeskFrame,
    id: String,
    customer_path: String,
    customer: String,
    tier: String,
    hours: Hours,
    state: State,
    facts: Vec<(&'static str, String)>,
    invoice_path: String,
    notes: Option<String>,
    sessions: Vec<SessionItem>,
    services: Vec<SpaService>,
    staff: Vec<(String, String)>,
    /// Whether a session takes the minutes of its services, whoever records it.
    has_fixed_minutes: bool,
    /// What is left after the session that is typed.
    left_after: Option<String>,
    /// The number of each line of the form, and the names of its fields.
    lines: Vec<(usize, [String; 3])>,
    today: String,
    is_manager: bool,
    /// The form of the page that was refused.
    refused: Refused,
    /// What was typed into it.
    form: FormState,
    /// The forms that nobody has filled in yet.
    blank: FormState,
}

#[derive(Debug)]
struct SpaService {
    id: String,
    text: String,
    minutes: i64,
}

#[derive(Debug)]
struct SessionItem {
    id: String,
    number: String,
    day: String,
    minutes: String,
    lines: Vec<String>,
    /// What begins the ids of the fields of the form that reverses it.
    prefix: String,
    is_refused: bool,
}

/// Which form of the page was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Refused {
    None,
    /// The form of a session is not sent yet, only worked out.
    WorkedOut,
    Session,
    Reversal(BookingId),
    Cancellation,
}

#[derive(Debug)]
struct DetailRead {
    found: MembershipWithCustomer,
    sessions: Vec<SessionBooking>,
    staff: Vec<DeskStaffMember>,
    has_fixed_terms: bool,
}

/// `/memberships/{id}`
pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<MembershipId>) -> HttpResult {
    show_with(&page, id, Refused::None, FormState::default()).await
}

/// `form` is what was typed into the form of the page that `refused` names.
async fn show_with<R>(page: &DeskPage<R>, id: MembershipId, refused: Refused, form: FormState) -> HttpResult {
    let branch = page.branch.as_ref().map(|branch| branch.id.clone());
    let read = page.caller.read(move |conn, context| {
        let found = membership_records::find_with_customer(conn, &id)?;
        let found = found.ok_or_else(|| HttpError::not_found("This membership"))?;
        let sessions = membership_records::list_own_sessions(conn, &id, &found.membership.customer_id)?;
        let has_fixed_terms = use_cases::has_fixed_terms(conn, context, branch.as_ref())?;
        Ok(DetailRead { found, sessions, staff: staff_records::list_active(conn)?, has_fixed_terms })
    });
    let mut read = read.await?;
    page.translate_names(&mut read.found).await?;
    page.translate_names(&mut read.sessions).await?;
    let catalogue = current_catalogue(&page.state).await?;
    page.show_with(form.status, &DetailPage::new(page, read, &catalogue, refused, form))
}

/// `/memberships/{id}/sessions`
pub(super) async fn record(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<MembershipId>,
    form: FormBody,
) -> HttpResult {
    let catalogue = current_catalogue(&page.state).await?;
    let typed = TypedSession::read(&form, id.clone(), &page, &catalogue);
    let path = membership_path(&id);
    let recorded =
        page.form(&form, session_form::label).create(typed, move |tx, context, typed| match use_cases::record_session(
            tx,
            context,
            &typed.session,
        ) {
            Ok(_) => Ok(path.clone()),
            Err(SessionRefusal::InvalidFields(errors)) => Err(RecordRefusal::InvalidFields(typed.named_errors(errors))),
            Err(SessionRefusal::InsufficientHours) => {
                let found = membership_records::by_id(tx, &typed.session.membership_id)?;
                let membership = found.ok_or(SessionRefusal::Unknown)?;
                let (total, used) = (membership.total_hours_minutes, membership.used_hours_minutes);
                Err(RecordRefusal::InsufficientHours { left_minutes: remaining_minutes(total, used) })
            }
            Err(refusal) => Err(refusal.into()),
        });
    recorded.await?.answer(Flash::SessionRecorded, |state| show_with(&page, id, Refused::Session, state)).await
}

/// Why a session is not recorded.
enum RecordRefusal {
    InvalidFields(FieldErrors),
    InsufficientHours { left_minutes: i64 },
    Session(SessionRefusal),
}

impl From<SessionRefusal> for RecordRefusal {
    fn from(refusal: SessionRefusal) -> Self {
        Self::Session(refusal)
    }
}

impl From<DbError> for RecordRefusal {
    fn from(error: DbError) -> Self {
        Self::Session(error.into())
    }
}

impl From<RecordRefusal> for HttpError {
    fn from(refusal: RecordRefusal) -> Self {
        match refusal {
            RecordRefusal::InvalidFields(errors) => errors.into(),
            RecordRefusal::InsufficientHours { .. } => SessionRefusal::InsufficientHours.into(),
            RecordRefusal::Session(refusal) => refusal.into(),
        }
    }
}

impl PageRefusal for RecordRefusal {
    fn shown(&self, texts: Texts) -> ShownRefusal {
        match self {
            Self::InvalidFields(errors) => ShownRefusal::Fields(errors.clone()),
            Self::InsufficientHours { left_minutes } => {
                let left = texts.format_minutes(*left_minutes);
                ShownRefusal::Conflict(texts.memberships().too_many_minutes(&left))
            }
            Self::Session(refusal) => refusal.shown(texts),
        }
    }
}

/// `/memberships/{id}/sessions/quote`: the page with what is left after the session that is typed.
pub(super) async fn work_out(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<MembershipId>,
    form: FormBody,
) -> HttpResult {
    show_with(&page, id, Refused::WorkedOut, FormState::typed(&form.values)).await
}

/// The label of the field of the forms that reverse a session or cancel the membership.
fn reason_label(_: &str, texts: Texts) -> &'static str {
    texts.invoices().reason_name()
}

/// `/memberships/{id}/sessions/{bookingId}/reverse`
pub(super) async fn reverse(
    page: DeskPage<Manager>,
    PathIdPair(id, booking): PathIdPair<MembershipId, BookingId>,
    form: FormBody,
) -> HttpResult {
    let (membership, session, path) = (id.clone(), booking.clone(), membership_path(&id));
    let reversed =
        page.form(&form, reason_label).write(form.parse(), move |tx, context, ReverseSessionBody { reason }| {
            use_cases::reverse_session(tx, context, &membership, &session, reason)?;
            Ok::<_, ReverseSessionRefusal>(path.clone())
        });
    let show_again = |state| show_with(&page, id, Refused::Reversal(booking), state);
    reversed.await?.answer(Flash::SessionReversed, show_again).await
}

/// `/memberships/{id}/cancel`
pub(super) async fn cancel(page: DeskPage<Manager>, PathId(id): PathId<MembershipId>, form: FormBody) -> HttpResult {
    let (membership, path) = (id.clone(), membership_path(&id));
    let cancelled =
        page.form(&form, reason_label).write(form.parse(), move |tx, context, MembershipCancelBody { reason }| {
            use_cases::cancel(tx, context, &membership, reason)?;
            Ok::<_, CancelMembershipRefusal>(path.clone())
        });
    let show_again = |state| show_with(&page, id, Refused::Cancellation, state);
    cancelled.await?.answer(Flash::MembershipCancelled, show_again).await
}

impl DetailPage {
    fn new<R>(page: &DeskPage<R>, read: DetailRead, catalogue: &Catalogue, refused: Refused, form: FormState) -> Self {
        let context = page.text_context();
        let DetailRead { found, sessions, staff, has_fixed_terms } = read;
        let membership = found.membership;
        let services = spa_services(catalogue).map(|service| {
            let minutes = service.duration_minutes;
            let text = format!("{} ({})", service.name_in(page.texts), page.texts.format_minutes(minutes));
            SpaService { id: service.id.as_str().to_owned(), text, minutes }
        });
        let works_here = |member: &DeskStaffMember| {
            page.branch.as_ref().is_none_or(|branch| branch.id == member.branch_id)
                && member.service_types.contains(&ServiceType::Spa)
        };
        let staff = staff.into_iter().filter(works_here);
        let hours = Hours::of(&membership, context);
        let left_after = match refused {
            Refused::Session | Refused::WorkedOut => left_after(hours.left, typed_minutes(&form, catalogue), context),
            _ => None,
        };
        Self {
            frame: page.desk_frame(membership.membership_number.clone(), Place::Memberships),
            id: membership.id.as_str().to_owned(),
            customer_path: format!("/customers/{}", membership.customer_id),
            hours,
            left_after,
            has_fixed_minutes: has_fixed_terms,
            state: State::of(&membership, context),
            facts: facts(&membership, context),
            invoice_path: format!("/invoices/{}", membership.invoice_id),
            sessions: sessions.into_iter().map(|session| SessionItem::new(session, &refused, context)).collect(),
            services: services.collect(),
            staff: staff.map(|member| (member.id.as_str().to_owned(), member.display_name)).collect(),
            lines: (0..MAX_LINES).map(|index| (index + 1, line_names(index))).collect(),
            today: page.today().to_string(),
            blank: FormState::new([("bookingDate", page.today().to_string())]),
            is_manager: page.role() >= Role::Manager,
            customer: found.customer_name,
            tier: membership.tier_name_snapshot,
            notes: membership.notes,
            refused,
            form,
        }
    }

    /// The form of a session.
    fn session_form(&self) -> &FormState {
        self.form_if(matches!(self.refused, Refused::Session | Refused::WorkedOut))
    }

    /// What was typed, or a form that nobody has filled in.
    fn form_if(&self, is_refused: bool) -> &FormState {
        if is_refused { &self.form } else { &self.blank }
    }

    fn is_cancel_refused(&self) -> bool {
        self.refused == Refused::Cancellation
    }

    /// Whether one of the further lines is in use.
    fn has_more_lines(&self) -> bool {
        let form = self.session_form();
        let is_used = |name: &String| !form.value(name).is_empty() || form.error(name).is_some();
        (1..MAX_LINES).flat_map(line_names).any(|name| is_used(&name))
    }

    /// What begins the ids of the fields of the form that was refused.
    fn refused_prefix(&self) -> String {
        match &self.refused {
            Refused::Reversal(booking) => reversal_prefix(booking),
            Refused::Cancellation => "c".to_owned(),
            Refused::None | Refused::WorkedOut | Refused::Session => "f".to_owned(),
        }
    }
}

fn reversal_prefix(booking: &BookingId) -> String {
    format!("r-{booking}")
}

impl SessionItem {
    fn new(found: SessionBooking, refused: &Refused, context: TextContext) -> Self {
        let text = context.texts.memberships();
        let taken = found.services.iter().map(|service| service.duration_minutes).sum();
        let line = |service: &membership_records::SessionService| {
            let minutes = context.texts.format_minutes(service.duration_minutes);
            let person = service.staff_name.as_deref().unwrap_or_default();
            text.session_line(&service.service_name_snapshot, person, &minutes)
        };
        Self {
            day: context.texts.format_day(found.booking_date, context.today()),
            minutes: context.texts.format_minutes(taken),
            lines: found.services.iter().map(line).collect(),
            prefix: reversal_prefix(&found.id),
            is_refused: *refused == Refused::Reversal(found.id.clone()),
            id: found.id.as_str().to_owned(),
            number: found.booking_number,
        }
    }
}

/// `9 h left after this session`; nothing while no service is chosen.
fn left_after(left: i64, taken: i64, context: TextContext) -> Option<String> {
    let text = context.texts.memberships();
    let (text, minutes) =
        if taken > left { (text.too_long(), taken - left) } else { (text.left_after(), left - taken) };
    (taken > 0).then(|| text.replace("{time}", &context.texts.format_minutes(minutes)))
}

fn facts(membership: &membership_records::Membership, context: TextContext) -> Vec<(&'static str, String)> {
    let text = context.texts.memberships();
    vec![
        (text.from(), context.texts.format_date(membership.starts_at.ist_date())),
        (text.ends(), last_day(membership, context)),
        (text.paid(), format::money(membership.price_paid_paise)),
        (text.sold(), context.texts.format_date(membership.created_at.ist_date())),
    ]
}
