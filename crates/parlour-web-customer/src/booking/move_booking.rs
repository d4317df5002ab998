//! Moving a booking to another time.

use askama::Template;
use chrono::{NaiveDate, NaiveTime};
use http::StatusCode;
use parlour_app::availability::{BranchCalendar, find_branch_calendar};
use parlour_app::bookings::{self, BookingStart, RescheduleRefusal};
use parlour_app::request_context::RequestContext;
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::availability::starts_to_offer;
use parlour_domain::booking::customer_move::{CustomerMoveRefusal, check_move_before_start};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::{Timestamp, parse_date, parse_time};
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::FormValues;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{FormRefusal, SignedIn};
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::branches::branch_changes;
use parlour_store::{Conn, DbError, Tx};

use super::calendar::{CalendarQuery, TimesFor};
use super::calendar_view::{CalendarView, PartOfDay, ViewOptions};
use super::choice::With;
use super::move_refusal::{MoveRefusal, not_movable_text};
use super::people::with_whom;
use crate::own_bookings::booking_parts::{booking_path, starts_at};
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, no_fields};
use parlour_web::format;
use parlour_web::page::{Frame, PageContext, SignedInPage, Tab};

/// A booking and how often its customer has moved it.
#[derive(Debug)]
struct MovedBooking {
    booking: Booking,
    moves: i64,
}

/// What the page shows besides the booking.
#[derive(Debug, Default)]
struct MoveState {
    day: Option<NaiveDate>,
    from: Option<NaiveDate>,
    time: Option<NaiveTime>,
    form: FormState,
    /// Free times of the same day, instead of one that was taken meanwhile.
    nearest: Vec<NaiveTime>,
}

#[derive(Template)]
#[template(path = "move.html")]
pub(crate) struct MovePage {
    pub(crate) frame: Frame,
    pub(crate) booking_path: String,
    /// `Wed 18 Nov, 4:30 – 6:15 pm`.
    pub(crate) now_at: String,
    pub(crate) services: Vec<String>,
    pub(crate) minutes: String,
    /// `with a woman`, if the customer asked for somebody.
    pub(crate) wish: Option<String>,
    pub(crate) place: String,
    /// `You can move it twice; this is the first.`
    pub(crate) how_often: Option<&'static str>,
    pub(crate) is_confirmed: bool,
    pub(crate) form: FormState,
    /// Value and text of each.
    pub(crate) nearest: Vec<(String, String)>,
    /// None if it cannot be moved.
    pub(crate) calendar: Option<CalendarView>,
    pub(crate) day_value: String,
}

pub(super) async fn show(page: SignedInPage, PathId(id): PathId<BookingId>) -> HttpResult {
    let moved = MovedBooking::find(&page.caller, &id).await?;
    let date = |name| page.parameter(name).as_deref().and_then(parse_date);
    let time = page.parameter("time").as_deref().and_then(parse_time);
    let state = MoveState { day: date("day"), from: date("from"), time, ..MoveState::default() };
    moved.show_with(&page, state).await
}

pub(super) async fn submit(page: PageContext, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let day = parse_date(form.text("day"));
    // The button of a time that is free instead counts more than the one that was chosen before.
    let time = parse_time(form.text("nearest")).or_else(|| parse_time(form.text("time")));
    let sign_in = || PageContext::redirect_to_sign_in(&move_address(&id, day, time));
    let Some(caller) = page.caller.as_ref() else { return Ok(sign_in()) };
    let Some((booking_date, start_time)) = day.zip(time) else {
        let text = page.texts.booking().choose_time_first();
        let form = FormState::refused_as(&form.values, StatusCode::UNPROCESSABLE_ENTITY, text);
        let state = MoveState { day, form, ..MoveState::default() };
        return MovedBooking::find(caller, &id).await?.show_with(&page, state).await;
    };
    let (customer, booking) = (caller.user().clone(), id.clone());
    let to = BookingStart { booking_date, start_time };
    let moved = page.form_of(caller, &form, no_fields).write_if_signed_in(Ok(to), move |tx, context, to| {
        move_booking(tx, context, &customer, &booking, *to)?;
        Ok(booking_path(&booking))
    });
    let Some(moved) = moved.await? else { return Ok(sign_in()) };
    let nearest = match &moved.result {
        Err(FormRefusal::ByUseCase(MoveRefusal::Reschedule(RescheduleRefusal::SlotUnavailable(nearest)))) => {
            starts_to_offer(nearest, time)
        }
        Ok(_) | Err(_) => Vec::new(),
    };
    let show_again = async |form| {
        let state = MoveState { day, form, nearest, ..MoveState::default() };
        MovedBooking::find(caller, &id).await?.show_with(&page, state).await
    };
    moved.answer(Flash::OwnBookingMoved, show_again).await
}

fn move_booking(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    id: &BookingId,
    to: BookingStart,
) -> Result<(), MoveRefusal> {
    let moved = MovedBooking::read(tx, customer, id)?.ok_or(RescheduleRefusal::Unknown)?;
    // A page that was left open moves it a second time to where it is.
    if (moved.booking.booking_date, moved.booking.start_time) != (to.booking_date, to.start_time) {
        moved.check_move_before_start(context.now).map_err(MoveRefusal::NotMovable)?;
        let (branch, minutes) = (&moved.booking.branch_id, moved.booking.total_duration_minutes);
        if let Some(branch) = branch_changes::by_id(tx, branch)?
            && !branch.sells(to.booking_date, to.start_time, minutes)
        {
            return Err(MoveRefusal::NotSold);
        }
        bookings::reschedule(tx, context, customer, id, to)?;
    }
    Ok(())
}

fn move_address(id: &BookingId, day: Option<NaiveDate>, time: Option<NaiveTime>) -> String {
    let path = format!("/visits/{}/move", id.as_str());
    match (day, time) {
        (Some(day), Some(time)) => format!("{path}?day={day}&time={}", format::time_value(time)),
        (Some(day), None) => format!("{path}?day={day}"),
        _ => path,
    }
}

impl MovedBooking {
    fn read(conn: &mut Conn<'_>, customer: &UserId, id: &BookingId) -> Result<Option<Self>, DbError> {
        let Some(booking) = booking_records::find_own_booking(conn, id, customer)? else { return Ok(None) };
        Ok(Some(Self { booking, moves: booking_records::count_customer_moves(conn, id)? }))
    }

    async fn find(caller: &SignedIn, id: &BookingId) -> Result<Self, HttpError> {
        let (customer, id) = (caller.user().clone(), id.clone());
        let found = caller.read(move |conn, _| Ok(Self::read(conn, &customer, &id)?));
        found.await?.ok_or_else(|| HttpError::not_found("This visit"))
    }

    fn check_move_before_start(&self, now: Timestamp) -> Result<(), CustomerMoveRefusal> {
        check_move_before_start(self.booking.status, self.moves, starts_at(&self.booking), now)
    }

    async fn show_with(&self, page: &PageContext, state: MoveState) -> HttpResult {
        let (texts, booking) = (page.texts, &self.booking);
        let mut services = booking.services.clone();
        page.translate_names(&mut services).await?;
        let not_movable = self.check_move_before_start(page.now()).err();
        let form = match not_movable {
            Some(refusal) if !state.form.is_refused() => {
                let text = not_movable_text(refusal, texts);
                FormState::refused_as(&FormValues::default(), StatusCode::CONFLICT, text)
            }
            Some(_) | None => state.form,
        };
        let branch = page.salon.branch(booking.branch_id.as_str());
        let app = page.state.app();
        let branch_calendar = find_branch_calendar(app, &booking.branch_id, booking.service_type).await?;
        let calendar = match branch.zip(branch_calendar.as_ref()).filter(|_| not_movable.is_none()) {
            Some((branch, branch_calendar)) => {
                let query = CalendarQuery {
                    times_for: TimesFor::Move(Box::new(booking.clone())),
                    branch,
                    branch_calendar,
                    minutes: booking.total_duration_minutes,
                    day: state.day,
                    from: state.from,
                    near: Some(booking.booking_date),
                };
                Some(query.find(page).await?)
            }
            None => None,
        };
        let with = With::of_booking(booking);
        let staff = branch_calendar.as_ref().map_or(&[][..], BranchCalendar::staff);
        let person = with.person().and_then(|id| staff.iter().find(|member| member.id == *id));
        let options = ViewOptions {
            texts,
            today: page.today(),
            minutes: booking.total_duration_minutes,
            time: state.time,
            person: person.map(|member| member.display_name.as_str()),
            gender: with.gender(),
        };
        let path = move_address(&booking.id, None, None);
        let view = calendar.as_ref().map(|calendar| {
            let day_address = |day| format!("{path}?day={day}");
            CalendarView::new(calendar, &options, day_address, |from| format!("{path}?from={from}"))
        });
        let how_often = if self.moves == 0 { texts.booking().first_move() } else { texts.booking().second_move() };
        let day = texts.format_day(booking.booking_date, page.today());
        let at = texts.format_time_range(booking.start_time, booking.end_time);
        let value_and_text = |time: &NaiveTime| (format::time_value(*time), texts.format_time(*time));
        page.render_with(
            form.status,
            &MovePage {
                frame: page.frame(texts.booking().move_title(), Tab::Bookings).without_navigation(),
                booking_path: booking_path(&booking.id),
                now_at: texts.formats().day_and_time(&day, &at),
                services: services.into_iter().map(|line| line.service_name_snapshot).collect(),
                minutes: texts.format_minutes(booking.total_duration_minutes),
                wish: booking.has_wish().then(|| with_whom(&with, staff, texts)),
                place: branch.map_or_else(String::new, |branch| branch.name.clone()),
                how_often: not_movable.is_none().then_some(how_often),
                is_confirmed: booking.status == BookingStatus::Confirmed && not_movable.is_none(),
                form,
                nearest: state.nearest.iter().map(value_and_text).collect(),
                day_value: calendar.as_ref().map_or_else(String::new, |calendar| calendar.chosen.to_string()),
                calendar: view,
            },
        )
    }
}
