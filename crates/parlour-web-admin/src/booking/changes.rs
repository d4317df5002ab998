//! Another time, another person, other services.

use chrono::NaiveDate;
use parlour_app::bookings::{self as use_cases, BookingFieldError, DeskRefusal, LineChange, RequestedLine};
use parlour_domain::booking::{MAX_SERVICES_PER_BOOKING, check_not_too_far_ahead};
use parlour_domain::ids::{BookingId, ServiceId, StaffId};
use parlour_domain::text::TextRefusal;
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_http::shapes::bookings::{MAX_LINE_MINUTES, MIN_LINE_MINUTES, OfferTimeBody, PlaceBody};
use parlour_store::bookings::booking_records::{self, Booking};

use super::actions::{Seen, SentForm, goes_to_checkout, submit};
use super::lines::is_unchanged;
use super::question::{ask_about_move, is_against_wish, is_sure, with_answer};
use super::refused::typed_lines;
use super::times::{check_chosen_time, with_chosen_time};
use crate::checkout::checkout_path;
use crate::desk::DeskPage;
use parlour_texts::DeskBookingTexts;
use parlour_web::flash::Flash;
use parlour_web::page::see_other;

request_shape! {
    struct TellForm {
        tell_customer: Option<bool>,
    }
}

pub(super) async fn move_booking(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<BookingId>,
    form: FormBody,
) -> HttpResult {
    let form = with_answer(with_chosen_time(form));
    let parsed = check_chosen_time(&form, page.texts).and_then(|()| form.parse::<PlaceBody>());
    let parsed = parsed.and_then(|form| near(form.booking_date, &page).map(|()| form.into()));
    let (seen, is_sure) = (Seen::read(&form), is_sure(&form));
    let sent = SentForm { name: "move", flash: moved_flash(&form), booking: &id, form: &form, parsed };
    submit(&page, sent, move |tx, context, id, placement| {
        seen.check(tx, id)?;
        let before = booking_records::find_booking(tx, id)?;
        let moved = use_cases::place(tx, context, id, placement)?;
        if is_sure { Ok(()) } else { ask_about_move(tx, before.as_ref(), &moved, context.now) }
    })
    .await
}

/// What the message says of a form that moves a visit.
pub(crate) fn moved_flash(form: &FormBody) -> Flash {
    if form.text("tellCustomer") == "true" { Flash::BookingMovedTold } else { Flash::BookingMoved }
}

/// Refuses a year with a digit too many, and 9999.
fn near(date: NaiveDate, page: &DeskPage<Receptionist>) -> Result<(), FieldErrors> {
    check_not_too_far_ahead(date, page.now()).map_err(|refusal| FieldErrors::of_field("bookingDate", refusal))
}

pub(super) async fn offer(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let form = with_answer(with_chosen_time(form));
    let parsed = check_chosen_time(&form, page.texts).and_then(|()| form.parse::<OfferTimeBody>());
    let parsed =
        parsed.and_then(|form| near(form.booking_date, &page).map(|()| form)).map(OfferTimeBody::into_start_and_person);
    let sent = SentForm { name: "offer", flash: Flash::BookingOffered, booking: &id, form: &form, parsed };
    submit(&page, sent, |tx, context, id, (to, chosen)| {
        Ok(use_cases::offer_time(tx, context, id, *to, chosen).map(drop)?)
    })
    .await
}

pub(super) async fn change_lines(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<BookingId>,
    form: FormBody,
) -> HttpResult {
    if goes_to_checkout(&form) && !has_changes(&page, &id, &form).await? {
        return Ok(see_other(&checkout_path(&id), None));
    }
    let parsed = requested_lines(&form, page.texts.desk_booking());
    let seen = Seen::read(&form);
    let sent = SentForm { name: "lines", flash: Flash::BookingLinesChanged, booking: &id, form: &form, parsed };
    submit(&page, sent, move |tx, context, id, change| {
        seen.check(tx, id)?;
        let booking = booking_records::find_booking(tx, id)?.ok_or(DeskRefusal::Unknown)?;
        let change = without_unchanged_minutes(change, &booking);
        Ok(use_cases::change_lines(tx, context, id, &change).map(drop)?)
    })
    .await
}

/// Whether there is something to save before the checkout.
async fn has_changes(page: &DeskPage<Receptionist>, id: &BookingId, form: &FormBody) -> Result<bool, HttpError> {
    let (id, typed) = (id.clone(), typed_lines(&form.values));
    let read = page.caller.read(move |conn, _| {
        let booking = booking_records::find_booking(conn, &id)?.ok_or_else(|| HttpError::not_found("This visit"))?;
        Ok(!is_unchanged(&typed, &booking))
    });
    read.await
}

/// The form sends the minutes of every line. Only those that somebody has changed are set, because a manager sets those
/// that hours of a membership pay for, too.
fn without_unchanged_minutes(change: &LineChange, booking: &Booking) -> LineChange {
    let mut typed = change.clone();
    for (index, (_, line)) in typed.lines.iter_mut().enumerate() {
        let earlier = change.lines.iter().take(index).filter(|(_, other)| other.service_id == line.service_id).count();
        let same = booking.services.iter().filter(|own| Some(&own.service_id) == line.service_id.as_ref());
        let shown = same.map(|own| own.duration_minutes).nth(earlier);
        line.duration_minutes = line.duration_minutes.filter(|minutes| Some(*minutes) != shown);
    }
    typed
}

/// A row without a service is not there. Each line keeps the number of its row, so that an error stands beside it.
fn requested_lines(form: &FormBody, text: DeskBookingTexts) -> Result<LineChange, FieldErrors> {
    let TellForm { tell_customer } = form.parse()?;
    let mut fields = form.fields();
    let mut lines = Vec::new();
    for (row, [service, staff, minutes]) in typed_lines(&form.values).into_iter().enumerate() {
        if service.is_empty() {
            continue;
        }
        let minutes = Some(minutes).filter(|minutes| !minutes.is_empty());
        let duration_minutes = minutes.and_then(|minutes| {
            let number = minutes.parse().ok().filter(|number| (MIN_LINE_MINUTES..=MAX_LINE_MINUTES).contains(number));
            let wrong = FieldError::OutOfRange { min: MIN_LINE_MINUTES, max: MAX_LINE_MINUTES };
            number.or_else(|| fields.add_error(&format!("lines.{row}.durationMinutes"), wrong))
        });
        for (typed, name) in [(&service, "serviceId"), (&staff, "staffId")] {
            if typed.contains('\0') {
                fields.add_error::<()>(&format!("lines.{row}.{name}"), TextRefusal::Nul);
            }
        }
        let staff_id = Some(staff).filter(|staff| !staff.is_empty()).map(StaffId::new);
        let line =
            RequestedLine { service_id: Some(ServiceId::new(service)), staff_id, duration_minutes, price_paise: None };
        lines.push((row, line));
    }
    if lines.is_empty() {
        fields.add_error::<()>("lines", FieldError::Sentence(text.no_lines().to_owned()));
    }
    if lines.len() > MAX_SERVICES_PER_BOOKING {
        fields.add_error::<()>("lines", BookingFieldError::TooManyServices);
    }
    let against_wish = is_against_wish(form);
    fields.finish(|| Some(LineChange { lines, against_wish, tell_customer: tell_customer.unwrap_or(false) }))
}
