//! Everybody's bookings: seen, and made for those who call or stand at the desk.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::bookings::{DeskRequest, book_at_desk, validate_desk_request};
use parlour_domain::booking::BookingStatus;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BookingId, StaffId, UserId};
use parlour_domain::ist::{Timestamp, parse_date};
use parlour_domain::service::ServiceType;
use parlour_http::body::RequestBody;
use parlour_http::booking_fields::BookingFields;
use parlour_http::error::{HttpError, booking_field_name};
use parlour_http::fields::{Fields, id};
use parlour_http::idempotency::IdempotencyKey;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, ok, stored_created};
use parlour_http::sessions::{ReadAs, Receptionist};
use parlour_http::state::HttpState;
use parlour_http::streamed_list::{self, StreamedList};
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_bookings::{self, DeskBooking};
use parlour_store::bookings::desk_list::{self, DeskBookingCursor, DeskBookingFilter};
use parlour_store::db::json::PageEnd;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct DeskBookings {
    bookings: Vec<DeskBooking>,
}

/// Everybody's bookings
///
/// The latest day first, of a day the newest first. All of them, unless `limit` or `cursor` say otherwise. A filter
/// matches exactly: what no booking has gives an empty list.
#[utoipa::path(
    get, path = "/api/bookings", tag = "Bookings", security(("session" = ["receptionist"])),
    params(
        ("status" = Option<String>, Query, description = "A booking's status", example = "pending"),
        ("serviceType" = Option<String>, Query, description = "`salon` or `spa`", example = "salon"),
        ("date" = Option<String>, Query, description = "The day of the visit", example = "2030-01-31"),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "At most this many"),
        ("cursor" = Option<String>, Query, description = "From the `Link` of the page before"),
    ),
    responses((
        status = 200, body = Envelope<DeskBookings>,
        headers(("Link" = String, description = "The next page, where `limit` has left some out")),
    )),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    mut requested: streamed_list::ListRequest,
) -> HttpResult {
    let text = |text: &str| Ok::<_, String>(text.to_owned());
    let status = requested.fields.optional("status", text);
    let service_type =
        requested.fields.optional("serviceType", |text| Ok::<_, String>(ServiceType::parse(text)));
    let date = requested.fields.optional("date", |text| Ok::<_, String>(parse_date(text)));
    // A type that is none, or a day, is nobody's.
    let matches_none = service_type == Some(None) || date == Some(None);
    let filter = DeskBookingFilter { status, service_type: service_type.flatten(), date: date.flatten() };
    requested.answer(&state, &caller, AllBookings { filter, matches_none }).await
}

/// The latest day first, of a day the newest first.
struct AllBookings {
    filter: DeskBookingFilter,
    matches_none: bool,
}

impl StreamedList for AllBookings {
    const NAME: &'static str = "bookings";
    type Cursor = DeskBookingCursor;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&DeskBookingCursor>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<PageEnd<DeskBookingCursor>, DbError> {
        if self.matches_none {
            return Ok(PageEnd { last: None, has_more: false });
        }
        desk_list::write_page(conn, &self.filter, after, limit, out)
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct DeskBookingView {
    booking: DeskBooking,
}

/// One booking
#[utoipa::path(
    get, path = "/api/bookings/{id}", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<DeskBookingView>)),
)]
pub(crate) async fn show(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    PathId(id): PathId,
) -> HttpResult {
    let id = BookingId::new(id);
    let found = caller.read(&state, move |conn, _| Ok(desk_bookings::find_desk_booking(conn, &id)?)).await?;
    ok(DeskBookingView { booking: found.ok_or_else(|| HttpError::not_found("This booking"))? })
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `request` reads field by field")]
pub(crate) struct DeskBookingBody {
    /// For whom.
    #[schema(min_length = 1)]
    customer_id: String,
    #[schema(min_length = 1)]
    branch_id: String,
    service_type: ServiceType,
    /// Today or later.
    booking_date: NaiveDate,
    /// On a live branch a multiple of 5 minutes.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "10:30")]
    start_time: String,
    /// Of that type; one that is named twice counts once.
    #[schema(min_items = 1, max_items = 1000)]
    service_ids: Vec<String>,
    #[schema(max_length = 500)]
    notes: Option<String>,
    /// The lead that this visit comes of.
    lead_id: Option<String>,
    /// Who does it, if that is clear: then the booking is confirmed.
    #[schema(min_length = 1)]
    staff_id: Option<String>,
    /// Who should do it, where nobody is named; only a live branch takes notice.
    staff_gender: Option<Gender>,
    /// Whether the customer stands there.
    is_walkin: Option<bool>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookedAtDesk {
    id: BookingId,
    booking_number: String,
    status: BookingStatus,
}

/// Book for a customer
///
/// `confirmed` where it is said who does it, else `pending`. Price and duration are those of the catalogue at this
/// moment.
#[utoipa::path(
    post, path = "/api/bookings", tag = "Bookings", security(("session" = ["receptionist"])),
    request_body = DeskBookingBody,
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255)),
    responses((status = 201, body = Envelope<BookedAtDesk>)),
)]
pub(crate) async fn create(
    State(state): State<HttpState>,
    caller: Receptionist,
    key: IdempotencyKey,
    body: RequestBody,
) -> HttpResult {
    let request = request(&state, body.fields()?).await?;
    caller
        .write_once(&state, &key, &body, move |tx, context| {
            let Booking { id, booking_number, status, .. } = book_at_desk(tx, context, &request)?;
            Ok(stored_created(BookedAtDesk { id, booking_number, status })?.about(&request.customer_id))
        })
        .await
}

async fn request(state: &HttpState, mut fields: Fields) -> Result<DeskRequest, HttpError> {
    let customer_id = fields.required("customerId", id(UserId::new));
    let visit = BookingFields::read(&mut fields);
    let staff_id = fields.optional("staffId", id(StaffId::new));
    let is_walkin = fields.optional_bool("isWalkin").unwrap_or(false);
    if fields.has_errors() {
        // The write is not requested where something cannot be read; what can be is looked at all the same.
        let (read, now) = (visit.clone(), state.app().clock.now());
        let (customer, staff) = (customer_id.clone(), staff_id.clone());
        let find_field_errors = move |conn: &mut Conn<'_>| {
            let validation =
                validate_desk_request(conn, &read.requested(), customer.as_ref(), staff.as_ref(), now);
            validation.map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error::<()>(&booking_field_name(&field_error), field_error);
        }
    }
    fields.build(|| {
        Some(DeskRequest { customer_id: customer_id?, booking: visit.request()?, staff_id, is_walkin })
    })
}
