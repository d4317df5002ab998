//! One's own bookings.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::bookings as use_cases;
use parlour_app::bookings::{BookingRequest, BookingStart, BookingStartFields, validate_request};
use parlour_domain::booking::BookingStatus;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_domain::text::limited_text;
use parlour_http::body::RequestBody;
use parlour_http::booking_fields::BookingFields;
use parlour_http::error::{HttpError, booking_field_name};
use parlour_http::fields::{Fields, date, wall_time};
use parlour_http::idempotency::IdempotencyKey;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, ok, stored_created};
use parlour_http::sessions::{Customer, ReadAs};
use parlour_http::state::HttpState;
use parlour_http::streamed_list::{self, StreamedList};
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::customer_list::{self, BookingCursor};
use parlour_store::db::json::PageEnd;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::openapi::ErrorResponse;

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `request` reads field by field")]
pub(crate) struct BookingBody {
    #[schema(min_length = 1)]
    branch_id: String,
    service_type: ServiceType,
    booking_date: NaiveDate,
    /// In the future, while the branch is open; on a live branch a multiple of 5 minutes.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "10:30")]
    start_time: String,
    /// Of that type; one that is named twice counts once.
    #[schema(min_items = 1, max_items = 1000)]
    service_ids: Vec<String>,
    #[schema(max_length = 500)]
    notes: Option<String>,
    /// The lead that this visit comes of.
    lead_id: Option<String>,
    /// Whom the customer would like. A live branch keeps this person's time; an open one takes no notice.
    #[schema(min_length = 1)]
    staff_id: Option<String>,
    /// The same, by gender.
    staff_gender: Option<Gender>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Booked {
    id: BookingId,
    booking_number: String,
    status: BookingStatus,
}

/// Ask for a visit
///
/// The desk decides; until then the booking is `pending`. Price and duration are those of the catalogue at this moment.
/// On a live branch somebody must be free: `BOOKING_SLOT_UNAVAILABLE` names up to three nearest times that are, as
/// `details.startTime`.
#[utoipa::path(
    post, path = "/api/bookings", tag = "Bookings", security(("session" = ["customer"])), request_body = BookingBody,
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255)),
    responses((status = 201, body = Envelope<Booked>)),
)]
pub(crate) async fn create(
    State(state): State<HttpState>,
    caller: Customer,
    key: IdempotencyKey,
    body: RequestBody,
) -> HttpResult {
    let request = request(&state, body.fields()?).await?;
    let customer = caller.user().clone();
    caller
        .write_once(&state, &key, &body, move |tx, context| {
            let Booking { id, booking_number, status, .. } =
                use_cases::request(tx, context, &customer, &request)?;
            Ok(stored_created(Booked { id, booking_number, status })?.about(&customer))
        })
        .await
}

async fn request(state: &HttpState, mut fields: Fields) -> Result<BookingRequest, HttpError> {
    let visit = BookingFields::read_with_staff_preference(&mut fields);
    if fields.has_errors() {
        // The write is not requested where something cannot be read; what can be is looked at all the same.
        let (read, now) = (visit.clone(), state.app().clock.now());
        let find_field_errors = move |conn: &mut Conn<'_>| {
            validate_request(conn, &read.requested(), now).map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error::<()>(&booking_field_name(&field_error), field_error);
        }
    }
    fields.build(|| visit.request())
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct Bookings {
    bookings: Vec<Booking>,
}

/// My bookings
///
/// Newest first. All of them, unless `limit` or `cursor` say otherwise.
#[utoipa::path(
    get, path = "/api/bookings", tag = "Bookings", security(("session" = ["customer"])),
    params(
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "At most this many"),
        ("cursor" = Option<String>, Query, description = "From the `Link` of the page before"),
    ),
    responses((
        status = 200, body = Envelope<Bookings>,
        headers(("Link" = String, description = "The next page, where `limit` has left some out")),
    )),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Customer>,
    requested: streamed_list::ListRequest,
) -> HttpResult {
    requested.answer(&state, &caller, OwnBookings).await
}

/// Newest first.
struct OwnBookings;

impl StreamedList for OwnBookings {
    const NAME: &'static str = "bookings";
    type Cursor = BookingCursor;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        reader: &UserId,
        after: Option<&BookingCursor>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<PageEnd<BookingCursor>, DbError> {
        customer_list::write_own_page(conn, reader, after, limit, out)
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct BookingView {
    booking: Booking,
}

/// One of my bookings
#[utoipa::path(
    get, path = "/api/bookings/{id}", tag = "Bookings", security(("session" = ["customer"])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<BookingView>)),
)]
pub(crate) async fn show(
    State(state): State<HttpState>,
    caller: ReadAs<Customer>,
    PathId(id): PathId,
) -> HttpResult {
    let id = BookingId::new(id);
    let found = caller
        .read(&state, move |conn, user| Ok(booking_records::find_own_booking(conn, &id, user)?))
        .await?;
    ok(BookingView { booking: found.ok_or_else(|| HttpError::not_found("This booking"))? })
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `cancel` reads field by field")]
pub(crate) struct CancelBody {
    #[schema(max_length = 500)]
    reason: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CalledOff {
    id: BookingId,
    status: BookingStatus,
    cancelled_at: Option<Timestamp>,
}

/// Call a visit off
#[utoipa::path(
    post, path = "/api/bookings/{id}/cancel", tag = "Bookings", security(("session" = ["customer"])),
    params(("id" = String, Path)), request_body = Option<CancelBody>,
    responses((status = 200, body = Envelope<CalledOff>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn cancel(
    State(state): State<HttpState>,
    caller: Customer,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let reason = fields.optional("reason", |text| limited_text(text, 500)).filter(|text| !text.is_empty());
    let reason = fields.build(|| Some(reason))?;
    let (customer, id) = (caller.user().clone(), BookingId::new(id));
    let cancelled = caller.write(&state, move |tx, context| {
        Ok(use_cases::cancel(tx, context, &customer, &id, reason.as_deref())?)
    });
    let Booking { id, status, cancelled_at, .. } = cancelled.await?;
    ok(CalledOff { id, status, cancelled_at })
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `reschedule` reads field by field")]
pub(crate) struct RescheduleBody {
    booking_date: NaiveDate,
    /// In the future, while the branch is open; on a live branch a multiple of 5 minutes.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "10:30")]
    start_time: String,
}

/// Move a visit
///
/// Twice at most. A confirmed visit is `pending` again: the desk has agreed to another time.
#[utoipa::path(
    post, path = "/api/bookings/{id}/reschedule", tag = "Bookings", security(("session" = ["customer"])),
    params(("id" = String, Path)), request_body = RescheduleBody,
    responses((status = 200, body = Envelope<BookingView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn reschedule(
    State(state): State<HttpState>,
    caller: Customer,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let booking_date = fields.required("bookingDate", date);
    let start_time = fields.required("startTime", wall_time);
    let (customer, id) = (caller.user().clone(), BookingId::new(id));
    if fields.has_errors() {
        let (customer, id, now) = (customer.clone(), id.clone(), state.app().clock.now());
        let find_field_errors = move |conn: &mut Conn<'_>| {
            let to = BookingStartFields { booking_date, start_time };
            use_cases::validate_reschedule(conn, &customer, &id, to, now).map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error::<()>(&booking_field_name(&field_error), field_error);
        }
    }
    let to = fields.build(|| Some(BookingStart { booking_date: booking_date?, start_time: start_time? }))?;
    let moved = caller
        .write(&state, move |tx, context| Ok(use_cases::reschedule(tx, context, &customer, &id, to)?))
        .await?;
    ok(BookingView { booking: moved })
}
