//! Another time, another person, other services.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::bookings::{self as use_cases, BookingStart, LineChange, Placement, RequestedLine};
use parlour_domain::booking::{MAX_SERVICES_PER_BOOKING, StartTimeRefusal, check_not_too_far_ahead};
use parlour_domain::ids::{BookingId, ServiceId, StaffId};
use parlour_domain::ist::parse_time;
use parlour_http::error::HttpError;
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;

use super::actions::{Act, Seen, answer};
use super::refused::typed_lines;
use crate::desk::DeskPage;
use parlour_texts::DeskBookingTexts;
use parlour_web::flash::Flash;

const LINE_MINUTES: std::ops::RangeInclusive<i64> = 5..=480;

request_shape! {
    struct MoveForm {
        booking_date: NaiveDate,
        start_time: NaiveTime,
        /// If absent, everybody keeps theirs.
        staff_id: Option<StaffId>,
        /// Not ticked: nothing is sent.
        tell_customer: Option<bool>,
    }

    struct OfferForm {
        booking_date: NaiveDate,
        start_time: NaiveTime,
        staff_id: StaffId,
    }

    struct SlotForm {
        booking_date: NaiveDate,
    }

    struct TellForm {
        tell_customer: Option<bool>,
    }
}

pub(super) async fn move_visit(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<BookingId>,
    form: FormBody,
) -> HttpResult {
    let fields = &["bookingDate", "startTime", "staffId", "tellCustomer"];
    let act = Act { name: "move", fields, flash: Flash::VisitMoved };
    let parsed = form.parse().and_then(|form: MoveForm| near(form.booking_date, &page).map(|()| form));
    answer(&page, &id, &form, &act, parsed, |tx, context, id, form: &MoveForm| {
        let to = BookingStart { booking_date: form.booking_date, start_time: form.start_time };
        let is_told = form.tell_customer.unwrap_or(false);
        let placement = Placement { to, staff_id: form.staff_id.clone(), tell_customer: is_told };
        Ok(use_cases::place(tx, context, id, &placement).map(drop)?)
    })
    .await
}

/// Refuses a year with a digit too many, and 9999.
fn near(date: NaiveDate, page: &DeskPage<Receptionist>) -> Result<(), HttpError> {
    let refuse = |refusal: StartTimeRefusal| HttpError::invalid_field("bookingDate", refusal.to_string());
    check_not_too_far_ahead(date, page.now()).map_err(refuse)
}

pub(super) async fn offer(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let act = Act { name: "offer", fields: &["bookingDate", "startTime", "staffId"], flash: Flash::VisitOffered };
    let parsed = offered_time(&form).and_then(|form| near(form.booking_date, &page).map(|()| form));
    answer(&page, &id, &form, &act, parsed, |tx, context, id, form| {
        let to = BookingStart { booking_date: form.booking_date, start_time: form.start_time };
        Ok(use_cases::offer_time(tx, context, id, to, &form.staff_id).map(drop)?)
    })
    .await
}

/// A button of a free time sends `slot`: the time and who is free then.
fn offered_time(form: &FormBody) -> Result<OfferForm, HttpError> {
    let mut fields = form.fields();
    let slot = fields.optional("slot", |slot| {
        let parts = slot.split_once(' ');
        let parts = parts.and_then(|(time, staff)| Some((parse_time(time)?, StaffId::new(staff))));
        parts.ok_or("is not a time")
    });
    let Some((start_time, staff_id)) = slot else { return form.parse() };
    let SlotForm { booking_date } = form.parse()?;
    Ok(OfferForm { booking_date, start_time, staff_id })
}

pub(super) async fn change_lines(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<BookingId>,
    form: FormBody,
) -> HttpResult {
    let act = Act { name: "lines", fields: &["tellCustomer"], flash: Flash::VisitLinesChanged };
    let parsed = requested_lines(&form, page.texts.desk_booking());
    let seen = Seen::read(&form, &page);
    answer(&page, &id, &form, &act, parsed, move |tx, context, id, change| {
        seen.check(tx, id)?;
        Ok(use_cases::change_lines(tx, context, id, change).map(drop)?)
    })
    .await
}

/// A row without a service is not there. Each line keeps the number of its row, so that an error stands beside it.
fn requested_lines(form: &FormBody, text: DeskBookingTexts) -> Result<LineChange, HttpError> {
    let TellForm { tell_customer } = form.parse()?;
    let mut fields = form.fields();
    let mut lines = Vec::new();
    for (row, [service, staff, minutes]) in typed_lines(&fields).into_iter().enumerate() {
        if service.is_empty() {
            continue;
        }
        let minutes = Some(minutes).filter(|minutes| !minutes.is_empty());
        let duration_minutes = minutes.and_then(|minutes| {
            let number = minutes.parse().ok().filter(|number| LINE_MINUTES.contains(number));
            number.or_else(|| fields.add_error(&format!("lines.{row}.durationMinutes"), text.wrong_minutes()))
        });
        for (text, name, wrong) in
            [(&service, "serviceId", text.unknown_service()), (&staff, "staffId", text.unknown_person())]
        {
            if text.contains('\0') {
                fields.add_error::<()>(&format!("lines.{row}.{name}"), wrong);
            }
        }
        let staff_id = Some(staff).filter(|staff| !staff.is_empty()).map(StaffId::new);
        let line =
            RequestedLine { service_id: Some(ServiceId::new(service)), staff_id, duration_minutes, price_paise: None };
        lines.push((row, line));
    }
    if lines.is_empty() {
        fields.add_error::<()>("lines", text.no_lines());
    }
    if lines.len() > MAX_SERVICES_PER_BOOKING {
        fields.add_error::<()>("lines", text.too_many_lines());
    }
    fields.build(|| Some(LineChange { lines, tell_customer: tell_customer.unwrap_or(false) }))
}
