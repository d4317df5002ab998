//! The query of a report, and the report as JSON or as a file.

use axum::body::Body;
use axum::response::Response;
use chrono::NaiveDate;
use http::Uri;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use parlour_app::reports::{Report, write_csv, write_workbook};
use parlour_domain::ids::BranchId;
use parlour_domain::report::ReportFormat;
use parlour_domain::report::period::{Period, PeriodRefusal, is_reportable_date};
use parlour_http::error::FieldError;
use parlour_http::request::TextRule;
use parlour_store::branches::branch_records;
use parlour_store::reports::ReportScope;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat};

use crate::prelude::*;

const CSV_TYPE: HeaderValue = HeaderValue::from_static("text/csv; charset=utf-8");
const XLSX_TYPE: HeaderValue =
    HeaderValue::from_static("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");

request_shape! {
    pub(crate) struct ReportQuery {
        /// The first IST day, from 2000 to 2999; by default the first of the month of `to`
        from: Option<ReportDay>,
        /// The last IST day, at most 3,660 days later; by default today
        to: Option<ReportDay>,
        /// One branch; by default all
        branch_id: Option<BranchId>,
        /// `json` by default
        format: Option<ReportFormat>,
        /// Which table a CSV file holds, by default the first. An XLSX file has a sheet for each
        table: Option<AnyText>,
    }

    pub(crate) struct DayCloseQuery {
        report: Flat<ReportQuery>,
        /// One day, in place of `from` and `to`
        date: Option<ReportDay>,
    }

    pub(crate) struct DeskDayQuery {
        /// Today by default
        date: Option<ReportDay>,
        /// One branch; by default all
        branch_id: Option<BranchId>,
    }
}

text_rules! {
    pub(crate) struct ReportDay -> NaiveDate = report_day, |schema|
        schema.format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)));
}

/// A report's query as far as it could be read, and the days that it means.
pub(super) struct ReportRequest {
    fields: Fields,
    query: <ReportQuery as RequestShape>::Partial,
    period: Option<Period>,
}

impl ReportRequest {
    /// The month so far, unless the query names other days.
    pub(super) fn period(state: &HttpState, uri: &Uri) -> Self {
        let mut fields = Fields::from_query(uri.query());
        let query = ReportQuery::read(&mut fields);
        let today = state.today();
        let period = period_between(&mut fields, (query.from, query.to), today, Period::month_to_date);
        Self { fields, query, period }
    }

    /// Today, unless the query names other days.
    pub(super) fn day(state: &HttpState, uri: &Uri) -> Self {
        let mut fields = Fields::from_query(uri.query());
        let partial = DayCloseQuery::read(&mut fields);
        let (query, date) = (partial.report, partial.date);
        let period = match (date, query.from, query.to) {
            (Some(day), None, None) => Some(Period::of_day(day)),
            (Some(_), ..) => fields.add_error("date", "cannot be given together with `from` or `to`"),
            (None, from, to) => {
                let today = state.today();
                period_between(&mut fields, (from, to), today, Period::of_day)
            }
        };
        Self { fields, query, period }
    }
}

/// From one day to another. The last day is today by default, the first day that of the default period.
fn period_between(
    fields: &mut Fields,
    (from, to): (Option<NaiveDate>, Option<NaiveDate>),
    today: NaiveDate,
    default_period: fn(NaiveDate) -> Period,
) -> Option<Period> {
    // Errors of other fields do not keep the period from being checked.
    if ["date", "from", "to"].into_iter().any(|name| fields.has_error(name)) {
        return None;
    }
    let to = to.unwrap_or(today);
    match Period::new(from.unwrap_or(default_period(to).from), to) {
        Ok(period) => Some(period),
        Err(refusal @ PeriodRefusal::FromAfterTo) => fields.add_error("from", refusal),
        Err(refusal @ PeriodRefusal::TooLong) => fields.add_error("to", refusal),
    }
}

fn report_day(text: &str) -> Result<NaiveDate, FieldError> {
    let day = <NaiveDate as TextRule>::parse(text)?;
    if is_reportable_date(day) { Ok(day) } else { Err("must be in the years 2000 to 2999".into()) }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ReportData<R> {
    report: R,
}

pub(super) async fn report_response<R: Report>(state: &HttpState, requested: ReportRequest) -> HttpResult {
    let ReportRequest { mut fields, query, period } = requested;
    let table = query.table.and_then(|name| {
        let found = R::TABLES.iter().position(|table| *table == name);
        found.or_else(|| fields.add_error("table", format!("must be {}", R::TABLES.join(" or "))))
    });
    let branch = query.branch_id;
    check_branch(state, &mut fields, branch.clone()).await?;
    let scope = fields.build(|| Some(ReportScope { period: period?, branch }))?;
    let (period, today) = (scope.period, state.today());
    let compute = move |conn: &mut Conn<'_>| R::compute(conn, &scope, today);
    let report = state.app().db.report::<_, DbError>(compute).await?;
    let format = query.format.unwrap_or(ReportFormat::Json);
    if format == ReportFormat::Json {
        return ok(ReportData { report });
    }
    let written = tokio::task::spawn_blocking(move || report_file(&report, format, table.unwrap_or(0), period));
    written.await.map_err(|_| writing_failed("it was given up"))?
}

/// The report of one day, as JSON. It is read from the primary database: a replica may not have the latest sales yet.
pub(super) async fn desk_day_response<R: Report>(state: &HttpState, uri: &Uri) -> HttpResult {
    let mut fields = Fields::from_query(uri.query());
    let DeskDayQuery { date, branch_id: branch } = {
        let partial = DeskDayQuery::read(&mut fields);
        check_branch(state, &mut fields, partial.branch_id.clone()).await?;
        fields.build(|| DeskDayQuery::complete(partial))?
    };
    let today = state.today();
    let scope = ReportScope { period: Period::of_day(date.unwrap_or(today)), branch };
    let report = state.read(move |conn| Ok(conn.in_snapshot(|conn| R::compute(conn, &scope, today))?)).await?;
    ok(ReportData { report })
}

/// Refuses a branch that there is not.
pub(crate) async fn check_branch(
    state: &HttpState,
    fields: &mut Fields,
    branch: Option<BranchId>,
) -> Result<(), HttpError> {
    if let Some(branch) = branch {
        let found = state.read(move |conn| Ok(branch_records::find_seller(conn, &branch)?));
        if found.await?.is_none() {
            fields.add_error::<()>("branchId", "is not a branch of ours");
        }
    }
    Ok(())
}

fn report_file<R: Report>(report: &R, format: ReportFormat, table: usize, period: Period) -> HttpResult {
    let tables = report.tables();
    let (kind, about, bytes) = match format {
        ReportFormat::Xlsx => {
            let bytes = write_workbook(&tables).map_err(|error| writing_failed(&error.to_string()))?;
            (XLSX_TYPE, String::new(), bytes)
        }
        ReportFormat::Csv | ReportFormat::Json => {
            let one = tables.get(table).ok_or_else(|| writing_failed("it has no such table"))?;
            let bytes = write_csv(one).map_err(|error| writing_failed(&error.to_string()))?;
            let about = if tables.len() > 1 { format!("-{}", one.name) } else { String::new() };
            (CSV_TYPE, about, bytes)
        }
    };
    let Period { from, to } = period;
    let days = if from == to { from.to_string() } else { format!("{from}-to-{to}") };
    let name = format!("attachment; filename=\"{}{about}-{days}.{format}\"", R::NAME);
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, kind);
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

fn writing_failed(why: &str) -> HttpError {
    tracing::error!(why, "a report was not written");
    HttpError::new(ErrorCode::Internal, "The report could not be written.")
}
