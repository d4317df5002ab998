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
use crate::booking::{
    DayAct, PlanAct, Question, SheetRefusal, WantedBooking, ask_about_day, ask_about_no_show, ask_about_person,
    chosen_staff, is_sure,
};
use crate::desk::DeskPage;
use parlour_web::flash::{Flash, kept_answer, see_other_after};
use parlour_web::page::see_other;

pub(super) async fn arrive(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let is_sure = is_sure(&form);
    let sent = BoardForm { named: id, form: &form, flash: Flash::BoardArrived, parsed: Ok(()) };
    change(&page, sent, move |tx, context, id, ()| {
        let arrived = use_cases::arrive(tx, context, id)?;
        if is_sure { Ok(()) } else { ask_about_day(tx, &arrived, DayAct::Arrive, context.now) }
    })
    .await
}

pub(super) async fn start(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let is_sure = is_sure(&form);
    let sent = BoardForm { named: id, form: &form, flash: Flash::BoardStarted, parsed: Ok(()) };
    change(&page, sent, move |tx, context, id, ()| {
        let started = use_cases::start(tx, context, id)?;
        if is_sure { Ok(()) } else { ask_about_day(tx, &started, DayAct::Start, context.now) }
    })
    .await
}

pub(super) async fn mark_no_show(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<BookingId>,
    form: FormBody,
) -> HttpResult {
    let is_sure = is_sure(&form);
    let sent = BoardForm { named: id, form: &form, flash: Flash::BoardNoShow, parsed: Ok(()) };
    change(&page, sent, move |tx, context, id, ()| {
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
    let sent = BoardForm { named: id, form: &form, flash: Flash::BoardApproved, parsed: chosen_staff(&form) };
    change(&page, sent, move |tx, context, id, chosen| {
        let approved = use_cases::approve(tx, context, id, chosen)?;
        if is_sure { Ok(()) } else { ask_about_person(tx, &approved, PlanAct::Approve, context.now) }
    })
    .await
}

/// A form of the board that was sent.
struct BoardForm<'a, S> {
    /// As its address names the booking.
    named: BookingId,
    form: &'a FormBody,
    flash: Flash,
    /// What could be read of it.
    parsed: Result<S, FieldErrors>,
}

/// Back to the board of the address; a refusal is shown on it.
async fn change<S: Send + 'static>(
    page: &DeskPage<Receptionist>,
    BoardForm { named, form, flash, parsed }: BoardForm<'_, S>,
    write: impl Fn(&mut Tx<'_>, &RequestContext, &BookingId, &S) -> Result<(), SheetRefusal> + Send + 'static,
) -> HttpResult {
    let (branch, day) = (page.require_branch()?.clone(), named_day(page));
    let path = board_path(&branch, day);
    let id = named_booking(page, named).await?;
    let (booking, wanted) = (id.clone(), WantedBooking::read(form));
    let written = page.form(form, label).write(parsed, move |tx, context, parsed| {
        let done = write(tx, context, &booking, parsed);
        done.map_err(|refusal| wanted.ask_about_wish(tx, &booking, refusal, context.now))?;
        Ok::<_, SheetRefusal>(kept_answer(context.now, &path))
    });
    let written = written.await?;
    let question = written.result.as_ref().err().and_then(|refusal| Question::of(refusal, &form.values, page.texts));
    match written.into_path_or_state()? {
        Ok(kept) => Ok(see_other_after(&kept, flash, id.as_str())),
        Err(state) => {
            let shown = BoardPage::read(page, &branch, day, None, None).await?;
            page.show_with(state.status, &shown.refused(&state, question))
        }
    }
}
