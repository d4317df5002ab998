//! Managers change the holidays of branches.

use chrono::NaiveDate;
use parlour_app::holidays as use_cases;
use parlour_app::holidays::{AddedHoliday, NewHoliday};
use parlour_domain::ids::{BranchId, HolidayId, UserId};
use parlour_http::request::BlankableName;
use parlour_store::branches::holidays::{self, HolidayFilter, HolidayRow};

use crate::prelude::*;
use crate::shared::auth::Done;

#[derive(Serialize, ToSchema)]
pub(crate) struct HolidayList {
    holidays: Vec<HolidayRow>,
}

/// Holidays
///
/// By date, from today on unless `from` is given.
#[utoipa::path(
    get, path = "/api/schedule/holidays", tag = "Schedule", security(("session" = ["manager"])),
    params(HolidayQuery),
    responses((status = 200, body = PagedEnvelope<HolidayList>)),
)]
pub(crate) async fn list(caller: ReadAs<Manager>) -> HttpResult {
    let today = caller.state.today();
    let (filter, page) = caller.authorize_field_errors(parse_holiday_query(caller.query(), today)).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| holidays::page(conn, &filter, page.size, page.offset());
    caller.answer_page(page, read, |holidays| HolidayList { holidays }).await
}

fn parse_holiday_query(query: Option<&str>, today: NaiveDate) -> Result<(HolidayFilter, ListPage), HttpError> {
    let mut fields = Fields::from_query(query);
    let query = HolidayQuery::read(&mut fields);
    check_period(&mut fields, query.from, query.to);
    let filter = HolidayFilter {
        branch: query.branch_id,
        from: query.from.unwrap_or(today),
        to: query.to.or_else(|| NaiveDate::from_ymd_opt(9999, 12, 31)).unwrap_or(today),
    };
    fields.build(|| Some((filter, query.page)))
}

request_shape! {
    pub(crate) struct HolidayQuery {
        /// Only holidays of this branch
        branch_id: Option<BranchId>,
        /// The first day, today by default
        from: Option<NaiveDate>,
        /// The last day
        to: Option<NaiveDate>,
        page: Flat<ListPage>,
    }

    pub(crate) struct HolidayBody {
        branch_id: BranchId,
        /// Today or later.
        #[example = "2030-01-26"]
        date: NaiveDate,
        #[example = "Republic Day"]
        name: Option<BlankableName<120>>,
    }
}

/// Add a holiday
///
/// Bookings of that day do not change; the response counts them. 409 CONFLICT if the branch has a holiday that day
/// already.
#[utoipa::path(
    post, path = "/api/schedule/holidays", tag = "Schedule", security(("session" = ["manager"])),
    request_body = HolidayBody,
    responses((status = 201, body = Envelope<AddedHoliday>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn add(caller: Manager, body: RequestBody) -> HttpResult {
    let new = new_holiday(&body, caller.state.today())?;
    let added = caller.write(move |tx, context| Ok(use_cases::add(tx, context, &new)?)).await?;
    created(added)
}

fn new_holiday(body: &RequestBody, today: NaiveDate) -> Result<NewHoliday, HttpError> {
    let (mut fields, partial) = body.read::<HolidayBody>()?;
    if partial.date.is_some_and(|date| date < today) {
        fields.add_error::<()>("date", "must be today or later");
    }
    let HolidayBody { branch_id, date, name } = fields.build(|| HolidayBody::complete(partial))?;
    Ok(NewHoliday { branch_id, date, name: name.unwrap_or_default() })
}

/// Remove a holiday
#[utoipa::path(
    delete, path = "/api/schedule/holidays/{id}", tag = "Schedule", security(("session" = ["manager"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn remove(caller: Manager, PathId(id): PathId<HolidayId>, _: NoBody) -> HttpResult {
    caller.write(move |tx, context| Ok(use_cases::remove(tx, context, &id)?)).await?;
    ok(Done { ok: true })
}
