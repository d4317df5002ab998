//! Managers say when a branch stays closed.

use axum::extract::{RawQuery, State};
use chrono::NaiveDate;
use parlour_app::holidays as use_cases;
use parlour_app::holidays::{AddedHoliday, NewHoliday};
use parlour_domain::ids::{BranchId, HolidayId, UserId};
use parlour_domain::text::limited_text;
use parlour_http::body::RequestBody;
use parlour_http::error::HttpError;
use parlour_http::fields::{Fields, date, id};
use parlour_http::paging::ListPage;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, PagedEnvelope, ok, ok_page, stored_created, to_response};
use parlour_http::sessions::{Manager, ReadAs};
use parlour_http::state::HttpState;
use parlour_store::Conn;
use parlour_store::branches::holidays::{self, HolidayFilter, HolidayRow};
use serde::Serialize;
use utoipa::ToSchema;

use crate::openapi::ErrorResponse;
use crate::shared::auth::Done;

#[derive(Serialize, ToSchema)]
pub(crate) struct HolidayList {
    holidays: Vec<HolidayRow>,
}

/// Holidays
///
/// In the order of the days, from today on unless `from` says otherwise.
#[utoipa::path(
    get, path = "/api/schedule/holidays", tag = "Schedule", security(("session" = ["manager"])),
    params(
        ("branchId" = Option<String>, Query, description = "Of one branch"),
        ("from" = Option<NaiveDate>, Query, description = "The first day, today by default"),
        ("to" = Option<NaiveDate>, Query, description = "The last day"),
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<HolidayList>)),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Manager>,
    RawQuery(query): RawQuery,
) -> HttpResult {
    let (filter, page) = caller
        .authorize_field_errors(&state, parse_query(query.as_deref(), state.app().clock.now().ist_date()))
        .await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_snapshot(|conn| holidays::page(conn, &filter, page.size, page.offset()))?)
    };
    let (holidays, count) = caller.read(&state, read).await?;
    ok_page(HolidayList { holidays }, page, count)
}

fn parse_query(query: Option<&str>, today: NaiveDate) -> Result<(HolidayFilter, ListPage), HttpError> {
    let mut fields = Fields::from_query(query);
    let branch = fields.optional("branchId", id(BranchId::new));
    let from = fields.optional("from", date);
    let to = fields.optional("to", date);
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        fields.add_error::<()>("to", "must not be before from");
    }
    let page = ListPage::from_fields(&mut fields);
    let filter = HolidayFilter {
        branch,
        from: from.unwrap_or(today),
        to: to.or_else(|| NaiveDate::from_ymd_opt(9999, 12, 31)).unwrap_or(today),
    };
    fields.build(|| Some((filter, page)))
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `new_holiday` reads field by field")]
pub(crate) struct HolidayBody {
    #[schema(min_length = 1)]
    branch_id: String,
    /// Today or later.
    #[schema(example = "2030-01-26")]
    date: NaiveDate,
    #[schema(max_length = 120, example = "Republic Day")]
    name: Option<String>,
}

/// Close a branch for a day
///
/// Visits that are booked that day stay as they are: the answer says how many. 409 CONFLICT where the branch has a
/// holiday that day already.
#[utoipa::path(
    post, path = "/api/schedule/holidays", tag = "Schedule", security(("session" = ["manager"])),
    request_body = HolidayBody,
    responses((status = 201, body = Envelope<AddedHoliday>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn add(State(state): State<HttpState>, caller: Manager, body: RequestBody) -> HttpResult {
    let new = new_holiday(body.fields()?, state.app().clock.now().ist_date())?;
    let added = caller.write(&state, move |tx, context| Ok(use_cases::add(tx, context, &new)?)).await?;
    Ok(to_response(stored_created(added)?))
}

fn new_holiday(mut fields: Fields, today: NaiveDate) -> Result<NewHoliday, HttpError> {
    let branch_id = fields.required("branchId", id(BranchId::new));
    let date = fields.required("date", date);
    let name = fields.optional("name", |text| limited_text(text.trim(), 120));
    if date.is_some_and(|date| date < today) {
        fields.add_error::<()>("date", "must be today or later");
    }
    fields.build(|| Some(NewHoliday { branch_id: branch_id?, date: date?, name: name.unwrap_or_default() }))
}

/// Open a branch after all
#[utoipa::path(
    delete, path = "/api/schedule/holidays/{id}", tag = "Schedule", security(("session" = ["manager"])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn remove(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(id): PathId,
) -> HttpResult {
    let id = HolidayId::new(id);
    caller.write(&state, move |tx, context| Ok(use_cases::remove(tx, context, &id)?)).await?;
    ok(Done { ok: true })
}
