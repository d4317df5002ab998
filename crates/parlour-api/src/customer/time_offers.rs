//! The customer answers the offer of another time.

use parlour_app::bookings as use_cases;
use parlour_app::bookings::TimeOfferRefusal;
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::{BookingId, UserId};
use parlour_http::respond::stored_ok;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::{self, Booking};

use super::bookings::BookingView;
use crate::prelude::*;

type Answer = fn(&mut Tx<'_>, &RequestContext, &UserId, &BookingId) -> Result<Booking, TimeOfferRefusal>;

/// Accept the offered time
///
/// The booking is confirmed for `offeredTime`, with that person.
#[utoipa::path(
    post, path = "/api/bookings/{id}/accept-time", tag = "Bookings", security(("session" = ["customer"])),
    params(IdempotencyKey),
    responses((status = 200, body = Envelope<BookingView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn accept(
    caller: Customer,
    PathId(id): PathId<BookingId>,
    WithoutFields(body): WithoutFields<KeyedBody>,
) -> HttpResult {
    answer_offer(&caller, &body, id, use_cases::accept_time).await
}

/// Decline the offered time
///
/// The booking stays pending as it was requested.
#[utoipa::path(
    post, path = "/api/bookings/{id}/decline-time", tag = "Bookings", security(("session" = ["customer"])),
    params(IdempotencyKey),
    responses((status = 200, body = Envelope<BookingView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn decline(
    caller: Customer,
    PathId(id): PathId<BookingId>,
    WithoutFields(body): WithoutFields<KeyedBody>,
) -> HttpResult {
    answer_offer(&caller, &body, id, use_cases::decline_time).await
}

async fn answer_offer(caller: &Customer, body: &KeyedBody, id: BookingId, answer: Answer) -> HttpResult {
    let customer = caller.user().clone();
    caller
        .write_once(body, move |tx, context| {
            answer(tx, context, &customer, &id)?;
            let found = booking_records::find_customer_booking(tx, &id, &customer)?;
            let booking = found.ok_or_else(|| HttpError::not_found("This booking"))?.shown_at(context.now);
            Ok(stored_ok(BookingView { booking })?.about(&customer))
        })
        .await
}
