//! Changes of bookings at the desk, before checkout.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::bookings as use_cases;
use parlour_app::bookings::{ChosenStaff, DeskRefusal};
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::{BookingId, ServiceId, StaffId};
use parlour_http::error::FieldError;
use parlour_http::request::{IfNeeded, RuleSchema, TextRule};
use parlour_http::respond::stored_ok;
use parlour_http::shapes::bookings::DeskCancelBody;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::{Booking, BookingService};
use utoipa::PartialSchema;

use crate::prelude::*;
use crate::shared::booking_details::MAX_SERVICE_IDS;

#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedBooking {
    booking: Booking,
}

/// Changes a booking and responds with it.
async fn change_booking(
    caller: &Receptionist,
    write: impl Fn(&mut Tx<'_>, &RequestContext) -> Result<Booking, DeskRefusal> + Send + 'static,
) -> HttpResult {
    let booking = caller.write(move |tx, context| Ok(write(tx, context)?)).await?;
    ok(ChangedBooking { booking })
}

/// What the desk does to a booking.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DeskAction {
    Approve,
    Reject,
    Assign,
}

impl TextRule for DeskAction {
    type Value = Self;

    fn parse(text: &str) -> Result<Self, FieldError> {
        match text {
            "approve" => Ok(Self::Approve),
            "reject" => Ok(Self::Reject),
            "assign" => Ok(Self::Assign),
            _ => Err("must be approve, reject or assign".into()),
        }
    }

    fn schema() -> RuleSchema {
        RuleSchema::component(&Self::name(), <Self as PartialSchema>::schema(), Vec::new())
    }
}

request_shape! {
    pub(crate) struct DeskActionBody {
        action: DeskAction,
        /// The staff member; required for `approve` and `assign`.
        staff_id: IfNeeded<StaffId>,
        /// Needed for somebody of another gender than the customer asked for.
        against_wish: Option<bool>,
        /// For `reject`; the customer reads it.
        rejection_reason: IfNeeded<Text<500>>,
    }

    pub(crate) struct ReopenBody {
        reason: Text<500>,
    }

    pub(crate) struct DeskRescheduleBody {
        /// Today or later.
        booking_date: NaiveDate,
        #[example = "10:30"]
        start_time: NaiveTime,
        /// If false, the customer is not told.
        tell_customer: Option<bool>,
    }

    pub(crate) struct ServicesBody {
        /// Of the booking's type; a repeated service counts once.
        service_ids: TextList<ServiceId, 1, MAX_SERVICE_IDS>,
    }
}

/// The services of a booking with their staff.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AssignedServices {
    booking_id: BookingId,
    services: Vec<BookingService>,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum DeskActionResult {
    Changed(Box<ChangedBooking>),
    Assigned(AssignedServices),
}

enum ParsedDeskAction {
    Approve(ChosenStaff),
    Reject(String),
    Assign(ChosenStaff),
}

/// Approve, reject or assign
///
/// `approve` and `reject` decide a pending booking and respond with it. `assign` sets the staff member in any status
/// and responds with the services. Somebody of another gender than the customer asked for needs `againstWish`, or else it is
/// 422 `BUSINESS_RULE_VIOLATION`.
#[utoipa::path(
    patch, path = "/api/bookings/{id}", tag = "Bookings", security(("session" = ["receptionist"])),
    request_body = DeskActionBody,
    responses((status = 200, body = Envelope<DeskActionResult>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn act_on_booking(
    caller: Receptionist,
    PathId(id): PathId<BookingId>,
    body: RequestBody,
) -> HttpResult {
    let action = parse_action(&body)?;
    let write = move |tx: &mut Tx<'_>, context: &RequestContext| -> Result<DeskActionResult, HttpError> {
        let booking = match &action {
            ParsedDeskAction::Approve(chosen) => use_cases::approve(tx, context, &id, chosen)?,
            ParsedDeskAction::Reject(reason) => use_cases::reject(tx, context, &id, reason)?,
            ParsedDeskAction::Assign(chosen) => {
                let Booking { id, services, .. } = use_cases::assign(tx, context, &id, chosen)?;
                return Ok(DeskActionResult::Assigned(AssignedServices { booking_id: id, services }));
            }
        };
        Ok(DeskActionResult::Changed(Box::new(ChangedBooking { booking })))
    };
    ok(caller.write(write).await?)
}

fn parse_action(body: &RequestBody) -> Result<ParsedDeskAction, HttpError> {
    let (mut fields, body) = body.read::<DeskActionBody>()?;
    let against_wish = body.against_wish.unwrap_or(false);
    let chosen = |staff_id| ChosenStaff { staff_id, against_wish };
    let action = match body.action {
        Some(DeskAction::Approve) => body.staff_id.require(&mut fields).map(chosen).map(ParsedDeskAction::Approve),
        Some(DeskAction::Assign) => body.staff_id.require(&mut fields).map(chosen).map(ParsedDeskAction::Assign),
        Some(DeskAction::Reject) => body.rejection_reason.require(&mut fields).map(ParsedDeskAction::Reject),
        None => None,
    };
    fields.build(|| action)
}

/// Start a booking
#[utoipa::path(
    post, path = "/api/bookings/{id}/start", tag = "Bookings", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn start(caller: Receptionist, PathId(id): PathId<BookingId>, _: WithoutFields) -> HttpResult {
    change_booking(&caller, move |tx, context| use_cases::start(tx, context, &id)).await
}

/// Mark a booking as no-show
#[utoipa::path(
    post, path = "/api/bookings/{id}/noshow", tag = "Bookings", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn mark_noshow(caller: Receptionist, PathId(id): PathId<BookingId>, _: WithoutFields) -> HttpResult {
    change_booking(&caller, move |tx, context| use_cases::mark_noshow(tx, context, &id)).await
}

/// Cancel a booking
#[utoipa::path(
    post, path = "/api/bookings/{id}/cancel", tag = "Bookings", security(("session" = ["receptionist"])),
    request_body = DeskCancelBody,
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn cancel(caller: Receptionist, PathId(id): PathId<BookingId>, body: RequestBody) -> HttpResult {
    let DeskCancelBody { reason, tell_customer } = body.parse()?;
    let tell_customer = tell_customer.unwrap_or(true);
    change_booking(&caller, move |tx, context| use_cases::cancel_at_desk(tx, context, &id, &reason, tell_customer))
        .await
}

/// Reopen a completed booking
///
/// Its invoice must be credited whole, or be one of 0 rupees; otherwise, and for a membership session, 409. The booking
/// is in progress again and can be billed again. The visit is not counted meanwhile.
#[utoipa::path(
    post, path = "/api/bookings/{id}/reopen", tag = "Bookings", security(("session" = ["manager"])),
    params(IdempotencyKey),
    request_body = ReopenBody,
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn reopen(caller: Manager, PathId(id): PathId<BookingId>, body: KeyedBody) -> HttpResult {
    let ReopenBody { reason } = body.parse()?;
    caller
        .write_once(&body, move |tx, context| {
            let booking = use_cases::reopen(tx, context, &id, &reason)?;
            let customer = booking.customer_id.clone();
            Ok(stored_ok(ChangedBooking { booking })?.about(&customer))
        })
        .await
}

/// Reschedule a booking
///
/// A confirmed booking stays confirmed. It does not count as one of the customer's two reschedules.
#[utoipa::path(
    post, path = "/api/bookings/{id}/reschedule", tag = "Bookings", security(("session" = ["receptionist"])),
    request_body = DeskRescheduleBody,
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn reschedule(caller: Receptionist, PathId(id): PathId<BookingId>, body: RequestBody) -> HttpResult {
    let (mut fields, partial) = body.read::<DeskRescheduleBody>()?;
    let (checked, now) = (id.clone(), caller.state.now());
    let to = use_cases::BookingStartFields { booking_date: partial.booking_date, start_time: partial.start_time };
    let check = move |conn: &mut Conn<'_>| use_cases::validate_reschedule_at_desk(conn, &checked, to, now);
    check_readable(&caller.state, &mut fields, check).await?;
    let DeskRescheduleBody { booking_date, start_time, tell_customer } =
        fields.build(|| DeskRescheduleBody::complete(partial))?;
    let to = use_cases::BookingStart { booking_date, start_time };
    let tell_customer = tell_customer.unwrap_or(true);
    change_booking(&caller, move |tx, context| use_cases::reschedule_at_desk(tx, context, &id, to, tell_customer)).await
}

/// Replace the services of a booking
///
/// Until the booking is completed. Prices and durations are taken from the catalogue now, and the end changes with
/// them. A staff member who was assigned to all services is assigned to all new ones.
#[utoipa::path(
    put, path = "/api/bookings/{id}/services", tag = "Bookings", security(("session" = ["receptionist"])),
    request_body = ServicesBody,
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn replace_services(
    caller: Receptionist,
    PathId(id): PathId<BookingId>,
    body: RequestBody,
) -> HttpResult {
    let (mut fields, partial) = body.read::<ServicesBody>()?;
    let (checked, given) = (id.clone(), partial.service_ids.clone().unwrap_or_default());
    let check = move |conn: &mut Conn<'_>| use_cases::validate_service_change(conn, &checked, &given);
    check_readable(&caller.state, &mut fields, check).await?;
    let ServicesBody { service_ids } = fields.build(|| ServicesBody::complete(partial))?;
    change_booking(&caller, move |tx, context| use_cases::change_services(tx, context, &id, &service_ids)).await
}
