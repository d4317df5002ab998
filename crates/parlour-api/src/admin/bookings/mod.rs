//! All bookings, for the desk.

pub(super) mod changes;
pub(super) mod checkout;
pub(super) mod day_of_booking;

use chrono::NaiveDate;
use parlour_app::bookings::{DeskRequest, DeskRequestFields, book_at_desk, validate_desk_request};
use parlour_db::json::PageEnd;
use parlour_domain::auth::role::Role;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, BranchId, StaffId, UserId};
use parlour_domain::ist::parse_date;
use parlour_domain::service::ServiceType;
use parlour_http::shapes::bookings::MAX_GUEST_NAME_LENGTH;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_bookings::{self, DeskBooking};
use parlour_store::bookings::desk_list::{self, DeskBookingCursor, DeskBookingFilter};
use parlour_store::bookings::desk_pages::{self, DeskBookingSearch};

use crate::prelude::*;
use crate::shared::booking_details::{BookingDetails, check_one_wish, readable_request};

list_shape! { pub(crate) struct DeskBookings { bookings: DeskBooking } }

request_shape! {
    pub(crate) struct DeskBookingQuery {
        /// A booking's status
        #[example = "pending"]
        status: Option<AnyText>,
        /// `salon` or `spa`
        #[example = "salon"]
        service_type: Option<AnyText>,
        /// The day of the booking
        #[example = "2030-01-31"]
        date: Option<AnyText>,
        /// The branch of the booking
        branch_id: Option<AnyText>,
        /// The first day
        #[example = "2030-01-01"]
        from: Option<NaiveDate>,
        /// The last day
        #[example = "2030-01-31"]
        to: Option<NaiveDate>,
        /// A part of the customer's name or phone, or the end of the booking's number, from 3 digits on
        #[example = "00042"]
        q: Option<TrimmedText<100>>,
    }

    pub(crate) struct DeskBookingBody {
        /// The customer of the booking.
        customer_id: UserId,
        details: Flat<BookingDetails>,
        /// Who does it. The booking is then confirmed.
        staff_id: Option<StaffId>,
        /// Needed with a `staffId` of another gender than is asked for.
        against_wish: Option<bool>,
        /// Whether the customer is at the desk now.
        is_walkin: Option<bool>,
        /// Whom the visit is for, if not for the customer.
        guest_name: Option<Name<MAX_GUEST_NAME_LENGTH>>,
    }
}

/// All bookings
///
/// The latest day first, and the newest first within a day. The whole list, unless `limit` or `cursor` asks for a
/// part. Filters match exactly; a value that no booking has gives an empty list. If more than 400 customers match `q`,
/// their bookings are looked for among the next 20,000.
#[utoipa::path(
    get, path = "/api/bookings", tag = "Bookings", security(("session" = ["receptionist"])),
    params(DeskBookingQuery, ListParameters),
    responses((status = 200, body = Envelope<DeskBookings>)),
)]
pub(crate) async fn list(mut requested: ListRequest<Receptionist>) -> HttpResult {
    let query = DeskBookingQuery::read(&mut requested.fields);
    let text = query.q.filter(|text| !text.is_empty());
    if query.branch_id.is_some() || query.from.is_some() || query.to.is_some() || text.is_some() {
        let search = DeskBookingSearch {
            status: query.status,
            service_type: None,
            branch: query.branch_id.map(BranchId::new),
            from: query.from,
            to: query.to,
            text,
        };
        return list_found(requested, search, query.service_type.as_deref(), query.date.as_deref()).await;
    }
    let service_type = query.service_type.map(|text| ServiceType::parse(&text));
    let date = query.date.map(|text| parse_date(&text));
    // No booking has a type or a day that does not exist.
    let matches_none = service_type == Some(None) || date == Some(None);
    let filter = DeskBookingFilter {
        status: query.status,
        service_type: service_type.flatten(),
        date: date.flatten(),
        now: requested.caller.state.now(),
    };
    requested
        .answer::<DeskBookings, _>(move |conn, part, out| {
            if matches_none {
                return Ok(PageEnd { last: None, has_more: false });
            }
            desk_list::write_page(conn, &filter, part.after, part.limit, out)
        })
        .await
}

/// The list by branch, days or text.
async fn list_found(
    requested: ListRequest<Receptionist>,
    search: DeskBookingSearch,
    service_type: Option<&str>,
    date: Option<&str>,
) -> HttpResult {
    let (service_type, date) = (service_type.map(ServiceType::parse), date.map(parse_date));
    // No booking has a type or a day that does not exist, or is on two days.
    let is_outside =
        |day: NaiveDate| search.from.is_some_and(|from| day < from) || search.to.is_some_and(|to| day > to);
    let matches_none = service_type == Some(None) || date == Some(None) || date.flatten().is_some_and(is_outside);
    let day = date.flatten();
    let search = DeskBookingSearch {
        service_type: service_type.flatten(),
        from: day.or(search.from),
        to: day.or(search.to),
        ..search
    };
    let now = requested.caller.state.now();
    requested
        .answer_rows::<DeskBookings, DeskBooking, DeskBookingCursor>(
            move |conn, part| {
                if matches_none {
                    return Ok(Vec::new());
                }
                let found = conn.in_snapshot(|conn| desk_pages::page(conn, &search, part.after, part.limit))?;
                Ok(found.into_iter().map(|desk| desk.shown_at(now)).collect())
            },
            DeskBookingCursor::of,
        )
        .await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct DeskBookingView {
    booking: DeskBooking,
}

/// One booking
#[utoipa::path(
    get, path = "/api/bookings/{id}", tag = "Bookings", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<DeskBookingView>)),
)]
pub(crate) async fn show(caller: ReadAs<Receptionist>, PathId(id): PathId<BookingId>) -> HttpResult {
    let found = caller.read(move |conn, _| Ok(desk_bookings::find_desk_booking(conn, &id)?)).await?;
    let booking = found.ok_or_else(|| HttpError::not_found("This booking"))?;
    ok(DeskBookingView { booking: booking.shown_at(caller.state.now()) })
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
/// The booking is `confirmed` if `staffId` is given, otherwise `pending`. Price and duration are taken from the
/// catalogue now. A manager enters a booking of the last 7 days, with `staffId`; nobody is notified of it. A `staffId` of
/// another gender than is asked for needs `againstWish`, or else it is 422 `BUSINESS_RULE_VIOLATION`.
#[utoipa::path(
    post, path = "/api/bookings", tag = "Bookings", security(("session" = ["receptionist"])),
    request_body = DeskBookingBody,
    params(IdempotencyKey),
    responses((status = 201, body = Envelope<BookedAtDesk>)),
)]
pub(crate) async fn create(caller: Receptionist, body: KeyedBody) -> HttpResult {
    let request = desk_request(&caller, &body).await?;
    caller
        .write_once(&body, move |tx, context| {
            let Booking { id, booking_number, status, .. } = book_at_desk(tx, context, &request)?;
            Ok(stored_created(BookedAtDesk { id, booking_number, status })?.about(&request.customer_id))
        })
        .await
}

async fn desk_request(caller: &Receptionist, body: &RequestBody) -> Result<DeskRequest, HttpError> {
    let (mut fields, partial) = body.read::<DeskBookingBody>()?;
    check_one_wish(&partial.details, &mut fields);
    let (checked, now, is_manager) = (partial.clone(), caller.state.now(), caller.session.role >= Role::Manager);
    let check = move |conn: &mut Conn<'_>| {
        let request = DeskRequestFields {
            booking: readable_request(&checked.details, None),
            customer: checked.customer_id.as_ref(),
            staff: checked.staff_id.as_ref(),
            is_manager,
        };
        validate_desk_request(conn, &request, now)
    };
    check_readable(&caller.state, &mut fields, check).await?;
    let body = fields.build(|| DeskBookingBody::complete(partial))?;
    let booking = body.details.into_request(None);
    if body.staff_id.is_none() {
        caller.state.app().availability_cache.prepare(&booking.branch_id, booking.booking_date, now).await?;
    }
    Ok(DeskRequest {
        customer_id: body.customer_id,
        booking,
        staff_id: body.staff_id,
        against_wish: body.against_wish.unwrap_or(false),
        is_walkin: body.is_walkin.unwrap_or(false),
        guest_name: body.guest_name,
    })
}
