//! The customer's own bookings.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::bookings as use_cases;
use parlour_app::bookings::{BookingRequest, BookingStart, BookingStartFields, validate_request};
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::{self, Booking, CustomerBooking};
use parlour_store::bookings::customer_list::{self, CustomerPage};

use crate::prelude::*;
use crate::shared::booking_details::{BookingDetails, check_one_wish, readable_request};

request_shape! {
    pub(crate) struct BookingBody {
        details: Flat<BookingDetails>,
        /// The older name of `wishedStaffId`, which counts where no wish is given under the new names. An open branch ignores
        /// somebody whom it does not know.
        staff_id: Option<StaffId>,
    }

    pub(crate) struct CancelBody {
        reason: OptionalText<500>,
    }

    pub(crate) struct RescheduleBody {
        booking_date: NaiveDate,
        /// In the future, while the branch is open; on a live branch a multiple of 5 minutes.
        #[example = "10:30"]
        start_time: NaiveTime,
    }
}

list_shape! { pub(crate) struct Bookings { bookings: CustomerBooking } }

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Booked {
    id: BookingId,
    booking_number: String,
    status: BookingStatus,
}

/// Request a booking
///
/// The desk decides; until then the booking is `pending`. Price and duration are taken from the catalogue now. On a
/// live branch a staff member must be free whom the customer asks for: `BOOKING_SLOT_UNAVAILABLE` lists up to three nearest free times as
/// `details.startTime`.
#[utoipa::path(
    post, path = "/api/bookings", tag = "Bookings", security(("session" = ["customer"])), request_body = BookingBody,
    params(IdempotencyKey),
    responses((status = 201, body = Envelope<Booked>)),
)]
pub(crate) async fn create(caller: Customer, body: KeyedBody) -> HttpResult {
    let request = booking_request(&caller.state, &body).await?;
    let customer = caller.user().clone();
    caller
        .write_once(&body, move |tx, context| {
            let Booking { id, booking_number, status, .. } = use_cases::request(tx, context, &customer, &request)?;
            Ok(stored_created(Booked { id, booking_number, status })?.about(&customer))
        })
        .await
}

async fn booking_request(state: &HttpState, body: &RequestBody) -> Result<BookingRequest, HttpError> {
    let (mut fields, partial) = body.read::<BookingBody>()?;
    check_one_wish(&partial.details, &mut fields);
    let (checked, now) = (partial.clone(), state.now());
    let check = move |conn: &mut Conn<'_>| {
        let request = readable_request(&checked.details, checked.staff_id.as_ref());
        validate_request(conn, &request, now)
    };
    check_readable(state, &mut fields, check).await?;
    let BookingBody { details, staff_id } = fields.build(|| BookingBody::complete(partial))?;
    let request = details.into_request(staff_id);
    state.app().availability_cache.prepare(&request.branch_id, request.booking_date, now).await?;
    Ok(request)
}

/// My bookings
///
/// Newest first. The whole list, unless `limit` or `cursor` asks for a part.
#[utoipa::path(
    get, path = "/api/bookings", tag = "Bookings", security(("session" = ["customer"])),
    params(ListParameters),
    responses((status = 200, body = Envelope<Bookings>)),
)]
pub(crate) async fn list(requested: ListRequest<Customer>) -> HttpResult {
    let now = requested.caller.state.now();
    requested
        .answer::<Bookings, _>(move |conn, part, out| {
            let page = CustomerPage { customer: part.reader, after: part.after, limit: part.limit, now };
            customer_list::write_page_for_customer(conn, &page, out)
        })
        .await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct BookingView {
    pub(super) booking: CustomerBooking,
}

/// One of my bookings
#[utoipa::path(
    get, path = "/api/bookings/{id}", tag = "Bookings", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<BookingView>)),
)]
pub(crate) async fn show(caller: ReadAs<Customer>, PathId(id): PathId<BookingId>) -> HttpResult {
    let found = caller.read(move |conn, user| Ok(booking_records::find_customer_booking(conn, &id, user)?)).await?;
    let booking = found.ok_or_else(|| HttpError::not_found("This booking"))?;
    ok(BookingView { booking: booking.shown_at(caller.state.now()) })
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CancelledBooking {
    id: BookingId,
    status: BookingStatus,
    cancelled_at: Option<Timestamp>,
}

/// Cancel a booking
#[utoipa::path(
    post, path = "/api/bookings/{id}/cancel", tag = "Bookings", security(("session" = ["customer"])),
    request_body = Option<CancelBody>,
    responses((status = 200, body = Envelope<CancelledBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn cancel(caller: Customer, PathId(id): PathId<BookingId>, body: RequestBody) -> HttpResult {
    let CancelBody { reason } = body.parse()?;
    let customer = caller.user().clone();
    let cancelled =
        caller.write(move |tx, context| Ok(use_cases::cancel(tx, context, &customer, &id, reason.as_deref())?));
    let Booking { id, status, cancelled_at, .. } = cancelled.await?;
    ok(CancelledBooking { id, status, cancelled_at })
}

/// Reschedule a booking
///
/// At most twice. A confirmed booking becomes `pending` again, because the desk has confirmed another time.
#[utoipa::path(
    post, path = "/api/bookings/{id}/reschedule", tag = "Bookings", security(("session" = ["customer"])),
    request_body = RescheduleBody,
    responses((status = 200, body = Envelope<BookingView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn reschedule(caller: Customer, PathId(id): PathId<BookingId>, body: RequestBody) -> HttpResult {
    let (mut fields, partial) = body.read::<RescheduleBody>()?;
    let customer = caller.user().clone();
    let (checked, now) = ((customer.clone(), id.clone()), caller.state.now());
    let to = BookingStartFields { booking_date: partial.booking_date, start_time: partial.start_time };
    let check = move |conn: &mut Conn<'_>| use_cases::validate_reschedule(conn, &checked.0, &checked.1, to, now);
    check_readable(&caller.state, &mut fields, check).await?;
    let RescheduleBody { booking_date, start_time } = fields.build(|| RescheduleBody::complete(partial))?;
    let to = BookingStart { booking_date, start_time };
    let moved = caller.write(move |tx, context| {
        use_cases::reschedule(tx, context, &customer, &id, to)?;
        Ok(booking_records::find_customer_booking(tx, &id, &customer)?)
    });
    ok(BookingView { booking: moved.await?.ok_or_else(|| HttpError::not_found("This booking"))? })
}
