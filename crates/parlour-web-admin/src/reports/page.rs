//! The page around every report: its tabs, days, branch and files.

use std::sync::Arc;

use askama::Template;
use chrono::NaiveDate;
use parlour_domain::report::ReportFormat;
use parlour_domain::report::period::Period;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::reports::ReportScope;
use parlour_store::{Conn, DbError};

use super::asked::{Asked, Choice, ReportName};
use super::content::ReportContent;
use super::read_request::ReadRequest;
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::{ReportsTexts, Texts};
use parlour_web::format;

/// A report: what it reads, in one snapshot of the database, and how a page shows it.
pub(super) trait ReportView: 'static {
    const NAME: ReportName;
    type Figures: Send + 'static;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Self::Figures, DbError>;

    fn content(figures: &Self::Figures, shown: &Shown<'_>) -> ReportContent;
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
        format::day(date, self.today, self.texts)
    }

    /// `16 Oct 2026 – 31 Oct 2026`, with which this period is compared.
    pub(super) fn days_before(&self) -> String {
        days_text(self.period.previous(), self.texts)
    }
}

#[derive(Template)]
#[template(path = "reports/report.html")]
pub(crate) struct ReportPage {
    frame: DeskFrame,
    text: ReportsTexts,
    asked: Asked,
    tabs: Vec<Choice>,
    periods: Vec<Choice>,
    branches: Vec<Choice>,
    /// The whole salon, or the name of a branch, where there are several.
    place: Option<String>,
    /// Empty while the days are wrong.
    days: String,
    workbook: String,
    content: ReportContent,
}

pub(super) async fn show<V: ReportView>(page: DeskPage<Manager>) -> HttpResult {
    let asked = Asked::read(&page, V::NAME);
    let (today, texts) = (page.today(), page.texts);
    let period = asked.days.period();
    let content = match period {
        Some(period) => {
            let scope = ReportScope { period, branch: asked.branch.clone() };
            let request = ReadRequest { scope, today, salon: Arc::clone(&page.salon) };
            let read = move |conn: &mut Conn<'_>| V::read(conn, &request);
            let figures = page.state.app().db.report::<_, DbError>(read).await?;
            V::content(&figures, &Shown { asked: &asked, period, today, texts })
        }
        None => ReportContent::default(),
    };
    let text = texts.reports();
    let branches = asked.branches(&page);
    page.show_with(
        asked.days.status(),
        &ReportPage {
            frame: page.desk_frame(V::NAME.title(text), Place::Reports),
            text,
            tabs: asked.tabs(text),
            periods: asked.periods(today, texts),
            place: branches.iter().find(|branch| branch.is_chosen).map(|branch| branch.name.clone()),
            branches,
            days: period.map(|period| days_text(period, texts)).unwrap_or_default(),
            workbook: asked.file_path(ReportFormat::Xlsx, ""),
            content,
            asked,
        },
    )
}

/// `16 Nov 2026`, `1 Nov 2026 – 16 Nov 2026`.
fn days_text(Period { from, to }: Period, texts: Texts) -> String {
    let last = format::date(to, texts);
    if from == to { last } else { format!("{} – {last}", format::date(from, texts)) }
}
