//! What the desk does to a booking, up to the counter.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::bookings as use_cases;
use parlour_app::bookings::DeskRefusal;
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::{BookingId, ServiceId, StaffId};
use parlour_domain::text::required_text;
use parlour_http::body::RequestBody;
use parlour_http::booking_fields::MAX_SERVICE_IDS;
use parlour_http::error::{HttpError, booking_field_name};
use parlour_http::fields::{Fields, date, id, one_of, wall_time};
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, ok};
use parlour_http::sessions::Receptionist;
use parlour_http::state::HttpState;
use parlour_store::bookings::booking_records::{Booking, BookingService};
use parlour_store::{Conn, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use crate::openapi::ErrorResponse;

#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedBooking {
    booking: Booking,
}

/// Does something to a booking and shows what has become of it.
async fn change_booking(
    state: &HttpState,
    caller: &Receptionist,
    write: impl Fn(&mut Tx<'_>, &RequestContext) -> Result<Booking, DeskRefusal> + Send + 'static,
) -> HttpResult {
    let booking = caller.write(state, move |tx, context| Ok(write(tx, context)?)).await?;
    ok(ChangedBooking { booking })
}

#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "the schema of what `decision` reads")]
enum BookingAction {
    Approve,
    Reject,
    Assign,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `decision` reads field by field")]
pub(crate) struct DecisionBody {
    action: BookingAction,
    /// Who does it: for `approve` and `assign`.
    #[schema(min_length = 1)]
    staff_id: Option<String>,
    /// For `reject`, and for the customer's eyes.
    #[schema(min_length = 1, max_length = 500)]
    rejection_reason: Option<String>,
}

/// Who does what now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Assigned {
    booking_id: BookingId,
    services: Vec<BookingService>,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema of the two answers")]
pub(crate) enum Decided {
    Decided(Box<ChangedBooking>),
    Assigned(Assigned),
}

enum Decision {
    Approve(StaffId),
    Reject(String),
    Assign(StaffId),
}

/// Approve, reject or assign
///
/// `approve` and `reject` answer a request, and with the booking. `assign` says who does it, whatever has become of the
/// booking, and answers with the services.
#[utoipa::path(
    patch, path = "/api/bookings/{id}", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = DecisionBody,
    responses((status = 200, body = Envelope<Decided>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn decide(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let id = BookingId::new(id);
    match parse_decision(body.fields()?)? {
        Decision::Approve(staff) => {
            change_booking(&state, &caller, move |tx, context| use_cases::approve(tx, context, &id, &staff))
                .await
        }
        Decision::Reject(reason) => {
            change_booking(&state, &caller, move |tx, context| use_cases::reject(tx, context, &id, &reason))
                .await
        }
        Decision::Assign(staff) => {
            let assigned = caller
                .write(&state, move |tx, context| Ok(use_cases::assign(tx, context, &id, &staff)?))
                .await?;
            ok(Assigned { booking_id: assigned.id, services: assigned.services })
        }
    }
}

fn parse_decision(mut fields: Fields) -> Result<Decision, HttpError> {
    let known = |word: &str| ["approve", "reject", "assign"].into_iter().find(|known| *known == word);
    let decision = match fields.required("action", one_of(known, "approve, reject or assign")) {
        Some("approve") => fields.required("staffId", id(StaffId::new)).map(Decision::Approve),
        Some("assign") => fields.required("staffId", id(StaffId::new)).map(Decision::Assign),
        Some(_) => fields.required("rejectionReason", |text| required_text(text, 500)).map(Decision::Reject),
        None => None,
    };
    fields.build(|| decision)
}

/// The customer is here, and it begins
#[utoipa::path(
    post, path = "/api/bookings/{id}/start", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn start(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathId(id): PathId,
) -> HttpResult {
    let id = BookingId::new(id);
    change_booking(&state, &caller, move |tx, context| use_cases::start(tx, context, &id)).await
}

/// The customer did not come
#[utoipa::path(
    post, path = "/api/bookings/{id}/noshow", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn mark_noshow(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathId(id): PathId,
) -> HttpResult {
    let id = BookingId::new(id);
    change_booking(&state, &caller, move |tx, context| use_cases::mark_noshow(tx, context, &id)).await
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `cancel` reads field by field")]
pub(crate) struct DeskCancelBody {
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Call a visit off
#[utoipa::path(
    post, path = "/api/bookings/{id}/cancel", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = DeskCancelBody,
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn cancel(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let reason = fields.required("reason", |text| required_text(text, 500));
    let reason = fields.build(|| reason)?;
    let id = BookingId::new(id);
    change_booking(&state, &caller, move |tx, context| use_cases::cancel_at_desk(tx, context, &id, &reason))
        .await
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `reschedule` reads field by field")]
pub(crate) struct DeskRescheduleBody {
    /// Today or later.
    booking_date: NaiveDate,
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "10:30")]
    start_time: String,
}

/// Move a visit
///
/// A confirmed one stays confirmed, and it does not count against the customer's own two moves.
#[utoipa::path(
    post, path = "/api/bookings/{id}/reschedule", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = DeskRescheduleBody,
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn reschedule(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let booking_date = fields.required("bookingDate", date);
    let start_time = fields.required("startTime", wall_time);
    let id = BookingId::new(id);
    if fields.has_errors() {
        let (id, now) = (id.clone(), state.app().clock.now());
        let find_field_errors = move |conn: &mut Conn<'_>| {
            let to = use_cases::BookingStartFields { booking_date, start_time };
            use_cases::validate_reschedule_at_desk(conn, &id, to, now).map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error::<()>(&booking_field_name(&field_error), field_error);
        }
    }
    let to = fields
        .build(|| Some(use_cases::BookingStart { booking_date: booking_date?, start_time: start_time? }))?;
    change_booking(&state, &caller, move |tx, context| use_cases::reschedule_at_desk(tx, context, &id, to))
        .await
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `services` reads field by field")]
pub(crate) struct ServicesBody {
    /// Of the booking's type; one that is named twice counts once.
    #[schema(min_items = 1, max_items = 1000)]
    service_ids: Vec<String>,
}

/// Do something else than was booked
///
/// Until the visit is completed. Prices and durations are those of the catalogue at this moment, and the end follows;
/// whoever was to do all of it does all of this.
#[utoipa::path(
    put, path = "/api/bookings/{id}/services", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = ServicesBody,
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn services(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let service_ids = fields.required_list("serviceIds", MAX_SERVICE_IDS, |id| ServiceId::new(id));
    let id = BookingId::new(id);
    if fields.has_errors() {
        let (id, readable) = (id.clone(), service_ids.clone().unwrap_or_default());
        let find_field_errors = move |conn: &mut Conn<'_>| {
            use_cases::validate_service_change(conn, &id, &readable).map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error::<()>(&booking_field_name(&field_error), field_error);
        }
    }
    let service_ids = fields.build(|| service_ids)?;
    change_booking(&state, &caller, move |tx, context| {
        use_cases::change_services(tx, context, &id, &service_ids)
    })
    .await
}
