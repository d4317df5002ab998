//! The form that moves a visit to another time or person.

use chrono::{NaiveDate, NaiveTime};
use http::StatusCode;
use parlour_app::bookings::{self as use_cases, BookingStart, BookingStartFields, Placement};
use parlour_domain::booking::check_not_too_far_ahead;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::ist::parse_time;
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::RequestShape;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_http::validation::check_readable;
use parlour_store::Conn;

use super::address::{board_path, named_day, named_visit};
use super::moving::Moving;
use super::page::BoardPage;
use crate::desk::{DeskPage, refused_status};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::see_other;

request_shape! {
    struct PlaceForm {
        booking_date: NaiveDate,
        start_time: NaiveTime,
        /// Who does every service. If absent, everybody keeps theirs.
        staff_id: Option<StaffId>,
        tell_customer: Option<bool>,
    }
}

const FIELDS: [&str; 4] = ["bookingDate", "startTime", "staffId", "tellCustomer"];

/// The form of the board posts here, with the branch and the day of the board in its address.
pub(super) async fn place(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let id = named_visit(&page, id).await?;
    match submit(&page, &id, &form).await {
        Ok(path) => Ok(see_other(&path, Some(Flash::VisitPlaced))),
        Err(error) => match refused_status(&error) {
            Some(status) => show_refused(&page, &id, &form, status, &error).await,
            None => Err(error),
        },
    }
}

async fn submit(page: &DeskPage<Receptionist>, id: &BookingId, form: &FormBody) -> Result<String, HttpError> {
    let branch = page.require_branch()?.clone();
    let mut fields = form.fields();
    let readable = PlaceForm::read(&mut fields);
    if let Some(Err(refusal)) = readable.booking_date.map(|date| check_not_too_far_ahead(date, page.now())) {
        fields.add_error::<()>("bookingDate", refusal);
    }
    let (checked, staff, now) = (id.clone(), readable.staff_id.clone(), page.now());
    let to = BookingStartFields { booking_date: readable.booking_date, start_time: readable.start_time };
    let check = move |conn: &mut Conn<'_>| use_cases::validate_placement(conn, &checked, to, staff.as_ref(), now);
    check_readable(&page.state, &mut fields, check).await?;
    let nearest = parse_time(fields.form_text("nearest"));
    let PlaceForm { booking_date, start_time, staff_id, tell_customer } =
        fields.build(|| PlaceForm::complete(readable))?;
    let to = BookingStart { booking_date, start_time: nearest.unwrap_or(start_time) };
    let placement = Placement { to, staff_id, tell_customer: tell_customer.unwrap_or(false) };
    let id = id.clone();
    page.caller
        .submit_once(form, move |tx, context| {
            let booking = use_cases::place(tx, context, &id, &placement)?;
            Ok(board_path(&branch, booking.booking_date))
        })
        .await
}

/// The board with the form, what was typed, and why not.
async fn show_refused(
    page: &DeskPage<Receptionist>,
    id: &BookingId,
    form: &FormBody,
    status: StatusCode,
    error: &HttpError,
) -> HttpResult {
    let branch = page.require_branch()?.clone();
    let mut moving = Moving::start(page, id).await?;
    if error.code() == ErrorCode::BookingSlotUnavailable {
        moving.nearest = nearest_times(error, page.texts);
        let refusal = HttpError::new(error.code(), error.message().to_owned());
        moving.form = FormState::refused(&form.fields(), &FIELDS, &refusal);
    } else {
        moving.form = FormState::refused(&form.fields(), &FIELDS, error);
    }
    let shown = BoardPage::read(page, &branch, named_day(page), None, Some(moving)).await?;
    page.show_with(status, &shown)
}

/// The details of such a refusal are times instead of complaints.
fn nearest_times(error: &HttpError, texts: Texts) -> Vec<(String, String)> {
    let times = error.details().and_then(|details| details.get("startTime")).into_iter().flatten();
    let times = times.filter_map(|time| parse_time(time));
    times.map(|time| (format::time_value(time), format::time(time, texts))).collect()
}
