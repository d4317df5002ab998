//! The signed-in staff member begins and ends the visits of their customers.

use parlour_app::bookings as use_cases;
use parlour_app::bookings::DeskRefusal;
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::{BookingId, UserId};
use parlour_http::respond::stored_ok;
use parlour_store::Tx;
use parlour_store::bookings::assigned_bookings::{self, AssignedBooking};
use parlour_store::bookings::booking_records::Booking;

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct OwnVisit {
    booking: AssignedBooking,
}

impl OwnVisit {
    /// As in the schedule of this user: without prices and contact details.
    fn find(tx: &mut Tx<'_>, user: &UserId, id: &BookingId) -> Result<Self, DeskRefusal> {
        let booking = assigned_bookings::find_assigned_booking(tx, user, id)?.ok_or(DeskRefusal::Unknown)?;
        Ok(Self { booking })
    }
}

/// Changes a booking once for its `Idempotency-Key` and responds with it.
async fn change_once(
    caller: &Staff,
    body: &KeyedBody,
    write: impl Fn(&mut Tx<'_>, &RequestContext, &UserId) -> Result<Booking, DeskRefusal> + Send + 'static,
) -> HttpResult {
    let user = caller.user().clone();
    caller
        .write_once(body, move |tx, context| {
            let changed = write(tx, context, &user)?;
            Ok(stored_ok(OwnVisit::find(tx, &user, &changed.id)?)?.about(&changed.customer_id))
        })
        .await
}

/// Start a booking of mine
///
/// A confirmed booking of which I do at least one service; any other is 404. The desk can take it back.
#[utoipa::path(
    post, path = "/api/me/bookings/{id}/start", tag = "Me", security(("session" = ["staff"])),
    params(IdempotencyKey),
    responses((status = 200, body = Envelope<OwnVisit>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn start(
    caller: Staff,
    PathId(id): PathId<BookingId>,
    WithoutFields(body): WithoutFields<KeyedBody>,
) -> HttpResult {
    change_once(&caller, &body, move |tx, context, user| use_cases::start_own(tx, context, user, &id)).await
}

/// Finish a booking of mine
///
/// A booking in progress of which I do at least one service; any other is 404. The desk sees that it can be paid. One that
/// is finished already keeps its time.
#[utoipa::path(
    post, path = "/api/me/bookings/{id}/finished", tag = "Me", security(("session" = ["staff"])),
    params(IdempotencyKey),
    responses((status = 200, body = Envelope<OwnVisit>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn finish(
    caller: Staff,
    PathId(id): PathId<BookingId>,
    WithoutFields(body): WithoutFields<KeyedBody>,
) -> HttpResult {
    change_once(&caller, &body, move |tx, context, user| use_cases::finish(tx, context, user, &id)).await
}

/// Go on with a finished booking of mine
///
/// Takes back that it is finished, whoever of its staff said so.
#[utoipa::path(
    delete, path = "/api/me/bookings/{id}/finished", tag = "Me", security(("session" = ["staff"])),
    responses((status = 200, body = Envelope<OwnVisit>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn take_back_finish(caller: Staff, PathId(id): PathId<BookingId>, _: NoBody) -> HttpResult {
    let user = caller.user().clone();
    let visit = caller.write(move |tx, context| {
        use_cases::take_back_finish(tx, context, &user, &id)?;
        Ok(OwnVisit::find(tx, &user, &id)?)
    });
    ok(visit.await?)
}
