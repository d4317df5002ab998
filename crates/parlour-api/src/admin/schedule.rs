//! Managers plan who works when.

use axum::extract::{RawQuery, State};
use chrono::NaiveTime;
use parlour_app::schedule as use_cases;
use parlour_app::schedule::DayBoard;
use parlour_domain::ids::{StaffId, UserId};
use parlour_domain::staff::shift::{
    MAX_BREAKS_PER_SHIFT, MAX_SHIFTS_PER_WEEK, ShiftFieldError, ShiftInput, ShiftTimeField, TimeRange,
    field_errors,
};
use parlour_http::body::RequestBody;
use parlour_http::error::HttpError;
use parlour_http::fields::{Fields, wall_time};
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, ok};
use parlour_http::sessions::{Manager, ReadAs};
use parlour_http::state::HttpState;
use parlour_store::Conn;
use parlour_store::staff::shifts::{self, WeeklyShift};
use serde::Serialize;
use utoipa::ToSchema;

use super::desk::parse_day_and_branch;

/// A day at a branch
///
/// Each member of staff with the hours of that weekday, the leave that is given or asked for, and the visits in which
/// they do something. What is cancelled or rejected keeps nobody busy.
#[utoipa::path(
    get, path = "/api/schedule", tag = "Schedule", security(("session" = ["manager"])),
    params(
        ("date" = chrono::NaiveDate, Query, example = "2030-01-31"),
        ("branchId" = String, Query, min_length = 1),
    ),
    responses((status = 200, body = Envelope<DayBoard>)),
)]
pub(crate) async fn board(
    State(state): State<HttpState>,
    caller: ReadAs<Manager>,
    RawQuery(query): RawQuery,
) -> HttpResult {
    let (date, branch) =
        caller.authorize_field_errors(&state, parse_day_and_branch(query.as_deref())).await?;
    ok(caller.read(&state, move |conn, _| Ok(use_cases::day_board(conn, &branch, date)?)).await?)
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Week {
    /// By weekday and time.
    shifts: Vec<WeeklyShift>,
}

/// Somebody's week
#[utoipa::path(
    get, path = "/api/schedule/{staffId}", tag = "Schedule", security(("session" = ["manager"])),
    params(("staffId" = String, Path)), responses((status = 200, body = Envelope<Week>)),
)]
pub(crate) async fn week(
    State(state): State<HttpState>,
    caller: ReadAs<Manager>,
    PathId(staff): PathId,
) -> HttpResult {
    let staff = StaffId::new(staff);
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        if !shifts::staff_exists(conn, &staff)? {
            return Err(HttpError::not_found("This member of staff"));
        }
        Ok(shifts::list_by_staff(conn, &staff)?)
    };
    ok(Week { shifts: caller.read(&state, read).await? })
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `week_of` reads field by field")]
pub(crate) struct WeekBody {
    /// The whole week; nobody who is not in it works.
    #[schema(max_items = 50)]
    shifts: Vec<ShiftBody>,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `shift` reads field by field")]
pub(crate) struct ShiftBody {
    /// 1 is Monday, 7 is Sunday.
    #[schema(minimum = 1, maximum = 7)]
    weekday: i64,
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "10:00")]
    start_time: String,
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "19:00")]
    end_time: String,
    /// Within the shift.
    #[schema(max_items = 12)]
    breaks: Option<Vec<BreakBody>>,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `span` reads field by field")]
pub(crate) struct BreakBody {
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "13:00")]
    start_time: String,
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "13:45")]
    end_time: String,
}

/// Write somebody's week
///
/// The whole of it, in the place of the one before. Shifts of a day do not overlap, and breaks lie within theirs.
/// Visits that are booked outside the new hours stay as they are.
#[utoipa::path(
    put, path = "/api/schedule/{staffId}", tag = "Schedule", security(("session" = ["manager"])),
    params(("staffId" = String, Path)), request_body = WeekBody,
    responses((status = 200, body = Envelope<Week>)),
)]
pub(crate) async fn set_week(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(staff): PathId,
    body: RequestBody,
) -> HttpResult {
    let week = parse_week(body.fields()?)?;
    let staff = StaffId::new(staff);
    let shifts =
        caller.write(&state, move |tx, context| Ok(use_cases::set_week(tx, context, &staff, &week)?)).await?;
    ok(Week { shifts })
}

fn parse_week(mut fields: Fields) -> Result<Vec<WeeklyShift>, HttpError> {
    let typed = fields.required_objects_may_be_empty("shifts", MAX_SHIFTS_PER_WEEK, shift);
    let readable: Vec<ShiftInput> = typed
        .into_iter()
        .flatten()
        .filter_map(|(place, shift)| shift.map(|shift| ShiftInput { place, ..shift }))
        .collect();
    for field_error in field_errors(&readable) {
        fields.add_error::<()>(&shift_field_name(&field_error), field_error.refusal);
    }
    fields.build(|| readable.into_iter().map(to_weekly_shift).collect())
}

/// None where its hours cannot be read; its place is told later.
fn shift(fields: &mut Fields) -> Option<ShiftInput> {
    let weekday = fields.required_int("weekday", 1..=7);
    let hours = parse_time_span(fields);
    let breaks = fields.optional_objects("breaks", MAX_BREAKS_PER_SHIFT, parse_time_span).unwrap_or_default();
    let breaks = breaks.into_iter().filter_map(|(place, rest)| Some((place, rest?))).collect();
    Some(ShiftInput { place: 0, weekday, hours: hours?, breaks })
}

fn parse_time_span(fields: &mut Fields) -> Option<TimeRange> {
    let start: Option<NaiveTime> = fields.required("startTime", wall_time);
    let end = fields.required("endTime", wall_time);
    start.zip(end).map(|(start_time, end_time)| TimeRange { start_time, end_time })
}

fn shift_field_name(field_error: &ShiftFieldError) -> String {
    let end = match field_error.end {
        ShiftTimeField::Start => "startTime",
        ShiftTimeField::End => "endTime",
    };
    match field_error.rest {
        Some(rest) => format!("shifts.{}.breaks.{rest}.{end}", field_error.shift),
        None => format!("shifts.{}.{end}", field_error.shift),
    }
}

fn to_weekly_shift(shift: ShiftInput) -> Option<WeeklyShift> {
    let mut breaks: Vec<TimeRange> = shift.breaks.into_iter().map(|(_, rest)| rest).collect();
    breaks.sort_by_key(|rest| rest.start_time);
    Some(WeeklyShift {
        weekday: shift.weekday?,
        start_time: shift.hours.start_time,
        end_time: shift.hours.end_time,
        breaks,
    })
}
