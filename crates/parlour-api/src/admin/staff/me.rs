//! The signed-in staff member: language, schedule and leave.

use chrono::{Datelike, Days, NaiveDate};
use parlour_app::leave as use_cases;
use parlour_app::schedule::{self, OwnSchedule};
use parlour_app::users;
use parlour_domain::auth::role::Role;
use parlour_domain::customer::Language;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{LeaveId, UserId};
use parlour_http::shapes::leave::{LeaveBody, leave_request};
use parlour_store::staff::leave::{self, LeaveRow};
use parlour_store::users::user_records::{self, User};

use crate::prelude::*;
use crate::shared::auth::Done;

/// A schedule shows two weeks by default.
const DEFAULT_EXTRA_DAYS: u64 = 13;
const MAX_DAYS: i64 = 92;
const MAX_YEAR: i32 = 9999;

#[derive(Serialize, ToSchema)]
pub(crate) struct OwnUserView {
    user: OwnUser,
}

#[derive(Serialize, ToSchema)]
struct OwnUser {
    id: UserId,
    name: String,
    email: Option<EmailAddress>,
    image: Option<String>,
    role: Role,
    /// Null while they have not chosen one.
    language: Option<Language>,
}

impl OwnUserView {
    fn find(conn: &mut Conn<'_>, id: &UserId) -> Result<Self, HttpError> {
        let User { id, name, email, image, role, .. } =
            user_records::by_id(conn, id)?.ok_or_else(HttpError::unauthenticated)?;
        let language = user_records::find_language(conn, &id)?;
        Ok(Self { user: OwnUser { id, name, email, image, role, language } })
    }
}

/// Change what is kept of me
///
/// Absent fields stay unchanged. The language is that of what is sent to me, and of the pages where this device has no
/// other.
#[utoipa::path(
    patch, path = "/api/me", tag = "Me", security(("session" = ["staff"])), request_body = OwnUserBody,
    responses((status = 200, body = Envelope<OwnUserView>)),
)]
pub(crate) async fn change(caller: Staff, body: RequestBody) -> HttpResult {
    let OwnUserBody { language } = body.parse()?;
    let user = caller.user().clone();
    let changed = caller.write(move |tx, context| {
        if let Some(language) = language {
            users::choose_language(tx, context, &user, language)?;
        }
        OwnUserView::find(tx, &user)
    });
    ok(changed.await?)
}

/// My schedule
///
/// Working hours, leave, holidays of my branch and my bookings on at most 92 days. Empty for a user without a staff
/// profile.
#[utoipa::path(
    get, path = "/api/me/schedule", tag = "Me", security(("session" = ["staff"])),
    params(ScheduleQuery),
    responses((status = 200, body = Envelope<OwnSchedule>)),
)]
pub(crate) async fn schedule(caller: ReadAs<Staff>) -> HttpResult {
    let (from, to) = caller.authorize_field_errors(days(caller.query(), caller.state.today())).await?;
    ok(caller.read(move |conn, user| Ok(schedule::own_schedule(conn, user, from, to)?)).await?)
}

fn days(query: Option<&str>, today: NaiveDate) -> Result<(NaiveDate, NaiveDate), HttpError> {
    let mut fields = Fields::from_query(query);
    let query = ScheduleQuery::read(&mut fields);
    let from = query.from.unwrap_or(today);
    let default_end = from.checked_add_days(Days::new(DEFAULT_EXTRA_DAYS)).filter(|to| to.year() <= MAX_YEAR);
    let to = query.to.or(default_end).unwrap_or(from);
    if !fields.has_errors() {
        let days = to.signed_duration_since(from).num_days() + 1;
        if days < 1 {
            fields.add_error::<()>("to", "must not be before from");
        } else if days > MAX_DAYS {
            fields.add_error::<()>("to", format!("must be at most {MAX_DAYS} days after from, both included"));
        }
    }
    fields.build(|| Some((from, to)))
}

#[derive(Serialize, ToSchema)]
pub(crate) struct OwnLeaveList {
    leave: Vec<LeaveRow>,
}

/// My leave
///
/// Approved, rejected and pending leave, the latest days first.
#[utoipa::path(
    get, path = "/api/me/leave", tag = "Me", security(("session" = ["staff"])),
    params(ListPage),
    responses((status = 200, body = PagedEnvelope<OwnLeaveList>)),
)]
pub(crate) async fn leave(caller: ReadAs<Staff>) -> HttpResult {
    let page: ListPage = caller.parse_query().await?;
    let read = move |conn: &mut Conn<'_>, user: &UserId| leave::own_page(conn, user, page.size, page.offset());
    caller.answer_page(page, read, |leave| OwnLeaveList { leave }).await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct OwnLeaveView {
    leave: LeaveRow,
}

request_shape! {
    pub(crate) struct OwnUserBody {
        language: Option<Language>,
    }

    pub(crate) struct ScheduleQuery {
        /// The first day, today by default
        from: Option<NaiveDate>,
        /// The last day, 13 days later by default
        to: Option<NaiveDate>,
    }
}

/// Request leave
///
/// 409 CONFLICT if some of the days are requested or approved already, or if I have no staff profile.
#[utoipa::path(
    post, path = "/api/me/leave", tag = "Me", security(("session" = ["staff"])), request_body = LeaveBody,
    responses((status = 201, body = Envelope<OwnLeaveView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn request_leave(caller: Staff, body: RequestBody) -> HttpResult {
    let leave_request = leave_request(body.read::<LeaveBody>()?, caller.state.today())?;
    let user = caller.user().clone();
    let leave = caller.write(move |tx, context| Ok(use_cases::request(tx, context, &user, &leave_request)?)).await?;
    created(OwnLeaveView { leave })
}

/// Withdraw a request for leave
///
/// Until it is decided; 409 CONFLICT afterwards.
#[utoipa::path(
    delete, path = "/api/me/leave/{id}", tag = "Me", security(("session" = ["staff"])),
    responses((status = 200, body = Envelope<Done>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn withdraw_leave(caller: Staff, PathId(id): PathId<LeaveId>, _: NoBody) -> HttpResult {
    let user = caller.user().clone();
    caller.write(move |tx, context| Ok(use_cases::withdraw(tx, context, &user, &id)?)).await?;
    ok(Done { ok: true })
}
