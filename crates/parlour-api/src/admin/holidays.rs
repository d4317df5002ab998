//! Managers say when a branch stays closed.

use axum::extract::{RawQuery, State};
use chrono::NaiveDate;
use parlour_app::holidays::{self as acts, Added, NewHoliday};
use parlour_domain::ids::{BranchId, HolidayId, UserId};
use parlour_domain::text::at_most;
use parlour_store::Conn;
use parlour_store::holidays::{self, HolidayRow, Wanted};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::both::auth::Done;
use crate::error::ApiError;
use crate::fields::{Fields, date, id};
use crate::id_path::Named;
use crate::openapi::Failed;
use crate::paging::ListPage;
use crate::respond::{Answered, Envelope, PagedEnvelope, answer, created, ok, ok_page};
use crate::signed_in::{Manager, Reading};
use crate::web::Web;

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
    State(web): State<Web>,
    asker: Reading<Manager>,
    RawQuery(query): RawQuery,
) -> Answered {
    let (wanted, page) =
        asker.understood(&web, question(query.as_deref(), web.app().clock.now().ist_date())).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_one_state(|conn| holidays::page(conn, &wanted, page.size, page.skipped()))?)
    };
    let (holidays, count) = asker.read(&web, read).await?;
    ok_page(HolidayList { holidays }, page, count)
}

fn question(query: Option<&str>, today: NaiveDate) -> Result<(Wanted, ListPage), ApiError> {
    let mut fields = Fields::of_query(query);
    let branch = fields.optional("branchId", id(BranchId::new));
    let from = fields.optional("from", date);
    let to = fields.optional("to", date);
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        fields.refuse::<()>("to", "must not be before from");
    }
    let page = ListPage::of(&mut fields);
    let wanted = Wanted {
        branch,
        from: from.unwrap_or(today),
        to: to.or_else(|| NaiveDate::from_ymd_opt(9999, 12, 31)).unwrap_or(today),
    };
    fields.build(|| Some((wanted, page)))
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
    responses((status = 201, body = Envelope<Added>), (status = 409, response = Failed)),
)]
pub(crate) async fn add(State(web): State<Web>, asker: Manager, body: Body) -> Answered {
    let new = new_holiday(body.fields()?, web.app().clock.now().ist_date())?;
    let added = asker.act(&web, move |tx, occasion| Ok(acts::add(tx, occasion, &new)?)).await?;
    Ok(answer(created(added)?))
}

fn new_holiday(mut fields: Fields, today: NaiveDate) -> Result<NewHoliday, ApiError> {
    let branch_id = fields.required("branchId", id(BranchId::new));
    let date = fields.required("date", date);
    let name = fields.optional("name", |text| at_most(text.trim(), 120));
    if date.is_some_and(|date| date < today) {
        fields.refuse::<()>("date", "must be today or later");
    }
    fields.build(|| Some(NewHoliday { branch_id: branch_id?, date: date?, name: name.unwrap_or_default() }))
}

/// Open a branch after all
#[utoipa::path(
    delete, path = "/api/schedule/holidays/{id}", tag = "Schedule", security(("session" = ["manager"])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn remove(State(web): State<Web>, asker: Manager, Named(id): Named) -> Answered {
    let id = HolidayId::new(id);
    asker.act(&web, move |tx, occasion| Ok(acts::remove(tx, occasion, &id)?)).await?;
    ok(Done { ok: true })
}
