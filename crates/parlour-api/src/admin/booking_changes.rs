//! What the desk does to a booking, up to the counter.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::bookings as acts;
use parlour_app::bookings::DeskRefusal;
use parlour_app::occasion::Occasion;
use parlour_domain::ids::{BookingId, ServiceId, StaffId};
use parlour_domain::text::filled;
use parlour_store::bookings::{Booking, BookingService};
use parlour_store::{Conn, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::error::{ApiError, field_of};
use crate::fields::{Fields, date, id, one_of, wall_time};
use crate::id_path::Named;
use crate::openapi::Failed;
use crate::respond::{Answered, Envelope, ok};
use crate::signed_in::Receptionist;
use crate::visit_fields::MOST_SENT;
use crate::web::Web;

#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedBooking {
    booking: Booking,
}

/// Does something to a booking and shows what has become of it.
async fn change(
    web: &Web,
    asker: &Receptionist,
    act: impl Fn(&mut Tx<'_>, &Occasion) -> Result<Booking, DeskRefusal> + Send + 'static,
) -> Answered {
    let booking = asker.act(web, move |tx, occasion| Ok(act(tx, occasion)?)).await?;
    ok(ChangedBooking { booking })
}

#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "the schema of what `decision` reads")]
enum BookingAction {
    Approve,
    Reject,
    Assign,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `decision` reads field by field")]
pub(crate) struct DecisionBody {
    action: BookingAction,
    /// Who does it: for `approve` and `assign`.
    #[schema(min_length = 1)]
    staff_id: Option<String>,
    /// For `reject`, and for the customer's eyes.
    #[schema(min_length = 1, max_length = 500)]
    rejection_reason: Option<String>,
}

/// Who does what now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Assigned {
    booking_id: BookingId,
    services: Vec<BookingService>,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema of the two answers")]
pub(crate) enum Decided {
    Decided(Box<ChangedBooking>),
    Assigned(Assigned),
}

enum Decision {
    Approve(StaffId),
    Reject(String),
    Assign(StaffId),
}

/// Approve, reject or assign
///
/// `approve` and `reject` answer a request, and with the booking. `assign` says who does it, whatever has become of the
/// booking, and answers with the services.
#[utoipa::path(
    patch, path = "/api/bookings/{id}", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = DecisionBody,
    responses((status = 200, body = Envelope<Decided>), (status = 409, response = Failed)),
)]
pub(crate) async fn decide(
    State(web): State<Web>,
    asker: Receptionist,
    Named(id): Named,
    body: Body,
) -> Answered {
    let id = BookingId::new(id);
    match decision(body.fields()?)? {
        Decision::Approve(staff) => {
            change(&web, &asker, move |tx, occasion| acts::approve(tx, occasion, &id, &staff)).await
        }
        Decision::Reject(reason) => {
            change(&web, &asker, move |tx, occasion| acts::reject(tx, occasion, &id, &reason)).await
        }
        Decision::Assign(staff) => {
            let assigned =
                asker.act(&web, move |tx, occasion| Ok(acts::assign(tx, occasion, &id, &staff)?)).await?;
            ok(Assigned { booking_id: assigned.id, services: assigned.services })
        }
    }
}

fn decision(mut fields: Fields) -> Result<Decision, ApiError> {
    let known = |word: &str| ["approve", "reject", "assign"].into_iter().find(|known| *known == word);
    let decision = match fields.required("action", one_of(known, "approve, reject or assign")) {
        Some("approve") => fields.required("staffId", id(StaffId::new)).map(Decision::Approve),
        Some("assign") => fields.required("staffId", id(StaffId::new)).map(Decision::Assign),
        Some(_) => fields.required("rejectionReason", |text| filled(text, 500)).map(Decision::Reject),
        None => None,
    };
    fields.build(|| decision)
}

/// The customer is here, and it begins
#[utoipa::path(
    post, path = "/api/bookings/{id}/start", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = Failed)),
)]
pub(crate) async fn start(State(web): State<Web>, asker: Receptionist, Named(id): Named) -> Answered {
    let id = BookingId::new(id);
    change(&web, &asker, move |tx, occasion| acts::start(tx, occasion, &id)).await
}

/// The customer did not come
#[utoipa::path(
    post, path = "/api/bookings/{id}/noshow", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = Failed)),
)]
pub(crate) async fn noshow(State(web): State<Web>, asker: Receptionist, Named(id): Named) -> Answered {
    let id = BookingId::new(id);
    change(&web, &asker, move |tx, occasion| acts::mark_noshow(tx, occasion, &id)).await
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `cancel` reads field by field")]
pub(crate) struct DeskCancelBody {
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Call a visit off
#[utoipa::path(
    post, path = "/api/bookings/{id}/cancel", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = DeskCancelBody,
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = Failed)),
)]
pub(crate) async fn cancel(
    State(web): State<Web>,
    asker: Receptionist,
    Named(id): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let reason = fields.required("reason", |text| filled(text, 500));
    let reason = fields.build(|| reason)?;
    let id = BookingId::new(id);
    change(&web, &asker, move |tx, occasion| acts::cancel_at_desk(tx, occasion, &id, &reason)).await
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `reschedule` reads field by field")]
pub(crate) struct DeskRescheduleBody {
    /// Today or later.
    booking_date: NaiveDate,
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "10:30")]
    start_time: String,
}

/// Move a visit
///
/// A confirmed one stays confirmed, and it does not count against the customer's own two moves.
#[utoipa::path(
    post, path = "/api/bookings/{id}/reschedule", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = DeskRescheduleBody,
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = Failed)),
)]
pub(crate) async fn reschedule(
    State(web): State<Web>,
    asker: Receptionist,
    Named(id): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let booking_date = fields.required("bookingDate", date);
    let start_time = fields.required("startTime", wall_time);
    let id = BookingId::new(id);
    if fields.have_failed() {
        let (id, now) = (id.clone(), web.app().clock.now());
        let looked_at = move |conn: &mut Conn<'_>| {
            let to = (booking_date, start_time);
            acts::examine_move_at_desk(conn, &id, to, now).map_err(ApiError::from)
        };
        for complaint in web.app().db.read(looked_at).await? {
            fields.refuse::<()>(&field_of(&complaint), complaint);
        }
    }
    let to = fields.build(|| booking_date.zip(start_time))?;
    change(&web, &asker, move |tx, occasion| acts::reschedule_at_desk(tx, occasion, &id, to)).await
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `services` reads field by field")]
pub(crate) struct ServicesBody {
    /// Of the booking's type; one that is named twice counts once.
    #[schema(min_items = 1, max_items = 1000)]
    service_ids: Vec<String>,
}

/// Do something else than was booked
///
/// Until the visit is completed. Prices and durations are those of the catalogue at this moment, and the end follows;
/// whoever was to do all of it does all of this.
#[utoipa::path(
    put, path = "/api/bookings/{id}/services", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = ServicesBody,
    responses((status = 200, body = Envelope<ChangedBooking>), (status = 409, response = Failed)),
)]
pub(crate) async fn services(
    State(web): State<Web>,
    asker: Receptionist,
    Named(id): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let service_ids = fields.required_list("serviceIds", MOST_SENT, |id| ServiceId::new(id));
    let id = BookingId::new(id);
    if fields.have_failed() {
        let (id, readable) = (id.clone(), service_ids.clone().unwrap_or_default());
        let looked_at = move |conn: &mut Conn<'_>| {
            acts::examine_other_services(conn, &id, &readable).map_err(ApiError::from)
        };
        for complaint in web.app().db.read(looked_at).await? {
            fields.refuse::<()>(&field_of(&complaint), complaint);
        }
    }
    let service_ids = fields.build(|| service_ids)?;
    change(&web, &asker, move |tx, occasion| acts::change_services(tx, occasion, &id, &service_ids)).await
}
