//! The slots of a day.

use axum::extract::{Request, State};
use parlour_domain::availability::open_day;
use serde::Serialize;
use utoipa::ToSchema;

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
    let mut fields = Fields::of_query(request.uri().query());
    fields.required("date", |text| {
        let date = date(text)?;
        if date < today { Err("must not be in the past") } else { Ok(date) }
    });
    fields.required("branchId", |text| if text.is_empty() { Err("must not be empty") } else { Ok(()) });
    fields.build(|| Some(()))?;
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
