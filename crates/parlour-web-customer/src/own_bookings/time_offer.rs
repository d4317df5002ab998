//! Another time that the salon offers for a request: the customer accepts or declines it.

use axum::response::{IntoResponse, Redirect};
use parlour_app::bookings::{self as use_cases, TimeOfferRefusal};
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::{BookingId, UserId};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;

use super::booking::show_with;
use super::booking_parts::booking_path;
use parlour_web::flash::Flash;
use parlour_web::form::no_fields;
use parlour_web::page::SignedInPage;

type Answer = fn(&mut Tx<'_>, &RequestContext, &UserId, &BookingId) -> Result<Booking, TimeOfferRefusal>;

/// `POST /visits/{id}/accept-time`
pub(super) async fn accept(page: SignedInPage, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    answer(&page, id, &form, use_cases::accept_time, Flash::TimeAccepted).await
}

/// `POST /visits/{id}/decline-time`: the request stays.
pub(super) async fn decline(page: SignedInPage, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    answer(&page, id, &form, use_cases::decline_time, Flash::TimeDeclined).await
}

/// Somebody who had to sign in, or who loads the address again, sees the booking.
pub(super) async fn show_booking(PathId(id): PathId<BookingId>) -> HttpResult {
    Ok(Redirect::to(&booking_path(&id)).into_response())
}

async fn answer(page: &SignedInPage, id: BookingId, form: &FormBody, answer: Answer, flash: Flash) -> HttpResult {
    let (user, booking) = (page.signed_in_user.id.clone(), id.clone());
    let answered = page.form(form, no_fields).write(Ok(()), move |tx, context, ()| {
        answer(tx, context, &user, &booking)?;
        Ok::<_, TimeOfferRefusal>(booking_path(&booking))
    });
    answered.await?.answer(flash, |state| show_with(page, &id, state)).await
}
