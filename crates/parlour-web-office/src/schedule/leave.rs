//! A request for leave, with the bookings that it touches and who takes them.

use askama::Template;
use parlour_app::availability::{DayForBooking, DaysForBookings, PersonOfDay};
use parlour_app::bookings::{ChosenStaff, Reassignment};
use parlour_app::leave::{self as use_cases, DecideLeaveRefusal, LeaveAnswer};
use parlour_domain::ids::{BookingId, LeaveId, StaffId};
use parlour_domain::staff::leave::{LeaveDecision, LeaveStatus};
use parlour_http::error::{FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{RequestShape, TextRule};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::bookings::desk_bookings::{self, DeskBooking};
use parlour_store::staff::leave::{self, AffectedBooking, StaffLeave};
use parlour_store::{Conn, DbError};
use parlour_texts::{DeskScheduleTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::refusals::new_staff_field_name;
use parlour_web_admin::booking::{availability_text, booking_path, day_and_range};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::status::avatar_class;
use parlour_web_admin::wish::{WishPlace, wish_text};

use super::cell::leave_path;
use super::week::{asked_text, days_of_leave};

/// So many bookings are moved at once. Those that are left are listed afterwards.
const MAX_BOOKINGS: i64 = 30;
const LIST_PATH: &str = "/schedule";

request_shape! {
    struct AnswerForm {
        action: LeaveDecision,
    }
}

#[derive(Template)]
#[template(path = "schedule/leave.html")]
struct LeavePage {
    frame: DeskFrame,
    text: DeskScheduleTexts,
    form: FormState,
    path: String,
    name: String,
    initials: String,
    avatar: &'static str,
    asked: String,
    days: String,
    reason: Option<String>,
    /// How it was answered; none while it waits.
    answered: Option<String>,
    /// What the bookings are listed for.
    about_bookings: String,
    bookings: Vec<BookingToMove>,
    /// That there are more than are shown.
    more: Option<String>,
    give: String,
}

#[derive(Debug)]
struct BookingToMove {
    path: String,
    /// The board on which it is moved; none once it has begun.
    place: Option<String>,
    when: String,
    customer: String,
    services: String,
    /// The names of the fields: who takes it, and whether against the wish of the customer.
    field: String,
    anyway: String,
    label: String,
    /// Whether others have services in it too, which whoever takes it takes with it.
    is_shared: bool,
    /// Whom the customer asked for, where not everybody can take it.
    wish: Option<String>,
    /// Id and words of those who can take it.
    people: Vec<(String, String)>,
    nobody_free: bool,
}

struct LeaveRead {
    found: StaffLeave,
    bookings: Vec<(DeskBooking, DayForBooking)>,
    /// Those that are not shown too.
    count: i64,
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.desk_schedule();
    if name == "action" { text.answer() } else { text.who_takes() }
}

fn anyway_field(booking: &BookingId) -> String {
    format!("anyway-{booking}")
}

/// `/schedule/leave/{id}`
pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId<LeaveId>) -> HttpResult {
    let read = read(&page, &id).await?;
    let away = &read.found.leave.staff_id;
    // Nobody loses a service to somebody else by one click: a booking that is shared is moved only by choice.
    let own = read.bookings.iter().filter(|(found, _)| !is_shared(found, away));
    let proposed = own.filter_map(|(found, day)| {
        let person = free_people(day, away).find(|person| !person.is_against_wish)?;
        Some((new_staff_field_name(&found.booking.id), person.id.as_str().to_owned()))
    });
    render(&page, &read, FormState::new(proposed))
}

async fn read(page: &DeskPage<Manager>, id: &LeaveId) -> Result<LeaveRead, HttpError> {
    let (id, now) = (id.clone(), page.now());
    let read = page.caller.read(move |conn, _| {
        let Some(found) = leave::find(conn, &id)? else { return Ok(None) };
        let (touched, count) = list_touched(conn, &found)?;
        let (mut bookings, mut days) = (Vec::new(), DaysForBookings::new(now));
        for affected in touched {
            let Some(booking) = desk_bookings::find_desk_booking(conn, &affected.id)? else { continue };
            let day = days.read(conn, &booking.booking, affected.booking_date)?;
            bookings.push((booking, day));
        }
        Ok(Some(LeaveRead { found, bookings, count }))
    });
    let mut read = read.await?.ok_or_else(|| HttpError::not_found("This request for leave"))?;
    for (booking, _) in &mut read.bookings {
        page.translate_names(booking).await?;
    }
    Ok(read)
}

/// The bookings that are shown, and how many there are.
fn list_touched(conn: &mut Conn<'_>, found: &StaffLeave) -> Result<(Vec<AffectedBooking>, i64), DbError> {
    match found.leave.status {
        LeaveStatus::Rejected => Ok((Vec::new(), 0)),
        LeaveStatus::Pending | LeaveStatus::Approved => leave::list_affected_bookings(conn, &found.leave, MAX_BOOKINGS),
    }
}

/// Those who are free for a booking, without the person who is away: while the leave is asked for, they count as free.
fn free_people<'a>(day: &'a DayForBooking, away: &'a StaffId) -> impl Iterator<Item = &'a PersonOfDay> {
    day.people.iter().filter(move |person| person.id != *away && person.reason.is_none())
}

/// Whether somebody else does a service of the booking.
fn is_shared(found: &DeskBooking, away: &StaffId) -> bool {
    let mut staff = found.booking.services.iter().filter_map(|line| line.service.staff_id.as_ref());
    staff.any(|id| id != away)
}

pub(super) async fn answer(page: DeskPage<Manager>, PathId(id): PathId<LeaveId>, form: FormBody) -> HttpResult {
    let (asked, shown_id) = (id.clone(), id.clone());
    let read = page.caller.read(move |conn, _| {
        let Some(found) = leave::find(conn, &asked)? else { return Ok(None) };
        Ok(Some(list_touched(conn, &found)?.0))
    });
    let touched = read.await?.ok_or_else(|| HttpError::not_found("This request for leave"))?;
    let answer = leave_answer(&form, &touched);
    let flash = match answer.as_ref().map(|answer| answer.decision) {
        Ok(LeaveDecision::Approve) => Flash::LeaveGiven,
        _ => Flash::LeaveDeclined,
    };
    let by = page.user().clone();
    let decided = page.form(&form, label).write(answer, move |tx, context, answer| {
        let decided = use_cases::decide(tx, context, &by, &id, answer)?;
        let next = if decided.affected_count > 0 { leave_path(&id) } else { LIST_PATH.to_owned() };
        Ok::<_, DecideLeaveRefusal>(next)
    });
    let decided = decided.await?;
    // Somebody else may have answered it meanwhile.
    decided.answer(flash, |state| show_again(&page, &shown_id, state)).await
}

async fn show_again(page: &DeskPage<Manager>, id: &LeaveId, state: FormState) -> HttpResult {
    render(page, &read(page, id).await?, state)
}

/// The bookings for which somebody is chosen move; those without stay, and are listed afterwards.
fn leave_answer(form: &FormBody, bookings: &[AffectedBooking]) -> Result<LeaveAnswer, FieldErrors> {
    let (mut fields, partial) = form.read::<AnswerForm>();
    let mut moves = Vec::new();
    if partial.action == Some(LeaveDecision::Approve) {
        for AffectedBooking { id, .. } in bookings {
            let staff = fields.optional(&new_staff_field_name(id), <StaffId as TextRule>::parse);
            let against_wish = form.values.has(&anyway_field(id), "true");
            let moved =
                |staff_id| Reassignment { booking_id: id.clone(), chosen: ChosenStaff { staff_id, against_wish } };
            moves.extend(staff.map(moved));
        }
    }
    fields.finish(|| Some(LeaveAnswer { decision: AnswerForm::complete(partial)?.action, moves }))
}

fn render(page: &DeskPage<Manager>, read: &LeaveRead, form: FormState) -> HttpResult {
    let (texts, text) = (page.texts, page.texts.desk_schedule());
    let LeaveRead { found, bookings, count } = read;
    let is_chosen = |booking: &&BookingToMove| !form.value(&booking.field).is_empty();
    let bookings: Vec<BookingToMove> =
        bookings.iter().map(|booking| BookingToMove::new(booking, found, page)).collect();
    let chosen = bookings.iter().filter(is_chosen).count();
    let unseen = count - i64::try_from(bookings.len()).unwrap_or(i64::MAX);
    let shown = LeavePage {
        frame: page.desk_frame(text.leave_of(&found.staff_name), Place::Schedule),
        text,
        path: leave_path(&found.leave.id),
        name: found.staff_name.clone(),
        initials: format::initials(&found.staff_name),
        avatar: avatar_class(&found.staff_name),
        asked: asked_text(found, page),
        days: days_of_leave(&found.leave, page.today(), texts),
        reason: found.leave.reason.clone(),
        answered: answered(found, text),
        about_bookings: if *count == 0 { text.no_visits().to_owned() } else { text.visits_booked(*count) },
        more: (unseen > 0).then(|| text.more_visits(unseen)),
        give: if chosen == 0 { text.give().to_owned() } else { text.give_and_move(chosen) },
        bookings,
        form,
    };
    page.show_with(shown.form.status, &shown)
}

fn answered(found: &StaffLeave, text: DeskScheduleTexts) -> Option<String> {
    let by = found.decided_by_name.as_deref().unwrap_or("–");
    match found.leave.status {
        LeaveStatus::Pending => None,
        LeaveStatus::Approved => Some(text.given_by(by)),
        LeaveStatus::Rejected => Some(text.declined_by(by)),
    }
}

impl BookingToMove {
    fn new((found, day): &(DeskBooking, DayForBooking), leave: &StaffLeave, page: &DeskPage<Manager>) -> Self {
        let (booking, away, text) = (&found.booking, &leave.leave.staff_id, page.texts.desk_schedule());
        let times = (booking.start_time, booking.end_time);
        let services = booking.services.iter().map(|line| {
            let (name, is_own) = (&line.service.service_name_snapshot, line.service.staff_id.as_ref() == Some(away));
            let other = line.staff_name.as_deref().filter(|_| !is_own);
            other.map_or_else(|| name.clone(), |other| text.service_of(name, other))
        });
        let words = |person: &PersonOfDay| {
            let minutes = booking.total_duration_minutes;
            let is_free = availability_text(person, booking.start_time, minutes, page.texts);
            (person.id.as_str().to_owned(), text.person_and(&person.display_name, &is_free))
        };
        let others = day.people.iter().filter(|person| person.id != *away);
        Self {
            path: booking_path(&booking.id),
            place: booking
                .status
                .is_upcoming()
                .then(|| format!("/board?at={}&day={}&place={}", booking.branch_id, booking.booking_date, booking.id)),
            when: day_and_range(booking.booking_date, times, page.text_context()),
            customer: found.customer_name.clone(),
            services: services.collect::<Vec<_>>().join(", "),
            field: new_staff_field_name(&booking.id),
            anyway: anyway_field(&booking.id),
            label: text.who_takes_visit(&found.customer_name),
            is_shared: is_shared(found, away),
            wish: booking.wished_staff_gender.and_then(|_| wish_text(found, WishPlace::Alone, page.texts)),
            people: others.filter(|person| person.can_be_chosen).map(words).collect(),
            nobody_free: free_people(day, away).next().is_none(),
        }
    }
}
