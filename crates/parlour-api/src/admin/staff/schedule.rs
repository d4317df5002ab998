//! Managers change the working hours of staff.

use chrono::NaiveTime;
use http::Uri;
use parlour_app::schedule as use_cases;
use parlour_app::schedule::{DayBoard, ScheduleWeek};
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::staff::shift::{
    MAX_BREAKS_PER_SHIFT, MAX_SHIFTS_PER_WEEK, ShiftFieldError, ShiftInput, ShiftTimeField, TimeRange, field_errors,
};
use parlour_http::respond::stored_ok;
use parlour_store::staff::shifts::{self, WeeklyShift};

use crate::admin::desk::BoardQuery;
use crate::admin::reports::response::{ReportDay, check_branch};
use crate::prelude::*;

/// More than a branch has staff.
const MAX_COPIES: usize = 50;

/// A day at a branch
///
/// Each staff member with working hours, approved or pending leave and bookings of that day. Cancelled and rejected
/// bookings are left out.
#[utoipa::path(
    get, path = "/api/schedule", tag = "Schedule", security(("session" = ["manager"])),
    params(BoardQuery),
    responses((status = 200, body = Envelope<DayBoard>)),
)]
pub(crate) async fn board(caller: ReadAs<Manager>) -> HttpResult {
    let BoardQuery { date, branch_id: branch } = caller.parse_query().await?;
    let now = caller.state.now();
    ok(caller.read(move |conn, _| Ok(use_cases::day_board(conn, &branch, date, now)?)).await?)
}

request_shape! {
    pub(crate) struct BranchWeekQuery {
        branch_id: BranchId,
        /// The first of the seven days, from 2000 to 2999
        #[example = "2030-01-31"]
        from: ReportDay,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct BranchWeek {
    week: ScheduleWeek,
}

/// A week at a branch
///
/// Seven days of each active staff member: shifts, breaks, approved and pending leave, blocks, and how many minutes are
/// booked.
#[utoipa::path(
    get, path = "/api/schedule/week", tag = "Schedule", security(("session" = ["manager"])),
    params(BranchWeekQuery),
    responses((status = 200, body = Envelope<BranchWeek>)),
)]
pub(crate) async fn branch_week(caller: Manager, uri: Uri) -> HttpResult {
    let mut fields = Fields::from_query(uri.query());
    let partial = BranchWeekQuery::read(&mut fields);
    check_branch(&caller.state, &mut fields, partial.branch_id.clone()).await?;
    let BranchWeekQuery { branch_id: branch, from } = fields.build(|| BranchWeekQuery::complete(partial))?;
    let week = caller.state.read(move |conn| Ok(use_cases::week(conn, &branch, from)?)).await?;
    ok(BranchWeek { week })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Week {
    /// By weekday and time.
    shifts: Vec<WeeklyShift>,
}

/// The weekly shifts of a staff member
#[utoipa::path(
    get, path = "/api/schedule/{staffId}", tag = "Schedule", security(("session" = ["manager"])),
    responses((status = 200, body = Envelope<Week>)),
)]
pub(crate) async fn week(caller: ReadAs<Manager>, PathId(staff): PathId<StaffId>) -> HttpResult {
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        if !shifts::staff_exists(conn, &staff)? {
            return Err(HttpError::not_found("This member of staff"));
        }
        Ok(shifts::list_by_staff(conn, &staff)?)
    };
    ok(Week { shifts: caller.read(read).await? })
}

request_shape! {
    pub(crate) struct WeekBody {
        /// The whole week. Staff work at no other time.
        shifts: ObjectList<ShiftBody, 0, MAX_SHIFTS_PER_WEEK>,
    }

    pub(crate) struct ShiftBody {
        /// 1 is Monday, 7 is Sunday.
        weekday: Int<1, 7>,
        #[example = "10:00"]
        start_time: NaiveTime,
        #[example = "19:00"]
        end_time: NaiveTime,
        /// Within the shift.
        breaks: Option<ObjectList<BreakBody, 0, MAX_BREAKS_PER_SHIFT>>,
    }

    pub(crate) struct BreakBody {
        #[example = "13:00"]
        start_time: NaiveTime,
        #[example = "13:45"]
        end_time: NaiveTime,
    }
}

/// Replace the weekly shifts of a staff member
///
/// The whole week replaces the previous one. Shifts of a day must not overlap, and breaks must lie within their shift.
/// Bookings outside the new hours do not change.
#[utoipa::path(
    put, path = "/api/schedule/{staffId}", tag = "Schedule", security(("session" = ["manager"])),
    request_body = WeekBody,
    responses((status = 200, body = Envelope<Week>)),
)]
pub(crate) async fn set_week(caller: Manager, PathId(staff): PathId<StaffId>, body: RequestBody) -> HttpResult {
    let week = parse_week(&body)?;
    let shifts = caller.write(move |tx, context| Ok(use_cases::set_week(tx, context, &staff, &week)?)).await?;
    ok(Week { shifts })
}

request_shape! {
    pub(crate) struct CopyWeekBody {
        /// Staff of the same branch; a repeated id counts once.
        to_staff_ids: TextList<StaffId, 1, MAX_COPIES>,
    }
}

/// Copy the weekly shifts of a staff member to others
///
/// Their whole weeks are replaced, all of them or none. The response has the shifts that were copied. Bookings outside the
/// new hours do not change.
#[utoipa::path(
    post, path = "/api/schedule/{staffId}/copy", tag = "Schedule", security(("session" = ["manager"])),
    params(IdempotencyKey),
    request_body = CopyWeekBody,
    responses((status = 200, body = Envelope<Week>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn copy_week(caller: Manager, PathId(staff): PathId<StaffId>, body: KeyedBody) -> HttpResult {
    let (mut fields, partial) = body.read::<CopyWeekBody>()?;
    let (from, to) = (staff.clone(), partial.to_staff_ids.clone().unwrap_or_default());
    let check = move |conn: &mut Conn<'_>| use_cases::validate_copy(conn, &from, &to);
    check_readable(&caller.state, &mut fields, check).await?;
    let CopyWeekBody { to_staff_ids: to } = fields.build(|| CopyWeekBody::complete(partial))?;
    caller
        .write_once(&body, move |tx, context| {
            let shifts = use_cases::copy_week(tx, context, &staff, &to)?;
            Ok(stored_ok(Week { shifts })?.about_no_user())
        })
        .await
}

fn parse_week(body: &RequestBody) -> Result<Vec<WeeklyShift>, HttpError> {
    let (mut fields, week) = body.read::<WeekBody>()?;
    let shifts: Vec<ShiftInput> = week.shifts.into_iter().flatten().filter_map(shift_input).collect();
    for field_error in field_errors(&shifts) {
        fields.add_error::<()>(&shift_field_name(&field_error), field_error.refusal);
    }
    fields.build(|| shifts.into_iter().map(use_cases::weekly_shift).collect())
}

/// `None` where the times of the shift cannot be read.
fn shift_input((index, shift): (usize, <ShiftBody as RequestShape>::Partial)) -> Option<ShiftInput> {
    let breaks = shift.breaks.into_iter().flatten();
    let breaks = breaks.filter_map(|(index, rest)| Some((index, time_range(rest.start_time, rest.end_time)?)));
    let hours = time_range(shift.start_time, shift.end_time)?;
    Some(ShiftInput { place: index, weekday: shift.weekday, hours, breaks: breaks.collect() })
}

fn time_range(start: Option<NaiveTime>, end: Option<NaiveTime>) -> Option<TimeRange> {
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
