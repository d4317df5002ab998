//! The desk is asked before what it rarely means to do. The act is carried out first, so that its own refusals come before
//! the question, which then takes it back with the transaction.

use parlour_app::availability::{NotFreeReason, find_obstacles};
use parlour_app::bookings::DeskRefusal;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_http::form::FormBody;
use parlour_http::request::FormValues;
use parlour_http::sessions::FormRefusal;
use parlour_store::Conn;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_bookings;

use super::ask_first::{AskFirst, PlanAct};
use super::sheet_refusal::SheetRefusal;
use crate::closing::find_past_closing;
use crate::named_visit::NamedVisit;
use parlour_texts::Texts;

/// The field that says that the desk was asked.
const SURE: &str = "sure";
/// The field that says that somebody of another gender is meant than the customer asked for.
const AGAINST_WISH: &str = "againstWish";
/// The person about whom that was said, where a form shows other times for them.
const AGAINST_WISH_OF: &str = "againstWishOf";
/// The rows of the board are so long: the one that has begun is still now.
const ROW_MS: i64 = 5 * MINUTE_MS;
/// What the form of the question sends again.
const KEPT_FIELDS: [&str; 9] =
    ["back", "seen", "then", "bookingDate", "startTime", "staffId", "tellCustomer", SURE, AGAINST_WISH];
/// What it sends again of every line. A blank one keeps its place in the list.
const KEPT_LINE_FIELDS: [&str; 3] = ["service", "staff", "minutes"];

/// The form of a question: it does all the same what was asked about.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) button: &'static str,
    pub(crate) fields: Vec<(&'static str, String)>,
}

impl Question {
    /// Of a form that was not carried out because the desk is asked first.
    pub(crate) fn of(refusal: &FormRefusal<SheetRefusal>, values: &FormValues, texts: Texts) -> Option<Self> {
        let FormRefusal::ByUseCase(refusal) = refusal else { return None };
        let (button, answer) = match refusal {
            SheetRefusal::AskFirst(ask) => (ask.button(texts), SURE),
            SheetRefusal::Desk(DeskRefusal::AgainstWish(_)) => (texts.desk_wish().all_the_same(), AGAINST_WISH),
            _ => return None,
        };
        let kept = KEPT_FIELDS.into_iter().map(|name| (name, values.text(name)));
        let kept = kept.filter(|(name, value)| !value.is_empty() && *name != answer);
        let every = |name: &'static str| values.texts(name).into_iter().map(move |value| (name, value));
        let lines = KEPT_LINE_FIELDS.into_iter().flat_map(every);
        let fields = kept.chain(lines).chain([(answer, "true")]);
        Some(Self { button, fields: fields.map(|(name, value)| (name, value.to_owned())).collect() })
    }
}

/// Whether the desk has answered the question.
pub(crate) fn is_sure(form: &FormBody) -> bool {
    form.text(SURE) == "true"
}

/// Whether the desk has said that it means somebody of another gender than the customer asked for.
pub(crate) fn is_against_wish(form: &FormBody) -> bool {
    form.text(AGAINST_WISH) == "true"
}

/// The form without what is no answer to the question of the wish: it is asked then. What was answered holds for the same
/// person at another time.
pub(crate) fn with_answer(form: FormBody) -> FormBody {
    let answered = form.text(AGAINST_WISH_OF);
    let answer = if !answered.is_empty() && answered == form.text("staffId") {
        "true"
    } else if form.text(AGAINST_WISH).is_empty() || is_against_wish(&form) {
        return form;
    } else {
        ""
    };
    let values = form.values.with(AGAINST_WISH, answer);
    FormBody { values, ..form }
}

/// Asks about a booking that was moved onto a break or another visit, past closing, or to another time that has passed.
/// `before` is the booking as it was.
pub(crate) fn ask_about_move(
    conn: &mut Conn<'_>,
    before: Option<&Booking>,
    moved: &Booking,
    now: Timestamp,
) -> Result<(), SheetRefusal> {
    let at = (moved.booking_date, moved.start_time);
    let is_other_time = before.is_none_or(|before| (before.booking_date, before.start_time) != at);
    let obstacles = find_obstacles(conn, moved, at, None, now)?;
    let past_closing = find_past_closing(conn, moved, at)?;
    let has_passed = is_other_time && Timestamp::from_ist(at.0, at.1).plus_millis(ROW_MS) <= now;
    if obstacles.is_empty() && past_closing.is_none() && !has_passed {
        return Ok(());
    }
    let visit = named(conn, &moved.id, now)?;
    Err(AskFirst::Plan { act: PlanAct::Move, visit, obstacles, past_closing, has_passed }.into())
}

/// Asks about a booking that was given to somebody who does something else at its time, or is away.
pub(crate) fn ask_about_person(
    conn: &mut Conn<'_>,
    given: &Booking,
    act: PlanAct,
    now: Timestamp,
) -> Result<(), SheetRefusal> {
    // Who did a visit that is over is corrected.
    if !given.status.is_open() {
        return Ok(());
    }
    let mut obstacles = find_obstacles(conn, given, (given.booking_date, given.start_time), None, now)?;
    obstacles
        .retain(|found| matches!(found.reason, NotFreeReason::Busy | NotFreeReason::Blocked | NotFreeReason::OnLeave));
    if obstacles.is_empty() {
        return Ok(());
    }
    let visit = named(conn, &given.id, now)?;
    Err(AskFirst::Plan { act, visit, obstacles, past_closing: None, has_passed: false }.into())
}

/// Asks about a no-show of a visit that is still to come.
pub(crate) fn ask_about_no_show(conn: &mut Conn<'_>, missed: &Booking, now: Timestamp) -> Result<(), SheetRefusal> {
    if Timestamp::from_ist(missed.booking_date, missed.start_time) <= now {
        return Ok(());
    }
    Err(AskFirst::NotBegunYet { visit: named(conn, &missed.id, now)? }.into())
}

fn named(conn: &mut Conn<'_>, id: &BookingId, now: Timestamp) -> Result<Box<NamedVisit>, SheetRefusal> {
    let found = desk_bookings::find_desk_booking(conn, id)?.ok_or(DeskRefusal::Unknown)?;
    Ok(Box::new(NamedVisit::of(&found, now)))
}
