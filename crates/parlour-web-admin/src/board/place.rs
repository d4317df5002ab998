//! The form that moves a booking to another time or person.

use chrono::NaiveTime;
use parlour_app::bookings::{self as use_cases, BookingStart, DeskRefusal, Placement};
use parlour_domain::booking::availability::starts_to_offer;
use parlour_domain::booking::check_not_too_far_ahead;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::parse_time;
use parlour_http::error::{FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{FormRefusal, Receptionist};
use parlour_http::shapes::bookings::{PlaceBody, placement};
use parlour_store::bookings::booking_records;

use super::address::{board_path, named_booking, named_day};
use super::moving::Moving;
use super::page::BoardPage;
use crate::booking::{
    Question, Seen, SheetRefusal, WantedBooking, ask_about_move, is_sure, moved_flash, with_answer, with_chosen_time,
};
use crate::desk::DeskPage;
use parlour_texts::Texts;
use parlour_web::flash::{kept_answer, see_other_after};
use parlour_web::form::FormState;
use parlour_web::format;

/// The label of a field.
pub(super) fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.board_move();
    match name {
        "bookingDate" => text.day(),
        "staffId" => text.person(),
        "tellCustomer" => texts.desk_booking().tell(),
        _ => text.time(),
    }
}

/// The form of the board posts here, with the branch and the day of the board in its address.
pub(super) async fn place(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let (id, form) = (named_booking(&page, id).await?, with_answer(with_chosen_time(form)));
    let branch = page.require_branch()?.clone();
    let (booking, placement) = (id.clone(), read_placement(&page, &id, &form).await?);
    let start = placement.as_ref().ok().map(|placement| placement.to.start_time);
    let (is_sure, seen, wanted) = (is_sure(&form), Seen::read(&form), WantedBooking::read(&form));
    let placed = page.form(&form, label).write(placement, move |tx, context, placement| {
        seen.check(tx, &booking)?;
        let before = booking_records::find_booking(tx, &booking)?;
        let placed = use_cases::place(tx, context, &booking, placement).map_err(SheetRefusal::from);
        let placed = placed.map_err(|refusal| wanted.ask_about_wish(tx, &booking, refusal, context.now))?;
        if !is_sure {
            ask_about_move(tx, before.as_ref(), &placed, context.now)?;
        }
        Ok::<_, SheetRefusal>(kept_answer(context.now, &board_path(&branch, placed.booking_date)))
    });
    let placed = placed.await?;
    let refused = placed.result.as_ref().err();
    let question = refused.and_then(|refusal| Question::of(refusal, &form.values, page.texts));
    let nearest = match refused {
        Some(FormRefusal::ByUseCase(SheetRefusal::Desk(DeskRefusal::SlotUnavailable(nearest)))) => {
            starts_to_offer(nearest, start)
        }
        _ => Vec::new(),
    };
    match placed.into_path_or_state()? {
        Ok(kept) => Ok(see_other_after(&kept, moved_flash(&form), id.as_str())),
        Err(state) => show_refused(&page, &id, state, (nearest, question)).await,
    }
}

async fn read_placement(
    page: &DeskPage<Receptionist>,
    id: &BookingId,
    form: &FormBody,
) -> Result<Result<Placement, FieldErrors>, HttpError> {
    let (mut fields, readable) = form.read::<PlaceBody>();
    if let Some(Err(refusal)) = readable.booking_date.map(|date| check_not_too_far_ahead(date, page.now())) {
        fields.add_error::<()>("bookingDate", refusal);
    }
    let placement = placement(&page.state, id, (fields, readable)).await?;
    let nearest = parse_time(form.text("nearest"));
    Ok(placement.map(|placement| {
        let to = BookingStart { start_time: nearest.unwrap_or(placement.to.start_time), ..placement.to };
        Placement { to, ..placement }
    }))
}

/// The board with the form, what was typed, and why not.
async fn show_refused(
    page: &DeskPage<Receptionist>,
    id: &BookingId,
    state: FormState,
    (nearest, question): (Vec<NaiveTime>, Option<Question>),
) -> HttpResult {
    let branch = page.require_branch()?.clone();
    let mut moving = Moving::start(page, id).await?;
    let time = |at: NaiveTime| (format::time_value(at), page.texts.format_time(at));
    moving.nearest = nearest.into_iter().map(time).collect();
    let status = state.status;
    (moving.form, moving.question) = (state, question);
    let shown = BoardPage::read(page, &branch, named_day(page), None, Some(moving)).await?;
    page.show_with(status, &shown)
}
