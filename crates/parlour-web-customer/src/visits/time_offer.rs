//! Another time that the salon offers for a request: the customer accepts or declines it.

use axum::response::{IntoResponse, Redirect};
use http::StatusCode;
use parlour_app::bookings::{self as use_cases, TimeOfferRefusal};
use parlour_app::request_context::RequestContext;
use parlour_domain::booking::booking_end;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_http::error::ErrorCode;
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::{Booking, OfferedTime};

use super::visit::{VisitRead, show_with};
use super::visit_parts::{day_and_time, starts_at, visit_path, when_in_sentence};
use parlour_web::flash::Flash;
use parlour_web::format;
use parlour_web::page::{SignedInPage, TextContext, see_other};

/// The offer as the page of the visit shows it.
pub(crate) struct OfferView {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) asked: String,
    pub(crate) offered: String,
    pub(crate) details: String,
    pub(crate) accept: String,
    /// Whether the customer may pick another time.
    pub(crate) can_be_moved: bool,
}

impl OfferView {
    pub(super) fn new(read: &VisitRead, offered: &OfferedTime, context: TextContext) -> Self {
        let (booking, now, texts) = (&read.found.booking, context.now, context.texts);
        let text = texts.offered_time();
        let is_same_day = offered.booking_date == booking.booking_date;
        let when = |at: Timestamp| {
            if is_same_day { text.at(&format::time(at.ist_time(), texts)) } else { on_its_day(at, context) }
        };
        let offered_at = Timestamp::from_ist(offered.booking_date, offered.start_time);
        let end = booking_end(offered.start_time, booking.total_duration_minutes).unwrap_or(offered.start_time);
        let accepted = if is_same_day {
            format::time(offered.start_time, texts)
        } else {
            when_in_sentence(offered_at, now, texts)
        };
        Self {
            title: text.title(&when(offered_at)),
            text: text.text(&when(starts_at(booking)), &when_in_sentence(offered.expires_at, now, texts)),
            asked: day_and_time(starts_at(booking), now, texts),
            offered: day_and_time(offered_at, now, texts),
            details: text.details(&format::time(end, texts), &offered.staff_name, &read.found.branch_name),
            accept: text.accept(&accepted),
            can_be_moved: read.can_be_moved(now),
        }
    }
}

/// `tomorrow at 3:00 pm`, `on Sat 6 Mar at 3:00 pm`.
fn on_its_day(at: Timestamp, context: TextContext) -> String {
    let (text, time) = (context.texts.offered_time(), format::time(at.ist_time(), context.texts));
    match (at.ist_date() - context.today()).num_days() {
        0 => text.today_at(&time),
        1 => text.tomorrow_at(&time),
        _ => text.on_day_at(&format::day(at.ist_date(), context.today(), context.texts), &time),
    }
}

type Answer = fn(&mut Tx<'_>, &RequestContext, &UserId, &BookingId) -> Result<Booking, TimeOfferRefusal>;

/// `POST /visits/{id}/accept-time`
pub(super) async fn accept(page: SignedInPage, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    answer(&page, id, &form, use_cases::accept_time, Flash::TimeAccepted).await
}

/// `POST /visits/{id}/decline-time`: the request stays.
pub(super) async fn decline(page: SignedInPage, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    answer(&page, id, &form, use_cases::decline_time, Flash::TimeDeclined).await
}

/// Somebody who had to sign in, or who loads the address again, sees the visit.
pub(super) async fn show_visit(PathId(id): PathId<BookingId>) -> HttpResult {
    Ok(Redirect::to(&visit_path(&id)).into_response())
}

async fn answer(page: &SignedInPage, id: BookingId, form: &FormBody, answer: Answer, flash: Flash) -> HttpResult {
    let (user, booking) = (page.signed_in.id.clone(), id.clone());
    let answered = page.caller.submit_once(form, move |tx, context| {
        answer(tx, context, &user, &booking)?;
        Ok(visit_path(&booking))
    });
    match answered.await {
        Ok(path) => Ok(see_other(&path, Some(flash))),
        Err(refusal) if refusal.status() == StatusCode::CONFLICT => {
            let text = page.texts.offered_time();
            let why = if refusal.code() == ErrorCode::BookingSlotUnavailable { text.taken() } else { text.over() };
            show_with(page, &id, StatusCode::CONFLICT, Some(why)).await
        }
        Err(error) => Err(error),
    }
}
