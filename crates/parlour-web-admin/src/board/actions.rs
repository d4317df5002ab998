//! What is done to a booking with one click on the board.

use parlour_app::bookings::{self as use_cases, DeskRefusal};
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::BookingId;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{FormRefusal, Receptionist};
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;

use super::address::{board_path, named_booking, named_day};
use super::page::BoardPage;
use super::place::label;
use crate::booking::{ask_against_wish, chosen_staff};
use crate::desk::DeskPage;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::see_other;

/// What a use case made of the booking.
type Changed = Result<Booking, DeskRefusal>;

pub(super) async fn arrive(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let id = named_booking(&page, id).await?;
    change(&page, &form, Flash::BoardArrived, move |tx, context| use_cases::arrive(tx, context, &id)).await
}

pub(super) async fn start(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let id = named_booking(&page, id).await?;
    change(&page, &form, Flash::BoardStarted, move |tx, context| use_cases::start(tx, context, &id)).await
}

pub(super) async fn mark_no_show(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<BookingId>,
    form: FormBody,
) -> HttpResult {
    let id = named_booking(&page, id).await?;
    change(&page, &form, Flash::BoardNoShow, move |tx, context| use_cases::mark_noshow(tx, context, &id)).await
}

/// The address of a checkout has the id.
pub(super) async fn check_out(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>) -> HttpResult {
    let id = named_booking(&page, id).await?;
    Ok(see_other(&format!("/bookings/{}/checkout", id.as_str()), None))
}

pub(super) async fn approve(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let chosen = chosen_staff(&form)?;
    let id = named_booking(&page, id).await?;
    let path = board_path(page.require_branch()?, named_day(&page));
    let (booking, back) = (id.clone(), path.clone());
    let written = page.form(&form, label).write(Ok(chosen), move |tx, context, chosen| {
        use_cases::approve(tx, context, &booking, chosen)?;
        Ok::<_, DeskRefusal>(path.clone())
    });
    let written = written.await?;
    if let Err(FormRefusal::ByUseCase(DeskRefusal::AgainstWish(wished))) = written.result {
        return ask_against_wish(&page, &id, &form, ("approve", wished), back).await;
    }
    written.answer(Flash::BoardApproved, |state| show_refused(&page, state)).await
}

/// Back to the board of the address; a refusal is shown on it.
async fn change(
    page: &DeskPage<Receptionist>,
    form: &FormBody,
    flash: Flash,
    write: impl Fn(&mut Tx<'_>, &RequestContext) -> Changed + Send + 'static,
) -> HttpResult {
    let path = board_path(page.require_branch()?, named_day(page));
    let written = page.form(form, label).write(Ok(()), move |tx, context, ()| {
        write(tx, context)?;
        Ok::<_, DeskRefusal>(path.clone())
    });
    written.await?.answer(flash, |state| show_refused(page, state)).await
}

/// The board of the address, with why it was not done.
async fn show_refused(page: &DeskPage<Receptionist>, state: FormState) -> HttpResult {
    let shown = BoardPage::read(page, &page.require_branch()?.clone(), named_day(page), None, None).await?;
    page.show_with(state.status, &shown.refused(&state))
}
