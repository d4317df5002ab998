//! What happens to a booking on its day: arrival, mistakes that are taken back, another time or person, lines.

use parlour_app::bookings as use_cases;
use parlour_app::bookings::{BookingStartFields, DeskRefusal, LineChange, RequestedLine};
use parlour_app::request_context::RequestContext;
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::booking::MAX_SERVICES_PER_BOOKING;
use parlour_domain::ids::{BookingId, ServiceId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_http::respond::stored_ok;
use parlour_http::shapes::bookings::{MAX_LINE_MINUTES, MIN_LINE_MINUTES, OfferTimeBody, PlaceBody, placement};
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedWithArrival {
    booking: BookingWithArrival,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BookingWithArrival {
    /// When the customer came.
    arrived_at: Option<Timestamp>,
    #[serde(flatten)]
    booking: Booking,
}

impl From<Booking> for ChangedWithArrival {
    fn from(booking: Booking) -> Self {
        Self { booking: BookingWithArrival { arrived_at: booking.arrived_at, booking } }
    }
}

/// Changes a booking once for its `Idempotency-Key` and responds with it.
async fn change_once(
    caller: &Receptionist,
    body: &KeyedBody,
    write: impl Fn(&mut Tx<'_>, &RequestContext) -> Result<Booking, DeskRefusal> + Send + 'static,
) -> HttpResult {
    caller
        .write_once(body, move |tx, context| {
            let booking = write(tx, context)?;
            let customer = booking.customer_id.clone();
            Ok(stored_ok(ChangedWithArrival::from(booking))?.about(&customer))
        })
        .await
}

request_shape! {
    pub(crate) struct LinesBody {
        /// In the order in which they are done, one after the other.
        lines: ObjectList<LineBody, 1, MAX_SERVICES_PER_BOOKING>,
        /// Needed for somebody new of another gender than the customer asked for.
        against_wish: Option<bool>,
        /// If false, the customer is not told.
        tell_customer: Option<bool>,
    }

    /// A service may be in several lines.
    pub(crate) struct LineBody {
        service_id: ServiceId,
        /// If absent, the line keeps its person.
        staff_id: Option<StaffId>,
        /// If absent, the line keeps its minutes. What a membership gives for the line follows only if a manager sets them.
        duration_minutes: Option<Int<MIN_LINE_MINUTES, MAX_LINE_MINUTES>>,
        /// Managers only. If absent, the line keeps its price; a new line, also a further one of the same service, takes
        /// that of the catalogue.
        price_paise: Option<Int<0, MAX_PAISE>>,
    }
}

/// Record that the customer has come
///
/// For a confirmed booking. A customer who has arrived already keeps the first time.
#[utoipa::path(
    post, path = "/api/bookings/{id}/arrive", tag = "Bookings", security(("session" = ["receptionist"])),
    params(IdempotencyKey),
    responses((status = 200, body = Envelope<ChangedWithArrival>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn arrive(
    caller: Receptionist,
    PathId(id): PathId<BookingId>,
    WithoutFields(body): WithoutFields<KeyedBody>,
) -> HttpResult {
    change_once(&caller, &body, move |tx, context| use_cases::arrive(tx, context, &id)).await
}

/// Take back the last act
///
/// The last of arrival, start, no-show, rejection and cancellation by the desk, on the day on which it was done; the next
/// request takes back the one before. Status, counters, follow-up work and staff time are as before. The customer is told
/// if they were told of the act. `BOOKING_SLOT_UNAVAILABLE` if the time was taken meanwhile.
#[utoipa::path(
    post, path = "/api/bookings/{id}/undo", tag = "Bookings", security(("session" = ["receptionist"])),
    params(IdempotencyKey),
    responses((status = 200, body = Envelope<ChangedWithArrival>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn undo(
    caller: Receptionist,
    PathId(id): PathId<BookingId>,
    WithoutFields(body): WithoutFields<KeyedBody>,
) -> HttpResult {
    change_once(&caller, &body, move |tx, context| use_cases::undo(tx, context, &id)).await
}

/// Move a booking to another time and person
///
/// A pending or confirmed booking; the status stays. It counts as a reschedule by the desk. Somebody of another gender than
/// the customer asked for needs `againstWish`, or else it is 422 `BUSINESS_RULE_VIOLATION`.
#[utoipa::path(
    post, path = "/api/bookings/{id}/place", tag = "Bookings", security(("session" = ["receptionist"])),
    params(IdempotencyKey),
    request_body = PlaceBody,
    responses((status = 200, body = Envelope<ChangedWithArrival>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn place(caller: Receptionist, PathId(id): PathId<BookingId>, body: KeyedBody) -> HttpResult {
    let placement = placement(&caller.state, &id, body.read::<PlaceBody>()?).await??;
    change_once(&caller, &body, move |tx, context| use_cases::place(tx, context, &id, &placement)).await
}

/// Offer another time for a request
///
/// The customer is told, and accepts or declines it within 24 hours and until an hour before the time. A live branch holds
/// it until then. A new offer replaces the old one; approving, cancelling or moving the booking ends it. Somebody of another
/// gender than the customer asked for needs `againstWish`, or else it is 422 `BUSINESS_RULE_VIOLATION`.
#[utoipa::path(
    post, path = "/api/bookings/{id}/offer-time", tag = "Bookings", security(("session" = ["receptionist"])),
    params(IdempotencyKey),
    request_body = OfferTimeBody,
    responses((status = 200, body = Envelope<ChangedWithArrival>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn offer_time(caller: Receptionist, PathId(id): PathId<BookingId>, body: KeyedBody) -> HttpResult {
    let (mut fields, partial) = body.read::<OfferTimeBody>()?;
    let (checked, staff, now) = (id.clone(), partial.staff_id.clone(), caller.state.now());
    let to = BookingStartFields { booking_date: partial.booking_date, start_time: partial.start_time };
    let check = move |conn: &mut Conn<'_>| use_cases::validate_time_offer(conn, &checked, to, staff.as_ref(), now);
    check_readable(&caller.state, &mut fields, check).await?;
    let offered = fields.build(|| OfferTimeBody::complete(partial))?;
    let (to, chosen) = offered.into_start_and_person();
    change_once(&caller, &body, move |tx, context| use_cases::offer_time(tx, context, &id, to, &chosen)).await
}

/// Set the lines of a booking
///
/// Until the booking is completed. Each line has its own person and minutes, and a service may be in several lines.
/// Somebody who has none of the lines yet, and is of another gender than the customer asked for, needs `againstWish`, or
/// else it is 422 `BUSINESS_RULE_VIOLATION`.
#[utoipa::path(
    put, path = "/api/bookings/{id}/lines", tag = "Bookings", security(("session" = ["receptionist"])),
    request_body = LinesBody,
    responses(
        (status = 200, body = Envelope<ChangedWithArrival>),
        (status = 403, response = ErrorResponse),
        (status = 409, response = ErrorResponse),
    ),
)]
pub(crate) async fn replace_lines(
    caller: Receptionist,
    PathId(id): PathId<BookingId>,
    body: RequestBody,
) -> HttpResult {
    let (mut fields, partial) = body.read::<LinesBody>()?;
    let lines: Vec<(usize, RequestedLine)> = partial.lines.iter().flatten().cloned().map(requested_line).collect();
    use_cases::check_may_set_prices(&caller.context(), &lines)?;
    let (checked, checked_lines) = (id.clone(), lines.clone());
    let check = move |conn: &mut Conn<'_>| use_cases::validate_lines(conn, &checked, &checked_lines);
    check_readable(&caller.state, &mut fields, check).await?;
    let LinesBody { against_wish, tell_customer, .. } = fields.build(|| LinesBody::complete(partial))?;
    let against_wish = against_wish.unwrap_or(false);
    let change = LineChange { lines, against_wish, tell_customer: tell_customer.unwrap_or(true) };
    let changed = caller.write(move |tx, context| Ok(use_cases::change_lines(tx, context, &id, &change)?)).await?;
    ok(ChangedWithArrival::from(changed))
}

fn requested_line((index, line): (usize, <LineBody as RequestShape>::Partial)) -> (usize, RequestedLine) {
    let line = RequestedLine {
        service_id: line.service_id,
        staff_id: line.staff_id,
        duration_minutes: line.duration_minutes,
        price_paise: line.price_paise,
    };
    (index, line)
}
