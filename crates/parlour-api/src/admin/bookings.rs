//! Everybody's bookings: seen, and made for those who call or stand at the desk.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::bookings::{DeskRequest, book_at_desk, examine_at_desk};
use parlour_domain::booking::BookingStatus;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BookingId, StaffId, UserId};
use parlour_domain::ist::{Timestamp, parse_date};
use parlour_domain::service::ServiceType;
use parlour_store::bookings::Booking;
use parlour_store::db::json::Page;
use parlour_store::desk_bookings::{self, DeskBooking};
use parlour_store::desk_list::{self, Filter, Position};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::error::{ApiError, field_of};
use crate::fields::{Fields, id};
use crate::id_path::Named;
use crate::idempotency::ActKey;
use crate::listed::{self, List};
use crate::respond::{Answered, Envelope, created, ok};
use crate::signed_in::{Reading, Receptionist};
use crate::visit_fields::VisitFields;
use crate::web::Web;

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
    State(web): State<Web>,
    asker: Reading<Receptionist>,
    mut asked: listed::Asked,
) -> Answered {
    let text = |text: &str| Ok::<_, String>(text.to_owned());
    let status = asked.fields.optional("status", text);
    let service_type = asked.fields.optional("serviceType", |text| Ok::<_, String>(ServiceType::parse(text)));
    let date = asked.fields.optional("date", |text| Ok::<_, String>(parse_date(text)));
    // A type that is none, or a day, is nobody's.
    let matches_none = service_type == Some(None) || date == Some(None);
    let filter = Filter { status, service_type: service_type.flatten(), date: date.flatten() };
    asked.answer(&web, &asker, Everybodys { filter, matches_none }).await
}

/// The latest day first, of a day the newest first.
struct Everybodys {
    filter: Filter,
    matches_none: bool,
}

impl List for Everybodys {
    const NAME: &'static str = "bookings";
    type Position = Position;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&Position>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<Page<Position>, DbError> {
        if self.matches_none {
            return Ok(Page { last: None, has_more: false });
        }
        desk_list::write_page(conn, &self.filter, after, limit, out)
    }
}

impl listed::Position for Position {
    fn written(&self) -> String {
        format!("{} {} {}", self.booking_date, self.created_at.millis(), self.id)
    }

    fn read(written: &str) -> Option<Self> {
        let (date, rest) = written.split_once(' ')?;
        let (millis, id) = rest.split_once(' ')?;
        let created_at = Timestamp::from_millis(millis.parse().ok()?);
        let is_believable = (Timestamp::from_millis(0)..=Timestamp::FAR_FUTURE).contains(&created_at);
        let booking_date = parse_date(date).filter(|_| is_believable)?;
        Some(Self { booking_date, created_at, id: BookingId::new(id) })
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
pub(crate) async fn show(State(web): State<Web>, asker: Reading<Receptionist>, Named(id): Named) -> Answered {
    let id = BookingId::new(id);
    let found = asker.read(&web, move |conn, _| Ok(desk_bookings::find(conn, &id)?)).await?;
    ok(DeskBookingView { booking: found.ok_or_else(|| ApiError::not_found("This booking"))? })
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
pub(crate) async fn create(State(web): State<Web>, asker: Receptionist, key: ActKey, body: Body) -> Answered {
    let request = request(&web, body.fields()?).await?;
    asker
        .act_once(&web, &key, &body, move |tx, occasion| {
            let Booking { id, booking_number, status, .. } = book_at_desk(tx, occasion, &request)?;
            Ok(created(BookedAtDesk { id, booking_number, status })?.about(&request.customer_id))
        })
        .await
}

async fn request(web: &Web, mut fields: Fields) -> Result<DeskRequest, ApiError> {
    let customer_id = fields.required("customerId", id(UserId::new));
    let visit = VisitFields::read(&mut fields);
    let staff_id = fields.optional("staffId", id(StaffId::new));
    let is_walkin = fields.optional_bool("isWalkin").unwrap_or(false);
    if fields.have_failed() {
        // The act is not asked where something cannot be read; what can be is looked at all the same.
        let (read, now) = (visit.clone(), web.app().clock.now());
        let (customer, staff) = (customer_id.clone(), staff_id.clone());
        let looked_at = move |conn: &mut Conn<'_>| {
            let examined = examine_at_desk(conn, &read.asked(), customer.as_ref(), staff.as_ref(), now);
            examined.map_err(ApiError::from)
        };
        for complaint in web.app().db.read(looked_at).await?.complaints {
            fields.refuse::<()>(&field_of(&complaint), complaint);
        }
    }
    fields.build(|| {
        Some(DeskRequest { customer_id: customer_id?, visit: visit.request()?, staff_id, is_walkin })
    })
}
