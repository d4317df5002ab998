//! The page around every report: its tabs, days, branch and files.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use chrono::NaiveDate;
use parlour_domain::report::ReportFormat;
use parlour_domain::report::period::Period;
use parlour_http::error::HttpError;
use parlour_http::pages::late_part::{done_within, log_late_failure};
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::reports::ReportScope;
use parlour_store::reports::nearest_day::{Reported, find_nearest_day};
use parlour_store::{Conn, DbError};
use parlour_texts::{ErrorsTexts, ReportsTexts, Texts};
use parlour_web::error_pages::texts_for_status;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

use super::asked::{Asked, Choice, ReportName};
use super::content::{Empty, ReportContent};
use super::read_request::ReadRequest;

/// Figures that take longer come as a second part of the page.
const QUICK: Duration = Duration::from_millis(100);

/// A report: what it reads, in one snapshot of the database, and how a page shows it.
pub(super) trait ReportView: 'static {
    const NAME: ReportName;
    type Figures: Send + 'static;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Self::Figures, DbError>;

    fn content(figures: &Self::Figures, shown: &Shown<'_>) -> ReportContent;

    /// What the report is about, if the period has nothing of it.
    fn missing(_: &Self::Figures) -> Option<Reported> {
        None
    }
}

/// What was read for a report.
struct FoundFigures<F> {
    figures: F,
    /// Where the period has nothing: the nearest day that has something.
    nearest_day: Option<NaiveDate>,
}

fn read_figures<V: ReportView>(
    conn: &mut Conn<'_>,
    request: &ReadRequest,
) -> Result<FoundFigures<V::Figures>, DbError> {
    let figures = V::read(conn, request)?;
    let nearest_day = match V::missing(&figures) {
        Some(reported) => find_nearest_day(conn, &request.scope, reported)?,
        None => None,
    };
    Ok(FoundFigures { figures, nearest_day })
}

/// What the texts and links of a report depend on.
pub(super) struct Shown<'a> {
    pub(super) asked: &'a Asked,
    pub(super) period: Period,
    pub(super) today: NaiveDate,
    pub(super) texts: Texts,
}

impl Shown<'_> {
    /// `Mon 16 Nov`
    pub(super) fn day(&self, date: NaiveDate) -> String {
        self.texts.format_day(date, self.today)
    }

    /// `16 Oct 2026 – 31 Oct 2026`, with which this period is compared.
    pub(super) fn days_before(&self) -> String {
        self.days_of(self.period.previous())
    }

    fn days_of(&self, period: Period) -> String {
        days_text(period, self.texts)
    }

    fn empty(&self, nearest_day: Option<NaiveDate>) -> Empty {
        Empty {
            sentence: self.asked.report.nothing(self.texts.reports()),
            other: nearest_day.map(|day| {
                let period = self.period_with(day);
                (self.days_of(period), self.asked.path_of(period))
            }),
        }
    }

    /// The period before if the day is in it, else the day alone beside a day, or its month as far as it is over.
    fn period_with(&self, day: NaiveDate) -> Period {
        let before = self.period.previous();
        if (before.from..=before.to).contains(&day) {
            return before;
        }
        if self.period.day_count() == 1 {
            return Period::of_day(day);
        }
        let month = Period::month_of(day);
        Period { to: month.to.min(self.today.max(day)), ..month }
    }
}

/// The page without its figures.
#[derive(Template)]
#[template(path = "reports/report.html")]
struct ReportPage {
    frame: DeskFrame,
    text: ReportsTexts,
    heading: &'static str,
    asked: Asked,
    tabs: Vec<Choice>,
    periods: Vec<Choice>,
    branches: Vec<Choice>,
    workbook: String,
    /// As HTML: what was read, or that it is being read. Empty while the days are wrong.
    figures: String,
}

#[derive(Template)]
#[template(path = "reports/figures.html")]
struct ReportFigures<'a> {
    text: ReportsTexts,
    salon_name: &'a str,
    /// The whole salon, or the name of a branch, where there are several.
    place: Option<String>,
    days: String,
    content: ReportContent,
}

#[derive(Template)]
#[template(path = "reports/waiting.html")]
struct WaitingFigures {
    text: ReportsTexts,
}

#[derive(Template)]
#[template(path = "reports/failed.html")]
struct FailedFigures<'a> {
    text: ErrorsTexts,
    heading: &'static str,
    sentence: &'static str,
    retry: &'a str,
    request_id: &'a str,
}

/// A report of days that are right, and the page that asks for it.
struct RequestedReport {
    page: DeskPage<Manager>,
    asked: Asked,
    period: Period,
}

pub(super) async fn show<V: ReportView>(page: DeskPage<Manager>) -> HttpResult {
    let asked = Asked::read(&page, V::NAME);
    let Some(period) = asked.days.period() else {
        return page.show_with(asked.days.status(), &ReportPage::new(&page, &asked, String::new()));
    };
    let scope = ReportScope { period, branch: asked.branch.clone() };
    let request = ReadRequest { scope, today: page.today(), salon: Arc::clone(&page.salon) };
    let db = page.state.app().db.clone();
    let read =
        async move { db.report::<_, DbError>(move |conn: &mut Conn<'_>| read_figures::<V>(conn, &request)).await };
    let report = RequestedReport { page, asked, period };
    match done_within(QUICK, Box::pin(read)).await {
        Ok(found) => report.show::<V>(&found?),
        Err(read) => report.show_in_two_parts::<V>(read),
    }
}

impl RequestedReport {
    fn show<V: ReportView>(&self, found: &FoundFigures<V::Figures>) -> HttpResult {
        let figures = render(&self.figures::<V>(found))?;
        self.page.show(&ReportPage::new(&self.page, &self.asked, figures))
    }

    /// The page as far as the figures at once, and the rest when they are read. If they cannot be read, the page says so
    /// in their place: its status has been sent.
    fn show_in_two_parts<V: ReportView>(
        self,
        read: impl Future<Output = Result<FoundFigures<V::Figures>, DbError>> + Send + 'static,
    ) -> HttpResult {
        let report = Arc::new(self);
        let page = &report.page;
        let waiting = WaitingFigures { text: page.texts.reports() };
        let html = page.render_html(&ReportPage::new(page, &report.asked, render(&waiting)?))?;
        let waiting = page.render_html(&waiting)?;
        let (before, after) =
            html.split_once(&waiting).ok_or_else(|| HttpError::internal("a report without a place for its figures"))?;
        let (first, after) = (format!("{before}{waiting}"), after.to_owned());
        let late = Arc::clone(&report);
        let second = async move {
            let found = read.await.map_err(HttpError::from);
            let figures = found.and_then(|found| late.page.render_html(&late.figures::<V>(&found)));
            figures.unwrap_or_else(|error| late.failure(&error)) + &after
        };
        Ok(page.show_in_two_parts(first, second))
    }

    fn figures<V: ReportView>(&self, found: &FoundFigures<V::Figures>) -> ReportFigures<'_> {
        let Self { page, asked, period } = self;
        let (period, texts) = (*period, page.texts);
        let shown = Shown { asked, period, today: page.today(), texts };
        let content = V::content(&found.figures, &shown);
        let is_empty = V::missing(&found.figures).is_some();
        ReportFigures {
            text: texts.reports(),
            salon_name: &page.salon.name,
            place: asked.branches(page).into_iter().find(|branch| branch.is_chosen).map(|branch| branch.name),
            days: days_text(period, texts),
            content: if is_empty { content.without_rows(shown.empty(found.nearest_day)) } else { content },
        }
    }

    fn failure(&self, error: &HttpError) -> String {
        let (page, request_info) = (&self.page, &self.page.caller.request_info);
        log_late_failure(request_info, error);
        let text = page.texts.errors();
        let (heading, sentence) = texts_for_status(text, error.status());
        let (retry, request_id) = (page.address(), request_info.request_id());
        page.render_html(&FailedFigures { text, heading, sentence, retry, request_id }).unwrap_or_default()
    }
}

impl ReportPage {
    fn new(page: &DeskPage<Manager>, asked: &Asked, figures: String) -> Self {
        let text = page.texts.reports();
        let heading = asked.report.title(text);
        Self {
            frame: page.desk_frame(text.page_title(heading), Place::Reports),
            text,
            heading,
            tabs: asked.tabs(text),
            periods: asked.periods(page.today(), page.texts),
            branches: asked.branches(page),
            workbook: asked.file_path(ReportFormat::Xlsx, ""),
            asked: asked.clone(),
            figures,
        }
    }
}

fn render(template: &impl Template) -> Result<String, HttpError> {
    template.render().map_err(|error| HttpError::internal(error.to_string()))
}

/// `16 Nov 2026`, `1 Nov 2026 – 16 Nov 2026`.
fn days_text(Period { from, to }: Period, texts: Texts) -> String {
    let last = texts.format_date(to);
    if from == to { last } else { texts.formats().day_range(&texts.format_date(from), &last) }
}
