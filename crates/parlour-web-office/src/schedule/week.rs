//! The week of everybody at a branch, and the leave that waits for an answer.

use askama::Template;
use chrono::{Datelike, Days, NaiveDate};
use parlour_app::schedule::{self as use_cases, ScheduleWeek, WeekOfStaff};
use parlour_domain::branch::BranchStatus;
use parlour_domain::ids::BranchId;
use parlour_domain::ist::parse_date;
use parlour_domain::staff::leave::LeaveStatus;
use parlour_http::error::HttpError;
use parlour_http::paging::FeedPage;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::branches::branch_records::Branch;
use parlour_store::branches::holidays;
use parlour_store::staff::leave::{self, LeaveRow, PendingLeave, StaffLeave};
use parlour_texts::{DeskScheduleTexts, Texts};
use parlour_web::format;
use parlour_web_admin::board::board_path;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::no_branch;
use parlour_web_admin::status::avatar_class;

use super::cell::{Cell, CellKind, Scale, leave_of, leave_path, person_path, rostered_minutes};

/// So many requests for leave are on a page.
const WAITING_PAGE_SIZE: i64 = 20;
const DAYS_PER_WEEK: u64 = 7;
/// The days of other years are of no interest, and some of them cannot be counted with.
const YEARS: std::ops::RangeInclusive<i32> = 2000..=2999;

#[derive(Template)]
#[template(path = "schedule/week.html")]
struct WeekPage {
    frame: DeskFrame,
    text: DeskScheduleTexts,
    /// Path, name, and whether it is this one; empty where there is one.
    branches: Vec<(String, String, bool)>,
    about: String,
    before: String,
    this_week: String,
    after: String,
    /// None of a branch without customers.
    block_path: Option<String>,
    notes: Vec<HolidayNote>,
    days: Vec<DayHead>,
    people: Vec<PersonRow>,
    /// How many work on each day: the name of the day, and the words.
    floor: Vec<(String, String)>,
    waiting: Vec<WaitingLeave>,
    waiting_count: i64,
    /// The pages of the requests before and after these.
    sooner: Option<String>,
    later: Option<String>,
}

/// A holiday on which bookings still stand.
#[derive(Debug)]
struct HolidayNote {
    sentence: String,
    path: String,
}

#[derive(Debug)]
struct DayHead {
    name: String,
    /// The board of the day; none of a branch without customers.
    path: Option<String>,
    holiday: Option<String>,
}

#[derive(Debug)]
struct PersonRow {
    path: String,
    name: String,
    initials: String,
    avatar: &'static str,
    cells: Vec<Cell>,
    rostered: String,
    booked: String,
}

#[derive(Debug)]
struct WaitingLeave {
    path: String,
    name: String,
    initials: String,
    avatar: &'static str,
    asked: String,
    days: String,
    reason: Option<String>,
    touched: String,
    /// Whether bookings stand in its way, so that it is answered on its own page.
    has_bookings: bool,
}

struct WeekRead {
    week: ScheduleWeek,
    /// How many bookings stand on each holiday of the week.
    bookings: Vec<i64>,
    waiting: Vec<PendingLeave>,
    waiting_count: i64,
    waiting_page: FeedPage,
}

/// `/schedule?at=&from=`
pub(super) async fn show(page: DeskPage<Manager>) -> HttpResult {
    let Some(branch) = page.any_branch().cloned() else {
        return no_branch::show(&page, page.texts.desk_frame().schedule(), Place::Schedule);
    };
    let from = asked_week(&page);
    let read = read(&page, branch.id.clone(), from).await?;
    let (texts, text) = (page.texts, page.texts.desk_schedule());
    let week = &read.week;
    let scale = Scale::of(week);
    let holiday_on = |date: NaiveDate| week.holidays.iter().find(|holiday| holiday.date == date);
    let dates: Vec<(NaiveDate, String, bool)> = (0..DAYS_PER_WEEK)
        .map(|day| from + Days::new(day))
        .map(|date| (date, texts.format_day(date, page.today()), holiday_on(date).is_some()))
        .collect();
    let head = |(date, name, _): &(NaiveDate, String, bool)| DayHead {
        name: name.clone(),
        path: branch.is_operational().then(|| board_path(&branch, *date)),
        holiday: holiday_on(*date).map(|holiday| holiday_name(&holiday.name, text)),
    };
    let notes = week.holidays.iter().zip(&read.bookings).filter(|(_, bookings)| **bookings > 0);
    let notes = notes.map(|(holiday, bookings)| {
        let day = texts.format_day(holiday.date, page.today());
        let sentence = text.closed_with_visits(&day, &holiday_name(&holiday.name, text), *bookings);
        HolidayNote { sentence, path: board_path(&branch, holiday.date) }
    });
    let requests = read.waiting_page;
    let path_of = |number: i64| format!("{}&page={number}#leave", week_path(&branch.id, from));
    let has_later = requests.offset() + requests.size < read.waiting_count;
    page.show(&WeekPage {
        frame: page.desk_frame(page.texts.desk_frame().schedule(), Place::Schedule),
        text,
        branches: branch_links(&page, &branch, from),
        about: about(week, from, page.today(), texts),
        before: week_path(&branch.id, from - Days::new(DAYS_PER_WEEK)),
        this_week: week_path(&branch.id, page.today()),
        after: week_path(&branch.id, from + Days::new(DAYS_PER_WEEK)),
        block_path: branch
            .is_operational()
            .then(|| format!("/board/blocks?at={}&day={}", branch.id, from.max(page.today()))),
        notes: notes.collect(),
        days: dates.iter().map(head).collect(),
        people: week.staff.iter().map(|member| PersonRow::new(member, &dates, scale, texts)).collect(),
        floor: dates.iter().enumerate().map(|(at, day)| (day.1.clone(), on_the_floor(week, at, day.2, text))).collect(),
        waiting: read.waiting.iter().map(|request| WaitingLeave::new(request, &page)).collect(),
        waiting_count: read.waiting_count,
        sooner: (requests.page > 1).then(|| path_of(requests.page - 1)),
        later: has_later.then(|| path_of(requests.page + 1)),
    })
}

async fn read(page: &DeskPage<Manager>, branch: BranchId, from: NaiveDate) -> Result<WeekRead, HttpError> {
    let asked_page = FeedPage::from_query(page.uri.query()).page;
    let read = page.caller.read(move |conn, _| {
        let week = use_cases::week(conn, &branch, from)?;
        let mut bookings = Vec::new();
        for holiday in &week.holidays {
            bookings.push(holidays::count_upcoming_bookings(conn, &branch, holiday.date)?);
        }
        let waiting_count = leave::count_pending(conn, None)?;
        // The last page may have been answered meanwhile.
        let last_page = (waiting_count - 1).max(0) / WAITING_PAGE_SIZE + 1;
        let waiting_page = FeedPage { page: asked_page.min(last_page), size: WAITING_PAGE_SIZE };
        let waiting = leave::list_pending(conn, waiting_page.size, waiting_page.offset())?;
        Ok(WeekRead { week, bookings, waiting, waiting_count, waiting_page })
    });
    read.await
}

/// The Monday of the week of the address, else of this week.
fn asked_week(page: &DeskPage<Manager>) -> NaiveDate {
    let asked = page.parameter("from").as_deref().and_then(parse_date).filter(|date| YEARS.contains(&date.year()));
    let day = asked.unwrap_or_else(|| page.today());
    day - Days::new(u64::from(day.weekday().num_days_from_monday()))
}

fn week_path(branch: &BranchId, from: NaiveDate) -> String {
    format!("/schedule?at={branch}&from={from}")
}

/// Whether somebody plans who works there: also before it opens.
pub(super) fn is_planned(branch: &Branch) -> bool {
    branch.status != BranchStatus::Closed.as_str()
}

fn branch_links(page: &DeskPage<Manager>, shown: &Branch, from: NaiveDate) -> Vec<(String, String, bool)> {
    let link = |branch: &Branch| (week_path(&branch.id, from), branch.name.clone(), branch.id == shown.id);
    let links: Vec<_> =
        page.salon.all_branches().filter(|branch| is_planned(branch) || branch.id == shown.id).map(link).collect();
    if links.len() < 2 { Vec::new() } else { links }
}

/// `23 November – 29 November, 29 shifts`.
fn about(week: &ScheduleWeek, from: NaiveDate, today: NaiveDate, texts: Texts) -> String {
    let day = |date: NaiveDate| texts.format_full_day(date, today);
    let days = texts.formats().day_range(&day(from), &day(from + Days::new(DAYS_PER_WEEK - 1)));
    let shifts: usize = week.staff.iter().flat_map(|member| &member.days).map(|day| day.shifts.len()).sum();
    texts.desk_schedule().about_week(&days, shifts)
}

pub(super) fn holiday_name(name: &str, text: DeskScheduleTexts) -> String {
    if name.is_empty() { text.holiday().to_owned() } else { name.to_owned() }
}

/// How many work on a day, and how many are left if the leave is given that is asked for.
fn on_the_floor(week: &ScheduleWeek, at: usize, is_closed: bool, text: DeskScheduleTexts) -> String {
    let days = week.staff.iter().filter_map(|member| member.days.get(at));
    let at_work: Vec<_> = days.filter(|day| rostered_minutes(day, is_closed) > 0).collect();
    let asked = at_work.iter().filter(|day| leave_of(day, LeaveStatus::Pending).is_some()).count();
    match (at_work.len(), asked) {
        (0, _) => "–".to_owned(),
        (count, 0) => format::count(i64::try_from(count).unwrap_or(i64::MAX)),
        (count, asked) => text.floor_if_leave(count, count - asked),
    }
}

impl PersonRow {
    fn new(member: &WeekOfStaff, dates: &[(NaiveDate, String, bool)], scale: Scale, texts: Texts) -> Self {
        let days = || member.days.iter().zip(dates);
        let cells =
            days().map(|(day, (_, name, is_closed))| Cell::new(member, day, (*is_closed, name.as_str()), scale, texts));
        let rostered: i64 = days().map(|(day, (_, _, is_closed))| rostered_minutes(day, *is_closed)).sum();
        let booked: i64 = member.days.iter().map(|day| day.booked_minutes).sum();
        Self {
            path: person_path(&member.id),
            name: member.display_name.clone(),
            initials: format::initials(&member.display_name),
            avatar: avatar_class(&member.display_name),
            cells: cells.collect(),
            rostered: texts.format_minutes(rostered),
            booked: texts.desk_schedule().booked(&texts.format_minutes(booked)),
        }
    }
}

/// `Fri 27 Nov – Sat 28 Nov`.
pub(super) fn days_of_leave(leave: &LeaveRow, today: NaiveDate, texts: Texts) -> String {
    texts.format_days(leave.start_date, leave.end_date, today)
}

/// When it was asked for; where there are several branches, at which one.
pub(super) fn asked_text(found: &StaffLeave, page: &DeskPage<Manager>) -> String {
    let day = page.texts.format_relative_day_in_sentence(found.leave.created_at.ist_date(), page.today());
    let text = page.texts.desk_schedule();
    let branch = page.salon.any_branch(found.branch_id.as_str()).filter(|_| page.salon.all_branches().nth(1).is_some());
    branch.map_or_else(|| text.asked(&day), |branch| text.asked_at(&branch.name, &day))
}

impl WaitingLeave {
    fn new(PendingLeave { found, affected_count }: &PendingLeave, page: &DeskPage<Manager>) -> Self {
        let (text, bookings) = (page.texts.desk_schedule(), *affected_count);
        Self {
            path: leave_path(&found.leave.id),
            name: found.staff_name.clone(),
            initials: format::initials(&found.staff_name),
            avatar: avatar_class(&found.staff_name),
            asked: asked_text(found, page),
            days: days_of_leave(&found.leave, page.today(), page.texts),
            reason: found.leave.reason.clone(),
            touched: if bookings == 0 { text.no_visits().to_owned() } else { text.visits_booked(bookings) },
            has_bookings: bookings > 0,
        }
    }
}

impl Cell {
    fn is_leave(&self) -> bool {
        self.kind == CellKind::OnLeave
    }

    fn is_asked(&self) -> bool {
        self.kind == CellKind::LeaveAsked
    }
}
