//! What everyone who works here sees and asks for themselves.

use axum::extract::{RawQuery, State};
use chrono::{Datelike, Days, NaiveDate};
use parlour_app::leave::{self as acts, LeaveWish};
use parlour_app::schedule::{self, OwnSchedule};
use parlour_domain::ids::{LeaveId, UserId};
use parlour_domain::leave::DaysOff;
use parlour_domain::text::at_most;
use parlour_store::Conn;
use parlour_store::leave::{self, LeaveRow};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::both::auth::Done;
use crate::error::ApiError;
use crate::fields::{Fields, date};
use crate::id_path::Named;
use crate::openapi::Failed;
use crate::paging;
use crate::respond::{Answered, Envelope, PagedEnvelope, answer, created, ok, ok_page};
use crate::signed_in::{Reading, Staff};
use crate::web::Web;

/// Two weeks are what people plan.
const USUAL_DAYS: u64 = 13;
const MOST_DAYS: i64 = 92;
const LAST_YEAR: i32 = 9999;

/// My schedule
///
/// Hours, leave, holidays of my branch, and the visits in which I do something, on at most 92 days. Somebody who is not
/// on the roster has none of it.
#[utoipa::path(
    get, path = "/api/me/schedule", tag = "Me", security(("session" = ["staff"])),
    params(
        ("from" = Option<NaiveDate>, Query, description = "The first day, today by default"),
        ("to" = Option<NaiveDate>, Query, description = "The last day, 13 days later by default"),
    ),
    responses((status = 200, body = Envelope<OwnSchedule>)),
)]
pub(crate) async fn schedule(
    State(web): State<Web>,
    asker: Reading<Staff>,
    RawQuery(query): RawQuery,
) -> Answered {
    let (from, to) = asker.understood(&web, days(query.as_deref(), web.app().clock.now().ist_date())).await?;
    ok(asker.read(&web, move |conn, user| Ok(schedule::own(conn, user, from, to)?)).await?)
}

fn days(query: Option<&str>, today: NaiveDate) -> Result<(NaiveDate, NaiveDate), ApiError> {
    let mut fields = Fields::of_query(query);
    let (asked_from, asked_to) = (fields.optional("from", date), fields.optional("to", date));
    let from = asked_from.unwrap_or(today);
    let usual = from.checked_add_days(Days::new(USUAL_DAYS)).filter(|to| to.year() <= LAST_YEAR);
    // A year of five digits is none that could be asked for.
    let to = asked_to.or(usual).unwrap_or(from);
    if !fields.have_failed() {
        let days = to.signed_duration_since(from).num_days() + 1;
        if days < 1 {
            fields.refuse::<()>("to", "must not be before from");
        } else if days > MOST_DAYS {
            fields.refuse::<()>("to", format!("must be at most {MOST_DAYS} days after from, both included"));
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
/// What I was given, refused or have asked for, the latest days first.
#[utoipa::path(
    get, path = "/api/me/leave", tag = "Me", security(("session" = ["staff"])),
    params(
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<OwnLeaveList>)),
)]
pub(crate) async fn leave(
    State(web): State<Web>,
    asker: Reading<Staff>,
    RawQuery(query): RawQuery,
) -> Answered {
    let page = paging::asked(&web, &asker, query.as_deref()).await?;
    let read = move |conn: &mut Conn<'_>, user: &UserId| {
        Ok(conn.in_one_state(|conn| leave::own_page(conn, user, page.size, page.skipped()))?)
    };
    let (leave, count) = asker.read(&web, read).await?;
    ok_page(OwnLeaveList { leave }, page, count)
}

#[derive(Serialize, ToSchema)]
pub(crate) struct OwnLeaveView {
    leave: LeaveRow,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `wish` reads field by field")]
pub(crate) struct LeaveBody {
    /// Today or later, within two years.
    start_date: NaiveDate,
    /// The last day off; at most 366 days in all.
    end_date: NaiveDate,
    #[schema(max_length = 500)]
    reason: Option<String>,
}

/// Ask for leave
///
/// 409 CONFLICT where some of the days are asked for or given already, or where I am not on the roster.
#[utoipa::path(
    post, path = "/api/me/leave", tag = "Me", security(("session" = ["staff"])), request_body = LeaveBody,
    responses((status = 201, body = Envelope<OwnLeaveView>), (status = 409, response = Failed)),
)]
pub(crate) async fn ask(State(web): State<Web>, asker: Staff, body: Body) -> Answered {
    let wish = wish(body.fields()?, web.app().clock.now().ist_date())?;
    let user = asker.user().clone();
    let leave = asker.act(&web, move |tx, occasion| Ok(acts::ask(tx, occasion, &user, &wish)?)).await?;
    Ok(answer(created(OwnLeaveView { leave })?))
}

fn wish(mut fields: Fields, today: NaiveDate) -> Result<LeaveWish, ApiError> {
    let start = fields.required("startDate", date);
    let end = fields.required("endDate", date);
    let reason = fields.optional("reason", |text| at_most(text.trim(), 500));
    // A last day that cannot be read is no reason not to look at the first.
    if let Some(start_date) = start {
        let days = DaysOff { start_date, end_date: end.unwrap_or(start_date) };
        for complaint in days.complaints(today) {
            let field = if complaint.is_about_start() { "startDate" } else { "endDate" };
            fields.refuse::<()>(field, complaint);
        }
    }
    fields.build(|| {
        let (start_date, end_date) = start.zip(end)?;
        let reason = reason.filter(|text| !text.is_empty());
        Some(LeaveWish { days: DaysOff { start_date, end_date }, reason })
    })
}

/// Take back a request for leave
///
/// While nobody has decided it; 409 CONFLICT afterwards.
#[utoipa::path(
    delete, path = "/api/me/leave/{id}", tag = "Me", security(("session" = ["staff"])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Done>), (status = 409, response = Failed)),
)]
pub(crate) async fn withdraw(State(web): State<Web>, asker: Staff, Named(id): Named) -> Answered {
    let (user, id) = (asker.user().clone(), LeaveId::new(id));
    asker.act(&web, move |tx, occasion| Ok(acts::withdraw(tx, occasion, &user, &id)?)).await?;
    ok(Done { ok: true })
}
