//! The desk is asked before what it rarely means to do. The act is carried out first, so that its own refusals come before
//! the question, which then takes it back with the transaction.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::availability::{NotFreeReason, Obstacle, find_obstacles};
use parlour_app::bookings::DeskRefusal;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::ist::{MINUTE_MS, Timestamp, parse_date, parse_time};
use parlour_http::form::FormBody;
use parlour_http::request::FormValues;
use parlour_http::sessions::FormRefusal;
use parlour_store::billing::day_closes;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::{desk_bookings, desk_requests};
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError};

use super::ask_first::{Against, AskFirst, DayAct, PlanAct};
use super::sheet_refusal::SheetRefusal;
use crate::closing::find_past_closing;
use crate::named_booking::NamedBooking;
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
const KEPT_FIELDS: [&str; 10] =
    ["back", "seen", "then", "undo", "bookingDate", "startTime", "staffId", "tellCustomer", SURE, AGAINST_WISH];
/// What it sends again of every line. A blank one keeps its place in the list.
const KEPT_LINE_FIELDS: [&str; 3] = ["service", "staff", "minutes"];

/// The form of a question: it does all the same what was asked about.
#[derive(Debug)]
pub(crate) struct Question {
    /// What would be done.
    pub(crate) heading: String,
    pub(crate) button: &'static str,
    pub(crate) fields: Vec<(&'static str, String)>,
}

impl Question {
    /// Of a form that was not carried out because the desk is asked first.
    pub(crate) fn of(refusal: &FormRefusal<SheetRefusal>, values: &FormValues, texts: Texts) -> Option<Self> {
        let FormRefusal::ByUseCase(SheetRefusal::AskFirst(ask)) = refusal else { return None };
        let answer = if matches!(ask, AskFirst::Wish { .. }) { AGAINST_WISH } else { SURE };
        let kept = KEPT_FIELDS.into_iter().map(|name| (name, values.text(name)));
        let kept = kept.filter(|(name, value)| !value.is_empty() && *name != answer);
        let every = |name: &'static str| values.texts(name).into_iter().map(move |value| (name, value));
        let lines = KEPT_LINE_FIELDS.into_iter().flat_map(every);
        let fields = kept.chain(lines).chain([(answer, "true")]);
        let fields = fields.map(|(name, value)| (name, value.to_owned())).collect();
        Some(Self { heading: ask.heading(texts), button: ask.button(texts), fields })
    }

    /// Of a booking that was not made. `fields` are those of its form.
    pub(crate) fn of_new(ask: &AskFirst, mut fields: Vec<(&'static str, String)>, texts: Texts) -> Self {
        fields.push((SURE, "true".to_owned()));
        Self { heading: ask.heading(texts), button: ask.button(texts), fields }
    }
}

/// The title over a form that was not carried out: the question, where the desk is asked first.
pub(crate) fn title_of<'a>(question: Option<&'a Question>, otherwise: &'a str) -> &'a str {
    question.map_or(otherwise, |question| &question.heading)
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

/// The booking that a form asks for.
#[derive(Debug)]
pub(crate) struct WantedBooking {
    date: Option<NaiveDate>,
    start: Option<NaiveTime>,
    person: Option<StaffId>,
}

impl WantedBooking {
    pub(crate) fn read(form: &FormBody) -> Self {
        let person = Some(form.text("staffId")).filter(|id| !id.is_empty() && !id.contains('\0'));
        Self {
            date: parse_date(form.text("bookingDate")),
            start: parse_time(form.text("startTime")),
            person: person.map(StaffId::new),
        }
    }

    /// Makes a question of a refusal because of the customer's wish, which names the booking as it would be.
    pub(crate) fn ask_about_wish(
        &self,
        conn: &mut Conn<'_>,
        id: &BookingId,
        refusal: SheetRefusal,
        now: Timestamp,
    ) -> SheetRefusal {
        let SheetRefusal::Desk(DeskRefusal::AgainstWish(wished)) = refusal else { return refusal };
        let person = match &self.person {
            Some(person) => staff_records::find_name(conn, person),
            None => Ok(None),
        };
        let (person, booking) = match (person, named(conn, id, now)) {
            (Ok(person), Ok(booking)) => (person, booking),
            (Err(error), _) => return error.into(),
            (_, Err(refusal)) => return refusal,
        };
        let names_person = person.is_some();
        let booking = Box::new(booking.planned(self.date, self.start, person));
        AskFirst::Wish { wished, booking, names_person }.into()
    }
}

/// Asks about a new booking on a break or another booking, past closing, on a closed day, at a time that has passed, or for a
/// customer who has another one then. `begins_now` says that the customer is there.
pub(crate) fn ask_about_new(
    conn: &mut Conn<'_>,
    booked: &Booking,
    begins_now: bool,
    now: Timestamp,
) -> Result<(), SheetRefusal> {
    // A manager enters what took place.
    if booked.booking_date < now.ist_date() {
        return Ok(());
    }
    let at = (booked.booking_date, booked.start_time);
    let against = Against {
        obstacles: find_obstacles(conn, booked, at, None, now)?,
        past_closing: find_past_closing(conn, booked, at)?,
        has_passed: !begins_now && has_passed(at, now),
        is_day_closed: is_today_closed(conn, booked, now)?,
        own_bookings: desk_requests::list_own_at_same_time(conn, &booked.id)?,
        is_nobodys: !booked.is_walkin && booked.services.iter().all(|line| line.staff_id.is_none()),
    };
    ask(conn, booked, PlanAct::Book, against, now)
}

fn has_passed((date, start): (NaiveDate, NaiveTime), now: Timestamp) -> bool {
    Timestamp::from_ist(date, start).plus_millis(ROW_MS) <= now
}

/// Whether a booking is today and the money of today is closed: it cannot be checked out.
fn is_today_closed(conn: &mut Conn<'_>, booking: &Booking, now: Timestamp) -> Result<bool, DbError> {
    let today = now.ist_date();
    Ok(booking.booking_date == today && day_closes::find_of_day(conn, &booking.branch_id, today)?.is_some())
}

fn ask(
    conn: &mut Conn<'_>,
    planned: &Booking,
    act: PlanAct,
    against: Against,
    now: Timestamp,
) -> Result<(), SheetRefusal> {
    if against.is_nothing() {
        return Ok(());
    }
    let booking = named(conn, &planned.id, now)?;
    Err(AskFirst::Plan { act, booking, against }.into())
}

/// Those who have got a booking of a type that they do not do.
fn find_other_types(conn: &mut Conn<'_>, before: Option<&Booking>, moved: &Booking) -> Result<Vec<Obstacle>, DbError> {
    let has =
        |booking: &Booking, staff: &StaffId| booking.services.iter().any(|line| line.staff_id.as_ref() == Some(staff));
    let mut members = staff_records::list_active(conn)?;
    members.retain(|member| {
        let is_new = has(moved, &member.id) && !before.is_some_and(|before| has(before, &member.id));
        is_new && !member.service_types.contains(&moved.service_type)
    });
    let obstacle = |member: staff_records::DeskStaffMember| Obstacle {
        staff_name: member.display_name,
        reason: NotFreeReason::OtherServiceType,
        is_on_break: false,
        booking: None,
    };
    Ok(members.into_iter().map(obstacle).collect())
}

/// Asks about a booking that was moved to somebody who does other services, onto a break or another booking, past closing, to
/// another time that has passed, or to a day that is closed.
/// `before` is the booking as it was.
pub(crate) fn ask_about_move(
    conn: &mut Conn<'_>,
    before: Option<&Booking>,
    moved: &Booking,
    now: Timestamp,
) -> Result<(), SheetRefusal> {
    let at = (moved.booking_date, moved.start_time);
    let is_other_time = before.is_none_or(|before| (before.booking_date, before.start_time) != at);
    let is_other_day = before.is_none_or(|before| before.booking_date != moved.booking_date);
    let mut obstacles = find_other_types(conn, before, moved)?;
    obstacles.extend(find_obstacles(conn, moved, at, None, now)?);
    let against = Against {
        obstacles,
        past_closing: find_past_closing(conn, moved, at)?,
        has_passed: is_other_time && has_passed(at, now),
        is_day_closed: is_other_day && is_today_closed(conn, moved, now)?,
        own_bookings: if is_other_time { desk_requests::list_own_at_same_time(conn, &moved.id)? } else { Vec::new() },
        is_nobodys: false,
    };
    ask(conn, moved, PlanAct::Move, against, now)
}

/// Asks about a booking that was given to somebody who does something else at its time, or is away.
pub(crate) fn ask_about_person(
    conn: &mut Conn<'_>,
    given: &Booking,
    act: PlanAct,
    now: Timestamp,
) -> Result<(), SheetRefusal> {
    // Who did a booking that is over is corrected.
    if !given.status.is_open() {
        return Ok(());
    }
    let mut obstacles = find_obstacles(conn, given, (given.booking_date, given.start_time), None, now)?;
    obstacles
        .retain(|found| matches!(found.reason, NotFreeReason::Busy | NotFreeReason::Blocked | NotFreeReason::OnLeave));
    ask(conn, given, act, Against { obstacles, ..Against::default() }, now)
}

/// Asks about a booking of another day that arrives or begins today: it would be billed today.
pub(crate) fn ask_about_day(
    conn: &mut Conn<'_>,
    begun: &Booking,
    act: DayAct,
    now: Timestamp,
) -> Result<(), SheetRefusal> {
    if begun.booking_date == now.ist_date() {
        return Ok(());
    }
    Err(AskFirst::OtherDay { act, booking: named(conn, &begun.id, now)? }.into())
}

/// Asks about a no-show of a booking that is still to come.
pub(crate) fn ask_about_no_show(conn: &mut Conn<'_>, missed: &Booking, now: Timestamp) -> Result<(), SheetRefusal> {
    if Timestamp::from_ist(missed.booking_date, missed.start_time) <= now {
        return Ok(());
    }
    Err(AskFirst::NotBegunYet { booking: named(conn, &missed.id, now)? }.into())
}

fn named(conn: &mut Conn<'_>, id: &BookingId, now: Timestamp) -> Result<Box<NamedBooking>, SheetRefusal> {
    let found = desk_bookings::find_desk_booking(conn, id)?.ok_or(DeskRefusal::Unknown)?;
    Ok(Box::new(NamedBooking::of(&found, now)))
}
