//! One membership: what is left, its sessions, and what can be done with it.

use askama::Template;
use http::StatusCode;
use parlour_app::memberships as use_cases;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{BookingId, MembershipId};
use parlour_domain::service::ServiceType;
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::{PathId, PathIdPair};
use parlour_http::request::Text;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{Manager, Receptionist};
use parlour_store::memberships::membership_records::{self, MembershipWithCustomer, SessionBooking};
use parlour_store::staff::staff_records::{self, DeskStaffMember};

use super::session_form::{self, MAX_LINES, line_names, named_refusal, spa_services, typed_minutes};
use super::view::{Hours, State, last_day, membership_path};
use crate::desk::{DeskFrame, DeskPage, Place, refused_status};
use parlour_web::cache::{Catalogue, current_catalogue};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::{TextContext, see_other};

request_shape! {
    struct ReasonForm {
        reason: Text<500>,
    }
}

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
    sessions: Vec<Session>,
    services: Vec<SpaService>,
    staff: Vec<(String, String)>,
    /// What is left after the session that is typed.
    left_after: Option<String>,
    /// The number of each line of the form, and the names of its fields.
    lines: Vec<(usize, [String; 3])>,
    today: String,
    is_manager: bool,
    /// The form of the page that was refused.
    refused: Refused,
    form: FormState,
}

#[derive(Debug)]
struct SpaService {
    id: String,
    text: String,
    minutes: i64,
}

#[derive(Debug)]
struct Session {
    id: String,
    number: String,
    day: String,
    minutes: String,
    lines: Vec<String>,
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
}

/// `/memberships/{id}`
pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<MembershipId>) -> HttpResult {
    show_with(&page, id, StatusCode::OK, (Refused::None, FormState::default())).await
}

async fn show_with<R>(
    page: &DeskPage<R>,
    id: MembershipId,
    status: StatusCode,
    (refused, form): (Refused, FormState),
) -> HttpResult {
    let read = page.caller.read(move |conn, _| {
        let found = membership_records::find_with_customer(conn, &id)?;
        let found = found.ok_or_else(|| HttpError::not_found("This membership"))?;
        let sessions = membership_records::list_own_sessions(conn, &id, &found.membership.customer_id)?;
        Ok(DetailRead { found, sessions, staff: staff_records::list_active(conn)? })
    });
    let read = read.await?;
    let catalogue = current_catalogue(&page.state).await?;
    page.show_with(status, &DetailPage::new(page, read, &catalogue, refused, form))
}

/// `/memberships/{id}/sessions`
pub(super) async fn record(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<MembershipId>,
    form: FormBody,
) -> HttpResult {
    let catalogue = current_catalogue(&page.state).await?;
    let branch = page.branch.as_ref().map(|branch| branch.id.clone());
    let text = page.texts.memberships();
    let recorded = match session_form::read(&form, id.clone(), branch, (&page.state, &catalogue, text)) {
        Ok((session, places)) => {
            let path = membership_path(&id);
            let submitted = page.caller.submit_once(&form, move |tx, context| {
                use_cases::record_session(tx, context, &session).map_err(|refusal| named_refusal(refusal, &places))?;
                Ok(path.clone())
            });
            submitted.await
        }
        Err(error) => Err(error),
    };
    match recorded {
        Ok(path) => Ok(see_other(&path, Some(Flash::SessionRecorded))),
        Err(error) => {
            let Some(status) = refused_status(&error) else { return Err(error) };
            let mut state = session_form::refused(&form, &error);
            if error.code() == ErrorCode::MembershipInsufficientHours {
                state.refusal = Some(minutes_left(&page, id.clone()).await?);
            }
            show_with(&page, id, status, (Refused::Session, state)).await
        }
    }
}

/// `/memberships/{id}/sessions/quote`: the page with what is left after the session that is typed.
pub(super) async fn work_out(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<MembershipId>,
    form: FormBody,
) -> HttpResult {
    show_with(&page, id, StatusCode::OK, (Refused::WorkedOut, session_form::kept(&form))).await
}

/// What to say if a session is longer than what is left.
async fn minutes_left(page: &DeskPage<Receptionist>, id: MembershipId) -> Result<String, HttpError> {
    let read = page.caller.read(move |conn, _| Ok(membership_records::by_id(conn, &id)?));
    let membership = read.await?.ok_or_else(|| HttpError::not_found("This membership"))?;
    let hours = Hours::of(&membership, page.text_context());
    Ok(page.texts.memberships().too_many_minutes(&hours.left_text))
}

/// `/memberships/{id}/sessions/{bookingId}/reverse`
pub(super) async fn reverse(
    page: DeskPage<Manager>,
    PathIdPair(id, booking): PathIdPair<MembershipId, BookingId>,
    form: FormBody,
) -> HttpResult {
    let reversed = match form.parse::<ReasonForm>() {
        Ok(ReasonForm { reason }) => {
            let (membership, session, path) = (id.clone(), booking.clone(), membership_path(&id));
            let submitted = page.caller.submit_once(&form, move |tx, context| {
                use_cases::reverse_session(tx, context, &membership, &session, &reason)?;
                Ok(path.clone())
            });
            submitted.await
        }
        Err(error) => Err(error),
    };
    finish(&page, id, &form, reversed, (Flash::SessionReversed, Refused::Reversal(booking))).await
}

/// `/memberships/{id}/cancel`
pub(super) async fn cancel(page: DeskPage<Manager>, PathId(id): PathId<MembershipId>, form: FormBody) -> HttpResult {
    let cancelled = match form.parse::<ReasonForm>() {
        Ok(ReasonForm { reason }) => {
            let (membership, path) = (id.clone(), membership_path(&id));
            let submitted = page.caller.submit_once(&form, move |tx, context| {
                use_cases::cancel(tx, context, &membership, &reason)?;
                Ok(path.clone())
            });
            submitted.await
        }
        Err(error) => Err(error),
    };
    finish(&page, id, &form, cancelled, (Flash::MembershipCancelled, Refused::Cancellation)).await
}

async fn finish<R>(
    page: &DeskPage<R>,
    id: MembershipId,
    form: &FormBody,
    done: Result<String, HttpError>,
    (flash, refused): (Flash, Refused),
) -> HttpResult {
    let error = match done {
        Ok(path) => return Ok(see_other(&path, Some(flash))),
        Err(error) => error,
    };
    let Some(status) = refused_status(&error) else { return Err(error) };
    show_with(page, id, status, (refused, FormState::refused(&form.fields(), &["reason"], &error))).await
}

impl DetailPage {
    fn new<R>(page: &DeskPage<R>, read: DetailRead, catalogue: &Catalogue, refused: Refused, form: FormState) -> Self {
        let context = page.text_context();
        let DetailRead { found, sessions, staff } = read;
        let membership = found.membership;
        let services = spa_services(catalogue).map(|service| {
            let minutes = service.duration_minutes;
            let text = format!("{} ({})", service.name, format::minutes(minutes, page.texts));
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
            state: State::of(&membership, context),
            facts: facts(&membership, context),
            invoice_path: format!("/invoices/{}", membership.invoice_id),
            sessions: sessions.into_iter().map(|session| Session::new(session, &refused, context)).collect(),
            services: services.collect(),
            staff: staff.map(|member| (member.id.as_str().to_owned(), member.display_name)).collect(),
            lines: (0..MAX_LINES).map(|index| (index + 1, line_names(index))).collect(),
            today: page.today().to_string(),
            is_manager: page.role() >= Role::Manager,
            customer: found.customer_name,
            tier: membership.tier_name_snapshot,
            notes: membership.notes,
            refused,
            form,
        }
    }

    /// Whether what was typed belongs to the form of a session.
    fn is_session_refused(&self) -> bool {
        matches!(self.refused, Refused::Session | Refused::WorkedOut)
    }

    fn is_cancel_refused(&self) -> bool {
        self.refused == Refused::Cancellation
    }

    /// Whether one of the further lines is in use.
    fn has_more_lines(&self) -> bool {
        let is_used = |name: &String| !self.form.value(name).is_empty() || self.form.error(name).is_some();
        (1..MAX_LINES).flat_map(line_names).any(|name| is_used(&name))
    }

    /// What a field is called, without the number of its line.
    fn label_of(&self, name: &str) -> &'static str {
        let text = self.frame.texts.memberships();
        match name.trim_end_matches(|character: char| character.is_ascii_digit()) {
            "service" => text.service(),
            "staff" => text.person(),
            "minutes" => text.minutes(),
            "bookingDate" => text.day(),
            "branchId" => text.branch(),
            _ if self.is_cancel_refused() => text.cancel_reason(),
            _ => text.reverse_reason(),
        }
    }

    /// Where the field of an error is.
    fn place_of(&self, name: &str) -> String {
        match &self.refused {
            Refused::Reversal(booking) => format!("r-{booking}"),
            Refused::Cancellation => "c-reason".to_owned(),
            _ => format!("f-{name}"),
        }
    }
}

impl Session {
    fn new(found: SessionBooking, refused: &Refused, context: TextContext) -> Self {
        let text = context.texts.memberships();
        let line = |service: &membership_records::SessionService| {
            let minutes = format::minutes(service.duration_minutes, context.texts);
            let person = service.staff_name.as_deref().unwrap_or_default();
            text.session_line(&service.service_name_snapshot, person, &minutes)
        };
        Self {
            day: format::day(found.booking_date, context.today(), context.texts),
            minutes: format::minutes(found.total_duration_minutes, context.texts),
            lines: found.services.iter().map(line).collect(),
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
    (taken > 0).then(|| text.replace("{time}", &format::minutes(minutes, context.texts)))
}

fn facts(membership: &membership_records::Membership, context: TextContext) -> Vec<(&'static str, String)> {
    let text = context.texts.memberships();
    vec![
        (text.from(), format::date(membership.starts_at.ist_date(), context.texts)),
        (text.ends(), last_day(membership, context)),
        (text.paid(), format::money(membership.price_paid_paise)),
        (text.sold(), format::date(membership.created_at.ist_date(), context.texts)),
    ]
}
