//! `/today`: what a manager sees first.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use chrono::{Datelike, NaiveDate, Timelike};
use parlour_app::setup::find_setup;
use parlour_app::today::{NextDay, TakingsDay, Today, TopService, WaitingToday, today};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::BranchId;
use parlour_domain::report::basis_points;
use parlour_domain::report::period::Period;
use parlour_http::respond::HttpResult;
use parlour_http::routing::get;
use parlour_http::sessions::Manager;
use parlour_http::state::HttpState;
use parlour_store::bookings::desk_counts;
use parlour_store::reports::ReportScope;
use parlour_texts::{Texts, TodayTexts};
use parlour_web::format;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

use super::chart::{Chart, Drawing, FillChart, FullDay, LineChart, Point, Unit, is_nearly_full};
use super::reports::{Choice, ClosedDays, Figure, ShareRow, branch_choices, branch_of};

/// Below this a day has room for an offer.
const ROOM_PERCENT: i64 = 50;
const MINUTES_PER_HOUR: i64 = 60;

pub(super) fn routes() -> Router<HttpState> {
    Router::new().route("/today", get(show))
}

#[derive(Template)]
#[template(path = "today.html")]
struct TodayPage {
    frame: DeskFrame,
    text: TodayTexts,
    greeting: String,
    /// Day and time.
    about: String,
    branches: Vec<Choice>,
    figures: Vec<Figure>,
    waiting: Vec<Waiting>,
    /// Whether the owner who looks has still to set up the salon.
    is_set_up_first: bool,
    full: Drawing,
    /// Days on which hardly anybody can book any more.
    nearly_full: Vec<String>,
    /// A day with much room.
    open_day: Option<String>,
    chart: Chart,
    taken: String,
    taken_before: String,
    days: Vec<DayRow>,
    best: Vec<ShareRow>,
}

/// Something that waits for somebody.
struct Waiting {
    kind: WaitingKind,
    name: String,
    path: String,
    count: i64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WaitingKind {
    Requests,
    Leave,
    Leads,
    Messages,
}

/// A day of the chart, for its table.
struct DayRow {
    name: String,
    taken: String,
    before: String,
    /// Why it was closed, or that it goes on.
    note: Option<String>,
}

/// A day of the chart with the reason if nobody could come.
type ChartDay<'a> = (&'a TakingsDay, Option<String>);

async fn show(page: DeskPage<Manager>) -> HttpResult {
    let branch = branch_of(&page);
    let (salon, of_branch, now) = (Arc::clone(&page.salon), branch.clone(), page.now());
    let is_owner = page.role() >= Role::Owner;
    let read = page.caller.read(move |conn, _| {
        let found = today(conn, of_branch.as_ref(), now)?;
        let from = found.days.first().map_or(found.date, |day| day.date);
        let scope = ReportScope { period: Period { from, to: found.date }, branch: of_branch.clone() };
        let mut requests = desk_counts::count_requests_by_branch(conn)?;
        requests.retain(|(id, _)| of_branch.as_ref().is_none_or(|branch| branch == id));
        let is_set_up_first = is_owner && !find_setup(conn)?.is_finished;
        Ok((found, ClosedDays::read(conn, &scope, &salon)?, requests, is_set_up_first))
    });
    let (mut found, closed, requests, is_set_up_first) = read.await?;
    page.translate_names(&mut found).await?;
    let (texts, text) = (page.texts, page.texts.today());
    let clock = now.ist_time();
    let (full, (nearly_full, open_day)) = (fill_chart(&found, texts), fill_notes(&found.next_days, texts));
    let days: Vec<ChartDay<'_>> = found
        .days
        .iter()
        .map(|day| (day, closed.reason(day.date, text.closed()).filter(|_| day.takings_paise == 0)))
        .collect();
    let sum = |amount: fn(&TakingsDay) -> i64| format::money(found.days.iter().map(amount).sum());
    let (taken, taken_before) = (sum(|day| day.takings_paise), sum(|day| day.previous_paise));
    let alt_text = text.chart(&taken, &taken_before);
    page.show(&TodayPage {
        frame: page.desk_frame(text.title(), Place::Today),
        text,
        greeting: greeting(clock.hour(), page.signed_in_user.first_name(), text),
        about: (texts.formats())
            .day_and_time(&texts.format_long_day(found.date, found.date), &texts.format_time(clock)),
        branches: branch_choices(&page, branch.as_ref()),
        figures: key_figures(&found, texts),
        waiting: waiting_list(&found.waiting, &requests, &page),
        is_set_up_first,
        full,
        nearly_full,
        open_day,
        chart: line_chart(&days, found.date, alt_text, texts),
        taken,
        taken_before,
        days: days.iter().rev().map(|day| DayRow::new(day, found.date, texts)).collect(),
        best: best_services(&found, text),
    })
}

fn greeting(hour: u32, name: &str, text: TodayTexts) -> String {
    match hour {
        0..12 => text.good_morning(name),
        12..17 => text.good_afternoon(name),
        _ => text.good_evening(name),
    }
}

fn key_figures(found: &Today, texts: Texts) -> Vec<Figure> {
    let (text, bookings) = (texts.today(), &found.bookings);
    let here = bookings.here + bookings.in_progress;
    let expected = bookings.done + here + bookings.to_come;
    let weekday = texts.weekday_long(found.date.weekday());
    let average = found.average_bill_paise;
    vec![
        Figure::new(
            text.taken_so_far(),
            format::money(found.takings_paise),
            text.last_week(weekday, &format::money(found.takings_last_week_paise)),
        ),
        Figure::new(
            text.visits(),
            text.done_of(bookings.done, expected),
            text.here_and_to_come(here, bookings.to_come),
        ),
        Figure::new(
            text.average_bill(),
            average.map_or_else(|| "–".to_owned(), format::money),
            if average.is_some() { text.after_credit_notes() } else { text.no_bill() },
        ),
        Figure::new(text.noshows(), format::count(bookings.noshow), text.cancelled(bookings.cancelled)),
    ]
}

/// What waits, each with the page where it is answered. Requests are answered branch by branch, also where it is closed.
fn waiting_list(waiting: &WaitingToday, requests: &[(BranchId, i64)], page: &DeskPage<Manager>) -> Vec<Waiting> {
    let text = page.texts.today();
    let names_branch = requests.len() > 1 || page.salon.branches.len() > 1;
    let requests = requests.iter().map(|(id, count)| {
        let branch = page.salon.any_branch(id.as_str()).filter(|branch| names_branch || !branch.is_operational());
        Waiting {
            kind: WaitingKind::Requests,
            name: branch.map_or_else(|| text.requests().to_owned(), |branch| text.requests_at(&branch.name)),
            path: format!("/requests?at={id}"),
            count: *count,
        }
    });
    let others = [
        (WaitingKind::Leave, text.leave(), "/schedule#leave", waiting.leave),
        (WaitingKind::Leads, text.leads(), "/leads?view=list&lane=waiting", waiting.stale_leads),
        (WaitingKind::Messages, text.messages(), "/messages", waiting.failed_messages),
    ];
    let others = others.into_iter().map(|(kind, name, path, count)| Waiting {
        kind,
        name: name.to_owned(),
        path: path.to_owned(),
        count,
    });
    requests.chain(others).filter(|one| one.count > 0).collect()
}

impl Waiting {
    fn is_of(&self, kind: WaitingKind) -> bool {
        self.kind == kind
    }
}

/// Whole per cent, halves rounded up. None where nobody works.
fn booked_percent(day: &NextDay) -> Option<i64> {
    day.minutes.booked_tenths_of_percent().map(|tenths| (tenths + 5) / 10)
}

fn fill_chart(found: &Today, texts: Texts) -> Drawing {
    let text = texts.today();
    let days: Vec<FullDay> = found
        .next_days
        .iter()
        .map(|day| FullDay { label: texts.weekday_short(day.date.weekday()).to_owned(), percent: booked_percent(day) })
        .collect();
    let each = days.iter().map(|day| match day.percent {
        Some(percent) => text.day_full(&day.label, percent),
        None => text.day_closed(&day.label),
    });
    let sentences: Vec<String> = [text.full_chart().to_owned()].into_iter().chain(each).collect();
    FillChart { days: &days, alt_text: sentences.join(" ") }.draw()
}

/// A sentence for each day that is nearly full, and one for the day with most room.
fn fill_notes(days: &[NextDay], texts: Texts) -> (Vec<String>, Option<String>) {
    let text = texts.today();
    let weekday = |day: &NextDay| texts.weekday_long(day.date.weekday());
    let percents = days.iter().filter_map(|day| Some((day, booked_percent(day)?)));
    let full = percents.clone().filter(|(_, percent)| is_nearly_full(*percent));
    let full = full.map(|(day, _)| text.nearly_full(weekday(day))).collect();
    let open = percents.filter(|(_, percent)| *percent < ROOM_PERCENT).min_by_key(|(_, percent)| *percent);
    let open = open.map(|(day, _)| {
        let open_minutes = day.minutes.rostered_minutes - day.minutes.booked_minutes;
        text.open_hours(weekday(day), open_minutes / MINUTES_PER_HOUR)
    });
    (full, open)
}

fn line_chart(days: &[ChartDay<'_>], today: NaiveDate, alt_text: String, texts: Texts) -> Chart {
    let point = |(day, closed): &ChartDay<'_>| Point {
        label: texts.format_short_day(day.date),
        weekday: texts.weekday_short(day.date.weekday()).to_owned(),
        value: closed.is_none().then_some(day.takings_paise),
        previous_value: day.previous_paise,
        is_unfinished: day.date == today,
    };
    let points: Vec<Point> = days.iter().map(point).collect();
    LineChart { points: &points, unit: Unit::Paise, alt_text }.draw(texts)
}

impl DayRow {
    fn new((day, closed): &ChartDay<'_>, today: NaiveDate, texts: Texts) -> Self {
        let so_far = (day.date == today).then(|| texts.today().so_far().to_owned());
        Self {
            name: texts.format_day(day.date, today),
            taken: format::money(day.takings_paise),
            before: format::money(day.previous_paise),
            note: closed.clone().or(so_far),
        }
    }
}

/// Each beside the best one.
fn best_services(found: &Today, text: TodayTexts) -> Vec<ShareRow> {
    let highest = found.top_services.iter().map(|service| service.amount_paise).max().unwrap_or(0);
    let row = |service: &TopService| ShareRow {
        name: service.name.clone(),
        note: text.times(service.count),
        amount: format::money(service.amount_paise),
        share: Some(basis_points(service.amount_paise.max(0), highest)),
    };
    found.top_services.iter().map(row).collect()
}
