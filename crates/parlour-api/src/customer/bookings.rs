//! One's own bookings.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::bookings::{self as acts, BookingRequest, examine};
use parlour_domain::booking::BookingStatus;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_domain::text::at_most;
use parlour_store::booking_lists::{self, Position};
use parlour_store::bookings::{self, Booking};
use parlour_store::db::json::Page;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::error::{ApiError, field_of};
use crate::fields::{Fields, date, wall_time};
use crate::id_path::Named;
use crate::idempotency::ActKey;
use crate::listed::{self, List};
use crate::openapi::Failed;
use crate::respond::{Answered, Envelope, created, ok};
use crate::signed_in::{Customer, Reading};
use crate::visit_fields::VisitFields;
use crate::web::Web;

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
pub(crate) async fn create(State(web): State<Web>, asker: Customer, key: ActKey, body: Body) -> Answered {
    let request = request(&web, body.fields()?).await?;
    let customer = asker.user().clone();
    asker
        .act_once(&web, &key, &body, move |tx, occasion| {
            let Booking { id, booking_number, status, .. } =
                acts::request(tx, occasion, &customer, &request)?;
            Ok(created(Booked { id, booking_number, status })?.about(&customer))
        })
        .await
}

async fn request(web: &Web, mut fields: Fields) -> Result<BookingRequest, ApiError> {
    let visit = VisitFields::read_with_wish(&mut fields);
    if fields.have_failed() {
        // The act is not asked where something cannot be read; what can be is looked at all the same.
        let (read, now) = (visit.clone(), web.app().clock.now());
        let looked_at = move |conn: &mut Conn<'_>| examine(conn, &read.asked(), now).map_err(ApiError::from);
        for complaint in web.app().db.read(looked_at).await?.complaints {
            fields.refuse::<()>(&field_of(&complaint), complaint);
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
pub(crate) async fn list(State(web): State<Web>, asker: Reading<Customer>, asked: listed::Asked) -> Answered {
    asked.answer(&web, &asker, OwnBookings).await
}

/// Newest first.
struct OwnBookings;

impl List for OwnBookings {
    const NAME: &'static str = "bookings";
    type Position = Position;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        reader: &UserId,
        after: Option<&Position>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<Page<Position>, DbError> {
        booking_lists::write_own_page(conn, reader, after, limit, out)
    }
}

impl listed::Position for Position {
    fn written(&self) -> String {
        format!("{} {}", self.created_at.millis(), self.id)
    }

    fn read(written: &str) -> Option<Self> {
        let (millis, id) = written.split_once(' ')?;
        let created_at = Timestamp::from_millis(millis.parse().ok()?);
        let is_believable = (Timestamp::from_millis(0)..=Timestamp::FAR_FUTURE).contains(&created_at);
        is_believable.then(|| Self { created_at, id: BookingId::new(id) })
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
pub(crate) async fn show(State(web): State<Web>, asker: Reading<Customer>, Named(id): Named) -> Answered {
    let id = BookingId::new(id);
    let found = asker.read(&web, move |conn, user| Ok(bookings::own(conn, &id, user)?)).await?;
    ok(BookingView { booking: found.ok_or_else(|| ApiError::not_found("This booking"))? })
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
    responses((status = 200, body = Envelope<CalledOff>), (status = 409, response = Failed)),
)]
pub(crate) async fn cancel(
    State(web): State<Web>,
    asker: Customer,
    Named(id): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let reason = fields.optional("reason", |text| at_most(text, 500)).filter(|text| !text.is_empty());
    let reason = fields.build(|| Some(reason))?;
    let (customer, id) = (asker.user().clone(), BookingId::new(id));
    let cancelled = asker
        .act(&web, move |tx, occasion| Ok(acts::cancel(tx, occasion, &customer, &id, reason.as_deref())?));
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
    responses((status = 200, body = Envelope<BookingView>), (status = 409, response = Failed)),
)]
pub(crate) async fn reschedule(
    State(web): State<Web>,
    asker: Customer,
    Named(id): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let booking_date = fields.required("bookingDate", date);
    let start_time = fields.required("startTime", wall_time);
    let (customer, id) = (asker.user().clone(), BookingId::new(id));
    if fields.have_failed() {
        let (customer, id, now) = (customer.clone(), id.clone(), web.app().clock.now());
        let looked_at = move |conn: &mut Conn<'_>| {
            let to = (booking_date, start_time);
            acts::examine_move(conn, &customer, &id, to, now).map_err(ApiError::from)
        };
        for complaint in web.app().db.read(looked_at).await? {
            fields.refuse::<()>(&field_of(&complaint), complaint);
        }
    }
    let to = fields.build(|| booking_date.zip(start_time))?;
    let moved =
        asker.act(&web, move |tx, occasion| Ok(acts::reschedule(tx, occasion, &customer, &id, to)?)).await?;
    ok(BookingView { booking: moved })
}
