//! Managers plan who works when.

use axum::extract::{RawQuery, State};
use chrono::NaiveTime;
use parlour_app::schedule::{self as acts, DayBoard};
use parlour_domain::ids::{StaffId, UserId};
use parlour_domain::shift::{End, MOST_BREAKS, MOST_SHIFTS, ShiftComplaint, Span, TypedShift, complaints};
use parlour_store::Conn;
use parlour_store::shifts::{self, WeeklyShift};
use serde::Serialize;
use utoipa::ToSchema;

use super::desk::day_at_branch;
use crate::body::Body;
use crate::error::ApiError;
use crate::fields::{Fields, wall_time};
use crate::id_path::Named;
use crate::respond::{Answered, Envelope, ok};
use crate::signed_in::{Manager, Reading};
use crate::web::Web;

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
    State(web): State<Web>,
    asker: Reading<Manager>,
    RawQuery(query): RawQuery,
) -> Answered {
    let (date, branch) = asker.understood(&web, day_at_branch(query.as_deref())).await?;
    ok(asker.read(&web, move |conn, _| Ok(acts::board(conn, &branch, date)?)).await?)
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
pub(crate) async fn week(State(web): State<Web>, asker: Reading<Manager>, Named(staff): Named) -> Answered {
    let staff = StaffId::new(staff);
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        if !shifts::staff_exists(conn, &staff)? {
            return Err(ApiError::not_found("This member of staff"));
        }
        Ok(shifts::of_staff(conn, &staff)?)
    };
    ok(Week { shifts: asker.read(&web, read).await? })
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
    State(web): State<Web>,
    asker: Manager,
    Named(staff): Named,
    body: Body,
) -> Answered {
    let week = week_of(body.fields()?)?;
    let staff = StaffId::new(staff);
    let shifts =
        asker.act(&web, move |tx, occasion| Ok(acts::set_week(tx, occasion, &staff, &week)?)).await?;
    ok(Week { shifts })
}

fn week_of(mut fields: Fields) -> Result<Vec<WeeklyShift>, ApiError> {
    let typed = fields.named_objects("shifts", MOST_SHIFTS, shift);
    let readable: Vec<TypedShift> = typed
        .into_iter()
        .flatten()
        .filter_map(|(place, shift)| shift.map(|shift| TypedShift { place, ..shift }))
        .collect();
    for complaint in complaints(&readable) {
        fields.refuse::<()>(&field_of(&complaint), complaint.why);
    }
    fields.build(|| readable.into_iter().map(stored).collect())
}

/// None where its hours cannot be read; its place is told later.
fn shift(fields: &mut Fields) -> Option<TypedShift> {
    let weekday = fields.required_int("weekday", 1..=7);
    let hours = span(fields);
    let breaks = fields.optional_objects("breaks", MOST_BREAKS, span).unwrap_or_default();
    let breaks = breaks.into_iter().filter_map(|(place, rest)| Some((place, rest?))).collect();
    Some(TypedShift { place: 0, weekday, hours: hours?, breaks })
}

fn span(fields: &mut Fields) -> Option<Span> {
    let start: Option<NaiveTime> = fields.required("startTime", wall_time);
    let end = fields.required("endTime", wall_time);
    start.zip(end).map(|(start_time, end_time)| Span { start_time, end_time })
}

fn field_of(complaint: &ShiftComplaint) -> String {
    let end = match complaint.end {
        End::Start => "startTime",
        End::End => "endTime",
    };
    match complaint.rest {
        Some(rest) => format!("shifts.{}.breaks.{rest}.{end}", complaint.shift),
        None => format!("shifts.{}.{end}", complaint.shift),
    }
}

fn stored(shift: TypedShift) -> Option<WeeklyShift> {
    let mut breaks: Vec<Span> = shift.breaks.into_iter().map(|(_, rest)| rest).collect();
    breaks.sort_by_key(|rest| rest.start_time);
    Some(WeeklyShift {
        weekday: shift.weekday?,
        start_time: shift.hours.start_time,
        end_time: shift.hours.end_time,
        breaks,
    })
}
