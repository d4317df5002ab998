//! The slots of a day.

use std::borrow::Cow;

use axum::extract::Request;
use axum::response::Response;
use chrono::{NaiveDate, NaiveTime, Timelike};
use http::HeaderMap;
use parlour_app::availability::{AvailabilityQuery, find_free_slots};
use parlour_domain::booking::availability::{Slot, open_branch_slots};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId};
use parlour_domain::ist::parse_date;
use parlour_domain::service::ServiceType;
use parlour_http::error::FieldErrors;
use parlour_http::request::RequestField;
use parlour_http::response_cache::CacheableResponse;
use url::form_urlencoded;

use crate::prelude::*;
use crate::shared::service_ids::{ServiceIdsText, split_service_ids};

request_shape! {
    pub(crate) struct AvailabilityParameters {
        /// Today (IST) or later
        #[example = "2030-01-31"]
        date: NaiveDate,
        branch_id: BranchId,
        live: Flat<LiveParameters>,
    }

    /// Read for live branches only.
    struct LiveParameters {
        /// All services of the booking, separated by commas; live branches only
        service_ids: Option<ServiceIdsText>,
        /// Live branches only
        service_type: Option<ServiceType>,
        /// One staff member of the branch; live branches only
        staff_id: Option<StaffId>,
        /// Live branches only
        staff_gender: Option<Gender>,
    }
}

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
    fn from_slots(slots: impl IntoIterator<Item = Slot>) -> Self {
        let slots = slots.into_iter().map(|slot| SlotView {
            start_time: hours_and_minutes(slot.start),
            end_time: hours_and_minutes(slot.end),
            available: slot.available,
        });
        Self { slots: slots.collect() }
    }
}

/// `10:30`. A day has dozens of times, so they are not formatted by a pattern.
fn hours_and_minutes(time: NaiveTime) -> String {
    let digits = |number: u32| [number / 10, number % 10].map(|digit| char::from(b'0' + (digit % 10) as u8));
    let ([hour_tens, hour], [minute_tens, minute]) = (digits(time.hour()), digits(time.minute()));
    String::from_iter([hour_tens, hour, ':', minute_tens, minute])
}

/// The slots of a day
///
/// An open branch, or an unknown one, takes requests for every half hour from 10:00 to 21:00. A live branch shows the
/// half hours of its opening hours; a slot is available if a staff member works and is free from its start for the
/// whole booking.
#[utoipa::path(
    get, path = "/api/availability", tag = "Catalogue",
    params(AvailabilityParameters),
    responses((status = 200, body = Envelope<Day>)),
)]
pub(crate) async fn show_day(State(state): State<HttpState>, request: Request) -> HttpResult {
    let query = request.uri().query().unwrap_or_default();
    let today = state.today();
    let (date, branch) = parse_day_and_branch(query, today)?;
    if state.response_cache().live_branches.has(state.app(), &branch).await?
        && let Some(response) = respond_live(&state, request.headers(), query, date, &branch).await?
    {
        return Ok(response);
    }
    if let Some(day) = state.response_cache().open_day.get() {
        return Ok(day.respond(request.headers()));
    }
    let day = CacheableResponse::new(Day::from_slots(open_branch_slots()))?;
    Ok(state.response_cache().open_day.get_or_init(|| day).respond(request.headers()))
}

/// From memory, if the same was asked before and nothing has changed since. `None` if the branch has just ceased to be
/// live.
async fn respond_live(
    state: &HttpState,
    request: &HeaderMap,
    query: &str,
    date: NaiveDate,
    branch: &str,
) -> Result<Option<Response>, HttpError> {
    let answers = &state.response_cache().live_days;
    // Taken before the answer is found, so that a change meanwhile is noticed.
    let day_state = state.app().availability_cache.state_of(&BranchId::new(branch), date, state.now());
    if let Some(known) = day_state.as_ref().and_then(|current| answers.respond(query, current, request)) {
        return Ok(Some(known));
    }
    let Some(day) = live_day(state, query, date, branch).await? else { return Ok(None) };
    let found = CacheableResponse::new(day)?;
    let response = found.respond(request);
    if let Some(day_state) = day_state {
        answers.keep(query, day_state, found);
    }
    Ok(Some(response))
}

/// `None` if the branch has just ceased to be live.
async fn live_day(state: &HttpState, query: &str, date: NaiveDate, branch: &str) -> Result<Option<Day>, HttpError> {
    let mut fields = Fields::from_query(Some(query));
    let parameters = LiveParameters::read(&mut fields);
    let availability_query = AvailabilityQuery {
        branch_id: BranchId::new(branch),
        date,
        services: split_service_ids(&mut fields, parameters.service_ids.as_deref()),
        service_type: parameters.service_type,
        staff_id: parameters.staff_id,
        gender: parameters.staff_gender,
    };
    match find_free_slots(state.app(), availability_query).await? {
        Ok(None) => Ok(None),
        Ok(Some(slots)) => fields.build(|| Some(Some(Day::from_slots(slots)))),
        Err(field_errors) => {
            fields.add_errors(FieldErrors::of_use_case(field_errors));
            fields.build(|| None)
        }
    }
}

/// Most queries are valid, so they are parsed without copying; an invalid one is read again for its errors.
fn parse_day_and_branch(query: &str, today: NaiveDate) -> Result<(NaiveDate, Cow<'_, str>), HttpError> {
    let (mut date, mut branch) = (None, None);
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "date" => _ = date.get_or_insert_with(|| parse_date(&value).filter(|date| *date >= today)),
            "branchId" => {
                let is_valid = !value.is_empty() && !value.contains('\0');
                branch.get_or_insert(is_valid.then_some(value));
            }
            _ => {}
        }
    }
    if let (Some(Some(date)), Some(Some(branch))) = (date, branch) {
        return Ok((date, branch));
    }
    let mut fields = Fields::from_query(Some(query));
    let date = <NaiveDate as RequestField>::read(&mut fields, "date");
    if date.is_some_and(|date| date < today) {
        fields.add_error::<()>("date", "must not be in the past");
    }
    <BranchId as RequestField>::read(&mut fields, "branchId");
    fields.build(|| None)
}
