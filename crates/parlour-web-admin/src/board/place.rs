//! The form that moves a booking to another time or person.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::bookings::{self as use_cases, BookingStart, BookingStartFields, DeskRefusal, Placement};
use parlour_domain::booking::check_not_too_far_ahead;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::ist::parse_time;
use parlour_http::error::{FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::RequestShape;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{FormRefusal, Receptionist};
use parlour_http::validation::check_readable;
use parlour_store::Conn;

use super::address::{board_path, named_booking, named_day};
use super::moving::Moving;
use super::page::BoardPage;
use crate::desk::DeskPage;
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;

request_shape! {
    struct PlaceForm {
        booking_date: NaiveDate,
        start_time: NaiveTime,
        /// Who does every service. If absent, everybody keeps theirs.
        staff_id: Option<StaffId>,
        tell_customer: Option<bool>,
    }
}

/// The label of a field.
pub(super) fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.board_move();
    match name {
        "bookingDate" => text.day(),
        "staffId" => text.person(),
        _ => text.time(),
    }
}

/// The form of the board posts here, with the branch and the day of the board in its address.
pub(super) async fn place(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let id = named_booking(&page, id).await?;
    let branch = page.require_branch()?.clone();
    let (booking, placement) = (id.clone(), read_placement(&page, &id, &form).await?);
    let placed = page.form(&form, label).write(placement, move |tx, context, placement| {
        let booking = use_cases::place(tx, context, &booking, placement)?;
        Ok::<_, DeskRefusal>(board_path(&branch, booking.booking_date))
    });
    let placed = placed.await?;
    let nearest = match &placed.result {
        Err(FormRefusal::ByUseCase(DeskRefusal::SlotUnavailable(nearest))) => nearest.clone(),
        _ => Vec::new(),
    };
    placed.answer(Flash::BookingPlaced, |state| show_refused(&page, &id, state, nearest)).await
}

async fn read_placement(
    page: &DeskPage<Receptionist>,
    id: &BookingId,
    form: &FormBody,
) -> Result<Result<Placement, FieldErrors>, HttpError> {
    let mut fields = form.fields();
    let readable = PlaceForm::read(&mut fields);
    if let Some(Err(refusal)) = readable.booking_date.map(|date| check_not_too_far_ahead(date, page.now())) {
        fields.add_error::<()>("bookingDate", refusal);
    }
    let (checked, staff, now) = (id.clone(), readable.staff_id.clone(), page.now());
    let to = BookingStartFields { booking_date: readable.booking_date, start_time: readable.start_time };
    let check = move |conn: &mut Conn<'_>| use_cases::validate_placement(conn, &checked, to, staff.as_ref(), now);
    check_readable(&page.state, &mut fields, check).await?;
    let nearest = parse_time(form.text("nearest"));
    Ok(fields.finish(|| PlaceForm::complete(readable)).map(|placement| {
        let PlaceForm { booking_date, start_time, staff_id, tell_customer } = placement;
        let to = BookingStart { booking_date, start_time: nearest.unwrap_or(start_time) };
        Placement { to, staff_id, tell_customer: tell_customer.unwrap_or(false) }
    }))
}

/// The board with the form, what was typed, and why not.
async fn show_refused(
    page: &DeskPage<Receptionist>,
    id: &BookingId,
    state: FormState,
    nearest: Vec<NaiveTime>,
) -> HttpResult {
    let branch = page.require_branch()?.clone();
    let mut moving = Moving::start(page, id).await?;
    let time = |at: NaiveTime| (format::time_value(at), format::time(at, page.texts));
    moving.nearest = nearest.into_iter().map(time).collect();
    let status = state.status;
    moving.form = state;
    let shown = BoardPage::read(page, &branch, named_day(page), None, Some(moving)).await?;
    page.show_with(status, &shown)
}
