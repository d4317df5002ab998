//! The bookings of the person who is signed in, day by day.

use askama::Template;
use chrono::{Datelike, Days, NaiveDate};
use parlour_app::schedule::{OwnSchedule, own_schedule};
use parlour_domain::ist::parse_date;
use parlour_domain::page_update::PageUpdate;
use parlour_domain::staff::leave::LeaveStatus;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Staff;
use parlour_store::bookings::assigned_booking_details;
use parlour_store::staff::leave::{self, LeaveRow};
use parlour_store::staff::shifts;

use super::agenda::{self, AgendaEntry, DetailsByBooking};
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::status::{DeskStatus, version};
use parlour_texts::{MyDayTexts, Texts};
use parlour_web::form::FormState;
use parlour_web::page::TextContext;

/// Leave that begins within so many days is told.
const LEAVE_DAYS_AHEAD: u64 = 60;

#[derive(Template)]
#[template(path = "my/day.html")]
struct DayPage {
    frame: DeskFrame,
    heading: String,
    /// The day with its working hours, or why there are none.
    day: String,
    week: Vec<WeekDay>,
    before: String,
    after: String,
    is_today: bool,
    is_rostered: bool,
    /// Shown large: who is in the chair, else who comes next. Only today.
    next: Option<AgendaEntry>,
    rest: Vec<AgendaEntry>,
    /// What is over.
    earlier: Vec<AgendaEntry>,
    leave: Vec<String>,
    /// Why a visit was not started or ended, if somebody wanted that.
    form: FormState,
    topic: String,
    /// Differs when something else is shown.
    version: String,
}

struct WeekDay {
    date: NaiveDate,
    /// `M`
    letter: &'static str,
    count: String,
    label: String,
    is_shown: bool,
    is_off: bool,
}

impl DayPage {
    fn text(&self) -> MyDayTexts {
        self.frame.texts.my_day()
    }
}

/// All that the page reads.
struct OwnWeek {
    schedule: OwnSchedule,
    details: DetailsByBooking,
    leave_ahead: Vec<LeaveRow>,
    is_rostered: bool,
}

/// `/my?day=2026-11-16`
pub(super) async fn show(page: DeskPage<Staff>) -> HttpResult {
    show_with(&page, FormState::default()).await
}

pub(super) async fn show_with(page: &DeskPage<Staff>, form: FormState) -> HttpResult {
    let today = page.today();
    let asked = page.parameter("day").and_then(|day| parse_date(&day));
    // Days whose neighbours can be reckoned with.
    let date = asked.filter(|date| (2000..=2200).contains(&date.year())).unwrap_or(today);
    let monday = date - Days::new(u64::from(date.weekday().num_days_from_monday()));
    let mut week = read(page, date, monday).await?;
    page.translate_names(&mut week.schedule).await?;
    let context = page.text_context();
    let entries = agenda::of_day(&week.schedule, &week.details, date, context);
    let heading = heading(page, &week.schedule, &entries, date);
    let shown: Vec<String> = entries.iter().map(AgendaEntry::shown).collect();
    let (next, rest, earlier) = split(entries, date, context);
    let leave: Vec<String> = week.leave_ahead.iter().filter_map(|leave| leave_text(leave, page.texts)).collect();
    let day = page.texts.format_long_day(date, today);
    let day = page.texts.formats().day_and_time(&day, &hours(&week.schedule, date, page.texts));
    let days = week_days(&week.schedule, monday, date, context);
    let counts: Vec<&str> = days.iter().map(|day| day.count.as_str()).collect();
    let version = version((&heading, &day, counts, shown, &leave));
    let status = form.status;
    let template = DayPage {
        topic: PageUpdate::Customer(page.user().clone()).to_string(),
        version,
        frame: page.desk_frame(page.texts.desk_frame().my_day(), Place::MyDay),
        heading,
        day,
        week: days,
        before: (date - Days::new(7)).to_string(),
        after: (date + Days::new(7)).to_string(),
        is_today: date == today,
        is_rostered: week.is_rostered,
        next,
        rest,
        earlier,
        leave,
        form,
    };
    page.show_with(status, &template)
}

async fn read(page: &DeskPage<Staff>, date: NaiveDate, monday: NaiveDate) -> Result<OwnWeek, HttpError> {
    let (user, today) = (page.user().clone(), page.today());
    let read = page.caller.read(move |conn, _| {
        let details = assigned_booking_details::list_of_day(conn, &user, date)?;
        Ok(OwnWeek {
            schedule: own_schedule(conn, &user, monday, monday + Days::new(6))?,
            details: details.into_iter().map(|booking| (booking.booking_id.clone(), booking)).collect(),
            leave_ahead: leave::list_own_between(conn, &user, today, today + Days::new(LEAVE_DAYS_AHEAD))?,
            is_rostered: !shifts::list_own_shifts(conn, &user)?.is_empty(),
        })
    });
    read.await
}

fn heading(page: &DeskPage<Staff>, schedule: &OwnSchedule, entries: &[AgendaEntry], date: NaiveDate) -> String {
    let text = page.texts.my_day();
    let name = page.signed_in_user.first_name();
    let bookings = || entries.iter().filter_map(AgendaEntry::booking);
    let (all, open) = (bookings().count(), bookings().filter(|booking| booking.is_open()).count());
    if date != page.today() {
        return if all == 0 { text.nothing().to_owned() } else { text.visits(all) };
    }
    match open {
        0 if all > 0 => text.all_done(name),
        0 if is_off(schedule, date) => text.day_off_today(name),
        0 => text.nothing_today(name),
        _ => {
            let number = text.numbers().get(open - 1).map_or_else(|| open.to_string(), |&word| word.to_owned());
            text.more_today(&number, name)
        }
    }
}

/// Today: who is in the chair or comes next, what follows, what is over. On other days everything follows.
fn split(
    entries: Vec<AgendaEntry>,
    date: NaiveDate,
    context: TextContext,
) -> (Option<AgendaEntry>, Vec<AgendaEntry>, Vec<AgendaEntry>) {
    if date != context.today() {
        return (None, entries, Vec::new());
    }
    let now = context.now.ist_time();
    let is_over = |entry: &AgendaEntry| entry.booking().map_or(entry.to <= now, |booking| !booking.is_open());
    let (earlier, mut rest): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_over);
    let in_chair =
        rest.iter().position(|entry| entry.booking().is_some_and(|booking| booking.status == DeskStatus::InProgress));
    let first = in_chair.or_else(|| rest.iter().position(|entry| entry.booking().is_some()));
    let next = first.map(|at| rest.remove(at));
    (next, rest, earlier)
}

fn leave_on(schedule: &OwnSchedule, date: NaiveDate) -> Option<&LeaveRow> {
    schedule.leave.iter().find(|leave| leave.start_date <= date && date <= leave.end_date)
}

/// Not working: no shift, approved leave, or the branch is closed.
fn is_off(schedule: &OwnSchedule, date: NaiveDate) -> bool {
    !schedule.shifts.iter().any(|shift| shift.date == date)
        || schedule.holidays.iter().any(|holiday| holiday.date == date)
        || leave_on(schedule, date).is_some_and(|leave| leave.status == LeaveStatus::Approved)
}

/// `10 am – 7 pm`, or why there are none.
fn hours(schedule: &OwnSchedule, date: NaiveDate, texts: Texts) -> String {
    let text = texts.my_day();
    if let Some(holiday) = schedule.holidays.iter().find(|holiday| holiday.date == date) {
        return if holiday.name.is_empty() { text.closed().to_owned() } else { text.closed_for(&holiday.name) };
    }
    let leave = leave_on(schedule, date);
    if leave.is_some_and(|leave| leave.status == LeaveStatus::Approved) {
        return text.on_leave().to_owned();
    }
    let shifts = schedule.shifts.iter().filter(|shift| shift.date == date);
    let mut parts: Vec<String> =
        shifts.map(|shift| texts.format_short_time_range(shift.shift.start_time, shift.shift.end_time)).collect();
    if parts.is_empty() {
        parts.push(text.day_off().to_owned());
    }
    if leave.is_some() {
        parts.push(text.leave_asked().to_owned());
    }
    parts.join(", ")
}

fn week_days(schedule: &OwnSchedule, monday: NaiveDate, shown: NaiveDate, context: TextContext) -> Vec<WeekDay> {
    let (texts, today) = (context.texts, context.today());
    let text = texts.my_day();
    let day = |date: NaiveDate| {
        let count = schedule.bookings.iter().filter(|booking| booking.booking_date == date).count();
        let is_off = is_off(schedule, date) && count == 0;
        let told = if is_off { text.day_off().to_owned() } else { text.visits(count) };
        WeekDay {
            date,
            letter: texts.weekday_letter(date.weekday()),
            count: if is_off { text.off().to_owned() } else { count.to_string() },
            label: format!("{}, {told}", texts.format_long_day(date, today)),
            is_shown: date == shown,
            is_off,
        }
    };
    monday.iter_days().take(7).map(day).collect()
}

/// `Your leave from 24 to 26 December is approved.`
fn leave_text(leave: &LeaveRow, texts: Texts) -> Option<String> {
    let text = texts.my_day();
    let days = days_text(leave, texts);
    match leave.status {
        LeaveStatus::Approved => Some(text.leave_approved(&days)),
        LeaveStatus::Pending => Some(text.leave_waits(&days)),
        LeaveStatus::Rejected => None,
    }
}

/// `from 24 December to 2 January`, `on 24 December`.
pub(super) fn days_text(leave: &LeaveRow, texts: Texts) -> String {
    let text = texts.my_day();
    let day = |date: NaiveDate| texts.format_day_and_month(date);
    let (first, last) = (leave.start_date, leave.end_date);
    if first == last {
        text.one_day(&day(first))
    } else if (first.year(), first.month()) == (last.year(), last.month()) {
        text.days(&first.day().to_string(), &day(last))
    } else {
        text.days(&day(first), &day(last))
    }
}
