//! The slots of a day.

use std::borrow::Cow;

use axum::extract::{Request, State};
use chrono::NaiveDate;
use parlour_app::availability::{AvailabilityQuery, find_free_slots};
use parlour_domain::booking::availability::{Slot, open_branch_slots};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, ServiceId, StaffId};
use parlour_domain::service::ServiceType;
use parlour_http::booking_fields::{GENDER_CHOICES, MAX_SERVICE_IDS};
use parlour_http::error::{HttpError, booking_field_name};
use parlour_http::fields::{Fields, date, id, one_of};
use parlour_http::respond::{Envelope, HttpResult};
use parlour_http::response_cache::CacheableResponse;
use parlour_http::state::HttpState;
use serde::Serialize;
use url::form_urlencoded;
use utoipa::ToSchema;

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

impl Day {
    fn of(slots: impl IntoIterator<Item = Slot>) -> Self {
        let slots = slots.into_iter().map(|slot| SlotView {
            start_time: slot.start.format("%H:%M").to_string(),
            end_time: slot.end.format("%H:%M").to_string(),
            available: slot.available,
        });
        Self { slots: slots.collect() }
    }
}

/// The slots of a day
///
/// An open branch takes requests for every half hour from 10:00 to 21:00, whatever else is asked, and a branch that
/// nobody knows reads as an open one. A live branch shows the half hours of its opening hours; available are those at
/// whose start somebody is at work and free for the whole visit.
#[utoipa::path(
    get, path = "/api/availability", tag = "Catalogue",
    params(
        ("date" = chrono::NaiveDate, Query, description = "Today (IST) or later", example = "2030-01-31"),
        ("branchId" = String, Query, min_length = 1),
        ("serviceIds" = Option<String>, Query, description = "The whole visit, separated by commas; live branches only"),
        ("serviceType" = Option<ServiceType>, Query, description = "Live branches only"),
        ("staffId" = Option<String>, Query, description = "One person of the branch; live branches only"),
        ("staffGender" = Option<Gender>, Query, description = "Live branches only"),
    ),
    responses((status = 200, body = Envelope<Day>)),
)]
pub(crate) async fn show_day(State(state): State<HttpState>, request: Request) -> HttpResult {
    let query = request.uri().query().unwrap_or_default();
    let today = state.app().clock.now().ist_date();
    let (date, branch) = parse_day_and_branch(query, today)?;
    if state.response_cache().live_branches.has(state.app(), &branch).await?
        && let Some(day) = live_day(&state, query, date, &branch).await?
    {
        return Ok(CacheableResponse::of(day)?.respond(request.headers()));
    }
    if let Some(day) = state.response_cache().open_day.get() {
        return Ok(day.respond(request.headers()));
    }
    let day = CacheableResponse::of(Day::of(open_branch_slots()))?;
    Ok(state.response_cache().open_day.get_or_init(|| day).respond(request.headers()))
}

/// Nothing, where the branch has just ceased to be live.
async fn live_day(
    state: &HttpState,
    query: &str,
    date: NaiveDate,
    branch: &str,
) -> Result<Option<Day>, HttpError> {
    let mut fields = Fields::from_query(Some(query));
    let question = AvailabilityQuery {
        branch_id: BranchId::new(branch),
        date,
        services: services(&mut fields),
        service_type: fields.optional("serviceType", one_of(ServiceType::parse, "salon or spa")),
        staff_id: fields.optional("staffId", id(StaffId::new)),
        gender: fields.optional("staffGender", one_of(Gender::parse, GENDER_CHOICES)),
    };
    let now = state.app().clock.now();
    let looked = state
        .app()
        .db
        .read(move |conn| find_free_slots(conn, &question, now).map_err(HttpError::from))
        .await?;
    let slots = match looked {
        Ok(None) => return Ok(None),
        Ok(Some(slots)) => Some(slots),
        Err(field_errors) => {
            for field_error in &field_errors {
                fields.add_error::<()>(&booking_field_name(field_error), field_error);
            }
            None
        }
    };
    fields.build(|| slots.map(|slots| Some(Day::of(slots))))
}

/// Each with its place in the list.
fn services(fields: &mut Fields) -> Vec<(usize, ServiceId)> {
    let listed = fields.optional("serviceIds", |text| {
        let most = text.split(',').take(MAX_SERVICE_IDS + 1).count();
        if most > MAX_SERVICE_IDS { Err("names too many services") } else { Ok(text.to_owned()) }
    });
    let mut services = Vec::new();
    for (place, id) in listed.iter().flat_map(|listed| listed.split(',')).enumerate() {
        if id.is_empty() {
            fields.add_error::<()>(&format!("serviceIds.{place}"), "must not be empty");
        } else {
            services.push((place, ServiceId::new(id)));
        }
    }
    services
}

/// Most queries are right, so they are only looked at; one that is not is read again for what is wrong.
fn parse_day_and_branch(query: &str, today: NaiveDate) -> Result<(NaiveDate, Cow<'_, str>), HttpError> {
    let (mut asked_day, mut asked_branch) = (None, None);
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "date" => _ = asked_day.get_or_insert_with(|| day(&value, today).ok()),
            "branchId" => {
                let is_right = branch(&value).is_ok() && !value.contains('\0');
                asked_branch.get_or_insert(is_right.then_some(value));
            }
            _ => {}
        }
    }
    if let (Some(Some(day)), Some(Some(branch))) = (asked_day, asked_branch) {
        return Ok((day, branch));
    }
    let mut fields = Fields::from_query(Some(query));
    fields.required("date", |text| day(text, today));
    fields.required("branchId", branch);
    fields.build(|| None)
}

fn day(text: &str, today: NaiveDate) -> Result<NaiveDate, &'static str> {
    let date = date(text)?;
    if date < today { Err("must not be in the past") } else { Ok(date) }
}

fn branch(text: &str) -> Result<(), &'static str> {
    if text.is_empty() { Err("must not be empty") } else { Ok(()) }
}
