//! Who is free, and on which days.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::availability::{
    FreeDay, FreeDaysQuery, FreeStaffMember, FreeStaffQuery, find_free_days, find_free_staff,
};
use parlour_app::bookings::validate_start_minute;
use parlour_app::validation::Checked;
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::ids::{BranchId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_http::error::FieldErrors;

use crate::prelude::*;
use crate::shared::service_ids::{ServiceIdsText, split_service_ids};

const MAX_YEAR: i32 = 9999;

request_shape! {
    pub(crate) struct FreeStaffParameters {
        branch_id: BranchId,
        #[example = "2030-01-31"]
        date: NaiveDate,
        #[example = "10:30"]
        start_time: NaiveTime,
        /// All services of the booking, separated by commas
        service_ids: ServiceIdsText,
    }

    pub(crate) struct FreeDaysParameters {
        branch_id: BranchId,
        /// Today or later
        #[example = "2030-01-31"]
        from: NaiveDate,
        days: QueryInt<1, 31>,
        /// All services of the booking, separated by commas
        service_ids: Option<ServiceIdsText>,
        /// One staff member of the branch
        staff_id: Option<StaffId>,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct FreeStaff {
    staff: Vec<FreeStaffMember>,
}

/// Who is free
///
/// The active staff of a branch for a booking of these services. Those who are free come first; the others have a reason.
#[utoipa::path(
    get, path = "/api/desk/free-staff", tag = "Desk", security(("session" = ["receptionist"])),
    params(FreeStaffParameters),
    responses((status = 200, body = Envelope<FreeStaff>)),
)]
pub(crate) async fn staff(caller: ReadAs<Receptionist>) -> HttpResult {
    let now = caller.state.now();
    let (mut fields, query) = caller.authorize_field_errors(free_staff_query(caller.query())).await?;
    match caller.read(move |conn, _| Ok(check_and_find_staff(conn, &query, now)?)).await? {
        Ok(staff) => ok(FreeStaff { staff }),
        Err(errors) => {
            fields.add_errors(FieldErrors::of_use_case(errors));
            fields.build(|| None)
        }
    }
}

/// Nobody is free for a booking that cannot begin at that minute.
fn check_and_find_staff(
    conn: &mut Conn<'_>,
    query: &FreeStaffQuery,
    now: Timestamp,
) -> Checked<Vec<FreeStaffMember>, BookingFieldError> {
    let off_grid = validate_start_minute(conn, &query.branch_id, query.start_time)?;
    Ok(match (find_free_staff(conn, query, now)?, off_grid) {
        (found, None) => found,
        (Ok(_), Some(off_grid)) => Err(vec![off_grid]),
        (Err(errors), Some(off_grid)) => Err(errors.into_iter().chain([off_grid]).collect()),
    })
}

fn free_staff_query(query: Option<&str>) -> Result<(Fields, FreeStaffQuery), HttpError> {
    let mut fields = Fields::from_query(query);
    let partial = FreeStaffParameters::read(&mut fields);
    let services = split_service_ids(&mut fields, partial.service_ids.as_deref());
    let FreeStaffParameters { branch_id, date, start_time, .. } =
        fields.build(|| FreeStaffParameters::complete(partial))?;
    Ok((Fields::from_query(query), FreeStaffQuery { branch_id, date, start_time, services, except_booking: None }))
}

#[derive(Serialize, ToSchema)]
pub(crate) struct FreeDays {
    days: Vec<FreeDayView>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FreeDayView {
    date: NaiveDate,
    /// How many half-hour slots are free for the whole booking.
    free_count: usize,
    #[schema(example = "10:30")]
    first_free: Option<String>,
}

impl From<FreeDay> for FreeDayView {
    fn from(FreeDay { date, free_count, first_free }: FreeDay) -> Self {
        Self { date, free_count, first_free: first_free.map(|time| time.format("%H:%M").to_string()) }
    }
}

/// Free days
///
/// For each day how many half-hour slots are free, and the first of them.
#[utoipa::path(
    get, path = "/api/desk/availability", tag = "Desk", security(("session" = ["receptionist"])),
    params(FreeDaysParameters),
    responses((status = 200, body = Envelope<FreeDays>)),
)]
pub(crate) async fn days(caller: ReadAs<Receptionist>) -> HttpResult {
    let today = caller.state.today();
    let (mut fields, query) = caller.authorize_field_errors(free_days_query(caller.query(), today)).await?;
    caller.read(|_, _| Ok(())).await?;
    match find_free_days(caller.state.app(), query).await? {
        Ok(days) => ok(FreeDays { days: days.into_iter().map(FreeDayView::from).collect() }),
        Err(errors) => {
            fields.add_errors(FieldErrors::of_use_case(errors));
            fields.build(|| None)
        }
    }
}

fn free_days_query(query: Option<&str>, today: NaiveDate) -> Result<(Fields, FreeDaysQuery), HttpError> {
    let mut fields = Fields::from_query(query);
    let partial = FreeDaysParameters::read(&mut fields);
    if partial.from.is_some_and(|from| from < today) {
        fields.add_error::<()>("from", "must be today or later");
    }
    let services = split_service_ids(&mut fields, partial.service_ids.as_deref());
    let FreeDaysParameters { branch_id, from, days, staff_id, .. } =
        fields.build(|| FreeDaysParameters::complete(partial))?;
    let days = count_days(from, days);
    let query_fields = Fields::from_query(query);
    let (service_type, gender) = (None, None);
    Ok((query_fields, FreeDaysQuery { branch_id, from, days, services, service_type, staff_id, gender }))
}

/// How many of these days there are until the end of the year 9999: later ones cannot be written in four digits.
fn count_days(from: NaiveDate, days: i64) -> u64 {
    let days = u64::try_from(days).unwrap_or(1);
    let last_day = NaiveDate::from_ymd_opt(MAX_YEAR, 12, 31).unwrap_or(from);
    let left = u64::try_from((last_day - from).num_days()).unwrap_or(0);
    days.min(left + 1)
}
