//! What is requested of a report, and the report as JSON or as a file.

use axum::body::Body;
use axum::response::Response;
use chrono::NaiveDate;
use http::Uri;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use parlour_app::reports::{Report, write_csv, write_workbook};
use parlour_domain::ids::BranchId;
use parlour_domain::report::ReportFormat;
use parlour_domain::report::period::{Period, PeriodRefusal, is_reportable_date};
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::fields::{Fields, date, id, one_of};
use parlour_http::respond::{HttpResult, ok};
use parlour_http::state::HttpState;
use parlour_store::branches::branch_records;
use parlour_store::reports::ReportScope;
use parlour_store::{Conn, DbError};
use serde::Serialize;

const CSV_TYPE: HeaderValue = HeaderValue::from_static("text/csv; charset=utf-8");
const XLSX_TYPE: HeaderValue =
    HeaderValue::from_static("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");

/// Which days, as far as they can be read; the rest is the same for every report.
pub(super) struct ReportRequest {
    fields: Fields,
    period: Option<Period>,
}

impl ReportRequest {
    /// The month so far, unless the query says otherwise.
    pub(super) fn period(state: &HttpState, uri: &Uri) -> Self {
        let mut fields = Fields::from_query(uri.query());
        let requested = [fields.optional("from", reported_day), fields.optional("to", reported_day)];
        let period =
            period_between(&mut fields, requested, state.app().clock.now().ist_date(), Period::month_to_date);
        Self { fields, period }
    }

    /// Today, unless the query says otherwise.
    pub(super) fn day(state: &HttpState, uri: &Uri) -> Self {
        let mut fields = Fields::from_query(uri.query());
        let date = fields.optional("date", reported_day);
        let requested = [fields.optional("from", reported_day), fields.optional("to", reported_day)];
        let period = match (date, requested) {
            (Some(day), [None, None]) => Some(Period::of_day(day)),
            (Some(_), _) => fields.add_error("date", "cannot be given together with `from` or `to`"),
            (None, requested) => {
                period_between(&mut fields, requested, state.app().clock.now().ist_date(), Period::of_day)
            }
        };
        Self { fields, period }
    }
}

/// From one day to another. Where the last is missing, today is; where the first is, what is default_period.
fn period_between(
    fields: &mut Fields,
    [from, to]: [Option<NaiveDate>; 2],
    today: NaiveDate,
    default_period: fn(NaiveDate) -> Period,
) -> Option<Period> {
    if fields.has_errors() {
        return None;
    }
    let to = to.unwrap_or(today);
    match Period::new(from.unwrap_or(default_period(to).from), to) {
        Ok(period) => Some(period),
        Err(why @ PeriodRefusal::FromAfterTo) => fields.add_error("from", why),
        Err(why @ PeriodRefusal::TooLong) => fields.add_error("to", why),
    }
}

fn reported_day(text: &str) -> Result<NaiveDate, &'static str> {
    let day = date(text)?;
    if is_reportable_date(day) { Ok(day) } else { Err("must be in the years 2000 to 2999") }
}

#[derive(Serialize)]
struct ReportData<R> {
    report: R,
}

pub(super) async fn report_response<R: Report>(state: &HttpState, requested: ReportRequest) -> HttpResult {
    let ReportRequest { mut fields, period } = requested;
    let format = fields.optional("format", one_of(ReportFormat::parse, "json, csv or xlsx"));
    let table = fields.optional("table", |text| {
        let found = R::TABLES.iter().position(|table| *table == text);
        found.ok_or_else(|| format!("must be {}", R::TABLES.join(" or ")))
    });
    let branch = fields.optional("branchId", id(BranchId::new));
    if let Some(branch) = branch.clone() {
        let found =
            move |conn: &mut Conn<'_>| branch_records::find_seller(conn, &branch).map_err(HttpError::from);
        if state.app().db.read(found).await?.is_none() {
            fields.add_error::<()>("branchId", "is not a branch of ours");
        }
    }
    let scope = fields.build(|| Some(ReportScope { period: period?, branch }))?;
    let (period, today) = (scope.period, state.app().clock.now().ist_date());
    let compute = move |conn: &mut Conn<'_>| R::compute(conn, &scope, today);
    let report = state.app().db.report::<_, DbError>(compute).await?;
    let format = format.unwrap_or(ReportFormat::Json);
    if format == ReportFormat::Json {
        return ok(ReportData { report });
    }
    let written =
        tokio::task::spawn_blocking(move || report_file(&report, format, table.unwrap_or(0), period));
    written.await.map_err(|_| writing_failed("it was given up"))?
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
