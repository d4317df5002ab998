//! Moving a visit to another time.

use askama::Template;
use chrono::{NaiveDate, NaiveTime};
use http::StatusCode;
use parlour_app::availability::find_branch_calendar;
use parlour_app::bookings::{self, BookingStart};
use parlour_domain::booking::{BookingStatus, MAX_CUSTOMER_RESCHEDULES};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::{Timestamp, parse_date, parse_time};
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Customer;
use parlour_store::bookings::booking_records::{self, Booking};

use super::calendar::{CalendarQuery, TimesFor};
use super::calendar_view::{CalendarView, PartOfDay, ViewOptions};
use super::confirm::nearest_times;
use crate::visits::visit_parts::starts_at;
use parlour_web::flash::Flash;
use parlour_web::format;
use parlour_web::page::{Frame, PageContext, SignedInPage, Tab, see_other};

/// A visit and how often its customer has moved it.
#[derive(Debug)]
struct MovedVisit {
    booking: Booking,
    moves: i64,
}

/// What the page shows besides the visit.
#[derive(Debug, Default)]
struct MoveState {
    day: Option<NaiveDate>,
    from: Option<NaiveDate>,
    time: Option<NaiveTime>,
    /// Why it was not moved.
    refusal: Option<String>,
    nearest: Vec<NaiveTime>,
}

#[derive(Template)]
#[template(path = "move.html")]
pub(crate) struct MovePage {
    pub(crate) frame: Frame,
    pub(crate) visit_path: String,
    /// `Wed 18 Nov, 4:30 – 6:15 pm`.
    pub(crate) now_at: String,
    pub(crate) services: Vec<String>,
    pub(crate) minutes: String,
    pub(crate) place: String,
    /// `You can move it twice; this is the first.`
    pub(crate) how_often: Option<&'static str>,
    pub(crate) is_confirmed: bool,
    pub(crate) refusal: Option<String>,
    /// Value and text of each.
    pub(crate) nearest: Vec<(String, String)>,
    /// None if it cannot be moved.
    pub(crate) calendar: Option<CalendarView>,
    pub(crate) day_value: String,
}

pub(super) async fn show(page: SignedInPage, PathId(id): PathId<BookingId>) -> HttpResult {
    let visit = MovedVisit::read(&page.caller, id).await?;
    let date = |name| page.parameter(name).as_deref().and_then(parse_date);
    let time = page.parameter("time").as_deref().and_then(parse_time);
    let state = MoveState { day: date("day"), from: date("from"), time, ..MoveState::default() };
    let status = if visit.not_movable(&page).is_some() { StatusCode::CONFLICT } else { StatusCode::OK };
    visit.render(&page, status, state).await
}

pub(super) async fn submit(page: PageContext, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let fields = form.fields();
    let day = parse_date(fields.form_text("day"));
    // The button of a time that is free instead counts more than the one that was chosen before.
    let time = parse_time(fields.form_text("nearest")).or_else(|| parse_time(fields.form_text("time")));
    let Some(caller) = page.caller.clone() else {
        return Ok(PageContext::sign_in_first(&move_address(&id, day, time)));
    };
    let visit = MovedVisit::read(&caller, id.clone()).await?;
    let Some((booking_date, start_time)) = day.zip(time) else {
        let refusal = Some(page.texts.booking().choose_time_first().to_owned());
        let state = MoveState { day, refusal, ..MoveState::default() };
        return visit.render(&page, StatusCode::UNPROCESSABLE_ENTITY, state).await;
    };
    if visit.has_begun(page.now()) {
        let state = MoveState { day, ..MoveState::default() };
        return visit.render(&page, StatusCode::CONFLICT, state).await;
    }
    let (customer, to) = (caller.user().clone(), BookingStart { booking_date, start_time });
    let moved = caller.submit_once(&form, move |tx, context| {
        let path = format!("/visits/{}", id.as_str());
        let now = booking_records::find_own_booking(tx, &id, &customer)?;
        // A page that was left open moves it a second time to where it is.
        if now.is_none_or(|now| (now.booking_date, now.start_time) != (to.booking_date, to.start_time)) {
            bookings::reschedule(tx, context, &customer, &id, to)?;
        }
        Ok(path)
    });
    match moved.await {
        Ok(path) => Ok(see_other(&path, Some(Flash::BookingMoved))),
        Err(error) => visit.answer_refusal(&page, to, error).await,
    }
}

fn move_address(id: &BookingId, day: Option<NaiveDate>, time: Option<NaiveTime>) -> String {
    let path = format!("/visits/{}/move", id.as_str());
    match (day, time) {
        (Some(day), Some(time)) => format!("{path}?day={day}&time={}", format::time_value(time)),
        (Some(day), None) => format!("{path}?day={day}"),
        _ => path,
    }
}

impl MovedVisit {
    async fn read(caller: &Customer, id: BookingId) -> Result<Self, HttpError> {
        let customer = caller.user().clone();
        let found = caller.read(move |conn, _| {
            let Some(booking) = booking_records::find_own_booking(conn, &id, &customer)? else { return Ok(None) };
            Ok(Some(Self { booking, moves: booking_records::count_customer_moves(conn, &id)? }))
        });
        found.await?.ok_or_else(|| HttpError::not_found("This visit"))
    }

    /// Whether its time has come: a call is quicker then.
    fn has_begun(&self, now: Timestamp) -> bool {
        starts_at(&self.booking) <= now
    }

    /// Why it cannot be moved at all.
    fn not_movable<'a>(&self, page: &'a PageContext) -> Option<&'a str> {
        let text = page.texts.booking();
        if !self.booking.status.is_upcoming() {
            Some(text.not_movable())
        } else if self.has_begun(page.now()) {
            Some(text.begun())
        } else if self.moves >= MAX_CUSTOMER_RESCHEDULES {
            Some(text.moved_twice())
        } else {
            None
        }
    }

    async fn answer_refusal(self, page: &PageContext, to: BookingStart, error: HttpError) -> HttpResult {
        let text = page.texts.booking();
        let (text, nearest) = match error.code() {
            ErrorCode::BookingSlotUnavailable => match nearest_times(&error) {
                none if none.is_empty() => (text.day_taken(), none),
                nearest => (text.time_taken(), nearest),
            },
            ErrorCode::BookingMaxReschedules => (text.moved_twice(), Vec::new()),
            ErrorCode::BookingInvalidStatusTransition => (text.not_movable(), Vec::new()),
            ErrorCode::Validation => (text.time_not_possible(), Vec::new()),
            ErrorCode::Unauthenticated => {
                let target = move_address(&self.booking.id, Some(to.booking_date), Some(to.start_time));
                return Ok(PageContext::sign_in_first(&target));
            }
            _ => return Err(error),
        };
        // A time that is not possible is an error of a field, everything else a refusal.
        let is_field = error.code() == ErrorCode::Validation;
        let status = if is_field { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::CONFLICT };
        let caller = page.caller.clone().ok_or_else(HttpError::unauthenticated)?;
        let fresh = Self::read(&caller, self.booking.id).await?;
        let state =
            MoveState { day: Some(to.booking_date), refusal: Some(text.to_owned()), nearest, ..MoveState::default() };
        fresh.render(page, status, state).await
    }

    async fn render(&self, page: &PageContext, status: StatusCode, state: MoveState) -> HttpResult {
        let (texts, booking) = (page.texts, &self.booking);
        let not_movable = self.not_movable(page).map(str::to_owned);
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
                };
                Some(query.find(page).await?)
            }
            None => None,
        };
        let options = ViewOptions {
            texts,
            today: page.today(),
            minutes: booking.total_duration_minutes,
            time: state.time,
            person: None,
        };
        let path = move_address(&booking.id, None, None);
        let view = calendar.as_ref().map(|calendar| {
            let day_address = |day| format!("{path}?day={day}");
            CalendarView::new(calendar, &options, day_address, |from| format!("{path}?from={from}"))
        });
        let how_often = if self.moves == 0 { texts.booking().first_move() } else { texts.booking().second_move() };
        let at = format::time_range(booking.start_time, booking.end_time, texts);
        let value_and_text = |time: &NaiveTime| (format::time_value(*time), format::time(*time, texts));
        page.render_with(
            status,
            &MovePage {
                frame: page.frame(texts.booking().move_title(), Tab::Visits).in_flow(),
                visit_path: format!("/visits/{}", booking.id.as_str()),
                now_at: format!("{}, {at}", format::day(booking.booking_date, page.today(), texts)),
                services: booking.services.iter().map(|line| line.service_name_snapshot.clone()).collect(),
                minutes: format::minutes(booking.total_duration_minutes, texts),
                place: branch.map_or_else(String::new, |branch| branch.name.clone()),
                how_often: not_movable.is_none().then_some(how_often),
                is_confirmed: booking.status == BookingStatus::Confirmed && not_movable.is_none(),
                refusal: state.refusal.or(not_movable),
                nearest: state.nearest.iter().map(value_and_text).collect(),
                day_value: calendar.as_ref().map_or_else(String::new, |calendar| calendar.chosen.to_string()),
                calendar: view,
            },
        )
    }
}
