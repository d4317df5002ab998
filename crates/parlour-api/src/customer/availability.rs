//! The slots of a day.

use axum::extract::{Request, State};
use chrono::NaiveDate;
use parlour_domain::availability::open_day;
use serde::Serialize;
use url::form_urlencoded;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::fields::{Fields, date};
use crate::hot::Entity;
use crate::respond::{Answered, Envelope};
use crate::web::Web;

#[derive(Serialize, ToSchema)]
pub(crate) struct Day {
    slots: Vec<SlotView>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SlotView {
    #[schema(example = "10:00")]
    start_time: String,
    #[schema(example = "10:30")]
    end_time: String,
    available: bool,
}

/// The slots of a day
///
/// Half hours from 10:00 to 21:00. An open branch takes requests for all of them, and a branch that
/// nobody knows reads as an open one.
#[utoipa::path(
    get, path = "/api/availability", tag = "Catalogue",
    params(
        ("date" = chrono::NaiveDate, Query, description = "Today (IST) or later", example = "2030-01-31"),
        ("branchId" = String, Query, min_length = 1),
    ),
    responses((status = 200, body = Envelope<Day>)),
)]
pub(crate) async fn of_day(State(web): State<Web>, request: Request) -> Answered {
    let today = web.app().clock.now().ist_date();
    check(request.uri().query().unwrap_or_default(), today)?;
    if let Some(day) = web.hot().open_day.get() {
        return Ok(day.respond(request.headers()));
    }
    let slots = open_day()
        .map(|slot| SlotView {
            start_time: slot.start.format("%H:%M").to_string(),
            end_time: slot.end.format("%H:%M").to_string(),
            available: slot.available,
        })
        .collect();
    let day = Entity::of(Day { slots })?;
    Ok(web.hot().open_day.get_or_init(|| day).respond(request.headers()))
}

/// Most queries are right, so they are only looked at; one that is not is read again for what is wrong.
fn check(query: &str, today: NaiveDate) -> Result<(), ApiError> {
    let (mut day_is_right, mut branch_is_right) = (None, None);
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "date" => _ = day_is_right.get_or_insert(day(&value, today).is_ok()),
            "branchId" => _ = branch_is_right.get_or_insert(branch(&value).is_ok() && !value.contains('\0')),
            _ => {}
        }
    }
    if (day_is_right, branch_is_right) == (Some(true), Some(true)) {
        return Ok(());
    }
    let mut fields = Fields::of_query(Some(query));
    fields.required("date", |text| day(text, today));
    fields.required("branchId", branch);
    fields.build(|| Some(()))
}

fn day(text: &str, today: NaiveDate) -> Result<NaiveDate, &'static str> {
    let date = date(text)?;
    if date < today { Err("must not be in the past") } else { Ok(date) }
}

fn branch(text: &str) -> Result<(), &'static str> {
    if text.is_empty() { Err("must not be empty") } else { Ok(()) }
}
