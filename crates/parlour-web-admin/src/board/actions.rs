//! What is done to a booking with one click on the board.

use parlour_app::bookings as use_cases;
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::BookingId;
use parlour_http::error::FieldErrors;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::Tx;

use super::address::{board_path, named_booking, named_day};
use super::page::BoardPage;
use super::place::label;
use crate::booking::{PlanAct, Question, SheetRefusal, ask_about_no_show, ask_about_person, chosen_staff, is_sure};
use crate::desk::DeskPage;
use parlour_web::flash::{Flash, see_other_after};
use parlour_web::page::see_other;

pub(super) async fn arrive(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    change(&page, id, &form, (Flash::BoardArrived, Ok(())), |tx, context, id, ()| {
        Ok(use_cases::arrive(tx, context, id).map(drop)?)
    })
    .await
}

pub(super) async fn start(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    change(&page, id, &form, (Flash::BoardStarted, Ok(())), |tx, context, id, ()| {
        Ok(use_cases::start(tx, context, id).map(drop)?)
    })
    .await
}

pub(super) async fn mark_no_show(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<BookingId>,
    form: FormBody,
) -> HttpResult {
    let is_sure = is_sure(&form);
    change(&page, id, &form, (Flash::BoardNoShow, Ok(())), move |tx, context, id, ()| {
        let missed = use_cases::mark_noshow(tx, context, id)?;
        if is_sure { Ok(()) } else { ask_about_no_show(tx, &missed, context.now) }
    })
    .await
}

/// The address of a checkout has the id.
pub(super) async fn check_out(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>) -> HttpResult {
    let id = named_booking(&page, id).await?;
    Ok(see_other(&format!("/bookings/{}/checkout", id.as_str()), None))
}

pub(super) async fn approve(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let is_sure = is_sure(&form);
    change(&page, id, &form, (Flash::BoardApproved, chosen_staff(&form)), move |tx, context, id, chosen| {
        let approved = use_cases::approve(tx, context, id, chosen)?;
        if is_sure { Ok(()) } else { ask_about_person(tx, &approved, PlanAct::Approve, context.now) }
    })
    .await
}

/// Back to the board of the address; a refusal is shown on it.
async fn change<S: Send + 'static>(
    page: &DeskPage<Receptionist>,
    name: BookingId,
    form: &FormBody,
    (flash, parsed): (Flash, Result<S, FieldErrors>),
    write: impl Fn(&mut Tx<'_>, &RequestContext, &BookingId, &S) -> Result<(), SheetRefusal> + Send + 'static,
) -> HttpResult {
    let (branch, day) = (page.require_branch()?.clone(), named_day(page));
    let path = board_path(&branch, day);
    let id = named_booking(page, name).await?;
    let booking = id.clone();
    let written = page.form(form, label).write(parsed, move |tx, context, parsed| {
        write(tx, context, &booking, parsed)?;
        Ok::<_, SheetRefusal>(path.clone())
    });
    let written = written.await?;
    let question = written.result.as_ref().err().and_then(|refusal| Question::of(refusal, &form.values, page.texts));
    match written.into_path_or_state()? {
        Ok(path) => Ok(see_other_after(&path, flash, id.as_str())),
        Err(state) => {
            let shown = BoardPage::read(page, &branch, day, None, None).await?;
            page.show_with(state.status, &shown.refused(&state, question))
        }
    }
}
